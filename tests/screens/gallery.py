"""Every list of every field on every glass: looked at by the tests, and photographed for people.

`python -m tests.screens.gallery artifacts/walls` photographs the whole grid, checks every page of it, and says what
does not fit; exit code 1 if there is anything. It takes about six minutes; with `lists` or `others` behind it the
half of them.
"""

import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from domain.screens.events import Content, ContentKind
from tests.conftest import CHROMIUM, QUIET
from tests.screens.fields import cup, finished_open, round_robin
from tests.screens.looking import all_pages, fits, show
from tests.screens.site import Site, league, open_of, shown

GLASSES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160), "upright": (1080, 1920)}
FIELDS = (7, 24, 100, 400, 1000)
LISTS = (ContentKind.PAIRINGS, ContentKind.SEATS, ContentKind.BOARDS, ContentKind.STANDINGS)

MOMENTS = ("podium", "final", "prizes", "bracket", "bracket-over", "crosstable", "meetings", "matches", "follow")
"""Contents of the other screens of a hall."""
SMALL_FIELDS = (7, 24, 100)
LARGEST_ROUND_ROBIN = 24


def hall(folder: Path, fields: tuple[int, ...] = FIELDS) -> Site:
    """A server with an open of each size (`open-400`) and a screen for each list of it (`seats-400`)."""
    site = Site(folder)
    for players in fields:
        site.write(f"open-{players}", open_of(players))
    site.start()
    for players, kind in product(fields, LISTS):
        site.screen(f"{kind}-{players}", shown(kind, f"open-{players}"))
    return site


def other_hall(folder: Path, fields: tuple[int, ...] = SMALL_FIELDS) -> Site:
    """A server with a screen for each moment of each field: `podium-24`, `matches-7`."""
    site = Site(folder)
    for players in fields:
        site.write(f"over-{players}", finished_open(players))
        site.write(f"cup-{players}", cup(players))
        site.write(f"won-{players}", cup(players, over=True))
        site.write(f"table-{players}", round_robin(min(players, LARGEST_ROUND_ROBIN)))
        site.write(f"league-{players}", league(players // 2 * 2))
    site.start()
    for players in fields:
        for moment, content in moments(players).items():
            site.screen(f"{moment}-{players}", content)
    return site


def moments(players: int) -> dict[str, Content]:
    return {
        "podium": shown(ContentKind.PODIUM, f"over-{players}"),
        "final": shown(ContentKind.STANDINGS, f"over-{players}"),
        "prizes": shown(ContentKind.PRIZES, f"over-{players}"),
        "bracket": shown(ContentKind.BRACKET, f"cup-{players}"),
        "bracket-over": shown(ContentKind.PODIUM, f"won-{players}"),
        "crosstable": shown(ContentKind.CROSSTABLE, f"over-{players}"),
        "meetings": shown(ContentKind.CROSSTABLE, f"table-{players}"),
        "matches": shown(ContentKind.PAIRINGS, f"league-{players}"),
        "follow": shown(ContentKind.TOURNAMENT, f"over-{players}"),
    }


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
    """The same for trees, crosstables, matches of teams, and the end of a tournament; the second page too."""
    site = other_hall(data)
    for players, moment, glass in product(SMALL_FIELDS, MOMENTS, GLASSES):
        page = on_glass(browser, site, f"{moment}-{players}", glass)
        page.screenshot(path=folder / f"{moment}-{players}-{glass}.png")
        if wrong := unfit(all_pages(page)):
            yield f"{moment} of {players} on {glass}: {wrong}"
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
