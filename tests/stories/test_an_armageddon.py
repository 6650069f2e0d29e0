"""A drawn game is followed by an Armageddon: entered at the desk, at a phone, seen by everybody, in the file."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.words.regulations import Details
from tests.crosstable import tournament
from tests.decisions.test_armageddon import NORWAY
from tests.stories.tablo import kept, log_in, page_of, picture, press, running

CROSSTABLE = """
    Angelov    =w3
    Borisova   =w4
    Tsvetkov   =b1
    Dimov      =b2
"""
WORDS = {"en": "Armageddon after a draw", "bg": "Армагедон след реми", "ru": "Армагеддон после ничьей"}


@pytest.mark.usefixtures("browser")
def test_an_armageddon_decides_half_a_point(browser: Browser, tmp_path: Path) -> None:
    t = tournament(CROSSTABLE, details=Details("Sofia Open", start="2026-12-04"), regulations=NORWAY)
    slug = kept(tmp_path / "data", t)
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        log_in(phone, tablo.url, "Boris")
        desk = f"{tablo.url}/desk/t/{slug}"
        for lang, title in WORDS.items():
            page.goto(f"{desk}/rounds/1?lang={lang}")
            expect(page.locator("#armageddons h2")).to_have_text(title)
            picture(page, f"armageddon-desk-{lang}")
        page.goto(f"{desk}/rounds/1?lang=en")
        press(page.locator("#armageddons form").first.get_by_role("button", name="White won"))
        expect(page.locator("#armageddons form").first).to_contain_text("Angelov won")
        hall = page_of(browser, 1920, 1080)
        hall.goto(f"{tablo.url}/t/{slug}/screen?lang=en")
        expect(hall.locator("#panel")).to_contain_text("Armageddon 1 – 0")
        phone.goto(f"{tablo.url}/t/{slug}/pairings/1?lang=en")
        expect(phone.locator("tr[data-part=b1] .outcome")).to_contain_text("Armageddon 1 – 0")
        phone.goto(f"{desk}/rounds/1?lang=en")
        press(phone.locator("#armageddons form").last.get_by_role("button", name="Draw"))
        expect(phone.locator("#armageddons form").last).to_contain_text("Dimov won")
        picture(phone, "armageddon-phone")
        page.goto(f"{tablo.url}/t/{slug}/standings?lang=en")
        expect(page.locator("table.standings tbody tr").first).to_contain_text("1½")
        picture(page, "armageddon-standings")
        report = page.request.get(f"{desk}/exports/trf26").text()
        assert "### Armageddon @ Round 1: won by player 1, 1 half-points" in report
