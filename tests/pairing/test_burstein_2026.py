"""Burstein 2026 (C.04.4.2): single articles, and random rounds beside an implementation to the letter."""

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.files.trf import parse, report_task
from domain.files.trf.tasks import pairing_made
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.burstein_2026 import choosing, engine, first_rounds
from domain.pairing.burstein_2026.account import FirstRounds, _as_it_was
from domain.pairing.burstein_2026.choosing import best
from domain.pairing.burstein_2026.competitors import Index, everybody, indices, laid_out
from domain.pairing.burstein_2026.engine import drawn
from domain.pairing.checker import check
from domain.pairing.generator import Generated, Wishes, generate
from domain.pairing.swiss.account import Reason, WhyNot
from domain.words.articles import Article
from domain.words.games import Code, Colour
from domain.words.rounds import Breach, Fault
from tests.files.lines import case
from tests.pairing.known import CASES
from tests.pairing.literal_burstein import paired, pairings_in_order
from tests.pairing.random_fields_2026 import random_descent, random_field
from tests.pairing.random_rounds import random_round
from tests.pairing.replaying import replay_rounds

W, B = Colour.WHITE, Colour.BLACK
BURSTEIN, DUTCH = SYSTEMS["burstein-2026"], SYSTEMS["dutch-2026"]
KNOWN_ORDER = json.loads((CASES / "generation_orders.json").read_text())["burstein2026_order_6_players_2_pairs"]


EVENTS = [text + b"\n" for text in case("burstein_2026_reference.trfs").split(b"\n\n")]


@pytest.mark.parametrize("event", EVENTS, ids=[f"event {n}" for n in range(1, len(EVENTS) + 1)])
def test_every_round_is_paired_as_the_reference_has_it(event: bytes) -> None:
    report = parse(event)
    for round in range(1, report.rounds_paired + 1):
        known, made = pairing_made(report, round), BURSTEIN.pair(report_task(report, round))
        assert (round, set(made.pairs), made.bye) == (round, set(known.pairs), known.bye)


def game(opponent: int, points: int, colour: Colour) -> CardLine:
    return CardLine({0: Code.LOSS, 1: Code.DRAW, 2: Code.WIN}[points], points, opponent, colour)


def bye(code: Code, points: int = 0) -> CardLine:
    return CardLine(code, points)


def field(*lines: tuple[CardLine, ...], rounds: int = 2) -> PairingTask:
    cards = {n: Card(n, lines=mine) for n, mine in enumerate(lines, 1)}
    return PairingTask(cards, len(lines[0]) + 1, rounds)


def events(seed: int, players: int = 14, rounds: int = 7) -> Generated:
    dice = Random(seed)
    wishes = Wishes(players, rounds, forfeits=0.06, byes=0.06, withdrawals=0.15, zero_byes=0.06, full_byes=0.02)
    return generate(wishes, BURSTEIN, dice.random)


def later_rounds(seed: int) -> list[PairingTask]:
    tasks = [task for task, _ in replay_rounds(events(seed).cards, rounds=7)]
    return [task for task in tasks if task.round > first_rounds(task.rounds)]


@pytest.mark.parametrize(("planned", "first"), [(1, 0), (2, 1), (5, 2), (7, 3), (8, 4), (9, 4), (15, 4)])
def test_the_first_rounds_are_half_of_all_and_no_more_than_four(planned: int, first: int) -> None:
    assert first_rounds(planned) == first


def test_the_first_rounds_are_those_of_the_dutch_system() -> None:
    task = PairingTask({n: Card(n) for n in range(1, 9)}, 1, 9)
    assert BURSTEIN.pair(task) == DUTCH.pair(task)
    account = BURSTEIN.explain(task)
    assert account.way[0].facts == FirstRounds(1, 4)
    assert account.way[1:] == DUTCH.explain(task).way


def test_a_round_unplayed_is_a_game_against_oneself() -> None:
    task = field(
        (game(2, 2, W), bye(Code.HALF_BYE, 1)),
        (game(1, 0, B), bye(Code.PAIRING_BYE, 2)),
    )
    assert indices(task) == {1: Index(2 + 3, 2 * 2 + 1 * 3), 2: Index(3 + 2, 0 + 2 * 2)}


