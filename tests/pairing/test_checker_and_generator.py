"""Made-up events, and finished events paired again."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from domain.cards.card import Card, Pair, PairingTask, RoundPairing
from domain.pairing import SYSTEMS
from domain.pairing.checker import Difference, check
from domain.pairing.generator import Generated, Wishes, generate, made_up_result
from domain.ranking.elo import expected
from domain.words.games import Code, Colour, Scoring
from tests.pairing.known import KNOWN_ROUNDS
from tests.pairing.replaying import replay_rounds

DUTCH = SYSTEMS["dutch-1998"]


def event(seed: int = 7, **wishes: Any) -> Generated:
    return generate(replace(Wishes(20, 7), **wishes), DUTCH, Random(seed).random)


def history(made: Generated) -> list[tuple[PairingTask, RoundPairing]]:
    return list(replay_rounds(made.cards, 7, made.initial_colour))


def test_the_same_chance_gives_the_same_event() -> None:
    assert event() == event()


def test_another_chance_gives_another() -> None:
    assert event(1) != event(2)


def test_a_generated_event_checks_without_a_difference() -> None:
    made = event(forfeits=0.1, byes=0.1, withdrawals=0.2, initial_colour=Colour.BLACK)
    assert check(history(made), DUTCH) == ()


def test_replaying_finds_the_boards_that_were_paired() -> None:
    made = event(byes=0.1)
    replayed = [(set(answer.pairs), answer.bye) for _, answer in history(made)]
    assert replayed == [(set(pairing.pairs), pairing.bye) for pairing in made.pairings]


def test_ratings_lie_in_the_range_asked_for_and_give_the_numbers() -> None:
    ratings = [card.rating for card in event(ratings=(1500, 1600)).cards.values()]
    assert ratings == sorted(ratings, reverse=True)
    assert min(ratings) >= 1500
    assert max(ratings) <= 1600


def test_without_draws_nobody_draws() -> None:
    codes = {line.code for card in event(draws=0.0).cards.values() for line in card.lines}
    assert Code.DRAW not in codes


def test_the_stronger_player_scores_more() -> None:
    made = event(players=100, ratings=(1000, 2800))
    scores = [card.score for card in made.cards.values()]
    assert sum(scores[:50]) > 1.3 * sum(scores[50:])


@pytest.mark.parametrize("difference", [-600, -250, -90, 0, 60, 160, 300, 500])
def test_results_follow_the_table_of_expected_scores(difference: int) -> None:
    """6,000 games of White so much stronger: the share of points within three standard deviations."""
    cards = {1: Card(1, rating=2000 + difference), 2: Card(2, rating=2000)}
    chance, games = Random(difference).random, 6000
    won = [made_up_result(Wishes(2, 1), cards, Pair(1, 2), chance).white for _ in range(games)]
    share = sum(Scoring().points(code) for code in won) / (2 * games)
    assert abs(share - expected(difference) / 100) < 3 * 0.5 / games**0.5


def test_an_event_that_runs_out_of_pairings_says_where() -> None:
    made = event(players=4, rounds=7)
    assert made.stopped is not None
    assert len(made.pairings) < 7


def test_the_known_events_check_without_a_difference() -> None:
    assert check(((known.task, known.answer) for known in KNOWN_ROUNDS), DUTCH) == ()


def test_a_board_with_exchanged_colours_is_a_difference_in_colours() -> None:
    task, answer = KNOWN_ROUNDS[1].task, KNOWN_ROUNDS[1].answer
    turned = replace(answer, pairs=(Pair(1, 5), *answer.pairs[1:]))
    assert check([(task, turned)], DUTCH) == (Difference(2, (), (), (Pair(1, 5),), 14, 14),)


def test_other_opponents_are_listed_with_ours() -> None:
    task, answer = KNOWN_ROUNDS[1].task, KNOWN_ROUNDS[1].answer
    other = (Pair(8, 13), Pair(10, 11))
    changed = replace(answer, pairs=(*answer.pairs[:4], *other))
    assert check([(task, changed)], DUTCH) == (Difference(2, other, answer.pairs[4:], (), 14, 14),)


def test_a_round_with_nothing_legal_names_the_conflict() -> None:
    task = KNOWN_ROUNDS[0].task
    two = PairingTask({n: task.cards[n] for n in (1, 2)}, 1, 5, forbidden=frozenset({frozenset((1, 2))}))
    (difference,) = check([(two, RoundPairing((Pair(1, 2),)))], DUTCH)
    assert difference.nothing_legal


def test_nobody_comes_back_after_a_withdrawal() -> None:
    made = event(withdrawals=0.6)
    tasks = [task for task, _ in history(made)]
    for earlier, later in pairwise(tasks):
        gone = {n for n, card in earlier.cards.items() if not card.present}
        assert all(not later.cards[n].present for n in gone)
    assert any(not card.present for card in tasks[-1].cards.values())
