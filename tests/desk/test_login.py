"""Logging in, and the headers for browsers."""

from pathlib import Path

import pytest
from httpx import Cookies

from server.http.auth import TRIES_BY_NAME
from tests.desk.browsers import PASSWORD, browser, desk, server, with_round_one


async def test_the_first_visitor_sets_the_password(tmp_path: Path) -> None:
    async with server(tmp_path, password="") as transport, browser(transport) as anna:
        await anna.go("/desk")
        await anna.send("/desk/first", name="Anna", password=PASSWORD, again=PASSWORD)
        assert anna.page.url.path == "/desk"
        assert "There is no tournament here yet." in anna.text


async def test_under_another_name_the_first_password_needs_the_setup_code(tmp_path: Path) -> None:
    async with server(tmp_path, password="") as transport, browser(transport, "tablo.test") as mallory:
        await mallory.go("/desk")
        await mallory.send("/desk/first", name="M", password=PASSWORD, again=PASSWORD, setup_token="guess")
        assert mallory.page.status_code == 403
        assert "not the setup code" in mallory.refusal


async def test_a_first_password_that_was_not_sent_is_asked_for(tmp_path: Path) -> None:
    async with server(tmp_path, password="") as transport, browser(transport) as anna:
        await anna.go("/desk")
        token = anna.form("/desk/first")["form_token"]
        anna.page = await anna.client.post("/desk/first", data={"form_token": token, "name": "Anna"})
        assert (anna.page.status_code, "password" in anna.refusal) == (422, True)