AWAY_SINCE_ROUND_TWO = ((game(2, 2, W), bye(Code.ZERO_BYE)), (game(1, 0, B), bye(Code.HALF_BYE, 1)))


@pytest.mark.parametrize(
    ("present", "leave", "worth"),
    [(False, None, 2 + 1), (False, Code.ZERO_BYE, 2 + 1), (False, Code.HALF_BYE, 2), (True, None, 2)],
)
def test_a_series_of_zero_point_byes_counts_as_draws_only_while_it_goes_on(
    present: bool, leave: Code | None, worth: int
) -> None:
    task = field(*AWAY_SINCE_ROUND_TWO)
    gone = replace(task.cards[1], present=present, leave=leave)
    assert indices(replace(task, cards={**task.cards, 1: gone}))[2].buchholz == worth + 1


def test_virtual_points_make_brackets_and_no_index() -> None:
    task = field((game(2, 1, W),), (game(1, 1, B),))
    accelerated = replace(task, virtual={1: (2, 2)})
    assert indices(accelerated) == indices(task)
    assert everybody(accelerated)[1].score == 3


def test_the_known_order_of_pairings() -> None:
    order = [", ".join(f"{a}-{b}" for a, b in one) for one in pairings_in_order(range(1, 7), 2)]
    assert (len(order), order[:7], order[-1]) == (45, KNOWN_ORDER["first_seven"], KNOWN_ORDER["last"])
    assert order[21:24] == KNOWN_ORDER["items_22_24"]


Pairs = frozenset[frozenset[int]]
SIX = range(1, 7)
IN_ORDER = [frozenset(frozenset(pair) for pair in one if 0 not in pair) for one in pairings_in_order(SIX, 2)]
WITHOUT_FLOATERS = [frozenset(map(frozenset, one)) for one in pairings_in_order(SIX, 0)]


def as_many_as_leave(first: int) -> Pairs:
    """Pairs of six players among which this pairing comes first, and no more than two can be made."""
    allowed = IN_ORDER[first]
    for more in (frozenset((a, b)) for a in SIX for b in SIX if a < b):
        wider = allowed | {more}
        if not any(one <= wider for one in (*IN_ORDER[:first], *WITHOUT_FLOATERS)):
            allowed = wider
    return allowed


@pytest.mark.parametrize("number", range(KNOWN_ORDER["count"]))
def test_each_known_pairing_is_taken_when_none_before_it_is_legal(number: int) -> None:
    """Six of one score who have met nobody, and two below whom any of them may meet."""
    cards = {n: Card(n, lines=(bye(Code.HALF_BYE, 1 if n in SIX else 0),)) for n in range(1, 9)}
    every = {frozenset((a, b)) for a in SIX for b in SIX if a < b}
    banned = frozenset({*(every - as_many_as_leave(number)), frozenset((7, 8))})
    made = {
        frozenset((pair.white, pair.black)) for pair in engine.pair(PairingTask(cards, 2, 2, forbidden=banned)).pairs
    }
    assert {pair for pair in made if pair <= {*SIX}} == IN_ORDER[number]


def test_the_bye_goes_to_the_most_games_and_then_to_the_lowest_ranking() -> None:
    cards = {
        1: Card(1, lines=(game(2, 2, W), game(3, 2, B))),
        2: Card(2, lines=(game(1, 0, B), game(4, 0, W))),
        3: Card(3, lines=(bye(Code.ZERO_BYE), game(1, 0, W))),
        4: Card(4, lines=(bye(Code.HALF_BYE, 1), game(2, 2, B))),
        5: Card(5, lines=(bye(Code.ZERO_BYE), bye(Code.ZERO_BYE))),
    }
    assert BURSTEIN.pair(PairingTask(cards, 3, 4)).bye == 2
    barred = replace(cards[2], lines=(bye(Code.PAIRING_BYE), *cards[2].lines[1:]))
    assert BURSTEIN.pair(PairingTask({**cards, 2: barred}, 3, 4)).bye == 3


@pytest.mark.parametrize("make", [random_round, random_field, random_descent])
def test_random_rounds_are_paired_to_the_letter(make: Callable[[str], PairingTask]) -> None:
    for number in range(250):
        task = make(f"burstein-{number}")
        if sum(card.present for card in task.cards.values()) > 10:
            continue
        try:
            made = engine.pair(task)
        except NoLegalPairing:
            assert paired(task) is None
            continue
        assert paired(task) == ({frozenset((pair.white, pair.black)) for pair in made.pairs}, made.bye)


