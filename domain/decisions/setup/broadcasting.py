"""Decisions about what everybody sees of the games while they are played."""

from domain import events as e
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.choices.broadcasts import MOST_DELAY_MINUTES, MOST_DELAY_MOVES, Broadcast


def set_broadcast(tournament: Tournament, broadcast: Broadcast) -> list[e.Event]:
    """Minutes or moves, not both. Raises BadField."""
    for field, value, most in (
        ("delay_minutes", broadcast.minutes, MOST_DELAY_MINUTES),
        ("delay_moves", broadcast.moves, 0 if broadcast.minutes else MOST_DELAY_MOVES),
    ):
        if not 0 <= value <= most:
            raise BadField(field, str(value), f"whole:0:{most}")
    return [] if tournament.broadcast == broadcast else [e.BroadcastSet(broadcast)]
