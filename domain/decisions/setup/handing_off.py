"""Decisions about playing a tournament on another machine for a time: only one machine writes at any moment."""

from domain import events as e
from domain.decisions import given_reason
from domain.fields import text
from domain.refusals import NotHandedOff, PlayedElsewhere
from domain.tournament import Tournament

MAX_TAKER_CHARS = 80
MAX_FORCED_REASON_CHARS = 300


def hand_off(tournament: Tournament, to: str, id: str) -> list[e.Event]:
    """`id` is new and made outside. Raises PlayedElsewhere where a copy is away already."""
    to = text("handed_to", to, longest=MAX_TAKER_CHARS, required=True)
    if tournament.handoff is not None:
        raise PlayedElsewhere(tournament.handoff.to)
    return [e.TournamentHandedOff(id, to)]


def take_back(tournament: Tournament, reason: str) -> list[e.Event]:
    """By force: what is on the other machine counts no more. Raises NotHandedOff, ReasonMissing."""
    if tournament.handoff is None:
        raise NotHandedOff
    why = given_reason(reason, "take-back", MAX_FORCED_REASON_CHARS)
    return [e.HandoffEnded(tournament.handoff.id, forced=True, reason=why)]


def not_played_elsewhere(tournament: Tournament, events: list[e.Event], plays: str) -> list[e.Event]:
    """The events of a decision, unless the copy is away. `plays` is the handoff whose copy is played on this machine.

    It may be taken back. Raises PlayedElsewhere.
    """
    handoff = tournament.handoff
    away = handoff is not None and handoff.id != plays
    if handoff is not None and away and not all(isinstance(event, e.HandoffEnded) for event in events):
        raise PlayedElsewhere(handoff.to)
    return events
