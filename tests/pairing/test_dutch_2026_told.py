"""The account of 2026 agrees with its pairings."""

from random import Random

import pytest

from domain.cards.card import Card, PairingTask
from domain.pairing import SYSTEMS
from domain.pairing.checker import check
from domain.pairing.dutch_2026.account import Reason, WhyNot
from domain.pairing.generator import Wishes, generate
from domain.pairing.system import NoLegalPairing
from domain.words.rounds import Fault
from tests.pairing.replaying import replay_rounds

DUTCH = SYSTEMS["dutch-2026"]
SEEDS = range(30)


def event(seed: int) -> dict[int, Card]:
    dice = Random(seed)
    players = dice.randint(5, 14)
    wishes = Wishes(players, min(6, players - 1), forfeits=0.05, byes=0.05, withdrawals=0.1)
    return generate(wishes, DUTCH, dice.random).cards


def last_round(seed: int) -> PairingTask:
    """The last round that somebody was paired in, before it was."""
    return list(replay_rounds(event(seed), rounds=6))[-1][0]


@pytest.mark.parametrize("seed", SEEDS)
def test_its_own_events_check_without_a_difference(seed: int) -> None:
    assert check(replay_rounds(event(seed), rounds=6), DUTCH) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_account_has_every_board_and_the_bye(seed: int) -> None:
    task = last_round(seed)
    made, account = DUTCH.pair(task), DUTCH.explain(task)
    assert tuple(pair for pair, _ in account.boards) == made.pairs
    assert (account.bye[0] if account.bye else None) == made.bye


@pytest.mark.parametrize("seed", SEEDS)
def test_its_pairing_is_legal_for_its_own_validator(seed: int) -> None:
    task = last_round(seed)
    made = DUTCH.pair(task)
    assert DUTCH.check(task, made.pairs, made.bye) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_pair_that_does_not_meet_has_its_reason(seed: int) -> None:
    task = last_round(seed)
    made = {frozenset((pair.white, pair.black)) for pair in DUTCH.pair(task).pairs}
    there = sorted(number for number, card in task.cards.items() if card.present)
    for a in there:
        for b in (other for other in there if other > a):
            step = DUTCH.why_not(task, a, b)
            assert isinstance(step.facts, WhyNot)
            assert (step.facts.reason is Reason.THEY_DO) == (frozenset((a, b)) in made)
            assert (step.facts.reason is Reason.WORSE) <= bool(step.children)


def test_who_has_met_must_not_meet_again() -> None:
    cards = event(3)
    number, line = next((n, line) for n, c in cards.items() for line in c.lines if line.opponent and line.code.played)
    task = PairingTask(cards, 6, 9)
    step = DUTCH.why_not(task, number, line.opponent or 0)
    assert isinstance(step.facts, WhyNot)
    assert step.facts.reason in (Reason.FORBIDDEN, Reason.ABSENT)


def test_a_field_without_a_legal_pairing_names_those_in_conflict() -> None:
    cards = {n: card for n, card in event(4).items() if n <= 2}
    met = PairingTask(cards, 2, 9, forbidden=frozenset({frozenset((1, 2))}))
    with pytest.raises(NoLegalPairing) as refused:
        DUTCH.pair(met)
    assert refused.value.conflict == (1,)


def test_two_kept_apart_are_named_by_the_validator() -> None:
    cards = {n: Card(n) for n in (1, 2)}
    task = PairingTask(cards, 1, 5, forbidden=frozenset({frozenset((1, 2))}))
    pair = DUTCH.pair(PairingTask(cards, 1, 5)).pairs
    assert [breach.fault for breach in DUTCH.check(task, pair)] == [Fault.KEPT_APART]
