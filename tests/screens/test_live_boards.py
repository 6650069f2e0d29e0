"""Live boards on walls: they fit every glass, a move comes by itself, and old televisions show them too."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from domain.screens.events import ContentKind
from server.live_boards.watching import BoardsFolder
from tests.live_boards.files import OPENING, game
from tests.screens.looking import show
from tests.screens.site import PASSWORD, Site, open_of, running_site, shown
from tests.screens.television import Television
from tests.stories.tablo import ARTIFACTS
from tests.tiers import sample
from tests.windows import lend

MOVES = f"{OPENING} Nc6 {{[%clk 1:28:02]}} 3. Bb5 a6 4. Ba4 Nf6 5. O-O {{[%clk 1:27:59]}}"
SIZES = {"television": (1920, 1080), "portrait": (1080, 1920), "small": (1280, 720), "square": (1024, 768)}
LOOK = """function () {
  var list = function (nodes) { return Array.prototype.slice.call(nodes); };
  var box = function (node) { return node.getBoundingClientRect(); };
  var all = function (selector) { return list(document.querySelectorAll('#panel ' + selector)); };
  var panel = box(document.getElementById('panel')), capital = document.querySelector('.settings');
  var text = function (node) {
    var range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  var outside = function (r) {
    var beside = r.left < panel.left - 1 || r.right > panel.right + 1;
    return beside || r.top < panel.top - 1 || r.bottom > panel.bottom + 1;
  };
  var boards = all('.chessboard').map(box);
  return {
    boards: boards.length,
    men: all('.chessboard .man').length,
    outside: all('.diagram').map(box).filter(outside).length,
    square: boards.every(function (r) { return Math.abs(r.width - r.height) < 2 && r.width > 60; }),
    cut: all('.diagram .name').filter(function (name) { return text(name).width > box(name).width + 2; }).length,
    letters: parseFloat(getComputedStyle(all('.diagram')[0]).fontSize),
    asked: Number(capital.getAttribute('data-capital')) / 100 * Math.min(innerWidth, innerHeight),
    broken: window.broken || ''
  };
}"""
CAPITAL = 0.66
PIECES_OF_A_START = 32


def written(folder: Path, boards: int, moves: str = MOVES) -> None:
    games = (game(moves if n == 1 else MOVES, Round=f"5.{n}", White="?", Black="?") for n in range(1, boards + 1))
    (folder / "games.pgn").write_text("".join(games))


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Twelve boards in play, six of which are electronic."""
    folder = tmp_path_factory.mktemp("hall")
    written(folder, 6)
    with running_site(folder, {"open": open_of(24)}) as site:
        watch = site.app.state.services.boards
        watch.folder = BoardsFolder(folder)
        site.do(watch.watch("open", "games.pgn"))
        yield site


def wall(hall: Site, name: str, boards: int) -> str:
    return hall.screen(name, shown(ContentKind.LIVE_BOARDS, boards=boards))


def well_laid(found: dict[str, Any], boards: int) -> bool:
    least = found["asked"] / CAPITAL
    whole = found["boards"] == boards and found["outside"] == 0 and found["square"] and not found["cut"]
    return (
        whole and not found["broken"] and found["letters"] >= least - 1 and found["men"] == boards * PIECES_OF_A_START
    )


IN_TURN = [(boards, list(SIZES)[n % 2]) for n, boards in enumerate((1, 2, 3, 4, 6))]


@pytest.mark.parametrize(
    ("boards", "size"), sample(dict.fromkeys((*IN_TURN, *product((1, 2, 3, 4, 6), SIZES))), len(IN_TURN))
)
def test_boards_fit_every_glass(browser: Browser, hall: Site, boards: int, size: str) -> None:
    page = show(browser, wall(hall, f"{size}-{boards}", boards), *SIZES[size])
    found = page.evaluate(f"({LOOK})()")
    if boards in (1, 4, 6):
        page.screenshot(path=ARTIFACTS / f"live-boards-{size}-{boards}.png")
    page.close()
    assert well_laid(found, boards), found


FILLED = """() => {
  const box = name => document.querySelector(name).getBoundingClientRect();
  return box('#panel .diagram').height / box('#panel').height;
}"""


def test_three_boards_beside_each_other_fill_the_glass(browser: Browser, hall: Site) -> None:
    page = show(browser, wall(hall, "three", 3), 1920, 1080)
    filled = page.evaluate(FILLED)
    page.close()
    assert filled > 0.75


BESIDE = """() => {
  const box = node => node.getBoundingClientRect(), panel = box(document.getElementById('panel'));
  const all = name => [...document.querySelectorAll(`#panel ${name}`)].map(box);
  const list = all('table'), boards = all('.chessboard');
  const apart = list.every(one => boards.every(board => one.right <= board.left + 1 || one.bottom <= board.top + 1));
  const within = one => one.right <= panel.right + 1 && one.bottom <= panel.bottom + 1;
  const inside = boards.every(one => within(one) && one.width > 150);
  return { tables: list.length, boards: boards.length, apart: apart, inside: inside, broken: window.broken || '' };
}"""


@pytest.mark.parametrize(
    ("kind", "boards", "size"),
    [
        (ContentKind.PAIRINGS, 2, "television"),
        (ContentKind.STANDINGS, 1, "television"),
        (ContentKind.STANDINGS, 2, "portrait"),
        (ContentKind.PAIRINGS, 3, "small"),
    ],
)
def test_boards_stand_beside_a_list_and_cover_nothing(
    browser: Browser, hall: Site, kind: ContentKind, boards: int, size: str
) -> None:
    screen = hall.screen(f"beside-{kind}-{size}", shown(kind, boards=boards))
    page = show(browser, screen, *SIZES[size])
    found = page.evaluate(BESIDE)
    page.close()
    assert found["tables"] > 0
    assert found == {"tables": found["tables"], "boards": boards, "apart": True, "inside": True, "broken": ""}


def test_a_move_beside_a_list_lays_no_list_anew(browser: Browser, hall: Site) -> None:
    written(hall.folder, 6)
    page = show(browser, hall.screen("beside-moving", shown(ContentKind.STANDINGS, boards=1)), 1920, 1080)
    page.evaluate("document.fonts.ready.then(() => { window.plan = tabloScreen.panels()[0].plan; })")
    written(hall.folder, 6, f"{MOVES} Be7 {{[%clk 1:20:01]}}")
    page.wait_for_selector("#panel .diagram .moved-to.f5.r7")
    assert page.evaluate("tabloScreen.panels()[0].plan === window.plan")
    page.close()
    written(hall.folder, 6)


def test_a_move_comes_by_itself_and_is_marked(browser: Browser, hall: Site) -> None:
    page = show(browser, wall(hall, "moving", 2))
    page.wait_for_function("() => window.tabloFeed && tabloFeed.connected")
    written(hall.folder, 6, f"{MOVES} Be7 {{[%clk 1:20:01]}}")
    page.wait_for_selector("#panel .diagram .man.bb.f5.r7")
    page.wait_for_selector("#panel .diagram .moved-to.f5.r7")
    assert "1:20:01" in page.inner_text("#panel")
    page.close()


def test_the_arbiter_chooses_the_file_and_takes_what_it_offers_with_a_tap(browser: Browser, tmp_path: Path) -> None:
    """On a phone, as on a desk: and axe finds nothing on the page of the desk and on that of spectators."""
    written(tmp_path, 3)
    with (tmp_path / "games.pgn").open("a") as file:
        file.write(game(MOVES, Round="5.4", White="?", Black="?", result="1-0"))
    site = Site(tmp_path)
    site.write("open", open_of(24))
    site.start()
    site.app.state.services.boards.folder = BoardsFolder(tmp_path)
    page = lend(browser, 390, 844)
    page.goto(f"{site.url}/desk/login")
    page.fill("input[name=name]", "Anna")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button")
    page.goto(f"{site.url}/desk/t/open/live-boards")
    page.fill("input[name=path]", "games.pgn")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_selector("text=1 result is offered")
    page.screenshot(path=ARTIFACTS / "live-boards-desk.png", full_page=True)
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Take 1 result").click()
    page.wait_for_selector("text=1 result is offered", state="detached")
    page.goto(f"{site.url}/t/open/live")
    assert "1 – 0" in page.inner_text(".diagram:nth-of-type(4)")
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []
    page.close()
    site.stop()


def test_the_public_page_follows_too(browser: Browser, hall: Site) -> None:
    page = lend(browser, 390, 844)
    page.goto(f"{hall.url}/t/open/live")
    page.wait_for_function("() => document.querySelectorAll('.diagram').length === 6")
    written(hall.folder, 6, f"{MOVES} b5")
    page.wait_for_selector(".diagram .moved-to.f2.r5")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.screenshot(path=ARTIFACTS / "live-boards-phone.png")
    page.close()


def test_a_television_of_2015_shows_the_boards_and_their_moves(hall: Site, television: Television) -> None:
    television.open(wall(hall, "old", 4))
    television.wait_for("window.tabloFeed && tabloFeed.connected && document.querySelector('#panel .diagram')")
    assert well_laid(found := television.evaluate(f"({LOOK})()"), 4), found
    written(hall.folder, 6, f"{MOVES} d6")
    television.wait_for("document.querySelector('#panel .moved-to.f4.r6')")
    television.photograph(ARTIFACTS / "television-of-2015-live-boards.png")
    assert television.errors() == []
