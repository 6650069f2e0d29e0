"""Results of eighty boards on a small screen: who is being typed and every refusal stay in view at any scroll."""

import random
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from server.journal import open_journal
from server.settings import Settings
from tests.crosstable import big_open
from tests.stories.tablo import Tablo, log_in, page_of, picture, row, running

BOARDS = 80
SIZES = ((1280, 720), (1440, 900))
ORDER = random.Random("eighty boards")

COVERED = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const panel = document.getElementById('desk-entry').getBoundingClientRect();
  const inside = document.querySelector(selector).closest('#desk-entry');
  const top = inside ? 0 : panel.bottom;
  const whole = box.height && box.top >= top - 1 && box.bottom <= innerHeight + 1;
  return whole ? '' : `${box.top} to ${box.bottom}, panel to ${panel.bottom}`;
}"""
"""Where an element is when it is not whole in view; empty when it is."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    data: Path = tmp_path_factory.mktemp("eighty") / "data"
    data.mkdir()
    journal = open_journal(Settings(data=data).journal_url)
    for width, _ in SIZES:
        events = big_open(2 * BOARDS, 2, played=1)
        journal.append(f"open-{width}", 0, "Anna", f"seed-{width}", events, datetime.now(UTC), "")
    journal.close()
    with running(data) as tablo:
        yield tablo


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def page(browser: Browser, served: Tablo, request: pytest.FixtureRequest) -> Iterator[Page]:
    width, height = request.param
    page = page_of(browser, width, height)
    log_in(page, served.url)
    page.goto(f"{served.url}/desk/t/open-{width}/rounds/2")
    yield page
    page.context.close()


def hidden(page: Page, *selectors: str) -> list[str]:
    return [f"{one}: {found}" for one in selectors if (found := page.evaluate(COVERED, one))]


def out_of_view(page: Page) -> list[str]:
    """The row being typed, its pair in the panel and the last sentence, where they are not whole in view."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    said = [one for one in ("#says", "#was") if page.locator(one).is_visible()]
    return hidden(page, "tr.chosen", "#pair", *said)


def test_the_row_being_typed_and_the_last_sentence_are_in_view_each_time(page: Page) -> None:
    troubles: list[str] = []
    for turn in range(200):
        board = ORDER.randint(1, BOARDS)
        page.evaluate("by => scrollBy(0, by)", ORDER.randint(-3000, 3000))
        page.locator("#quick-board").fill(str(board))
        page.keyboard.press("Enter")
        if turn % 5 == 0:
            page.keyboard.press("7")
            troubles += [] if page.locator("#says").is_visible() else [f"{board}: nothing is said of the key 7"]
        troubles += [f"{board}, typed: {one}" for one in out_of_view(page)]
        page.keyboard.press(ORDER.choice("1=0"))
        troubles += [f"{board}, entered: {one}" for one in out_of_view(page)]
    picture(page, "desk-eighty-boards")
    expect(page.locator("tr.waits")).to_have_count(0)
    assert troubles == []


def test_the_panel_repeats_the_pair_and_its_points(page: Page) -> None:
    page.locator("#quick-board").fill("60")
    chosen = row(page, 60)
    for cell, side in ((".white", ".left"), (".black", ".right")):
        expect(page.locator(f"#pair {side}")).to_contain_text(chosen.locator(f"{cell} .person").inner_text())
        expect(page.locator(f"#pair {side}")).to_contain_text(
            chosen.locator(".pts").nth(int(cell == ".black")).inner_text()
        )


def test_a_board_that_is_none_is_said_where_one_looks(page: Page) -> None:
    page.locator("#quick-board").fill("70")
    page.locator("#quick-board").fill("999")
    page.keyboard.press("Enter")
    expect(page.locator("#says")).to_contain_text("There is no board 999")
    assert hidden(page, "#says") == []
