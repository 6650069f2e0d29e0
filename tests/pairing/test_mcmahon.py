"""McMahon: where players begin, and the Dutch system of 2026 by McMahon scores."""

from dataclasses import replace

import pytest

from domain.cards.card import Card, CardLine, Pair, PairingTask
from domain.pairing import SYSTEMS
from domain.pairing.dutch_2026.account import PairingBracket
from domain.pairing.dutch_2026.competitors import competitors
from domain.pairing.generator import start_by_ratings
from domain.pairing.last_bye import ByeToTheLast
from domain.pairing.swiss.account import VirtualPoints
from domain.words.games import Code, Colour
from domain.words.options import AT_THE_BAR, McMahonOptions
from domain.words.players import PairingNumber

SYSTEM = SYSTEMS["mcmahon"]
OPTIONS = McMahonOptions(bar=2000, band=100, floor=1500)


def task(*ratings: int, options: McMahonOptions = OPTIONS, rounds: int = 5) -> PairingTask:
    """Round 1 of players in the order of their ratings."""
    cards = {PairingNumber(n): Card(PairingNumber(n), rating=rating) for n, rating in enumerate(ratings, 1)}
    start = start_by_ratings(options, cards)
    return PairingTask(cards, 1, rounds, virtual=start.of_all(rounds), top_start=start.top)


def boards(asked: PairingTask) -> set[frozenset[int]]:
    return {frozenset((pair.white, pair.black)) for pair in SYSTEM.pair(asked).pairs}


@pytest.mark.parametrize(
    ("rating", "points"),
    [(2300, 5), (2000, 5), (1999, 4), (1900, 4), (1899, 3), (1510, 0), (1500, 0), (1400, 0), (0, 0)],
)
def test_each_band_begun_below_the_bar_costs_a_starting_point(rating: int, points: int) -> None:
    assert OPTIONS.start(rating, floor=1500) == 2 * points


def test_players_at_the_bar_have_a_point_for_each_band_begun_above_the_floor() -> None:
    assert [OPTIONS.top(floor) for floor in (1500, 1501, 1450, 2000, 2100)] == [10, 10, 12, 0, 0]


def test_without_a_floor_the_lowest_rating_is_one_and_players_without_a_rating_are_none() -> None:
    open_below = replace(OPTIONS, floor=0)
    assert (open_below.lowest([2300, 1720, 0]), open_below.lowest([0]), OPTIONS.lowest([1720])) == (1720, 2000, 1500)


def test_round_one_is_paired_inside_the_groups_of_equal_starting_points() -> None:
    assert boards(task(2300, 2200, 2100, 2000, 1950, 1940, 1650, 1640)) == {
        frozenset(pair) for pair in ((1, 3), (2, 4), (5, 6), (7, 8))
    }


def test_the_bye_goes_to_the_lowest_mcmahon_score() -> None:
    assert SYSTEM.pair(task(2300, 2200, 1550, 1540, 0)).bye == 5
    lowest = task(2300, 2200, 1700, 1690, 1510)
    assert SYSTEM.pair(lowest).bye == 5


def line(opponent: int, colour: Colour, code: Code = Code.WIN, ahead: int = 0) -> CardLine:
    return CardLine(code, 2 if code is Code.WIN else 0, PairingNumber(opponent), colour, ahead)


def test_points_and_starting_points_together_make_the_groups() -> None:
    first = task(2300, 1950, 1940, 1850)
    scored = {1: 0, 2: 2, 3: 0, 4: 2}  # with 5, 4, 4, 3 to begin with: 5, 5, 4, 4
    cards = {n: replace(card, carried=scored[n]) for n, card in first.cards.items()}
    assert boards(replace(first, cards=cards)) == {frozenset((1, 2)), frozenset((3, 4))}


def test_a_topscorer_has_more_than_half_of_the_points_beyond_the_start_at_the_bar() -> None:
    first = task(2300, 1650)
    lines = (line(9, Colour.WHITE), line(9, Colour.WHITE), line(9, Colour.BLACK, Code.LOSS))
    last = replace(
        first,
        cards={number: replace(card, lines=lines) for number, card in first.cards.items()},
        round=4,
        rounds=4,
    )
    assert [(player.number, player.topscorer) for player in competitors(last)] == [(1, True), (2, False)]


def test_the_last_of_the_lowest_group_is_the_last_by_mcmahon_score() -> None:
    first = task(2300, 2200, 1550)
    won = {1: 0, 2: 2, 3: 2}
    cards = {n: replace(card, carried=won[n]) for n, card in first.cards.items()}
    assert ByeToTheLast(SYSTEM).pair(replace(first, cards=cards)).bye == 3


def test_the_account_names_starting_points_and_gives_brackets_their_mcmahon_score() -> None:
    way = [step.facts for step in SYSTEM.explain(task(2300, 2200, 1750, 1740)).way]
    assert way[:2] == [VirtualPoints(10, (1, 2)), VirtualPoints(4, (3, 4))]
    assert [facts.score for facts in way if isinstance(facts, PairingBracket)] == [10, 4]


def test_two_who_have_met_break_c1_of_the_dutch_system_at_a_board_made_by_hand() -> None:
    first = task(2300, 2200)
    met = {n: replace(card, lines=(line(3 - n, Colour.WHITE),)) for n, card in first.cards.items()}
    found = SYSTEM.check(replace(first, cards=met, round=2), [Pair(PairingNumber(1), PairingNumber(2))])
    assert [breach.article.number for breach in found if breach.article] == ["C1"]


def test_the_players_at_the_bar_are_as_many_as_the_handbook_has_them() -> None:
    assert AT_THE_BAR == {3: (4, 8), 4: (5, 10), 5: (6, 12), 6: (7, 15), 7: (8, 18), 8: (9, 22), 9: (10, 26)}
