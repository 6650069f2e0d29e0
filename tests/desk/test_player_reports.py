"""Players report by their links: what becomes of it at the desk, on the public page and in the limits."""

import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pypdf
import pytest
from itsdangerous import URLSafeSerializer

from server.http.auth import REPORTS_OF_A_PLAYER, SALT, open_access, report_path
from tests.desk.browsers import Browser, browser, server, with_round_one

DESK = "/desk/t/open"
JSON = {"Accept": "application/json"}


@asynccontextmanager
async def hall(folder: Path) -> AsyncIterator[tuple[Browser, Browser, Browser]]:
    """Anna at the desk, who allows reports, and two players with phones: White and Black of board 1."""
    async with (
        server(folder) as transport,
        browser(transport) as anna,
        browser(transport) as white,
        browser(transport) as black,
    ):
        await with_round_one(await anna.log_in())
        await anna.go(f"{DESK}/settings")
        await anna.send(f"{DESK}/player-reports", allowed="1")
        first = (await anna.client.get("/t/open/pairings.json")).json()["data"]["boards"][0]
        for phone, side in ((white, "white"), (black, "black")):
            await phone.go(await link(anna, first[side]["id"]))
        yield anna, white, black


async def link(anna: Browser, player: int) -> str:
    """The player's own link, from the desk."""
    await anna.go(f"{DESK}/players/{player}")
    found = re.search(r'href="https?://[^"/]+(/report/[^"]+)"', anna.page.text)
    if found is None:
        raise AssertionError(anna.text)
    return found[1]


async def report(phone: Browser, result: str, board: str = "1", id: str = "") -> httpx.Response:
    at = phone.page.url.path + "/rounds/1/results"
    token = phone.form(at)["form_token"]
    data = {
        "form_token": token,
        "command_id": id or f"{phone.page.url.path[-9:]}-{result}",
        "board": board,
        "result": result,
    }
    return await phone.client.post(at, data=data, headers=JSON)


async def board_one(anna: Browser) -> dict[str, object]:
    found: dict[str, object] = (await anna.client.get(f"{DESK}/rounds/1/results")).json()["boards"][0]
    return found


async def test_a_report_by_one_alone_stands_at_the_desk_and_nowhere_else(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, white, _):
        assert (await report(white, "1-0")).status_code == 200
        assert (await board_one(anna))["reported"] == "reported by White: 1 – 0"
        await anna.go(f"{DESK}/rounds/1")
        assert "reported by White: 1 – 0" in anna.text
        public = (await anna.client.get("/t/open/pairings.json")).json()["data"]["boards"][0]
        assert (public["result"], public["mark"]) == (None, "")


async def test_two_equal_reports_settle_the_game(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, white, black):
        await report(white, "1-0")
        await report(black, "1-0")
        found = await board_one(anna)
        assert (found["result"], found["claims"], found["reported"]) == ("1-0", 0, "")
        await white.go(white.page.url.path)
        assert "The result stands: 1 – 0" in white.text


async def test_two_different_reports_are_a_dispute_at_the_desk_alone(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, white, black):
        await report(white, "1-0")
        await report(black, "0-1")
        await anna.go(f"{DESK}/rounds/1")
        section = anna.page.text.split('id="disputes"')[1].split("</section>")[0]
        assert section.index("1 – 0") < section.index("0 – 1")
        await black.go(black.page.url.path)
        assert "An arbiter decides" in black.text
        await anna.go("/t/open/pairings")
        assert "disput" not in anna.page.text
        await anna.go(f"{DESK}/rounds/1")
        await anna.send(f"{DESK}/rounds/1/boards/1/settle", result="0-1")
        assert (await board_one(anna))["result"] == "0-1"


async def test_a_phone_that_sends_twice_reports_once(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, white, _black):
        first = (await report(white, "1-0", id="from-the-queue")).json()
        assert (await report(white, "1-0", id="from-the-queue")).json()["position"] == first["position"]


async def test_a_result_that_stands_is_not_overwritten(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, white, black):
        await report(white, "1-0")
        await report(black, "1-0")
        answer = await report(white, "0-1")
        assert answer.status_code == 409
        assert answer.json()["sentence"] == "Board 1 has another result already: tell an arbiter."


async def test_a_link_is_good_for_the_board_of_its_player_only(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, white, _black):
        answer = await report(white, "1-0", board="2")
        assert (answer.status_code, answer.json()["sentence"]) == (409, "There is no game of yours to report now.")


async def test_a_forged_link_opens_nothing(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, white, _):
        path = white.page.url.path
        for forged in (path[:-3] + "xyz", path.replace("/open/", "/other/"), "/report/open/none"):
            assert (await anna.client.get(forged)).status_code == 404


@pytest.mark.parametrize(
    "payload", ["1", "a/b", "a/b/c/d", "open/x/1", "open/1/x", "open/-1/1", "open/1/-1", "open/1/99999", "", 7, None]
)
async def test_a_link_with_our_signature_and_nonsense_in_it_opens_nothing(tmp_path: Path, payload: object) -> None:
    async with hall(tmp_path) as (anna, *_):
        token = URLSafeSerializer(open_access(tmp_path).stored.key, salt=SALT).dumps(payload)
        answer = await anna.client.get(f"/report/open/{token}")
        assert answer.status_code == 404
        assert "The link is not complete, or it belongs to another tournament." in answer.text


async def test_a_link_to_a_round_that_is_not_played_has_no_game(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, *_):
        assert (await anna.client.get(report_path(open_access(tmp_path), "open", 1, 99))).status_code == 200


async def test_without_scripts_the_form_answers_with_the_page(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, white, _black):
        await white.send(white.page.url.path + "/rounds/1/results", result="1/2-1/2")
        assert "You reported ½ – ½. It counts when your opponent reports the same." in white.text


async def test_a_player_who_never_stops_is_told_to_wait(tmp_path: Path) -> None:
    async with hall(tmp_path) as (_, white, _black):
        answers = [await report(white, "1-0", id=f"again-and-again-{n}") for n in range(REPORTS_OF_A_PLAYER + 1)]
        assert [one.status_code for one in answers] == [200] * REPORTS_OF_A_PLAYER + [429]


async def test_no_longer_allowed_nothing_is_taken_and_no_link_is_shown(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, white, _):
        await anna.go(f"{DESK}/settings")
        await anna.send(f"{DESK}/player-reports", allowed="")
        assert (await report(white, "1-0")).status_code == 409
        await anna.go(f"{DESK}/players/1")
        assert "/report/" not in anna.page.text


async def test_slips_carry_a_code_for_each_side(tmp_path: Path) -> None:
    async with hall(tmp_path) as (anna, _, _black):
        paper = await anna.client.get(f"{DESK}/papers/slips.pdf?round=1", headers={"host": "tablo.example"})
        text = pypdf.PdfReader(io.BytesIO(paper.content)).pages[0].extract_text()
        assert text.count("or report it by phone") >= 2
