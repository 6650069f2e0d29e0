"""The first boards of a round are larger where there is room, and their columns stand above those of the others."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from domain.screens import decisions as decide
from domain.screens.events import ContentKind
from tests.screens.looking import all_pages, fits, measure, show
from tests.screens.site import Site, open_of, running_site, shown
from tests.tiers import sample

EDGES = """([part, column]) => {
  const row = document.querySelectorAll(`#panel ${part} .column`)[column].tBodies[0].rows[0];
  const edges = cell => {
    const style = getComputedStyle(cell), box = cell.getBoundingClientRect();
    return [box.left + parseFloat(style.paddingLeft), box.right - parseFloat(style.paddingRight)].map(Math.round);
  };
  const found = {};
  for (const cell of row.cells) {
    const name = cell.className.split(' ')[0];
    (found[name] = found[name] || []).push(edges(cell));
  }
  return found;
}"""
"""Left and right of what stands in the cells of the first row, by the kind of the cell."""

NUMBERS = count(1)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(
        tmp_path_factory.mktemp("tops"), {f"open-{players}": open_of(players) for players in (24, 50, 160, 200)}
    ) as site:
        yield site


def wall(site: Site, browser: Browser, players: int, metres: int = 6, inches: int = 55) -> Page:
    """A screen of its own with the round of so many players."""
    name = f"wall-{next(NUMBERS)}"
    address = site.screen(name, shown(ContentKind.PAIRINGS, f"open-{players}"))
    site.set_up(lambda screens: decide.set_glass(screens, name, inches, metres))
    page = show(browser, address)
    page.evaluate("document.fonts.ready")
    page.evaluate("tabloScreen.layOut()")
    return page


def edges(page: Page, part: str, column: int = 0) -> dict[str, list[list[int]]]:
    found: dict[str, list[list[int]]] = page.evaluate(EDGES, [part, column])
    return found


def near(one: float, other: float) -> bool:
    return abs(one - other) <= 2


@pytest.mark.parametrize("players", sample((200, 24, 160), 2))
def test_the_first_boards_are_larger_on_the_first_page(site: Site, browser: Browser, players: int) -> None:
    page = wall(site, browser, players)
    rows: Any = page.evaluate("[...document.querySelectorAll('#panel .top tbody tr')].map(row => row.dataset.row)")
    pages = all_pages(page)
    page.close()
    assert rows == ["b1", "b2", "b3"]
    assert all(fits(measured) for measured in pages)
    assert sorted(row for measured in pages for row in measured["rows"]) == sorted(
        f"b{n}" for n in range(1, players // 2 + 1)
    )


@pytest.mark.parametrize(
    ("inches", "kinds"),
    [(55, ["board", "name", "points", "result", "points", "name"]),
     (75, ["board", "fed", "name", "rating", "points", "result", "points", "fed", "name", "rating"])],
)  # fmt: skip
def test_points_stand_beside_the_names_in_two_columns_and_federations_where_there_is_room(
    site: Site, browser: Browser, inches: int, kinds: list[str]
) -> None:
    page = wall(site, browser, 200, inches=inches)
    columns = page.locator("#panel .leaf .column").count()
    first = page.locator("#panel .leaf tbody tr").first
    cells = first.evaluate("row => [...row.cells].map(cell => cell.className.split(' ')[0])")
    page.close()
    assert columns == 2
    assert cells == kinds


def test_their_columns_stand_above_those_of_the_others(site: Site, browser: Browser) -> None:
    page = wall(site, browser, 24)
    top, others = edges(page, ".top"), edges(page, ".leaf")
    page.close()
    assert near(top["board"][0][1], others["board"][0][1])
    assert all(near(a[0], b[0]) for a, b in zip(top["name"], others["name"], strict=True))
    assert all(near(a[1], b[1]) for a, b in zip(top["points"], others["points"], strict=True))
    assert near(sum(top["result"][0]), sum(others["result"][0]))


def test_above_two_columns_white_stands_above_the_first_and_black_above_the_second(
    site: Site, browser: Browser
) -> None:
    page = wall(site, browser, 50)
    top, first, second = edges(page, ".top"), edges(page, ".leaf"), edges(page, ".leaf", 1)
    whole = fits(measure(page))
    page.close()
    assert near(top["board"][0][1], first["board"][0][1])
    assert [near(a[0], b["name"][0][0]) for a, b in zip(top["name"], (first, second), strict=True)] == [True, True]
    assert near(top["name"][1][1], second["name"][1][1]) or near(top["name"][1][1], second["rating"][1][1])
    assert whole


def test_letters_are_not_smaller_on_a_wall_that_is_read_from_nearer(site: Site, browser: Browser) -> None:
    letters = {}
    for metres in (2, 6):
        page = wall(site, browser, 24, metres)
        letters[metres] = page.evaluate("tabloScreen.panels()[0].plan.font")
        page.close()
    assert letters[2] > 0.94 * letters[6]
