"""Worth of results in a file (`XXS`, `BBW` and its kin, 162), and fictitious points (XXA, 250)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

from domain.files.trf import columns as c
from domain.files.trf.columns import read_half_points, written
from domain.files.trf.decoding import FileLine
from domain.files.trf.problems import BadValue
from domain.files.trf.repairs import Repair, RepairKind
from domain.records import dataclass
from domain.words.games import Code, Colour, Scoring


@dataclass(frozen=True, slots=True)
class PointSystem:
    """Worth of each result in half-points, with the names of the `XXS` record."""

    ww: int = 2
    bw: int = 2
    wd: int = 1
    bd: int = 1
    wl: int = 0
    bl: int = 0
    zpb: int = 0
    hpb: int = 1
    fpb: int = 2
    pab: int = 2
    fw: int = 2
    fl: int = 0
    unknown: int = 1
    """An adjourned game, or one whose result is not known (`X`)."""

    def points(self, code: Code, colour: Colour | None) -> int:
        """Half-points for `code`; a game without result counts nothing yet."""
        black = colour is Colour.BLACK
        match code:
            case Code.WIN | Code.UNRATED_WIN:
                return self.bw if black else self.ww
            case Code.DRAW | Code.UNRATED_DRAW:
                return self.bd if black else self.wd
            case Code.LOSS | Code.UNRATED_LOSS:
                return self.bl if black else self.wl
            case Code.FORFEIT_WIN:
                return self.fw
            case Code.FORFEIT_LOSS:
                return self.fl
            case Code.PAIRING_BYE:
                return self.pab
            case Code.FULL_BYE:
                return self.fpb
            case Code.HALF_BYE:
                return self.hpb
            case Code.ZERO_BYE:
                return self.zpb
            case Code.ADJOURNED:
                return self.unknown
            case Code.PENDING:
                return 0

    @property
    def scoring(self) -> Scoring:
        """The nearest scoring of the regulations (exact if `plain`)."""
        return Scoring(self.ww, self.wd, self.wl, self.pab, self.zpb)

    @property
    def plain(self) -> bool:
        return self == PointSystem.of(self.scoring, self.unknown)

    @staticmethod
    def of(scoring: Scoring, unknown: int | None = None) -> "PointSystem":
        win, draw, loss, away = scoring.win, scoring.draw, scoring.loss, scoring.absence
        open = draw if unknown is None else unknown
        return PointSystem(win, win, draw, draw, loss, loss, away, draw, win, scoring.pairing_bye, win, away, open)

    def with_values(self, values: Mapping[str, int]) -> "PointSystem":
        return replace(self, **values)


USUAL_POINTS = PointSystem()

XXS_WORD = re.compile(r"([A-Za-z]+)=([0-9.,]+)")
XXS_NAMES: dict[str, tuple[str, ...]] = {
    "W": ("ww", "bw", "fw", "fpb"),
    "D": ("wd", "bd", "hpb", "unknown"),
    **{name.upper(): (name,) for name in ("ww", "bw", "wd", "bd", "wl", "bl", "zpb", "hpb", "fpb", "pab", "fw", "fl")},
}
BBX_NAMES: dict[str, tuple[str, ...]] = {
    "BBW": ("ww", "bw", "fw", "fpb"),
    "BBD": ("wd", "bd", "hpb", "unknown"),
    "BBL": ("wl", "bl"),
    "BBZ": ("zpb",),
    "BBF": ("fl",),
    "BBU": ("pab",),
}
POINT_CODES: dict[str, tuple[str, ...]] = {
    "W": ("ww", "bw", "fw", "fpb"),
    "D": ("wd", "bd", "hpb"),
    "L": ("wl", "bl"),
    "A": ("zpb", "fl"),
    "Z": ("zpb", "fl"),
    "P": ("pab",),
    "X": ("unknown",),
}
"""Record 162; `Z` is what one engine reads for `A`."""

Values = dict[str, int]


def read_xxs(line: FileLine, values: Values, repairs: list[Repair]) -> None:
    """The last one wins."""
    at = c.TEXT.first
    for word in line.text[c.TEXT.first - 1 :].split(" "):
        if word:
            match = XXS_WORD.fullmatch(word)
            if match is None or match[1].upper() not in XXS_NAMES:
                raise BadValue(line.number, at, "XXS", word, "code=points")
            worth = read_half_points(line, at + match.start(2), match[2], repairs)
            values |= dict.fromkeys(XXS_NAMES[match[1].upper()], worth)
        at += len(word) + 1


def read_bbx(line: FileLine, values: Values, repairs: list[Repair]) -> None:
    """The bye of an odd field is worth a win unless `BBU` says otherwise."""
    worth = read_half_points(line, c.TEXT.start_of(line.text), c.TEXT.read(line.text), repairs)
    values |= dict.fromkeys(BBX_NAMES[line.code], worth)
    if line.code == "BBW":
        values.setdefault("pab", worth)


SPACED_ENTRY = re.compile(r" *([A-Za-z]+) *([+-]?[0-9]+(?:[.,][0-9]*)?)")
SPACED_ENTRIES = re.compile(f"(?:{SPACED_ENTRY.pattern})+")


PointsEntry = tuple[int, str, int, str]


def symbols_and_points(line: FileLine, symbol: c.Column, repairs: list[Repair]) -> list[PointsEntry]:
    """Each entry of a record 162 or 362, however they are spaced; what is no row of entries, by its columns.

    Letters and figures cannot be mistaken for each other, and several programs pad the entries in ways of their own.
    """
    by_column = list(_in_columns(line, symbol))
    if SPACED_ENTRIES.fullmatch(line.text, c.RECORD.last) is None:
        return by_column
    found = SPACED_ENTRY.finditer(line.text, c.RECORD.last)
    entries = [(one.start(1) + 1, one[1], one.start(2) + 1, one[2]) for one in found]
    if entries != by_column:
        repairs.append(Repair(line.number, c.TEXT.first, RepairKind.OTHER_COLUMNS, line.code))
    return entries


def _in_columns(line: FileLine, symbol: c.Column) -> Iterator[PointsEntry]:
    points, read_to = c.SYSTEM_POINTS, c.RECORD.last
    while line.text[read_to:].strip():
        yield symbol.start_of(line.text), symbol.read(line.text), points.start_of(line.text), points.read(line.text)
        read_to = points.last
        symbol, points = symbol.shifted(c.SYSTEM_STEP), points.shifted(c.SYSTEM_STEP)


def read_point_system(line: FileLine, values: Values, repairs: list[Repair]) -> None:
    """Record 162. The bye of an odd field is worth a win and an unknown result a draw unless it says otherwise."""
    said: dict[str, int] = {}
    for at, text, points_at, points in symbols_and_points(line, c.SYSTEM_CODE, repairs):
        letter = text.upper()
        if letter not in POINT_CODES:
            raise BadValue(line.number, at, c.SYSTEM_CODE.name, letter, "W, D, L, A, P or X")
        said[letter] = read_half_points(line, points_at, points, repairs)
    for letter, names in POINT_CODES.items():
        if letter in said:
            values |= dict.fromkeys(names, said[letter])
    if "W" in said and "P" not in said:
        values["pab"] = said["W"]
    if "D" in said and "X" not in said:
        values["unknown"] = said["D"]


def write_bbx(system: PointSystem) -> list[str]:
    """The lines an engine of the older format needs; none for 1, half, 0. It cannot say what an open game is worth."""
    lines, words = [], []
    for code, names in BBX_NAMES.items():
        first, *_ = worth = {name: getattr(system, name) for name in names if name != "unknown"}
        usual = all(getattr(USUAL_POINTS, name) == value for name, value in worth.items())
        if not usual or (code == "BBU" and system.pab != system.ww):
            lines.append(c.put([(c.RECORD, code), (c.VALUE, written(worth[first]))]))
        words += [f"{name.upper()}={written(value)}" for name, value in worth.items() if value != worth[first]]
    return [*lines, "XXS " + " ".join(words)] if words else lines


def write_point_system(system: PointSystem) -> list[str]:
    """Record 162, and `XXS` for what it cannot say. Values that go without saying are left out."""
    if system == USUAL_POINTS:
        return []
    worth = {letter: getattr(system, names[0]) for letter, names in POINT_CODES.items() if letter != "Z"}
    unsaid = {"L": 0, "A": 0, "P": worth["W"], "X": worth["D"]}
    said = [letter for letter, value in worth.items() if unsaid.get(letter) != value]
    fields: list[tuple[c.Column, str]] = [(c.RECORD, "162")]
    for i, letter in enumerate(said):
        by = i * c.SYSTEM_STEP
        fields += [(c.SYSTEM_CODE.shifted(by), letter), (c.SYSTEM_POINTS.shifted(by), written(worth[letter]))]
    rest = [
        f"{name.upper()}={written(getattr(system, name))}"
        for letter in worth
        for name in POINT_CODES[letter]
        if getattr(system, name) != worth[letter]
    ]
    return [c.put(fields).rstrip(), *(["XXS " + " ".join(rest)] if rest else [])]


AccelerationRecord = Mapping[int, tuple[int, ...]]
"""By starting rank the fictitious half-points of each round, without zeros at the end."""


class Span(NamedTuple):
    """One record 250: the same points for some rounds and a row of starting ranks."""

    points: int
    first_round: int
    last_round: int
    first_player: int
    last_player: int


def accelerated_line(span: Span, points: c.Column) -> str:
    """Record 250: of match points or of game points."""
    rounds = [(c.EXTRA_FIRST_ROUND, str(span.first_round)), (c.EXTRA_LAST_ROUND, str(span.last_round))]
    row = [(c.EXTRA_FIRST, str(span.first_player)), (c.EXTRA_LAST, str(span.last_player))]
    return c.put([(c.RECORD, "250"), (points, written(span.points)), *rounds, *row])


def spread(spans: Iterable[Span], named: AccelerationRecord, players: Iterable[int]) -> AccelerationRecord:
    """The points that `named` players have already, and those of the spans; a span wins."""
    table = {number: list(values) for number, values in named.items()}
    numbers = sorted(players)
    for span in spans:
        for number in numbers:
            if span.first_player <= number <= span.last_player:
                values = table.setdefault(number, [])
                values += [0] * span.last_round
                rounds = span.last_round - span.first_round + 1
                values[span.first_round - 1 : span.last_round] = [span.points] * rounds
    return MappingProxyType({number: found for number, values in table.items() if (found := c.trimmed(values))})


def gathered(table: AccelerationRecord, players: Iterable[int]) -> Iterator[Span]:
    numbers = sorted(players)
    place = {number: i for i, number in enumerate(numbers)}
    runs = sorted((run, number) for number in table for run in _runs(table[number]))
    for (first, last, points), same in groupby(runs, key=lambda pair: pair[0]):
        members = [number for _, number in same]
        for _, row in groupby(enumerate(members), key=lambda pair: place[pair[1]] - pair[0]):
            row_of = [number for _, number in row]
            yield Span(points, first, last, row_of[0], row_of[-1])


def _runs(values: tuple[int, ...]) -> Iterator[tuple[int, int, int]]:
    for points, run in groupby(enumerate(values, 1), key=lambda pair: pair[1]):
        rounds = [round for round, _ in run]
        if points:
            yield rounds[0], rounds[-1], points
