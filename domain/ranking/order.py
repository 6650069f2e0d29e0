"""The table: points first, then the tie-breaks in order, each still-tied group going on by itself.

rank(cards, order, context, lots) -> tuple[Ranked, ...]      best first
tabulate(field, order, earlier) -> Table                     the same, faster with the table of a moment before
places_by_number(field, order) -> {number: (place, tied)}    where nothing else of the table is wanted
reach(order) -> Reach                                        whose cards somebody's row is made of
draw_lots(keys, seed) -> tuple[str, ...]                     drawn once, the same for ever
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field as stored
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import chain, compress, starmap
from operator import eq, is_not
from typing import Final, Generic, NamedTuple, TypeVar

from domain.cards.card import Card, Cards
from domain.ranking.tiebreaks import Context, Field, TeamCards, Tiebreak, TiebreakColumn, Value, places_among, rule_of
from domain.ranking.tiebreaks.field import Memory, Reach, exact
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.players import PairingNumber

# Lines made of columns, each made again only when its cells are other objects than the time before.
# A value that has not changed is the same object nearly everywhere here. To find that out for a stretch of cells at
# once is a hundred times as fast as cell by cell.

STRETCH_CELLS = 24

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MadeLines(Generic[T]):
    """Lines, and the columns that they were made of."""

    lines: tuple[T, ...] = ()
    columns: tuple[Sequence[object], ...] = ()
    again: Collection[int] | None = stored(default=None, compare=False)
    """The places of the lines that were made again; None = all."""

    def renewed(self, make: Callable[..., T], *columns: Sequence[object], equals: bool = False) -> "MadeLines[T]":
        """The lines made of these columns, which run in step and which nobody changes after this call.

        Equal cells make equal lines. `equals`: a line that comes out equal is given again, for those who keep what
        they made of it.
        """
        if len(columns) != len(self.columns) or len(columns[0]) != len(self.lines):
            return MadeLines(tuple(map(make, *columns)), columns)
        lines, both = list(self.lines), zip(columns, self.columns, strict=True)
        places = set(chain.from_iterable(starmap(unlike, both)))
        for at, line in zip(places, map(make, *[map(column.__getitem__, places) for column in columns]), strict=True):
            if not equals or line != lines[at]:
                lines[at] = line
        return MadeLines(tuple(lines), columns, places)


def unlike(now: Sequence[object], before: Sequence[object]) -> Iterator[int]:
    """The places at which two sequences of one length have other objects, but for stretches that are equal."""
    if now is before or now == before:
        return
    for start in range(0, len(now), STRETCH_CELLS):
        cells, known = now[start : start + STRETCH_CELLS], before[start : start + STRETCH_CELLS]
        if cells != known:
            yield from compress(range(start, len(now)), map(is_not, cells, known))


K = TypeVar("K", int, tuple[int, ...])

BY_POINTS: Final = Tiebreak("PTS")
BY_BRACKET: Final = Tiebreak("BRACKET")
BY_LOTS: Final = Tiebreak("LOTS")


class Ranked(NamedTuple):
    place: int
    """From 1; equals to the end share it. 0: in no ranking, behind all others."""
    number: PairingNumber
    score: Fraction
    """Points; for teams the primary score."""
    order: tuple[Tiebreak, ...]
    values: tuple[Value | None, ...]
    """In step with `order`. None: of type A, and this player was not tied when it was asked."""
    tied_with: int = 1
    """The number of those who share the place, this player included."""

    @property
    def first_score(self) -> Fraction:
        """The score that comes first: points, or the McMahon score."""
        known = zip(self.order, self.values, strict=True)
        return next((Fraction(v) for t, v in known if t.code == "MMS" and isinstance(v, int | Fraction)), self.score)


ValueLine = tuple[Value | None, ...]


class Tie(NamedTuple):
    at: int
    lines: range
    apart: bool
    """The tie-break separated somebody of them."""


SharedPlaces = tuple[list[int], list[int]]
"""In the order of the table the place of each, 0 for those in no ranking, and how many share it."""


@dataclass(frozen=True)
class Table:
    """A ranking with what the next one starts from."""

    ties: tuple[Tie, ...]
    players: list[int]
    """As the rows, by their places in the field."""
    places: SharedPlaces
    order: tuple[Tiebreak, ...]
    shown: MadeLines[ValueLine]
    """By the places in the field, as are the next two."""
    cards: Sequence[Card]
    scores: Sequence[int]
    """In half-points."""

    def in_line(self, of_players: Sequence[T]) -> list[T]:
        """What comes by the places in the field as the rows stand."""
        return list(map(of_players.__getitem__, self.players))

    @cached_property
    def line_of(self) -> Mapping[int, int]:
        """The line of each player, from 0, by their place in the field."""
        return dict(zip(self.players, range(len(self.players)), strict=True))

    def around(self, players: Iterable[int]) -> set[int]:
        """These players and those in the lines before and behind them."""
        near = chain.from_iterable(
            self.players[max(0, at - 1) : at + 2] for at in map(self.line_of.__getitem__, players)
        )
        return set(near)

    @cached_property
    def rows(self) -> tuple[Ranked, ...]:
        return tuple(map(self.row, range(len(self.players))))

    def row(self, line: int) -> Ranked:
        """From 0."""
        place, tied_with, i = self.places[0][line], self.places[1][line], self.players[line]
        return Ranked(place, self.cards[i].number, exact(self.scores[i], 2), self.order, self.shown.lines[i], tied_with)


def rank(
    cards: Cards | TeamCards | Field, order: Sequence[Tiebreak], context: Context, lots: Mapping[int, int] | None = None
) -> tuple[Ranked, ...]:
    """The table, best first (F.10; article 32; C.07, 4.2).

    `order` starts with the points unless it says where they (or `MMS`, `MP`, `GP`) come. `lots`, from
    pairing number to place in the draw, decide where `order` has LOTS, else at the very end; without
    them equals share the place. Equals stand in the order of their pairing numbers.
    """
    field = cards if isinstance(cards, Field) else Field.of(cards, context)
    if lots and lots != field.context.lots:
        field = replace(field, context=replace(field.context, lots=lots), memory=Memory(field.foes))
    return tabulate(field, completed_order(order, lots=bool(lots))).rows


def tabulate(field: Field, order: tuple[Tiebreak, ...], earlier: Table | None = None) -> Table:
    """The table under a complete order.

    `earlier` is one of a moment before: it is nearly in order, and values and places that stay are given again.
    """
    found = _sorted(field, order, earlier)
    alike = earlier if earlier is not None and len(earlier.players) == len(field) and earlier.order == order else None
    shown = _values(field, order, found.columns, found.among, alike.shown if alike else MadeLines())
    places = _places(field, found)
    if alike and alike.places == places:
        places = alike.places
    return Table(found.ties, found.players, places, order, shown, field.cards, field.scores)


def places_by_number(field: Field, order: tuple[Tiebreak, ...]) -> dict[PairingNumber, tuple[int, int]]:
    """By pairing number the place, and how many share it, as the rows of a table have them."""
    found, numbers = _sorted(field, order, None), [card.number for card in field.cards]
    both = zip(map(numbers.__getitem__, found.players), *_places(field, found), strict=True)
    return {number: (place, tied_with) for number, place, tied_with in both}


class _Sorted(NamedTuple):
    players: list[int]
    """By their places in the field, best first."""
    tied: list[range]
    """Those still tied at the end, as runs of `players`."""
    ties: tuple[Tie, ...]
    columns: Sequence[TiebreakColumn | None]
    among: dict[int, dict[int, int]]


def _sorted(field: Field, order: tuple[Tiebreak, ...], earlier: Table | None) -> _Sorted:
    columns = [how.column(field, tiebreak) if (how := rule_of(tiebreak).how).column else None for tiebreak in order]
    known = earlier if earlier is not None and len(earlier.players) == len(field) else None
    players = known.players.copy() if known else list(range(len(field)))
    unranked = field.context.unranked
    out = [at for at, number in enumerate(field.index) if number in unranked] if unranked else []
    if out:
        players = [*(at for at in players if at not in out), *out]
    tied = [range(len(players) - len(out))]
    among: dict[int, dict[int, int]] = {}
    ties: list[Tie] = []
    first = 0
    for at, tiebreak in enumerate(order):
        if columns[at] is None:
            tied = _split(players, tied, _keys(field, order[first:at], columns[first:at]).__getitem__)
            tied, among[at], asked = _split_among(field, at, tiebreak, players, tied)
            ties += asked
            first = at + 1
    tied = _split(players, tied, _keys(field, order[first:], columns[first:]).__getitem__)
    for run in tied:
        players[run.start : run.stop] = sorted(players[run.start : run.stop])
    return _Sorted(players, tied, tuple(ties), columns, among)


def completed_order(order: Sequence[Tiebreak], *, lots: bool) -> tuple[Tiebreak, ...]:
    """The order with the points in front and the lots at the end, where they are not named.

    A bracket places everybody: points count for nothing there, and those who are out together share the place.
    """
    named = {tiebreak.code for tiebreak in order}
    first = () if named & {"PTS", "MMS", "KZ", "MP", "GP", "BRACKET"} else (BY_POINTS,)
    drawn = lots and not named & {"LOTS", "BRACKET"}
    return (*first, *order, *((BY_LOTS,) if drawn else ()))


def reach(order: Iterable[Tiebreak]) -> Reach:
    """The distance in games from which a changed card can reach a value, besides those of the tied."""
    return max((rule_of(tiebreak).how.reach for tiebreak in order), default=Reach.OWN)


def _keys(field: Field, order: tuple[Tiebreak, ...], columns: Sequence[TiebreakColumn | None]) -> list[tuple[int, ...]]:
    """Everybody's sorting key under tie-breaks that follow each other: ascending, the better the smaller."""

    def keys(players: Sequence[int]) -> Iterable[tuple[int, ...]]:
        both = ((rule_of(t), t, c) for t, c in zip(order, columns, strict=True) if c is not None)
        found = [c.of(players).keys(low_first=rule.low_first(t)) for rule, t, c in both if not rule.how.only_shown]
        return zip(*found, strict=True) if found else [()] * len(players)

    return field.memory.list_of(("keys", order), reach(order), keys)


