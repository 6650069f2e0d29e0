"""The regulations of an event of teams, as typed into the form."""

from pathlib import Path

import pytest

from domain.words.games import Scoring
from domain.words.regulations import Entrants, Regulations
from domain.words.teams import PrimaryScore
from server.routes.desk.setup.announcement import regulations_from
from server.routes.forms import Form
from tests.desk.browsers import desk
from tests.desk.teams import FOUR_TEAMS, list_of_teams
from tests.desk.test_playoff_of_teams import LEAGUE, two_level_teams

AS_SHOWN = {"win": "1", "draw": "0.5", "loss": "0", "pairing_bye": "1", "order": "C07-SWISS", "team_boards": "4"}
"""The fields of a new tournament as the form shows them."""


def read(**typed: str) -> Regulations:
    fields = {**AS_SHOWN, **typed}
    return regulations_from(Form(fields), Regulations(order=("C07-SWISS",)))


def test_an_event_that_becomes_one_of_teams_begins_with_two_match_points_and_a_list_for_teams() -> None:
    laws = read(entrants="teams")
    assert (laws.entrants, laws.match_games) == (Entrants.TEAMS, 4)
    assert laws.scoring == Scoring(win=4, draw=2, loss=0, pairing_bye=2)
    assert laws.order == ("C07-TEAM-SWISS",)
    assert laws.system == "team-swiss-2026"


def test_match_points_that_somebody_typed_stand() -> None:
    assert read(entrants="teams", win="3", draw="1").scoring == Scoring(win=6, draw=2, loss=0, pairing_bye=2)


def test_a_form_of_players_reads_no_points_of_matches() -> None:
    assert read(entrants="players").scoring == Scoring()


def test_the_options_of_teams_are_read() -> None:
    laws = read(
        entrants="teams", team_boards="6", primary_score="game-points", bye_game_points="3.5", most_reserves="2"
    )
    assert laws.match_games == 6
    assert (laws.teams.primary, laws.teams.bye_game_points, laws.teams.most_reserves) == (
        PrimaryScore.GAME_POINTS,
        7,
        2,
    )
    assert laws.teams.lineup_minutes is None


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("game_draw", "0.7", "Points of a board"),
        ("game_draw", "1", "Points of a board"),
        ("bye_game_points", "4.5", "Game points of the bye"),
        ("bye_game_points", "100", "Game points of the bye"),
        ("most_reserves", "31", "Reserves of a team, at most"),
        ("least_board_games", "6", "Games for a place by board, at least"),
        ("lineup_minutes", "30000", "Lineups are due, minutes before the round"),
    ],
)
async def test_options_of_teams_that_cannot_be_are_refused_by_name(
    tmp_path: Path, field: str, typed: str, sentence: str
) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/new")
        fields = {"tournament_name": "League", "entrants": "teams", "team_boards": "4", "rounds": "5", field: typed}
        await anna.send("/desk/new", **fields)
        assert sentence in anna.text
        assert "League" not in (await anna.go("/desk")).text


async def test_two_registered_teams_play_by_the_scheveningen_tables(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await somebody.go("/desk/new")
        await somebody.send(
            "/desk/new", tournament_name="League", entrants="teams", format="scheveningen", team_boards="3", order="SB"
        )
        assert somebody.refusal == ""
        await somebody.go("/desk/t/league/teams/import")
        teams = list_of_teams(FOUR_TEAMS[:2], boards=3)
        await somebody.send("/desk/t/league/teams/import", list=teams)
        await somebody.send("/desk/t/league/teams/import")
        await somebody.go("/desk/t/league")
        assert "will play 3 rounds" in somebody.text
        await somebody.send("/desk/t/league/pair", confirmed="2")
        await somebody.send("/desk/t/league/rounds/1/publish")
        boards = (await somebody.client.get("/t/league/matches/2/1.json")).json()["data"]["boards"]
        assert [(one["first"]["name"], one["second"]["name"]) for one in boards] == [
            ("Varna 2", "Sofia 1"),
            ("Varna 3", "Sofia 2"),
            ("Varna 1", "Sofia 3"),
        ]


async def test_tables_by_board_are_ordered_anew_during_play_in_fide_mode(tmp_path: Path) -> None:
    """The boards of a match are fixed by then, and the form does not send them."""
    async with desk(tmp_path) as anna:
        await two_level_teams(anna)
        await anna.go(f"{LEAGUE}/settings")
        await anna.send(f"{LEAGUE}/regulations", boards_by="score", least_board_games="1")
        assert anna.refusal == ""
        data = (await anna.client.get("/t/league/boards.json")).json()["data"]
        assert (data["by"], data["least_games"]) == ("score", 1)
        await anna.go(f"{LEAGUE}/settings")
        await anna.send(f"{LEAGUE}/regulations", boards_by="percent", primary_score="game-points")
        assert "In FIDE mode the regulations do not change" in anna.refusal
