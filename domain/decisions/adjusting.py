"""Points that the arbiter gives or takes away beside the results: a penalty, a bonus (TRF26, record 299)."""

from domain import events as e
from domain.fields import text, whole_number
from domain.refusals import BadField, ReasonMissing, TournamentIsClosed, UnknownPlayer
from domain.tournament import Tournament
from domain.words.entrants import EntrantId

MAX_ADJUSTED_HALF_POINTS = 20
LONGEST_REASON = 500


def adjust_points(tournament: Tournament, player: EntrantId, round: int, points: int, reason: str) -> list[e.Event]:
    """`points` half-points are added to a published round; they count from the next pairing on."""
    if tournament.closed:
        raise TournamentIsClosed
    if player not in tournament.entrants:
        raise UnknownPlayer(player)
    whole_number("round", round, 1, tournament.published)
    if not 0 < abs(points) <= MAX_ADJUSTED_HALF_POINTS:
        raise BadField("points", "", f"adjustment:{MAX_ADJUSTED_HALF_POINTS // 2}")
    why = text("reason", reason, longest=LONGEST_REASON)
    if not why:
        raise ReasonMissing("adjust-points")
    return [e.PointsAdjusted(player, round, points, tournament.paired + 1, why)]
