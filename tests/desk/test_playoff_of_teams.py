"""A play-off of teams at the desk: held from the table, played board by board, its order in the table."""

from pathlib import Path

from tests.desk.browsers import Browser, desk
from tests.desk.teams import FOUR_TEAMS, list_of_teams

LEAGUE, OFF = "/desk/t/league", "/desk/t/league-play-off"


async def two_level_teams(somebody: Browser) -> None:
    """One round of two teams at two boards, 1 to 1."""
    await somebody.go("/desk/new")
    await somebody.send(
        "/desk/new",
        tournament_name="League",
        rounds="1",
        entrants="teams",
        team_boards="2",
        order="MPTS, PLAYOFF, GPTS",
    )
    await somebody.go(f"{LEAGUE}/teams/import")
    await somebody.send(f"{LEAGUE}/teams/import", list=list_of_teams(FOUR_TEAMS[:2]))
    await somebody.send(f"{LEAGUE}/teams/import")
    await somebody.go(LEAGUE)
    await somebody.send(f"{LEAGUE}/colour", colour="w")
    await somebody.send(f"{LEAGUE}/pair", confirmed="2")
    await somebody.send(f"{LEAGUE}/rounds/1/publish")
    await enter(somebody, LEAGUE, 1, "10")


async def enter(somebody: Browser, root: str, round: int, results: str) -> None:
    """The match in one line, as its first team sees it."""
    await somebody.go(f"{root}/rounds/{round}")
    await somebody.send(f"{root}/rounds/{round}/boards/1/match", results=results)
    assert somebody.refusal == ""


async def test_teams_level_for_the_first_place_play_it_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as somebody:
        await two_level_teams(somebody)
        await somebody.go(f"{LEAGUE}/playoff")
        assert "2 teams are level for place 1" in somebody.text
        assert "They play matches at the 2 boards of this event." in somebody.text
        await somebody.send(f"{LEAGUE}/playoff/hold")
        assert somebody.page.url.path == f"{OFF}/playoff"
        await somebody.send(f"{OFF}/playoff/seat")
        assert f'href="{OFF}/rounds/1"' in somebody.page.text
        await enter(somebody, OFF, 1, "11")
        await somebody.go(f"{OFF}/playoff")
        await somebody.send(f"{OFF}/playoff/seat")
        await enter(somebody, OFF, 2, "==")
        await somebody.go("/t/league-play-off/playoff")
        assert "boards 2 – 0" in somebody.text
        assert "Decided" in somebody.text
        first = (await somebody.client.get("/t/league-play-off/playoff.json")).json()["data"]["outcome"][0]
        table = (await somebody.client.get("/t/league/standings.json")).json()["data"]["rows"]
        assert [row["place"] for row in table] == [1, 2]
        assert table[0]["player"]["name"] == first["player"]["name"]
