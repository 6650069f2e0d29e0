"""Illegal moves of a player are noted, the second loses the game; the arbiter's paper has them, the public does not."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.paper.printed import words_of
from tests.stories.tablo import log_in, page_of, picture, press, weekend

SAID = {"en": "Illegal moves of Black:", "bg": "Неправилни ходове на черните:", "ru": "Невозможные ходы чёрных:"}
HEADING = {"en": "Illegal moves", "bg": "Неправилни ходове", "ru": "Невозможные ходы"}


@pytest.mark.usefixtures("browser")
def test_the_second_illegal_move_loses_the_game(browser: Browser, tmp_path: Path) -> None:
    with weekend(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        log_in(phone, tablo.url, "Boris")
        desk, public = f"{tablo.url}/desk/t/weekend", f"{tablo.url}/t/weekend"
        page.goto(f"{desk}/rounds/1")
        noted = page.locator("#illegal-moves")
        noted.locator("summary").click()
        noted.get_by_label("Board").fill("99")
        press(noted.get_by_role("button", name="By Black"))
        expect(page.locator("#refusal")).to_contain_text("99")
        noted.get_by_label("Board").fill("2")
        press(noted.get_by_role("button", name="By Black"))
        expect(noted).to_contain_text("1 illegal move")
        expect(noted.locator(".notice.warn")).to_have_count(0)
        phone.goto(f"{desk}/rounds/1")  # another arbiter sees the second one
        there = phone.locator("#illegal-moves")
        there.get_by_label("Board").fill("2")
        press(there.get_by_role("button", name="By Black"))
        expect(there.locator(".notice.warn")).to_contain_text("loses the game, unless the opponent cannot checkmate")
        for lang, heading in HEADING.items():
            phone.goto(f"{desk}/rounds/1?lang={lang}")
            expect(there.locator("summary")).to_have_text(heading)
            picture(phone, f"illegal-move-{lang}")
        press(there.locator(".notice.warn").get_by_role("button", name="1 – 0"))
        page.goto(f"{desk}/rounds/1")
        expect(page.locator("tr[data-board='2']")).to_have_attribute("data-result", "1-0")
        picture(page, "illegal-move-desk")
        for lang, said in SAID.items():
            paper = page.request.get(f"{desk}/papers/round-sheet.pdf?lang={lang}")
            assert said in words_of(paper.body())
            phone.goto(f"{public}/pairings/1?lang={lang}")
            expect(phone.locator("tr[data-part=b2]")).to_contain_text("1")
            expect(phone.locator("main")).not_to_contain_text(said.split()[1])
