"""The table of teams: both scores, the order of the regulations, and the same after each result as from the start."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from domain import events as e
from domain.tournament import evolve, replay
from domain.words.games import Result
from domain.words.regulations import Regulations
from domain.words.teams import PrimaryScore, TeamOptions
from projections.moment.snapshot import snapshot
from projections.playoff.ties import tie
from projections.table.standings import standings
from tests.team_events import MATCH, team_events, team_tournament

RESULTS = [Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.DOUBLE_FORFEIT, Result.WHITE_WINS_BY_FORFEIT]
ORDER = "MP GP BH:MP EMGSB SSSC BC TBR BBE BERLIN EDEBB"


def table(rounds: list[str], teams: int, order: str, **options: object) -> list[tuple[int, int, int]]:
    """Place, number and half-points of the primary score."""
    laws = Regulations(scoring=MATCH, ruleset="c07_2026", order=tuple(order.split()))
    laws = replace(laws, rounds=len(rounds), teams=TeamOptions(**options))  # type: ignore[arg-type]
    rows = standings(snapshot(team_tournament(teams, rounds, regulations=laws))).rows
    return [(row.place, row.person.number, row.points) for row in rows]


ROUNDS = ["1-2 1000 3-4 =101", "4-1 1111 2-3 =100"]
"""Match points 0, 3, 2, 3 of 1 to 4; game points 1, 4.5, 5.5, 5."""


def test_teams_are_ranked_by_match_points_and_then_by_game_points() -> None:
    ranked = table(["1-2 1=== 3-4 1111"], 4, "PTS GP")
    assert ranked == [(1, 3, 4), (2, 1, 4), (3, 2, 0), (4, 4, 0)]


def test_teams_are_ranked_by_game_points_where_these_are_primary() -> None:
    ranked = table(["1-2 1=== 3-4 ===="], 4, "PTS MP", primary=PrimaryScore.GAME_POINTS)
    assert ranked == [(1, 1, 5), (2, 3, 4), (2, 4, 4), (4, 2, 3)]


@pytest.mark.parametrize("primary", list(PrimaryScore))
def test_the_table_after_a_result_is_the_table_from_the_start(primary: PrimaryScore) -> None:
    dice = random.Random(primary)
    laws = Regulations(scoring=MATCH, rounds=2, ruleset="c07_2026", order=tuple(ORDER.split()))
    laws = replace(laws, teams=TeamOptions(primary=primary))
    events = team_events(6, ["1-2 1=00 3-4 11=0 5-6 ====", "2-1 ???? 4-5 ???? 6-3 ????"], regulations=laws)
    now = replay(events)
    seen = snapshot(now.copy())
    for _ in range(30):
        event = e.ResultRecorded(2, dice.randint(1, 3), dice.choice(RESULTS), game=dice.randint(1, 4))
        evolve(now, event)
        seen = snapshot(now.copy(), seen)
        fresh = standings(snapshot(replay(now.history)))
        assert standings(seen) == fresh


def test_the_primary_score_is_the_points_and_has_no_column_beside_them() -> None:
    laws = Regulations(scoring=MATCH, rounds=1, ruleset="c07_2026", order=("MP", "GP"))
    rows = standings(snapshot(team_tournament(2, ["1-2 1==="], regulations=laws))).rows
    assert [(row.points, row.values) for row in rows] == [(4, (Fraction(5, 2),)), (0, (Fraction(3, 2),))]


def test_teams_level_for_a_place_are_told_for_a_play_off() -> None:
    laws = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=1, order=("PLAYOFF",))
    level = tie(snapshot(team_tournament(4, ["1-2 ==== 3-4 ===="], regulations=laws)))
    assert level is not None
    assert (level.place, len(level.players)) == (1, 4)
