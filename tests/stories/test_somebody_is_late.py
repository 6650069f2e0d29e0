"""The default time from set-up to paper: the wall counts it down, Today offers the boards, a forfeit is entered."""

from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.clock import hall_clock
from tests.stories.tablo import (
    announce,
    log_in,
    page_of,
    pair_and_publish,
    picture,
    press,
    register,
    running,
    screen_with,
    send,
)

LOST = {"en": "whoever comes after", "bg": "който дойде след", "ru": "кто придёт после"}


def begins(page: Page, desk: str, at: datetime) -> None:
    day, _, clock = at.isoformat(timespec="minutes").partition("T")
    send(page, desk, "/details", on=f"{desk}/settings", start_day_1=day, start_time_1=clock)


@pytest.mark.usefixtures("browser")
def test_whoever_is_late_is_offered_as_a_forfeit(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone, wall = page_of(browser), page_of(browser, 390, 844), page_of(browser, 1920, 1080)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
        register(page, desk, ["Name;Rating", *(f"Player {n};{2400 - n}" for n in range(8))])
        send(page, desk, "/colour", colour="w")
        begins(page, desk, hall_clock() - timedelta(minutes=1))
        page.goto(f"{desk}/times")
        card = page.locator("#default-time")
        card.get_by_label("Minutes after the start").fill("500")
        press(card.get_by_role("button", name="Save"))
        expect(page.locator("#refusal")).to_contain_text("must be a whole number from 0 to 240")
        card.get_by_label("Minutes after the start").fill("30")
        press(card.get_by_role("button", name="Save"))
        picture(page, "late-set")
        pair_and_publish(page, desk, 1)
        wall.goto(screen_with(page, tablo.url, "countdown", "sofia-open"))
        expect(wall.locator("#panel")).to_contain_text("Round 1: whoever comes after")
        picture(wall, "late-wall")
        for code, said in LOST.items():
            phone.goto(f"{tablo.url}/t/sofia-open/pairings/1?lang={code}")
            expect(phone.locator("[data-part=heading]")).to_contain_text(said)
            paper = page.request.get(f"{desk}/papers/pairings.pdf?lang={code}")
            assert paper.ok, paper.status
            assert paper.body().startswith(b"%PDF")
        picture(phone, "late-phone")
        begins(page, desk, hall_clock() - timedelta(minutes=45))
        page.goto(desk)
        day = page.locator("#day")
        expect(day).to_contain_text("Default time of round 1 is over")
        picture(page, "late-today")
        day.get_by_role("link", name="4 boards without a result").click()
        row = page.locator("#late tr[data-board='2']")
        row.get_by_role("checkbox").first.check()
        picture(page, "late-boards")
        for code in ("bg", "ru"):
            other = page_of(browser, lang=code)
            log_in(other, tablo.url)
            other.goto(f"{desk}/rounds/1/late")
            expect(other.locator("#late tr[data-board]")).to_have_count(4)
            picture(other, f"late-boards-{code}")
        press(page.get_by_role("button", name="Enter the forfeits"))
        expect(page.locator("tr[data-board='2']")).to_have_attribute("data-result", "-/+")
        phone.goto(f"{tablo.url}/t/sofia-open/pairings/1")
        expect(phone.locator("tr[data-part=b2]")).to_contain_text("–")
