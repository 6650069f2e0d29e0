"""Penalties: half-point byes or points that an arbiter takes from a player (or gives), or the whole event."""

from domain import events as e
from domain.decisions.leaving import first_round_away, forfeits_of
from domain.decisions.registering import entrant, refuse_if_closed
from domain.fields import text, whole_number
from domain.refusals import BadField, ReasonMissing
from domain.tournament import Tournament
from domain.words.players import EntrantId

MAX_ADJUSTED_HALF_POINTS = 20
LONGEST_REASON = 500


def bar_from_half_point_byes(tournament: Tournament, player: EntrantId, reason: str = "") -> list[e.Event]:
    """No further half-point bye; those granted stay (FIDE checklist, 175)."""
    _concerned(tournament, player)
    return [] if player in tournament.barred else [e.HalfPointByesBarred(player, reason)]


def allow_half_point_byes(tournament: Tournament, player: EntrantId, reason: str = "") -> list[e.Event]:
    _concerned(tournament, player)
    return [e.HalfPointByesAllowed(player, reason)] if player in tournament.barred else []


def expel(tournament: Tournament, player: EntrantId, reason: str) -> list[e.Event]:
    """Out of the next pairing and out of the table; opponents keep their games (FIDE checklist, 197-198)."""
    _concerned(tournament, player)
    if not reason.strip():
        raise ReasonMissing("expel")
    if player in tournament.expelled:
        return []
    lost = forfeits_of(tournament, player)
    return [e.PlayerExpelled(player, first_round_away(tournament), reason, lost)]


def adjust_points(
    tournament: Tournament, player: EntrantId, round: int, points: int, reason: str, secondary: int = 0
) -> list[e.Event]:
    """`points` half-points are added to a published round (TRF26, 299); they count from the next pairing on.

    `secondary` are those of a team's other score.
    """
    _concerned(tournament, player)
    whole_number("round", round, 1, tournament.published)
    given = [points, secondary] if tournament.regulations.of_teams else [points]
    if not any(given) or max(map(abs, given)) > MAX_ADJUSTED_HALF_POINTS:
        raise BadField("points", "", f"adjustment:{MAX_ADJUSTED_HALF_POINTS // 2}")
    why = text("reason", reason, longest=LONGEST_REASON)
    if not why:
        raise ReasonMissing("adjust-points")
    return [e.PointsAdjusted(player, round, points, tournament.paired + 1, why, *given[1:])]


def _concerned(tournament: Tournament, player: EntrantId) -> None:
    refuse_if_closed(tournament)
    entrant(tournament, player)
