"""The earlier stages in which somebody has qualified, and what they bring along."""

from dataclasses import dataclass

from domain.tournament import Tournament
from domain.words.festivals import Carry
from domain.words.players import EntrantId


@dataclass(frozen=True, slots=True)
class CameFrom:
    """An earlier stage, and what somebody brings along from it."""

    source: str
    """The address of its tournament."""
    name: str
    origin: EntrantId
    """The player's id in that tournament."""
    place: int
    carried: int
    """Half-points."""
    carry: Carry


def came_from(t: Tournament, player: EntrantId) -> tuple[CameFrom, ...]:
    return tuple(
        CameFrom(event.source, event.name or event.source, one.origin, one.place, one.carried, event.carry)
        for event in t.qualified.values()
        for one in event.entrants
        if one.entrant == player
    )
