"""From `tablo serve` to a published round 1: `python -m tests.benchmarks.bench_first_round [listed players] [--paste]`.

A browser does what a newcomer does: sets the password, sends the zip of a made-up rating list, announces a tournament
and begins to type while the list is read, finds a hundred rated players by a few letters each, draws the colour, pairs
and publishes. Each player of the list is looked for until they are seen in it: six letters of the surname and two of
the first name are typed, then the arrow goes down to them, or more letters come, and at last the whole name.
`--paste` gives the same players as a list of names instead, once all is read. Clicks, keys and seconds of each step
are printed. The goal is
five minutes with the list's reading, at the speed of a person who types four keys a second and takes a second and a
half for each click.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, expect, sync_playwright

from tests.conftest import CHROMIUM, QUIET
from tests.files.made_list import made_players, made_zip
from tests.stories.tablo import Tablo, announce, page_of, press

LISTED = 2_000_000
ENTRANTS = 100
LETTERS_OF_SURNAME, LETTERS_OF_FIRST = 6, 2
KEYS_A_SECOND, SECONDS_A_CLICK = 4.0, 1.5
GOAL_SECONDS = 300.0
PATIENCE_MS = 1_800_000


@dataclass
class Hand:
    """Clicks and keys of a step."""

    clicks: int
    keys: int


@dataclass
class Steps:
    """The time of each step, and the clicks and keys of a person in it."""

    done: list[tuple[str, float, int, int]] = field(default_factory=list)

    @contextmanager
    def step(self, name: str, clicks: int = 0, keys: int = 0) -> Iterator["Hand"]:
        began, hand = time.perf_counter(), Hand(clicks, keys)
        yield hand
        self.done.append((name, time.perf_counter() - began, hand.clicks, hand.keys))
        print(f"{name}: {self.done[-1][1]:.1f} s, {hand.clicks} clicks, {hand.keys} keys", flush=True)

    def by_hand(self) -> float:
        """The seconds of a person, who waits for the computer only where it is slower than the hand."""
        return sum(max(took, clicks * SECONDS_A_CLICK + keys / KEYS_A_SECOND) for _, took, clicks, keys in self.done)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("players", nargs="?", type=int, default=LISTED)
    parser.add_argument("--paste", action="store_true")
    asked = parser.parse_args()
    listed = asked.players
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = made_zip(Path(folder) / "players_list.zip", listed)
        print(f"{listed} players, {path.stat().st_size / 1e6:.0f} MB; load {os.getloadavg()[0]:.1f}")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        tablo, steps = Tablo(Path(folder) / "data").start(), Steps()
        try:
            page = page_of(browser)
            page.set_default_timeout(PATIENCE_MS)
            expect.set_options(timeout=PATIENCE_MS)
            went(page, tablo.url, path, chosen(listed), steps, paste=asked.paste)
        finally:
            browser.close()
            tablo.stop()
    clicks, keys = (sum(one[at] for one in steps.done) for at in (2, 3))
    print(
        f"{clicks} clicks, {keys} keys, {sum(one[1] for one in steps.done):.0f} s here; by hand {steps.by_hand():.0f} s"
    )
    return int(steps.by_hand() > GOAL_SECONDS)


def went(page: Page, url: str, path: Path, players: list[dict[str, str]], steps: Steps, *, paste: bool) -> None:
    with steps.step("the door", clicks=1, keys=30):
        page.goto(f"{url}/desk")
        page.get_by_label("name").first.fill("Anna")
        page.locator("input[name=password]").fill("correct-horse-battery")
        press(page.locator("form button"))
    with steps.step("sending the list", clicks=4):
        page.goto(f"{url}/desk/rating-lists")
        page.locator("#file").set_input_files(path)
        page.get_by_role("button", name="Read the list").click()
        while not page.request.get(f"{url}/desk/rating-lists/progress").json()["underway"]:
            page.wait_for_timeout(100)
    began = time.perf_counter()
    with steps.step("announcing", clicks=2, keys=12):
        desk = f"{url}/desk/t/{announce(page, url, 'Sofia Open', rounds=7)}"
    if paste:
        read_whole(page, url, steps)
        print(f"the list was read in {time.perf_counter() - began:.0f} s")
        pasted(page, desk, players, steps)
    else:
        typed(page, desk, players, steps)
        underway = page.request.get(f"{url}/desk/rating-lists/progress").json()["underway"]
        print("the list is still being read" if underway else "the list was read meanwhile")
    with steps.step("lot, pairing, publishing", clicks=3):
        page.goto(desk)
        press(page.get_by_role("button", name="White").first)
        page.goto(desk)
        press(page.get_by_role("button", name="Pair round 1"))
        press(page.get_by_role("button", name="Publish round 1"))
        expect(page.locator("table.boards.typing")).to_be_visible()
    page.goto(f"{desk}/players")
    here = page.locator("#people").inner_text()
    right = sum(player["fideid"] in here for player in players)
    print(f"{page.locator('#people tbody tr').count()} players, {right} of them those who were meant")


def read_whole(page: Page, url: str, steps: Steps) -> None:
    with steps.step("the rest of the reading"):
        while page.request.get(f"{url}/desk/rating-lists/progress").json()["underway"]:
            page.wait_for_timeout(200)


def typed(page: Page, desk: str, players: list[dict[str, str]], steps: Steps) -> None:
    """One after another in the box for a new player, each as soon as the list shows them."""
    page.goto(f"{desk}/players")
    with steps.step("a hundred players") as hand:
        for player in players:
            expect(page.locator("#f-name")).to_be_focused()
            last, _, first = player["name"].partition(", ")
            rest = f"{first[LETTERS_OF_FIRST:]}"
            hand.keys += keyed(page, f"{last[:LETTERS_OF_SURNAME]} {first[:LETTERS_OF_FIRST]}")
            while (down := place_of(page, player["fideid"])) < 0 and rest:
                hand.keys += keyed(page, rest[0])
                rest = rest[1:]
            if down < 0:
                page.keyboard.press("Control+A")
                hand.keys += 2 + keyed(page, player["name"])
                down = place_of(page, player["fideid"])
            page.locator("#listed li", has_text=player["fideid"]).wait_for()
            for _ in range(max(0, place_of(page, player["fideid"]))):
                page.keyboard.press("ArrowDown")
            with page.expect_navigation():
                page.keyboard.press("Enter")
            hand.keys += max(0, down) + 1


def keyed(page: Page, text: str) -> int:
    """Types the text and waits for the answer to it."""
    with page.expect_response(lambda answer: "/players/search" in answer.url):
        page.keyboard.type(text)
    expect(page.locator("#listed")).to_be_visible()
    return len(text)


def place_of(page: Page, number: str) -> int:
    """The place in the list of who is meant, from 0; -1 = not in it."""
    rows = page.locator("#listed li").all_inner_texts()
    return next((place for place, row in enumerate(rows) if number in row), -1)


def pasted(page: Page, desk: str, players: list[dict[str, str]], steps: Steps) -> None:
    """All at once, as names out of an e-mail; a line that may mean several is answered with two clicks."""
    with steps.step("a hundred players", clicks=3, keys=2) as hand:
        page.goto(f"{desk}/players/import")
        page.locator("textarea").fill("\n".join(player["name"] for player in players))
        press(page.get_by_role("button", name="Look at it first"))
        for player in players:
            asked = page.locator("tr.asked select", has=page.locator(f"option[value='{player['fideid']}']"))
            if asked.count():
                asked.first.select_option(player["fideid"])
                hand.clicks += 2
        press(page.locator("#importing button.primary"))
        page.wait_for_url(f"{desk}/players*")


def chosen(listed: int) -> list[dict[str, str]]:
    """Rated players with different names."""
    rated = (player for player in made_players(listed) if "rating" in player)
    return list({player["name"]: player for player in islice(rated, 0, 4 * ENTRANTS)}.values())[:ENTRANTS]


if __name__ == "__main__":
    sys.exit(main())
