"""A program holds a play-off and plays it, announces prizes, and checks players in."""

from pathlib import Path

import pytest

from tests.api.programs import Program, app_of, hall, make_key
from tests.desk.browsers import Browser, browser, server, with_players, with_round_one
from tests.desk.test_playoffs import with_a_tie

PLAYOFF = "/api/t/open-play-off/playoff"
HELD = {"name": "Open play-off", "late": True}


async def key_of(anna: Browser, other: Browser, *scopes: str) -> Program:
    return Program(other.client, await make_key(anna, *scopes))


async def test_a_play_off_is_held_and_played_and_its_order_comes_into_the_table(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as other:
        await with_a_tie(await anna.log_in(), count=4)
        program = await key_of(anna, other)
        seen = await program.post("/playoff/hold?preview=1", HELD)
        assert seen.json()["events"] == ["PlayoffHeld"]
        assert "open-play-off" not in app_of(anna).state.services.office
        held = await program.post("/playoff/hold", HELD, id="hold")
        assert (held.status_code, held.json()["made"]) == (200, "open-play-off")
        assert (await program.post("/playoff/hold", HELD, id="hold")).content == held.content
        seated = await program.post("/seat", at=PLAYOFF)
        assert seated.status_code == 200, seated.text
        watched = await program.post("/arbiter", {"round": 1, "board": 1, "arbiter": "Boris"}, at=PLAYOFF)
        assert watched.status_code == 200, watched.text
        entered = await program.post("/results", {"round": 1, "board": 1, "result": "0-1"}, at=PLAYOFF)
        assert entered.status_code == 200, entered.text
        history = [entry.event for entry in (await app_of(anna).state.services.office.open("open")).entries]
        assert type(history[-1]).__name__ == "PlayoffDecided"
        taken = await program.post("/playoff/take", {"playoff": "open-play-off"})
        assert taken.json()["entries"] == []
        assert (await program.post("/close", at=PLAYOFF)).status_code == 200


async def test_a_play_off_of_an_older_version_makes_no_tournament(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as other:
        await with_a_tie(await anna.log_in(), count=4)
        program = await key_of(anna, other)
        late = await program.post("/playoff/hold", HELD, **{"If-Match": '"1"'})
        assert (late.status_code, late.json()["code"]) == (412, "moved-on")
        assert set(app_of(anna).state.services.office) == {"open"}


async def test_the_panel_of_a_play_off_has_three_names(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as other:
        await with_a_tie(await anna.log_in(), count=4)
        program = await key_of(anna, other)
        await program.post("/playoff/hold", HELD)
        await program.post("/seat", at=PLAYOFF)
        ruling = {"round": 1, "board": 1, "ruling": "White loses a minute"}
        two = await program.post("/panel", {**ruling, "panel": ["Boris", "Vera"]}, at=PLAYOFF)
        assert (two.status_code, two.json()["code"]) == (422, "body-not-read")
        three = await program.post("/panel", {**ruling, "panel": ["Boris", "Vera", "Ivan"]}, at=PLAYOFF)
        assert three.status_code == 200, three.text


async def test_nobody_is_tied(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.post("/playoff/hold")
        assert (answer.status_code, answer.json()["code"]) == (409, "nobody-tied")


async def test_prizes_are_announced_whole_and_read_by_everybody(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, program):
        rows = [{"name": "First; and cup", "cents": 50_050}, {"name": "Best woman", "cents": 100, "category": "W"}]
        body = {"prizes": rows, "sharing": "hort", "currency": "bgn", "one_per_player": False}
        assert (await program.post("/prizes?preview=1", body)).json()["events"] == ["PrizesAnnounced"]
        assert (await program.client.get("/t/open/prizes.json")).status_code == 404
        answer = await program.post("/prizes", body)
        assert answer.status_code == 200, answer.text
        data = (await program.client.get("/t/open/prizes.json")).json()["data"]
        assert (data["currency"], data["sharing"], data["fund_cents"]) == ("BGN", "hort", 50_150)
        assert [(one["name"], one["cents"], one["category"]) for one in data["announced"]] == [
            ("First; and cup", 50_050, ""),
            ("Best woman", 100, "W"),
        ]
        assert (await program.post("/prizes", {"prizes": [{"name": "Cup"}]})).status_code == 200
        data = (await program.client.get("/t/open/prizes.json")).json()["data"]
        assert [one["name"] for one in data["announced"]] == ["Cup"]


@pytest.mark.parametrize(
    ("prize", "code"),
    [({"name": ""}, "bad-field"), ({"name": "A", "cents": 1.5}, "body-not-read"), ({"cents": 5}, "body-not-read")],
)
async def test_a_prize_that_cannot_be_is_refused(tmp_path: Path, prize: object, code: str) -> None:
    async with hall(tmp_path) as (_, program):
        answer = await program.post("/prizes", {"prizes": [{"name": "First"}, prize]})
        assert (answer.status_code, answer.json()["code"]) == (422, code)


async def test_players_are_checked_in_and_those_missing_left_out(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as other:
        await with_players(await anna.log_in(), 4)
        program = await key_of(anna, other, "players")
        for player in (1, 2, 3):
            answer = await program.post("/check-in", {"entrant": player})
            assert [one["event"] for one in answer.json()["entries"]] == ["EntrantCheckedIn"]
        await program.post("/check-in", {"entrant": 3, "here": False})
        assert (await program.post("/check-in", {"entrant": 1})).json()["entries"] == []
        seen = (await program.get("/api/t/open/check-in")).json()
        assert [one["here"] for one in seen["entrants"]] == [True, True, False, False]
        left = await program.post("/check-in/missing", {"entrants": [3, 4], "reason": "not here"})
        assert left.status_code == 200, left.text
        seen = (await program.get("/api/t/open/check-in")).json()
        assert [one["expected"] for one in seen["entrants"]] == [True, True, False, False]
        assert (await program.post("/check-in", {"entrant": 99})).status_code == 404


async def test_a_key_for_results_reads_no_check_in(tmp_path: Path) -> None:
    async with hall(tmp_path, "results") as (_, program):
        answer = await program.get("/api/t/open/check-in")
        assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing")


async def test_an_armageddon_is_set_and_decided_by_a_program(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as other:
        await with_round_one(await anna.log_in())
        program = await key_of(anna, other)
        early = await program.post("/rounds/1/boards/1/armageddon", {"result": "1-0"})
        assert early.json()["code"] == "no-armageddon"
        scoring = {"win": 3, "draw": 1, "loss": 0, "pairing_bye": 3}
        laws = {"regulations": {"scoring": scoring, "armageddon": 0.5}}
        await program.post("/fide-mode/leave", {"confirmed": 4})
        amended = await program.post("/regulations", {**laws, "confirmed": 4})
        assert amended.status_code == 200, amended.text
        await program.post("/rounds/1/results", {"board": 1, "result": "="})
        answer = await program.post("/rounds/1/boards/1/armageddon", {"result": "="})
        assert answer.status_code == 200, answer.text
        rows = (await other.client.get("/t/open/standings.json")).json()["data"]["rows"]
        assert [row["points"] for row in rows[:2]] == [1.5, 1]
        for said in ("clear", "none"):
            again = await program.post("/rounds/1/boards/1/armageddon", {"result": said})
            assert again.status_code == 200, again.text
