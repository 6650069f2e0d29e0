"""A player's own page in three languages: checked in, a bye asked for and granted, gone and back again."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from domain.words.players import Player, PlayerId
from domain.words.regulations import Details
from tests.crosstable import drawn
from tests.stories.tablo import kept, log_in, page_of, picture, press, running
from tests.tiers import sample
from web.wording import language

PHONE = (390, 844)
PLAYERS = ("Anna Ivanova", "Boris Petrov", "Clara Dimitrova", "David Georgiev")


def allow(desk_page: Page, desk: str) -> None:
    desk_page.goto(f"{desk}/self-help")
    for right in ("check_in", "own_withdrawal", "own_norms"):
        desk_page.locator(f"[name={right}]").check()
    desk_page.locator("[name=own_byes][value=ask]").check()
    desk_page.locator("[name=most_byes]").fill("2")
    press(desk_page.locator("form.sheet button.primary"))


def own_link(desk_page: Page, desk: str, player: int) -> str:
    found = re.search(r'href="[^"]*(/report/[^"]*)"', desk_page.request.get(f"{desk}/players/{player}").text())
    assert found
    return desk.partition("/desk")[0] + found[1]


def fine(page: Page) -> None:
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


@pytest.mark.parametrize("code", sample(("bg", "en", "ru"), 1))
def test_a_player_does_it_all_on_a_phone(browser: Browser, tmp_path: Path, code: str) -> None:
    said = language(code).gettext
    entered = [Player(PlayerId(n), name, 2000) for n, name in enumerate(PLAYERS, 1)]
    slug = kept(tmp_path / "data", drawn(details=Details("Evening Open"), players=entered))
    with running(tmp_path / "data") as tablo:
        desk_page, phone = page_of(browser), page_of(browser, *PHONE)
        log_in(desk_page, tablo.url)
        desk = f"{tablo.url}/desk/t/{slug}"
        allow(desk_page, desk)
        fine(desk_page)
        picture(desk_page, f"self-help-desk-{code}")
        phone.goto(f"{own_link(desk_page, desk, 1)}?lang={code}")
        fine(phone)
        assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
        picture(phone, f"self-help-phone-{code}")

        press(phone.get_by_role("button", name=said("I am here")))
        expect(phone.locator("#check-in")).to_contain_text(said("You are checked in."))
        phone.locator("#bye-round").select_option("2")
        press(phone.locator("#byes [value=H]"))
        desk_page.goto(f"{desk}/self-help")
        expect(desk_page.locator("#asked")).to_contain_text("Anna Ivanova")
        fine(desk_page)
        picture(desk_page, f"self-help-asked-{code}")
        press(desk_page.locator("#asked button.primary"))
        phone.reload()
        granted = said("Granted: %(bye)s", bye="") % {"bye": said("half-point bye")}
        expect(phone.locator("#byes")).to_contain_text(granted)
        phone.locator("#leaving summary").click()
        phone.locator("[name=leaving]").check()
        press(phone.locator("#leaving button"))
        expect(phone.locator("#leaving")).to_contain_text(said("You have withdrawn."))
        fine(phone)
        picture(phone, f"self-help-gone-{code}")
        press(phone.locator("#leaving button"))
        expect(phone.locator("#leaving")).not_to_contain_text(said("You have withdrawn."))
