"""A public page weighs at most 90 kB as it travels to a phone that has nothing yet, letters included."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.screens.site import Site

MOST_BYTES = 90_000
TOGETHER = 6
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


class Scales:
    """A page as it comes to somebody for the first time, and the bytes of every answer, heads included."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.addresses: dict[str, str] = {}
        self.weights: list[tuple[str, int]] = []
        self.page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        told = self.page.context.new_cdp_session(self.page)
        told.on("Network.requestWillBeSent", self._asked)
        told.on("Network.loadingFinished", self._came)
        told.send("Network.enable")
        self.page.goto(address, wait_until="commit")

    def _asked(self, sent: dict[str, Any]) -> None:
        self.addresses[sent["requestId"]] = sent["request"]["url"]

    def _came(self, came: dict[str, Any]) -> None:
        self.weights.append((came["requestId"], int(came["encodedDataLength"])))

    def read(self) -> list[tuple[str, int]]:
        """Address and weight of every answer, once the page asks for nothing more."""
        self.page.wait_for_load_state("networkidle")
        self.page.evaluate("document.fonts.ready")
        self.page.context.close()
        return [(self.addresses[id], weight) for id, weight in self.weights if self.addresses[id].startswith("http")]


@pytest.fixture(scope="module")
def travelled(site: Site, browser: Browser) -> dict[str, list[tuple[str, int]]]:
    """The answers of each page. A few pages wait together for what may still be asked for."""
    found = {}
    for begin in range(0, len(PAGES), TOGETHER):
        scales = {path: Scales(browser, site.url + path) for path in PAGES[begin : begin + TOGETHER]}
        found |= {path: one.read() for path, one in scales.items()}
    return found


@pytest.mark.parametrize("path", PAGES)
def test_a_public_page_with_its_letters_weighs_at_most_90_kB(
    travelled: dict[str, list[tuple[str, int]]], path: str
) -> None:
    weights = dict(travelled[path])
    assert len(weights) == len(travelled[path]), "an address was asked for twice"
    assert [url for url in weights if url.endswith(".woff2")], "no letters"
    assert sum(weights.values()) <= MOST_BYTES, sorted(weights.items(), key=lambda one: -one[1])


def test_the_names_of_other_languages_fetch_no_letters(travelled: dict[str, list[tuple[str, int]]]) -> None:
    """A page without anybody's name."""
    scripts = {url.rsplit("-", 1)[-1] for url, _ in travelled["/t/big/downloads"]}
    assert "basic.woff2" in scripts
    assert "cyrillic.woff2" not in scripts
