"""Invariants of every round under every system: random rounds and events, shrunk by Hypothesis to the smallest."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.cards.card import PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.dutch_1998.competitors import field_of
from domain.pairing.dutch_1998.criteria import Chart, chart
from domain.pairing.generator import Wishes, generate
from domain.words.games import Code
from domain.words.options import McMahonOptions
from tests.pairing.random_rounds import has_a_colour_left, random_round
from tests.tiers import tries

EVERY_SYSTEM = pytest.mark.parametrize("system", sorted(SYSTEMS))
ROUNDS = st.builds(random_round, st.integers(0, 10**9).map(str), st.just(12))
SHARES = st.sampled_from((0.0, 0.1, 0.3))
WISHES = st.builds(
    Wishes,
    players=st.integers(2, 40),
    rounds=st.integers(1, 12),
    draws=SHARES,
    forfeits=SHARES,
    byes=SHARES,
    withdrawals=SHARES,
    mcmahon=st.sampled_from((None, McMahonOptions(2000, 100))),
)
EXAMPLES = settings(max_examples=tries(60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
MORE = settings(EXAMPLES, max_examples=tries(150))
FEWER = settings(EXAMPLES, max_examples=20)


SEEDS_DRAWN_AGAIN = ("1066", "1910")
"""Their first draw has somebody with b b b b w w, and no pairing keeps the limits of the colours (C.04.1, 6 and 7)."""


def paired(task: PairingTask, system: str = "dutch-1998") -> RoundPairing | None:
    try:
        return SYSTEMS[system].pair(task)
    except NoLegalPairing:
        return None


@EVERY_SYSTEM
@EXAMPLES
@given(task=ROUNDS)
def test_no_pairing_breaks_an_absolute_criterion(system: str, task: PairingTask) -> None:
    pairing = paired(task, system)
    assert pairing is None or SYSTEMS[system].check(task, pairing.pairs, pairing.bye) == ()


@pytest.mark.parametrize("seed", SEEDS_DRAWN_AGAIN)
def test_no_random_round_leaves_somebody_without_a_colour(seed: str) -> None:
    assert all(map(has_a_colour_left, random_round(seed).cards.values()))


@EVERY_SYSTEM
@EXAMPLES
@given(task=ROUNDS)
def test_everybody_present_is_paired_once_and_nobody_else(system: str, task: PairingTask) -> None:
    pairing = paired(task, system)
    if pairing:
        seated = [n for pair in pairing.pairs for n in (pair.white, pair.black)]
        seated += [pairing.bye] if pairing.bye else []
        assert sorted(seated) == sorted(n for n, card in task.cards.items() if card.present)


@EVERY_SYSTEM
@EXAMPLES
@given(task=ROUNDS, dice=st.randoms(use_true_random=False))
def test_the_order_of_the_cards_changes_nothing(system: str, task: PairingTask, dice: Random) -> None:
    shuffled = list(task.cards.items())
    dice.shuffle(shuffled)
    assert paired(replace(task, cards=dict(shuffled)), system) == paired(task, system)


@EVERY_SYSTEM
@EXAMPLES
@given(task=ROUNDS)
def test_the_account_has_the_boards_in_their_order_and_the_bye(system: str, task: PairingTask) -> None:
    pairing = paired(task, system)
    if pairing:
        account = SYSTEMS[system].explain(task)
        assert tuple(pair for pair, _ in account.boards) == pairing.pairs
        assert (account.bye and account.bye[0]) == pairing.bye


@MORE
@given(ROUNDS)
def test_a_refusal_names_players_who_cannot_all_be_paired_and_nobody_in_excess(task: PairingTask) -> None:
    laid_out = chart(field_of(task))
    if paired(task) is None and (laid_out.bye or len(laid_out.legal) % 2 == 0):
        named = {laid_out.field.place[n] for n in laid_out.conflict}
        assert any(_just_too_many(laid_out, named, bye_due=due) for due in (False, True))


def _just_too_many(laid_out: Chart, named: set[int], *, bye_due: bool) -> bool:
    if _coverable(laid_out, named, bye_due):
        return False
    return all(_coverable(laid_out, named - {one}, bye_due) for one in named)


def _coverable(laid_out: Chart, named: set[int], bye_due: bool) -> bool:
    """Some legal set of pairs covers all of these. In an odd field one of them may have the bye, or somebody must."""
    legal, bye = laid_out.legal, laid_out.bye

    def solve(left: frozenset[int], bye_left: bool) -> bool:
        if not left & named:
            return not (bye_left and bye_due) or any(bye >> place & 1 for place in left)
        first = min(left & named)
        rest = left - {first}
        if bye_left and bye >> first & 1 and solve(rest, False):
            return True
        return any(legal[first] >> other & 1 and solve(rest - {other}, bye_left) for other in rest)

    return solve(frozenset(range(len(legal))), len(legal) % 2 == 1)


@pytest.mark.parametrize("system", sorted(name for name, one in SYSTEMS.items() if not one.meets_again))
@FEWER
@given(seed=st.integers(0, 10**6), wishes=WISHES)
def test_in_a_whole_event_nobody_gets_two_byes_or_meets_twice(system: str, seed: int, wishes: Wishes) -> None:
    event = generate(wishes, SYSTEMS[system], Random(seed).random)
    for card in event.cards.values():
        codes = Counter(line.code for line in card.lines)
        met = [line.opponent for line in card.lines if line.opponent is not None and line.code.played]
        assert codes[Code.PAIRING_BYE] <= 1
        assert len(met) == len(set(met))


@pytest.mark.process
def test_another_process_with_another_hash_seed_gives_the_same_answers() -> None:
    program = (
        "from tests.pairing.test_invariants import SYSTEMS, paired\n"
        "from tests.pairing.random_rounds import random_round\n"
        "for system in sorted(SYSTEMS):\n"
        "    print(system, [paired(random_round(str(i)), system) for i in range(60)])"
    )
    root = Path(__file__).parents[2]
    answers = {
        subprocess.run(
            [sys.executable, "-c", program], cwd=root, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
