"""The rest of events of each kind played out by lot, beside every way in which they can end."""

from random import Random

import pytest

from domain.words.options import RoundRobinOptions
from domain.words.regulations import Entrants, Format, Regulations
from domain.words.teams import PrimaryScore, TeamOptions
from projections.chances.playing_out import RestOfEvent, ends_by_lot, rest_of_event
from projections.chances.tally import played_out
from tests.projections.small_ends import after, exact_chances, teams_after

ONE_BY_ONE = RoundRobinOptions(one_by_one=True)
DOUBLE_SWISS = Regulations(rounds=3, system="double-swiss-2026", match_games=2)
TEAM_SWISS = Regulations(
    rounds=3, system="team-swiss-2026", match_games=2, entrants=Entrants.TEAMS, order=("GP", "EDE", "LOTS")
)
BY_GAME_POINTS = Regulations(
    rounds=3,
    format=Format.ROUND_ROBIN,
    match_games=2,
    entrants=Entrants.TEAMS,
    round_robin=ONE_BY_ONE,
    teams=TeamOptions(primary=PrimaryScore.GAME_POINTS),
    order=("MP",),
)


def in_step_with_all_endings(ground: RestOfEvent, last_place: int = 1, runs: int = 1_500) -> None:
    exact, tally = exact_chances(ground, last_place), played_out(ground, ends_by_lot(Random(1).random), runs)
    assert sum(exact.values()) == pytest.approx(last_place)
    for number in ground.table:
        found = tally.best_to(number, last_place)
        assert abs(found.chance - exact[number]) < 4 * found.error


def test_half_played_matches_are_played_to_their_end() -> None:
    in_step_with_all_endings(rest_of_event(after(3, 5, 6, DOUBLE_SWISS, 3)))


def test_a_match_ends_with_the_points_of_its_games() -> None:
    ground = rest_of_event(after(3, 5, 6, DOUBLE_SWISS, 3))
    played = [ground.outcomes(*match) for match in ground.open]
    assert ground.of_match == ((0, 4), (1, 3), (2, 2), (3, 1), (4, 0))
    assert [len(one) for one in played] == [5, 3, 5]
    assert rest_of_event(teams_after(2, 0, 4, TEAM_SWISS, 4)).of_match == ((0, 2), (1, 1), (2, 0))


@pytest.mark.parametrize("laws", [TEAM_SWISS, BY_GAME_POINTS], ids=["by match points", "by game points, from a table"])
def test_teams_are_played_out_board_by_board(laws: Regulations) -> None:
    in_step_with_all_endings(rest_of_event(teams_after(3, 3, 4, laws, 2)))
    in_step_with_all_endings(rest_of_event(teams_after(2, 0, 4, laws, 4)))
