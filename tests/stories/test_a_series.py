"""A series by hand: players enter on their phones, an arbiter decides, and a class asks for a tournament of its own."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import log_in, page_of, picture, press, running


def set_series(page: Page, url: str) -> str:
    """Weekly, with a queue and petitions of two; the page of the series at the desk."""
    page.goto(f"{url}/desk/festivals")
    page.locator("input[name=name]").fill("Blitz")
    press(page.get_by_role("button", name="Announce the festival"))
    page.get_by_role("link", name="Series").click()
    page.locator("select[name=entry_form]").select_option("queue")
    picture(page, "series-form")
    page.locator("#series-who summary").click()
    page.locator("input[name=petitions]").check()
    page.locator("#series-least summary").click()
    page.locator("input[name=class_minimum]").fill("2")
    press(page.get_by_role("button", name="Set the series"))
    expect(page.locator("table.list").first).to_contain_text("open for entries")
    return page.url


def test_a_player_enters_on_a_phone_and_an_arbiter_admits_them(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        series = set_series(page, tablo.url)
        phone.goto(f"{tablo.url}/f/blitz")
        phone.get_by_role("link", name="Enter", exact=True).click()
        phone.locator("input[name=name]").fill("Tal, Mihail")
        phone.locator("input[name=rating]").fill("high")
        press(phone.get_by_role("button", name="Enter"))
        expect(phone.locator("#refusal")).to_contain_text("Rating must be a whole number")
        expect(phone.locator("input[name=name]")).to_have_value("Tal, Mihail")
        phone.locator("input[name=rating]").fill("2400")
        press(phone.get_by_role("button", name="Enter"))
        expect(phone.locator(".say")).to_contain_text("waiting for the arbiter")
        mine = phone.url
        page.goto(series)
        picture(page, "series-queue")
        press(page.get_by_role("button", name="Admit"))
        phone.goto(mine)
        expect(phone.locator(".say")).to_contain_text("entered")
        press(phone.get_by_role("button", name="Withdraw my entry"))
        expect(phone.locator(".say")).to_contain_text("withdrawn")
        page.goto(series)
        expect(page.locator("table.list").first).to_contain_text("0 / 15")


@pytest.mark.whole
def test_a_class_gets_its_tournament_by_petition(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        series = set_series(page, tablo.url)
        phone.goto(f"{tablo.url}/enter/blitz/petitions")
        phone.locator("input[name=petition_title]").fill("Below 1600")
        phone.locator("input[name=most_rating]").fill("1600")
        phone.locator("input[name=name]").fill("One")
        press(phone.get_by_role("button", name="Open the petition"))
        phone.locator("summary", has_text="Sign").click()
        phone.locator("details input[name=name]").fill("Two")
        phone.locator("details input[name=rating]").fill("1500")
        phone.locator("details button").click()
        expect(phone.locator("section.entry")).to_contain_text("2 of 2 have signed")
        picture(phone, "petition-phone")
        page.goto(series)
        press(page.get_by_role("button", name="Announce the tournament"))
        expect(page.locator("header .event").last).to_have_text("Below 1600")
        phone.reload()
        phone.get_by_role("link", name="announced").click()
        expect(phone.locator("header")).to_contain_text("2 players registered")
