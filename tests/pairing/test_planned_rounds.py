"""The number of rounds a field can be paired, told before the first."""

import pytest

from domain.pairing.planned_rounds import PlannedEntry, rounds_outlook


@pytest.mark.parametrize(
    ("players", "planned", "most", "safe", "possible"),
    [
        (0, 3, 0, 0, True),
        (1, 1, 1, 1, True),
        (1, 2, 1, 1, False),
        (2, 1, 1, 1, True),
        (4, 3, 3, 2, True),
        (4, 4, 3, 2, False),
        (5, 5, 5, 3, True),
        (5, 6, 5, 3, False),
    ],
)
def test_everybody_meets_everybody_once_at_most(
    players: int, planned: int, most: int, safe: int, possible: bool
) -> None:
    told = rounds_outlook(planned, [PlannedEntry(planned)] * players)
    assert (told.players, told.planned, told.most, told.safe, told.possible) == (players, planned, most, safe, possible)


@pytest.mark.parametrize(("apart", "most", "safe", "possible"), [(0, 3, 2, True), (1, 2, 1, False), (3, 0, 0, False)])
def test_who_is_kept_apart_from_others_has_fewer_to_meet(apart: int, most: int, safe: int, possible: bool) -> None:
    told = rounds_outlook(3, [PlannedEntry(3, apart), *[PlannedEntry(3)] * 3])
    assert (told.most, told.safe, told.possible) == (most, safe, possible)


def test_two_who_never_meet_are_paired_in_no_round() -> None:
    told = rounds_outlook(1, [PlannedEntry(1, 1)] * 2)
    assert (told.most, told.safe, told.possible) == (0, 0, False)


def test_a_round_that_somebody_misses_may_give_another_one_the_bye() -> None:
    assert rounds_outlook(4, [PlannedEntry(3), *[PlannedEntry(4)] * 3]).possible
