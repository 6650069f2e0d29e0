"""Players help themselves by links of their own: what the page offers, what the desk sees, and which links open it."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.http.auth import open_access, report_path
from server.http.middleware import loggable
from tests.desk.browsers import Browser, browser, server, with_players, with_round_one
from tests.desk.test_player_reports import link

DESK = "/desk/t/open"
RIGHTS = {"check_in": "1", "own_byes": "ask", "own_withdrawal": "1", "own_norms": "1"}


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[tuple[Browser, Browser]]:
    """Anna at the desk of four players, who may do everything by their links, and the phone of player 1."""
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as phone:
        await with_players(await anna.log_in(), 4)
        await anna.go(f"{DESK}/self-help")
        await anna.send(f"{DESK}/self-help", **RIGHTS)
        await phone.go(await link(anna, 1))
        yield anna, phone


def at(phone: Browser) -> str:
    return phone.page.url.path


async def test_there_is_no_link_until_something_is_allowed(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as phone:
        await with_players(await anna.log_in(), 2)
        await anna.go(f"{DESK}/players/1")
        assert "/report/" not in anna.page.text
        await phone.go(report_path(open_access(tmp_path), "open", 1))
        assert "Check-in" not in phone.text
        assert "Withdraw" not in phone.text


async def test_a_player_checks_in(hall: tuple[Browser, Browser]) -> None:
    anna, phone = hall
    await phone.send(f"{at(phone)}/check-in")
    assert "You are checked in." in phone.text
    assert (await anna.client.get(f"{DESK}/check-in/now")).json()["here"] == [1]


async def test_a_bye_is_asked_for_decided_at_the_desk_and_told(hall: tuple[Browser, Browser]) -> None:
    anna, phone = hall
    await phone.send(f"{at(phone)}/byes", round="3", kind="H")
    assert "Asked for: half-point bye. Not decided yet." in phone.text
    await anna.go(DESK)
    assert "1 bye is asked for and waits for your decision." in anna.text
    await anna.go(f"{DESK}/self-help")
    await anna.send(f"{DESK}/self-help/byes/decline", reason="It is the last round")
    await phone.go(at(phone))
    assert "An arbiter grants no bye in this round. It is the last round" in phone.text
    await phone.send(f"{at(phone)}/byes", round="3", kind="Z")
    await anna.go(f"{DESK}/self-help")
    await anna.send(f"{DESK}/self-help/byes/grant")
    await phone.go(at(phone))
    assert "Granted: zero-point bye" in phone.text


async def test_withdrawing_is_confirmed_and_taken_back(hall: tuple[Browser, Browser]) -> None:
    anna, phone = hall
    home = at(phone)
    await phone.send(f"{home}/withdraw")
    assert "You have withdrawn." not in phone.text
    assert phone.page.status_code == 422
    await phone.go(home)
    await phone.send(f"{home}/withdraw", leaving="1")
    assert "You have withdrawn." in phone.text
    await anna.go(f"{DESK}/players/1")
    assert "withdrawn" in anna.text
    await phone.send(f"{home}/come-back")
    assert "You have withdrawn." not in phone.text
    await anna.go(f"{DESK}/history")
    assert re.search(r"Player 1|A\w+", anna.text)


async def test_a_renewed_link_ends_the_one_before(hall: tuple[Browser, Browser]) -> None:
    anna, phone = hall
    old = at(phone)
    await anna.go(f"{DESK}/players/1")
    await anna.send(f"{DESK}/players/1/own-link/renew")
    assert (await phone.go(old)).status_code == 404
    new = await link(anna, 1)
    assert new != old
    assert (await phone.go(new)).status_code == 200


async def test_the_code_of_a_slip_opens_reports_alone(hall: tuple[Browser, Browser], tmp_path: Path) -> None:
    _, phone = hall
    own = at(phone)
    token = phone.form(f"{own}/check-in")["form_token"]
    slip = report_path(open_access(tmp_path), "open", 1, 1)
    await phone.go(slip)
    assert "Withdraw" not in phone.text
    sent = {"form_token": token, "command_id": "slip-0001", "leaving": "1"}
    answer = await phone.client.post(f"{slip}/withdraw", data=sent, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["sentence"]) == (409, "That cannot be done here now: ask an arbiter.")


async def test_the_secret_of_a_link_stands_in_no_log(hall: tuple[Browser, Browser]) -> None:
    _, phone = hall
    secret = at(phone).rpartition("/")[2]
    assert all(secret not in loggable(path) for path in (at(phone), f"{at(phone)}/byes", f"{at(phone)}/withdraw"))


async def test_what_was_typed_at_the_desk_is_kept(hall: tuple[Browser, Browser]) -> None:
    anna, _ = hall
    await anna.go(f"{DESK}/self-help")
    await anna.send(f"{DESK}/self-help", **RIGHTS, check_in_opens="10", check_in_closes="20")
    assert "Check-in opens, minutes before the start" in anna.refusal
    await anna.go(f"{DESK}/history")
    assert "links of their own" in anna.text.split("Announced")[0], anna.text[200:900]


async def test_links_are_handed_out_on_paper(hall: tuple[Browser, Browser]) -> None:
    anna, _ = hall
    await anna.go(f"{DESK}/papers")
    assert "Links of players" in anna.text or "own-links" in anna.page.text


async def test_players_see_no_norms_that_do_not_exist(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as phone:
        await with_round_one(await anna.log_in())
        await anna.go(f"{DESK}/self-help")
        await anna.send(f"{DESK}/self-help", own_norms="1")
        await phone.go(await link(anna, 1))
        assert "None is made or in reach now." in phone.text


async def test_a_refused_form_keeps_what_was_ticked(hall: tuple[Browser, Browser]) -> None:
    anna, _ = hall
    await anna.go(f"{DESK}/self-help")
    await anna.send(f"{DESK}/self-help", most_byes="two", own_byes="at-once", letter_language="ru", check_in="1")
    assert "must be a whole number" in anna.refusal
    again = anna.form(f"{DESK}/self-help")
    assert (again["own_byes"], again["letter_language"]) == ("at-once", "ru")
    assert 'name="check_in" value="1" checked' in anna.page.text
    assert 'name="own_norms" value="1" checked' not in anna.page.text
    await anna.go(f"{DESK}/self-help")
    await anna.send(f"{DESK}/self-help/told", email="no address")
    assert anna.refusal
    assert 'name="own_norms" value="1" checked' in anna.page.text