def _values(
    field: Field,
    order: tuple[Tiebreak, ...],
    columns: Sequence[TiebreakColumn | None],
    among: dict[int, dict[int, int]],
    earlier: MadeLines[ValueLine],
) -> MadeLines[ValueLine]:
    """Everybody's values; `among`: what type A says of the tied, by its place in the order."""

    def cells(at: int, tiebreak: Tiebreak, column: TiebreakColumn | None) -> Sequence[Value | None]:
        if column is None:
            return list(map(among[at].get, range(len(field))))
        shown, how = column, rule_of(tiebreak).how
        return field.memory.list_of(("shown", tiebreak), how.reach, lambda players: shown.of(players).values())

    both = zip(order, columns, strict=True)
    return earlier.renewed(_line, *[cells(at, *one) for at, one in enumerate(both)], equals=True)


def _line(*cells: Value | None) -> ValueLine:
    return cells


EQUAL_NEIGHBOURS: Final = re.compile(b"\x01+")
"""To look for them in bytes is six times as fast as with iterators."""


def _split(players: list[int], tied: Iterable[range], key: Callable[[int], K]) -> list[range]:
    """Sorts each run of tied players where it stands; the runs that are still tied.

    A run is a range of places in `players`. Nearly everybody is soon tied with nobody: to them nothing is done.
    """
    left: list[range] = []
    for run in tied:
        ordered = sorted(players[run.start : run.stop], key=key)
        players[run.start : run.stop] = ordered
        keys: list[K] = list(map(key, ordered))
        as_next = bytes(map(eq, keys, keys[1:]))
        spans = map(re.Match.span, EQUAL_NEIGHBOURS.finditer(as_next))
        left += [range(run.start + begin, run.start + end + 1) for begin, end in spans]
    return left


