"""A knock-out of 16 with a level match: typed at the desk, seen on the wall and by a spectator while it happens."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import (
    begin,
    log_in,
    new_tournament,
    page_of,
    picture,
    press,
    register,
    row,
    running,
    send,
    type_results,
)

PLAYERS = [
    "Name,Rating",
    *(f'"Player {letter}, {letter}.",{2500 - 10 * n}' for n, letter in enumerate("ABCDEFGHIJKLMNOP")),
]
ON_THE_WALL_FOR_MS = 16_000
"""The list of pairings hangs at least so long before the bracket."""


def announced(page: Page, url: str) -> str:
    """A cup with a rapid game and an Armageddon for level matches; returns its address at the desk."""
    new_tournament(page, url)
    page.locator("input[name=tournament_name]").fill("Winter Cup")
    page.locator("select[name=format]").select_option("knock-out")
    expect(page.locator("select[name=system]")).to_be_hidden()
    page.locator("input[name=further]").fill("rapid 1, armageddon 1")
    page.locator("input[name=third_place]").check()
    picture(page, "knockout-announcement")
    press(page.get_by_role("button", name="Announce the tournament"))
    expect(page.locator("header .event")).to_have_text("Winter Cup")
    return f"{url}/desk/t/winter-cup"


def pair(page: Page, desk: str, round: int) -> None:
    begin(page, desk, round)
    page.goto(f"{desk}/rounds/{round}")
    expect(page.locator("table.boards.typing")).to_be_visible()


def wall(browser: Browser, url: str) -> Page:
    """The screen of the tournament."""
    page = page_of(browser, 1920, 1080, own=True)
    page.clock.install()
    page.goto(f"{url}/t/winter-cup/screen")
    expect(page.locator("#panel")).to_contain_text("Player A")
    return page


def turned_to(page: Page, content: str) -> Page:
    """The screen when this hangs: time goes faster until then."""
    for _ in range(8):
        if page.locator(f"#panel {content}").count():
            break
        page.clock.fast_forward(ON_THE_WALL_FOR_MS)
        page.wait_for_timeout(300)
    expect(page.locator(f"#panel {content}").first).to_be_visible()
    return page


def test_a_level_match_is_decided_by_further_games_before_everybodys_eyes(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        arbiter, spectator = page_of(browser), page_of(browser, 390, 844)
        log_in(arbiter, tablo.url)
        desk = announced(arbiter, tablo.url)
        register(arbiter, desk, PLAYERS)
        send(arbiter, desk, "/colour", colour="w")
        pair(arbiter, desk, 1)
        expect(row(arbiter, 1)).to_contain_text("Player A")
        expect(row(arbiter, 1)).to_contain_text("Player P")

        spectator.goto(f"{tablo.url}/t/winter-cup/bracket")
        expect(spectator.locator(".bracket .duel.playing")).to_have_count(8)
        hall = wall(browser, tablo.url)
        loads: list[str] = []
        for page in (hall, spectator):
            page.on("framenavigated", lambda frame: loads.append(frame.url))

        type_results(arbiter, {board: "1" if board % 2 else "0" for board in range(2, 9)})
        type_results(arbiter, {1: "="})
        expect(arbiter.locator("#matches")).to_contain_text("level")
        picture(arbiter, "knockout-level-match")
        expect(spectator.locator(".bracket .duel.playing")).to_have_count(1)
        expect(spectator.locator(".bracket .slot:has(.duel.playing)")).to_contain_text("level")
        expect(turned_to(hall, ".tree").locator("#panel .duel.level")).to_have_count(1)
        picture(hall, "knockout-wall-level")

        press(arbiter.get_by_role("button", name="Add: 1 rapid game"))
        type_results(arbiter, {})
        arbiter.locator("#quick-board").fill("1.2")
        arbiter.keyboard.press("Enter")
        arbiter.keyboard.press("=")
        expect(arbiter.locator("tr[data-board='1.2'] .sign > b")).not_to_be_empty()
        press(arbiter.get_by_role("button", name="Add: 1 Armageddon game"))
        arbiter.locator("#quick-board").fill("1.3")
        arbiter.keyboard.press("Enter")
        arbiter.keyboard.press("=")
        expect(arbiter.locator("#matches .tag.good")).to_have_text(re.compile("goes on"))
        picture(arbiter, "knockout-decided")

        black = arbiter.locator("tr[data-board='1.3'] .black a").first.inner_text()
        expect(spectator.locator(".bracket .duel.playing")).to_have_count(0)
        expect(spectator.locator(".bracket .won", has_text=black).first).to_be_visible()
        expect(turned_to(hall, ".tree").locator("#panel .side.won", has_text=black.split(",")[0]).first).to_be_visible()
        assert loads == []
        picture(spectator, "knockout-phone")

        pair(arbiter, desk, 2)
        expect(row(arbiter, 1)).to_contain_text(black)
        expect(spectator.locator(".bracket .duel.playing")).to_have_count(4)
        expect(turned_to(hall, ".tree").locator("#panel .duel.playing")).to_have_count(4)
        letters = hall.locator("#panel .tree").evaluate(
            "tree => parseFloat(getComputedStyle(tree).fontSize) / innerHeight"
        )
        assert round(letters, 3) >= 0.04
        picture(hall, "knockout-wall")
