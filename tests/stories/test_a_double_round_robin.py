"""A double round robin of six, run from a phone: set up, drawn, typed into the crosstable, and seen by everybody."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.decisions.rounds.pairing import pair_round, publish_rounds
from domain.decisions.setup.regulations import IN_FORCE
from domain.tournament import replay
from domain.words.options import RoundRobinOptions
from domain.words.players import Player, PlayerId
from domain.words.regulations import Details, Format
from tests.crosstable import announced
from tests.stories.tablo import (
    Tablo,
    kept,
    log_in,
    new_tournament,
    page_of,
    picture,
    press,
    register,
    running,
    screen_with,
)

NAMES = ("Anna", "Boris", "Clara", "David", "Elena", "Fedor")
TURNIER = "Championship of six"
PHONE = (390, 844)


@pytest.fixture
def tablo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    with running(tmp_path_factory.mktemp("round-robin") / "data") as tablo:
        yield tablo


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """The crosstable at the desk: all rounds are published, and nobody has played."""
    laws = replace(IN_FORCE, format=Format.ROUND_ROBIN, round_robin=RoundRobinOptions(cycles=2))
    t = announced(laws, Details(TURNIER), [Player(PlayerId(n), name, 2500 - 10 * n) for n, name in enumerate(NAMES, 1)])
    t = replay(pair_round(t), t)
    slug = kept(tmp_path / "data", replay(publish_rounds(t, 1), t))
    with running(tmp_path / "data") as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/t/{slug}/table")
        yield page


def set_up(phone: Page, url: str) -> str:
    """Through the form; returns the address of the desk."""
    new_tournament(phone, url)
    phone.locator("input[name=tournament_name]").fill(TURNIER)
    phone.locator("select[name=format]").select_option("round-robin")
    expect(phone.locator("input[name=rounds]")).to_be_hidden()
    expect(phone.locator("select[name=system]")).to_be_hidden()
    phone.locator("input[name=cycles]").fill("2")
    picture(phone, "round-robin-form-phone")
    press(phone.get_by_role("button", name="Announce the tournament"))
    expect(phone.locator("header .event")).to_have_text(TURNIER)
    desk = phone.url.split("?")[0]
    rows = [f"{name};{2500 - 10 * n}" for n, name in enumerate(NAMES)]
    register(phone, desk, ["Name;Rating", *rows])
    return desk


def draw_all(phone: Page, desk: str) -> None:
    phone.goto(desk)
    expect(phone.locator(".next .say")).to_contain_text("6 players are registered, and will play 10 rounds.")
    press(phone.get_by_role("button", name="Draw all rounds"))
    press(phone.get_by_role("button", name="Publish all 10 rounds"))
    expect(phone.locator("table.boards.typing")).to_be_visible()


def game_of(white: str, black: str) -> str:
    """The game in which they have these colours, in White's line."""
    return f'a.game[aria-label*="{white} – {black}"].w'


def tap_result(phone: Page, white: str, black: str, sign: str) -> None:
    phone.locator(game_of(white, black)).tap()
    phone.locator("#table-pad .pad-keys button", has_text=sign).tap()


def test_a_double_round_robin_of_six_on_a_phone(browser: Browser, tablo: Tablo) -> None:
    context = browser.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}, has_touch=True)
    phone = context.new_page()
    phone.set_default_timeout(30_000)
    log_in(phone, tablo.url)
    desk = set_up(phone, tablo.url)
    public = desk.replace("/desk", "")
    draw_all(phone, desk)

    wall, spectator = page_of(browser, 1920, 1080), page_of(browser, *PHONE)
    wall.goto(screen_with(phone, tablo.url, "crosstable", desk.rpartition("/")[2]))
    expect(wall.locator("body")).to_contain_text("Fedor")
    spectator.goto(f"{public}/crosstable?by=number")
    expect(spectator.locator("table.meetings tbody tr")).to_have_count(6)
    spectator.evaluate("window.same = true")
    wall.evaluate("window.same = true")

    phone.goto(f"{desk}/table")
    expect(phone.locator("#progress")).to_have_text("0 / 30")
    tap_result(phone, "Anna", "Fedor", "1 – 0")
    expect(phone.locator("#progress")).to_have_text("1 / 30")
    tap_result(phone, "Boris", "Elena", "½ – ½")
    expect(phone.locator("#progress")).to_have_text("2 / 30")
    picture(phone, "round-robin-table-phone")

    expect(spectator.locator("h1")).to_contain_text("2 of 30 games")
    row = spectator.locator("table.meetings tbody tr", has_text="Anna")
    expect(row.locator("td").last).to_have_text("1")
    picture(spectator, "round-robin-spectator")
    expect(wall.locator("body")).to_contain_text("Boris")
    expect(wall.locator("tr", has_text="Boris").first).to_contain_text("½")
    picture(wall, "round-robin-wall")
    assert spectator.evaluate("window.same")
    assert wall.evaluate("window.same")


def test_the_whole_table_is_typed_with_the_keyboard_and_closed(page: Page) -> None:
    expect(page.locator("a.game.chosen")).to_be_focused()
    for _ in range(5):
        page.keyboard.press("1")
        page.keyboard.press("=")
    expect(page.locator("#progress")).to_have_text("10 / 30")
    expect(page.locator("[data-points='1']")).to_have_text("7½")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(page.locator("#progress")).to_have_text("11 / 30")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    expect(page.locator("#progress")).to_have_text("10 / 30")
    picture(page, "round-robin-table-desk")


def test_an_overwritten_result_is_said_and_comes_back_by_one_key_or_one_tap(page: Page) -> None:
    cell, said = page.locator(game_of("Anna", "Fedor")), page.locator("#was span")
    for key in ("1", "0"):
        cell.focus()
        page.keyboard.press(key)
        expect(cell).to_have_attribute("data-result", {"1": "1-0", "0": "0-1"}[key])
    expect(said).to_have_text("Round 1, Anna – Fedor: was 1 – 0, now 0 – 1.")
    picture(page, "round-robin-overwritten-desk")
    page.keyboard.press("Backspace")
    expect(said).to_have_text("Round 1, Anna – Fedor: 1 – 0 again.")
    expect(cell).to_have_attribute("data-result", "1-0")
    expect(cell).to_be_focused()
    page.keyboard.press("z")
    expect(page.locator("#says")).to_have_text("There is nothing to take back.")
    page.keyboard.press("Backspace")
    expect(said).to_have_text("Round 1, Anna – Fedor: was 1 – 0, now without a result.")
    page.locator("#was").get_by_role("button").click()
    expect(cell).to_have_attribute("data-result", "1-0")
    expect(page.locator("#progress")).to_have_text("1 / 30")


def test_a_key_that_clears_is_no_way_back_once_another_cell_was_chosen(page: Page) -> None:
    cell = page.locator(game_of("Anna", "Fedor"))
    for key in ("1", "0"):
        cell.focus()
        page.keyboard.press(key)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Backspace")
    expect(page.locator("#progress")).to_have_text("0 / 30")
    expect(cell).to_have_attribute("data-result", "")
