"""From `tablo serve` to a published round 1: `python -m tests.benchmarks.bench_first_round [listed players] [--paste]`.

A browser does what a newcomer does: sets the password, sends the zip of a made-up rating list, announces a tournament
and begins to type while the list is read, finds a hundred rated players by a few letters each, draws the colour,
pairs and publishes. The name of each is typed until they are among the first nine, then the digit beside them. Two of
three are of the organiser's federation, as in most opens; `--abroad` takes them from everywhere. Keys are pressed at
the speed of a person, four a second, unless `--fast` presses them at once.

`--paste` gives the same players as a list of names instead, once all is read. Clicks, keys and seconds of each step
are printed. The goal is five minutes with the list's reading, at the speed of a person who types four keys a second
and takes a second and a half for each click.
"""

import argparse
import os
import random
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
from tests.stories.tablo import Tablo, announce_by_form, page_of, press

LISTED = 2_000_000
ENTRANTS = 100
FEWEST_LETTERS = 3
KEYS_A_SECOND, SECONDS_A_CLICK = 4.0, 1.5
KEY_MS = 1000 / KEYS_A_SECOND
HOME = "BUL"
PICKED_BY_DIGIT = 9
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
    for choice in ("--paste", "--abroad", "--fast"):
        parser.add_argument(choice, action="store_true")
    asked = parser.parse_args()
    listed = asked.players
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = made_zip(Path(folder) / "players_list.zip", listed)
        print(f"{listed} players, {path.stat().st_size / 1e6:.0f} MB; load {os.getloadavg()[0]:.1f}")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        tablo, steps = Tablo(Path(folder) / "data").start(), Steps()
        try:
            page = page_of(browser, moving=True)
            page.set_default_timeout(PATIENCE_MS)
            expect.set_options(timeout=PATIENCE_MS)
            players = chosen(listed, "" if asked.abroad else HOME)
            went(page, tablo.url, path, players, steps, paste=asked.paste, pause_ms=0 if asked.fast else KEY_MS)
        finally:
            browser.close()
            tablo.stop()
    clicks, keys = (sum(one[at] for one in steps.done) for at in (2, 3))
    print(
        f"{clicks} clicks, {keys} keys, {sum(one[1] for one in steps.done):.0f} s here; by hand {steps.by_hand():.0f} s"
    )
    return int(steps.by_hand() > GOAL_SECONDS)


def went(
    page: Page, url: str, path: Path, players: list[dict[str, str]], steps: Steps, *, paste: bool, pause_ms: float
) -> None:
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
        desk = f"{url}/desk/t/{announce_by_form(page, url, 'Sofia Open', rounds=7)}"
    if paste:
        read_whole(page, url, steps)
        print(f"the list was read in {time.perf_counter() - began:.0f} s")
        pasted(page, desk, players, steps)
    else:
        typed(page, desk, players, steps, pause_ms)
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


def typed(page: Page, desk: str, players: list[dict[str, str]], steps: Steps, pause_ms: float) -> None:
    """One after another in the box for a new player, each as soon as the list shows them."""
    page.goto(f"{desk}/players")
    box, rows = page.locator("#f-name"), page.locator("#people tbody tr")
    with steps.step("a hundred players") as hand:
        for player in players:
            expect(box).to_be_focused()
            hand.keys += found(page, player, pause_ms)
            place = place_of(page, player["fideid"])
            page.keyboard.press(str(place + 1), delay=pause_ms)
            hand.keys += 1
            expect(box).to_have_value("")
        expect(rows).to_have_count(len(players))


def found(page: Page, player: dict[str, str], pause_ms: float) -> int:
    """Types the name until they are among the first nine; the number of keys."""
    name = player["name"].replace(",", "").rstrip(".")
    for keys, letter in enumerate(name, 1):
        page.keyboard.type(letter, delay=pause_ms)
        if keys >= FEWEST_LETTERS and letter != " ":
            expect(page.locator(f"#listed[data-answers='{name[:keys]}']")).to_be_visible()
            if 0 <= place_of(page, player["fideid"]) < PICKED_BY_DIGIT:
                return keys
    page.locator(f"#listed li:nth-child(-n+{PICKED_BY_DIGIT})", has_text=player["fideid"]).wait_for()
    return len(name)


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


def chosen(listed: int, home: str) -> list[dict[str, str]]:
    """Rated players with different names, two of three of this federation, one of ten not active."""
    some = islice((player for player in made_players(listed) if "rating" in player), 60 * ENTRANTS)
    rated = {player["name"]: player for player in some}
    active = [one for one in rated.values() if "flag" not in one]
    at_home = [one for one in active if one["country"] == home][: ENTRANTS * 2 // 3]
    inactive = [one for one in rated.values() if "flag" in one][: ENTRANTS // 10]
    known = [*at_home, *inactive]
    others = [one for one in active if one not in at_home][: ENTRANTS - len(known)]
    return random.Random(3).sample([*known, *others], ENTRANTS)


if __name__ == "__main__":
    sys.exit(main())
