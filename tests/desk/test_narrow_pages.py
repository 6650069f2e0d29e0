"""Every page of the desk on a phone: nothing sticks out sideways, and a finger finds what can be pressed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from server.addresses import DESK_ROUTES
from tests.desk.test_weight import PLACES, pages
from tests.held import with_held_example
from tests.stories.tablo import Tablo, log_in, page_of, running

LEAST_TARGET_PX = 24
WIDTHS = (390, 320)
OF_THE_DESK = sorted(
    {
        path
        for route in DESK_ROUTES
        if "GET" in (getattr(route, "methods", None) or ()) and "{" not in (path := str(getattr(route, "path", "")))
    }
)
"""Pages of the desk as a whole."""
NOT_WALKED = (
    "/card/of-nobody",
    "/desk/login",
    "/desk/first",
    ".csv",
    ".trf",
    ".json",
    ".pdf",
    ".jsonl",
    ".pgn",
    ".xlsx",
    "/preview",
)

SMALL_TARGETS = """least => [...document.querySelectorAll('main :is(a, button, input, select, summary, textarea)')]
  .filter(one => one.checkVisibility({visibilityProperty: true, opacityProperty: true}) && one.type !== 'hidden')
  .filter(one => !(one.matches('a') && one.closest('p, li, dd, .help, .say, label, caption')))
  .map(one => [one, /checkbox|radio/.test(one.type) && one.closest('label') || one])
  .map(([one, target]) => [one, target.getBoundingClientRect()])
  .filter(([one, box]) => box.width > 1 && (box.height < least - 0.5 || box.width < least - 0.5))
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    """Held's example in the middle of its fourth round, under the name that the addresses have."""
    data: Path = tmp_path_factory.mktemp("narrow") / "data"
    data.mkdir()
    with_held_example(str(data / "tablo.sqlite"), PLACES["slug"])
    with running(data, chances=True) as tablo:
        yield tablo


def looked_at(page: Page, served: Tablo) -> Iterator[str]:
    """Every page in turn, everything on it unfolded."""
    for path in (*OF_THE_DESK, *pages()):
        if path.endswith(NOT_WALKED):
            continue
        answer = page.goto(f"{served.url}{path}")
        if answer is None or "text/html" not in answer.headers.get("content-type", ""):
            continue
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        yield path


def test_no_page_of_the_desk_is_wider_than_a_phone(served: Tablo, browser: Browser) -> None:
    page = page_of(browser, WIDTHS[0], 700)
    log_in(page, served.url)
    wide, small, seen = dict[tuple[str, int], int](), dict[tuple[str, int], list[str]](), 0
    for path in looked_at(page, served):
        seen += 1
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 700})
            found = int(page.evaluate("document.documentElement.scrollWidth"))
            wide |= {(path, width): found} if found > width else {}
            targets = page.evaluate(SMALL_TARGETS, LEAST_TARGET_PX)
            small |= {(path, width): targets[:5]} if targets else {}
    page.close()
    assert seen > 20
    assert (wide, small) == ({}, {})


def test_the_strip_of_rounds_shows_the_current_one(served: Tablo, browser: Browser) -> None:
    page = page_of(browser, 320, 700)
    log_in(page, served.url)
    page.goto(f"{served.url}/desk/t/{PLACES['slug']}/rounds/4")
    tab = page.locator(".tabs .present[aria-current]")
    box = tab.bounding_box()
    page.close()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 320
