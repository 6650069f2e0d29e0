"""Pages that others show within theirs, and data for scripts of other sites."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path

import pytest

from domain.words.regulations import Details
from server.journal import AsyncJournal, open_journal
from server.settings import Settings
from tests.crosstable import history
from tests.desk.browsers import Browser, browser, server
from tests.public.served import write

EMBEDDED = ("live", "pairings", "standings", "player/1")
OTHERS = ("/", "/t/open", "/t/open/standings", "/desk", "/embed-me", "/screen")


@asynccontextmanager
async def hall(folder: Path, host: str = "hall.example") -> AsyncIterator[Browser]:
    """An arbiter at the desk of a tournament of four, its second round published."""
    journal = AsyncJournal(open_journal(Settings(data=folder).journal_url))
    story = history("A 2400 +w2 ?b3\nB 2300 -b1 ?w4\nC 2200 +w4 ?w1\nD 2100 -b3 ?b2", details=Details("<Open> & Cup"))
    await write(journal, "open", story)
    await journal.close()
    async with server(folder) as transport, browser(transport, host) as anna:
        yield await anna.log_in()


async def test_these_pages_and_no_others_may_stand_in_a_frame(tmp_path: Path) -> None:
    async with hall(tmp_path) as anna:
        embedded = [await anna.go(f"/embed/open/{path}") for path in EMBEDDED]
        others = [await anna.go(path) for path in OTHERS]

    for answer in embedded:
        assert answer.status_code == 200
        assert "frame-ancestors *" in answer.headers["content-security-policy"]
        assert "x-frame-options" not in answer.headers
        assert 'method="post"' not in answer.text
        assert "set-cookie" not in answer.headers
    for answer in others:
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-frame-options"] == "DENY"


async def test_an_embedded_page_follows_the_feed_and_leads_out_of_its_frame(tmp_path: Path) -> None:
    async with hall(tmp_path) as anna:
        page = (await anna.go("/embed/open/pairings")).text

    assert 'data-topic="t/open/pairings"' in page
    assert "feed-page.js" in page
    assert '<base target="_blank">' in page


@pytest.mark.parametrize("page", ["/t/open/downloads", "/desk/t/open/exports", "/t/open/players/1"])
async def test_the_line_to_copy_is_a_frame_with_the_address_of_the_hall(tmp_path: Path, page: str) -> None:
    async with hall(tmp_path) as anna:
        shown = (await anna.go(page)).text

    lines = [unescape(found) for found in re.findall(r'readonly id="embed-[^"]*" value="([^"]*)"', shown)]
    assert lines
    assert all(line.startswith('<iframe src="http://hall.example/embed/open/') for line in lines)
    assert all(line.endswith("></iframe>") and line.count("<") == 2 for line in lines)


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "[::1]:8080"])
async def test_an_address_that_only_this_machine_opens_stands_in_no_line(tmp_path: Path, host: str) -> None:
    async with hall(tmp_path, host) as anna:
        shown = [(await anna.go(page)).text for page in ("/t/open/downloads", "/t/open/players/1")]

    assert all('readonly id="embed-' not in page for page in shown)
    assert all("Open this page at the address that others use" in page for page in shown)


@pytest.mark.parametrize("path", ["/t/open/standings.json", "/catalogue.json", "/t/nowhere/standings.json"])
async def test_scripts_of_other_sites_may_read_the_public_data(tmp_path: Path, path: str) -> None:
    async with hall(tmp_path) as anna:
        first = await anna.go(path)
        again = await anna.go(path)
        page = await anna.go("/t/open/standings")

    assert first.headers["access-control-allow-origin"] == again.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in page.headers
