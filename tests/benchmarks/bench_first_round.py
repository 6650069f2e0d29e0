"""From `tablo serve` to a published round 1: `python -m tests.benchmarks.bench_first_round [players of the list]`.

A browser does what a newcomer does: sets the password, sends the zip of a made-up rating list, announces a tournament
while the list is read, finds a hundred players by a few letters each, draws the colour, pairs and publishes. Clicks,
keys and seconds of each step are printed. The goal is five minutes with the list's reading, at the speed of a
person who types four keys a second and takes a second and a half for each click.
"""

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
class Steps:
    """The time of each step, and the clicks and keys of a person in it."""

    done: list[tuple[str, float, int, int]] = field(default_factory=list)

    @contextmanager
    def step(self, name: str, clicks: int = 0, keys: int = 0) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.done.append((name, time.perf_counter() - began, clicks, keys))
        print(f"{name}: {self.done[-1][1]:.1f} s, {clicks} clicks, {keys} keys", flush=True)

    def by_hand(self) -> float:
        """The seconds of a person, who waits for the computer only where it is slower than the hand."""
        return sum(max(took, clicks * SECONDS_A_CLICK + keys / KEYS_A_SECOND) for _, took, clicks, keys in self.done)


def main() -> int:
    listed = int(sys.argv[1]) if len(sys.argv) > 1 else LISTED
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = made_zip(Path(folder) / "players_list.zip", listed)
        print(f"{listed} players, {path.stat().st_size / 1e6:.0f} MB; load {os.getloadavg()[0]:.1f}")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        tablo, steps = Tablo(Path(folder) / "data").start(), Steps()
        try:
            page = page_of(browser)
            page.set_default_timeout(PATIENCE_MS)
            expect.set_options(timeout=PATIENCE_MS)
            went(page, tablo.url, path, listed, steps)
        finally:
            browser.close()
            tablo.stop()
    clicks, keys = (sum(one[at] for one in steps.done) for at in (2, 3))
    print(
        f"{clicks} clicks, {keys} keys, {sum(one[1] for one in steps.done):.0f} s here; by hand {steps.by_hand():.0f} s"
    )
    return int(steps.by_hand() > GOAL_SECONDS)


def went(page: Page, url: str, path: Path, listed: int, steps: Steps) -> None:
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
    with steps.step("the rest of the reading"):
        while page.request.get(f"{url}/desk/rating-lists/progress").json()["underway"]:
            page.wait_for_timeout(200)
    print(f"the list was read in {time.perf_counter() - began:.0f} s")
    page.goto(f"{desk}/players")
    names = chosen(listed)
    typed = [f"{last[:LETTERS_OF_SURNAME]} {first[:LETTERS_OF_FIRST]}" for last, first in names]
    with steps.step("a hundred players", keys=sum(len(one) + 1 for one in typed)):
        for one in typed:
            expect(page.locator("#f-name")).to_be_focused()
            page.keyboard.type(one)
            with page.expect_navigation():
                page.keyboard.press("Enter")
    entered = page.locator("#people tbody tr").count()
    with steps.step("lot, pairing, publishing", clicks=3):
        page.goto(desk)
        press(page.get_by_role("button", name="White").first)
        page.goto(desk)
        press(page.get_by_role("button", name="Pair round 1"))
        press(page.get_by_role("button", name="Publish round 1"))
        expect(page.locator("table.boards.typing")).to_be_visible()
    print(f"{entered} players, {page.locator('tr[data-board]').count()} boards")


def chosen(listed: int) -> list[tuple[str, str]]:
    """The names of rated players, different ones."""
    rated = (player["name"] for player in made_players(listed) if "rating" in player)
    found = dict.fromkeys(name for name in islice(rated, 0, 4 * ENTRANTS))
    return [(last, first) for last, _, first in (name.partition(", ") for name in list(found)[:ENTRANTS])]


if __name__ == "__main__":
    sys.exit(main())