def _split_among(
    field: Field, at: int, tiebreak: Tiebreak, players: list[int], tied: Iterable[range]
) -> tuple[list[range], dict[int, int], list[Tie]]:
    """Type A: as `_split`, the places of those who were tied, and the runs that were asked about."""
    left: list[range] = []
    found: dict[int, int] = {}
    asked: list[Tie] = []
    for run in tied:
        place_of = places_among(field, tiebreak, players[run.start : run.stop], run.start == 0)
        apart = len(set(place_of.values())) > 1
        left += _split(players, [run], place_of.__getitem__) if apart else [run]
        found |= place_of
        asked.append(Tie(at, run, apart))
    return left, found, asked


def _places(field: Field, found: _Sorted) -> SharedPlaces:
    counted, size = _counted(len(found.players)), len(found.players)
    place, sharing = list(counted), [1] * size
    for run in found.tied:
        many = len(run)
        place[run.start : run.stop] = [counted[run.start]] * many
        sharing[run.start : run.stop] = [many] * many
    out = sum(number in field.index for number in field.context.unranked)
    place[size - out :] = [0] * out
    return place, sharing


@lru_cache(maxsize=64)
def _counted(most: int) -> tuple[int, ...]:
    """1, 2, 3 ...: the same objects each time, so that a place that stays is found without comparing."""
    return tuple(range(1, most + 1))


