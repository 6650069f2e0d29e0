"""The literal McMahon by itself, article by article of its regulation, and beside the engine in random events.

Every run draws new events and prints its seed. More of them, or the same again:

    python -m tests.pairing.compare_mcmahon --events 2000 --seed 12345 --profile messy
"""

import os
from collections.abc import Mapping, Sequence
from random import SystemRandom

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.words.games import Code, Colour
from tests.pairing.compare_mcmahon import compared
from tests.pairing.to_the_letter_2026.players import players_of
from tests.pairing.to_the_letter_mcmahon import Ladder, judged, ladder, pair
from tests.tiers import tries

EVENTS = tries(60, "MCMAHON_EVENTS")
SEED = os.environ.get("PAIRING_SEED") or str(SystemRandom().randrange(10**9))
AWAY = 99
"""An opponent of before who is not there any more."""


@pytest.mark.parametrize("profile", ["tiny", "small", "messy"])
def test_random_events_are_paired_as_by_the_engine(profile: str) -> None:
    print(f"PAIRING_SEED={SEED} MCMAHON_EVENTS={EVENTS}")
    for number, told in compared(profile, SEED, EVENTS):
        assert not told, f"profile {profile}, seed {SEED}, event {number}\n{told}"


# Article 1: starting points


@pytest.mark.parametrize(
    ("rating", "points"),
    [(2300, 5), (2000, 5), (1999, 4), (1900, 4), (1899, 3), (1510, 0), (1500, 0), (1400, 0), (0, 0)],
)
def test_starting_points_of_the_example(rating: int, points: int) -> None:
    assert ladder(2000, 100, 1500, ()).start(rating) == points


def test_without_a_floor_the_lowest_rating_is_one() -> None:
    assert ladder(2000, 100, None, [2100, 0, 1710, 1990]) == Ladder(2000, 100, 1710)
    assert ladder(2000, 100, None, [2100, 0, 1710, 1990]).top == 3
    assert ladder(2000, 100, None, [0, 0]).top == 0
    assert ladder(2000, 100, None, [2200]).top == 0


# Article 3: pairing


def card(number: int, points: int = 0, ahead: int = 0) -> Card:
    return Card(number, lines=(CardLine(Code.DRAW, points, AWAY, Colour.WHITE, ahead),))


def meetings(task: PairingTask, starts: Mapping[int, int], top: int = 3) -> set[tuple[int, ...]]:
    answer = pair(task, starts, top)
    assert answer is not None
    return {tuple(sorted((board.white, board.black))) for board in answer.pairs}


def test_groups_are_of_mcmahon_scores() -> None:
    first = PairingTask({n: Card(n) for n in range(1, 9)}, 1, 5)
    assert meetings(first, {n: 3 if n <= 4 else 1 for n in range(1, 9)}) == {(1, 3), (2, 4), (5, 7), (6, 8)}
    after_one = {1: card(1), 2: card(2, 2), 3: card(3, 4), 4: card(4, 2)}
    assert meetings(PairingTask(after_one, 2, 5), {1: 3, 2: 3, 3: 2, 4: 2}) == {(1, 4), (2, 3)}


def test_the_bye_has_the_lowest_mcmahon_score() -> None:
    answer = pair(PairingTask({1: card(1, 0), 2: card(2, 4), 3: card(3, 2)}, 2, 5), {1: 3, 2: 2, 3: 1}, 3)
    assert answer is not None
    assert answer.bye == 3


def test_floats_are_those_of_mcmahon_scores() -> None:
    """Both had the same points before the round, but one of them began a point lower."""
    cards = {n: Card(n, lines=(CardLine(Code.DRAW, 1, 3 - n, (Colour.WHITE, Colour.BLACK)[n - 1]),)) for n in (1, 2)}
    virtual = {1: (2, 2), 2: (0, 0)}
    assert [player.floats for player in players_of(PairingTask(cards, 2, 2, virtual=virtual))] == [("down",), ("up",)]
    assert pair(PairingTask(cards, 2, 2), {1: 1, 2: 0}, 1) is None


TOPSCORERS: Sequence[tuple[int, int, bool]] = [(3, 5, True), (3, 4, False), (2, 6, False), (2, 7, True), (3, 9, True)]
"""Starting points, half-points of four rounds, and whether they are more than three and half of four points."""


@pytest.mark.parametrize(("start", "points", "top"), TOPSCORERS)
def test_topscorers_have_more_than_the_top_and_half_of_the_points(start: int, points: int, top: bool) -> None:
    lines = (*[CardLine(Code.ZERO_BYE, 0)] * 3, CardLine(Code.DRAW, points, AWAY, Colour.WHITE))
    task = PairingTask({1: Card(1, lines=lines)}, 5, 5, virtual={1: (2 * start,) * 5})
    (player,) = players_of(task)
    assert judged(player, task, 3).topscorer is top


def test_only_the_last_round_has_topscorers() -> None:
    task = PairingTask({1: card(1, 9)}, 2, 5)
    (player,) = players_of(task)
    assert not judged(player, task, 0).topscorer


def test_two_who_have_met_are_not_paired_again() -> None:
    met = {1: Card(1, lines=(CardLine(Code.WIN, 2, 2, Colour.WHITE),)), 2: Card(2, lines=(CardLine(Code.LOSS, 0, 1),))}
    assert pair(PairingTask(met, 2, 5), {1: 0, 2: 3}, 3) is None
    assert pair(PairingTask({1: Card(1), 2: Card(2)}, 1, 5), {1: 0, 2: 3}, 3) is not None


def test_colours_of_the_first_round_go_by_the_parity_of_the_higher_ranked() -> None:
    answer = pair(PairingTask({n: Card(n) for n in (1, 2)}, 1, 5), {1: 0, 2: 3}, 3)
    assert answer is not None
    assert answer.pairs == (Pair(1, 2),)  # number 2 is ranked higher, and even
