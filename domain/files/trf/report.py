"""A FIDE report file in memory: what it says about one tournament, player by player.

Everybody is known by starting rank. `points`, values and accelerations are half-points.
`line` is where something stood in the file (0 = it was not read from one); two reports that
say the same are equal whatever lines they stood on.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from datetime import date
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final, TypeVar, cast

from domain.files.trf.columns import National, iso_date
from domain.files.trf.points import USUAL_POINTS, AccelerationRecord, PointSystem
from domain.files.trf.repairs import Repair
from domain.ranking.tiebreaks import Ruleset, default_ruleset
from domain.records import dataclass
from domain.words.games import Code, Colour, Scoring
from domain.words.players import Sex, Title
from domain.words.regulations import Format, Regulations
from domain.words.rounds import ALWAYS, RoundSpan

Answer = TypeVar("Answer")

LAST_ROUND = 999
"""The highest number that fits into the columns of a round: in record 260 it stands for the end of the event."""


@dataclass(frozen=True, slots=True)
class RoundEntry:
    code: Code
    opponent: int | None = None
    colour: Colour | None = None
    """In the first game of a match; colours alternate."""
    games: tuple[Code, ...] = ()
    """The code of each game where a round is a match, of a bye too; empty for a single game."""

    @property
    def paired(self) -> bool:
        """The arbiter's pairing put the player there: against somebody, or on the bye of an odd field."""
        return self.opponent is not None or self.code is Code.PAIRING_BYE


@dataclass(frozen=True, slots=True)
class ReportPlayer:
    """A player's line (record 001)."""

    number: int
    """Starting rank."""
    name: str
    sex: Sex = Sex.UNKNOWN
    title: Title = Title.NONE
    rating: int = 0
    federation: str = ""
    fide_id: int = 0
    birth: str = ""
    """As written, `YYYY/MM/DD` where the file keeps to the format."""
    points: int = 0
    rank: int = 0
    """Place in the standings; 0 = the file does not say."""
    entries: tuple[RoundEntry | None, ...] = ()
    """Round 1 first; None = blank. Blanks at the end are not kept."""
    club: str = ""
    """Of files that say it: a report file has no room for it."""
    line: int = field(default=0, compare=False)

    def entry(self, round: int) -> RoundEntry | None:
        return self.entries[round - 1] if 1 <= round <= len(self.entries) else None


@dataclass(frozen=True, slots=True)
class Header:
    name: str = ""
    city: str = ""
    federation: str = ""
    start: str = ""
    end: str = ""
    type: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    time_control: str = ""
    round_dates: tuple[str, ...] = ()
    """`YY/MM/DD`, round 1 first."""
    round_times: tuple[str, ...] = ()
    """`15:00`, round 1 first, of files that say them: a report file has no room for them."""
    rank_method: str = ""
    """Record 172."""
    program: str = ""
    """Record 182: who paired."""
    encoded_type: str = ""
    """Record 192."""
    tiebreaks: str = ""
    """Record 202."""
    standings_order: str = ""
    """Record 212."""
    clock: str = ""
    """Record 222."""


