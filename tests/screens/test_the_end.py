"""The end of a tournament on every glass: podium, final table and prizes in turn, by themselves; and the way there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from domain import events as e
from domain.screens.events import ContentKind
from domain.words.games import Result
from tests.crosstable import big_open
from tests.screens.fields import PRIZES, finished_open, named
from tests.screens.gallery import on_glass, other_hall, unfit
from tests.screens.looking import CUT, all_pages, show
from tests.screens.site import Site, open_of, shown
from tests.tiers import sample

ENDS = (
    *("podium-7", "podium-24", "bracket-over-24", "teams-podium-4", "prizes-24"),
    *("final-24", "meetings-24", "matches-24", "matches-8", "crosstable-24", "bracket-16", "bracket-64", "double-16"),
    "cup-over-8",
)


def once_each(screens: Sequence[str], glasses: Sequence[str] = ("720p", "upright", "1080p", "4K")) -> list[object]:
    """Each screen on one of the first two glasses in turn; on all the others with `--whole`."""
    first = [(screen, glasses[n % 2]) for n, screen in enumerate(screens)]
    return sample(dict.fromkeys((*first, *product(screens, glasses))), len(first))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = other_hall(tmp_path_factory.mktemp("ends"), ENDS)
    yield site
    site.stop()


@pytest.mark.parametrize(("screen", "glass"), once_each(("podium-7", "podium-24", "bracket-over-24", "teams-podium-4")))
def test_a_podium_is_whole_on_every_glass(site: Site, browser: Browser, screen: str, glass: str) -> None:
    page = on_glass(browser, site, screen, glass)
    wrong = [page.evaluate(CUT), unfit(all_pages(page))]
    page.close()
    assert wrong == [[], []]


LONG_NAMES = (
    "Schröder-Wittenberg, Rasmus Maximilian",
    "Chandrasekaran Venkataraghavan Subramaniam",
    "Wiśniewska-Żak, Agata",
    "Балабаналиева-Константинова, Александрина",
)


@pytest.mark.parametrize("glass", sample(("upright", "1080p", "720p"), 1))
def test_a_long_name_on_a_podium_goes_on_in_a_further_line_and_is_not_squeezed(
    tmp_path: Path, browser: Browser, glass: str
) -> None:
    site = Site(tmp_path)
    for first in range(len(LONG_NAMES)):
        site.write(f"podium-{first}", with_long_names(first))
    site.start()
    found = []
    for first in range(len(LONG_NAMES)):
        site.screen(f"podium-{first}", shown(ContentKind.PODIUM, f"podium-{first}"))
        page = on_glass(browser, site, f"podium-{first}", glass)
        names = [name.replace("\u00ad", "") for name in page.locator("#panel .step .name").all_text_contents()]
        missing = [name for name in names if not any(name in whole.split(", ") for whole in LONG_NAMES)]
        found.append((page.evaluate(CUT), page.locator("#panel .step .squeezed").count(), missing))
        page.close()
    site.stop()
    assert found == [([], 0, [])] * len(LONG_NAMES)


NAMES_OF_MANY_LINES = (
    "van der Westhuizen-Oosterhout 16, Maximiliaan Alexander",
    "Schröder-Wittenberg, Rasmus Maximilian",
    "de la Fuente-Castellanos y Monteverde 7, Ana",
)
HEIGHTS = """place => [...document.querySelectorAll(`#panel .place-${place} .block`)].map(
  block => block.scrollHeight > block.clientHeight + 1 ? 'cut' : block.getBoundingClientRect().height)"""


def test_a_name_of_many_lines_leaves_the_blocks_of_a_podium_whole_and_in_order(
    tmp_path: Path, browser: Browser
) -> None:
    """On a wide glass the name pushed the score of the winner out below, and the first stood lower than the third."""
    site = Site(tmp_path)
    for first in range(len(NAMES_OF_MANY_LINES)):
        site.write(f"podium-{first}", with_long_names(first, NAMES_OF_MANY_LINES))
    site.start()
    for first in range(len(NAMES_OF_MANY_LINES)):
        site.screen(f"podium-{first}", shown(ContentKind.PODIUM, f"podium-{first}"))
        page = on_glass(browser, site, f"podium-{first}", "1080p")
        (highest,), (second,), thirds = [page.evaluate(HEIGHTS, place) for place in (1, 2, 3)]
        assert page.evaluate(CUT) == []
        assert highest > second > max(thirds)
        page.close()
    site.stop()


def with_long_names(first: int, names: Sequence[str] = LONG_NAMES) -> list[e.Event]:
    return [
        replace(event, player=replace(event.player, name=names[(event.player.id + first) % len(names)]))
        if isinstance(event, e.PlayerRegistered)
        else event
        for event in finished_open(8)
    ]


def test_the_podium_says_what_decided_between_equals(site: Site, browser: Browser) -> None:
    page = on_glass(browser, site, "podium-24", "1080p")
    first, third = page.locator("#panel .place-1 .score"), page.locator("#panel .place-3 .score")
    expect(first).to_have_text(re.compile(r"4½ points of 5\s*(unbeaten)?"))
    expect(third).to_contain_text("average rating of the opponents 2606")
    page.close()


@pytest.mark.parametrize(
    ("screen", "glass"),
    once_each(("prizes-24", "meetings-24", "matches-24", "final-24", "crosstable-24"), ("720p", "upright")),
)
def test_other_lists_are_whole_too(site: Site, browser: Browser, screen: str, glass: str) -> None:
    page = on_glass(browser, site, screen, glass)
    wrong = unfit(all_pages(page))
    page.close()
    assert wrong == []


@pytest.mark.parametrize(("screen", "glass"), once_each(("bracket-16", "bracket-64")))
def test_no_name_of_a_bracket_leaves_its_column(site: Site, browser: Browser, screen: str, glass: str) -> None:
    page = on_glass(browser, site, screen, glass)
    wrong = [page.evaluate(CUT), unfit(all_pages(page))]
    page.close()
    assert wrong == [[], []]


def test_names_of_a_bracket_are_whole_where_they_fit_and_have_initials_before_they_are_squeezed(
    site: Site, browser: Browser
) -> None:
    page = on_glass(browser, site, "bracket-16", "1080p")
    shown = page.locator("#panel .tree .name").all_inner_texts()
    squeezed = page.locator("#panel .tree .squeezed").all_inner_texts()
    page.close()
    assert any(re.search(r", \w{3,}", name) for name in shown)
    assert any(re.search(r", \w\.", name) for name in shown)
    assert not any(re.search(r", \w{2,}", name) for name in squeezed)


JOINED = """() => {
  const middle = box => (box.top + box.bottom) / 2, near = (one, other) => Math.abs(one - other) < 8;
  const steps = document.querySelector('#panel .tree').classList.contains('stairs');
  const all = (node, found) => [...node.querySelectorAll(found)];
  const columns = all(document, '#panel .tree .column').map(column => all(column, '.slot:not(.third)'));
  const found = [];
  columns.forEach((slots, at) => slots.forEach((slot, row) => {
    const line = slot.querySelector('.line'), winner = slot.querySelector('.won');
    if (!line || !winner) return;
    const next = columns[at + 1][line.classList.contains('level') ? row : Math.floor(row / 2)];
    const name = winner.querySelector('bdi').textContent.split(', ')[0];
    const into = all(next, '.side').find(side => side.textContent.includes(name));
    const box = line.getBoundingClientRect(), end = line.firstElementChild.getBoundingClientRect();
    const falls = line.classList.contains('falls'), card = slot.querySelector('.duel').getBoundingClientRect();
    const here = steps ? card[falls ? 'bottom' : 'top'] : middle(winner.getBoundingClientRect());
    const there = into.getBoundingClientRect();
    const begins = near(falls ? box.top : box.bottom, here);
    found.push(begins && near(middle(end), middle(there)) && near(end.right, there.left));
  }));
  return found;
}"""
"""Of each line: does it begin at the winner's row or card, and end at their place in the next column?"""


