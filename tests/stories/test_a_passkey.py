"""Somebody adds passkeys to their account and comes in by them: in a real browser, with an authenticator of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.desk.browsers import form_of
from tests.stories.tablo import log_in, page_of, picture, press, running, send
from tests.stories.test_check_in import without_barriers
from tests.tiers import sample

PASSWORD_OF_OLGA = "the owner's own password"


@contextmanager
def with_authenticator(page: Page) -> Iterator[None]:
    """A phone that knows its owner by the finger, as the browser's own tools play it."""
    told = page.context.new_cdp_session(page)
    told.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    told.send(
        "WebAuthn.addVirtualAuthenticator",
        {"options": {**options, "isUserVerified": True, "automaticPresenceSimulation": True}},
    )
    yield
    told.send("WebAuthn.disable")


def link_to_join(chief: Page, url: str, role: str = "owner") -> str:
    """Invites somebody to the new organiser `Levski`, without drawing a page."""
    organiser = send(chief, f"{url}/desk/organisers", name="Levski").url
    page = send(chief, f"{url}/desk/organisers/levski", "/members", organiser, role=role).text()
    token = page.split("/desk/account/join/", 1)[1].split('"', 1)[0]
    return f"{url}/desk/account/join/{token}"


def join_as_owner(chief: Page, olga: Page, url: str) -> None:
    """Olga owns `Levski`, with a password; no page is drawn."""
    log_in(chief, url)
    link = link_to_join(chief, url)
    form = form_of(olga.request.get(link).text(), link.removeprefix(url))
    typed = {"name": "Olga", "email": "olga@example.org", "password": PASSWORD_OF_OLGA, "again": PASSWORD_OF_OLGA}
    assert olga.request.post(link, form={**form, **typed}).ok


def log_out(page: Page, url: str) -> None:
    page.context.clear_cookies()
    page.goto(f"{url}/desk/account/login")


def add_passkey(page: Page, url: str, name: str, password: str = PASSWORD_OF_OLGA) -> None:
    page.goto(f"{url}/desk/account")
    page.locator("#passkey-name").fill(name)
    page.locator("#passkey-password").fill(password)
    page.get_by_role("button", name="Add a passkey").click()


@pytest.mark.usefixtures("browser")
def test_somebody_comes_in_by_a_passkey_and_nobody_by_a_copy_of_it(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data", "serve", "--organisers") as tablo:
        url = tablo.url.replace("127.0.0.1", "localhost")
        chief, olga = page_of(browser), page_of(browser, 390, 844)
        join_as_owner(chief, olga, url)
        with with_authenticator(olga):
            add_passkey(olga, url, "Phone", "not the password")
            expect(olga.locator("#passkeys [role=status]")).to_have_text("The password is not right.")
            without_barriers(olga)
            add_passkey(olga, url, "Phone")
            names = olga.locator("#passkeys input[name=passkey_name][required]")
            expect(names).to_have_value("Phone")
            add_passkey(olga, url, "Once more")
            expect(olga.locator("#passkeys [role=status]")).to_contain_text("The browser made no passkey")
            picture(olga, "passkeys-of-an-account")

            log_out(olga, url)
            sent: list[Request] = []
            olga.on("request", lambda one: sent.append(one) if one.method == "POST" else None)
            without_barriers(olga)
            picture(olga, "passkey-login")
            asked_by = olga.context.cookies()
            press(olga.get_by_role("button", name="Log in with a passkey"))
            assert olga.url == f"{url}/desk"
            olga.goto(f"{url}/desk/account")
            expect(olga.locator("#passkeys .passkey p")).to_contain_text("last used")

            copied = sent[0].post_data_buffer
            chief.context.clear_cookies()
            chief.context.add_cookies([{**one, "url": url, "domain": None, "path": None} for one in asked_by])
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            again = chief.request.post(sent[0].url, data=copied, headers=kind)
            assert (again.status, "Nobody here has this passkey" in again.text()) == (403, True)

            olga.locator("#passkeys form[action$='/name'] input[name=passkey_name]").fill("Old phone")
            press(olga.get_by_role("button", name="Rename"))
            expect(names).to_have_value("Old phone")
            press(olga.locator("#passkeys form[action$='/remove'] button"))
            expect(names).to_have_count(0)
            log_out(olga, url)
            press(olga.get_by_role("button", name="Log in with a passkey"))
            expect(olga.locator("[role=alert]")).to_contain_text("Nobody here has this passkey")


@pytest.mark.usefixtures("browser")
def test_a_page_without_https_says_where_passkeys_work(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data", "serve", "--organisers") as tablo:
        chief, olga = page_of(browser), page_of(browser)
        join_as_owner(chief, olga, tablo.url)
        olga.goto(f"{tablo.url}/desk/account")
        expect(olga.locator("#passkeys")).to_contain_text("pages opened by https alone, or at localhost")
        expect(olga.locator("#passkey-name")).to_have_count(0)
        olga.goto(f"{tablo.url}/desk/account/login")
        expect(olga.get_by_role("button", name="Log in with a passkey")).to_have_count(0)


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize("lang", sample(("bg", "ru"), 1))
def test_a_passkey_is_made_and_used_in_other_languages(browser: Browser, tmp_path: Path, lang: str) -> None:
    with running(tmp_path / "data", "serve", "--organisers") as tablo:
        url = tablo.url.replace("127.0.0.1", "localhost")
        chief, olga = page_of(browser), page_of(browser, 390, 844, lang)
        join_as_owner(chief, olga, url)
        with with_authenticator(olga):
            olga.goto(f"{url}/desk/account")
            olga.locator("#passkey-password").fill(PASSWORD_OF_OLGA)
            press(olga.locator("#passkeys form[data-passkey] button"))
            expect(olga.locator("#passkeys .passkey")).to_have_count(1)
            without_barriers(olga)
            picture(olga, f"passkeys-{lang}")
            log_out(olga, url)
            press(olga.locator("button[form=by-passkey]"))
            assert olga.url == f"{url}/desk"
