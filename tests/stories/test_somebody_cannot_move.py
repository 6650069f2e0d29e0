"""A player who cannot move keeps a board, one is left out, and two rooms have names: all see it, in three languages."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.paper.printed import words_of
from tests.stories.tablo import announce, begin, enter, log_in, page_of, picture, press, register, running, send
from web.wording import LANGUAGES, language

NAMES = ["Alekhine", "Botvinnik", "Capablanca", "Donner", "Euwe", "Fischer", "Geller", "Hort", "Ivanov", "Jansa"]


def plan(page: Page, desk: str, *, kept: str, skipped: str, rooms: str) -> None:
    page.goto(f"{desk}/settings")
    card = page.locator("#board-plan")
    card.get_by_label("Boards that players keep").fill(kept)
    card.get_by_label("Boards left out").fill(skipped)
    card.get_by_label("Rooms").fill(rooms)
    press(card.get_by_role("button", name="Save"))


@pytest.mark.usefixtures("browser")
def test_somebody_who_cannot_move_keeps_a_board(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone, wall = page_of(browser), page_of(browser, 390, 844), page_of(browser, 1920, 1080)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
        register(page, desk, ["Name;Rating", *(f"{name}, Ivan;{2400 - n}" for n, name in enumerate(NAMES))])
        send(page, desk, "/colour", colour="w")
        plan(page, desk, kept="2: Jansa\nnowhere", skipped="3", rooms="1: Hall\n5: Library")
        expect(page.locator("#refusal")).to_contain_text("“nowhere” is no number of a board")
        plan(page, desk, kept="2: Jansa", skipped="3", rooms="1: Hall\n5: Library")
        picture(page, "boards-planned")
        begin(page, desk, 1)
        enter(page, desk, 1, {1: "1-0"})
        page.goto(f"{desk}/rounds/1")
        boards = page.locator("tr[data-board]")
        assert [row.get_attribute("data-board") for row in boards.all()] == ["1", "2", "4", "5", "6"]
        expect(page.locator("tr[data-board='2']")).to_contain_text("Jansa, Ivan")
        expect(page.locator("tr[data-board='2'] .kept")).to_have_attribute("title", "Opponents come to this board")
        picture(page, "boards-round")
        phone.goto(f"{tablo.url}/t/sofia-open/pairings/1")
        expect(phone.locator("tr[data-part=b5] .room")).to_have_text("Library")
        picture(phone, "boards-phone")
        phone.goto(f"{tablo.url}/t/sofia-open/pairings/1?by=name")
        expect(phone.get_by_role("row", name="Jansa")).to_contain_text("Hall")
        wall.goto(f"{tablo.url}/t/sofia-open/screen")
        expect(wall.locator("#panel [data-row=b2] .kept")).to_have_text("2")
        picture(wall, "boards-wall")
        page.goto(f"{desk}/rounds/1/why")
        expect(page.locator("#board-2")).to_contain_text("Board 2: 5 Euwe, Ivan - 10 Jansa, Ivan")
        for code in LANGUAGES:
            kept = page_of(browser, 390, 844, lang=code)
            kept.goto(f"{tablo.url}/t/sofia-open/pairings/1")
            said = language(code).gettext("Opponents come to this board")
            expect(kept.locator("tr[data-part=b2] .kept")).to_have_attribute("title", said)
            paper = page.request.get(f"{desk}/papers/pairings.pdf?lang={code}")
            assert {"Hall", "Library"} <= set(words_of(paper.body()).split())
