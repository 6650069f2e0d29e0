"""A player asks for their entry on a phone, finds themselves in the rating list, and reads the answer."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import announce, log_in, page_of, picture, press, running
from tests.stories.test_a_hundred_listed_players import with_list


def without_barriers(page: Page) -> None:
    """Axe finds nothing."""
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


@pytest.mark.usefixtures("browser")
def test_an_entry_is_asked_for_and_accepted(browser: Browser, tmp_path: Path) -> None:
    with_list(tmp_path, tmp_path / "data")
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
        page.goto(f"{desk}/entries")
        page.locator("#f-most_entrants").fill("40")
        press(page.get_by_role("button", name="Open self-registration"))
        phone.goto(f"{tablo.url}/t/sofia-open")
        phone.get_by_role("button", name="More").click()
        press(phone.get_by_role("link", name="Enter"))
        without_barriers(phone)
        phone.locator("#f-name").press_sequentially("емил коле")
        expect(phone.locator("#listed li").first).to_contain_text("Kolev, Emil")
        picture(phone, "entry-phone")
        phone.locator("#listed li").first.click()
        expect(phone.locator("#f-fide_id")).not_to_have_value("")
        phone.locator("#f-email").fill("emil@example.org")
        phone.wait_for_timeout(3100)  # the form takes nothing that is filled in faster than a person can
        press(phone.get_by_role("button", name="Ask for my entry"))
        expect(phone.get_by_text("an arbiter looks at it.")).to_be_visible()
        picture(phone, "entry-waiting")
        without_barriers(phone)
        page.goto(f"{desk}/entries")
        picture(page, "entry-queue")
        without_barriers(page)
        press(page.get_by_role("button", name="Accept 1 without questions"))
        expect(page.get_by_text("Nobody waits.")).to_be_visible()
        phone.reload()
        expect(phone.get_by_text("you play.")).to_be_visible()
