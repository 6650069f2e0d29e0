"""The account of Dubov 2026 and its answers to "why not?", held against its pairings and against the letter."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from domain.cards.card import Card, CardLine, PairingTask
from domain.pairing import SYSTEMS
from domain.pairing.checker import check
from domain.pairing.dubov_2026 import account as f
from domain.pairing.generator import Generated, Wishes, generate
from domain.pairing.swiss.account import Reason, WhyNot
from domain.pairing.system import Step
from domain.words.games import Code
from tests.pairing import to_the_letter_dubov as literal
from tests.pairing.replaying import replay_rounds
from tests.pairing.test_dubov_2026 import field, past, small_field
from web.wording import language
from web.wording.pairing import account_lines, step_in_words

DUBOV = SYSTEMS["dubov-2026"]
ENGLISH = language("en")
SEEDS = range(12)


def event(seed: int) -> Generated:
    wishes = Wishes(Random(seed).randint(5, 14), 6, forfeits=0.05, byes=0.05, withdrawals=0.1)
    return generate(wishes, DUBOV, Random(seed).random)


def last_round(seed: int) -> PairingTask:
    return list(replay_rounds(event(seed).cards, 6))[-1][0]


def told(step: Step) -> str:
    return step_in_words("dubov-2026", step, str, ENGLISH).sentence


@pytest.mark.parametrize("seed", SEEDS)
def test_its_own_events_check_without_a_difference(seed: int) -> None:
    assert check(replay_rounds(event(seed).cards, 6), DUBOV) == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_every_pair_that_does_not_meet_has_its_reason(seed: int) -> None:
    task = last_round(seed)
    made = {frozenset((pair.white, pair.black)) for pair in DUBOV.pair(task).pairs}
    there = sorted(number for number, card in task.cards.items() if card.present)
    for a, b in ((a, b) for a in there for b in there if a < b):
        step = DUBOV.why_not(task, a, b)
        assert isinstance(step.facts, WhyNot)
        assert (step.facts.reason is Reason.THEY_DO) == (frozenset((a, b)) in made)
        assert (step.facts.reason is Reason.WORSE) <= bool(step.children)
        assert told(step).startswith(f"{a} and {b}: ")


def test_a_criterion_is_worse_with_a_pair_by_the_letter_too() -> None:
    """Of all pairings with the two in the bracket, the best meets that criterion worse than the one there is."""
    names, reasons = ("C5", "C6", "C7", "C8", "C9", "C10"), Counter[str]()
    for seed in range(150):
        task = small_field(seed)
        there = frozenset(n for n, card in task.cards.items() if card.present)
        every = list(literal.Field(task).pairings(there)) if len(there) % 2 == 0 else []
        if not every:
            continue
        letter = literal.Field(task)
        top = frozenset(n for n in there if letter.score(n) == max(map(letter.score, there)))
        bracket = literal.Bracket(letter, top, there)

        def best(pairings: list[literal.Couples], bracket: literal.Bracket = bracket) -> tuple[object, ...]:
            return min(bracket.quality(frozenset(c for c in one if c & bracket.residents)) for one in pairings)

        for a, b in ((a, b) for a in top for b in there if a != b):
            step = DUBOV.why_not(task, a, b)
            assert isinstance(step.facts, WhyNot)
            both = [one for one in every if frozenset((a, b)) in one]
            if step.facts.reason is Reason.WORSE:
                first = next(n for n, x, y in zip(names, best(both), best(every), strict=True) if x != y)
                assert step.children[0].article == f.article(first)
            elif step.facts.reason is Reason.LATER:
                assert best(both) == best(every)
            elif step.facts.reason is Reason.NOT_COMPLETED:
                assert not both
            reasons[step.facts.reason] += 1
    assert min(reasons[reason] for reason in (Reason.WORSE, Reason.LATER, Reason.NOT_COMPLETED)) > 20


def test_a_round_is_told_from_the_subgroups_to_the_boards() -> None:
    cards = [past(n, colour, 2, rating=2500 - n) for n, colour in ((1, "w"), (2, "w"), (3, "b"), (4, "w"))]
    lines = account_lines("dubov-2026", DUBOV.explain(field(*cards)), str, ENGLISH)
    assert lines == [
        "Bracket 1 (1 point): residents 1 2 3 4; nobody floats up (3.2.1).",
        "  G1, due White: 3; G2, due Black: 1 2 4 (3.2.3).",
        "  2 into G1, so that both are as large (3.2.4.2).",
        "  S1 by the average rating of the opponents: 2 (0) · 3 (0); against them 1 4 (3.2.5).",
        "  Not met: C7 (the colour preferred).",
        "Board 1: 2 - 1, bracket 1; colours by 5.2.5; not satisfied: C7 (the colour preferred) for 2.",
        "Board 2: 3 - 4, bracket 1; colours by 5.2.2.",
    ]


def test_pairs_that_cannot_be_avoided_are_told_as_shifts() -> None:
    """Nobody who is due White may meet anybody who is due Black."""
    cards = [past(n, "b" if n <= 2 else "w", 2) for n in range(1, 5)]
    apart = ((1, 3), (1, 4), (2, 3), (2, 4))
    bracket, *_ = DUBOV.explain(field(*cards, apart=apart)).way
    shifts = [step.facts for step in bracket.children if isinstance(step.facts, f.Shifted)]
    assert shifts == [
        f.Shifted((1,), into_g1=False, unavoidable=True),
        f.Shifted((3,), into_g1=True, unavoidable=False),
    ]
    sentences = [told(step) for step in bracket.children]
    assert "1 into G2: in G1 they could not but meet each other (3.2.4.1)." in sentences
    assert "3 into G1, so that both are as large (3.2.4.2)." in sentences


def test_the_bye_says_who_came_before_could_not_have_it_and_why() -> None:
    played = past(4, "b", 0)
    rested = replace(played, lines=(*played.lines, CardLine(Code.PAIRING_BYE, 0)))
    cards = (past(1, "w", 2), past(2, "b", 2), past(3, "w", 0), rested)
    account = DUBOV.explain(field(*cards, past(5, "b", 0), apart=((1, 2), (1, 3), (1, 4))))
    assert account.bye is not None
    assert (account.bye[0], told(account.bye[1])) == (
        3,
        "Bye, given first: 3, 0 points, games played: 1 (3.1); could not have it: 4 (C2), 5 (C4).",
    )


def test_somebody_after_the_one_who_rests_is_not_among_those_who_could_not() -> None:
    rested = Card(4, lines=(CardLine(Code.PAIRING_BYE, 0),))
    cards = (past(1, "w", 2), past(2, "b", 2), past(3, "w", 0), rested)
    account = DUBOV.explain(field(*cards, past(5, "b", 0)))
    assert account.bye is not None
    assert told(account.bye[1]) == "Bye, given first: 5, 0 points, games played: 1 (3.1)."  # 3.1.4: more games than 4


def test_somebody_who_is_not_there_or_has_the_bye_meets_nobody() -> None:
    task = field(past(1, "w", 2), past(2, "b", 2), past(3, "w", 0))
    reasons = [DUBOV.why_not(task, *pair).facts for pair in ((1, 9), (2, 2), (1, 3))]
    assert reasons == [
        WhyNot((1, 9), Reason.ABSENT),
        WhyNot((2, 2), Reason.ABSENT),
        WhyNot((1, 3), Reason.BYE),
    ]
