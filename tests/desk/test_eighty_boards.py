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
from tests.tiers import tries

BOARDS = 80
SIZES = {(1280, 720): tries(200, share=5), (1440, 900): tries(40, share=5)}
"""How many results are typed on a screen of this size."""
LEFT_OPEN = 40
ORDER = random.Random("eighty boards")

OUT_OF_VIEW = """async () => {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  await frame(); await frame();
  const entry = document.getElementById('desk-entry'), edge = entry.getBoundingClientRect().bottom;
  const said = ['#says', '#was'].filter(one => !document.querySelector(one).hidden);
  return ['tr.chosen', '#pair', ...said].map(selector => {
    const found = document.querySelector(selector), box = found.getBoundingClientRect();
    const top = entry.contains(found) ? 0 : edge;
    const whole = box.height && box.top >= top - 1 && box.bottom <= innerHeight + 1;
    return whole ? '' : `${selector} at ${box.top} to ${box.bottom}, panel to ${edge}`;
  }).filter(String);
}"""
"""The row being typed, its pair in the panel and the last sentences, where they are not whole in view."""


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
def size(request: pytest.FixtureRequest) -> tuple[int, int]:
    width, height = request.param
    return width, height


@pytest.fixture
def page(browser: Browser, served: Tablo, size: tuple[int, int]) -> Iterator[Page]:
    width, height = size
    page = page_of(browser, width, height)
    log_in(page, served.url)
    page.goto(f"{served.url}/desk/t/open-{width}/rounds/2")
    yield page
    page.close()


def from_top_to_bottom(turns: int) -> list[int]:
    """The first board, the last one and those evenly between, in random order; one stays open for keys to go on to."""
    boards = [1 + turn * (BOARDS - 1) // (turns - 1) for turn in range(turns)]
    ORDER.shuffle(boards)
    return [board + (board == LEFT_OPEN) for board in boards]


def test_the_row_being_typed_and_the_last_sentence_are_in_view_each_time(page: Page, size: tuple[int, int]) -> None:
    troubles: list[str] = []
    for turn, board in enumerate(from_top_to_bottom(SIZES[size])):
        page.evaluate("by => scrollBy(0, by)", ORDER.randint(-3000, 3000))
        page.locator("#quick-board").fill(str(board))
        page.keyboard.press("Enter")
        if turn % 5 == 0:
            page.keyboard.press("7")
            troubles += [] if page.locator("#says").is_visible() else [f"{board}: nothing is said of the key 7"]
        troubles += [f"{board}, typed: {one}" for one in page.evaluate(OUT_OF_VIEW)]
        page.keyboard.press(ORDER.choice("1=0"))
        troubles += [f"{board}, entered: {one}" for one in page.evaluate(OUT_OF_VIEW)]
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
    expect(page.locator("#says")).to_be_in_viewport(ratio=1)
