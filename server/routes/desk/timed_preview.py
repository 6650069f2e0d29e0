"""Previews of events that nobody has written yet, worked out in a thread."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from domain.events import Event, EventUndone, boards_of
from domain.tournament import Tournament
from projections.moment.snapshot import Snapshot
from projections.playoff.preview import PlayoffEffect, TieEffect, playoff_effect, ties_after
from projections.table.preview import Effect, PairingEffect, effect, pairing_effects

PREVIEW_SECONDS = 2.0
"""Seconds the pairing engine gets to think about a preview; later rounds are left out and said so."""


@dataclass(frozen=True, slots=True)
class TimedPreview:
    """An effect with as many rounds as there was time for."""

    effect: Effect
    rounds: tuple[PairingEffect, ...]
    complete: bool
    playoff: PlayoffEffect | None = None
    """None: it is no play-off."""
    ties: tuple[TieEffect, ...] = ()
    """Play-offs for places of the table that it voids, or brings back."""


async def timed_preview(now: Snapshot, events: Sequence[Event], patience: float = PREVIEW_SECONDS) -> TimedPreview:
    """`now` is a still snapshot (`Snapshots.still`): entry at the other boards goes on meanwhile."""
    return await asyncio.to_thread(_outlook, now, tuple(events), patience)


async def table_effect(now: Snapshot, events: Sequence[Event]) -> Effect:
    """The quick half alone."""
    return await asyncio.to_thread(effect, now, tuple(events))


def _outlook(now: Snapshot, events: tuple[Event, ...], patience: float) -> TimedPreview:
    first = first_round(now.tournament, events)
    seen = effect(now, events)
    deadline = time.monotonic() + patience
    rounds: list[PairingEffect] = []
    played, ties = playoff_effect(now, events), ties_after(now, events)
    if played is not None:
        return TimedPreview(seen, (), complete=True, playoff=played)
    for round in pairing_effects(now, events, first):
        if time.monotonic() > deadline:
            return TimedPreview(seen, tuple(rounds), complete=False, ties=ties)
        rounds.append(round)
    return TimedPreview(seen, tuple(rounds), complete=True, ties=ties)


def first_round(tournament: Tournament, events: Sequence[Event]) -> int:
    """The earliest round the events speak of, or what they undo: pairings after it may differ."""
    meant = [tournament.history[e.version - 1] if isinstance(e, EventUndone) else e for e in events]
    rounds = [round for event in meant for round, _ in boards_of(event)]
    return min(rounds, default=tournament.published)
