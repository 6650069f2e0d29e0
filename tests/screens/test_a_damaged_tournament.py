"""A television whose tournament cannot be read says so; the others show what they always show."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from domain.screens.events import ContentKind
from tests.screens.site import Site, open_of, shown

BROKEN = "This tournament has not been read from the journal yet."


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A hall with three screens: of the damaged tournament, of the sound one, and of both in turn."""
    site = Site(tmp_path_factory.mktemp("damaged"))
    site.write("open", open_of(8))
    site.write("sound", open_of(10))
    site.start()
    site.screen("damaged", shown(ContentKind.STANDINGS))
    site.screen("sound", shown(ContentKind.STANDINGS, "sound"))
    site.screen("both", shown(ContentKind.STANDINGS), shown(ContentKind.PAIRINGS, "sound"))
    site.stop()
    damage(site.folder / "tablo.sqlite")
    site.start()
    yield site
    site.stop()


def damage(file: Path) -> None:
    """One letter of the older tournament."""
    with closing(sqlite3.connect(file)) as disk, disk:
        disk.execute("DROP TRIGGER stored_events_update")
        changed = disk.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), '\"Spring', '\"Sprint') AS BLOB)"
            " WHERE position = (SELECT min(position) FROM stored_events WHERE topic = 'TournamentAnnounced')"
        )
        assert changed.rowcount == 1


def test_the_screen_says_it(site: Site, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{site.url}/screen/damaged")
    expect(page.locator("section.panel .empty")).to_contain_text(BROKEN)
    expect(page.locator("section.panel h2")).to_have_text("open")
    page.close()


def test_another_screen_shows_its_standings(site: Site) -> None:
    page = httpx.get(f"{site.url}/screen/sound", timeout=10)
    assert page.status_code == 200
    assert BROKEN not in page.text
    assert 'data-part="standings:sound/' in page.text


def test_a_screen_of_both_shows_what_can_be_read(site: Site) -> None:
    page = httpx.get(f"{site.url}/screen/both", timeout=10).text
    assert BROKEN in page
    assert 'data-part="pairings:sound/' in page


def test_the_screen_of_the_tournament_itself_looks_again(site: Site) -> None:
    page = httpx.get(f"{site.url}/t/open/screen", timeout=10)
    assert page.status_code == 503
    assert 'http-equiv="refresh"' in page.text


def test_what_hung_there_before_says_it_too(site: Site) -> None:
    newest = site.app.state.services.screens.screen_office.position
    page = httpx.get(f"{site.url}/screen/both?at=hall:{newest}", timeout=10)
    assert page.status_code == 200
    assert BROKEN in page.text
    assert 'data-part="pairings:sound/' in page.text


def test_its_feed_is_told_to_come_again_later(site: Site) -> None:
    answer = httpx.get(f"{site.url}/live/events?topic=t/open/screen&form=html", timeout=10)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "30")
