"""From an empty server to a published round 1: the list is pasted, and every click is counted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import Tablo, log_in, page_of, press, running

MOST_CLICKS = 10
LIST = "\n".join(f"Player {letter};{2000 - 20 * n}" for n, letter in enumerate("ABCDEFGHI"))


@pytest.fixture
def tablo(tmp_path: Path) -> Iterator[Tablo]:
    with running(tmp_path / "data") as tablo:
        yield tablo


def test_nine_pasted_players_are_paired_and_published_in_ten_clicks(tablo: Tablo, browser: Browser) -> None:
    page = page_of(browser)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk")
    clicks = 0

    def click(role: str, name: str) -> None:
        nonlocal clicks
        press(page.locator("main").get_by_role(role, name=name).first)  # type: ignore[arg-type]
        clicks += 1

    click("link", "Announce the first one")
    click("link", "Club evening")
    typed(page, "Club evening of Sofia")
    click("button", "Announce the tournament")
    click("link", "Paste a list")
    typed(page, LIST)
    click("button", "Look at it first")
    click("button", "Register 9 players")
    press(page.get_by_role("link", name="Today"))
    clicks += 1
    click("button", "Draw the colour and pair round 1")
    click("button", "Publish round 1")
    expect(page.locator("table.boards.typing")).to_be_visible()
    assert clicks <= MOST_CLICKS


def typed(page: Page, text: str) -> None:
    """Into the field that has the focus: nobody has to click it."""
    page.locator(":is(input, textarea):focus").wait_for()
    page.keyboard.insert_text(text)
