"""Two entries for one board that disagree: both are kept, and an arbiter settles it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from server.live.frames import Channel
from tests.desk.browsers import Browser, browser, server, with_round_one
from tests.stewards.desk import AT, JSON, enter, invite

SETTLE = f"{AT}/boards/1/settle"


@asynccontextmanager
async def hall(folder: Path) -> AsyncIterator[tuple[Browser, Browser, Browser]]:
    """Anna at the desk; Boris and Clara with phones for boards 1 and 2."""
    async with (
        server(folder) as transport,
        browser(transport) as anna,
        browser(transport) as boris,
        browser(transport) as clara,
    ):
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris"))
        await clara.go(await invite(anna, "Clara"))
        yield anna, boris, clara


async def disputed(folder_hall: tuple[Browser, Browser, Browser]) -> Browser:
    anna, boris, clara = folder_hall
    await enter(boris, 1, "1-0")
    await enter(clara, 1, "0-1")
    await anna.go(AT)
    return anna


async def test_a_second_entry_that_differs_is_kept_and_overwrites_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, clara):
        await enter(boris, 1, "1-0")
        answer = (await enter(clara, 1, "0-1")).json()
        assert (answer["result"], answer["mark"], answer["claims"]) == ("1-0", "disputed", 1)


async def test_the_same_result_from_two_phones_is_no_dispute(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, clara):
        first = (await enter(boris, 1, "1-0")).json()
        again = await enter(clara, 1, "1-0")
        assert (again.status_code, again.json()["mark"]) == (200, "")
        assert again.json()["position"] == first["position"]


async def test_a_repeated_command_is_no_dispute(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, clara):
        await enter(boris, 1, "1-0", id="from-the-queue-1")
        await enter(clara, 1, "0-1")
        again = (await enter(boris, 1, "1-0", id="from-the-queue-1")).json()
        assert (again["result"], again["claims"]) == ("1-0", 1)


async def test_the_desk_shows_both_entries_with_who_and_when(tmp_path: Path) -> None:
    async with hall(tmp_path) as people:
        anna = await disputed(people)
        section = anna.page.text.split('id="disputes"')[1].split("</section>")[0]
        assert section.index("1 – 0") < section.index("Boris") < section.index("0 – 1") < section.index("Clara")
        assert section.count("<time datetime=") == 2


async def test_the_desks_topics_tell_a_dispute_that_came_with_its_result(tmp_path: Path) -> None:
    """The public view is the same before and after, so no frame of it would tell the desk."""
    async with hall(tmp_path) as people:
        live = people[0].client._transport.app.state.services.live  # type: ignore[attr-defined]
        public, desk = (Channel(f"{root}/open/pairings/1", "json") for root in "td")
        before = [live(channel) for channel in (public, desk)]
        await disputed(people)
        now = [live(channel) for channel in (public, desk)]
        assert [old.parts == new.parts for old, new in zip(before, now, strict=True)] == [True, False]


async def test_one_tap_settles_it_for_either_side(tmp_path: Path) -> None:
    async with hall(tmp_path) as people:
        anna = await disputed(people)
        await anna.send(SETTLE, result="0-1")
        boards = (await anna.client.get(f"{AT}/results")).json()["boards"]
        assert (boards[0]["result"], boards[0]["mark"], boards[0]["claims"]) == ("0-1", "", 0)
        assert 'class="card dispute"' not in anna.page.text


async def test_settling_the_same_way_twice_changes_nothing_and_another_way_is_refused(tmp_path: Path) -> None:
    async with hall(tmp_path) as people:
        anna = await disputed(people)
        form = anna.form(SETTLE)
        for _ in range(2):
            again = {**form, "command_id": f"settle-again-{_}", "result": "0-1"}
            assert (await anna.client.post(SETTLE, data=again)).status_code == 200
        other = {**form, "command_id": "settle-otherwise", "result": "1-0"}
        assert (await anna.client.post(SETTLE, data=other)).status_code == 409


async def test_a_helper_cannot_settle(tmp_path: Path) -> None:
    async with hall(tmp_path) as people:
        await disputed(people)
        boris = people[1]
        token = boris.form(f"{AT}/results")["form_token"]
        answer = await boris.client.post(SETTLE, data={"form_token": token, "result": "1-0"}, headers=JSON)
        assert answer.status_code == 403


async def test_today_and_the_tabs_count_the_boards_in_dispute(tmp_path: Path) -> None:
    async with hall(tmp_path) as people:
        anna = await disputed(people)
        await anna.go("/desk/t/open")
        assert "1 board is in dispute." in anna.text
        assert 'title="1 board in dispute"' in anna.page.text


@pytest.mark.parametrize("path", ["pairings", "standings", "players/1", "", "screen", "results"])
async def test_a_dispute_is_no_word_for_the_public(tmp_path: Path, path: str) -> None:
    async with hall(tmp_path) as people:
        anna = await disputed(people)
        await anna.go(f"/t/open/{path}".rstrip("/"))
        assert "disput" not in anna.page.text
        assert "1 – 0" not in anna.text


async def test_for_the_public_a_board_in_dispute_is_in_play(tmp_path: Path) -> None:
    async with hall(tmp_path) as people:
        anna = await disputed(people)
        view = (await anna.client.get("/t/open/pairings.json")).json()["data"]
        first = view["boards"][0]
        assert (first["result"], first["mark"]) == (None, "")
        await anna.send(SETTLE, result="0-1")
        settled = (await anna.client.get("/t/open/pairings.json")).json()["data"]
        assert settled["boards"][0]["result"] == "0-1"


async def test_a_helper_mends_their_own_slip_without_a_dispute(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, _clara):
        await enter(boris, 1, "1-0")
        mended = (await enter(boris, 1, "0-1")).json()
        assert (mended["result"], mended["mark"], mended["claims"]) == ("0-1", "", 0)


async def test_a_helper_clears_a_board_entered_by_mistake(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, _clara):
        await enter(boris, 1, "1-0")
        assert (await enter(boris, 1, "clear")).json()["result"] == ""


async def test_a_slip_that_another_has_contradicted_is_an_arbiters(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, clara):
        await enter(boris, 1, "1-0")
        await enter(clara, 1, "0-1")
        again = (await enter(boris, 1, "1/2-1/2")).json()
        assert (again["result"], again["claims"]) == ("1-0", 2)


async def test_clearing_and_adjourning_are_for_arbiters(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, clara):
        await enter(clara, 1, "1-0")
        cleared, adjourned = await enter(boris, 1, "clear"), await enter(boris, 2, "a")
        assert [cleared.status_code, adjourned.status_code] == [409, 409]
        assert cleared.json()["reason"] == adjourned.json()["reason"] == "OnlyAnArbiter"


async def test_a_board_outside_the_range_is_refused_and_stays_empty(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, boris, _):
        answer = await enter(boris, 3, "1-0")
        assert answer.json()["sentence"] == "Board 3 is not yours: you enter 1 to 2."
        boards = (await anna.client.get(f"{AT}/results")).json()["boards"]
        assert boards[2]["result"] == ""


async def test_result_entry_hears_of_its_own_boards_only(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, _clara):
        listing = (await boris.client.get(f"{AT}/results")).json()
        assert [board["board"] for board in listing["boards"]] == [1, 2]


async def test_without_javascript_a_helper_is_back_at_the_boards(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, boris, _clara):
        await boris.send(f"{AT}/results", board="2", result="=")
        assert boris.page.url.path == "/desk/t/open/enter"
        assert "½ – ½" in boris.text


async def test_an_undone_claim_is_no_longer_shown(tmp_path: Path) -> None:
    async with hall(tmp_path) as people:
        anna = await disputed(people)
        version = (await anna.client.get(f"{AT}/results")).json()["position"]
        await anna.go(f"/desk/t/open/history/{version}/undo")
        await anna.send(f"/desk/t/open/history/{version}/undo", reason="Clara meant board 2", confirmed="4")
        await anna.go(AT)
        assert 'class="card dispute"' not in anna.page.text
