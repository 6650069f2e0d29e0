"""A public page weighs at most 90 kB as it travels to a phone that has nothing yet, letters included."""

import pytest
from playwright.sync_api import Browser

from tests.screens.site import Site
from tests.screens.weighing import Weighed, assert_light

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


@pytest.fixture(scope="module")
def travelled(site: Site, browser: Browser) -> Weighed:
    return Weighed(browser, site.url)


@pytest.mark.parametrize("path", PAGES)
def test_a_public_page_with_its_letters_weighs_at_most_90_kB(travelled: Weighed, path: str) -> None:
    weights = dict(travelled[path])
    assert len(weights) == len(travelled[path]), "an address was asked for twice"
    assert [url for url in weights if url.endswith(".woff2")], "no letters"
    assert_light(travelled[path], MOST_BYTES)


def test_the_names_of_other_languages_fetch_no_letters(travelled: Weighed) -> None:
    """A page without anybody's name."""
    scripts = {url.rsplit("-", 1)[-1] for url, _ in travelled["/t/big/downloads"]}
    assert "basic.woff2" in scripts
    assert "cyrillic.woff2" not in scripts
