"""A drawn game is followed by an Armageddon: entered at the desk, at a phone, seen by everybody, in the file."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain.words.regulations import Details
from tests.crosstable import tournament
from tests.decisions.test_armageddon import NORWAY
from tests.stories.tablo import invited, kept, log_in, page_of, picture, press, running, type_results

CROSSTABLE = """
    Angelov    =w3
    Borisova   =w4
    Tsvetkov   =b1
    Dimov      =b2
"""
WORDS = {"en": "Armageddon after a draw", "bg": "Армагедон след реми", "ru": "Армагеддон после ничьей"}

PADS = {
    "en": "Draw, and White won the Armageddon",
    "bg": "Реми, и белите спечелиха армагедона",
    "ru": "Ничья, и белые выиграли армагеддон",
}


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


@pytest.mark.usefixtures("browser")
def test_a_draw_that_is_typed_asks_for_its_armageddon_at_once(browser: Browser, tmp_path: Path) -> None:
    t = tournament("Angelov ?w2\nBorisova ?b1", details=Details("Sofia Open"), regulations=NORWAY)
    slug = kept(tmp_path / "data", t)
    with running(tmp_path / "data") as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{slug}"
        page.goto(f"{desk}/rounds/1?lang=en")
        expect(page.locator("#armageddons")).to_be_hidden()
        type_results(page, {1: "="})
        expect(page.locator("#armageddons")).to_contain_text("Angelov – Borisova")
        picture(page, "armageddon-keys")
        page.goto(desk)
        expect(page.locator("#armageddons")).to_contain_text("1 drawn game has no winner of its Armageddon yet")
        picture(page, "armageddon-today")
        page.get_by_role("link", name="Enter who won").click()
        press(page.locator("#armageddons").get_by_role("button", name="Black won"))
        page.goto(desk)
        expect(page.locator("main")).to_contain_text("All results are in")
        expect(page.locator("#armageddons")).to_have_count(0)
        page.goto(f"{desk}/rounds/1?lang=en")
        type_results(page, {1: "2"})  # one key for the draw and its Armageddon, here for the Armageddon alone
        expect(page.locator("#armageddons")).to_contain_text("Angelov won")
        phone = page_of(browser, 390, 844)
        phone.goto(invited(page, tablo.url, "Boris", tournament=slug, first_board="1", last_board="1"))
        for lang, words in PADS.items():
            phone.goto(f"{desk}/enter?lang={lang}")
            phone.locator("tr[data-board='1']").click()
            expect(phone.locator("#pad")).to_contain_text(words)
            last = phone.locator("#pad .pad-halves button:last-child")
            share = last.evaluate("button => button.clientWidth / button.closest('#pad').clientWidth")
            assert share > 0.4, "the two share the pad"
            picture(phone, f"armageddon-pad-{lang}")
