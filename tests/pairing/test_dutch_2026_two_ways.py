"""Each bracket of 2026 is settled the same by counting (`straight`) and by weighing (`best`), whoever is below."""

from collections.abc import Callable, Iterable
from itertools import islice

import pytest

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.dutch_2026 import choosing
from domain.pairing.dutch_2026.choosing import best
from domain.pairing.dutch_2026.competitors import Bracket, Found, laid_out
from domain.pairing.dutch_2026.engine import drawn
from tests.pairing.random_events import PROFILES, sample
from tests.pairing.random_events_2026 import event_rounds
from tests.pairing.random_fields_2026 import random_descent, random_field, random_finish

EVERYBODY = 99
EVENTS = {"small": 60, "dense": 60, "tiny": 60, "messy": 60, "big": 40}


def paired(task: PairingTask) -> RoundPairing | None:
    try:
        return SYSTEMS["dutch-2026"].pair(task)
    except NoLegalPairing:
        return None


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("seed", ["one", "two", "three"])
def test_counting_and_weighing_settle_a_bracket_alike(profile: str, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for task, answer in sample(profile, seed, EVENTS[profile], paired):
        if answer is not None:
            drawing = drawn(laid_out(task))
            for bracket, found in drawing.settled:
                for few_below in (0, EVERYBODY):
                    monkeypatch.setattr(choosing, "FEW_BELOW", few_below)
                    assert best(drawing.layout, drawing.graph, bracket, {})[0] == found


def settled_by_counting(tasks: Iterable[PairingTask]) -> tuple[int, int]:
    """Brackets, and those of them that bounds settle."""
    brackets = counted = 0
    for task in tasks:
        try:
            drawing = drawn(laid_out(task))
        except NoLegalPairing:
            continue
        brackets += len(drawing.settled)
        counted += drawing.unweighed
    return brackets, counted


BY_COUNTING = {"small": (433, 324), "dense": (327, 260), "tiny": (257, 233), "messy": (448, 369), "big": (662, 488)}


@pytest.mark.parametrize("profile", PROFILES)
def test_as_many_brackets_as_ever_need_no_weights(profile: str) -> None:
    """The work of the same 150 rounds: fewer settled by counting are as right, and slower.

    Whether a bracket needs weights hangs on the complete pairing that is carried along: who changes how that is found
    gives other numbers here, and says so.
    """
    rounds = islice(event_rounds(profile, "counted", paired), 150)
    assert settled_by_counting(task for _, (task, _) in rounds) == BY_COUNTING[profile]


@pytest.mark.parametrize(
    ("made", "work"), [(random_field, (365, 240)), (random_descent, (580, 385)), (random_finish, (539, 389))]
)
def test_as_many_brackets_of_rare_fields_as_ever_need_no_weights(
    made: Callable[[str], PairingTask], work: tuple[int, int]
) -> None:
    assert settled_by_counting(made(f"counted-{i}") for i in range(200)) == work


def settled(task: PairingTask) -> list[tuple[Bracket, Found]]:
    try:
        return drawn(laid_out(task)).settled
    except NoLegalPairing:
        return []


@pytest.mark.parametrize("bits", [12, 28])
@pytest.mark.parametrize("made", [random_field, random_descent, random_finish])
def test_weights_of_few_bits_are_settled_step_by_step_with_the_same_answer(
    made: Callable[[str], PairingTask], bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in fields so large that the weights do not fit into the library's numbers."""
    tasks = [made(f"few-bits-{i}") for i in range(100)]
    usual = [settled(task) for task in tasks]
    monkeypatch.setattr(choosing, "MOST_BITS", bits)
    assert [settled(task) for task in tasks] == usual


@pytest.mark.parametrize("made", [random_field, random_descent, random_finish])
def test_sorts_settle_small_brackets_as_weights_do(
    made: Callable[[str], PairingTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large ones, where the bound is asked for, have more ways than could be compared."""
    tasks = [made(f"sorts-{i}") for i in range(100)]
    weighed, (_, plain) = [settled(task) for task in tasks], settled_by_counting(tasks)
    monkeypatch.setattr(choosing, "MANY_VERTICES", 0)
    assert [settled(task) for task in tasks] == weighed
    assert settled_by_counting(tasks)[1] > plain + 30
