"""The hour before round 1: two people check in on laptop and phone, and the wall says who is missing."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from server.http.auth import open_access
from tests.stories.tablo import (
    announce,
    begin,
    enter,
    log_in,
    page_of,
    picture,
    press,
    register,
    running,
)

NAMES = [f"Player {letter}{n}, Ivan" for letter in "ABCDEF" for n in range(1, 5)]


def without_barriers(page: Page) -> None:
    """Axe finds nothing."""
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


@pytest.mark.usefixtures("browser")
def test_two_check_in_and_the_missing_are_left_out(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone, wall = page_of(browser), page_of(browser, 390, 844), page_of(browser, 1280, 720)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
        register(page, desk, ["Name;Rating;Fed", *(f"{name};{2000 - n};BUL" for n, name in enumerate(NAMES))])
        page.goto(f"{tablo.url}/desk/screens")
        page.locator("form[action='/desk/screens'] input[name=name]").fill("foyer")
        press(page.locator("form[action='/desk/screens'] button"))
        page.goto(f"{tablo.url}/desk/screens")
        page.locator("form[action='/desk/screens/foyer/show'] select").select_option("not-checked-in|sofia-open")
        press(page.locator("form[action='/desk/screens/foyer/show'] button"))
        wall.goto(f"{tablo.url}/screen/foyer")
        expect(wall.locator(".panel.not-checked-in tbody tr")).to_have_count(len(NAMES))
        picture(wall, "check-in-wall")
        log_in(phone, tablo.url, "Boris")
        phone.goto(f"{desk}/check-in")
        picture(phone, "check-in-phone")
        without_barriers(phone)
        page.goto(f"{desk}/check-in")
        for name in NAMES[:8]:
            page.locator("#find-arrival").fill(name)
            page.locator("#find-arrival").press("Enter")
            expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
        page.locator("#find-arrival").fill("")
        picture(page, "check-in-desk")
        expect(phone.locator("#arrived")).to_have_text("8 of 24 are here")
        phone.get_by_role("button", name=NAMES[0]).click()
        expect(phone.locator("#arrived")).to_have_text("7 of 24 are here")
        code = open_access(tmp_path / "data").check_in_link("sofia-open", 1)
        phone.goto(f"{desk}/check-in/card/{code}")
        expect(phone.get_by_text("✓ Checked in")).to_be_visible()
        picture(phone, "check-in-card")
        without_barriers(phone)
        expect(wall.locator(".panel.not-checked-in tbody tr")).to_have_count(16)
        page.goto(f"{desk}/check-in/missing")
        picture(page, "check-in-missing")
        without_barriers(page)
        press(page.get_by_role("button", name="Leave these 16 out of round 1"))
        page.goto(f"{desk}/check-in")
        expect(page.locator("#arrived")).to_have_text("8 of 8 are here")
        they_are_asked_about_before_round_two(page, desk)


def they_are_asked_about_before_round_two(page: Page, desk: str) -> None:
    """One is here by now, one is withdrawn, the others are left out again by one tap."""
    page.goto(desk)
    press(page.get_by_role("button", name="White", exact=True))
    begin(page, desk, 1)
    enter(page, desk, 1, dict.fromkeys(range(1, 5), "1/2-1/2"))
    page.goto(desk)
    asked = page.locator("#left-out")
    expect(asked).to_contain_text("Left out of round 1. Round 2 pairs them unless you say otherwise:")
    picture(page, "left-out")
    narrow = page.viewport_size
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "left-out-phone")
    without_barriers(page)
    page.set_viewport_size(narrow or {"width": 1440, "height": 900})
    press(page.get_by_role("button", name=f"Is here: {NAMES[8]}"))
    press(page.get_by_role("button", name=f"Withdraw: {NAMES[9]}"))
    press(page.get_by_role("button", name="Pair round 2"))
    expect(page.locator(".consequences")).to_contain_text("were left out of round 1, and nobody has said since")
    picture(page, "left-out-confirm")
    press(page.get_by_role("link", name="No, leave everything as it is"))
    press(asked.get_by_role("button", name="Leave out of round 2: All of them"))
    expect(asked).to_have_count(0)
    press(page.get_by_role("button", name="Pair round 2"))
    press(page.get_by_role("button", name="Publish round 2"))
    expect(page.locator("table.boards")).to_contain_text(NAMES[8])
    expect(page.locator("table.boards tr[data-board]")).to_have_count(4)
