"""Teams at the desk: registered by form, by list and by file, amended, transferred, withdrawn."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, desk, with_players
from tests.desk.teams import ORDER, list_of_teams, with_first_round, with_teams

LEAGUE = "/desk/t/league"


def team_link(somebody: Browser, name: str) -> str:
    found = re.search(rf'<a class="person" href="([^"]+)">{name}</a>', somebody.page.text)
    assert found is not None
    return found[1]


async def at_team(somebody: Browser, name: str) -> str:
    await somebody.go(f"{LEAGUE}/teams")
    link = team_link(somebody, name)
    await somebody.go(link)
    return link


async def test_a_pasted_list_is_looked_at_and_then_registered_at_once(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        await somebody.go(f"{LEAGUE}/teams")
        assert "Teams 4" in somebody.text
        assert "Captain Sofia" in somebody.text
        assert "2 players, 1 reserve" in somebody.text
        await somebody.go(f"{LEAGUE}/players")
        assert "Players 12" in somebody.text


async def test_a_list_with_mistakes_says_all_of_them_and_registers_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        await somebody.go(f"{LEAGUE}/teams/import")
        bad = "Team;Board;Name;Rating\nSofia;1;New Player;2000\nRuse;1;Other;2000\nRuse;2;Somebody;many\n"
        await somebody.send(f"{LEAGUE}/teams/import", list=bad)
        assert somebody.page.status_code == 422
        assert "2 things have to be mended first" in somebody.text
        assert "line 4, column 4: Rating must be a number" in somebody.text
        assert "There is a team Sofia already" in somebody.text
        assert "Ruse;2;Somebody;many" in somebody.page.text
        await somebody.go(f"{LEAGUE}/players")
        assert "Players 12" in somebody.text


async def test_a_file_is_read_like_a_pasted_list(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await somebody.go("/desk/new")
        await somebody.send(
            "/desk/new", tournament_name="League", rounds="3", entrants="teams", team_boards="2", order=ORDER
        )
        await somebody.go(f"{LEAGUE}/teams/import")
        await somebody.send(f"{LEAGUE}/teams/import", files={"file": ("teams.csv", list_of_teams().encode())})
        assert "4 teams would be registered" in somebody.text
        await somebody.send(f"{LEAGUE}/teams/import")
        assert "Teams 4" in somebody.text


async def test_a_team_is_registered_by_form_with_its_new_players(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        await somebody.go(f"{LEAGUE}/teams")
        await somebody.send(
            f"{LEAGUE}/teams", team="Ruse", captain="Ana", squad="GM Best, One 2600\nSecond 2100", reserves="Third"
        )
        assert somebody.refusal == ""
        assert "Teams 5" in somebody.text
        await somebody.go(team_link(somebody, "Ruse"))
        assert "Best, One" in somebody.text
        assert "team rating 2350" in somebody.text


async def test_a_form_that_is_refused_keeps_what_was_typed(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        await somebody.go(f"{LEAGUE}/teams")
        await somebody.send(f"{LEAGUE}/teams", team="sofia", squad="Somebody 2000", captain="Ana")
        assert somebody.refusal == (
            "Nothing was registered. sofia: There is a team sofia already: give this one another name."
        )
        assert somebody.form(f"{LEAGUE}/teams")["squad"] == "Somebody 2000"
        assert somebody.form(f"{LEAGUE}/teams")["captain"] == "Ana"


async def test_the_order_of_the_boards_is_free_before_round_one_and_has_a_reason_after_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        sofia = await at_team(somebody, "Sofia")
        one, two, _ = (name for name in somebody.form(f"{sofia}/boards") if name.startswith("board-"))
        await somebody.send(f"{sofia}/boards", **{one: "2", two: "1"})
        assert "Team Sofia changed; its players: Sofia 2, Sofia 1, Sofia R" in somebody.text
        await somebody.go(LEAGUE)
        await somebody.send(f"{LEAGUE}/pair", confirmed="2")
        await somebody.send(f"{LEAGUE}/rounds/1/publish")
        await somebody.go(sofia)
        await somebody.send(f"{sofia}/boards", **{one: "1", two: "2"})
        assert somebody.refusal.startswith("Say why the players of the team change")
        await somebody.send(f"{sofia}/boards", **{one: "1", two: "2"}, reason="a mistake in the list")
        assert somebody.refusal == ""
        assert "a mistake in the list" in somebody.text


async def test_two_players_cannot_have_one_board(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        sofia = await at_team(somebody, "Sofia")
        one, two, _ = (name for name in somebody.form(f"{sofia}/boards") if name.startswith("board-"))
        await somebody.send(f"{sofia}/boards", **{one: "1", two: "1"})
        assert "each of them has to be there once" in somebody.refusal
        await somebody.send(f"{sofia}/boards", **{one: "first", two: "2"})
        assert "neither the number of a board nor R" in somebody.refusal


async def test_players_come_new_and_from_other_teams(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        sofia = await at_team(somebody, "Sofia")
        await somebody.send(f"{sofia}/players", players="New, Player 2000", reserve="1")
        assert "New, Player" in somebody.text
        moving = re.search(r'<option value="(\d+)">Varna 1 ', somebody.page.text)
        assert moving is not None
        await somebody.send(f"{sofia}/transfer", player=moving[1])
        assert "Varna 1 goes from Varna to Sofia" in somebody.text
        await at_team(somebody, "Varna")
        assert f"board-{moving[1]}" not in somebody.page.text


async def test_a_team_leaves_and_comes_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        sofia = await at_team(somebody, "Sofia")
        await somebody.send(f"{sofia}/withdraw", from_round="2", reason="no bus")
        assert "Sofia withdrawn from round 2 on (no bus)" in somebody.text
        await somebody.send(f"{sofia}/readmit", from_round="2")
        assert "Sofia readmitted from round 2 on" in somebody.text
        await somebody.send(f"{sofia}/bye", round="2", kind="Z")
        assert somebody.refusal == ""
        await somebody.send(f"{sofia}/bye/revoke", round="2")
        assert somebody.refusal == ""


async def test_a_late_team_plays_from_the_next_round_on(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        await somebody.go(f"{LEAGUE}/teams")
        await somebody.send(f"{LEAGUE}/teams", team="Ruse", squad="First 2000\nSecond 1900")
        assert "plays from round 2" in somebody.text


async def test_a_tournament_of_players_has_no_page_of_teams(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_players(somebody)
        assert "/teams" not in somebody.page.text
        assert (await somebody.go("/desk/t/open/teams")).status_code == 404
        assert (await somebody.go("/desk/t/open/teams/import")).status_code == 404
        assert (await somebody.go("/desk/t/open/teams/captains")).status_code == 404
        assert (await somebody.go("/desk/t/open/teams/1")).status_code == 404


async def test_a_player_of_a_team_has_a_page_without_byes_and_withdrawal(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        await somebody.go(f"{LEAGUE}/players")
        await somebody.go(team_link(somebody, "Varna 2"))
        assert somebody.page.status_code == 200
        assert "/withdraw" not in somebody.page.text
        assert "Team Varna" in somebody.text


async def test_match_points_and_game_points_are_given_with_a_reason_and_taken_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_first_round(anna)
        page = await at_team(anna, "Varna")
        team = int(page.rpartition("/")[2])
        await anna.send(f"{page}/points", round="1", points="-1", other_points="½", reason="came late")
        assert "Varna: −1 match point, +½ game point by the arbiter in round 1 (came late)." in anna.text
        assert "Round 1: match points −1, game points +½" in anna.text
        await anna.go("/t/league/standings")
        assert "given or taken away by the arbiter, in the other score of the team" in anna.page.text
        await anna.go("/t/league/standings.json")
        rows = {row["player"]["id"]: row for row in anna.page.json()["data"]["rows"]}
        assert (rows[team]["points"], rows[team]["beside"]) == (-1, [-1, 0.5])
        assert sum("beside" in row for row in rows.values()) == 1
        await anna.go(f"/t/league/teams/{team}")
        assert "given or taken away by the arbiter" in anna.text
        await anna.go(page)
        await anna.send(f"{page}/points", reason="the train was late")
        assert "Varna: +1 match point, −½ game point by the arbiter in round 1 (the train was late)." in anna.text
        await anna.go("/t/league/standings")
        assert "given or taken away by the arbiter" not in anna.page.text


async def test_points_given_to_a_team_are_refused_without_a_reason_or_without_points(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_first_round(anna)
        page = await at_team(anna, "Varna")
        await anna.send(f"{page}/points", round="1", points="-1", reason="")
        assert anna.refusal == "Say why points are given or taken away: the reason stands in the journal."
        await anna.send(f"{page}/points", round="1", points="", other_points="", reason="late")
        assert anna.refusal == "Points: write what is given or taken away, such as 0.5 or -1, at most 10 points."


async def test_the_first_page_speaks_of_teams_when_round_one_is_due(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_teams(somebody)
        await somebody.go(LEAGUE)
        assert "4 teams are registered. Pair round 1 as a draft." in somebody.text
