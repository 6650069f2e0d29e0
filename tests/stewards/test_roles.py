"""Pages of the desk that each role may open."""

import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from starlette.routing import Route

from server.addresses import DESK_ROUTES
from server.http.middleware import JsonLines
from tests.desk.browsers import PASSWORD, browser, desk, server, with_players, with_round_one
from tests.stewards.desk import AT, JSON, dismiss, enter, invite, second_tournament


async def test_the_link_lets_result_entry_in_and_leads_to_its_boards(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris"))
        assert boris.page.url.path == "/desk/t/open/enter"
        assert "Player A" in boris.text
        assert "boards 1–2" in boris.text
        assert 'data-board="3"' not in boris.page.text


async def test_a_session_by_invitation_survives_a_restart(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris"))
        cookies = boris.client.cookies
    async with server(tmp_path) as transport, browser(transport) as boris:
        boris.client.cookies = cookies
        await boris.go("/desk/t/open/enter")
        assert boris.page.status_code == 200
        assert (await enter(boris, 1, "1-0")).json()["result"] == "1-0"


async def test_the_name_of_the_steward_stands_in_the_envelope(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris"))
        await enter(boris, 1, "1-0")
        await anna.go("/desk/t/open/history")
        assert "Boris" in anna.text


async def test_a_dismissed_steward_is_out_at_once_and_told_why(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        link = await invite(anna, "Boris")
        await boris.go(link)
        token = boris.form(f"{AT}/results")["form_token"]
        await dismiss(anna, "Boris")
        late = await boris.client.post(f"{AT}/results", data={"form_token": token, "board": "1"}, headers=JSON)
        assert late.status_code == 403
        assert late.json()["sentence"] == "The invitation of Boris has been withdrawn. Ask the chief arbiter."
        for path in ("/desk", "/desk/t/open/enter", link):
            assert (await boris.go(path)).status_code == 403
            assert "has been withdrawn" in boris.text


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
async def test_a_steward_dismissed_while_their_entry_arrives_writes_nothing(tmp_path: Path, accept: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris"))
        token = boris.form(f"{AT}/results")["form_token"]

        async def slowly() -> AsyncIterator[bytes]:
            yield f"form_token={token}&board=1&".encode()
            await dismiss(anna, "Boris")
            yield b"result=1-0"

        kind = {"Content-Type": "application/x-www-form-urlencoded", "Accept": accept}
        late = await boris.client.post(f"{AT}/results", content=slowly(), headers=kind)
        assert late.status_code == 403
        assert "The invitation of Boris has been withdrawn" in late.text
        assert "Player A" not in late.text
        assert (await anna.go(f"{AT}/results")).json()["boards"][0]["result"] == ""


@pytest.mark.parametrize("path", ["/desk/screens", "/desk/new", "/desk/t/open/players/1/personal"])
async def test_an_arbiter_dismissed_while_their_form_arrives_changes_nothing(tmp_path: Path, path: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as clara:
        await with_round_one(await anna.log_in())
        await clara.go(await invite(anna, "Clara", "arbiter", tournament="", first_board="", last_board=""))
        await clara.go(path)
        token = clara.form(path)["form_token"]

        async def slowly() -> AsyncIterator[bytes]:
            yield f"form_token={token}&name=gatecrash&tournament_name=Gatecrash&rounds=5&".encode()
            await dismiss(anna, "Clara")
            yield b"email=gatecrash@example.org"

        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        assert (await clara.client.post(path, content=slowly(), headers=kind)).status_code == 403
        for shown in (path, "/desk"):
            assert "gatecrash" not in (await anna.go(shown)).text.casefold()


async def test_an_invitation_that_is_over_before_it_begins_is_refused(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/stewards")
        await anna.send("/desk/stewards", name="Boris", role="reader", until="2020-01-01T10:00")
        assert anna.page.status_code == 422
        assert "is over already" in anna.refusal


@pytest.mark.parametrize("path", ["/join/nonsense", "/join/IjEyMzQi.AAAAAAAAAAAAAAAAAAAAAAAAAAA"])
async def test_a_forged_link_lets_nobody_in(tmp_path: Path, path: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as mallory:
        assert (await mallory.go(path)).status_code == 404
        await mallory.go("/desk")
        assert mallory.page.url.path == "/desk/login"


async def test_a_link_does_not_turn_the_chief_arbiter_into_somebody_else_unasked(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        link = await invite(anna, "Boris")
        await anna.go(link)
        assert "You are Anna here" in anna.text
        await anna.go("/desk/stewards")
        assert anna.page.status_code == 200
        await anna.go(link)
        await anna.send(link)
        assert anna.page.url.path == "/desk/t/open/enter"


async def test_the_link_is_no_part_of_the_journal(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        link = await invite(anna, "Boris")
    stored = written_in(tmp_path)
    assert b"StewardInvited" in stored
    assert link.removeprefix("/join/").encode() not in stored


def written_in(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.rglob("*sqlite*") if file.is_file())


FOR_ARBITERS = (
    "/desk/new",
    "/desk/import",
    "/desk/screens",
    "/desk/t/open/players/import",
    "/desk/t/open/rounds/1/alter",
    "/desk/t/open/rounds/1/boards/1/correct",
)
FOR_CHIEFS = ("/desk/stewards", "/desk/password")
NUMBERS_OF_A_PATH = ("number", "player", "round", "board", "version", "entry", "petition", "team")
TO_READ = ("/desk/t/open", "/desk/t/open/players", "/desk/t/open/rounds/1", "/desk/t/open/history")


@pytest.mark.parametrize("role", ["entry", "reader"])
async def test_pages_that_change_things_are_closed_to_those_who_may_not(tmp_path: Path, role: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris", role))
        for path in (*FOR_ARBITERS, *FOR_CHIEFS, *(TO_READ if role == "entry" else ())):
            assert (await boris.go(path)).status_code == 403, path


async def test_no_step_of_the_desk_is_open_to_result_entry_but_results_check_in_and_the_way_out(tmp_path: Path) -> None:
    """Every POST of the route table: a new one that forgets its role is closed by default."""
    doors = ("/desk/first", "/desk/login", "/desk/logout", "/desk/language", "/join/{token}")
    routes = [route for route in DESK_ROUTES if isinstance(route, Route) and route.path not in doors]
    posts = [route.path for route in routes if "POST" in (route.methods or ())]
    filled = {"{slug}": "open", **{f"{{{one}:int}}": "1" for one in NUMBERS_OF_A_PATH}}
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris"))
        token = boris.form(f"{AT}/results")["form_token"]
        open_to_him = []
        for path in posts:
            address = path
            for name, value in filled.items():
                address = address.replace(name, value)
            answer = await boris.client.post(address, data={"form_token": token}, headers=JSON)
            if answer.status_code != 403:
                open_to_him.append(path)
    assert open_to_him == [
        "/desk/t/{slug}/check-in",
        "/desk/t/{slug}/rounds/{round:int}/results",
        "/desk/t/{slug}/arena/results",
    ]


async def test_a_reader_sees_the_tournament_and_can_press_nothing(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as rita:
        await with_round_one(await anna.log_in())
        await rita.go(await invite(anna, "Rita", "reader"))
        for path in TO_READ:
            assert (await rita.go(path)).status_code == 200
            assert "<fieldset disabled>" in rita.page.text
        assert (await rita.client.post("/desk/t/open/pair", headers=JSON)).status_code == 403


async def test_an_arbiter_of_one_tournament_runs_it_and_never_hears_of_the_others(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_players(await anna.log_in())
        await second_tournament(anna)
        await boris.go(await invite(anna, "Boris", "arbiter"))
        assert "Secret Cup" not in boris.page.text
        await boris.go("/desk/t/open")
        await boris.send("/desk/t/open/pair")
        assert boris.page.url.path == AT
        there, nowhere = await boris.go("/desk/t/secret-cup"), await boris.go("/desk/t/no-such-cup")
        assert (there.status_code, there.text) == (nowhere.status_code, nowhere.text)
        assert there.status_code == 403


async def test_an_arbiter_of_all_tournaments_may_announce_one_but_invite_nobody(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_players(await anna.log_in())
        await boris.go(await invite(anna, "Boris", "arbiter", tournament=""))
        await second_tournament(boris)
        assert boris.page.url.path == "/desk/t/secret-cup"
        assert (await boris.go("/desk/stewards")).status_code == 403


async def test_the_password_still_makes_a_chief_of_an_invited_device(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await boris.go(await invite(anna, "Boris"))
        await boris.log_in("Boris")
        assert (await boris.go("/desk/stewards")).status_code == 200


async def test_refusals_are_audited_without_the_key(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        link = await invite(anna, "Boris")
        with caplog.at_level(logging.INFO):
            await boris.go(link)
            await boris.go("/desk/settings-of-nobody")
            await boris.go("/desk/stewards")
            await boris.go("/desk/t/open/enter")
            await enter(boris, 3, "1-0")
            await boris.go("/join/forged-token")
            await boris.go("/desk/login")
            await boris.send("/desk/login", name="Boris", password="a guess at it")
        metrics = transport.app.state.services.metrics  # type: ignore[attr-defined]
        counted = [metrics.refused_requests._value.get(), metrics.refused_logins._value.get()]
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records if record.name.startswith("tablo")]
    audit = [line for line in lines if line["from"] == "tablo.audit"]
    audited = [(line["said"], line["who"], line["what"], line["why"]) for line in audit]
    assert audited == [
        ("request refused", "Boris", "GET /desk/stewards", "RoleTooSmall"),
        ("request refused", "Boris", f"POST {AT}/results", "NotYourBoard"),
        ("login refused", "Boris", "GET /join/...", "invitation"),
        ("login refused", "Boris", "POST /desk/login", "password"),
    ]
    assert counted == [2, 2]
    said = json.dumps(lines)
    assert link not in said
    assert "forged-token" not in said
    assert PASSWORD not in said


async def test_who_only_reads_gets_the_report_file_without_dates_of_birth(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await with_round_one(await anna.log_in())
        await anna.go("/desk/t/open/players/1/personal")
        await anna.send("/desk/t/open/players/1/personal", birth_date="1990-05-17")
        await boris.go(await invite(anna, "Boris", "reader"))
        for report in ("trf16", "trf26", "trf16-rating"):
            assert "1990/05/17" in (await anna.go(f"/desk/t/open/exports/{report}")).text
            assert "1990/05/17" not in (await boris.go(f"/desk/t/open/exports/{report}")).text