def drawn_order(keys: Iterable[str], seed: str) -> tuple[str, ...]:
    """The players' stable keys in drawn order: by the SHA-256 of seed and key.

    The draw depends on nothing else, neither on who else takes part nor on any order, so it can
    be repeated by anybody who knows the seed.
    """
    return tuple(sorted(set(keys), key=lambda key: (sha256(f"{seed}\n{key}".encode()).digest(), key)))


class Verdict(StrEnum):
    FIRST = "first"
    """The one asked about first is ahead."""
    SECOND = "second"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class ComparisonStep:
    tiebreak: Tiebreak
    articles: tuple[Article, ...]
    first: Value | None
    second: Value | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two players: the last step is the one that decides, if any does."""

    first: int
    second: int
    steps: tuple[ComparisonStep, ...]

    @property
    def verdict(self) -> Verdict:
        return self.steps[-1].verdict if self.steps else Verdict.EQUAL


def compare_players(ranked: Iterable[Ranked], a: PairingNumber, b: PairingNumber) -> Comparison:
    """Players `a` and `b` (pairing numbers) step by step, down to the tie-break that decides.

    Raises `KeyError` for a number that is not in the table.
    """
    rows = {row.number: row for row in ranked}
    one, two = rows[a], rows[b]
    steps: list[ComparisonStep] = []
    for tiebreak, x, y in zip(one.order, one.values, two.values, strict=True):
        if rule_of(tiebreak).how.only_shown:
            continue
        verdict = Verdict.EQUAL if x == y else Verdict.FIRST if _ahead(tiebreak, x, y) else Verdict.SECOND
        steps.append(ComparisonStep(tiebreak, rule_of(tiebreak).articles, x, y, verdict))
        if verdict is not Verdict.EQUAL:
            break
    return Comparison(a, b, tuple(steps))


def _ahead(tiebreak: Tiebreak, x: Value | None, y: Value | None) -> bool:
    """`x` is better than `y`, which is not its equal. An undefined value comes last."""
    if not isinstance(x, int | Fraction):
        return False
    if not isinstance(y, int | Fraction):
        return True
    better = min if rule_of(tiebreak).low_first(tiebreak) else max
    return x == better(x, y)
