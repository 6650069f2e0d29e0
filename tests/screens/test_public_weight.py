"""A public page weighs at most 90 kB as it travels to a phone that has nothing yet, letters included."""

import pytest
from playwright.sync_api import Browser

from tests.screens.site import Site
from tests.screens.weighing import Weighed, assert_light
from tests.tiers import sample

MOST_BYTES = 90_000
PAGES = (
    "/t/nine/crosstable",
    "/t/big/downloads",
    "/t/nine/standings?page=2",
    "/t/nine/crosstable?page=3",
    "/t/big/api",
    "/",
    "/help",
)
"""Pages that `test_a_thousand_players.py` does not weigh with more players."""


@pytest.fixture(scope="module")
def travelled(site: Site, browser: Browser) -> Weighed:
    return Weighed(browser, site.url)


@pytest.mark.parametrize("path", sample(PAGES, 2))
def test_a_public_page_with_its_letters_weighs_at_most_90_kB(travelled: Weighed, path: str) -> None:
    assert_light(travelled[path], MOST_BYTES)


def test_the_names_of_other_languages_fetch_one_alphabet_each_in_one_weight(travelled: Weighed) -> None:
    """A page without anybody's name: in letters of the device they looked broken beside ours."""
    fetched = [url.rsplit("/", 1)[-1] for url, _ in travelled["/t/big/downloads"] if "cyrillic" in url]
    assert len(fetched) == 1
