"""A program registers teams with their squads, and changes them."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from domain.state import Tournament
from tests.api.programs import Program, app_of, make_key
from tests.desk.browsers import Browser, browser, server

AT = "/api/t/league"


def squad(letter: str, count: int = 2) -> list[dict[str, object]]:
    return [{"name": f"{letter}{place} Player", "rating": 2400 - 50 * place, "title": "FM"} for place in range(count)]


@asynccontextmanager
async def league(folder: Path) -> AsyncIterator[tuple[Browser, Program]]:
    """An event of teams of two boards without teams, and a program with a key for it."""
    async with server(folder) as transport, browser(transport) as anna, browser(transport) as other:
        program = Program(other.client, await make_key(await anna.log_in()))
        body = {"name": "League", "like": "teams", "regulations": {"match_games": 2}}
        assert (await program.post("", body, at="/api/t")).status_code == 200
        yield anna, program


async def folded(somebody: Browser) -> Tournament:
    tournament: Tournament = (await app_of(somebody).state.services.office.open("league")).tournament
    return tournament


async def register(program: Program, name: str, query: str = "", **fields: object) -> httpx.Response:
    body = {"name": name, "squad": squad(name[0]), **fields}
    return await program.post(f"/teams{query}", body, at=AT)


async def test_a_team_comes_with_all_that_is_known_of_its_players(tmp_path: Path) -> None:
    async with league(tmp_path) as (anna, program):
        reserve = {"name": "Smith; Jr, 2000", "fide_id": 2900, "sex": "w", "birth_year": 1990, "federation": "BUL"}
        answer = await register(program, "Rakovski", captain="Vera", reserves=[reserve])
        assert [one["event"] for one in answer.json()["entries"]] == [*["PlayerRegistered"] * 3, "TeamRegistered"]
        t = await folded(anna)
        [team] = t.teams.values()
        assert (team.name, team.captain, len(team.squad), len(team.reserves)) == ("Rakovski", "Vera", 2, 1)
        player = t.players[team.reserves[0]]
        assert (player.name, player.fide_id, player.birth_year) == ("Smith; Jr, 2000", 2900, 1990)
        assert [t.players[id].title for id in team.squad] == ["FM", "FM"]


async def test_a_preview_of_a_team_registers_nobody(tmp_path: Path) -> None:
    async with league(tmp_path) as (anna, program):
        seen = await register(program, "Rakovski", "?preview=1")
        assert seen.json()["events"] == ["PlayerRegistered", "PlayerRegistered", "TeamRegistered"]
        assert not (await folded(anna)).teams


async def test_the_table_of_an_event_without_teams_is_empty(tmp_path: Path) -> None:
    async with league(tmp_path) as (_, program):
        answer = await program.client.get("/t/league/standings.json")
        assert (answer.status_code, answer.json()["data"]["rows"]) == (200, [])
        assert (await program.client.get("/t/league/standings")).status_code == 200


async def test_a_team_that_is_sent_again_is_registered_once(tmp_path: Path) -> None:
    async with league(tmp_path) as (anna, program):
        body = {"name": "Rakovski", "squad": squad("R")}
        first = await program.post("/teams", body, "team-1", at=AT)
        assert (await program.post("/teams", body, "team-1", at=AT)).content == first.content
        other = await program.post("/teams", {**body, "squad": squad("R", 1)}, "team-1", at=AT)
        assert (other.status_code, other.json()["code"]) == (422, "sent-before")
        twice = await program.post("/teams", body, at=AT)
        assert (twice.status_code, twice.json()["code"]) == (409, "teams-cannot-enter")
        assert len((await folded(anna)).teams) == 1


async def test_a_namesake_is_asked_about_and_the_answer_taken(tmp_path: Path) -> None:
    async with league(tmp_path) as (anna, program):
        await register(program, "Rakovski", squad=[{"name": "Ivan Ivanov", "birth_year": 1980}])
        again = {"name": "Ivan Ivanov", "rating": 1800}
        asked = await register(program, "Levski", squad=[again])
        assert (asked.status_code, asked.json()["code"]) == (409, "namesakes-asked")
        done = await register(program, "Levski", squad=[{**again, "namesake": "another"}])
        assert done.status_code == 200, done.text
        assert len((await folded(anna)).players) == 2


async def test_a_team_keeps_what_is_not_named(tmp_path: Path) -> None:
    async with league(tmp_path) as (anna, program):
        registered = await register(program, "Rakovski", captain="Vera", club="Rakovski SC")
        await program.post(f"/teams/{id_of(await folded(anna))}", {"captain": "Petar"}, at=AT)
        [team] = (await folded(anna)).teams.values()
        assert (registered.status_code, team.captain, team.club, len(team.squad)) == (200, "Petar", "Rakovski SC", 2)


def id_of(t: Tournament, name: str = "Rakovski") -> int:
    return next(team.id for team in t.teams.values() if team.name == name)


async def test_boards_are_ordered_by_the_ids_of_the_players(tmp_path: Path) -> None:
    async with league(tmp_path) as (anna, program):
        await register(program, "Rakovski", squad=squad("R", 4))
        t = await folded(anna)
        at, [first, second, third, fourth] = f"/teams/{id_of(t)}/boards", next(iter(t.teams.values())).squad
        answer = await program.post(at, {"squad": [third, first], "reserves": [fourth]}, at=AT)
        assert answer.status_code == 200, answer.text
        [team] = (await folded(anna)).teams.values()
        assert (team.squad, team.reserves) == ((third, first), (fourth,))
        for wanted, code in (([third, 999], "not-in-the-team"), ([first, first], "body-not-read")):
            assert (await program.post(at, {"squad": wanted}, at=AT)).json()["code"] == code
        assert second in (await folded(anna)).players


async def test_players_are_added_and_transferred(tmp_path: Path) -> None:
    async with league(tmp_path) as (anna, program):
        await register(program, "Rakovski")
        await register(program, "Levski")
        t = await folded(anna)
        rakovski, levski = id_of(t), id_of(t, "Levski")
        new = {"players": squad("N", 1), "reserve": True}
        assert (await program.post(f"/teams/{rakovski}/players", new, at=AT)).status_code == 200
        [added] = (await folded(anna)).teams[t.teams[rakovski].id].reserves
        moved = await program.post(f"/teams/{levski}/transfer", {"player": added}, at=AT)
        assert moved.status_code == 200, moved.text
        assert added in (await folded(anna)).teams[t.teams[levski].id].squad


@pytest.mark.parametrize(
    ("path", "body", "event"),
    [
        ("bye", {"round": 1, "kind": "H"}, "ByeGranted"),
        ("points", {"round": 1, "points": 0.5, "other_points": -1, "reason": "late"}, "PointsAdjusted"),
        ("withdraw", {"reason": "ill"}, "PlayerWithdrawn"),
    ],
)
async def test_what_concerns_a_team_in_a_round(tmp_path: Path, path: str, body: object, event: str) -> None:
    async with league(tmp_path) as (anna, program):
        for name in ("Rakovski", "Levski"):
            await register(program, name)
        await program.post("/colour", {"colour": "w"}, at=AT)
        if path == "points":
            assert (await program.post("/pair", {"confirmed": 4}, at=AT)).status_code == 200
            assert (await program.post("/rounds/1/publish", at=AT)).status_code == 200
        answer = await program.post(f"/teams/{id_of(await folded(anna))}/{path}", body, at=AT)
        assert answer.status_code == 200, answer.text
        assert event in [one["event"] for one in answer.json()["entries"]]


async def test_a_key_for_results_registers_no_team(tmp_path: Path) -> None:
    async with league(tmp_path) as (anna, program):
        results = Program(program.client, await make_key(anna, "results", name="Results alone"))
        assert (await register(results, "Rakovski")).json()["code"] == "scope-missing"
