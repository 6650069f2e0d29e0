"""Answers that desk.js relies on: those that say what is there now, who said so and when."""

import asyncio
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from domain.events import ResultRecorded
from server.journal import open_journal
from tests.desk.browsers import Browser, browser, desk, server, with_round_one

AT = "/desk/t/open/rounds/1"
JSON = {"Accept": "application/json"}


async def enter(somebody: Browser, board: str, result: str, seen: str = "", id: str = "") -> httpx.Response:
    await somebody.go(AT)
    form = somebody.form(f"{AT}/results")
    data = {**form, "board": board, "result": result, "seen": seen, "command_id": id or form["command_id"]}
    return await somebody.client.post(f"{AT}/results", data=data, headers=JSON)


async def boards(somebody: Browser) -> dict[int, str]:
    answer: dict[str, Any] = (await somebody.client.get(f"{AT}/results")).json()
    return {board["board"]: board["result"] for board in answer["boards"]}


async def test_a_recorded_result_is_acknowledged_with_its_position(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        answer = (await enter(anna, "1", "1-0")).json()
        assert (answer["board"], answer["result"], answer["sign"]) == (1, "1-0", "1 – 0")
        listing = (await anna.client.get(f"{AT}/results")).json()
        assert listing["position"] == answer["position"]


async def test_the_same_result_typed_twice_is_no_conflict(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        first = (await enter(anna, "1", "1-0")).json()
        again = await enter(anna, "1", "1-0")
        assert (again.status_code, again.json()["position"]) == (200, first["position"])


async def test_a_repeated_command_is_answered_as_before(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await enter(anna, "1", "1-0", id="command-0001")
        await enter(anna, "1", "=", seen="1-0")
        late = await enter(anna, "1", "1-0", id="command-0001")
        assert (late.status_code, late.json()["result"]) == (200, "1/2-1/2")


async def test_an_out_of_date_tab_is_told_who_entered_what_and_when(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await anna.log_in("Anna")
        await boris.log_in("Boris")
        await with_round_one(anna)
        await enter(boris, "1", "0-1")
        answer = await enter(anna, "1", "1-0", seen="")
        told = answer.json()
        assert answer.status_code == 409
        assert told["sentence"] == "Board 1 of round 1 has 0 – 1 by now, and this page showed no result: look again."
        assert told["who"] == "Boris"
        assert told["when"]
        assert (await boards(anna))[1] == "0-1"


async def test_a_board_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        answer = await enter(anna, "99", "1-0")
        assert answer.status_code == 409
        assert answer.json()["sentence"] == "Round 1 has no board 99: its boards are 1 to 4."


async def test_what_is_no_result_is_unreadable(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        answer = await enter(anna, "1", "2-0")
        assert answer.status_code == 422
        assert answer.json()["sentence"].startswith("Result cannot be “2-0”")


async def test_forfeits_and_adjournments_have_keys(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        for board, key in zip("1234", "+-xa", strict=True):
            assert (await enter(anna, board, key)).status_code == 200
        assert await boards(anna) == {1: "+/-", 2: "-/+", 3: "-/-", 4: "adjourned"}


async def test_somebody_who_is_logged_out_is_asked_to_log_in(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as mallory:
        answer = await mallory.client.post(f"{AT}/results", data={"board": "1"}, headers=JSON)
    assert (answer.status_code, answer.json()["sentence"]) == (401, "Please log in again.")


async def test_every_entry_carries_the_name_of_who_made_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await enter(anna, "1", "1-0")
        await anna.go("/desk/t/open")
        assert "(Player A – Player E): 1 – 0. Anna," in anna.text


async def test_an_id_that_was_used_for_another_board_stores_nothing_and_says_so(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await enter(anna, "1", "1-0", id="command-0001")
        other = await enter(anna, "2", "0-1", id="command-0001")
        assert (other.status_code, (await boards(anna))[2]) == (409, "")
        assert other.json()["sentence"] == (
            "This form was sent before with something else in it, and only that was done. "
            "Open the page of the form anew and enter what is still missing."
        )


async def test_an_answer_says_what_stood_on_the_board_at_its_own_position(tmp_path: Path) -> None:
    """Forty entries for one board at once, each of whom has seen another result there."""
    signs = ["", "1-0", "1/2-1/2", "0-1"]
    turns = [(result, seen) for seen in signs for result in signs[1:] if result != seen] * 5
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go(AT)
        token = anna.form(f"{AT}/results")["form_token"]
        answers = await asyncio.gather(
            *(
                anna.client.post(
                    f"{AT}/results",
                    data={"form_token": token, "board": "1", "result": result, "seen": seen},
                    headers=JSON,
                )
                for result, seen in turns
            )
        )
    with closing(open_journal(str(tmp_path / "tablo.sqlite"))) as journal:
        stored = {e.version: e.event.result for e in journal.read("open") if isinstance(e.event, ResultRecorded)}
    told = [answer.json() for answer in answers if answer.status_code == 200]
    assert [said for said in told if said["result"] != stored[said["position"]]] == []
    assert len({said["position"] for said in told}) > 5
