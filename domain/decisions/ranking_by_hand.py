"""Input of a table from outside: the arbiter's own order of equals, and points of a play-off (checklist, 205, 207)."""

from collections.abc import Sequence

from domain import events as e
from domain.decisions.registering import refuse_if_closed
from domain.refusals import BadField, UnknownPlayer
from domain.tournament import Tournament
from domain.words.players import EntrantId

MAX_OUTSIDE_HALF_POINTS = 200


def order_equals(tournament: Tournament, order: Sequence[EntrantId], reason: str = "") -> list[e.Event]:
    """The order of the tie-break `MANUAL`, best first; all who are not named come after."""
    _known_and_single(tournament, "by_arbiter", order)
    return [] if tuple(order) == tournament.by_arbiter else [e.EqualsOrdered(tuple(order), reason)]


def give_outside_values(tournament: Tournament, values: Sequence[e.OutsideValue], reason: str = "") -> list[e.Event]:
    """The points of the tie-break `PLAYOFF`; all who have none come after."""
    _known_and_single(tournament, "outside", [value.player for value in values])
    for value in values:
        if not 0 <= value.points <= MAX_OUTSIDE_HALF_POINTS:
            raise BadField("outside", str(value.points / 2), "half-points")
    return [] if tuple(values) == tournament.outside else [e.OutsideValuesGiven(tuple(values), reason)]


def _known_and_single(tournament: Tournament, field: str, players: Sequence[EntrantId]) -> None:
    refuse_if_closed(tournament)
    for player in players:
        if player not in tournament.entrants:
            raise UnknownPlayer(player)
        if players.count(player) > 1:
            raise BadField(field, tournament.entrants[player].name, "each-once")
