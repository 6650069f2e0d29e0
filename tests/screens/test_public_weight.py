"""A public page weighs at most 90 kB as it travels to a phone that has nothing yet, letters included."""

import pytest
from playwright.sync_api import Browser

from tests.screens.site import Site

MOST_BYTES = 90_000
PAGES = (
    "/",
    "/t/big",
    "/t/big/pairings",
    "/t/big/pairings?by=name",
    "/t/big/standings",
    "/t/nine/standings?page=2",
    "/t/big/players",
    "/t/big/players/7",
    "/t/big/results",
    "/t/big/downloads",
    "/t/big/api",
    "/t/big/find?q=petrov",
    "/t/big/mine?players=1-2-3",
    "/t/big/crosstable",
    "/t/nine/crosstable",
    "/t/nine/crosstable?page=3",
    "/t/league/pairings",
    "/t/league/standings",
    "/embed/big/pairings",
    "/embed/big/standings",
    "/embed/big/player/7",
    "/embed/big/live",
    "/help",
)


def travelled(browser: Browser, address: str) -> dict[str, int]:
    """The bytes of every answer, heads included, by address, for somebody who comes for the first time."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    told = context.new_cdp_session(page)
    addresses: dict[str, str] = {}
    weights: list[tuple[str, int]] = []
    told.on("Network.requestWillBeSent", lambda sent: addresses.update({sent["requestId"]: sent["request"]["url"]}))
    told.on("Network.loadingFinished", lambda came: weights.append((came["requestId"], int(came["encodedDataLength"]))))
    told.send("Network.enable")
    page.goto(address, wait_until="networkidle")
    page.evaluate("document.fonts.ready")
    context.close()
    found = [(addresses[id], weight) for id, weight in weights if addresses[id].startswith("http")]
    assert len(found) == len({url for url, _ in found}), "an address was asked for twice"
    return dict(found)


@pytest.mark.parametrize("path", PAGES)
def test_a_public_page_with_its_letters_weighs_at_most_90_kB(site: Site, browser: Browser, path: str) -> None:
    weights = travelled(browser, site.url + path)
    letters = [url for url in weights if url.endswith(".woff2")]
    assert letters
    assert sum(weights.values()) <= MOST_BYTES, sorted(weights.items(), key=lambda one: -one[1])


def test_the_names_of_other_languages_fetch_no_letters(site: Site, browser: Browser) -> None:
    """A page without anybody's name."""
    scripts = {url.rsplit("-", 1)[-1] for url in travelled(browser, f"{site.url}/t/big/downloads")}
    assert "basic.woff2" in scripts
    assert "cyrillic.woff2" not in scripts
