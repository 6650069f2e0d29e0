"""What events that nobody has written yet would change, worked out in a thread."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass

from domain.events import Event, boards_of
from domain.tournament import Tournament
from projections.effect import Effect, PairingEffect, effect, pairing_effects
from projections.sheet import Sheet, sheet

PATIENCE = 2.0
"""Seconds the pairing engine gets to think about a preview; later rounds are left out and said so."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """An effect with as many rounds as there was time for."""

    effect: Effect
    rounds: tuple[PairingEffect, ...]
    complete: bool


async def outlook(tournament: Tournament, events: Sequence[Event], patience: float = PATIENCE) -> Outlook:
    """Worked out on a copy: entry at the other boards goes on meanwhile."""
    return await asyncio.to_thread(_outlook, tournament.copy(), tuple(events), patience)


async def table_effect(tournament: Tournament, events: Sequence[Event]) -> Effect:
    """The quick half alone."""
    return await asyncio.to_thread(lambda t: effect(sheet(t), events), tournament.copy())


def _outlook(tournament: Tournament, events: tuple[Event, ...], patience: float) -> Outlook:
    now: Sheet = sheet(tournament)
    first = first_round(tournament, events)
    seen = effect(now, events)
    deadline = time.monotonic() + patience
    rounds: list[PairingEffect] = []
    for round in pairing_effects(now, events, first):
        if time.monotonic() > deadline:
            return Outlook(seen, tuple(rounds), complete=False)
        rounds.append(round)
    return Outlook(seen, tuple(rounds), complete=True)


def first_round(tournament: Tournament, events: Sequence[Event]) -> int:
    """The earliest round the events speak of: pairings after it may differ."""
    rounds = [round for event in events for round, _ in boards_of(event)]
    return min(rounds, default=tournament.published)
