"""The engine and the literal implementation give the same answer to random rounds.

Every run draws new rounds and prints its seed: single rounds that no system would leave so, and whole events in
the profiles of `random_events`. More of them, or the same again:

    PAIRING_ROUNDS=20000 PAIRING_SEED=12345 pytest -s tests/pairing/test_two_implementations.py
    EVENT_ROUNDS=20000 PAIRING_SEED=12345 pytest -s tests/pairing/test_two_implementations.py -k events
"""

import os
from collections.abc import Callable
from itertools import combinations
from random import SystemRandom

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.dutch_1998 import choosing
from domain.pairing.graph import cheapest as graph_cheapest
from domain.pairing.graph import layers
from domain.words.games import Code, Colour
from tests.pairing import to_the_letter as literal
from tests.pairing.random_events import PROFILES, sample
from tests.pairing.random_fields_1998 import random_clash, random_stuck, random_wall
from tests.pairing.random_fields_2026 import random_descent, random_field, random_finish
from tests.pairing.random_rounds import described, random_group, random_round
from tests.tiers import tries

ROUNDS = tries(2400, "PAIRING_ROUNDS")
EVENT_ROUNDS = tries(150, "EVENT_ROUNDS")
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


def field(i: int) -> PairingTask:
    """Two fields of an event, then one in which many pairs are kept apart; one event in ten is larger."""
    most = 12 if i % 10 == 0 else 9
    return random_group(f"{SEED}-{i}", min(most, 9)) if i % 3 == 2 else random_round(f"{SEED}-{i}", most)


def test_boards_colours_byes_and_refusals_are_the_same() -> None:
    print(f"PAIRING_SEED={SEED} PAIRING_ROUNDS={ROUNDS}")
    smallest: PairingTask | None = None
    for i in range(ROUNDS):
        task = field(i)
        if by_engine(task) != by_letter(task) and (smallest is None or _size(task) < _size(smallest)):
            smallest = task
    if smallest is not None:
        table = "\n".join(described(smallest))
        pytest.fail(f"seed {SEED}\n{table}\nengine  {by_engine(smallest)}\nliteral {by_letter(smallest)}")


@pytest.mark.parametrize("profile", PROFILES)
def test_the_rounds_of_random_events_are_paired_alike(profile: str) -> None:
    print(f"PAIRING_SEED={SEED} EVENT_ROUNDS={EVENT_ROUNDS}")
    for number, (task, answer) in enumerate(sample(profile, SEED, EVENT_ROUNDS, by_engine), 1):
        assert answer == by_letter(task), f"seed {SEED}, round {number}\n" + "\n".join(described(task))


def _size(task: PairingTask) -> tuple[int, int]:
    return len(task.cards), task.round


RARE = (
    random_group("find-10935", 11),
    random_group("find-43549", 9),
    random_group("find-2279", 11),
    random_group("find-3609", 9),
    random_group("find-241", 9),
    random_round("find-1434", 11),
    random_round("find-110", 11),
    random_round("find-334", 11),
)
"""Found by changing the engine: residents moved on before C.12, brackets joined by C.13 of more or less than half."""
RARER = (
    *(random_stuck(f"deep-{seed}", size) for seed, size in ((209, 11), (87, 8), (8, 10), (184, 11))),
    *(
        random_stuck(f"turn-{seed}", size)
        for seed, size in ((44, 14), (200, 14), (25, 14), (10, 14), (8, 14), (2, 11), (132, 11))
    ),
    *(random_wall(f"deep-{seed}", size) for seed, size in ((330, 11), (258, 10), (0, 10), (6, 10), (433, 8), (30, 8))),
    *(random_clash(f"deep-{seed}", size) for seed, size in ((30, 8), (225, 11), (252, 11))),
    *(random_group(f"deep-{seed}", size) for seed, size in ((339, 11), (196, 14), (153, 11))),
    *(random_round(f"deep-{seed}", 11) for seed in (128, 544)),
    *(random_field(f"deep-{seed}", 10) for seed in (9, 84)),
    random_descent("deep-9", 11),
    random_finish("deep-75", 11),
)
"""Likewise, each for a change that no more frequent field told: chains of exchanges, prices below, bits of the bye."""


@pytest.mark.parametrize("task", RARE + RARER, ids=range(len(RARE + RARER)))
def test_rare_turns_are_taken_alike(task: PairingTask) -> None:
    assert by_engine(task) == by_letter(task)


