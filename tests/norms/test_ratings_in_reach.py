"""Ratings that titles ask for: the score needed is that with which the event's own report reaches them."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from domain import events as e
from domain.tournament import Tournament, replay
from projections.moment.snapshot import snapshot
from projections.table.rating_report import rating_row
from projections.table.ratings_in_reach import RatingInReach, ratings_in_reach
from tests.norms.test_norms_in_reach import APPLICANT, GRANDMASTERS, LAST, SIGNS, met


def with_k(t: Tournament, k: int) -> Tournament:
    """As if the applicant, who is rated 2450, had this development coefficient."""
    changed = [
        replace(one, player=replace(one.player, k=k))
        if isinstance(one, e.PlayerRegistered) and one.player.id == APPLICANT
        else one
        for one in t.history
    ]
    return replay(changed)


def in_reach(t: Tournament) -> tuple[RatingInReach, ...]:
    return ratings_in_reach(snapshot(t), APPLICANT, [LAST])


def rating_after(t: Tournament) -> int:
    now = snapshot(t)
    row = rating_row(now, now.people[APPLICANT])
    assert row is not None
    return row.new_rating


def test_the_score_needed_of_a_paired_game() -> None:
    assert in_reach(with_k(met("++++====?", GRANDMASTERS), 40)) == (RatingInReach(2500, 1, 1, 2400, known=True),)


def test_a_rating_that_no_result_can_bring_is_not_told() -> None:
    assert in_reach(with_k(met("+++++===?", GRANDMASTERS), 10)) == ()


def test_a_likely_opponent_without_a_rating_leaves_it_open() -> None:
    t = with_k(met("+++++++?", [*["GM 2400"] * 8, "- 0"]), 40)
    assert in_reach(t) == ()


@pytest.mark.parametrize("clock", ["900+10", "180+2"])
def test_faster_games_bring_no_rating_of_a_title(clock: str) -> None:
    assert in_reach(with_k(met("+++++===?", GRANDMASTERS, clock=clock), 40)) == ()


@pytest.mark.parametrize("seed", range(12))
def test_what_is_told_is_what_the_report_of_the_completed_event_says(seed: int) -> None:
    dice = Random(seed)
    others = [f"GM {2300 + dice.randrange(250)}" for _ in range(9)]
    played = "".join(dice.choices(SIGNS, weights=(1, 3, 4), k=7))
    found = {one.rating: one.half_points for one in in_reach(with_k(met(f"{played}?", others), 40))}
    for ways in product(SIGNS, repeat=2):
        points = sum(map(SIGNS.index, ways))
        reached = rating_after(with_k(met(played + "".join(ways), others), 40)) >= 2500
        assert (points >= found.get(2500, 9)) == reached
