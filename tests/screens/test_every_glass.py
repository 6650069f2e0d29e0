"""Walls know their room: one height of rows, no name cut or dotted, letters by glass and distance, and a quick round.

A sample of the grid; all of it: `python -m tests.screens.gallery artifacts/walls`.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from domain.screens import decisions as decide
from domain.screens.events import ContentKind
from tests.screens.gallery import faults, hall, on_glass
from tests.screens.looking import fits, measure, show
from tests.screens.site import Site, shown
from tests.tiers import sample

SAMPLE = [
    (ContentKind.PAIRINGS, 1000, "upright"),
    (ContentKind.SEATS, 24, "720p"),
    (ContentKind.BOARDS, 400, "upright"),
    (ContentKind.STANDINGS, 400, "720p"),
    (ContentKind.PAIRINGS, 7, "upright"),
    (ContentKind.PAIRINGS, 24, "4K"),
    (ContentKind.PAIRINGS, 400, "1080p"),
    (ContentKind.SEATS, 1000, "1080p"),
    (ContentKind.STANDINGS, 7, "1080p"),
    (ContentKind.STANDINGS, 400, "upright"),
]

PLAN = """() => {
  const plan = tabloScreen.panels()[0].plan;
  return {columns: plan.columns, pages: plan.leaves.length, rows: plan.limit, font: plan.font / innerHeight};
}"""

ROUND_TRIP = """() => {
  let pages = tabloScreen.panels().reduce((sum, panel) => sum + panel.count(), 0), sum = 0;
  for (; pages > 0; pages -= 1) { sum += tabloScreen.stay(); tabloScreen.turn(); }
  return sum / 1000;
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = hall(tmp_path_factory.mktemp("glasses"), (7, 24, 400, 1000))
    yield site
    site.stop()


@pytest.mark.parametrize(("kind", "players", "glass"), sample(SAMPLE, 4))
def test_nothing_is_cut_and_all_rows_are_equal(
    site: Site, browser: Browser, kind: ContentKind, players: int, glass: str
) -> None:
    page = on_glass(browser, site, f"{kind}-{players}", glass)
    wrong = faults(page, kind, players)
    page.close()
    assert wrong == []


@pytest.mark.parametrize("kind", sample([ContentKind.PAIRINGS, ContentKind.SEATS], 1))
def test_the_same_stands_on_a_glass_however_many_dots_it_has(site: Site, browser: Browser, kind: ContentKind) -> None:
    plans = []
    for glass in ("720p", "1080p", "4K"):
        page = on_glass(browser, site, f"{kind}-400", glass)
        plans.append(page.evaluate(PLAN))
        page.close()
    assert all((plan["columns"], plan["pages"]) == (plans[0]["columns"], plans[0]["pages"]) for plan in plans)
    assert max(plan["font"] for plan in plans) < 1.06 * min(plan["font"] for plan in plans)


def test_the_nearer_a_wall_hangs_the_more_it_shows(site: Site, browser: Browser) -> None:
    pages = {}
    for metres in (3, 6, 12):
        name = f"far-{metres}"
        address = site.screen(name, shown(ContentKind.PAIRINGS, "open-400"))
        site.set_up(lambda screens, name=name, metres=metres: decide.set_glass(screens, name, 65, metres))
        page = show(browser, address)
        page.evaluate("document.fonts.ready")
        assert fits(measure(page))
        pages[metres] = page.evaluate(PLAN)["pages"]
        page.close()
    assert pages[3] < pages[6] < pages[12]


@pytest.mark.whole
def test_four_hundred_players_go_round_on_one_wall_in_ninety_seconds(site: Site, browser: Browser) -> None:
    """Pairings and standings in turn, as every tournament's own wall shows them. `test_a_face` has sponsors beside."""
    page = show(browser, f"{site.url}/t/open-400/screen")
    page.evaluate("document.fonts.ready")
    took = page.evaluate(ROUND_TRIP)
    page.close()
    assert took < 90


@pytest.mark.parametrize(
    ("size", "metres"),
    sample([((1080, 1920), 6), ((1920, 1080), 10), ((1920, 1080), 6)], 1),
)
def test_a_family_of_four_shows_four_hundred_names_in_four_pages_each(
    site: Site, browser: Browser, size: tuple[int, int], metres: int
) -> None:
    """On 55 inches, read from the distance of a foyer and from the other end of a hall."""
    name = f"family-{size[0]}-{metres}"
    address = site.screen(name, shown(ContentKind.SEATS, "open-400"), parts=4)
    site.set_up(lambda screens: decide.set_glass(screens, name, 55, metres))
    pages, took = [], []
    for part in (1, 2, 3, 4):
        page = show(browser, f"{address}/{part}", *size)
        page.evaluate("document.fonts.ready")
        pages.append(page.evaluate(PLAN)["pages"])
        assert fits(measure(page))
        took.append(page.evaluate(ROUND_TRIP))
        page.close()
    assert max(pages) <= 4
    assert max(took) < 25


@pytest.mark.parametrize("kind", [ContentKind.SEATS, ContentKind.BOARDS])
def test_long_lists_stand_in_two_to_four_columns(site: Site, browser: Browser, kind: ContentKind) -> None:
    page = on_glass(browser, site, f"{kind}-400", "1080p")
    columns = page.evaluate(PLAN)["columns"]
    page.close()
    assert 2 <= columns <= 4


def test_a_list_by_name_has_name_board_and_colour(site: Site, browser: Browser) -> None:
    page = on_glass(browser, site, "seats-24", "1080p")
    heads = page.locator("#panel .column").first.locator("thead th").all_inner_texts()
    page.close()
    assert heads == ["Player", "Board", "Colour"]


@pytest.fixture(scope="module")
def wall(site: Site, browser: Browser) -> Iterator[Page]:
    page = on_glass(browser, site, "pairings-24", "1080p")
    yield page
    page.close()


@pytest.mark.parametrize(
    ("name", "shorter"),
    [
        ("Щербаков-Заславский, Константин Владимирович", "Щербаков-Заславский, К. В."),
        ("Garcia-Fernandez, Anna-Maria Theresa", "Garcia-Fernandez, A.-M. T."),
        ("Vachier-Lagrave, M.", "Vachier-Lagrave, M."),
        ("Li, Bo", "Li, Bo"),
        ("عبد الرحمن, محمد", "عبد الرحمن, محمد"),
        ("Sofia Chess Club", "Sofia Chess Club"),
    ],
)
def test_first_names_are_shortened_to_their_initials(wall: Page, name: str, shorter: str) -> None:
    assert wall.evaluate("name => tabloNames.shortened(name)", name) == shorter


FIT_ONE = """([name, room]) => {
  const table = document.createElement('table');
  table.innerHTML = '<tbody><tr><td class="name"></td></tr></tbody>';
  const cell = table.querySelector('td');
  cell.style.cssText = 'display: block; white-space: nowrap; padding: 0; font: 600 40px monospace';
  cell.style.width = room + 'px';
  cell.innerHTML = '<span class="title">GM</span> <bdi></bdi>';
  cell.querySelector('bdi').textContent = name;
  document.getElementById('panel').appendChild(table);
  tabloNames.fitNames(table);
  const range = document.createRange();
  range.selectNodeContents(cell);
  const said = [cell.textContent.trim(), Math.round(range.getBoundingClientRect().width) <= room];
  table.remove();
  return said;
}"""


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (800, "GM Kowalski, Stanislaw"),
        (450, "GM Kowalski, S."),
        (300, "Kowalski, S."),
        (240, "Kowalski, S."),
        (160, "Kowalski"),
    ],
)
def test_a_name_gives_up_first_names_then_title_then_width_then_initials(wall: Page, room: int, said: str) -> None:
    assert wall.evaluate(FIT_ONE, ["Kowalski, Stanislaw", room]) == [said, True]


def test_the_foot_says_nothing_that_is_for_machines(site: Site, browser: Browser) -> None:
    page = show(browser, f"{site.url}/t/open-24/screen")
    seen = page.inner_text("body")
    page.close()
    assert [text for text in ("open-24", "127.0.0.1", "http", "hall ") if text in seen] == []
