"""A wrong board of a team match: phones disagree, the desk settles, corrects, looks back and undoes."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from domain import events as e
from domain.words.regulations import Regulations
from domain.words.teams import TeamOptions
from server.journal import open_journal
from server.settings import Settings
from tests.stories.tablo import Tablo, invited, log_in, page_of, picture, press, row, running
from tests.team_events import MATCH, team_events

CITIES = ("Sofia", "Varna", "Ruse", "Pleven")
PLAYED = ["1-2 1=01 3-4 10=1", "1-3 1111 4-2 0=1=", "4-1 ???? 2-3 ????"]
"""Sofia beats Varna by 2½ to 1½ in round 1; board 2 was drawn."""


def league() -> list[e.Event]:
    """Four teams of four by name; the third of four rounds is being played."""
    laws = Regulations(
        scoring=MATCH, rounds=4, order=("MPTS", "GPTS"), system="team-swiss-2026", teams=TeamOptions(open_lineups=True)
    )
    return [
        replace(one, team=replace(one.team, name=CITIES[int(one.team.name[5:]) - 1]))
        if isinstance(one, e.TeamRegistered)
        else one
        for one in team_events(4, PLAYED, regulations=laws, reserves=1)
    ]


@pytest.fixture
def tablo(tmp_path: Path) -> Iterator[Tablo]:
    data = tmp_path / "data"
    data.mkdir()
    journal = open_journal(Settings(data=data).journal_url)
    journal.append("league", 0, "Boris", "seed-of-the-story", league(), datetime.now(UTC), "")
    journal.close()
    with running(data) as tablo:
        yield tablo


def helper(browser: Browser, desk: Page, url: str, name: str) -> Page:
    """Somebody with a phone, invited for match 1."""
    phone = page_of(browser, 390, 844)
    phone.goto(invited(desk, url, name, tournament="league", first_board="1", last_board="1"))
    return phone


def tap(phone: Page, board: str, result: str) -> None:
    row(phone, board).click()
    phone.locator(f"#pad button[data-result='{result}']").click()


def boards_on(phone: Page) -> list[str]:
    return [one.get_attribute("data-board") or "" for one in phone.locator("#boards tr").all()]


def test_a_range_of_boards_is_one_of_matches_and_two_phones_disagree_about_two_of_them(
    tablo: Tablo, browser: Browser
) -> None:
    desk, wall = page_of(browser), page_of(browser, 1920, 1080)
    log_in(desk, tablo.url)
    at = f"{tablo.url}/desk/t/league"
    boris, clara = (helper(browser, desk, tablo.url, name) for name in ("Boris", "Clara"))
    assert boards_on(boris) == ["1", "1.2", "1.3", "1.4"]
    assert boris.evaluate("document.documentElement.scrollWidth") <= 390
    picture(boris, "team-phone")
    wall.goto(f"{tablo.url}/t/league/screen")
    desk.goto(f"{at}/rounds/3")

    clara.context.set_offline(True)
    tap(clara, "1.2", "0-1")
    tap(clara, "1.3", "1/2-1/2")
    tap(boris, "1.2", "1-0")
    tap(boris, "1.3", "1-0")
    expect(row(desk, "1.3").locator(".sign > b")).not_to_be_empty(timeout=5000)
    clara.context.set_offline(False)
    expect(clara.locator(".beside").first).to_contain_text("an arbiter decides")

    disputes = desk.locator("#disputes form")
    expect(disputes).to_have_count(2, timeout=5000)
    expect(disputes.first).to_contain_text("Match 1, board 2")
    expect(disputes.first).to_contain_text("Player 402 (Pleven) – Player 102 (Sofia)")
    expect(wall.locator("#store [data-row='b1.2']")).to_have_class(re.compile("playing"), timeout=5000)
    expect(wall.locator("#store")).not_to_contain_text("disputed")
    picture(desk, "team-disputes")
    disputes.first.get_by_role("button", name="Clara").click()
    expect(disputes).to_have_count(1)
    expect(disputes.first).to_contain_text("Match 1, board 3")
    disputes.first.get_by_role("button", name="Boris").click()
    expect(disputes).to_have_count(0)
    for phone in (boris, clara):
        expect(row(phone, "1.2").locator(".sign > b")).to_have_text("0 – 1", timeout=5000)
        expect(row(phone, "1.3").locator(".sign > b")).to_have_text("1 – 0", timeout=5000)
    expect(wall.locator("#store [data-row='m1'] .result")).to_have_text("1 – 1", timeout=5000)


def match_score(page: Page, match: int) -> Locator:
    return page.locator(f"tr[data-part='m{match}'] .outcome")


def test_a_corrected_board_is_previewed_told_seen_in_the_past_and_undone(tablo: Tablo, browser: Browser) -> None:
    desk, spectator = page_of(browser), page_of(browser, 390, 844)
    log_in(desk, tablo.url)
    at, public = f"{tablo.url}/desk/t/league", f"{tablo.url}/t/league"
    position = len(league())
    spectator.goto(f"{public}/pairings/1")
    expect(match_score(spectator, 1)).to_have_text("2½ – 1½")

    desk.goto(f"{at}/rounds/1/boards/1/correct?game=2")
    expect(desk.locator("h1")).to_have_text("Correct match 1, board 2")
    expect(desk.locator("p.game")).to_contain_text("Player 102")
    desk.locator("select[name=result]").select_option("1-0")
    expect(desk.locator("#effect-table tr.moves, #effect-table tr").first).to_be_visible()
    picture(desk, "team-correction-preview")
    desk.locator("input[name=reason]").fill("the score sheet says so")
    press(desk.get_by_role("button", name="Correct it"))
    if desk.get_by_role("button", name="I know, go on").count():
        press(desk.get_by_role("button", name="I know, go on"))
    press(desk.get_by_role("button", name="Yes, do it"))
    expect(match_score(spectator, 1)).to_have_text("2 – 2", timeout=5000)

    desk.goto(f"{at}/history?round=1&board=1")
    newest = desk.locator(".history tbody tr").first
    expect(newest).to_contain_text("Round 1, match 1, board 2, Player 202 (Varna) – Player 102 (Sofia): corrected")
    picture(desk, "team-history")
    spectator.goto(f"{public}/matches/1/1?at={position}")
    expect(spectator.locator("body")).to_contain_text("You are looking at the past")
    expect(match_score(spectator, 1)).to_have_text("2½ – 1½")
    picture(spectator, "team-time-travel")
    spectator.goto(f"{public}/boards?at={position}")
    expect(spectator.locator("[data-part='p102'] .points")).to_have_text("1½")

    newest.get_by_role("link", name="Undo").click()
    expect(desk.locator(".say").first).to_contain_text("Round 1, match 1, board 2")
    picture(desk, "team-undo")
    desk.locator("input[name=reason]").fill("it was right after all")
    press(desk.get_by_role("button", name="Undo it"))
    expect(desk.locator(".history tbody tr.void")).to_have_count(1)
    spectator.goto(f"{public}/pairings/1")
    expect(match_score(spectator, 1)).to_have_text("2½ – 1½")


def test_a_helper_for_one_match_enters_no_other(tablo: Tablo, browser: Browser) -> None:
    desk = page_of(browser)
    log_in(desk, tablo.url)
    boris = helper(browser, desk, tablo.url, "Boris")
    token = boris.locator("input[name=form_token]").first.get_attribute("value") or ""
    for path, form in (
        ("results", {"board": "2.1", "result": "1-0"}),
        ("boards/2/match", {"results": "1111"}),
        ("boards/1/match", {"results": "1111"}),
    ):
        answer = boris.request.post(
            f"{tablo.url}/desk/t/league/rounds/3/{path}", form={"form_token": token, **form}, max_redirects=0
        )
        assert answer.status in (403, 409), path
    desk.goto(f"{tablo.url}/desk/t/league/rounds/3")
    expect(desk.locator("#progress")).to_contain_text(re.compile("^0 / 8"))
