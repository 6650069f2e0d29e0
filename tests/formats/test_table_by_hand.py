"""Boards of a table changed by hand: each pair meets as often as the table says; no colour three times running."""

import pytest

from domain.decisions.rounds.pairing import alter_boards, breaches_of
from domain.refusals import IllegalBoards
from domain.tournament import replay
from domain.words.options import RoundRobinOptions
from domain.words.players import BoardSeats, player_id
from domain.words.rounds import Breach, Fault
from tests.formats.tables import entered, laws, pairs, published

DOUBLE = RoundRobinOptions(cycles=2)


def seats(*boards: tuple[int, int]) -> list[BoardSeats]:
    return [(player_id(white), player_id(black)) for white, black in boards]


def test_nobody_meets_an_opponent_of_another_round_unnoticed() -> None:
    t = published(entered(4, laws()))
    second = seats(*pairs(t, 2))
    with pytest.raises(IllegalBoards) as refused:
        alter_boards(t, 1, second, None, "round 2 first")
    assert refused.value.breaches == tuple(Breach(Fault.MET_TOO_OFTEN, pair) for pair in second)


def test_in_two_cycles_a_pair_may_meet_once_more() -> None:
    t = published(entered(4, laws(DOUBLE)))
    assert pairs(t, 1) == [(1, 4), (2, 3)]
    assert breaches_of(t, 1, seats((4, 1), (2, 3)), None) == ()


def test_two_rounds_of_a_table_change_places() -> None:
    t = published(entered(4, laws()))
    first, second = (seats(*pairs(t, round)) for round in (1, 2))
    replay(alter_boards(t, 1, second, None, "agreed by all", override=True), t)
    assert breaches_of(t, 2, first, None) == ()


def test_the_boards_of_the_table_itself_are_no_breach() -> None:
    t = published(entered(4, laws(RoundRobinOptions(cycles=3))))
    assert [breaches_of(t, round, seats(*pairs(t, round)), None) for round in range(1, 10)] == [()] * 9


@pytest.mark.parametrize(
    ("round", "boards", "players"),
    [
        (6, [(4, 2), (3, 1)], [3, 1]),  # 3 has White and 1 Black in rounds 4 and 5
        (4, [(1, 4), (3, 2)], []),  # 1 has White in 3 and 4, Black in 5; 4 the other way round
        (5, [(4, 3), (2, 1)], [4]),  # the round between: 4 has White in rounds 4 and 6 too
    ],
)
def test_one_colour_in_three_rounds_running_is_a_breach(
    round: int, boards: list[tuple[int, int]], players: list[int]
) -> None:
    t = published(entered(4, laws(DOUBLE)))
    found = breaches_of(t, round, seats(*boards), None)
    assert found == tuple(Breach(Fault.COLOUR_RUN, (player_id(player),)) for player in players)
