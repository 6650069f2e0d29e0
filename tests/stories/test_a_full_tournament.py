"""A full tournament with conditions, in three languages: somebody may not enter, somebody waits for a place."""

import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from domain.words.players import Player, PlayerId
from domain.words.regulations import Details
from server.http.auth import open_access, shown_at
from tests.crosstable import drawn
from tests.stories.tablo import kept, log_in, page_of, picture, press, running
from tests.tiers import sample
from web.wording import language

PHONE = (390, 844)
PLAYERS = ("Anna Ivanova", "Boris Petrov")


def fine(page: Page) -> None:
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


def ask(phone: Page, signed: str, name: str, rating: str) -> None:
    phone.locator("[name=name]").fill(name)
    phone.locator("[name=rating]").fill(rating)
    phone.locator("[name=shown]").evaluate("(field, signed) => { field.value = signed }", signed)
    press(phone.locator("#registering button.primary"))


@pytest.mark.parametrize("code", sample(("bg", "en", "ru"), 1))
def test_who_may_enter_waits_and_moves_up(browser: Browser, tmp_path: Path, code: str) -> None:
    said, data = language(code).gettext, tmp_path / "data"
    entered = [Player(PlayerId(n), name, 1500) for n, name in enumerate(PLAYERS, 1)]
    slug = kept(data, drawn(details=Details("Evening Open", start="2026-12-05"), players=entered))
    with running(data) as tablo:
        desk_page, phone = page_of(browser), page_of(browser, *PHONE)
        log_in(desk_page, tablo.url)
        desk = f"{tablo.url}/desk/t/{slug}"
        desk_page.goto(f"{desk}/entries")
        desk_page.locator("[name=most_entrants]").fill("2")
        desk_page.locator("[name=waiting_list]").check()
        press(desk_page.locator("form[action$='/entries'] button"))
        desk_page.locator("[name=conditions]").fill("U2000|W")
        desk_page.locator("[name=enforced][value='1']").check()
        press(desk_page.locator("#conditions button"))
        fine(desk_page)
        picture(desk_page, f"full-desk-{code}")

        phone.goto(f"{tablo.url}/entry/{slug}?lang={code}")
        fine(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        picture(phone, f"full-form-{code}")
        key = open_access(data, read_only=True).stored.key
        phone.locator("[name=sex]").select_option("m")
        ask(phone, shown_at(key, time.time() - 60), "Strong, Sam", "2400")
        expect(phone.locator("#refusal")).to_contain_text("Strong, Sam")
        ask(phone, shown_at(key, time.time() - 60), "Neu, Nora", "1400")
        desk_page.goto(f"{desk}/entries")
        press(desk_page.locator("article.waits button.primary"))
        expect(desk_page.locator("#waiting-list")).to_contain_text("Neu, Nora")
        fine(desk_page)
        picture(desk_page, f"full-waiting-{code}")
        phone.reload()
        expect(phone.locator("main")).to_contain_text(
            said("You are number %(place)s on the waiting list.") % {"place": 1}
        )
        press(phone.locator(".card a.button"))
        fine(phone)
        picture(phone, f"full-phone-{code}")
        desk_page.goto(f"{desk}/players/1")
        press(desk_page.locator("form[action$='/withdraw'] button"))
        desk_page.goto(f"{desk}/history")
        expect(desk_page.locator("main")).to_contain_text("Neu, Nora")
