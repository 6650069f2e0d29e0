"""Check-in at the desk: taps, codes on cards, those missing named before they are left out."""

from pathlib import Path
from typing import cast

import httpx
from starlette.applications import Starlette

from tests.desk.browsers import Browser, browser, desk, server, with_players, with_round_one
from tests.desk.teams import with_teams
from tests.stewards.desk import JSON, invite

AT = "/desk/t/open/check-in"


async def tapped(somebody: Browser, **field: str) -> dict[str, object]:
    token = somebody.form(AT)["form_token"]
    answer = await somebody.client.post(AT, data={"form_token": token, **field}, headers=JSON)
    return {"status": answer.status_code, **answer.json()}


async def test_a_tap_checks_in_and_a_second_one_takes_it_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4)
        await anna.go(AT)
        assert "0 of 4 are here" in anna.text
        assert (await tapped(anna, check_in="2"))["here"] == [2]
        await anna.go(AT)
        assert "1 of 4 are here" in anna.text
        assert (await tapped(anna, undo="2"))["here"] == []


async def test_without_scripts_the_page_comes_back_with_the_tap(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4)
        await anna.go(AT)
        await anna.send(AT, check_in="3")
        assert anna.page.url.path == AT
        assert 'name="undo" value="3" aria-pressed="true"' in anna.page.text


async def test_those_missing_are_named_and_then_left_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4)
        await anna.go(AT)
        await tapped(anna, check_in="1")
        await tapped(anna, check_in="2")
        await anna.go(f"{AT}/missing")
        assert "Player C" in anna.text
        assert "Player A" not in anna.text
        form = {**anna.form(f"{AT}/missing"), "player": ["3", "4"]}
        anna.page = await anna.client.post(f"{AT}/missing", data=form)
        await anna.go("/desk/t/open/history")
        assert "Player C: not paired in round 1, by leave" in anna.text
        await anna.go(AT)
        assert "2 of 2 are here" in anna.text


async def test_before_round_one_is_paired_today_says_that_somebody_is_missing(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4)
        await anna.go("/desk/t/open")
        assert "are here" not in anna.text
        await anna.go(AT)
        await tapped(anna, check_in="1")
        await anna.go("/desk/t/open")
        assert "1 of 4 are here" in anna.text
        assert f'href="{AT}/missing"' in anna.page.text
        for id in ("2", "3", "4"):
            await anna.go(AT)
            await tapped(anna, check_in=id)
        await anna.go("/desk/t/open")
        assert "are here" not in anna.text


async def test_with_nobody_checked_in_nobody_is_left_out(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 2)
        await anna.go(f"{AT}/missing")
        await anna.send(f"{AT}/missing", player="1")
        assert "Nobody is checked in yet" in anna.refusal


async def test_a_helper_checks_in_with_a_tap_and_with_a_code(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_players(await anna.log_in(), 4)
        await boris.go(await invite(anna, "Boris"))
        assert f'href="{AT}"' in boris.page.text
        await boris.go(AT)
        assert (await tapped(boris, check_in="1"))["here"] == [1]
        assert (await boris.go(f"{AT}/missing")).status_code == 403
        token = code_of(transport, 2)
        await boris.go(f"{AT}/card/{token}")
        assert "Not checked in yet" in boris.text
        await boris.send(AT, check_in="2")
        assert boris.page.url.path == f"{AT}/card/{token}"
        assert "Checked in" in boris.text


def code_of(transport: httpx.ASGITransport, entrant: int) -> str:
    services = cast("Starlette", transport.app).state.services
    return str(services.access.check_in_link("open", entrant))


async def test_a_code_that_is_not_ours_opens_nothing(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await with_players(await anna.log_in(), 2)
        assert (await anna.go(f"{AT}/card/open.1.forged")).status_code == 404
        assert (await anna.go(f"{AT}/card/{code_of(transport, 77)}")).status_code == 404


async def test_a_code_leads_a_stranger_to_the_login(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as stranger:
        await with_players(await anna.log_in(), 2)
        await stranger.go(f"{AT}/card/{code_of(transport, 1)}")
        assert stranger.page.url.path == "/desk/login"
        assert "Player A" not in stranger.text


async def test_check_in_is_over_when_round_one_is_paired(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_players(anna, 4)
        await anna.go(AT)
        token = anna.form(AT)
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        late = await anna.client.post(AT, data={**token, "check_in": "1"}, headers=JSON)
        assert late.status_code == 409
        assert "check-in is over" in late.json()["sentence"]
        await anna.go(AT)
        assert "check-in is over" in anna.text


async def test_the_tab_goes_with_the_first_round(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna, 4)
        await anna.go("/desk/t/open")
        assert f'href="{AT}"' not in anna.page.text


async def test_teams_check_in_by_their_names(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_teams(anna)
        await anna.go("/desk/t/league/check-in")
        assert "0 of 4 are here" in anna.text
        assert "Plovdiv" in anna.text
        assert "Plovdiv 1" not in anna.text