@pytest.mark.parametrize("seed", range(20))
def test_brackets_settled_by_bounds_are_settled_alike_by_weights(seed: int) -> None:
    for task in later_rounds(seed):
        drawing = drawn(laid_out(task))
        for at, (bracket, found) in enumerate(drawing.settled):
            graph, mates = _as_it_was(drawing, at)
            weighed, _ = best(drawing.layout, graph, bracket, mates)
            assert (set(weighed.pairs), weighed.floaters) == (set(found.pairs), found.floaters)


@pytest.mark.parametrize("seed", range(12))
def test_its_own_events_check_without_a_difference(seed: int) -> None:
    assert check(replay_rounds(events(seed).cards, rounds=7), BURSTEIN) == ()


@pytest.mark.parametrize("seed", range(12))
def test_the_account_has_every_board_and_the_bye_and_they_are_legal(seed: int) -> None:
    for task in later_rounds(seed):
        made, account = BURSTEIN.pair(task), BURSTEIN.explain(task)
        assert tuple(pair for pair, _ in account.boards) == made.pairs
        assert (account.bye[0] if account.bye else None) == made.bye
        assert BURSTEIN.check(task, made.pairs, made.bye) == ()


def reason(task: PairingTask, a: int, b: int) -> Reason:
    facts = BURSTEIN.why_not(task, a, b).facts
    assert isinstance(facts, WhyNot)
    return facts.reason


@pytest.mark.parametrize("seed", range(6))
def test_why_not_agrees_with_the_pairing_and_with_the_criteria(seed: int) -> None:
    task = later_rounds(seed)[0]
    made = BURSTEIN.pair(task)
    seats = {frozenset((pair.white, pair.black)) for pair in made.pairs}
    present = [n for n, card in task.cards.items() if card.present]
    for a in present:
        for b in present:
            found = reason(task, a, b) if a != b else Reason.ABSENT
            assert (found is Reason.THEY_DO) == (frozenset((a, b)) in seats)
            broken = {breach.number for breach in BURSTEIN.check(task, [Pair(a, b)])} if a != b else set()
            assert not (found in (Reason.WORSE, Reason.LATER) and broken & {"C1", "C2", "C3", "C4"})
            assert (found is Reason.BYE) <= (made.bye in (a, b))


def test_boards_by_hand_are_held_against_the_articles() -> None:
    cards = {
        1: Card(1, lines=(game(2, 2, W), game(3, 2, W))),
        2: Card(2, lines=(game(1, 0, B), game(4, 2, W))),
        3: Card(3, lines=(game(4, 2, W), game(1, 0, B))),
        4: Card(4, lines=(game(3, 0, B), game(2, 0, B))),
    }
    task = PairingTask(cards, 3, 4)
    wrong = BURSTEIN.check(task, [Pair(2, 1), Pair(4, 3)])
    assert set(wrong) == {Breach(Fault.RULE, pair, Article("burstein-2026", "C1")) for pair in ((2, 1), (4, 3))}
    assert BURSTEIN.both_colours_wrong(task, [Pair(1, 4)]) == (Pair(1, 4),)


@pytest.mark.parametrize("make", [random_round, random_field, random_descent])
def test_leaving_out_those_far_below_at_first_changes_no_pairing(
    make: Callable[[str], PairingTask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere that is done in large fields only."""

    def outcomes() -> list[object]:
        return [outcome(make(f"far-{seed}")) for seed in range(80)]

    def outcome(task: PairingTask) -> object:
        try:
            return engine.pair(task)
        except NoLegalPairing as none:
            return none.conflict

    whole = outcomes()
    monkeypatch.setattr(choosing, "FEW_BELOW", -1)
    assert outcomes() == whole


def test_the_number_itself_is_odd_or_even_whoever_has_arrived() -> None:
    report = parse(case("adjudged/burstein-odd-number.trf"))
    assert Pair(9, 3) in BURSTEIN.pair(report_task(report, parity_of_arrived=True)).pairs  # 5.2.1, initial colour Black
