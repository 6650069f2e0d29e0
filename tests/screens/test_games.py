"""The page of a game in a browser: keys, arrows and a swipe step through it without a reload, and new moves come in."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from server.live_boards.watching import BoardsFolder
from tests.live_boards.files import game
from tests.screens.site import Site, open_of, running_site
from tests.stories.tablo import ARTIFACTS
from tests.windows import lend

MOVES = (
    "1. e4 {[%clk 1:30:20]} e5 {[%clk 1:30:11]} 2. Nf3 {[%clk 1:29:02]} Nc6 {[%clk 1:20:45]} 3. Bb5 {[%clk 1:28:30]}"
    " a6 {[%clk 1:12:09]} 4. Ba4 {[%clk 1:28:10]} Nf6 {[%clk 1:11:40]} 5. O-O {[%clk 1:27:59]}"
)
NEWEST_IN_SIGHT = """() => {
  const list = document.querySelector('.moves').getBoundingClientRect();
  const last = [...document.querySelectorAll('.moves a')].pop().getBoundingClientRect();
  return last.top >= list.top - 1 && last.bottom <= list.bottom + 1;
}"""


def written(folder: Path, moves: str = MOVES, result: str = "*", boards: int = 14) -> None:
    texts = [game(moves, Round="5.1", White="?", Black="?", TimeControl="5400+30", result=result)]
    texts += [game("1. d4 d5", Round=f"5.{n}", White="?", Black="?") for n in range(2, boards + 1)]
    (folder / "games.pgn").write_text("".join(texts))


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Site]:
    written(tmp_path)
    with running_site(tmp_path, {"open": open_of(40)}) as site:
        watch = site.app.state.services.boards
        watch.folder = BoardsFolder(tmp_path)
        site.do(watch.watch("open", "games.pgn"))
        yield site


def shows(page: Page, letters: str, square: str) -> None:
    """This move is marked in the list, and its square on the board."""
    expect(page.locator(".moves [aria-current]")).to_have_text(letters)
    expect(page.locator(f".on-board .moved-to.{square}")).to_have_count(1)


def test_keys_and_arrows_step_without_a_reload(browser: Browser, hall: Site) -> None:
    page = lend(browser, 1440, 900)
    page.goto(f"{hall.url}/t/open/game/5.1", wait_until="networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    shows(page, "O-O", "f7.r1")
    page.keyboard.press("ArrowLeft")
    shows(page, "Nf6", "f6.r6")
    assert page.inner_text(".player.w .clock") == "1:28:10"
    page.get_by_role("link", name="To the start").click()
    expect(page.locator(".moves [aria-current]")).to_have_count(0)
    expect(page.locator(".on-board .man")).to_have_count(32)
    page.keyboard.press("ArrowRight")
    shows(page, "e4", "f5.r4")
    assert page.url.endswith("?ply=1")
    page.locator(".moves a", has_text="Bb5").click()
    shows(page, "Bb5", "f2.r5")
    page.keyboard.press("End")
    shows(page, "O-O", "f7.r1")
    assert page.url.endswith("/game/5.1")
    page.get_by_role("link", name="Turn the board").click()
    top = page.locator(".on-board .player").first
    expect(page.locator(".game")).to_have_class("game turned")
    assert top.bounding_box()["y"] > page.locator(".on-board .player").last.bounding_box()["y"]  # type: ignore[index]
    assert [one for one in asked if "/static/" not in one] == []


def test_a_new_move_comes_in_and_whoever_looks_back_stays_there(browser: Browser, hall: Site) -> None:
    page = lend(browser, 1440, 900)
    page.goto(f"{hall.url}/t/open/game/5.1")
    written(hall.folder, f"{MOVES} Be7 {{[%clk 1:11:02]}}")
    shows(page, "Be7", "f5.r7")
    assert page.inner_text(".player.b .clock") == "1:11:02"
    assert page.evaluate(NEWEST_IN_SIGHT)
    page.keyboard.press("Home")
    written(hall.folder, f"{MOVES} Be7 {{[%clk 1:11:02]}} 6. Re1 {{[%clk 1:20:00]}}")
    page.wait_for_selector(".moves a >> text=Re1")
    expect(page.locator(".on-board .moved-to")).to_have_count(0)
    written(hall.folder, f"{MOVES} Be7 6. Re1", "1/2-1/2")
    expect(page.locator(".state")).to_have_text("½ – ½")
    expect(page.locator(".late a")).to_have_text("Next: board 2, still playing")


def test_on_a_phone_the_board_goes_from_edge_to_edge_and_a_swipe_steps(browser: Browser, hall: Site) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{hall.url}/t/open/game/5.1", wait_until="networkidle")
    page.screenshot(path=ARTIFACTS / "game-phone.png")
    board = page.locator(".on-board .chessboard").bounding_box()
    assert board is not None
    assert (board["x"], board["width"]) == (0, 390)
    assert page.locator(".masthead").is_hidden()
    keys = page.locator(".key").first.bounding_box()
    assert keys is not None
    assert keys["height"] >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.evaluate("""() => {
      const board = document.querySelector('.on-board'), touch = (kind, x) => board.dispatchEvent(new TouchEvent(kind,
        { changedTouches: [new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 })], bubbles: true }));
      touch('touchstart', 100);
      touch('touchend', 260);
    }""")
    shows(page, "Nf6", "f6.r6")
    context.close()


def test_without_scripts_the_newest_move_is_in_sight_and_links_step(browser: Browser, hall: Site) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{hall.url}/t/open/game/5.1")
    shows(page, "O-O", "f7.r1")
    page.get_by_role("link", name="One move back").click()
    shows(page, "Nf6", "f6.r6")
    page.get_by_role("link", name="Turn the board").click()
    assert page.url.endswith("?ply=8&side=black")
    context.close()


def test_boards_of_followed_players_come_first(browser: Browser, hall: Site) -> None:
    page = lend(browser, 1440, 900)
    page.goto(f"{hall.url}/t/open/game/5.9", wait_until="networkidle")
    page.locator("button.follow").first.click()
    page.goto(f"{hall.url}/t/open/live")
    page.wait_for_url("**/live?players=*")
    assert page.locator(".followed-boards .diagram .board").inner_text() == "9"
    assert page.locator("[data-topic='t/open/live'] .diagram").count() == 12
    page.get_by_role("link", name="next", exact=True).click()
    assert page.locator("[data-topic='t/open/live/page/2'] .diagram").count() == 2


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("light", ["light", "dark"])
def test_everybody_can_read_it(browser: Browser, hall: Site, light: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=light)  # type: ignore[arg-type]
    page = context.new_page()
    for path in ("/t/open/game/5.1?ply=3", "/t/open/live"):
        page.goto(hall.url + path, wait_until="networkidle")
        found = Axe().run(page).response["violations"]
        assert [(one["id"], one["nodes"][0]["html"][:150]) for one in found] == []
    context.close()