def seven_players_on_the_way_down() -> PairingTask:
    """C.12 finds a first pairing that moves down the right number of players with the wrong scores."""
    scores = {1: 4, 2: 4, 3: 4, 4: 3, 5: 3, 6: 2, 7: 1}
    drew = {2, 3, 4, 6, 7}
    cards = {
        n: Card(n, lines=(CardLine(Code.DRAW, s, 99, Colour.WHITE) if n in drew else CardLine(Code.HALF_BYE, s),))
        for n, s in scores.items()
    }
    apart = (13, 15, 16, 17, 23, 24, 26, 34, 35, 37, 45, 47, 67)
    return PairingTask(cards, 2, 9, forbidden=frozenset(frozenset(divmod(pair, 10)) for pair in apart))


def test_c12_passes_over_other_scores_in_both() -> None:
    task = seven_players_on_the_way_down()
    expected = RoundPairing((Pair(1, 2), Pair(6, 4), Pair(5, 7)), 3)
    assert by_engine(task) == by_letter(task) == expected


ONE_CIRCLE = (12, 24, 46, 68, 78, 57, 35, 13)


@pytest.mark.parametrize("system", ["dutch-1998", "dutch-2026"])
def test_one_player_exchanged_comes_before_two_of_a_smaller_difference(system: str) -> None:
    """Only neighbours on a circle may meet: 2 for 7 is a difference of 5, and 3 and 4 for 5 and 6 one of 4."""
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 1),)) for n in range(1, 9)}
    apart = {frozenset(pair) for pair in combinations(cards, 2)} - {frozenset(divmod(p, 10)) for p in ONE_CIRCLE}
    answer = SYSTEMS[system].pair(PairingTask(cards, 2, 9, forbidden=frozenset(apart)))
    assert {frozenset((p.white, p.black)) for p in answer.pairs} == {
        frozenset(p) for p in ((1, 2), (3, 5), (4, 6), (7, 8))
    }


FIRST_WAY = (1118, 1519, 1620, 712, 813, 1017)
OTHER_WAY = (1218, 1319, 1720, 715, 816, 1011)


def test_of_two_ways_with_the_same_difference_the_highest_of_s2_come_first() -> None:
    """11, 15 and 16 come for 4, 5 and 6, or 12, 13 and 17 do: the two ways round a circle of those who may meet."""
    fixed = (104, 205, 306, 914)
    cards = {n: Card(n, lines=(CardLine(Code.HALF_BYE, 1),)) for n in range(1, 21)}
    may_meet = {frozenset(divmod(pair, 100)) for pair in (*fixed, *FIRST_WAY, *OTHER_WAY)}
    apart = {frozenset(pair) for pair in combinations(cards, 2)} - may_meet
    answer = by_engine(PairingTask(cards, 2, 9, forbidden=frozenset(apart)))
    assert answer is not None
    assert {100 * min(p.white, p.black) + max(p.white, p.black) for p in answer.pairs} == {*fixed, *FIRST_WAY}


SEVERAL_EXCHANGED = (10, 14, 24, 26, 29, 46, 50, 55, 62, 68, 80, 100, 102, 106, 110, 112, 123, 130, 134, 137)
"""Numbers of fields in which several are exchanged, and not those whom D.2 has first."""
MORE_OF_S1 = (1837, 1996, 3376, 3578)
"""Likewise, and who leaves S1 decides about the difference."""


@pytest.mark.parametrize("bits", [26, 28])
def test_several_are_exchanged_as_well_with_prices_of_few_bits(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = [random_wall(f"steps-{number}", 12) for number in SEVERAL_EXCHANGED + MORE_OF_S1]
    usual = [by_engine(task) for task in tasks]
    assert usual == [by_letter(task) for task in tasks]
    monkeypatch.setattr(layers, "MOST_BITS", bits)
    assert [by_engine(task) for task in tasks] == usual


def test_exchanges_are_found_a_few_players_at_a_time_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prices of 32 bits instead of 120 give the same exchanges in more steps."""
    for module in (choosing, layers):
        monkeypatch.setattr(module, "MOST_BITS", 32)
    for i in range(400):
        task = random_group(f"{SEED}-few-{i}", 8)
        assert by_engine(task) == by_letter(task), "\n".join(described(task))


@pytest.mark.parametrize("field", [random_wall, random_stuck, random_clash, random_group])
def test_bounds_of_sorts_give_the_same_pairs(
    field: Callable[[str, int], PairingTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for here in groups of any size, else in large ones only."""
    monkeypatch.setattr(graph_cheapest, "MANY_VERTICES", 2)
    for i in range(100):
        task = field(f"{SEED}-sorts-{i}", 9)
        assert by_engine(task) == by_letter(task), "\n".join(described(task))
