"""Every list of every field on every glass: looked at by the tests, and photographed for people.

`python -m tests.screens.gallery artifacts/walls` photographs the whole grid, checks every page of it, and says what
does not fit; exit code 1 if there is anything. It takes about six minutes; with `lists` or `others` behind it the
half of them.
"""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from domain import events as e
from domain.screens.events import ContentKind
from tests.conftest import CHROMIUM, QUIET
from tests.screens.fields import cup, double_elimination, finished_league, finished_open, league, round_robin
from tests.screens.looking import CUT, all_pages, fits, show
from tests.screens.site import Site, open_of, shown

GLASSES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160), "upright": (1080, 1920)}
FIELDS = (7, 24, 100, 400, 1000)
LISTS = (ContentKind.PAIRINGS, ContentKind.SEATS, ContentKind.BOARDS, ContentKind.STANDINGS)

SMALL = (7, 24, 100)


@dataclass(frozen=True, slots=True)
class Moment:
    """A content of another screen of a hall, and the tournaments that it is looked at with."""

    kind: ContentKind
    events: Callable[[int], list[e.Event]]
    sizes: tuple[int, ...] = SMALL
    """Players, teams, or boards of a team on the podium."""


MOMENTS: Mapping[str, Moment] = {
    "podium": Moment(ContentKind.PODIUM, finished_open),
    "teams-podium": Moment(ContentKind.PODIUM, finished_league, (4, 6)),
    "final": Moment(ContentKind.STANDINGS, finished_open),
    "prizes": Moment(ContentKind.PRIZES, finished_open),
    "bracket": Moment(ContentKind.BRACKET, cup, (8, 16, 64, 100)),
    "bracket-over": Moment(ContentKind.PODIUM, partial(cup, over=True), (8, 24)),
    "double": Moment(ContentKind.BRACKET, double_elimination, (16,)),
    "cup-over": Moment(ContentKind.BRACKET, partial(cup, over=True), (8,)),
    "crosstable": Moment(ContentKind.CROSSTABLE, finished_open, (24, 100)),
    "meetings": Moment(ContentKind.CROSSTABLE, round_robin, (7, 24)),
    "matches": Moment(ContentKind.PAIRINGS, league, (8, 24, 100)),
    "follow": Moment(ContentKind.TOURNAMENT, finished_open),
}
OTHERS = tuple(f"{name}-{size}" for name, moment in MOMENTS.items() for size in moment.sizes)
"""The screens of the other hall: `podium-24`, `matches-8`."""


def hall(folder: Path, fields: tuple[int, ...] = FIELDS) -> Site:
    """A server with an open of each size (`open-400`) and a screen for each list of it (`seats-400`)."""
    site = Site(folder)
    for players in fields:
        site.write(f"open-{players}", open_of(players))
    site.start()
    for players, kind in product(fields, LISTS):
        site.screen(f"{kind}-{players}", shown(kind, f"open-{players}"))
    return site


def other_hall(folder: Path, screens: Iterable[str] = OTHERS) -> Site:
    """A server with these screens, each with a tournament of its own."""
    site = Site(folder)
    found = {screen: screen.rpartition("-") for screen in screens}
    for screen, (name, _, size) in found.items():
        site.write(screen, MOMENTS[name].events(int(size)))
    site.start()
    for screen, (name, _, _) in found.items():
        site.screen(screen, shown(MOMENTS[name].kind, screen))
    return site


def rows_of(kind: ContentKind, players: int) -> list[str]:
    """The rows that a list of so many players must show, sorted."""
    if kind in (ContentKind.SEATS, ContentKind.STANDINGS):
        return sorted(f"p{n}" for n in range(1, players + 1))
    return sorted(f"b{n}" for n in range(1, players // 2 + 1))


def unfit(pages: list[dict[str, Any]]) -> list[Any]:
    """The pages on which something is cut, unequal or too small."""
    return [{"page": n, **measured} for n, measured in enumerate(pages, 1) if not fits(measured)]


def faults(page: Page, kind: ContentKind, players: int) -> list[Any]:
    """Everything that is wrong with the pages of a list."""
    pages = all_pages(page)
    bad = unfit(pages)
    found = sorted(row for measured in pages for row in measured["rows"] if not row.startswith("u"))
    return bad if found == rows_of(kind, players) else [*bad, f"{len(found)} rows"]


def on_glass(browser: Browser, site: Site, screen: str, glass: str) -> Page:
    page = show(browser, f"{site.url}/screen/{screen}", *GLASSES[glass])
    page.evaluate("document.fonts.ready")
    return page


def lists(browser: Browser, folder: Path, data: Path) -> Iterator[str]:
    """One line for each list that does not fit."""
    site = hall(data)
    for players, kind, glass in product(FIELDS, LISTS, GLASSES):
        page = on_glass(browser, site, f"{kind}-{players}", glass)
        page.screenshot(path=folder / f"{kind}-{players}-{glass}.png")
        if wrong := faults(page, kind, players):
            yield f"{kind} of {players} on {glass}: {wrong}"
        page.close()
    site.stop()


def others(browser: Browser, folder: Path, data: Path) -> Iterator[str]:
    """A picture for trees, crosstables, matches of teams, and the end of a tournament; the second page too."""
    site = other_hall(data)
    for screen, glass in product(OTHERS, GLASSES):
        page = on_glass(browser, site, screen, glass)
        page.screenshot(path=folder / f"{screen}-{glass}.png")
        if wrong := [*unfit(all_pages(page)), *page.evaluate(CUT)]:
            yield f"{screen} on {glass}: {wrong}"
        page.close()
    site.stop()


GRIDS = {"lists": lists, "others": others}


def main(folder: Path, wanted: Sequence[str]) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        for grid in wanted or GRIDS:
            with tempfile.TemporaryDirectory() as data:
                wrong += GRIDS[grid](browser, folder, Path(data))
        browser.close()
    print("\n".join(wrong) or f"everything fits, photographs in {folder}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
