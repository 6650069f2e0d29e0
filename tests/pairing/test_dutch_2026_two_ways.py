"""Each bracket of 2026 is settled the same by counting (`straight`) and by weighing every pair (`best`)."""

import pytest

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.dutch_2026.choosing import best
from domain.pairing.dutch_2026.engine import drawn
from domain.pairing.dutch_2026.layout import laid_out
from tests.pairing.random_events import PROFILES, sample

EVENTS = {"small": 60, "dense": 60, "tiny": 60, "messy": 60, "big": 40}


def paired(task: PairingTask) -> RoundPairing | None:
    try:
        return SYSTEMS["dutch-2026"].pair(task)
    except NoLegalPairing:
        return None


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_counting_and_weighing_settle_a_bracket_alike(profile: str, seed: str) -> None:
    for task, answer in sample(profile, seed, EVENTS[profile], paired):
        if answer is not None:
            drawing = drawn(laid_out(task))
            for bracket, found in drawing.settled:
                assert best(drawing.layout, drawing.graph, bracket)[0] == found
