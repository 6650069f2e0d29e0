"""Who may come in, and what a browser is told."""

from pathlib import Path

import pytest
from httpx import Cookies

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
    assert answer.text == "That is too large: at most 8,192 kB can be sent at once.\n"


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
