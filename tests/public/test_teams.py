"""The public pages of a team and of a match: squads, lineups that may be seen, results board by board."""

import re
from pathlib import Path

from tests.desk.browsers import Browser, desk
from tests.desk.teams import with_first_round
from tests.desk.test_lineups import LINEUPS, first_match, give
from tests.public.served import printed

PUBLIC = "/t/league"


async def enter(somebody: Browser, **results: str) -> None:
    """`b11="1"` is White's win at board 1 of match 1."""
    for spot, result in results.items():
        await somebody.go("/desk/t/league/rounds/1")
        token = somebody.form("/desk/logout")["form_token"]
        typed = {"form_token": token, "board": f"{spot[1]}.{spot[2]}", "result": result}
        somebody.page = await somebody.client.post("/desk/t/league/rounds/1/results", data=typed)
        assert somebody.refusal == ""


async def json_of(somebody: Browser, path: str) -> dict:  # type: ignore[type-arg]
    answer: dict = (await somebody.client.get(f"{PUBLIC}{path}")).json()  # type: ignore[type-arg]
    return answer["data"]  # type: ignore[no-any-return]


async def test_a_match_without_lineups_names_those_expected_as_such(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        await somebody.go(f"{PUBLIC}/matches/1/1")
        assert somebody.page.status_code == 200
        assert somebody.text.count("no lineup is shown yet. Expected, in the order of the squad:") == 2


async def test_a_lineup_is_hidden_from_the_public_until_both_are_in(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        white, black = await first_match(somebody)
        await give(somebody, white, board_2="")
        page = await json_of(somebody, "/matches/1/1.json")
        assert set(page["expected"]) == {white, black}
        assert page["boards"][0]["first"] is None
        await give(somebody, black)
        page = await json_of(somebody, "/matches/1/1.json")
        assert page["expected"] == {}
        assert page["boards"][0]["first"]["name"].endswith(" 1")
        assert page["boards"][1]["first"] is None


async def test_a_team_shows_each_player_with_boards_and_results(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        white, black = await first_match(somebody)
        reserve = re.findall(r'<option value="(\d+)">R · ', somebody.page.text)[0]
        await give(somebody, white, board_2=reserve)
        await give(somebody, black)
        await enter(somebody, b11="1", b12="=")
        data = await json_of(somebody, f"/teams/{white}.json")
        played = {
            (one["player"]["name"][-1], one["reserve"]): [(g["board"], g["colour"], g["result"]) for g in one["games"]]
            for one in data["players"]
        }
        assert played == {
            ("1", False): [(1, "white", "1")],
            ("2", False): [],
            ("R", True): [(2, "black", "=")],
        }
        await somebody.go(f"{PUBLIC}/players/{white}")
        assert 'data-part="squad"' in somebody.page.text
        assert f"{PUBLIC}/matches/1/1" in somebody.page.text
        assert 'data-follow="' in somebody.page.text
        await somebody.go(f"{PUBLIC}/teams/{white}")
        assert f'href="{PUBLIC}/players/{white}"' in somebody.page.text
        assert 'data-part="squad"' in somebody.page.text


async def test_there_is_no_page_of_a_match_or_a_team_that_is_not_there(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        for path in ("/matches/1/9", "/matches/2/1", "/matches/0/1", "/teams/1.json", "/matches/2.pdf"):
            assert (await somebody.client.get(f"{PUBLIC}{path}")).status_code == 404


async def test_sheets_and_slips_come_on_paper(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        assert "1.1" in await printed(somebody.client, f"{PUBLIC}/pairings/1.pdf")
        lineups = await printed(somebody.client, f"{PUBLIC}/lineups/1.pdf")
        assert lineups.count("The squad") == 4
        assert "Sofia R" in lineups
        slips = await printed(somebody.client, f"{PUBLIC}/matches/1.pdf")
        assert slips.count("Arbiter") == 2
        assert "Sofia 1" not in slips


async def test_what_the_arbiter_shows_everybody_sees(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        white, _ = await first_match(somebody)
        await give(somebody, white)
        assert (await json_of(somebody, "/matches/1/1.json"))["boards"][0]["first"] is None
        await somebody.go(LINEUPS)
        await somebody.send(f"{LINEUPS}/show")
        assert (await json_of(somebody, "/matches/1/1.json"))["boards"][0]["first"]["name"].endswith(" 1")


async def test_the_first_result_of_a_match_shows_all_its_boards(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        white, _ = await first_match(somebody)
        await give(somebody, white)
        before = await json_of(somebody, "/matches/1/1.json")
        await enter(somebody, b11="1")
        after = await json_of(somebody, "/matches/1/1.json")
        assert [board["first"] for board in before["boards"]] == [None, None]
        assert [board["first"]["name"][-1] for board in after["boards"]] == ["1", "2"]


async def test_the_latest_results_name_the_players_of_the_board_and_not_a_score_of_the_match(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await with_first_round(somebody)
        for team in await first_match(somebody):
            await give(somebody, team)
        await enter(somebody, b12="1")
        await somebody.go(f"{PUBLIC}/results")
        assert "Match 1, board 2" in somebody.text
        assert re.search(r"\w+ 2 \w+ 1 – 0 \w+ 2 \w+", somebody.text)
