"""A round that is being played: who won, who still plays, and how far it is."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from domain import events as e
from domain.screens.events import ContentKind
from domain.words.games import Colour, Result
from tests.screens.looking import all_pages, fits, show
from tests.screens.site import Site, open_of, running_site, shown
from tests.tiers import sample

ROUND = 5
RESULTS = {1: Result.WHITE_WINS, 2: Result.BLACK_WINS_BY_FORFEIT, 3: Result.DRAW}
"""The other nine boards play."""

LOOKS = """board => [...document.querySelectorAll(`#panel tr[data-row="b${board}"] .name`)].map(name => {
  const style = getComputedStyle(name);
  const colours = style.color.match(/[0-9]+/g).slice(0, 3).map(Number);
  return {weight: Number(style.fontWeight), light: colours.reduce((a, b) => a + b, 0)};
})"""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with running_site(tmp_path_factory.mktemp("in-play"), {"open": open_of(24), "big": open_of(100)}) as site:
        site.record("open", *(e.ResultRecorded(ROUND, board, result) for board, result in RESULTS.items()))
        yield site


@pytest.fixture(scope="module", params=["landscape", "upright", "boards"])
def wall(hall: Site, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    kind = ContentKind.BOARDS if request.param == "boards" else ContentKind.PAIRINGS
    size = (1080, 1920) if request.param == "upright" else (1920, 1080)
    page = show(browser, hall.screen(f"wall-{request.param}", shown(kind)), *size)
    yield page
    page.close()


def looks(page: Page, board: int) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate(LOOKS, board)
    return found


def test_the_winner_is_bright_and_the_loser_quiet(wall: Page) -> None:
    for board, winner in ((1, 0), (2, 1)):
        names = looks(wall, board)
        assert names[winner]["weight"] > names[1 - winner]["weight"]
        assert names[winner]["light"] > names[1 - winner]["light"] + 100
    assert all(fits(measured) for measured in all_pages(wall))


def test_both_sides_of_a_draw_look_like_those_who_play(wall: Page) -> None:
    white, black = looks(wall, 3)
    assert white == black == looks(wall, 4)[0]


def test_only_games_in_play_have_a_dot(wall: Page) -> None:
    dotted = wall.locator("#panel .open").evaluate_all("dots => dots.map(dot => dot.closest('tr').dataset.row)")
    assert dotted == [f"b{n}" for n in range(4, 13)]


def test_the_head_says_how_far_the_round_is(wall: Page) -> None:
    assert wall.locator("#done span").inner_text() == "3 of 12 finished"
    ends = wall.evaluate("""['said', 'done', 'clock'].map(id => {
      const r = document.getElementById(id).getBoundingClientRect();
      return [r.left, r.right];
    })""")
    assert ends[0][1] <= ends[1][0] < ends[1][1] <= ends[2][0] < ends[2][1] <= wall.evaluate("innerWidth")


def test_the_head_counts_each_result_as_it_comes(tmp_path: Path, browser: Browser) -> None:
    site = Site(tmp_path)
    site.write("open", open_of(8))
    site.start()
    page = show(browser, site.screen("hall", shown(ContentKind.PAIRINGS)))
    before = page.locator("#done").is_visible()
    site.record("open", e.ResultRecorded(ROUND, 1, Result.DRAW))
    expect(page.locator("#done span")).to_have_text("1 of 4 finished", timeout=5000)
    page.close()
    site.stop()
    assert not before


ARRIVING = """row => {
  row.classList.add('arriving');
  const moves = getComputedStyle(row.querySelector('.result')).animationName;
  row.classList.remove('arriving');
  return moves;
}"""


@pytest.mark.parametrize(("wish", "motion"), [("no-preference", "open"), ("reduce", "none")])
def test_a_result_opens_where_its_dot_was(hall: Site, browser: Browser, wish: str, motion: str) -> None:
    page = show(browser, hall.screen(f"moving-{wish}", shown(ContentKind.PAIRINGS)), reduced_motion=wish)
    assert page.locator("#panel tr[data-row=b5]").evaluate(ARRIVING) == motion
    page.close()


def test_the_ground_of_a_result_fades_and_its_edge_stays(tmp_path: Path, browser: Browser) -> None:
    site = Site(tmp_path)
    site.write("open", open_of(8))
    site.start()
    page = browser.new_page(viewport={"width": 1920, "height": 1080})
    page.clock.install()
    page.goto(site.screen("hall", shown(ContentKind.PAIRINGS)))
    row = page.locator("#panel tr[data-row=b1]")
    expect(row).to_be_visible()
    site.record("open", e.ResultRecorded(ROUND, 1, Result.DRAW))
    expect(row).to_have_class(re.compile("grounded"))
    page.clock.run_for(6_000)
    expect(row).to_have_class(re.compile(r"^(?!.*grounded).*fresh"))
    page.clock.run_for(26_000)
    expect(row).not_to_have_class(re.compile("fresh"))
    page.close()
    site.stop()


def test_a_television_of_a_family_does_not_count_its_share_as_the_round(hall: Site, browser: Browser) -> None:
    page = show(browser, hall.screen("shared", shown(ContentKind.PAIRINGS), parts=2) + "/1")
    counted = page.locator("#done").is_visible()
    page.close()
    assert not counted


@pytest.mark.parametrize(
    ("result", "winner"),
    [
        (Result.WHITE_WINS, Colour.WHITE),
        (Result.BLACK_WINS_UNRATED, Colour.BLACK),
        (Result.WHITE_WINS_BY_FORFEIT, Colour.WHITE),
        (Result.DRAW, None),
        (Result.DOUBLE_FORFEIT, None),
        (Result.WHITE_HALF_BLACK_LOSES, None),
        (Result.ADJOURNED, None),
    ],
)
def test_a_result_has_a_winner_or_none(result: Result, winner: Colour | None) -> None:
    assert result.winner is winner


def test_nothing_on_a_wall_moves_for_those_who_asked_for_stillness(hall: Site, browser: Browser) -> None:
    address = hall.screen("still", shown(ContentKind.PAIRINGS), shown(ContentKind.STANDINGS))
    page = show(browser, address, reduced_motion="reduce")
    bar = page.locator("#progress").evaluate("bar => getComputedStyle(bar).visibility")
    moving = page.evaluate("document.getAnimations().length")
    page.close()
    assert (bar, moving) == ("hidden", 0)


def test_the_federation_stands_before_the_name_in_a_column_of_its_own(hall: Site, browser: Browser) -> None:
    page = show(browser, hall.screen("feds", shown(ContentKind.PAIRINGS)))
    page.evaluate("document.fonts.ready")
    codes = page.locator("#panel tbody .fed").all_inner_texts()
    measured = all_pages(page)
    page.close()
    assert set(codes) - {""} <= {"BUL", "GER", "SWE", "EGY"}
    assert len(codes) == 24
    assert all(fits(each) for each in measured)


def test_points_stand_at_the_result_on_a_glass_that_has_no_room_for_more(hall: Site, browser: Browser) -> None:
    page = show(browser, hall.screen("narrow", shown(ContentKind.PAIRINGS, "big")), 1080, 1920)
    page.evaluate("document.fonts.ready")
    points = [text for text in page.locator("#panel tbody .points").all_inner_texts() if text]
    rows = page.locator("#panel tbody tr:not(.bye)").count()
    page.close()
    assert len(points) >= 2 * rows > 0


@pytest.mark.parametrize(("width", "height"), sample(((1080, 1920), (1920, 1080)), 1))
def test_the_table_says_by_what_equal_points_are_told_apart(
    hall: Site, browser: Browser, width: int, height: int
) -> None:
    page = show(browser, hall.screen(f"table-{width}", shown(ContentKind.STANDINGS)), width, height)
    heads = page.locator("#panel .column").first.locator("thead .tiebreak").all_inner_texts()
    values = page.locator("#panel tbody .tiebreak").all_inner_texts()
    page.close()
    assert heads[-1] == "ARO"
    assert sum(bool(value) for value in values) >= 20
