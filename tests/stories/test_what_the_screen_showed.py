"""A screen as it was at 14:05: set as it was set, to the entry."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
from playwright.sync_api import Browser, expect

from domain import events as e
from domain.words.games import Result
from server.journal import open_journal
from server.settings import Settings
from tests.stories.tablo import page_of, picture, running
from tests.stories.test_a_wrong_result import four_rounds_played

START = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def seed_by_the_clock(data: Path) -> dict[str, datetime]:
    """The tournament at noon; board 1 of round 5 ends at 14:03 and board 2 at 14:07."""
    data.mkdir()
    journal = open_journal(Settings(data=data).journal_url)
    history = four_rounds_played().history
    journal.append("autumn", 0, "Boris", "the-morning", history, START, "")
    times = {"14:03": START + timedelta(minutes=123), "14:07": START + timedelta(minutes=127)}
    for board, (name, at) in enumerate(times.items(), 1):
        result = e.ResultRecorded(5, board, Result.WHITE_WINS)
        journal.append("autumn", len(history) + board - 1, "Anna", f"board-{name}", [result], at, "")
    journal.close()
    return times


def test_the_screen_as_it_was_then(browser: Browser, tmp_path: Path) -> None:
    times = seed_by_the_clock(tmp_path / "data")
    between = (times["14:03"] + timedelta(minutes=2)).isoformat()
    with running(tmp_path / "data") as tablo:
        page = page_of(browser, 1920, 1080)
        page.goto(f"{tablo.url}/t/autumn/screen?at={between}")
        expect(page.locator("#past")).to_contain_text("the past")
        expect(page.locator("#panel")).to_contain_text("1 – 0")
        assert (page.locator("#store").text_content() or "").count("1 – 0") == 1
        picture(page, "screen-as-it-was")
        page.goto(f"{tablo.url}/t/autumn/screen")
        assert (page.locator("#store").text_content() or "").count("1 – 0") == 2
        assert httpx.get(f"{tablo.url}/t/autumn/screen?at=teatime").status_code == 400
        assert httpx.get(f"{tablo.url}/t/autumn/screen?at=2020-01-01").status_code == 404
