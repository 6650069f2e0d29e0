"""The difference between what a play-off gives by now and what the table of its tournament has."""

from typing import NamedTuple

from domain.formats.playoff.rules import position_of
from domain.tournament import Tournament


class PlayoffDrift(NamedTuple):
    """A difference between a play-off and the table that it was held for."""

    playoff: str
    """Its address."""
    place: int
    names: tuple[str, ...]
    """The tied in the order of now; empty = the play-off goes on."""
    taken_before: bool
    """The table has an order of it, another one."""


def playoff_drift(t: Tournament, address: str, played: Tournament) -> PlayoffDrift | None:
    """The difference that the tournament of the table should take over; None = there is none."""
    held, known, outcome = t.playoff.held[address], t.playoff.decided.get(address), position_of(played).outcome
    has = (known.order, known.by) if known else None
    gives = (outcome.order, tuple(by.value for by in outcome.by)) if outcome else None
    if has == gives:
        return None
    names = tuple(t.players[player].name for player in outcome.order) if outcome else ()
    return PlayoffDrift(address, held.place, names, known is not None)
