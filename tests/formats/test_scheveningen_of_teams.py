"""A match of two registered teams by the Scheveningen tables: rounds are matches, lineups come from the table."""

from collections import Counter

import pytest

from domain import events as e
from domain.decisions.rounds.pairing import pair_round, publish_rounds
from domain.formats.tables.scheveningen import scheveningen_round
from domain.refusals import SquadsDoNotFit
from domain.tournament import Tournament, evolve, replay
from domain.tournament_cards.lineups import players_of_game
from domain.words.games import Result
from domain.words.players import player_id
from domain.words.regulations import Format, Regulations
from domain.words.teams import PrimaryScore, TeamOptions
from projections.moment.snapshot import snapshot
from projections.table.board_tables import board_tables
from projections.table.crosstable import meetings
from projections.table.standings import standings
from tests.team_events import MATCH, team_events, team_id


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
    """The table as it is printed: players 101, 102, ... against 201, 202, ..."""
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
    assert [(team.name, team.points) for team in meetings(now).head.teams] == [("Team 1", 16), ("Team 2", 16)]


@pytest.mark.parametrize("boards", [3, 9])
def test_the_crosstable_has_the_players_each_against_each_of_the_other_team(boards: int) -> None:
    state = drawn(boards)
    evolve(state, e.ResultRecorded(1, 1, Result.WHITE_WINS, game=2))
    view = meetings(snapshot(state), by_place=False)
    here = range(1, boards + 1)
    listed = [*(100 + n for n in here), *(200 + n for n in here)]
    assert [row.person.id for row in view.rows] == [who.id for who in view.head.people] == listed
    met = {(row.person.id, cell.opponent.id): len(cell.games) for row in view.rows for cell in row.cells if cell.games}
    pairs = [(100 + a, 200 + b) for a in here for b in here]
    assert met == dict.fromkeys([*pairs, *((b, a) for a, b in pairs)], 1)
    assert sorted(row.points for row in view.rows)[-2:] == [0, 2]
    assert sorted((team.name, team.points) for team in view.head.teams)[0][0] == "Team 1"
    assert sum(team.points for team in view.head.teams) == 2
    winner = next(row for row in view.rows if row.points)
    assert [
        (cell.games[0].round, cell.games[0].spot) for cell in winner.cells if cell.games and cell.games[0].result
    ] == [(1, "1.2")]
    best = meetings(snapshot(state)).rows
    assert {row.side.name for row in best[:boards] if row.side} == {"Team 1"}
    assert winner.person in (best[0].person, best[boards].person)


def test_a_reserve_who_plays_joins_the_crosstable_behind_the_squad() -> None:
    state = drawn(3)
    seated = list(state.lineups[1, team_id(1)])
    evolve(state, e.LineupGiven(1, team_id(1), (player_id(104), *seated[1:])))
    view = meetings(snapshot(state), by_place=False)
    assert [row.person.id for row in view.rows] == [101, 102, 103, 104, 201, 202, 203]
    assert [row.person.number for row in view.rows] == [1, 2, 3, 7, 4, 5, 6]
    assert sum(len(cell.games) for row in view.rows for cell in row.cells if row.person.id == 104) == 1
