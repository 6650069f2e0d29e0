"""Starting points of a player of McMahon, corrected after round 1 was published."""

from domain import events as e
from domain.decisions.discipline import LONGEST_REASON
from domain.decisions.registering import refuse_if_closed, registered
from domain.fields import text
from domain.refusals import BadField, ReasonMissing, SameAsBefore
from domain.tournament import Tournament
from domain.tournament_cards import has_starting_points, starting_points
from domain.words.options import HALVES_OF_A_POINT, MOST_STARTING_POINTS
from domain.words.players import EntrantId


def correct_starting_points(tournament: Tournament, player: EntrantId, points: int, reason: str) -> list[e.Event]:
    """`points` are half-points; they count in the table at once and from the next pairing on.

    Before round 1 is published they follow the rating, which is corrected instead.
    """
    refuse_if_closed(tournament)
    registered(tournament, player)
    if not has_starting_points(tournament.regulations) or not tournament.published:
        raise BadField("starting_points", "", "start-follows-rating")
    if not 0 <= points <= HALVES_OF_A_POINT * MOST_STARTING_POINTS:
        raise BadField("starting_points", str(points // HALVES_OF_A_POINT), f"at-most:{MOST_STARTING_POINTS}")
    why = text("reason", reason, longest=LONGEST_REASON)
    if not why:
        raise ReasonMissing("starting-points")
    was = starting_points(tournament)[player]
    if points == was:
        raise SameAsBefore(0, 0)
    first = tournament.published + 1
    return [e.StartingPointsCorrected(player, points, was, first, why, tournament.paired)]
