"""Results from the keyboard and from a phone, in a real browser against a real server."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, StorageState, expect

from tests.held import with_held_example
from tests.stories.tablo import Tablo, log_in, page_of, row, running

COPIES = 36
"""Tournaments on the one server: each test has one of its own."""


@dataclass(frozen=True)
class Demo:
    """A tournament in the middle of its fourth round, and people who are logged in at its desk."""

    tablo: Tablo
    slug: str
    anna: Page

    @property
    def desk(self) -> str:
        return f"{self.tablo.url}/desk/t/{self.slug}"

    @property
    def round(self) -> str:
        return f"{self.desk}/rounds/4"

    def at_round_four(self, width: int = 1440) -> Page:
        self.anna.set_viewport_size({"width": width, "height": 844 if width < 800 else 900})
        self.anna.goto(self.round)
        return self.anna

    def boris(self, browser: Browser) -> Page:
        page = page_of(browser)
        log_in(page, self.tablo.url, "Boris")
        page.goto(self.round)
        return page


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    data = tmp_path_factory.mktemp("entry") / "data"
    data.mkdir()
    with_held_example(str(data / "tablo.sqlite"), *(f"demo-{n}" for n in range(COPIES)))
    with running(data) as tablo:
        yield tablo


@pytest.fixture(scope="module")
def slugs() -> Iterator[str]:
    return (f"demo-{n}" for n in range(COPIES))


@pytest.fixture(scope="module")
def cookies(browser: Browser, served: Tablo) -> StorageState:
    page = page_of(browser)
    log_in(page, served.url)
    state = page.context.storage_state()
    page.close()
    return state


@pytest.fixture
def demo(browser: Browser, served: Tablo, cookies: StorageState, slugs: Iterator[str]) -> Iterator[Demo]:
    anna = page_of(browser, 1280, 720)
    anna.context.add_cookies(cookies["cookies"])
    yield Demo(served, next(slugs), anna)
    anna.close()


def test_board_enter_and_one_key_is_a_result(demo: Demo) -> None:
    anna = demo.at_round_four()
    anna.keyboard.type("3")
    anna.keyboard.press("Enter")
    anna.keyboard.press("=")
    expect(row(anna, 3).locator(".sign > b")).to_have_text("½ – ½")
    expect(anna.locator("#progress")).to_have_text("1 / 7")


def test_the_next_open_board_is_chosen_by_itself(demo: Demo) -> None:
    anna = demo.at_round_four()
    for key in "10=+-xa":
        anna.keyboard.press("Enter")
        anna.keyboard.press(key)
    signs = ["1 – 0", "0 – 1", "½ – ½", "+ – −", "− – +", "− – −", "… – …"]
    for board, sign in enumerate(signs, 1):
        expect(row(anna, board).locator(".sign > b")).to_have_text(sign)


def test_backspace_takes_a_result_out(demo: Demo) -> None:
    anna = demo.at_round_four()
    anna.keyboard.press("Enter")
    anna.keyboard.press("1")
    expect(row(anna, 1)).to_have_attribute("data-result", "1-0")
    anna.keyboard.type("1")
    anna.keyboard.press("Enter")
    anna.keyboard.press("Backspace")
    expect(row(anna, 1)).to_have_attribute("data-result", "")
    expect(row(anna, 1).locator(".sign > b")).to_be_empty()


def with_result(demo: Demo, width: int = 1440) -> Page:
    """Board 1 has 1 – 0, by its button."""
    anna = demo.at_round_four(width)
    anna.locator("#desk-entry").wait_for()
    row(anna, 1).locator(".board").click() if width < 800 else None
    (anna.locator("#pad") if width < 800 else row(anna, 1)).locator(
        "button[name=entry]:first-of-type, button[data-result='1-0']"
    ).click()
    expect(row(anna, 1)).to_have_attribute("data-result", "1-0")
    return anna


@pytest.mark.parametrize("key", ["Backspace", "z"])
def test_an_overwritten_result_is_said_and_one_key_brings_it_back(demo: Demo, key: str) -> None:
    anna = with_result(demo)
    anna.locator("#quick-board").fill("1")
    anna.keyboard.press("Enter")
    anna.keyboard.press("0")
    expect(anna.locator("#was span")).to_have_text("Board 1: was 1 – 0, now 0 – 1.")
    anna.keyboard.press(key)
    expect(anna.locator("#was span")).to_have_text("Board 1: 1 – 0 again.")
    expect(row(anna, 1)).to_have_attribute("data-result", "1-0")
    expect(anna.locator("tr.waits")).to_have_count(0)


def test_on_a_phone_one_tap_brings_an_overwritten_result_back(demo: Demo) -> None:
    anna = with_result(demo, width=390)
    row(anna, 1).locator(".board").click()
    anna.locator("#pad button[data-result='1/2-1/2']").click()
    expect(anna.locator("#was")).to_contain_text("Board 1: was 1 – 0, now ½ – ½.")
    anna.locator("#was").get_by_role("button").click()
    expect(row(anna, 1)).to_have_attribute("data-result", "1-0")


def test_a_result_on_an_empty_board_is_no_news_and_can_be_taken_back_too(demo: Demo) -> None:
    anna = with_result(demo)
    expect(anna.locator("#was")).to_be_hidden()
    anna.locator("#quick-board").focus()
    anna.keyboard.press("z")
    expect(anna.locator("#was")).to_contain_text("Board 1: was 1 – 0, now without a result.")
    expect(row(anna, 1)).to_have_attribute("data-result", "")
    anna.keyboard.press("z")
    expect(anna.locator("#says")).to_have_text("There is nothing to take back.")


def test_a_result_is_taken_back_while_the_server_is_away(demo: Demo) -> None:
    anna = with_result(demo)
    anna.route("**/results", lambda route: route.abort())
    anna.locator("#quick-board").fill("1")
    for key in ("Enter", "0", "Backspace"):
        anna.keyboard.press(key)
    expect(row(anna, 1).locator(".sign > b")).to_have_text("1 – 0")
    expect(anna.locator("#waiting")).to_be_visible(timeout=5000)
    anna.unroute("**/results")
    expect(anna.locator("#waiting")).to_be_hidden(timeout=15_000)
    expect(row(anna, 1)).to_have_attribute("data-result", "1-0")


def test_from_the_field_of_the_board_one_key_is_a_result(demo: Demo) -> None:
    anna = demo.at_round_four()
    for key in "wbd+-xa":
        anna.keyboard.press(key)
    for board, sign in enumerate(["1 – 0", "0 – 1", "½ – ½", "+ – −", "− – +", "− – −", "… – …"], 1):
        expect(row(anna, board).locator(".sign > b")).to_have_text(sign)


def test_in_order_every_key_is_a_board(demo: Demo) -> None:
    anna = demo.at_round_four()
    anna.get_by_label("in order: one key a board").check()
    for key in "10=5":
        anna.keyboard.press(key)
    for board, sign in enumerate(["1 – 0", "0 – 1", "½ – ½", "½ – ½"], 1):
        expect(row(anna, board).locator(".sign > b")).to_have_text(sign)
    anna.keyboard.press("Escape")
    anna.keyboard.type("7")
    anna.keyboard.press("Enter")
    anna.keyboard.press("1")
    expect(row(anna, 7).locator(".sign > b")).to_have_text("1 – 0")
    anna.get_by_label("in order: one key a board").uncheck()


@pytest.mark.parametrize(
    ("letter", "place", "sign"), [("ч", "KeyX", "− – −"), ("ф", "KeyA", "… – …"), ("ц", "KeyW", "1 – 0")]
)
def test_keys_of_a_cyrillic_keyboard_are_found_by_their_place(demo: Demo, letter: str, place: str, sign: str) -> None:
    anna = demo.at_round_four()
    anna.keyboard.press("Enter")
    pressed = {"key": letter, "code": place, "bubbles": True, "cancelable": True}
    anna.evaluate("init => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', init))", pressed)
    expect(row(anna, 1).locator(".sign > b")).to_have_text(sign)


def test_the_last_open_boards_are_chosen_by_pressing_them(demo: Demo) -> None:
    anna = demo.at_round_four()
    expect(anna.locator("#still-open")).to_be_hidden()
    anna.keyboard.press("Enter")
    anna.keyboard.press("1")
    expect(anna.locator("#still-open a")).to_have_text(["2", "3", "4", "5", "6", "7"])
    anna.locator("#still-open").get_by_role("link", name="5", exact=True).click()
    anna.keyboard.press("=")
    expect(anna.locator("#still-open a")).to_have_text(["2", "3", "4", "6", "7"])
    expect(row(anna, 5).locator(".sign > b")).to_have_text("½ – ½")


def test_a_key_that_is_no_result_says_so_and_shows_the_keys(demo: Demo) -> None:
    anna, field = demo.at_round_four(), "#quick-result"
    anna.locator(field).focus()
    anna.keyboard.press("q")
    expect(anna.locator("#says")).to_contain_text("The key q is no result.")
    assert anna.locator(field).input_value() in ("", "1")
    anna.locator("#says").get_by_role("button", name="Show the keys").click()
    expect(anna.locator("#keys dl")).to_be_visible()
    expect(row(anna, 1)).to_have_attribute("data-result", "")


def test_a_board_that_is_not_there_is_said(demo: Demo) -> None:
    anna = demo.at_round_four()
    anna.keyboard.type("88")
    anna.keyboard.press("Enter")
    expect(anna.locator("#says")).to_have_text("There is no board 88: the boards are 1 to 7.")


def surname(anna: Page, board: int, side: str) -> str:
    return anna.locator(f"tr[data-board='{board}'] .{side} .person").inner_text().split(",")[0].split()[-1]


@pytest.mark.parametrize("side", ["white", "black"])
def test_the_beginning_of_a_name_finds_its_board(demo: Demo, side: str) -> None:
    anna = demo.at_round_four()
    name = surname(anna, 3, side)
    anna.keyboard.press(f"Shift+{name[0]}")
    anna.keyboard.type(name[1:])
    expect(row(anna, 3)).to_have_class(re.compile("chosen"))
    anna.keyboard.press("Enter")
    anna.keyboard.press("=")
    expect(row(anna, 3).locator(".sign > b")).to_have_text("½ – ½")


def test_a_name_that_nobody_at_a_board_has_is_said(demo: Demo) -> None:
    anna = demo.at_round_four()
    anna.keyboard.type("qqq")
    anna.keyboard.press("Enter")
    expect(anna.locator("#says")).to_contain_text("Nobody at a board of this round is called “qqq”")


def test_what_another_arbiter_enters_appears_by_itself(browser: Browser, demo: Demo) -> None:
    anna, boris = demo.at_round_four(), demo.boris(browser)
    boris.keyboard.type("6")
    boris.keyboard.press("Enter")
    boris.keyboard.press("0")
    expect(row(anna, 6).locator(".sign > b")).to_have_text("0 – 1", timeout=5000)


def test_two_arbiters_on_one_board_both_learn_who_was_quicker(browser: Browser, demo: Demo) -> None:
    anna, boris = demo.at_round_four(), demo.boris(browser)
    boris.route("**/results", lambda route: route.abort() if route.request.method == "GET" else route.continue_())
    anna.keyboard.press("Enter")
    anna.keyboard.press("1")
    expect(row(anna, 1)).to_have_attribute("data-result", "1-0")
    boris.keyboard.type("1")
    boris.keyboard.press("Enter")
    boris.keyboard.press("0")
    expect(boris.locator("#says")).to_contain_text("has 1 – 0 by now, and this page showed no result")
    expect(boris.locator("#says")).to_contain_text("Entered by Anna")
    expect(row(boris, 1).locator(".sign > b")).to_have_text("1 – 0")


def test_results_typed_while_the_server_is_away_arrive_when_it_is_back(demo: Demo) -> None:
    anna = demo.at_round_four()
    demo.tablo.stop()
    for key in "10=":
        anna.keyboard.press("Enter")
        anna.keyboard.press(key)
    expect(anna.locator("#waiting")).to_contain_text("Waiting for the server: board 1, 2, 3", timeout=5000)
    demo.tablo.start()
    expect(anna.locator("#waiting")).to_be_hidden(timeout=15_000)
    anna.reload()
    for board, sign in enumerate(["1 – 0", "0 – 1", "½ – ½"], 1):
        expect(row(anna, board).locator(".sign > b")).to_have_text(sign)


def test_results_that_wait_survive_a_closed_tab(demo: Demo) -> None:
    anna = demo.at_round_four()
    anna.route("**/results", lambda route: route.abort())
    anna.keyboard.press("Enter")
    anna.keyboard.press("1")
    expect(anna.locator("#waiting")).to_be_visible(timeout=5000)
    again = anna.context.new_page()
    Page.close(anna)
    again.goto(demo.round)
    expect(row(again, 1)).to_have_attribute("data-result", "1-0")


def test_a_phone_taps_the_row_and_then_the_result(demo: Demo) -> None:
    anna = demo.at_round_four(width=390)
    row(anna, 2).locator(".board").click()
    anna.locator("#pad").get_by_role("button", name="½ – ½").click()
    expect(row(anna, 2).locator(".sign > b")).to_have_text("½ – ½")
    expect(anna.locator(".pad-board")).to_have_text("3")


def test_without_javascript_the_buttons_of_a_row_do_the_same(browser: Browser, demo: Demo) -> None:
    context = browser.new_context(java_script_enabled=False, storage_state=demo.anna.context.storage_state())
    anna = context.new_page()
    anna.goto(demo.round)
    row(anna, 4).get_by_role("button", name="Draw").click()
    expect(row(anna, 4).locator(".sign > b")).to_have_text("½ – ½")


def test_no_page_is_wider_than_a_phone(demo: Demo) -> None:
    anna = demo.at_round_four(width=390)
    wide = {}
    for page in ("", "/players", "/players/1", "/settings", "/rounds/4", "/rounds/3", "/exports"):
        anna.goto(f"{demo.desk}{page}")
        width = int(anna.evaluate("document.documentElement.scrollWidth"))
        wide |= {page: width} if width > 390 else {}
    assert wide == {}


def test_the_page_of_the_day_follows_the_results(browser: Browser, demo: Demo) -> None:
    demo.anna.goto(demo.desk)
    expect(demo.anna.locator(".say")).to_have_text("Round 4: 7 results are missing.")
    boris = demo.boris(browser)
    boris.keyboard.press("Enter")
    boris.keyboard.press("1")
    expect(demo.anna.locator(".say")).to_have_text("Round 4: 6 results are missing.", timeout=5000)
