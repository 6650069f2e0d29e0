"""The account of a random round of 1998, read from the account alone and checked against the cards."""

from itertools import permutations

import pytest

from domain.cards.card import Card, Float, PairingTask
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.dutch_1998 import account as f
from domain.pairing.dutch_1998.account import MOST_COUNTED, exchange_number
from domain.pairing.swiss.colours import colour_history, preference
from domain.pairing.system import Account, Step
from domain.words.games import Code, Colour
from tests.pairing.random_events import sample
from tests.pairing.random_rounds import random_round

DUTCH = SYSTEMS["dutch-1998"]
FREE = (Code.PAIRING_BYE, Code.FULL_BYE, Code.FORFEIT_WIN)


def told(kind: str) -> list[tuple[PairingTask, Account]]:
    tasks = [random_round(f"account-{seed}") for seed in range(150)] if kind == "random" else _events(kind)
    found = []
    for task in tasks:
        try:
            found.append((task, DUTCH.explain(task)))
        except NoLegalPairing:
            continue
    return found


def _events(profile: str) -> list[PairingTask]:
    def pair(task: PairingTask) -> object:
        try:
            return DUTCH.pair(task)
        except NoLegalPairing:
            return None

    return [task for task, _ in sample(profile, "account", 40, pair)]  # type: ignore[arg-type]


KINDS = ["random", "small", "dense", "messy", "big"]


def facts_of(steps: tuple[Step, ...], kind: type) -> list[object]:
    return [step.facts for step in steps if isinstance(step.facts, kind)]


def above_half(card: Card, task: PairingTask) -> bool:
    return task.round == task.rounds and card.score > task.rounds - 1


def repeats(card: Card, task: PairingTask, now: Float, ago: int) -> bool:
    before = DUTCH.floats(card)
    return len(before) >= ago and before[-ago] is now and not above_half(card, task)


def suffered(task: PairingTask, white: int, black: int) -> dict[str, tuple[int, ...]]:
    """B.3 to B.6 of a board, in words of the cards."""
    higher, lower = sorted((white, black), key=lambda n: (-task.cards[n].score, n))
    found: dict[str, tuple[int, ...]] = {}
    unequal = task.cards[higher].score != task.cards[lower].score
    if unequal:
        found["B.3"] = (higher, lower)
    due = {n: preference(colour_history(task.cards[n].lines)).colour for n in (higher, lower)}
    if due[higher] is not None and due[higher] is due[lower]:
        found["B.4"] = (black if due[higher] is Colour.WHITE else white,)
    for article, ago in (("B.5", 1), ("B.6", 2)):
        floats = ((higher, Float.DOWN), (lower, Float.UP))
        again = tuple(n for n, way in floats if unequal and repeats(task.cards[n], task, way, ago))
        if again:
            found[article] = again
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_each_board_says_what_its_players_do_not_get(kind: str) -> None:
    for task, account in told(kind):
        for place, (pair, step) in enumerate(account.boards, 1):
            made = step.facts
            assert isinstance(made, f.BoardMade)
            assert (made.board, made.white, made.black) == (place, pair.white, pair.black)
            said = {c.article.number: c.facts.players for c in step.children if c.article}  # type: ignore[attr-defined]
            assert said == suffered(task, pair.white, pair.black)
            bracket = account.way[made.bracket - 1].facts
            assert isinstance(bracket, f.ScoreBracket)
            both, down = {pair.white, pair.black}, set(bracket.moved_down)
            assert both <= down | set(bracket.residents)
            if bracket.treatment is not f.Treatment.HETEROGENEOUS:
                assert made.role is f.PairRole.HOMOGENEOUS
            else:
                assert (made.role is f.PairRole.MOVED_DOWN) == bool(both & down)


