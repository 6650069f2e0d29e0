"""The live validator in a real browser: what breaks the rules stands beside the board while it is typed."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.held import with_held_example
from tests.stories.tablo import Tablo, log_in, page_of, running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    data = tmp_path_factory.mktemp("by-hand") / "data"
    data.mkdir()
    with_held_example(str(data / "tablo.sqlite"), "demo")
    with running(data) as tablo:
        yield tablo


@pytest.fixture
def anna(browser: Browser, served: Tablo) -> Iterator[Page]:
    page = page_of(browser)
    log_in(page, served.url)
    page.goto(f"{served.url}/desk/t/demo/rounds/4/alter")
    begin = page.get_by_role("button", name="Begin pairing by hand")
    if begin.count():
        begin.click()
    expect(page.locator("#breaches-none")).to_be_visible()
    yield page
    page.close()


def test_who_sits_twice_is_said_at_both_boards_before_anything_is_sent(anna: Page) -> None:
    second = anna.locator("tr.seating input[name=white]").nth(1).input_value()
    anna.locator("tr.seating input[name=white]").first.fill(second)
    for board in (0, 1):
        expect(anna.locator("tr.seating").nth(board).locator(".breach")).to_contain_text("must sit at one board")
    expect(anna.locator("tr.seating").nth(2).locator(".breach")).to_be_empty()
    expect(anna.locator("#breaches-elsewhere")).to_contain_text("must sit at one board")


def test_a_question_that_is_overtaken_is_called_off_and_the_newest_answer_stands(anna: Page) -> None:
    held: list[Route] = []
    anna.route("**/alter/check?*", lambda route: route.continue_() if held else held.append(route))
    white = anna.locator("tr.seating input[name=white]").first
    was = white.input_value()
    with anna.expect_request("**/alter/check?*"):
        white.fill(anna.locator("tr.seating input[name=white]").nth(1).input_value())
    with anna.expect_event("requestfailed") as called_off:
        white.fill(was)
    assert called_off.value == held[0].request
    expect(anna.locator("#breaches-none")).to_be_visible()
    expect(anna.locator("tr.seating").first.locator(".breach")).to_be_empty()


@pytest.mark.parametrize("width", [1440, 1280, 390])
def test_what_is_wrong_stands_in_the_window(anna: Page, width: int) -> None:
    anna.set_viewport_size({"width": width, "height": 900})
    second = anna.locator("tr.seating input[name=white]").nth(1).input_value()
    anna.locator("tr.seating input[name=white]").first.fill(second)
    expect(anna.locator("tr.seating").first.locator(".breach")).to_be_visible()
    assert anna.evaluate("document.documentElement.scrollWidth") <= width
