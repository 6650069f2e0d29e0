"""Handicap games from set-up to paper: the times by rating at the desk, on the wall, on phones in three languages."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.stories.tablo import announce, log_in, page_of, pair_and_publish, picture, press, register, running, send

TIMES = {"en": "Times of White and Black", "bg": "Време на белите и на черните", "ru": "Время белых и чёрных"}


@pytest.mark.usefixtures("browser")
def test_the_stronger_player_has_less_time(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone, wall = page_of(browser), page_of(browser, 390, 844), page_of(browser, 1920, 1080)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Club Night', rounds='5')}"
        register(page, desk, ["Name;Rating", *(f"Player {n};{2400 - 150 * n}" for n in range(8))])
        send(page, desk, "/colour", colour="w")
        page.goto(f"{desk}/times")
        card = page.locator("#handicap")
        card.get_by_label("Times by difference of ratings").fill("0: 14/16")
        press(card.get_by_role("button", name="Save"))
        expect(page.locator("#refusal")).to_contain_text("in “0: 14/16” nobody is the stronger")
        card.get_by_label("Times by difference of ratings").fill("0: 15/15\n400: 10/20\n600: 4:30+2/25")
        press(card.get_by_role("button", name="Save"))
        expect(card.get_by_label("Times by difference of ratings")).to_have_value(
            "0: 15/15\n400: 10/20\n600: 4:30+2/25\n"
        )
        card.scroll_into_view_if_needed()
        picture(page, "handicap-set")
        pair_and_publish(page, desk, 1)
        page.goto(f"{desk}/rounds/1")
        expect(page.locator("tr[data-board='1'] .clocks")).to_have_text(["· 4′30″ + 2″", "· 25′"])
        picture(page, "handicap-desk")
        wall.goto(f"{tablo.url}/t/club-night/screen")
        expect(wall.locator("#panel [data-row=b1] .clocks")).to_have_text("4′30″ + 2″ – 25′")
        picture(wall, "handicap-wall")
        for code, said in TIMES.items():
            phone.goto(f"{tablo.url}/t/club-night/pairings/1?lang={code}")
            times = phone.locator("tr[data-part=b2] .clocks")
            expect(times).to_have_attribute("title", said)
            expect(times).to_have_text("25′ – 4′30″ + 2″")
            paper = page.request.get(f"{desk}/papers/slips.pdf?lang={code}")
            assert paper.ok, paper.status
        picture(phone, "handicap-phone")
        phone.goto(f"{tablo.url}/t/club-night/pairings/1?by=name&lang=en")
        expect(phone.get_by_role("row", name="Player 0")).to_contain_text("4′30″ + 2″")
