"""Every list of every field on every glass: looked at by the tests, and photographed for people.

`python -m tests.screens.gallery artifacts/walls` photographs the whole grid, checks every page of it, and says what
does not fit; exit code 1 if there is anything. It takes about four minutes.
"""

import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from domain.screens.events import ContentKind
from tests.conftest import CHROMIUM, QUIET
from tests.screens.looking import all_pages, fits, show
from tests.screens.site import Site, open_of, shown

GLASSES = {"720p": (1280, 720), "1080p": (1920, 1080), "4K": (3840, 2160), "upright": (1080, 1920)}
FIELDS = (7, 24, 100, 400, 1000)
LISTS = (ContentKind.PAIRINGS, ContentKind.SEATS, ContentKind.BOARDS, ContentKind.STANDINGS)


def hall(folder: Path, fields: tuple[int, ...] = FIELDS) -> Site:
    """A server with an open of each size (`open-400`) and a screen for each list of it (`seats-400`)."""
    site = Site(folder)
    for players in fields:
        site.write(f"open-{players}", open_of(players))
    site.start()
    for players, kind in product(fields, LISTS):
        site.screen(f"{kind}-{players}", shown(kind, f"open-{players}"))
    return site


def rows_of(kind: ContentKind, players: int) -> list[str]:
    """The rows that a list of so many players must show, sorted."""
    if kind in (ContentKind.SEATS, ContentKind.STANDINGS):
        return sorted(f"p{n}" for n in range(1, players + 1))
    return sorted(f"b{n}" for n in range(1, players // 2 + 1))


def faults(page: Page, kind: ContentKind, players: int) -> list[Any]:
    """Everything that is wrong with the pages of a wall."""
    pages = all_pages(page)
    bad: list[Any] = [{"page": n, **measured} for n, measured in enumerate(pages, 1) if not fits(measured)]
    found = sorted(row for measured in pages for row in measured["rows"] if not row.startswith("u"))
    return bad if found == rows_of(kind, players) else [*bad, f"{len(found)} rows"]


def on_glass(browser: Browser, site: Site, kind: ContentKind, players: int, glass: str) -> Page:
    page = show(browser, f"{site.url}/screen/{kind}-{players}", *GLASSES[glass])
    page.evaluate("document.fonts.ready")
    return page


def photographs(browser: Browser, site: Site, folder: Path) -> Iterator[str]:
    """One line for each list that does not fit."""
    folder.mkdir(parents=True, exist_ok=True)
    for players, kind, glass in product(FIELDS, LISTS, GLASSES):
        page = on_glass(browser, site, kind, players, glass)
        page.screenshot(path=folder / f"{kind}-{players}-{glass}.png")
        if wrong := faults(page, kind, players):
            yield f"{kind} of {players} on {glass}: {wrong}"
        page.close()


def main(folder: Path) -> int:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        site = hall(Path(data))
        wrong = list(photographs(browser, site, folder))
        site.stop()
        browser.close()
    print("\n".join(wrong) or f"{len(FIELDS) * len(LISTS) * len(GLASSES)} lists fit, photographs in {folder}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
