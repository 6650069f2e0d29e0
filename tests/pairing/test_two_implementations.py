"""The engine and the literal implementation give the same answer to random rounds.

Every run draws new rounds and prints its seed. More of them, or the same again:

    PAIRING_ROUNDS=20000 PAIRING_SEED=12345 pytest -s tests/pairing/test_two_implementations.py
"""

import os
from random import SystemRandom

import pytest

from domain.cards import PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from tests.pairing import literal_dutch_1998 as literal
from tests.pairing.known import KNOWN_ROUNDS, KnownRound
from tests.pairing.random_rounds import described, random_round

ROUNDS = int(os.environ.get("PAIRING_ROUNDS", "3000"))
SEED = os.environ.get("PAIRING_SEED") or str(SystemRandom().randrange(10**9))


def by_engine(task: PairingTask) -> RoundPairing | None:
    try:
        return SYSTEMS["dutch-1998"].pair(task)
    except NoLegalPairing:
        return None


def by_letter(task: PairingTask) -> RoundPairing | None:
    try:
        return literal.pair(task)
    except literal.NothingLegal:
        return None


def test_boards_colours_byes_and_refusals_are_the_same() -> None:
    print(f"PAIRING_SEED={SEED} PAIRING_ROUNDS={ROUNDS}")
    smallest: PairingTask | None = None
    for i in range(ROUNDS):
        task = random_round(f"{SEED}-{i}", most=12 if i % 10 == 0 else 9)
        if by_engine(task) != by_letter(task) and (smallest is None or _size(task) < _size(smallest)):
            smallest = task
    if smallest is not None:
        table = "\n".join(described(smallest))
        pytest.fail(f"seed {SEED}\n{table}\nengine  {by_engine(smallest)}\nliteral {by_letter(smallest)}")


def _size(task: PairingTask) -> tuple[int, int]:
    return len(task.cards), task.round


@pytest.mark.parametrize("known", KNOWN_ROUNDS, ids=str)
def test_the_literal_implementation_knows_the_known_answers(known: KnownRound) -> None:
    got = literal.pair(known.task)
    assert (set(got.pairs), got.bye) == (set(known.answer.pairs), known.answer.bye)
