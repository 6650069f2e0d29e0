"""The podium of a tournament that is over: the first three, what told them apart, and who comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.formats import rules_of
from projections.moment.overview import Phase, phase_of
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.table.decisive import decisive_standings
from projections.table.standings import StandingRow

LAST_PLACE = 3
"""The last place that stands on the podium."""

MOST_ON_A_PODIUM = 4
"""Both who lost their semi-finals may share the third place."""

NEXT_SHOWN = 12
"""Those behind the podium who are named beside it, where there is room."""


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
