"""The engine of 2026 and the literal implementation give the same answer to random rounds.

Every run draws new rounds and prints its seed. More of them, or the same again:

    EVENTS_2026=2000 PAIRING_SEED=12345 pytest -s tests/pairing/test_two_implementations_2026.py
    python -m tests.pairing.compare_2026 --events 2000 --seed 12345 --profile messy
"""

import os
from random import SystemRandom

import pytest

from tests.pairing.compare_2026 import compared
from tests.tiers import tries

EVENTS = tries(24, "EVENTS_2026")
SEED = os.environ.get("PAIRING_SEED") or str(SystemRandom().randrange(10**9))
EVENTS_FOR_ONE = {"small": 0.5, "dense": 1, "tiny": 2, "messy": 1, "wild": 3, "apart": 5, "descent": 3, "finish": 4}
"""The events or single rounds of a profile that stand for one of `EVENTS`, as they are of unequal length."""


@pytest.mark.parametrize("profile", EVENTS_FOR_ONE)
def test_boards_colours_byes_and_refusals_are_the_same(profile: str) -> None:
    print(f"PAIRING_SEED={SEED} EVENTS_2026={EVENTS}")
    for number, _, told in compared(profile, SEED, round(EVENTS * EVENTS_FOR_ONE[profile])):
        assert not told, f"seed {SEED}, profile {profile}, event {number}\n{told}"