@dataclass(frozen=True, slots=True)
class ForbiddenPairs:
    """Nobody in the list meets anybody in it (`XXP`, 260)."""

    players: tuple[int, ...]
    first: int = 0
    """First round it holds in; 0 = from the start."""
    last: int = 0
    """Last round it holds in; 0 = to the end."""

    def always(self, planned: int | None) -> bool:
        """It holds from the first of the planned rounds to the last, however that is written."""
        return self.first <= 1 and (self.last in (0, LAST_ROUND) or (planned is not None and self.last >= planned))

    def holds_in(self, round: int) -> bool:
        return RoundSpan(self.first, self.last).covers(round)

    def rounds(self, planned: int | None) -> RoundSpan:
        return ALWAYS if self.always(planned) else RoundSpan(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Announced:
    """Byes announced before the round (240): the code is F, H or Z."""

    code: Code
    round: int
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Abnormal:
    """Points out of the ordinary (299)."""

    code: Code | None
    """The results it changes; None = an addition to (or deduction from) the round."""
    points: int
    round: int = 0
    """0 = every round."""
    players: tuple[int, ...] = ()
    """Empty = everybody."""
    said: str = field(default="", compare=False)
    """The line of the file."""

    def concerns(self, number: int, round: int) -> bool:
        return self.round in (0, round) and (not self.players or number in self.players)


class Place(StrEnum):
    HEAD = "head"
    """Before the first player."""
    FOOT = "foot"


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line kept word for word: comments, teams, and records that nobody here knows."""

    text: str
    place: Place = Place.FOOT
    line: int = field(default=0, compare=False)

    @property
    def comment(self) -> bool:
        return self.text.startswith("###")


@dataclass(frozen=True)
class Report:
    """A whole file. It has no slots, so that it keeps what it has counted once."""

    players: tuple[ReportPlayer, ...]
    """In the order of the file."""
    header: Header = Header()
    rounds_planned: int | None = None
    """`XXR` or 142."""
    initial_colour: Colour | None = None
    """`XXC white1`/`black1` or 152: the colour of number 1 in round 1."""
    rank_by_line: bool = False
    """`XXC rank`: pairing numbers follow the order of the lines, not the starting ranks."""
    point_system: PointSystem = USUAL_POINTS
    absent: tuple[int, ...] = ()
    """`XXZ`: not to be paired in the next round."""
    forbidden: tuple[ForbiddenPairs, ...] = ()
    announced: tuple[Announced, ...] = ()
    acceleration: AccelerationRecord = field(default_factory=lambda: MappingProxyType({}))
    abnormal: tuple[Abnormal, ...] = ()
    national: tuple[National, ...] = ()
    """Ratings of national federations, in the order of the file."""
    kept: tuple[KeptLine, ...] = ()
    match_games: int = 1
    """Games of a match of each round (`domain.files.trf.matches`)."""
    team_line: int = field(default=0, compare=False)
    """The first line that speaks of teams; 0 = an individual tournament."""
    repairs: tuple[Repair, ...] = field(default=(), compare=False)

    def once(self, question: Callable[["Report"], Answer]) -> Answer:
        """The answer to a question about the whole file, worked out the first time it is asked."""
        known: dict[object, object] = self.__dict__.setdefault("_answers", {})
        if question not in known:
            known[question] = question(self)
        return cast(Answer, known[question])

    @cached_property
    def rounds_paired(self) -> int:
        """The newest round in which anybody was paired. A bye somebody asked for pairs no round."""
        return last_paired(self.players)

    @cached_property
    def by_number(self) -> Mapping[int, ReportPlayer]:
        return {player.number: player for player in self.players}

    @property
    def comments(self) -> tuple[str, ...]:
        """The `###` lines without their mark."""
        return tuple(k.text[3:].strip() for k in self.kept if k.comment)

    def points(self, number: int, round: int, entry: RoundEntry | None) -> int:
        """Half-points of one player's round: the point system, then whatever 299 says of it."""
        rules = [rule for rule in self.abnormal if rule.concerns(number, round)]
        beside = sum(rule.points for rule in rules if rule.code is None)
        return beside + sum(self._of_game(code, colour, rules) for code, colour in self._games(entry))

    def _games(self, entry: RoundEntry | None) -> list[tuple[Code, Colour | None]]:
        if entry is None:
            return [(Code.ZERO_BYE, None)] * self.match_games
        colours = (entry.colour, entry.colour.opposite if entry.colour is not None else None)
        return [(code, colours[at % 2]) for at, code in enumerate(entry.games or (entry.code,))]

    def _of_game(self, code: Code, colour: Colour | None, rules: Sequence[Abnormal]) -> int:
        changed = [rule.points for rule in rules if rule.code is code]
        return changed[-1] if changed else self.point_system.points(code, colour)

    @property
    def round_scoring(self) -> Scoring:
        return Regulations(scoring=self.point_system.scoring, match_games=self.match_games).round_scoring


def last_paired(players: Iterable[ReportPlayer]) -> int:
    """The newest round in which anybody was paired; 0 = none."""
    return max((r for p in players for r, e in enumerate(p.entries, 1) if e is not None and counts(e)), default=0)


def counts(entry: RoundEntry) -> bool:
    """The entry shows that its round was paired: an opponent, a bye of the odd field, a walk-over."""
    return entry.paired or entry.code is Code.FORFEIT_WIN


RULES_IN_FORCE: Final = Ruleset.C07_2026

FORMAT_OF_TYPE: tuple[tuple[str, Format], ...] = (
    ("ROUNDROBIN", Format.ROUND_ROBIN),
    ("BERGER", Format.ROUND_ROBIN),
    ("SCHEVENINGEN", Format.SCHEVENINGEN),
    ("SCHILLER", Format.SCHEVENINGEN),
    ("KNOCKOUT", Format.KNOCKOUT),
    ("DUTCH", Format.SWISS),
    ("SWISS", Format.SWISS),
    ("DUBOV", Format.SWISS),
    ("BURSTEIN", Format.SWISS),
)
"""Parts of the codes of record 192 (TRF26) and what they mean; the first that is found counts."""

FORMATS_WITH_BRACKET = (Format.KNOCKOUT, Format.DOUBLE_ELIMINATION)

WRITTEN: tuple[tuple[str, Format], ...] = (
    ("roundrobin", Format.ROUND_ROBIN),
    ("allplayall", Format.ROUND_ROBIN),
    ("berger", Format.ROUND_ROBIN),
    ("rundenturnier", Format.ROUND_ROBIN),
    ("кругов", Format.ROUND_ROBIN),
    ("кръгов", Format.ROUND_ROBIN),
    ("knockout", Format.KNOCKOUT),
    ("doubleelimination", Format.DOUBLE_ELIMINATION),
    ("individualarena", Format.ARENA),
    ("schevening", Format.SCHEVENINGEN),
    ("schiller", Format.SCHEVENINGEN),
)
"""Parts of the words people write into record 092, letters only."""


def declared_format(header: Header) -> Format | None:
    """The format that the file names; None = it names none that is known here.

    Never guessed from names or numbers of games: a part of a round robin looks like a Swiss.
    """
    code, words = _letters(header.encoded_type).upper(), _letters(header.type).casefold()
    found = [format for part, format in FORMAT_OF_TYPE if part in code]
    found += [format for part, format in WRITTEN if part in words]
    return found[0] if found else None


def last_day(header: Header) -> date | None:
    """The day the event ended: its last day (052), else its last round (132), else its first day (042)."""
    for text in (header.end, *reversed(header.round_dates), header.start):
        if day := iso_date(text):
            return date.fromisoformat(day)
    return None


def first_day(header: Header) -> date | None:
    """The day the event began: its first day (042), else its first round (132), else its last day (052)."""
    for text in (header.start, *header.round_dates, header.end):
        if day := iso_date(text):
            return date.fromisoformat(day)
    return None


def ruleset_on(last: date | None) -> Ruleset | None:
    """The rule for unplayed rounds in an event that ended then; None = either of two rules may be in force."""
    return default_ruleset(last) if last else RULES_IN_FORCE


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())