@pytest.mark.parametrize(
    ("screen", "lines", "glass"),
    sample(
        [
            ("bracket-16", 8, "1080p"),
            ("double-16", 12, "upright"),
            ("bracket-16", 8, "upright"),
            ("double-16", 12, "1080p"),
        ],
        2,
    ),
)
def test_the_line_of_a_winner_joins_their_row_to_their_next_place(
    site: Site, browser: Browser, screen: str, lines: int, glass: str
) -> None:
    page = on_glass(browser, site, screen, glass)
    joined = page.evaluate(JOINED)
    page.close()
    assert joined == [True] * lines


def test_a_bracket_says_how_far_each_round_is_and_what_its_signs_mean(site: Site, browser: Browser) -> None:
    """Letters of 4 % of the glass can be read from twelve metres; larger cards have title, first name, federation."""
    page = on_glass(browser, site, "bracket-16", "1080p")
    letters = page.locator("#panel .tree").evaluate("tree => parseFloat(getComputedStyle(tree).fontSize) / innerHeight")
    heads, legend = page.locator("#panel .tree h2").all_inner_texts(), page.locator("#legend").inner_text()
    large = page.locator("#panel .tall .beside").first.inner_text()
    page.close()
    assert round(letters, 4) >= 0.04
    assert [" ".join(head.split()) for head in heads[:2]] == ["Round of 16 8 of 8", "Quarter-finals 0 of 4"]
    assert "still in" in legend
    assert re.fullmatch(r"(\w+ )?\S.* · [A-Z]{3}", large)


