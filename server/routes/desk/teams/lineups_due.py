"""The lineups that a round waits for, for the pages of the desk that lead to them."""

from dataclasses import dataclass
from datetime import datetime

from domain.decisions.players.teams import lineup_due
from projections.round.lineups import MissingLineups, missing_lineups
from server.routes.desk.visit import Visit


@dataclass(frozen=True, slots=True)
class LineupsDue:
    missing: MissingLineups
    due: datetime | None
    """By the clock of the hall; None = there is no deadline."""
    late: bool


def lineups_due(visit: Visit, round: int) -> LineupsDue | None:
    """None: players are paired, the round is not, or every match of it has begun."""
    missing = missing_lineups(visit.snapshot, round)
    if missing is None:
        return None
    due = lineup_due(visit.at.tournament, round)
    hall = datetime.now().astimezone().replace(tzinfo=None)
    return LineupsDue(missing, due, due is not None and hall > due)
