"""Tables for those who look from far: the tie-breaks that decide, and the podium of a tournament that is over."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial, reduce
from itertools import compress
from operator import or_

from domain.cards.card import LOSSES
from domain.formats import rules_of
from domain.ranking.tiebreaks import rule_of
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import EntrantId
from domain.words.regulations import Details
from projections.moment.overview import Phase, phase_of
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.prize_list import prize_list
from projections.table.standings import (
    ColumnHead,
    StandingRow,
    Standings,
    Still,
    columns,
    order_of,
    points_possible,
    primary_score,
    standings,
    table,
)

ColumnSet = int
"""A set of columns: bit 0 is the first."""
Mask = tuple[bool, ...]
"""The same, in step with the columns."""


def decisive_standings(snapshot: Snapshot) -> Standings:
    """The newest table, in which only values that decide stand.

    A tie-break that ranks before the points is the score, so every row keeps it.
    """
    return snapshot.now(("decisive",), lambda _: _decisive(snapshot, standings(snapshot), "decisive", _only))


def marked_standings(snapshot: Snapshot) -> Standings:
    """The newest table with the same columns, in which every value stands and those that decide are marked."""
    return snapshot.now(("marked",), lambda _: _decisive(snapshot, standings(snapshot), "marked", _marked))


RowMaker = Callable[[Mask, tuple[ColumnHead, ...], StandingRow, ColumnSet], StandingRow]
"""Makes a row with the kept columns, whose heads these are, of a row and of what is said in it."""


def _decisive(snapshot: Snapshot, view: Standings, name: str, make: RowMaker) -> Standings:
    scores, silent = snapshot.settled(("scores, silent",), lambda: _special(snapshot.tournament))
    said = _said(snapshot, view.after, view.rows, silent)
    kept = _mask(reduce(or_, set(said), scores), len(view.columns))
    heads = snapshot.settled((name, kept), lambda: tuple(compress(view.columns, kept)))
    rows = snapshot.rows(f"{name} {kept}", view.after, partial(make, kept, heads))
    return replace(view, columns=heads, rows=rows(view.rows, [bits | scores for bits in said] if scores else said))


def _special(t: Tournament) -> tuple[ColumnSet, ColumnSet]:
    """The columns that come before the points, and those that decide nothing."""
    order = order_of(t)
    points = order.index(primary_score(t.regulations)) if primary_score(t.regulations) in order else 0
    shown = columns(t)
    before = sum(1 << at for at, (place, _) in enumerate(shown) if place < points)
    return before, sum(1 << at for at, (_, tiebreak) in enumerate(shown) if rule_of(tiebreak).how.only_shown)


def _said(snapshot: Snapshot, after: int, rows: Sequence[StandingRow], silent: ColumnSet) -> list[ColumnSet]:
    """For each row the columns by which it stands below those before it, or above those behind it."""
    telling = [1 << at & ~silent for at in range(len(rows[0].values) if rows else 0)]
    neighbours = snapshot.rows("neighbours", after, partial(_told_apart_by, telling))
    between = neighbours(rows[:-1], rows[1:])
    said = list(map(or_, (0, *between), (*between, 0))) if rows else []
    for lines in table(snapshot, after).tied:
        together = slice(lines.start, lines.stop)
        said[together] = [reduce(or_, said[together])] * len(lines)
    return said


def _told_apart_by(telling: Sequence[ColumnSet], row: StandingRow, below: StandingRow) -> ColumnSet:
    """The column that tells two neighbours of the same points apart; 0 = none does, or none is needed."""
    one, other = row.still, below.still
    if one.points == other.points:
        for column, mine, theirs in zip(telling, one.values, other.values, strict=True):
            if mine != theirs and column:
                return column
    return 0


def _only(kept: Mask, heads: tuple[ColumnHead, ...], row: StandingRow, said: ColumnSet) -> StandingRow:
    """Only what is said stands in it."""
    both = zip(row.values, _mask(said, len(kept)), strict=True)
    values = tuple(compress([value if told else None for value, told in both], kept))
    return row._replace(still=row.still._replace(columns=heads, values=values))


def _marked(kept: Mask, heads: tuple[ColumnHead, ...], row: StandingRow, said: ColumnSet) -> StandingRow:
    """Whether each value is said stands beside them."""
    place, tied_with, moved, (person, points, _, values, playing, beside, _) = row
    values, decided = tuple(compress(values, kept)), _decided(said, kept)
    return StandingRow(place, tied_with, moved, Still(person, points, heads, values, playing, beside, decided))


@lru_cache(maxsize=256)
def _decided(said: ColumnSet, kept: Mask) -> tuple[bool, ...]:
    return tuple(compress(_mask(said, len(kept)), kept))


def _mask(columns: ColumnSet, count: int) -> Mask:
    return tuple([bool(columns >> at & 1) for at in range(count)])


LAST_PLACE = 3
"""The last place that stands on the podium."""

MOST_ON_A_PODIUM = 4
"""Both who lost their semi-finals may share the third place."""


@dataclass(frozen=True, slots=True)
class BestOf:
    """The winner of a category that has prizes."""

    prize: str
    row: StandingRow


@dataclass(frozen=True, slots=True)
class Podium:
    first: tuple[StandingRow, ...]
    """Best first. Each row keeps only the tie-breaks that decided its place."""
    bracket: bool
    """Places were played for match by match: points say nothing about them."""
    details: Details
    rounds: int
    entrants: int
    federations: int
    unbeaten: frozenset[EntrantId]
    """Players among the first who have lost no game; empty for teams and brackets."""
    out_of: int = 0
    """The half-points there could be; 0 = in a bracket, where that says nothing."""
    best: tuple[BestOf, ...] = ()
    """Of each category in the order announced."""
    members: tuple[tuple[Person, ...], ...] = ()
    """The players of each of the first, in the order of their boards; () = they are no teams."""


def is_decided(snapshot: Snapshot) -> bool:
    """The last round is decided, or the arbiter has closed the tournament."""
    return bool(snapshot.round) and phase_of(snapshot) in (Phase.OVER, Phase.CLOSED)


def podium(snapshot: Snapshot) -> Podium | None:
    """None: more is to come, or more than four share the first places and nobody knows who stands higher."""
    if not is_decided(snapshot):
        return None
    rows = decisive_standings(snapshot).rows
    first = [row for row in rows if 0 < row.place <= LAST_PLACE]
    while len(first) > MOST_ON_A_PODIUM:
        first = [row for row in first if row.place < first[-1].place]
    if not first:
        return None
    t = snapshot.tournament
    knocks_out = rules_of(t).knocks_out
    return Podium(
        tuple(first),
        knocks_out,
        t.details,
        snapshot.round,
        len(rows),
        len({row.person.federation for row in rows} - {""}),
        frozenset() if knocks_out or t.teams else _unbeaten(snapshot, first),
        points_possible(snapshot),
        _best(snapshot, rows),
        _members(snapshot, first),
    )


def _unbeaten(snapshot: Snapshot, first: Sequence[StandingRow]) -> frozenset[EntrantId]:
    cards = snapshot.cards_after(snapshot.round)
    lost = {number for number, card in cards.items() if any(line.code in LOSSES for line in card.lines)}
    return frozenset(row.person.id for row in first if row.person.number not in lost)


def _best(snapshot: Snapshot, rows: Sequence[StandingRow]) -> tuple[BestOf, ...]:
    """The winners of the first prize of each category; prizes for boards have their own page."""
    awarded = prize_list(snapshot)
    by_person = {row.person.id: row for row in rows}
    found: dict[str, BestOf] = {}
    for one in awarded.rows if awarded else ():
        row = by_person.get(one.person.id)
        if row is not None and one.award.category and one.award.names:
            found.setdefault(one.award.category, BestOf(one.award.names[0], row))
    return tuple(found.values())


def _members(snapshot: Snapshot, first: Sequence[StandingRow]) -> tuple[tuple[Person, ...], ...]:
    teams, people = snapshot.tournament.teams, snapshot.members
    found = (teams.get(row.person.id) for row in first)
    listed = tuple(tuple(people[player] for player in team.players) for team in found if team)
    return listed if any(listed) else ()