@pytest.mark.parametrize("kind", KINDS)
def test_the_bye_says_who_was_barred_and_what_it_breaks(kind: str) -> None:
    for task, account in told(kind):
        if account.bye is None:
            continue
        number, step = account.bye
        brackets = [one.facts for one in account.way if isinstance(one.facts, f.ScoreBracket)]
        assert step.facts == f.ByeGiven(number, len(brackets))
        barred = [c.facts.players for c in step.children if isinstance(c.facts, f.Barred)]
        free = {n for n, card in task.cards.items() if any(line.code in FREE for line in card.lines)}
        members = set(brackets[-1].moved_down + brackets[-1].residents)
        assert all(set(players) <= free & members and number not in players for players in barred)
        card = task.cards[number]
        again = {a for a, ago in (("B.5", 1), ("B.6", 2)) if repeats(card, task, Float.DOWN, ago)}
        assert {c.article.number for c in step.children if c.article} - {"B.1b"} == again


@pytest.mark.parametrize("kind", KINDS)
def test_the_brackets_go_down_and_everybody_passes_through_them(kind: str) -> None:
    for task, account in told(kind):
        brackets = [one for one in account.way if isinstance(one.facts, f.ScoreBracket)]
        facts = [one.facts for one in brackets]
        assert [one.number for one in facts] == list(range(1, len(facts) + 1))  # type: ignore[union-attr]
        for step in brackets:
            bracket = step.facts
            assert isinstance(bracket, f.ScoreBracket)
            alone = [n for one in facts_of(step.children, f.WithoutOpponent) for n in one.players]  # type: ignore[attr-defined]
            owners = [n for n in bracket.residents if n not in bracket.moved_down]
            scores = {task.cards[n].score for n in owners}
            joined = facts_of(step.children, f.Joined)
            assert joined or not owners or max(scores) == bracket.score == min(scores)
            boards = [b.facts for _, b in account.boards if b.facts.bracket == bracket.number]  # type: ignore[attr-defined]
            pairs = facts_of(step.children, f.PairsMade)
            assert sum(one.made for one in pairs) == len(boards)  # type: ignore[attr-defined]
            wanted = (
                len(bracket.moved_down) + len(bracket.residents) - len(facts_of(step.children, f.ByeMovedDown))
            ) // 2
            assert alone or all(one.wanted == wanted for one in pairs)  # type: ignore[attr-defined]
            fewer = sum(one.times for one in facts_of(step.children, f.FewerPairs))  # type: ignore[attr-defined]
            assert alone or not pairs or fewer == wanted - len(boards)


@pytest.mark.parametrize("kind", KINDS)
def test_each_attempt_is_counted_as_the_orders_of_section_d_come(kind: str) -> None:
    for _, account in told(kind):
        for step in account.way:
            for attempt in facts_of(step.children, f.Attempt):
                assert isinstance(attempt, f.Attempt)
                if len(attempt.s2) > 5:
                    continue
                seated = {(b.facts.white, b.facts.black) for _, b in account.boards}  # type: ignore[attr-defined]
                orders = list(dict.fromkeys(order[: len(attempt.s1)] for order in permutations(attempt.s2)))
                chosen = orders[attempt.transposition]
                pairs = list(zip(attempt.s1, chosen, strict=False))
                assert all((a, b) in seated or (b, a) in seated for a, b in pairs)
                assert (attempt.exchange.number == 0) == (attempt.exchange.from_s1 == ())


def test_no_exchange_is_number_0_and_the_first_is_number_1() -> None:
    assert exchange_number(3, 6, ((), ())) == 0
    assert exchange_number(3, 6, ((3,), (4,))) == 1


@pytest.mark.parametrize(
    ("s1", "size", "exchange", "counted"),
    [
        (MOST_COUNTED, 2 * MOST_COUNTED, ((MOST_COUNTED,), (MOST_COUNTED + 1,)), True),
        (MOST_COUNTED + 1, 2 * MOST_COUNTED, ((MOST_COUNTED + 1,), (MOST_COUNTED + 2,)), False),
        (10, 12 + MOST_COUNTED, ((10,), (11,)), False),
    ],
)
def test_an_exchange_is_counted_among_so_many_players_and_no_more(
    s1: int, size: int, exchange: tuple[tuple[int, ...], tuple[int, ...]], counted: bool
) -> None:
    assert (exchange_number(s1, size, exchange) is not None) is counted
