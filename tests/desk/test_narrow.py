"""Forms of the desk on the narrowest phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.stories.tablo import Tablo, log_in, page_of, running


@pytest.fixture
def tablo(tmp_path: Path) -> Iterator[Tablo]:
    with running(tmp_path / "data") as tablo:
        yield tablo


def test_a_new_tournament_with_all_details_open_is_no_wider_than_a_phone(tablo: Tablo, browser: Browser) -> None:
    page = page_of(browser, 320, 640)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk/new")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
