"""Commands over JSON: the desk's own steps, once each, with the desk's own sentences."""

from pathlib import Path

import pytest

from tests.api.programs import Program, app_of, hall, version
from tests.desk.browsers import browser, server


async def boards_of(program: Program) -> list[dict[str, object]]:
    return list((await program.client.get("/t/open/pairings/1.json")).json()["data"]["boards"])


async def test_a_repeated_command_writes_nothing_and_gets_the_same_answer(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        first = await program.post("/players", {"name": "Zoe", "rating": 1900, "from_round": 2}, id="zoe")
        again = await program.post("/players", {"name": "Zoe", "rating": 1900, "from_round": 2}, id="zoe")
        assert (first.status_code, first.content) == (200, again.content)
        people = (await program.client.get("/t/open/players.json")).json()
        assert people["position"] == version(first)
        assert sum(one["name"] == "Zoe" for one in people["data"]["players"]) == 1


async def test_a_repeated_command_is_known_after_a_restart(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        first = await program.post("/rounds/1/results", {"board": 1, "result": "1-0"}, id="board-1")
        key = program.key
    async with server(tmp_path) as transport, browser(transport) as other:
        again = await Program(other.client, key).post("/rounds/1/results", {"board": 1, "result": "1-0"}, id="board-1")
        assert again.content == first.content


async def test_the_journal_alone_knows_a_command_whose_answer_was_dropped(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, program):
        first = await program.post("/rounds/1/results", {"board": 1, "result": "1-0"}, id="board-1")
        app_of(anna).state.services.office.journal.journal.programs._run("DELETE FROM program_answers", ())
        again = await program.post("/rounds/1/results", {"board": 1, "result": "1-0"}, id="board-1")
        assert again.json() == first.json()
        other = await program.post("/rounds/1/results", {"board": 1, "result": "0-1"}, id="board-1")
        assert other.json()["code"] == "sent-before"


async def test_a_refusal_is_repeated_even_when_it_would_be_possible_by_now(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        early = await program.post("/pair", id="round-2")
        assert (early.status_code, early.json()["code"]) == (409, "results-missing")
        for board in range(1, 5):
            await program.post("/rounds/1/results", {"board": board, "result": "1"})
        assert (await program.post("/pair", id="round-2")).content == early.content
        assert (await program.post("/pair")).status_code == 200


async def test_an_id_is_not_used_for_two_commands(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        await program.post("/rounds/1/results", {"board": 1, "result": "1-0"}, id="same")
        other = await program.post("/rounds/1/results", {"board": 2, "result": "1-0"}, id="same")
        assert (other.status_code, other.json()["code"]) == (422, "sent-before")
        assert (await boards_of(program))[1]["result"] is None


async def test_a_command_without_an_id_is_refused(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.client.post("/api/t/open/pair", headers={"Authorization": f"Bearer {program.key}"})
        assert (answer.status_code, answer.json()["code"]) == (400, "idempotency-key-missing")


async def test_an_id_that_is_too_long_is_refused_with_a_preview_too(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        for path in ("/pair", "/pair?preview=1"):
            answer = await program.post(path, id="x" * 201)
            assert (answer.status_code, answer.json()["code"]) == (400, "idempotency-key-missing")


async def test_a_program_that_knows_an_older_version_is_refused(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        first = await program.post("/rounds/1/results", {"board": 1, "result": "1-0"})
        seen = {"If-Match": first.headers["etag"]}
        second = await program.post("/rounds/1/results", {"board": 2, "result": "1-0"}, **seen)
        late = await program.post("/rounds/1/results", {"board": 3, "result": "1-0"}, **seen)
        assert [second.status_code, late.status_code] == [200, 412]
        assert late.json()["data"] == {"expected": version(first), "version": version(second)}


async def test_a_refusal_has_the_sentence_of_the_desk_a_code_and_its_data(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        await program.post("/rounds/1/results", {"board": 1, "result": "1-0"})
        answer = await program.post("/rounds/1/results", {"board": 1, "result": "0-1"})
        body = answer.json()
        assert (answer.status_code, answer.headers["content-type"]) == (409, "application/problem+json")
        assert (body["status"], body["code"], body["type"]) == (409, "result-differs", "/api#result-differs")
        assert body["detail"].startswith("Board 1 of round 1 has 1 – 0 by now")
        assert (body["data"]["now"], body["data"]["board"]) == ("1-0", 1)


async def test_a_sentence_is_in_the_language_asked_for(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.post("/rounds/9/publish", **{"Accept-Language": "bg"})
        assert answer.json()["code"] == "no-draft"
        assert "кръг" in answer.json()["detail"].casefold()


@pytest.mark.parametrize(
    ("path", "body", "code"),
    [
        ("/rounds/1/results", {"board": "one", "result": "1-0"}, "body-not-read"),
        ("/rounds/1/results", {"board": 1}, "body-not-read"),
        ("/rounds/1/results", {"board": 1, "result": "1-0", "colour": "white"}, "body-not-read"),
        ("/rounds/1/results", {"board": 1, "result": "won"}, "bad-field"),
        ("/players", {"name": ""}, "bad-field"),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused_with_the_place(
    tmp_path: Path, path: str, body: object, code: str
) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.post(path, body)
        assert (answer.status_code, answer.json()["code"]) == (422, code)


@pytest.mark.parametrize(
    ("path", "status"), [("/rounds/1/boards/99/settle", 404), ("/players/99/withdraw", 404), ("/nothing", 404)]
)
async def test_what_is_not_there_is_not_found(tmp_path: Path, path: str, status: int) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.post(path, {"result": "1-0"} if "settle" in path else {})
        assert answer.status_code == status
        assert answer.headers["content-type"] == "application/problem+json"


async def test_changing_a_player_keeps_what_is_not_named(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        await program.post("/players/1", {"club": "Rakovski"})
        player = (await program.client.get("/t/open/players.json")).json()["data"]["players"][0]
        assert (player["name"], player["rating"], player["club"]) == ("Player A", 2400, "Rakovski")


async def test_a_round_is_played_from_pairing_to_undo(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        for board in range(1, 5):
            assert (await program.post("/rounds/1/results", {"board": board, "result": "1/2"})).status_code == 200
        steps = [
            ("/players/8/bye", {"round": 2, "kind": "H"}),
            ("/players/8/bye/revoke", {"round": 2}),
            ("/pair", {}),
            ("/rounds/2/discard", {}),
            ("/pair", {}),
            ("/rounds/2/publish", {}),
            ("/players/7/withdraw", {"from_round": 3, "reason": "ill"}),
            ("/players/7/readmit", {"from_round": 3, "reason": "well again"}),
        ]
        for path, body in steps:
            answer = await program.post(path, body)
            assert answer.status_code == 200, (path, answer.text)
        undone = await program.post(f"/history/{version(answer)}/undo", {"reason": "by mistake", "confirmed": 4})
        assert undone.json()["entries"][0]["event"] == "EventUndone"


async def test_a_preview_says_what_a_correction_would_do_and_writes_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        for board in range(1, 5):
            done = await program.post("/rounds/1/results", {"board": board, "result": "1-0"})
        await program.post("/pair")
        published = await program.post("/rounds/2/publish")
        body = {"result": "0-1", "reason": "score sheet", "choice": "next-pairing"}
        seen = (await program.post("/rounds/1/boards/1/correct?preview=1", body)).json()
        assert seen["position"] == version(published) > version(done)
        assert seen["events"] == ["ResultCorrected"]
        first = next(one for one in seen["changes"] if one["player"]["name"] == "Player A")
        assert first["points"] == [1, 0]
        assert (await boards_of(program))[0]["result"] == "1-0"
        asked = await program.post("/rounds/1/boards/1/correct", body)
        assert asked.status_code == (409 if seen["confirm"] else 200)
        if seen["confirm"]:
            assert asked.json()["data"]["level"] == seen["confirm"]
            asked = await program.post("/rounds/1/boards/1/correct", {**body, "confirmed": seen["confirm"]})
        assert asked.status_code == 200
        assert (await boards_of(program))[0]["result"] == "0-1"


async def test_preview_is_one_or_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.post("/rounds/1/results?preview=0", {"board": 1, "result": "1-0"})
        assert (answer.status_code, answer.json()["code"]) == (400, "preview-not-read")
        assert (await boards_of(program))[0]["result"] is None


async def test_a_key_opens_the_way_for_a_large_body(tmp_path: Path) -> None:
    large = {"players": [{"name": f"Player {n}", "club": "x" * 100} for n in range(1000)]}
    async with hall(tmp_path) as (_, program):
        stranger = await program.client.post("/api/t/open/players/many", json=large)
        assert stranger.status_code == 401
        unknown = {"Authorization": "Bearer tablo_1_2"}
        assert (await program.client.post("/api/t/open/players/many", json=large, headers=unknown)).status_code == 401
        assert (await program.post("/players/many", large)).status_code == 200


async def test_a_host_that_cannot_be_is_said_as_json(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        for path in ("/api/key", "/t/open/standings.json"):
            answer = await program.client.get(path, headers={"Host": "a b"})
            assert (answer.status_code, answer.json()["code"]) == (400, "host-impossible")
            assert answer.headers["content-type"] == "application/problem+json"


async def test_nothing_is_closed_before_a_round_is_published(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        await program.post("", {"name": "Second"}, at="/api/t")
        answer = await program.post("", {}, at="/api/t/second/close")
        assert (answer.status_code, answer.json()["code"]) == (409, "nothing-to-close")
        assert answer.json()["detail"].startswith("No round was published")


async def test_an_address_with_a_page_and_a_step_allows_both(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.client.options("/api/t/open/check-in")
        assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST")


@pytest.mark.parametrize("typed", ['"', '""', "W/", "x", "1.5", "-1", '"1" "2"'])
async def test_a_version_that_cannot_be_read_is_refused(tmp_path: Path, typed: str) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.post("/rounds/1/results", {"board": 1, "result": "1-0"}, **{"If-Match": typed})
        assert (answer.status_code, answer.json()["code"]) == (400, "version-not-read")
