"""Tables for those who look from far: the tie-breaks that decide, and the podium of a tournament that is over."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import groupby
from operator import or_

from domain.formats import rules_of
from domain.ranking.tiebreaks import rule_of
from domain.records import dataclass
from domain.tournament import Tournament
from projections.moment.overview import Phase, phase_of
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.standings import ColumnHead, StandingRow, Standings, columns, order_of, primary_score, standings

ColumnSet = int
"""A set of columns: bit 0 is the first."""


def decisive_standings(snapshot: Snapshot) -> Standings:
    """The newest table. A tie-break that ranks before the points is the score, so every row keeps it."""
    return snapshot.now(("decisive",), lambda _: _decisive(snapshot, standings(snapshot)))


def _decisive(snapshot: Snapshot, table: Standings) -> Standings:
    scores, silent = snapshot.settled(("scores, silent",), lambda: _special(snapshot.tournament))
    said = _said(snapshot, table, silent)
    kept = reduce(or_, set(said), scores)
    rows = snapshot.rows("decisive", table.after, _only)
    wanted = [bits | scores for bits in said]
    return replace(table, columns=_heads(table.columns, kept), rows=rows(table.rows, wanted, [kept] * len(wanted)))


def _special(t: Tournament) -> tuple[ColumnSet, ColumnSet]:
    """The columns that come before the points, and those that decide nothing."""
    order = order_of(t)
    points = order.index(primary_score(t.regulations)) if primary_score(t.regulations) in order else 0
    shown = columns(t)
    before = sum(1 << at for at, (place, _) in enumerate(shown) if place < points)
    return before, sum(1 << at for at, (_, tiebreak) in enumerate(shown) if rule_of(tiebreak).how.only_shown)


def _said(snapshot: Snapshot, table: Standings, silent: ColumnSet) -> list[ColumnSet]:
    """For each row the columns by which it stands below those before it, or above those behind it."""
    rows = table.rows
    neighbours = snapshot.rows("neighbours", table.after, lambda one, other: _told_apart_by(one, other, silent))
    between = neighbours(rows[:-1], rows[1:])
    said = list(map(or_, (0, *between), (*between, 0))) if rows else []
    shared = [line for line, row in enumerate(rows) if row.tied_with > 1]
    for _, together in groupby(shared, lambda line: rows[line].place):
        lines = list(together)
        of_all = reduce(or_, [said[line] for line in lines])
        for line in lines:
            said[line] = of_all
    return said


def _told_apart_by(one: StandingRow, other: StandingRow, silent: ColumnSet) -> ColumnSet:
    """The column that tells two neighbours of the same points apart; 0 = none does, or none is needed."""
    values = zip(one.values, other.values, strict=True) if one.points == other.points else ()
    apart = (1 << at for at, (mine, theirs) in enumerate(values) if mine != theirs and not silent >> at & 1)
    return next(apart, 0)


def _only(row: StandingRow, said: ColumnSet, kept: ColumnSet) -> StandingRow:
    """The row with the kept columns, in which only what is said stands."""
    values = tuple(value if said >> at & 1 else None for at, value in enumerate(row.values) if kept >> at & 1)
    return row._replace(columns=_heads(row.columns, kept), values=values)


@lru_cache(maxsize=256)
def _heads(heads: tuple[ColumnHead, ...], kept: ColumnSet) -> tuple[ColumnHead, ...]:
    return tuple(head for at, head in enumerate(heads) if kept >> at & 1)


LAST_PLACE = 3
"""The last place that stands on the podium."""

MOST_ON_A_PODIUM = 4
"""Both who lost their semi-finals may share the third place."""

NEXT_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Podium:
    first: tuple[StandingRow, ...]
    """Best first. Each row keeps only the tie-breaks that decided its place."""
    behind: tuple[StandingRow, ...]
    bracket: bool
    """Places were played for match by match: points say nothing about them."""
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
    behind = rows[len(first) : len(first) + NEXT_SHOWN]
    return Podium(tuple(first), behind, rules_of(snapshot.tournament).knocks_out, _members(snapshot, first))


def _members(snapshot: Snapshot, first: Sequence[StandingRow]) -> tuple[tuple[Person, ...], ...]:
    teams, people = snapshot.tournament.teams, snapshot.members
    found = (teams.get(row.person.id) for row in first)
    listed = tuple(tuple(people[player] for player in team.players) for team in found if team)
    return listed if any(listed) else ()
