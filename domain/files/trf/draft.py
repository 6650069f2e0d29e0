"""The draft of a report: all that has been read of a file so far, and how its records are taken apart."""

from collections.abc import Callable
from dataclasses import dataclass, field

from domain.files.trf import columns as c
from domain.files.trf.acceleration import Span
from domain.files.trf.decoding import FileLine
from domain.files.trf.finding import Problems
from domain.files.trf.national import National
from domain.files.trf.problems import BadValue
from domain.files.trf.repairs import Repair, RepairKind
from domain.files.trf.report import Abnormal, Announced, ForbiddenPairs, KeptLine, Place
from domain.files.trf.values import read_whole
from domain.words.games import Colour


@dataclass(slots=True)
class Draft:
    """All that has been read so far."""

    repairs: list[Repair] = field(default_factory=list)
    problems: Problems = field(default_factory=list)
    team_line: int = 0
    vega: bool = False
    players_seen: bool = False
    texts: dict[str, str] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    round_dates: tuple[str, ...] = ()
    counted: tuple[FileLine, str] | None = None
    rounds_planned: int | None = None
    initial_colour: Colour | None = None
    rank_by_line: bool = False
    values: dict[str, int] = field(default_factory=dict)
    absent: list[int] = field(default_factory=list)
    forbidden: list[ForbiddenPairs] = field(default_factory=list)
    announced: list[Announced] = field(default_factory=list)
    spans: list[Span] = field(default_factory=list)
    fictitious: dict[int, tuple[int, ...]] = field(default_factory=dict)
    abnormal: list[Abnormal] = field(default_factory=list)
    national: list[National] = field(default_factory=list)
    kept: list[KeptLine] = field(default_factory=list)
    named: list[tuple[FileLine, int, int]] = field(default_factory=list)
    """Line, column and number of every player that a record names."""

    def repair(self, line: FileLine, column: int, kind: RepairKind, was: str = "", now: str = "") -> None:
        self.repairs.append(Repair(line.number, column, kind, was, now))

    def keep(self, line: FileLine) -> None:
        self.kept.append(KeptLine(line.text, Place.FOOT if self.players_seen else Place.HEAD, line.number))


Reader = Callable[[Draft, FileLine], None]


def words(line: FileLine) -> list[tuple[int, str]]:
    """(column, word) of everything from column 5 on."""
    out, at = [], c.TEXT.first
    for word in line.text[c.TEXT.first - 1 :].split(" "):
        if word:
            out.append((at, word))
        at += len(word) + 1
    return out


def read_rounds(draft: Draft, line: FileLine) -> None:
    rounds = read_whole(line, c.TEXT)
    if rounds is None or not 1 <= rounds <= 999:
        raise BadValue(line.number, c.TEXT.first, "rounds", c.TEXT.read(line.text), "1 to 999")
    draft.rounds_planned = rounds
