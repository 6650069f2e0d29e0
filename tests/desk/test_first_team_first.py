"""Matches of teams at the desk read as the signed sheet and the wall do: first team first, whatever its colour."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from domain.words.regulations import Regulations
from domain.words.teams import TeamOptions
from server.journal import open_journal
from server.settings import Settings
from tests.stories.tablo import Tablo, log_in, page_of, picture, row, running, type_results
from tests.team_events import MATCH, team_events

LAWS = Regulations(scoring=MATCH, ruleset="c07_2026", rounds=3, teams=TeamOptions(open_lineups=True))


@pytest.fixture
def tablo(tmp_path: Path) -> Iterator[Tablo]:
    """Two matches of four boards are being played."""
    data = tmp_path / "data"
    data.mkdir()
    journal = open_journal(Settings(data=data).journal_url)
    events = team_events(4, ["1-2 ???? 3-4 ????"], regulations=LAWS)
    journal.append("league", 0, "Anna", "seed", events, datetime.now(UTC), "")
    journal.close()
    with running(data) as tablo:
        yield tablo


@pytest.fixture
def anna(tablo: Tablo, browser: Browser) -> Iterator[Page]:
    page = page_of(browser)
    log_in(page, tablo.url)
    page.goto(f"{tablo.url}/desk/t/league/rounds/1")
    yield page
    page.close()


def names(page: Page, selector: str, count: int = 4) -> list[tuple[str, ...]]:
    """Left and right of the first boards."""
    lines = page.locator(selector).all()[:count]
    sides = (".white .person", ".black .person")
    return [tuple(line.locator(side).first.inner_text() for side in sides) for line in lines]


def test_screen_sheet_and_keys_say_the_same(tablo: Tablo, anna: Page, browser: Browser) -> None:
    assert names(anna, "tr[data-board]") == [(f"Player 10{n}", f"Player 20{n}") for n in range(1, 5)]
    expect(row(anna, "1.2").locator(".white .piece")).to_have_class("piece b")
    anna.locator("#quick-board").fill("1.1")
    anna.keyboard.press("Enter")
    anna.keyboard.press("1")
    type_results(anna, {"1.2": "1", "1.3": "0", "1.4": "+"})
    for board, sign in {"1": "1 – 0", "1.2": "1 – 0", "1.3": "0 – 1", "1.4": "+ – −"}.items():
        expect(row(anna, board).locator(".sign > b")).to_have_text(sign)
    expect(anna.locator("tr[data-match='1'] .match-score")).to_have_text("3 – 1")
    picture(anna, "desk-team-order")
    anna.reload()
    expect(row(anna, "1.2").locator(".sign > b")).to_have_text("1 – 0")
    spectator = page_of(browser, 390, 844)
    spectator.goto(f"{tablo.url}/t/league/pairings")
    expect(spectator.locator("[data-part='b1.2'] .outcome")).to_have_text("1 – 0")
    spectator.close()


def test_the_keys_are_named_by_the_teams_of_the_board(anna: Page) -> None:
    anna.locator("#quick-board").fill("2.2")
    expect(anna.locator(".legend .left")).to_have_text("Team 3")
    expect(anna.locator(".legend .right")).to_have_text("Team 4")
    expect(anna.locator("#pair")).to_contain_text("Player 302")


def test_a_button_of_a_row_is_the_win_of_the_team_on_its_side(anna: Page) -> None:
    row(anna, "1.2").get_by_role("button", name="The left team won").click()
    expect(row(anna, "1.2").locator(".sign > b")).to_have_text("1 – 0")
    expect(row(anna, "1.2")).to_have_attribute("data-result", "0-1")


def test_what_was_overwritten_is_told_as_it_stands_in_the_row(anna: Page) -> None:
    type_results(anna, {"1.2": "1"})
    anna.keyboard.press("Escape")
    anna.locator("#quick-board").fill("1.2")
    anna.keyboard.press("Enter")
    anna.keyboard.press("0")
    expect(anna.locator("#was")).to_contain_text("Board 1.2: was 1 – 0, now 0 – 1.")
    anna.keyboard.press("Z")
    expect(row(anna, "1.2").locator(".sign > b")).to_have_text("1 – 0")


def test_a_letter_of_a_colour_means_the_colour(anna: Page) -> None:
    type_results(anna, {"1.2": "w"})
    expect(row(anna, "1.2").locator(".sign > b")).to_have_text("0 – 1")
