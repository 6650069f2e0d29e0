"""The worked examples of the Lim system for the literal twin, and the engine beside it in random rounds.

Every run draws new rounds and prints its seed. More of them, or the same again:

    LIM_ROUNDS=5000 PAIRING_SEED=12345 pytest -s tests/pairing/test_literal_twin_lim.py
    python -m tests.pairing.compare_lim --count 5000 --seed 12345
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from random import SystemRandom

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.words.games import Code, Colour
from tests.pairing.compare_lim import compared
from tests.pairing.to_the_letter_lim import pair
from tests.pairing.to_the_letter_lim.players import Players
from tests.tiers import tries

ROUNDS = tries(800, "LIM_ROUNDS")
SEED = os.environ.get("PAIRING_SEED") or str(SystemRandom().randrange(10**9))
SOMEBODY_GONE = 99
Couples = set[frozenset[int]]


def test_boards_byes_and_refusals_are_those_of_the_engine() -> None:
    print(f"PAIRING_SEED={SEED} LIM_ROUNDS={ROUNDS}")
    for number, told in compared(SEED, ROUNDS):
        assert not told, f"seed {SEED}, round {number}\n{told}"


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ({}, "1-4 2-5 3-6"),
        ({1: [4]}, "1-5 2-4 3-6"),
        ({1: [4, 5]}, "1-6 2-4 3-5"),
        ({1: [4, 5, 6]}, "1-3 2-5 4-6"),
        ({1: [4, 5, 6, 3]}, "1-2 3-5 4-6"),
        ({1: [4, 5], 2: [4]}, "1-6 2-5 3-4"),
        ({1: [4, 5], 2: [4, 5]}, "1-6 2-3 4-5"),
        ({1: [4, 5], 2: [4, 5, 3]}, "1-3 2-6 4-5"),
        ({1: [4, 5], 2: [4, 5, 3, 6]}, "1-2 3-5 4-6"),
    ],
)
def test_scrutiny_of_six_goes_down_from_number_1(met: Mapping[int, list[int]], expected: str) -> None:
    """4.2 and 4.3."""
    assert boards(task([Card(n) for n in range(1, 7)], met)) == couples(expected)


def test_scrutiny_below_the_median_goes_up_from_the_last() -> None:
    absences = (CardLine(Code.ZERO_BYE, 0),) * 2
    low = [Card(n, lines=absences) for n in range(1, 7)]
    assert boards(task(low, {6: [3, 2]})) == couples("6-1 5-3 4-2")


@pytest.mark.parametrize(
    ("size", "met", "expected"),
    [
        (6, {1: [2, 3, 4, 5], 2: [3, 4, 5]}, "1-6 3-4 2-7 5-8"),
        (7, {1: [2, 3, 4, 5], 2: [3, 4, 5, 6, 7]}, "1-6 3-5 4-7 2-8"),
    ],
)
def test_those_whom_a_largest_number_of_pairings_leaves_over_float(
    size: int, met: Mapping[int, list[int]], expected: str
) -> None:
    """4.4: above the median 2 floats with 5, the lowest numbered left; 4.4.1: 2 floats alone."""
    high = [Card(n, carried=4) for n in range(1, size + 1)]
    low = [Card(n) for n in range(size + 1, 9)]
    assert boards(task([*high, *low], met)) == couples(expected)


def test_blocked_median_cracks_a_pairing_of_the_side_with_fewer_floaters() -> None:
    """2.6."""
    colours = ((1, 4, "WB"), (2, 4, "BW"), (3, 4, "WB"), (4, 2, "BW"), (5, 0, "WB"), (6, 0, "BW"))
    cards = [after(number, had, score) for number, score, had in colours]
    assert boards(task(cards, {4: [1, 2, 3]}, rounds=5)) == couples("1-2 3-6 4-5")


@pytest.mark.parametrize(("rating", "expected"), [(2300, "1-4 2-3"), (2299, "1-3 2-4")])
def test_maxi_tournament_exchanges_for_colours_within_100_points(rating: int, expected: str) -> None:
    """5.7."""
    histories = ((1, "B", 2600), (2, "W", 2501), (3, "B", 2400), (4, "W", rating))
    cards = [replace(after(number, had, 1), rating=rated) for number, had, rated in histories]
    assert boards(replace(task(cards), maxi=True)) == couples(expected)
    assert boards(replace(task(cards), maxi=False)) == couples("1-4 2-3")


@pytest.mark.parametrize(
    ("first", "second", "below_median", "white"),
    [
        ((3, "WB"), (7, "WB"), False, 3),
        ((3, "WB"), (7, "WB"), True, 7),
        ((4, "BWB"), (8, "WBB"), False, 8),
        ((4, "BWB"), (8, "WBB"), True, 8),
        ((4, "B"), (8, ""), False, 4),
        ((4, ""), (9, ""), False, 9),
        ((5, ""), (8, ""), True, 5),
    ],
)
def test_colours_are_given_by_article_5(
    first: tuple[int, str], second: tuple[int, str], below_median: bool, white: int
) -> None:
    longest = max(len(had) for _, had in (first, second))
    cards = [after(number, had, 2, longest) for number, had in (first, second)]
    given = Players(task(cards)).coloured(first[0], second[0], below_median=below_median)
    assert given.white == white


@pytest.mark.parametrize(
    ("had", "due"),
    [("", None), ("W", "B"), ("WB", "W"), ("WBB", "W"), ("BWW", "B"), ("BBBWW", "B"), ("BBBBBWW", "W")],
)
def test_due_colour(had: str, due: str | None) -> None:
    """5, also after limits that somebody broke."""
    assert Players(task([after(1, had, 0)])).due(1) == (due and Colour(due.lower()))


def test_round_1_is_top_half_against_bottom_half_with_colours_by_turns() -> None:
    """7.2."""
    made = pair(task([Card(n) for n in range(1, 13)]))
    assert made is not None
    assert set(made.pairs) == {Pair(1, 7), Pair(8, 2), Pair(3, 9), Pair(10, 4), Pair(5, 11), Pair(12, 6)}


def test_bye_of_round_1_goes_to_the_lowest_rated_without_whom_the_rest_can_be_paired() -> None:
    """1.1 and 7.1: 3 has no rating, but 1 and 2 must not meet; then 2 before 1."""
    cards = [Card(1, rating=2200), Card(2, rating=2100), Card(3), Card(4, rating=2300), Card(5, rating=2400)]
    alone = {1: [2, 4, 5], 2: [4, 5]}
    assert bye(task(cards)) == 3
    assert bye(task(cards, alone)) == 2


def test_bye_goes_to_the_last_who_has_not_won_without_playing() -> None:
    """1.1 with C.04.1, article 4."""
    forfeit = CardLine(Code.FORFEIT_WIN, 2, SOMEBODY_GONE, Colour.WHITE)
    cards = [Card(n, lines=(CardLine(Code.DRAW, 2, SOMEBODY_GONE, Colour.WHITE),)) for n in (1, 2)]
    assert bye(task([*cards, Card(3, lines=(forfeit,))], rounds=2)) == 2


def test_only_the_last_round_lets_two_meet_who_must_have_the_same_colour() -> None:
    """2.1 and 6."""
    cards = [after(number, "WW", 2) for number in (1, 2)]
    assert pair(task(cards, rounds=4)) is None
    assert boards(task(cards, rounds=3)) == couples("1-2")


def after(number: int, had: str, score: int, rounds: int = 0) -> Card:
    """Somebody after games with these colours, of which the first gave the score, and absences before them."""
    played = [
        CardLine(Code.DRAW, 0 if place else score, SOMEBODY_GONE, Colour(letter.lower()))
        for place, letter in enumerate(had)
    ]
    away = [CardLine(Code.ZERO_BYE, 0)] * (rounds - len(had))
    return Card(number, lines=(*away, *played), carried=0 if had else score)


def task(cards: Iterable[Card], met: Mapping[int, Iterable[int]] | None = None, rounds: int = 9) -> PairingTask:
    by_number = {card.number: card for card in cards}
    apart = frozenset(frozenset((a, b)) for a, others in (met or {}).items() for b in others)
    done = max(len(card.lines) for card in by_number.values())
    return PairingTask(by_number, done + 1, rounds, forbidden=apart, maxi=False)


def bye(asked: PairingTask) -> int | None:
    made = pair(asked)
    assert made is not None
    return made.bye


def boards(asked: PairingTask) -> Couples:
    made = pair(asked)
    assert made is not None
    return {frozenset((board.white, board.black)) for board in made.pairs}


def couples(written: str) -> Couples:
    return {frozenset(map(int, couple.split("-"))) for couple in written.split()}
