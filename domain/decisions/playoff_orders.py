"""The order of the tied in the table of their tournament: it comes with the end of their play-off, and goes with it."""

from collections.abc import Sequence
from dataclasses import replace

from domain import events as e
from domain.decisions.registering import refuse_if_closed
from domain.formats.playoff.state import PlayoffOutcome
from domain.refusals import BadField, NoSuchPlayoff
from domain.tournament import Tournament, undone
from domain.words.options import OrderGone
from domain.words.players import EntrantId


def take_outcome(
    tournament: Tournament, source: str, position: int, order: Sequence[EntrantId], by: Sequence[str]
) -> list[e.Event]:
    """The order that a play-off gave becomes the tie-break `PLAYOFF`. Raises NoSuchPlayoff or BadField."""
    refuse_if_closed(tournament)
    held = tournament.playoff.held.get(source)
    if held is None:
        raise NoSuchPlayoff(source)
    if sorted(order) != sorted(held.tied) or len(by) != len(order):
        raise BadField("outside", source, "each-once")
    known = tournament.playoff.decided.get(source)
    if known is not None and (known.order, known.by) == (tuple(order), tuple(by)):
        return []
    return [e.PlayoffDecided(source, position, tuple(order), tuple(by))]


def reopen_playoff(
    tournament: Tournament, source: str, position: int, cause: OrderGone = OrderGone.GOES_ON, reason: str = ""
) -> list[e.Event]:
    """The order does not stand any more. A second time changes nothing."""
    if source not in tournament.playoff.decided:
        return []
    refuse_if_closed(tournament)
    return [e.PlayoffReopened(source, position, reason, cause)]


def bring_order(
    tournament: Tournament, source: str, position: int, outcome: PlayoffOutcome | None, still_tied: bool
) -> list[e.Event]:
    """The order that a play-off gives by now, or that it gives none; `still_tied`: they are level as when it was held.

    Raises NoSuchPlayoff, TournamentIsClosed.
    """
    if source not in tournament.playoff.held:
        raise NoSuchPlayoff(source)
    if not still_tied:
        return reopen_playoff(tournament, source, position, OrderGone.OTHERS_TIED)
    if outcome is None:
        return reopen_playoff(tournament, source, position)
    return take_outcome(tournament, source, position, outcome.order, [by.value for by in outcome.by])


def follow_playoff(
    tournament: Tournament, source: str, position: int, outcome: PlayoffOutcome | None, still_tied: bool
) -> list[e.Event]:
    """The same as a step that nobody asked for: not into a closed table, nor against an undo by the arbiter."""
    if tournament.closed or source not in tournament.playoff.held:
        return []
    events = bring_order(tournament, source, position, outcome, still_tied)
    return [] if events and _undone_by_hand(tournament, source, events[0]) else events


def _undone_by_hand(tournament: Tournament, source: str, event: e.Event) -> bool:
    """The newest word about this play-off was just that, and somebody has undone it."""
    about = (
        (version, past)
        for version, past in enumerate(tournament.history, 1)
        if isinstance(past, e.PlayoffDecided | e.PlayoffReopened) and past.source == source
    )
    version, newest = max(about, default=(0, None), key=lambda one: one[0])
    return newest is not None and version in undone(tournament.history) and _said(newest) == _said(event)


def _said(event: e.Event) -> e.Event:
    """Without the moment at which it was said."""
    return replace(event, position=0) if isinstance(event, e.PlayoffDecided | e.PlayoffReopened) else event
