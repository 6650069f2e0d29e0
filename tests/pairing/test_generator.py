"""Made-up events: chance is drawn as often as is said and decides what is said."""

from collections import Counter
from collections.abc import Iterator
from itertools import repeat
from random import Random

import pytest

from domain.cards.card import Card, CardLine, Pair
from domain.pairing import SYSTEMS
from domain.pairing.generator import ODD_RESULTS, Chance, Generated, Wishes, generate
from domain.ranking.elo import expected
from domain.words.games import Code, Colour, Result, Scoring
from domain.words.players import PairingNumber
from domain.words.regulations import Acceleration

DUTCH = SYSTEMS["dutch-2026"]


def made(wishes: Wishes, chance: Chance | None = None, scoring: Scoring | None = None) -> Generated:
    return generate(wishes, DUTCH, chance or Random(5).random, scoring)


def scripted(*values: float) -> Chance:
    """Each value once, then 0.5 for ever."""
    drawn: Iterator[float] = iter((*values, *repeat(0.5, 10_000)))
    return lambda: next(drawn)


def result(*luck: float, ratings: tuple[int, int] = (2000, 2000), **wishes: float) -> Result:
    """The only game of two players; White is number 1."""
    asked = Wishes(2, 1, listed_ratings=ratings, **wishes)
    event = made(asked, scripted(*[0.999] * 2, *luck))
    (white, black) = (event.cards[PairingNumber(n)].lines[0].code for n in (1, 2))
    assert event.pairings[0].pairs == (Pair(PairingNumber(1), PairingNumber(2)),)
    return next(one for one in Result if (one.white, one.black) == (white, black))


@pytest.mark.parametrize(("luck", "rating"), [(0.0, 1500), (0.499, 1504), (0.999_999, 1509)])
def test_both_ends_of_the_range_of_ratings_can_be_drawn(luck: float, rating: int) -> None:
    assert {card.rating for card in made(Wishes(2, 1, ratings=(1500, 1509)), lambda: luck).cards.values()} == {rating}


def test_listed_ratings_are_taken_as_they_stand() -> None:
    event = made(Wishes(4, 1, listed_ratings=(2000, 1900, 0, 1500)))
    assert [(n, card.rating) for n, card in event.cards.items()] == [(1, 2000), (2, 1900), (3, 0), (4, 1500)]


@pytest.mark.parametrize(
    ("luck", "told"),
    [(0.0, Result.DRAW), (0.299, Result.DRAW), (0.3, Result.WHITE_WINS), (0.649, Result.WHITE_WINS),
     (0.65, Result.BLACK_WINS), (0.999, Result.BLACK_WINS)],
)  # fmt: skip
def test_equal_players_draw_as_wished_and_share_the_rest(luck: float, told: Result) -> None:
    assert result(0.5, luck, draws=0.3) is told


@pytest.mark.parametrize(("ratings", "luck"), [((2000, 1700), 0.31), ((1700, 2000), 0.31)])
def test_a_lopsided_game_leaves_less_room_for_draws(ratings: tuple[int, int], luck: float) -> None:
    """The weaker is expected to score 15 percent: at most 30 in a hundred can be draws, and all other games are won."""
    assert expected(-300) == 15
    stronger = Result.WHITE_WINS if ratings[0] > ratings[1] else Result.BLACK_WINS
    event = Wishes(2, 1, draws=0.9, listed_ratings=ratings)
    cards = made(event, scripted(0.9, 0.9, 0.5, 0.29)).cards
    assert cards[PairingNumber(1)].lines[0].code is Code.DRAW
    cards = made(event, scripted(0.9, 0.9, 0.5, luck)).cards
    assert cards[PairingNumber(1)].lines[0].code is stronger.white


@pytest.mark.parametrize(
    ("luck", "told"),
    [(0.0, Result.DOUBLE_FORFEIT), (0.049, Result.DOUBLE_FORFEIT), (0.05, Result.WHITE_WINS_BY_FORFEIT),
     (0.524, Result.WHITE_WINS_BY_FORFEIT), (0.525, Result.BLACK_WINS_BY_FORFEIT)],
)  # fmt: skip
def test_one_forfeit_in_twenty_is_of_both(luck: float, told: Result) -> None:
    assert result(0.19, luck, forfeits=0.2) is told


def test_only_the_share_wished_for_is_forfeited_or_odd() -> None:
    assert result(0.2, 0.0, forfeits=0.2, draws=1.0) is Result.DRAW
    assert result(0.5, 0.3, 0.0, odd_results=0.3, draws=1.0) is Result.DRAW


