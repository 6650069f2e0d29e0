"""The navigation of a tournament's desk: six words and "Set up", one line at 1280 in every language."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from server.journal import open_journal
from tests.held import held_events
from tests.screens.fields import round_robin
from tests.stories.tablo import Tablo, log_in, page_of, picture, press, running
from tests.team_events import big_league
from web.wording import LANGUAGES

SWISS, TEAMS, TABLE = "open", "league", "all-play-all"
LINES = """async () => {
  const lines = {};
  for (const path of new Set(Array.from(document.querySelectorAll('nav.tabs a:not(.of-phone)'), one => one.href))) {
    const answer = await (await fetch(path)).text();
    const nav = new DOMParser().parseFromString(answer, 'text/html').querySelector('nav.tabs');
    document.querySelector('nav.tabs').replaceWith(nav);
    const boxes = [...nav.children].map(one => one.getBoundingClientRect());
    lines[path] = [...new Set(boxes.map(box => box.top))];
    if (boxes.some(box => box.right > innerWidth)) lines[path].push('off the page');
  }
  return lines;
}"""
"""The navigation of each page that it leads to, put in its place: the tops of its words."""
WORDS = ["Today", "Players", "Rounds", "Standings", "Prizes", "Papers", "Set up"]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    data: Path = tmp_path_factory.mktemp("navigation") / "data"
    data.mkdir()
    journal = open_journal(str(data / "tablo.sqlite"))
    league, table = big_league(12, 4, 9, order=("BH", "SB")), round_robin(12)
    for slug, events in ((SWISS, held_events()), (TEAMS, league), (TABLE, table)):
        journal.append(slug, None, "Anna", f"the-{slug}", list(events), datetime.now(UTC))
    journal.close()
    with running(data) as tablo:
        yield tablo


KINDS = (SWISS, TEAMS, TABLE)
IN_TURN = [
    pytest.param(slug, lang, marks=() if KINDS[n % len(KINDS)] == slug else pytest.mark.whole)
    for n, lang in enumerate(LANGUAGES)
    for slug in KINDS
]
"""Each language with each kind; in the daily run with one of them."""


@pytest.mark.parametrize(("slug", "lang"), IN_TURN)
def test_it_is_one_line_at_1280_on_every_page(served: Tablo, browser: Browser, lang: str, slug: str) -> None:
    page = page_of(browser, 1280, 720, lang)
    log_in(page, served.url)
    page.goto(f"{served.url}/desk/t/{slug}/standings")
    expect(page.locator("html")).to_have_attribute("lang", lang)
    picture(page, f"navigation-{slug}-{lang}")
    lines = page.evaluate(LINES)
    page.close()
    assert len(lines) > 12
    assert {path: tops for path, tops in lines.items() if len(tops) != 1} == {}


def test_the_words_are_six_and_set_up(served: Tablo, browser: Browser) -> None:
    page = page_of(browser)
    log_in(page, served.url)
    page.goto(f"{served.url}/desk/t/{SWISS}")
    words = page.locator("nav.tabs > a, nav.tabs .present, nav.tabs .set-up > summary")
    said = words.evaluate_all("all => all.map(one => one.firstChild.data.trim())")
    page.close()
    assert said == WORDS


def test_what_is_set_up_opens_with_one_press_and_closes_with_escape(served: Tablo, browser: Browser) -> None:
    page = page_of(browser)
    log_in(page, served.url)
    page.goto(f"{served.url}/desk/t/{SWISS}")
    page.get_by_text("Set up", exact=True).click()
    expect(page.get_by_role("link", name="Export")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Export")).to_be_hidden()
    page.get_by_text("Set up", exact=True).click()
    press(page.locator(".set-up").get_by_role("link", name="History"))
    expect(page.locator(".set-up summary")).to_have_attribute("aria-current", "true")
    page.close()


def test_the_present_round_is_one_press_away_and_the_others_two(served: Tablo, browser: Browser) -> None:
    page = page_of(browser)
    log_in(page, served.url)
    page.goto(f"{served.url}/desk/t/{SWISS}")
    press(page.get_by_role("link", name="Rounds 4"))
    expect(page.locator("h1")).to_contain_text("4")
    page.locator(".rounds summary").click()
    press(page.locator(".rounds .menu a").nth(1))
    expect(page.locator("h1")).to_contain_text("2")
    page.close()
