"""A tournament begun in Swiss-Manager goes on here: its file is read, looked at, confirmed, and round 3 is paired."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.files.test_swiss_manager import SWISS
from tests.stories.tablo import log_in, page_of, picture, press, running

ROUND_3 = {"en": "Round 3", "bg": "Кръг 3", "ru": "Тур 3"}


@pytest.mark.usefixtures("browser")
def test_moving_from_swiss_manager(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "open.TUNX").write_bytes(SWISS)
    with running(tmp_path / "data") as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/import")
        page.locator("#file").set_input_files(str(tmp_path / "open.TUNX"))
        press(page.get_by_role("button", name="Read it"))
        expect(page.locator("main")).to_contain_text("the order of tie-breaks (numbers 37, 52)")
        picture(page, "swiss-manager-read")
        page.locator("form").get_by_role("button", name="import").click()
        expect(page).to_have_url(f"{tablo.url}/desk/t/otkrytyy-turnir?did=1")
        page.goto(f"{tablo.url}/desk/t/otkrytyy-turnir/players")
        expect(page.locator("main")).to_contain_text("Levski")
        page.goto(f"{tablo.url}/desk/t/otkrytyy-turnir")
        press(page.get_by_role("button", name="Pair round 3"))
        press(page.get_by_role("button", name="Publish round 3"))
        for lang, said in ROUND_3.items():
            page.goto(f"{tablo.url}/t/otkrytyy-turnir/pairings/3?lang={lang}")
            expect(page.locator("h1")).to_contain_text(said)
            expect(page.locator("main")).to_contain_text("Karpov, Anna")
        picture(page, "swiss-manager-round-3")
        paper = page.request.get(f"{tablo.url}/t/otkrytyy-turnir/pairings/3.pdf")
        assert paper.headers["content-type"] == "application/pdf"