@pytest.mark.parametrize("place", range(len(ODD_RESULTS)))
def test_each_odd_result_can_be_drawn(place: int) -> None:
    assert result(0.5, 0.29, (place + 0.5) / len(ODD_RESULTS), odd_results=0.3) is ODD_RESULTS[place]


@pytest.mark.parametrize(
    ("luck", "code"),
    [(0.0, Code.HALF_BYE), (0.099, Code.HALF_BYE), (0.1001, Code.FULL_BYE), (0.299, Code.FULL_BYE),
     (0.3001, Code.ZERO_BYE), (0.599, Code.ZERO_BYE)],
)  # fmt: skip
def test_leave_is_taken_by_the_shares_wished_for(luck: float, code: Code) -> None:
    wishes = Wishes(3, 1, byes=0.1, full_byes=0.2, zero_byes=0.3, listed_ratings=(2000, 1900, 1800))
    cards = made(wishes, scripted(luck, 0.9, 0.9)).cards
    assert [card.lines[0].code.bye or card.lines[0].code is Code.PAIRING_BYE for card in cards.values()][1:] == [
        False
    ] * 2
    assert cards[PairingNumber(1)].lines[0] == CardLine(code, Scoring().points(code))


def test_who_takes_no_leave_is_paired() -> None:
    wishes = Wishes(2, 1, byes=0.1, full_byes=0.2, zero_byes=0.3)
    assert len(made(wishes, scripted(0.5, 0.5, 0.6001, 0.7)).pairings[0].pairs) == 1


def test_withdrawals_are_spread_over_the_breaks_and_none_comes_before_round_1() -> None:
    """Of 400 players 40 percent in four breaks: about 40 in each of them."""
    event = made(Wishes(400, 5, withdrawals=0.4))
    gone: Counter[int] = Counter()
    for card in event.cards.values():
        away = [round for round, line in enumerate(card.lines, 1) if line.code is Code.ZERO_BYE]
        assert away == list(range(min(away, default=6), 6))
        gone[min(away, default=0)] += 1
        assert card.present is not bool(away)
    assert gone[1] == 0
    assert 110 < sum(gone[round] for round in (2, 3, 4, 5)) < 170
    assert all(15 < gone[round] < 60 for round in (2, 3, 4, 5))


def test_an_event_of_one_round_has_no_break_to_withdraw_in() -> None:
    assert all(card.present for card in made(Wishes(20, 1, withdrawals=1.0)).cards.values())


def test_two_rounds_have_one_break_for_all_withdrawals() -> None:
    gone = [card.present for card in made(Wishes(200, 2, withdrawals=0.5)).cards.values()].count(False)
    assert 70 < gone < 130


def test_games_and_byes_are_worth_what_the_point_system_says() -> None:
    scoring = Scoring(win=6, draw=2, loss=0, pairing_bye=4)
    for card in made(Wishes(21, 5, byes=0.1, forfeits=0.1), scoring=scoring).cards.values():
        assert [line.points for line in card.lines] == [scoring.points(line.code) for line in card.lines]


def test_a_line_says_how_far_ahead_each_of_two_was() -> None:
    cards = made(Wishes(20, 6)).cards

    def before(card: Card, round: int) -> int:
        return sum(line.points for line in card.lines[: round - 1])

    for card in cards.values():
        for round, line in enumerate(card.lines, 1):
            if line.opponent is not None:
                assert line.ahead == before(card, round) - before(cards[line.opponent], round)


def test_the_upper_half_of_an_accelerated_event_has_the_virtual_points_of_baku() -> None:
    """C.04.7: of 22 players the upper 12, a point in rounds 1 and 2 of 7 and half a point in 3 and 4."""
    event = made(Wishes(22, 7, acceleration=Acceleration.BAKU))
    assert dict(event.virtual) == dict.fromkeys(range(1, 13), (2, 2, 1, 1))
    assert {pair.white <= 12 for pair in event.pairings[0].pairs if pair.black <= 12} == {True}
    assert not made(Wishes(22, 7)).virtual


def test_black_may_begin() -> None:
    assert made(Wishes(4, 1, initial_colour=Colour.BLACK)).pairings[0].pairs[0] == Pair(
        PairingNumber(3), PairingNumber(1)
    )


def test_where_nothing_legal_is_left_the_rounds_before_it_stand() -> None:
    event = made(Wishes(2, 3))
    assert event.stopped is not None
    assert len(event.pairings) == 1
    assert [len(card.lines) for card in event.cards.values()] == [1, 1]