async def test_a_wrong_password_does_not_come_in(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as mallory:
        await mallory.go("/desk")
        await mallory.send("/desk/login", name="M", password="wrong password")
        assert mallory.page.status_code == 403
        assert mallory.refusal == "That is not the password of this desk."


@pytest.mark.parametrize("path", ["/desk", "/desk/new", "/desk/t/open", "/desk/t/open/rounds/1", "/desk/import"])
async def test_nobody_sees_the_desk_without_the_password(tmp_path: Path, path: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as mallory:
        await mallory.go(path)
        assert mallory.page.url.path == "/desk/login"


async def test_after_login_one_is_where_one_wanted_to_be(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.go("/desk/new")
        await anna.send("/desk/login", name="Anna", password=PASSWORD)
        assert anna.page.url.path == "/desk/new"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "/desk//evil.example", "/desk/\\evil"]
)
async def test_login_never_leads_to_another_site(tmp_path: Path, elsewhere: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna:
        await anna.go("/desk/login")
        await anna.send("/desk/login", name="Anna", password=PASSWORD, next=elsewhere)
        assert str(anna.page.url) == "http://localhost/desk"


async def test_a_form_without_the_token_changes_nothing(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        answer = await anna.client.post("/desk/new", data={"tournament_name": "Forged"})
        assert answer.status_code == 403
        assert "Forged" not in (await anna.go("/desk")).text


async def test_a_form_of_another_session_changes_nothing(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await anna.log_in("Anna")
        await boris.log_in("Boris")
        await anna.go("/desk/new")
        await boris.go("/desk/new")
        stolen = anna.form("/desk/new")["form_token"]
        await boris.send("/desk/new", tournament_name="Forged", form_token=stolen)
        assert boris.page.status_code == 403


async def test_logging_out_ends_the_session(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk")
        await anna.send("/desk/logout")
        await anna.go("/desk")
        assert anna.page.url.path == "/desk/login"


async def test_a_changed_password_ends_the_other_sessions(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as boris:
        await anna.log_in("Anna")
        await boris.log_in("Boris")
        await anna.go("/desk/password")
        await anna.send("/desk/password", old=PASSWORD, password="quite another one", again="quite another one")
        await boris.go("/desk")
        assert (anna.page.url.path, boris.page.url.path) == ("/desk", "/desk/login")


@pytest.mark.parametrize("path", ["/desk/login", "/", "/nowhere", "/t/nowhere"])
async def test_every_page_is_strict_about_scripts_and_frames(tmp_path: Path, path: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        headers = (await somebody.go(path)).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


async def test_no_page_of_the_desk_has_a_script_or_a_style_in_it(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        for path in ("", "/players", "/players/1", "/settings", "/rounds/1", "/rounds/1/alter", "/exports"):
            html = (await anna.go(f"/desk/t/open{path}")).text
            assert "style=" not in html
            assert "<style" not in html
            assert " onclick" not in html
            assert "<script>" not in html


async def test_public_pages_give_no_cookie(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        assert "set-cookie" not in (await somebody.go("/")).headers


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        cookie = (await somebody.go("/desk/login")).headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


async def test_a_body_that_is_too_large_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        answer = await anna.client.post("/desk/new", data={"city": "x" * (9 * 1024 * 1024)})
    assert answer.status_code == 413
    assert "That is too large: at most 8,192 kB can be sent at once." in answer.text


async def test_the_server_says_when_it_is_ready(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        assert (await somebody.go("/healthz")).text == "ok\n"
        assert (await somebody.go("/readyz")).text == "ready\n"


async def test_a_copy_of_the_cookie_opens_nothing_after_a_logout(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as anna, browser(transport) as thief:
        await anna.log_in()
        thief.client.cookies = Cookies(anna.client.cookies)
        assert (await thief.go("/desk")).url.path == "/desk"
        await anna.go("/desk")
        await anna.send("/desk/logout")
        assert (await thief.go("/desk")).url.path == "/desk/login"


async def test_a_spectator_who_guesses_keeps_nobody_out(tmp_path: Path) -> None:
    """Everybody in the hall comes from one address."""
    async with server(tmp_path) as transport, browser(transport) as mallory, browser(transport) as anna:
        await mallory.go("/desk/login")
        guess = {**mallory.form("/desk/login"), "name": "M", "password": "wrong password"}
        answers = [(await mallory.client.post("/desk/login", data=guess)).status_code for _ in range(12)]
        assert answers == [403] * TRIES_BY_NAME + [429] * (12 - TRIES_BY_NAME)
        await anna.log_in("Anna")
        await anna.go("/desk")
        assert anna.page.url.path == "/desk"


async def test_a_program_that_guesses_under_all_names_keeps_no_arbiter_out(tmp_path: Path) -> None:
    """A browser that has logged in before is counted by itself."""
    async with server(tmp_path) as transport, browser(transport) as mallory, browser(transport) as anna:
        await anna.log_in("Anna")
        await anna.go("/desk")
        await anna.send("/desk/logout")
        await mallory.go("/desk/login")
        form = {**mallory.form("/desk/login"), "password": "wrong password"}
        last = [await mallory.client.post("/desk/login", data={**form, "name": str(n)}) for n in range(61)][-1]
        assert (last.status_code, last.headers["retry-after"]) == (429, "60")
        await anna.log_in("Anna")
        await anna.go("/desk")
        assert anna.page.url.path == "/desk"


HOSTS = ("a" * 5000, "[", "[::", "[:::::]", "a:99999", "a:0", "a b", '"><script>', "%00", "a/../b", "::1", "a,b")
PAGES = (
    "/",
    "/t/open",
    "/t/open/standings/1.pdf",
    "/screen/qr.svg?to=/",
    "/screen/hall/setup",
    "/desk",
    "/desk/t/open",
)


@pytest.mark.parametrize("host", HOSTS)
async def test_a_host_that_is_none_is_said_and_no_crash(tmp_path: Path, host: str) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        answers = [await anna.client.get(page, headers={"Host": host}) for page in PAGES]
    assert [answer.status_code for answer in answers] == [400] * len(PAGES)
    assert "look at the address" in answers[0].text


@pytest.mark.parametrize(
    "host",
    ["tablo", "tablo_web:8080", "192.0.2.7:1", "[2001:db8::1]:8080", "a." * 126 + "a:65535", "xn--80abnmycp7evc.bg"],
)
async def test_every_page_is_shown_under_any_name_of_the_machine(tmp_path: Path, host: str) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        answers = [await anna.client.get(page, headers={"Host": host}, follow_redirects=False) for page in PAGES]
    assert [answer.status_code for answer in answers if answer.status_code not in (200, 303, 404)] == []


@pytest.mark.parametrize("referer", ["http://[", "//[::", "http://a:99999/desk", "\\\\", "a" * 5000])
async def test_a_referer_that_is_no_address_is_left_aside(tmp_path: Path, referer: str) -> None:
    async with desk(tmp_path) as anna:
        await with_round_one(anna)
        await anna.go("/desk/t/open/rounds/1")
        form = {**anna.form("/desk/t/open/rounds/1/withdraw"), "reason": "typed"}
        answer = await anna.client.post("/desk/t/open/rounds/1/withdraw", data=form, headers={"Referer": referer})
    assert answer.status_code == 409
    assert "desk" in answer.text


async def test_a_screen_that_was_removed_is_a_sentence(tmp_path: Path) -> None:
    """In a tab that was left open."""
    async with desk(tmp_path) as anna:
        await anna.go("/desk/screens")
        await anna.send("/desk/screens", name="bar")
        await anna.go("/desk/screens/bar")
        form = anna.form("/desk/screens/bar")
        await anna.send("/desk/screens/bar/remove")
        shown = await anna.client.get("/desk/screens/bar")
        sent = await anna.client.post("/desk/screens/bar", data=form)
    assert (shown.status_code, sent.status_code) == (404, 404)
    assert "There is no screen called “bar”: choose one from the list of screens." in sent.text


async def test_a_request_that_names_two_machines_is_refused(tmp_path: Path) -> None:
    async with server(tmp_path) as transport, browser(transport) as somebody:
        one = await somebody.client.get("/", headers=[("Host", "localhost")])
        two = await somebody.client.get("/", headers=[("Host", "localhost"), ("Host", "elsewhere.example")])
    assert (one.status_code, two.status_code) == (200, 400)
