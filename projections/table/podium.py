"""Tables for those who look from far: the tie-breaks that decide, and the podium of a tournament that is over."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import compress
from operator import or_
from typing import NamedTuple

from domain.cards.card import LOSSES
from domain.formats import rules_of
from domain.ranking.order import Table, unlike
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
    StandingRow,
    Standings,
    all_columns,
    columns,
    order_of,
    points_possible,
    primary_score,
    standings_with,
    table,
)

ColumnSet = int
"""A set of columns: bit 0 is the first."""
Mask = tuple[bool, ...]
"""The same, in step with the columns."""
PartedBy = Sequence[tuple[int, ColumnSet]]
"""The tie-breaks that rank, by their places in the order, each with its column; 0 = it has none, as lots."""


def decisive_standings(snapshot: Snapshot) -> Standings:
    """As `marked_standings`, in which only values that decide stand."""
    return snapshot.now(("decisive",), lambda _: _decisive(snapshot, marked_standings(snapshot)))


def _decisive(snapshot: Snapshot, view: Standings) -> Standings:
    return replace(view, rows=snapshot.rows("decisive", view.after, _only)(view.rows))


def _only(row: StandingRow) -> StandingRow:
    values = tuple([value if decides else None for _, value, decides in row.still.marked_cells])
    return row._replace(still=row.still._replace(values=values, decided=()))


def marked_standings(snapshot: Snapshot) -> Standings:
    """The newest table with the columns that decide something, in which the values that do are marked.

    A tie-break that ranks before the points is the score, so every row has it.
    """
    return snapshot.now(("marked",), lambda _: _marked(snapshot))


def _marked(snapshot: Snapshot) -> Standings:
    whole, after = all_columns(snapshot), snapshot.round
    scores, telling = snapshot.settled(("scores, telling",), lambda: _special(snapshot.tournament))
    said = _said(snapshot, after, telling)
    kept = _mask(reduce(or_, set(said), scores), len(whole.heads))
    shown = snapshot.settled(("columns", kept), lambda: whole.only(kept, partial(_decided, kept, scores)))
    return standings_with(snapshot, after, shown, said)


def _special(t: Tournament) -> tuple[ColumnSet, PartedBy]:
    """The columns that come before the points, and what tells rows apart."""
    order, primary = order_of(t), primary_score(t.regulations)
    points = order.index(primary) if primary in order else 0
    column = {place: 1 << at for at, (place, _) in enumerate(columns(t))}
    before = sum(bit for place, bit in column.items() if place < points)
    ranks = [place for place, one in enumerate(order) if one != primary and not rule_of(one).how.only_shown]
    return before, [(place, column.get(place, 0)) for place in ranks]


def _said(snapshot: Snapshot, after: int, telling: PartedBy) -> list[ColumnSet]:
    """For each player the columns by which they stand below those before them, or above those behind them."""
    found = table(snapshot, after)
    return snapshot.now(("told",), lambda before: _told(found, telling, before)).said


class DecisiveColumns(NamedTuple):
    table: Table
    said: list[ColumnSet]
    """By the players' places in the field."""


def _told(table: Table, telling: PartedBy, before: DecisiveColumns | None) -> DecisiveColumns:
    """Where values have changed, and around them, it is looked for again: all others have the neighbours of before."""
    (place, sharing), again = table.places, table.shown.again
    if before is None or again is None:
        said, looked_at = [0] * len(table.players), set(table.players)
    else:
        others = {*again, *unlike(table.scores, before.table.scores)}
        said, looked_at = before.said.copy(), table.around(others) | before.table.around(others)
    lines = map(table.line_of.__getitem__, looked_at)
    for start in {place[line] - 1 for line in lines if place[line]}:
        stop = start + sharing[start]
        columns = _parting(table, telling, start) | _parting(table, telling, stop)
        for player in table.players[start:stop]:
            said[player] = columns
    return DecisiveColumns(table, said)


def _parting(table: Table, telling: PartedBy, line: int) -> ColumnSet:
    """The column that tells this line from the one before of the same points; 0 = none does, or none is needed."""
    if 0 < line < len(table.players) and table.places[0][line]:
        one, other = table.players[line - 1 : line + 1]
        if table.scores[one] == table.scores[other]:
            values, others = table.shown.lines[one], table.shown.lines[other]
            return next((column for at, column in telling if values[at] != others[at]), 0)
    return 0


def _decided(kept: Mask, scores: ColumnSet, said: ColumnSet) -> Mask:
    """Whether each value is said, in step with the kept columns."""
    return tuple(compress(_mask(said | scores, len(kept)), kept))


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
