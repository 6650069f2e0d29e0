"""Somebody left out of round 1 comes after it is published: two steps at the desk, and the hall sees a board more."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

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
    send,
    type_results,
)

NAMES = ["Alekhine", "Botvinnik", "Capablanca", "Donner", "Euwe", "Fischer", "Geller", "Hort", "Ivanov", "Jansa"]


@pytest.mark.usefixtures("browser")
def test_a_late_player_meets_the_one_with_the_bye(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone, wall = page_of(browser), page_of(browser, 390, 844), page_of(browser, 1920, 1080)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
        lines = [f"{name}, Ivan;{2400 - n};BUL" for n, name in enumerate(NAMES)]
        register(page, desk, ["Name;Rating;Fed", *lines])
        send(page, desk, "/colour", colour="w")
        page.goto(f"{desk}/players/10")
        page.locator("select[name=kind]").select_option("Z")
        press(page.get_by_role("button", name="Grant"))
        begin(page, desk, 1)
        enter(page, desk, 1, {1: "1-0"})
        wall.goto(f"{tablo.url}/t/sofia-open/screen")
        phone.goto(f"{tablo.url}/t/sofia-open/pairings/1")
        expect(phone.locator("main")).to_contain_text("bye")
        page.goto(f"{desk}/rounds/1")
        picture(page, "late-round")
        press(page.get_by_role("link", name="Somebody came late"))
        picture(page, "late-choice")
        page.get_by_label("Jansa, Ivan").check()
        press(page.get_by_role("button", name="Show the two, and confirm"))
        expect(page.locator(".consequences")).to_contain_text("Jansa, Ivan came late and plays Ivanov, Ivan")
        picture(page, "late-confirm")
        press(page.get_by_role("button", name="Yes, do it"))
        expect(page.locator("tr[data-board='5']")).to_contain_text("Jansa, Ivan")
        expect(page.locator("tr[data-board='1'] .sign > b")).to_have_text("1 – 0")
        expect(phone.locator("main")).to_contain_text("Jansa, Ivan")
        expect(wall.locator("body")).to_contain_text("Jansa")
        picture(wall, "late-wall")
        picture(phone, "late-phone")
        type_results(page, {5: "0"})
