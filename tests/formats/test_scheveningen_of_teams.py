"""A match of two registered teams by the Scheveningen tables: rounds are matches, lineups come from the table."""

from collections import Counter

import pytest

from domain import events as e
from domain.decisions.pairing_rounds import pair_round, publish_rounds
from domain.formats.tables.scheveningen import scheveningen_round
from domain.refusals import SquadsDoNotFit
from domain.team_seats import players_of_game
from domain.tournament import Tournament, replay
from domain.words.games import Result
from domain.words.regulations import Format, Regulations
from domain.words.team_options import PrimaryScore, TeamOptions
from projections.board_tables import board_tables
from projections.meetings import meetings
from projections.snapshot import snapshot
from projections.standings import standings
from tests.team_events import MATCH, team_events


def two_teams(boards: int, teams: int = 2) -> Tournament:
    """Registered and numbered, with a reserve each; nothing is paired."""
    laws = Regulations(
        scoring=MATCH, format=Format.SCHEVENINGEN, order=("MPTS",), teams=TeamOptions(primary=PrimaryScore.GAME_POINTS)
    )
    return replay(team_events(teams, [], boards=boards, regulations=laws, reserves=1))


def drawn(boards: int) -> Tournament:
    state = two_teams(boards)
    replay(pair_round(state), state)
    return replay(publish_rounds(state, 1), state)


def games(t: Tournament) -> list[tuple[int, tuple[int | None, int | None]]]:
    """Round, and White and Black, of every game."""
    return [(round.number, players_of_game(t, round.number, game)) for round in t.rounds for game in round.games]


def by_table(boards: int) -> set[tuple[int, tuple[int, int]]]:
    """The same as it is printed: players 101, 102, ... against 201, 202, ..."""
    return {
        (round, tuple(100 + n if n <= boards else 200 + n - boards for n in pair))  # type: ignore[misc]
        for round in range(1, boards + 1)
        for pair in scheveningen_round(boards, round)
    }


@pytest.mark.parametrize("boards", range(3, 10))
def test_the_games_are_those_of_the_table_with_its_colours(boards: int) -> None:
    found = games(drawn(boards))
    assert set(found) == by_table(boards)
    assert len(found) == boards * boards


def test_all_rounds_are_drawn_at_once_and_each_is_one_match_of_the_two() -> None:
    t = drawn(4)
    assert [len(round.matches) for round in t.rounds] == [1] * 4
    assert {frozenset((match[0].white, match[0].black)) for round in t.rounds for match in round.matches.values()} == {
        frozenset(t.teams)
    }


def test_the_draft_drawn_up_again_says_no_lineup_twice() -> None:
    state = two_teams(4)
    replay(pair_round(state), state)
    assert not [event for event in pair_round(state) if isinstance(event, e.LineupGiven)]


@pytest.mark.parametrize(("boards", "teams"), [(4, 3), (2, 2), (10, 2)])
def test_other_than_two_teams_at_three_to_nine_boards_are_refused(boards: int, teams: int) -> None:
    with pytest.raises(SquadsDoNotFit):
        pair_round(two_teams(boards, teams))


def test_game_points_of_all_rounds_decide_and_players_stand_by_board() -> None:
    """White wins every game of four boards: each team has eight points, each player two."""
    t = drawn(4)
    for round in range(1, 5):
        replay([e.ResultRecorded(round, 1, Result.WHITE_WINS, game=game) for game in range(1, 5)], t)
    now = snapshot(t)
    assert [row.points for row in standings(now).rows] == [16, 16]
    tables = board_tables(now)
    assert tables is not None
    points = Counter(row.points for table in tables.tables for row in table.rows)
    assert points == {4: 8}
    assert [match.points for match in meetings(now).rows[0].cells[1].matches] == [4, 4, 4, 4]
