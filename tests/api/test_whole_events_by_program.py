"""Whole events run by a client that was written from the document alone."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.api.programs import app_of, make_key
from tests.api.reader import Reader
from tests.desk.browsers import Browser, browser, server


@asynccontextmanager
async def empty(folder: Path, *scopes: str, where: str = "") -> AsyncIterator[tuple[Browser, Reader]]:
    """An empty server, Anna at its desk, and a client with her key."""
    async with server(folder) as transport, browser(transport) as anna, browser(transport) as other:
        key = await make_key(await anna.log_in(), *scopes, where=where)
        yield anna, await Reader(other.client, key).learn()


def people(count: int) -> list[dict[str, object]]:
    return [
        {"name": f"Player {n:04}", "rating": 2600 - n % 1000, "federation": "BUL", "birth_year": 1950 + n % 60}
        for n in range(1, count + 1)
    ]


async def pair(reader: Reader, slug: str) -> int:
    """The number of the round that is paired and published."""
    await reader.do("Draw up the next round", slug=slug)
    drafts = (await reader.read("The rounds that are paired and not published", slug=slug))["drafts"]
    for draft in drafts[:1]:
        await reader.do("Publish a draft", slug=slug, round=draft["round"])
    return int(drafts[0]["round"])


async def boards(reader: Reader, slug: str, round: int) -> list[dict[str, Any]]:
    return list((await reader.read("A round, board by board", slug=slug, round=round))["data"]["boards"])


async def play(reader: Reader, slug: str, round: int, result: str = "1-0") -> None:
    """Every game that has no result; the second of a match is there after the first."""
    while waiting := [one for one in await boards(reader, slug, round) if one["result"] is None]:
        for one in waiting:
            body = {"board": one["board"], "game": one["game"], "result": result}
            await reader.do("Enter the result of a board", body, slug=slug, round=round)


async def test_a_knock_out_of_eight_with_level_matches(tmp_path: Path) -> None:
    async with empty(tmp_path) as (_, reader):
        laws = {"match_games": 2, "knockout": {"level": "further-games", "further": ["rapid 2"], "byes": False}}
        body = {"name": "Cup", "like": "knock-out", "fide_mode": False, "regulations": laws}
        slug = (await reader.do("Create a tournament", body))["tournament"]
        await reader.do("Register many players", {"players": people(8)}, slug=slug)
        await reader.do("Set the initial colour", slug=slug)
        assert await pair(reader, slug) == 1
        await play(reader, slug, 1, "1/2")
        early = await reader.send("Draw up the next round", slug=slug)
        level = early.json()["data"]["boards"]
        assert (early.json()["code"], level) == ("matches-level", [1, 2, 3, 4])
        place = {"slug": slug, "round": 1}
        seen = await reader.do("Take the next step of a match", {"step": "games"}, preview=True, board=1, **place)
        assert seen["events"] == ["GamesAdded"]
        for board in level:
            await reader.do("Take the next step of a match", {"step": "games"}, board=board, **place)
        assert [one["game"] for one in await boards(reader, slug, 1) if one["board"] == 1] == [1, 2, 3]
        further = {"board": 1, "game": 3, "result": "1-0"}
        await reader.do("Enter the result of a board", further, **place)
        await play(reader, slug, 1, "1/2")
        await reader.do("Take the next step of a match", {"step": "lots"}, board=2, **place)
        winner = next(one["black"]["id"] for one in await boards(reader, slug, 1) if one["board"] == 3)
        word = {"step": "goes-on", "winner": winner, "reason": "agreed before the match"}
        await reader.do("Take the next step of a match", word, board=3, **place)
        await reader.do("Take the next step of a match", {"step": "lots"}, board=4, **place)
        for round in (2, 3):
            assert await pair(reader, slug) == round
            for one in await boards(reader, slug, round):
                first = {"board": one["board"], "game": 1, "result": "1-0"}
                await reader.do("Enter the result of a board", first, slug=slug, round=round)
            await play(reader, slug, round, "1/2")
        await reader.do("Close the tournament", slug=slug)
        bracket = (await reader.read("The bracket, column by column", slug=slug))["data"]
        assert bracket["winner"]["name"].startswith("Player")
        decided = [match["decided_by"] for match in bracket["columns"][0]["matches"]]
        assert decided == ["further-games", "lots", "ruling", "lots"]


async def test_a_festival_of_two_groups_and_a_final(tmp_path: Path) -> None:
    async with empty(tmp_path) as (_, reader):
        days = {"name": "Spring Days", "city": "Sofia", "start": "2026-12-01", "end": "2026-12-06"}
        festival = (await reader.do("Create a festival", days))["festival"]
        groups = []
        for title in ("Group A", "Group B"):
            body = {"title": title, "format": "round-robin", "rounds": 3}
            made = await reader.do("Announce a new tournament as a section", body, festival=festival)
            groups += made["tournaments"]
        final = (await reader.do("Announce a new tournament", {"title": "Final", "rounds": 1}, festival=festival))[
            "tournaments"
        ][0]
        link = {"sources": groups, "into": final, "places": 2}
        assert (await reader.do("Let the best of some sections", link, preview=True, festival=festival))["events"] == [
            "SectionsLinked"
        ]
        await reader.do("Let the best of some sections", link, festival=festival)
        for at, slug in enumerate(groups):
            field = [{**one, "name": f"{one['name']} of {at}"} for one in people(4)]
            await reader.do("Register many players", {"players": field}, slug=slug)
            await whole_table(reader, slug)
            await reader.do("Close the tournament", slug=slug)
            send = {"source": slug, "into": final}
            await reader.do("Register those who go on from a section", send, festival=festival)
        entered = (await reader.read("Everybody registered", slug=final))["data"]["players"]
        assert len(entered) == 4
        await reader.do("Set the initial colour", slug=final)
        await play(reader, final, await pair(reader, final))
        await reader.do("Close the tournament", slug=final)
        prize = {"prizes": [{"name": "Cup", "cents": 10_000}]}
        await reader.do("Announce the prizes", prize, slug=final)
        page = await reader.read("The sections of a festival", festival=festival)
        assert [one["title"] for one in page["sections"]] == ["Group A", "Group B", "Final"]
        assert (await reader.read("The prizes of all sections", festival=festival))["sections"][-1]["awards"]


async def whole_table(reader: Reader, slug: str) -> None:
    """A round robin, each round as it comes; the lower number wins with White and draws with Black."""
    drafts = (await reader.do("Draw up the next round", slug=slug))["entries"]
    assert drafts
    for round in range(1, 4):
        await reader.send("Publish a draft", slug=slug, round=round)
        for one in await boards(reader, slug, round):
            won = "1-0" if one["white"]["number"] < one["black"]["number"] else "0-1"
            body = {"board": one["board"], "result": won}
            await reader.do("Enter the result of a board", body, slug=slug, round=round)


async def test_groups_are_drawn_from_the_entries_of_a_section(tmp_path: Path) -> None:
    async with empty(tmp_path) as (_, reader):
        festival = (await reader.do("Create a festival", {"name": "Groups"}))["festival"]
        body = {"title": "Entries", "rounds": 3}
        pool = (await reader.do("Announce a new tournament as", body, festival=festival))["tournaments"][0]
        await reader.do("Register many players", {"players": people(8)}, slug=pool)
        draw = {
            "pool": pool,
            "least": 4,
            "most": 4,
            "group_format": "round-robin",
            "final": {"title": "Final", "rounds": 3, "places": 2, "carry": "mutual-results"},
        }
        made = await reader.do("Draw the entrants of a section into groups", draw, festival=festival)
        assert len(made["tournaments"]) == 3
        for slug in made["tournaments"][:2]:
            assert len((await reader.read("Everybody registered", slug=slug))["data"]["players"]) == 4
        again = await reader.send("Draw the entrants of a section into groups", draw, festival=festival)
        assert again.json()["code"] == "groups-drawn-already"


async def test_a_series_is_set_changed_and_ended(tmp_path: Path) -> None:
    async with empty(tmp_path) as (_, reader):
        festival = (await reader.do("Create a festival", {"name": "Blitz"}))["festival"]
        plan = {"rhythm": "weekly", "time": "19:30", "zone": "Europe/Sofia", "weekday": 3, "edition_rounds": 7}
        made = await reader.do("Make a festival a series", plan, festival=festival)
        [edition] = (await reader.read("The editions of a series", festival=festival))["editions"]
        assert (made["tournaments"], edition["starts_at"][-5:]) == ([edition["tournament"]], "19:30")
        await reader.do("Make a festival a series", {"time": "18:00"}, festival=festival)
        [edition] = (await reader.read("The editions of a series", festival=festival))["editions"]
        assert edition["starts_at"][-5:] == "18:00"
        assert (await reader.read("Name, dates, regulations", slug=edition["tournament"]))["data"]["rounds"] == 7
        ended = await reader.do("Schedule no further edition", festival=festival)
        assert [one["event"] for one in ended["entries"]] == ["SeriesEnded"]


async def test_an_open_with_pairing_by_hand_points_and_an_expulsion(tmp_path: Path) -> None:
    async with empty(tmp_path) as (_, reader):
        slug = (await reader.do("Create a tournament", {"name": "Open", "regulations": {"rounds": 3}}))["tournament"]
        await reader.do("Register many players", {"players": people(12)}, slug=slug)
        await reader.do("Set the initial colour", {"colour": "w"}, slug=slug)
        await play(reader, slug, await pair(reader, slug))
        ids = [one["id"] for one in (await reader.read("Everybody registered", slug=slug))["data"]["players"]]
        await reader.do("Expel a player", {"reason": "a phone"}, slug=slug, player=ids[11])
        points = {"round": 1, "points": -0.5, "reason": "a phone too"}
        await reader.do("Give a player points beside the results", points, slug=slug, player=ids[10])
        await by_hand(reader, slug, ids)
        await play(reader, slug, 2)
        await play(reader, slug, await pair(reader, slug))
        await reader.do("Close the tournament", slug=slug)
        rows = (await reader.read("The table after a round", slug=slug))["data"]["rows"]
        assert next(row["beside"] for row in rows if row["player"]["id"] == ids[10]) == [-0.5, 0]


async def by_hand(reader: Reader, slug: str, ids: list[int]) -> None:
    """Round 2: the neighbours by number, after a try that leaves somebody out."""
    early = await reader.send("Seat the next round by hand", {"boards": []}, slug=slug)
    assert early.json()["code"] == "hand-pairing-not-begun"
    await reader.do("Begin to pair the next round by hand", slug=slug)
    pairs = [{"white": ids[at + 1], "black": ids[at]} for at in range(0, 10, 2)]
    seats = {"boards": pairs, "bye": ids[10], "reason": "the engine was away"}
    wrong = await reader.send("Seat the next round by hand", {**seats, "boards": pairs[1:]}, slug=slug)
    assert wrong.status_code == 409
    await reader.do("Seat the next round by hand", seats, slug=slug)
    await reader.do("Change the boards of a round by hand", {**seats, "boards": pairs[::-1]}, slug=slug, round=2)
    await reader.do("End the pairing by hand of a round", slug=slug, round=2)
    await reader.do("Publish a draft", slug=slug, round=2)
    assert (await boards(reader, slug, 2))[0]["white"]["id"] == ids[9]


async def test_many_players_are_registered_together_or_not_at_all(tmp_path: Path) -> None:
    async with empty(tmp_path) as (_, reader):
        slug = (await reader.do("Create a tournament", {"name": "Open", "regulations": {"rounds": 3}}))["tournament"]
        field = people(300)
        field[7] |= {"federation": "Bulgaria", "rating": 9000}
        field[8] |= {"fide_id": 2900017}
        field[9] |= {"fide_id": 2900017}
        answer = await reader.client.post(
            f"/api/t/{slug}/players/many",
            json={"players": field},
            headers={"Authorization": f"Bearer {reader.key}", "Idempotency-Key": "wrong"},
        )
        problems = answer.json()["data"]["problems"]
        assert (answer.status_code, answer.json()["code"]) == (422, "players-cannot-enter")
        assert [(one["index"], one["field"]) for one in problems] == [(7, "rating"), (7, "federation"), (9, "fide_id")]
        assert "Player 8 (Player 0008): " in answer.json()["detail"]
        assert (await reader.read("Everybody registered", slug=slug))["data"]["players"] == []
        first = await reader.send("Register many players", {"players": people(300)}, id="all", slug=slug)
        again = await reader.send("Register many players", {"players": people(300)}, id="all", slug=slug)
        assert first.content == again.content
        assert len((await reader.read("Everybody registered", slug=slug))["data"]["players"]) == 300
        asked = await reader.send("Register many players", {"players": people(2)}, slug=slug)
        assert (asked.json()["code"], len(asked.json()["data"]["questions"])) == ("namesakes-asked", 2)


async def test_each_player_of_a_list_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    async with empty(tmp_path) as (_, reader):
        slug = (await reader.do("Create a tournament", {"name": "Open"}))["tournament"]
        answer = await reader.client.post(
            f"/api/t/{slug}/players/many",
            json={"players": [{"name": "A"}, {"name": 7}, {"rating": 1}, {"name": "B", "sex": "?"}]},
            headers={"Authorization": f"Bearer {reader.key}", "Idempotency-Key": "misread"},
        )
        said = [(one["index"], one["field"]) for one in answer.json()["data"]["problems"]]
        assert (answer.json()["code"], said) == ("body-not-read", [(1, "name"), (2, ""), (3, "sex")])


@pytest.mark.parametrize(
    "body",
    [{"step": "goes-on"}, {"step": "games", "winner": 1}, {"step": "forfeit"}, {"step": "lots", "absent": "both"}],
)
async def test_a_step_of_a_match_comes_with_what_it_takes(tmp_path: Path, body: dict[str, object]) -> None:
    async with empty(tmp_path) as (_, reader):
        slug = (await reader.do("Create a tournament", {"name": "Cup", "like": "knock-out"}))["tournament"]
        answer = await reader.send("Take the next step of a match", body, slug=slug, round=1, board=1)
        assert (answer.status_code, answer.json()["code"]) == (422, "body-not-read")


async def test_a_command_about_a_festival_is_carried_out_once_and_on_its_version(tmp_path: Path) -> None:
    async with empty(tmp_path) as (anna, reader):
        made = await reader.send("Create a festival", {"name": "Days"}, id="make")
        assert (await reader.send("Create a festival", {"name": "Days"}, id="make")).content == made.content
        assert [one.name for one in app_of(anna).state.services.festivals.festivals] == ["days"]
        body = {"title": "A", "rounds": 5}
        first = await reader.send("Announce a new tournament as", body, id="a", festival="days")
        assert (await reader.send("Announce a new tournament as", body, id="a", festival="days")).json() == first.json()
        late = await reader.client.post(
            "/api/f/days",
            json={"city": "Varna"},
            headers={"Authorization": f"Bearer {reader.key}", "Idempotency-Key": "x", "If-Match": '"1"'},
        )
        assert (late.status_code, late.json()["code"]) == (412, "moved-on")
        await reader.do("Change the announcement of a festival", {"city": "Varna"}, festival="days")
        page = await reader.read("The sections of a festival", festival="days")
        assert (page["name"], page["city"], len(page["sections"])) == ("Days", "Varna", 1)


async def test_a_key_of_a_festival_reaches_that_one_alone(tmp_path: Path) -> None:
    async with empty(tmp_path) as (anna, reader):
        for name in ("Days", "Nights"):
            await reader.do("Create a festival", {"name": name})
        await anna.go("/desk/keys")
        reader.key = await make_key(anna, name="Of days", where="festival:days")
        await reader.do("Announce a new tournament as", {"title": "A", "rounds": 5}, festival="days")
        for said, address in (("Announce a new tournament as", {"festival": "nights"}), ("Create a festival", {})):
            body = {"title": "A", "rounds": 5} if address else {"name": "Third"}
            answer = await reader.send(said, body, **address)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-your-tournament"), said
        assert (await reader.send("Change the announcement", {}, festival="none")).status_code == 403


@pytest.mark.parametrize("body", ["[[[", '{"players": 1, "x": ' + "[" * 5000], ids=["broken off", "deep"])
async def test_what_is_of_the_wrong_kind_and_no_json_either_is_refused(tmp_path: Path, body: str) -> None:
    async with empty(tmp_path) as (_, reader):
        slug = (await reader.do("Create a tournament", {"name": "Open"}))["tournament"]
        answer = await reader.client.post(
            f"/api/t/{slug}/players/many",
            content=body,
            headers={"Authorization": f"Bearer {reader.key}", "Idempotency-Key": "wrong"},
        )
    assert (answer.status_code, answer.json()["code"], answer.json()["data"]) == (
        422,
        "body-not-read",
        {"problems": []},
    )
