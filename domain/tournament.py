"""The state now: the fold of all events into one tournament.

`replay(events)` gives the state, `evolve(tournament, event)` moves it one step. Nothing here
decides whether something was allowed: what is in the journal has happened. The state is
declared in `domain/state.py`, and `domain/folding/` has a step for each event.
"""

from collections.abc import Iterable, Iterator, Sequence

from domain import events as e
from domain.folding import STEPS
from domain.round import Game, Match, Round, RoundState, Version
from domain.state import Tournament

__all__ = ["Game", "Match", "Round", "RoundState", "Tournament", "Version", "evolve", "in_force", "replay", "undone"]


def replay(events: Iterable[e.Event], into: Tournament | None = None) -> Tournament:
    """All events in order, from nothing or from where `into` stands.

    Undos that follow each other are looked at together: one early entry may take thousands with it.
    """
    tournament = into if into is not None else Tournament()
    history, steps, undone, stale = tournament.history, dict(STEPS), e.EventUndone, False
    for event in events:
        kind = type(event)
        if kind is undone:
            history.append(event)
            stale = True
            continue
        if stale:
            _fold_again(tournament)
            stale = False
        history.append(event)
        steps[kind](event, tournament)
    if stale:
        _fold_again(tournament)
    return tournament


def evolve(tournament: Tournament, event: e.Event) -> None:
    """One step. An undo is the only event that looks back: it folds the others again."""
    tournament.history.append(event)
    if isinstance(event, e.EventUndone):
        _fold_again(tournament)
    else:
        STEPS[type(event)](event, tournament)


def undone(history: Sequence[e.Event]) -> frozenset[int]:
    """Versions that do not count, because they were undone by an undo that does."""
    out: set[int] = set()
    for version in range(len(history), 0, -1):
        event = history[version - 1]
        if version not in out and isinstance(event, e.EventUndone):
            out.add(event.version)
    return frozenset(out)


def in_force(history: Sequence[e.Event]) -> Iterator[tuple[int, e.Event]]:
    void = undone(history)
    for version, event in enumerate(history, 1):
        if version not in void and not isinstance(event, e.EventUndone):
            yield version, event


def _fold_again(tournament: Tournament) -> None:
    fresh = Tournament(history=tournament.history)
    for _, event in in_force(tournament.history):
        STEPS[type(event)](event, fresh)
    for name in Tournament.__slots__:
        setattr(tournament, name, getattr(fresh, name))