def test_the_line_of_the_champion_leads_from_the_final_to_their_name(site: Site, browser: Browser) -> None:
    page = on_glass(browser, site, "cup-over-8", "1080p")
    page.evaluate("tabloScreen.turn()")
    line, won = page.locator("#panel .line.crowns"), page.locator("#panel .slot:has(.crowns) .won")
    end, champion = line.locator("i").bounding_box(), page.locator("#panel .champion").bounding_box()
    height, row = line.bounding_box(), won.bounding_box()
    page.close()
    assert end
    assert champion
    assert height
    assert row
    assert abs(end["x"] + end["width"] - champion["x"]) < 3
    assert abs(height["y"] - row["y"] - row["height"] / 2) < 4


def test_the_podium_of_teams_names_their_players_where_there_is_room(site: Site, browser: Browser) -> None:
    named = {}
    for glass in ("1080p", "upright"):
        page = on_glass(browser, site, "teams-podium-4", glass)
        named[glass] = page.locator("#panel .members li").count()
        page.close()
    assert named == {"1080p": 12, "upright": 12}


def kinds(page: Page) -> Any:
    return page.evaluate("tabloScreen.panels().map(panel => panel.id.split(':')[0])")


def test_a_wall_goes_from_the_last_result_to_the_podium_by_itself(tmp_path: Path, browser: Browser) -> None:
    site = Site(tmp_path)
    events = [*named(big_open(8, 3, played=2)), PRIZES]
    site.write("open", events)
    site.start()
    page = show(browser, f"{site.url}/t/open/screen")
    playing = kinds(page)
    site.record("open", *[e.ResultRecorded(3, board, Result.WHITE_WINS) for board in (1, 2, 3, 4)])
    page.wait_for_selector("#panel .podium")
    expect(page.locator("#panel .place-1 .figure")).to_have_text("1")
    over = kinds(page)
    page.close()
    site.stop()
    assert (playing, over) == (["pairings", "standings"], ["podium", "standings", "prizes"])


def test_a_countdown_that_is_over_leaves_the_wall_by_itself(tmp_path: Path, browser: Browser) -> None:
    """No event happens: the television goes by the clock of the server."""
    begins = (datetime.now().astimezone() + timedelta(minutes=3)).strftime("%Y-%m-%dT%H:%M")
    site = Site(tmp_path)
    site.write("open", open_of(8, played=1, schedule=("2026-01-01T10:00", begins)))
    site.start()
    page = show(browser, f"{site.url}/t/open/screen")
    page.wait_for_selector("#panel .remaining")
    page.evaluate("""() => {
      const late = tabloFeed.now;
      tabloFeed.now = () => late.call(tabloFeed) + 6 * 60000;
    }""")
    page.wait_for_function("() => !document.querySelector('#panel .remaining')")
    page.close()
    site.stop()


# The signs on a page


def test_the_foot_explains_the_signs_of_the_page(site: Site, browser: Browser) -> None:
    page = on_glass(browser, site, "matches-8", "1080p")
    assert page.inner_text("#legend").split() == ["•", "playing", "White", "Black"]
    page.close()
    page = on_glass(browser, site, "final-24", "1080p")
    assert page.inner_text("#legend").split() == []
    page.close()
