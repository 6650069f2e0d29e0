"""Random events with byes, forfeits, withdrawals and late entries, in the report files that py4swiss reads."""

from dataclasses import replace
from random import Random

from domain.words.games import Scoring
from tests.pairing.random_events import Profile
from tests.pairing.random_events_2026 import MadeUpEvent

SIZES = (((5, 20), 60), ((21, 40), 29), ((41, 60), 9), ((61, 150), 2))
"""Fewest and most players, and how many events of a hundred are of that size."""
ROUNDS = (5, 11)
RATINGS = (1000, 2700)


def event_of(seed: str) -> MadeUpEvent:
    """Players of whom everybody has a rating, before the first round."""
    dice = Random(f"py4swiss-{seed}")
    size = dice.choices([size for size, _ in SIZES], [share for _, share in SIZES])[0]
    event = MadeUpEvent(Profile(size, ROUNDS, messy=True), dice)
    event.scoring, event.virtual = Scoring(), {}
    drawn = sorted((dice.randint(*RATINGS) for _ in event.cards), reverse=True)
    event.cards = {n: replace(card, rating=drawn[n - 1]) for n, card in event.cards.items()}
    return event
