"""A screen says that the server is gone; when it is back nobody has to touch a television."""

import time
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from domain import events as e
from domain.screens import decisions as decide
from domain.screens.events import Content, ContentKind
from domain.words.games import Result
from tests.faces.worn import wear
from tests.screens.looking import fits, measure, show
from tests.screens.site import Site, open_of, running_site, shown
from tests.stories.tablo import picture
from tests.tiers import sample

ROUND = 5
WIDE, UPRIGHT = (1920, 1080), (1080, 1920)


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Site]:
    with running_site(tmp_path, {"open": open_of(24)}) as site:
        yield site


def test_within_five_seconds_of_losing_the_server_a_banner_says_since_when(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.PAIRINGS)))
    page.wait_for_function("() => tabloFeed.live")
    fresh.stop()
    expect(page.locator("#stale")).to_contain_text("Not up to date since", timeout=6000)
    measured = measure(page)
    fresh.start()
    page.close()
    assert fits(measured)


WHERE_ROWS_ARE = """() => [...document.querySelectorAll('#panel tbody tr')].map(row => {
  const box = row.getBoundingClientRect();
  return [row.getAttribute('data-row'), box.left, box.top, box.width, box.height];
})"""


@pytest.mark.parametrize(
    ("size", "sponsors"), sample(((UPRIGHT, True), (WIDE, False), (UPRIGHT, False), (WIDE, True)), 2)
)
def test_the_banner_moves_no_row_and_covers_none(
    fresh: Site, browser: Browser, size: tuple[int, int], sponsors: bool
) -> None:
    if sponsors:
        fresh.do(wear(fresh, "open"))
    page = show(browser, fresh.screen("hall", shown(ContentKind.BOARDS)), *size)
    page.wait_for_function("() => tabloFeed.live")
    before = page.evaluate(WHERE_ROWS_ARE)
    fresh.stop()
    expect(page.locator("#stale")).to_be_visible(timeout=6000)
    during = page.evaluate(WHERE_ROWS_ARE)
    banner, panel = page.locator("#stale").bounding_box(), page.locator("#panel").bounding_box()
    picture(page, f"wall-stale-{size[0]}{'-sponsors' if sponsors else ''}")
    fresh.start()
    expect(page.locator("#stale")).to_be_hidden(timeout=5000)
    after = page.evaluate(WHERE_ROWS_ARE)
    page.close()
    assert before == during == after
    assert banner is not None
    assert panel is not None
    assert banner["y"] >= panel["y"] + panel["height"] - 0.5


def test_a_restarted_server_is_found_again_and_what_happened_since_is_shown(fresh: Site, browser: Browser) -> None:
    page = show(browser, fresh.screen("hall", shown(ContentKind.BOARDS)))
    page.wait_for_function("() => tabloFeed.live")
    page.evaluate("window.same = true")
    fresh.stop()
    expect(page.locator("#stale")).to_be_visible(timeout=6000)
    fresh.start()
    back = time.monotonic()
    expect(page.locator("#stale")).to_be_hidden(timeout=5000)
    took = time.monotonic() - back
    fresh.record("open", e.ResultRecorded(ROUND, 4, Result.WHITE_WINS))
    expect(page.locator('#panel tr[data-row="b4"] .result')).to_have_text("1 – 0", timeout=5000)
    assert page.evaluate("window.same")
    page.close()
    assert took < 3


def test_after_a_time_without_a_network_the_screen_shows_what_a_new_page_shows(fresh: Site, browser: Browser) -> None:
    address = fresh.screen("hall", shown(ContentKind.PAIRINGS))
    page = show(browser, address)
    page.wait_for_function("() => tabloFeed.live")
    page.context.set_offline(True)
    page.evaluate("tabloFeed.socket.close()")
    expect(page.locator("#stale")).to_be_visible(timeout=6000)
    for board in (1, 3, 5):
        fresh.record("open", e.ResultRecorded(ROUND, board, Result.DRAW))
    page.context.set_offline(False)
    expect(page.locator('#panel tr[data-row="b5"] .result')).to_have_text("½ – ½", timeout=5000)
    other = show(browser, address)
    stores = [p.locator("#store tbody").first.inner_html().split() for p in (page, other)]
    page.close()
    other.close()
    assert stores[0] == stores[1]


def test_the_countdown_follows_the_server_and_not_the_television(tmp_path: Path, browser: Browser) -> None:
    start = (datetime.now() + timedelta(minutes=10)).isoformat(timespec="seconds")  # noqa: DTZ005 - the venue's own
    site = Site(tmp_path)
    site.write("open", open_of(8, schedule=(start,)))
    site.start()
    page = browser.new_page()
    page.clock.install(time=datetime.now() - timedelta(hours=3))  # noqa: DTZ005
    page.goto(site.screen("hall", shown(ContentKind.COUNTDOWN)))
    page.wait_for_function("() => window.tabloFeed && tabloFeed.live", polling=50)
    for _ in range(10):  # the clock of the page moves by our hand alone; the server's may come after the first step
        page.clock.run_for(300)
        left = page.locator("#panel .remaining").inner_text()
        if left.split(":")[0] in ("9", "10"):
            break
    page.close()
    site.stop()
    assert left.split(":")[0] in ("9", "10")


def test_without_scripts_the_page_is_a_plain_list_that_loads_itself_again(fresh: Site, browser: Browser) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(fresh.screen("hall", shown(ContentKind.PAIRINGS), shown(ContentKind.STANDINGS)))
    assert page.locator("#store tbody tr").first.is_visible()
    assert page.locator("h2").all_inner_texts()[0] == "Round 5 of 9"
    assert '<meta http-equiv="refresh"' in page.content()
    page.close()


def test_a_screen_that_was_removed_says_so_and_looks_again(fresh: Site, browser: Browser) -> None:
    page = browser.new_page()
    answer = page.goto(f"{fresh.url}/screen/nowhere")
    assert answer is not None
    assert answer.status == 404
    assert "no screen “nowhere”" in page.inner_text("h1")
    page.close()


def test_a_screen_that_is_not_set_shows_its_own_name(fresh: Site, browser: Browser) -> None:
    fresh.set_up(lambda screens: decide.name_screen(screens, "corner"))
    page = show(browser, f"{fresh.url}/screen/corner")
    assert "“corner” is ready" in page.inner_text("#panel")
    page.close()


NOTICE = "Please switch off your phones.\nRound 5 starts at 15:30 in the blue hall."
TEXTS = [
    *(Content(ContentKind.ANNOUNCEMENT, text=text) for text in ("Silence", "word " * 119, NOTICE)),
    Content(ContentKind.COUNTDOWN, until="2099-01-01T12:00"),
]


@pytest.mark.parametrize(
    ("content", "size"),
    sample([*zip(TEXTS, (WIDE, UPRIGHT) * 2, strict=True), *zip(TEXTS, (UPRIGHT, WIDE) * 2, strict=True)], 4),
)
def test_a_text_fills_the_screen_and_is_never_cut(
    site: Site, browser: Browser, content: Content, size: tuple[int, int]
) -> None:
    page = show(browser, site.screen(f"text-{abs(hash((content, size)))}"[:30], content), *size)
    inside = page.evaluate("""() => {
      const panel = document.getElementById('panel').getBoundingClientRect();
      return Array.from(document.querySelectorAll('#panel p')).every(text => {
        const range = document.createRange();
        range.selectNodeContents(text);
        const r = range.getBoundingClientRect();
        return r.top >= panel.top - 1 && r.bottom <= panel.bottom + 1 && r.left >= -1 && r.right <= innerWidth + 1;
      });
    }""")
    page.close()
    assert inside
