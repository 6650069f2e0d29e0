"""Somebody joins a club by their account at the federation, and comes in by it from then on, in each language."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.stewards.openid_provider import SECRET, running_provider
from tests.stories.tablo import log_in, page_of, picture, press, running
from tests.stories.test_a_passkey import link_to_join, log_out
from tests.stories.test_check_in import without_barriers
from tests.tiers import sample

JOIN = {"en": "Join by Federation", "bg": "Присъединяване чрез Federation", "ru": "Присоединиться через Federation"}
ENTER = {"en": "Log in by Federation", "bg": "Влизане чрез Federation", "ru": "Войти через Federation"}


@pytest.mark.usefixtures("browser")
@pytest.mark.parametrize("lang", sample(("ru", "en", "bg"), 1))
def test_an_invited_person_joins_by_an_account_elsewhere(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    with running_provider() as issuer:
        said = {"ISSUER": issuer, "CLIENT": "tablo", "SECRET": SECRET, "NAME": "Federation"}
        for name, text in said.items():
            monkeypatch.setenv(f"TABLO_OPENID_{name}", text)
        with running(tmp_path / "data", "serve", "--organisers") as tablo:
            chief, olga = page_of(browser), page_of(browser, 390, 844, lang)
            log_in(chief, tablo.url)
            olga.goto(link_to_join(chief, tablo.url))
            without_barriers(olga)
            picture(olga, f"openid-join-{lang}")
            olga.get_by_role("link", name=JOIN[lang]).click()
            olga.locator("input[name=who]").fill("olga")
            press(olga.get_by_role("button"))
            expect(olga.locator("#name")).to_have_value("Olga Ivanova")
            expect(olga.locator("input[type=password]")).to_have_count(0)
            without_barriers(olga)
            picture(olga, f"openid-joining-{lang}")
            press(olga.locator("main form button.primary"))
            assert olga.url == f"{tablo.url}/desk"
            log_out(olga, tablo.url)
            without_barriers(olga)
            picture(olga, f"openid-login-{lang}")
            olga.get_by_role("link", name=ENTER[lang]).click()
            olga.locator("input[name=who]").fill("olga")
            press(olga.get_by_role("button"))
            olga.goto(f"{tablo.url}/desk/account")
            expect(olga.locator("#openid form")).to_have_count(1)
            without_barriers(olga)
            olga.set_viewport_size({"width": 1440, "height": 1300})
            picture(olga, f"openid-account-{lang}")
