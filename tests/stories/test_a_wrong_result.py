"""Nine rounds of 40 players: after round 5 is published, board 3 of round 3 turns out wrong (F.7)."""

import re
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.results import record_result
from domain.tournament import Tournament, replay
from domain.words.games import Colour, Result
from domain.words.regulations import Details, Regulations
from server.journal import open_journal
from server.settings import Settings
from tests.crosstable import announced, published
from tests.stories.tablo import log_in, page_of, picture, press, running

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS, Result.WHITE_WINS, Result.BLACK_WINS)
"""By board and round, so that the table is mixed and always the same."""

ASKED_ANEW = """select => { select.dispatchEvent(new Event('change', {bubbles: true}))
  return ['effect-table', 'effect-pairings'].map(id => document.getElementById(id).getAttribute('aria-busy')) }"""


def four_rounds_played() -> Tournament:
    """Round 5 is published."""
    state = announced(Regulations(rounds=9), Details("Autumn Open"))
    people = [NewPlayer(f"Player {n:02d}, Test", rating=2400 - 15 * n) for n in range(1, 41)]
    replay(register_many(state, people), state)
    replay([e.InitialColourDrawn(Colour.WHITE)], state)
    for round in range(1, 6):
        published(state)
        for board in state.round(round).matches if round < 5 else ():
            replay(record_result(state, round, board, RESULTS[(board + round) % 5], None), state)
    return state


def seed(data: Path, slug: str, events: list[e.Event]) -> None:
    data.mkdir()
    journal = open_journal(Settings(data=data).journal_url)
    journal.append(slug, 0, "Boris", "seed-of-the-story", events, datetime.now(UTC), "")
    journal.close()


def test_preview_decision_effect_history_time_travel_and_undo(browser: Browser, tmp_path: Path) -> None:
    state = four_rounds_played()
    was = state.round(3).game(3).result
    wrong = Result.BLACK_WINS if was is not Result.BLACK_WINS else Result.WHITE_WINS
    seed(tmp_path / "data", "autumn", state.history)
    with running(tmp_path / "data") as tablo:
        desk = f"{tablo.url}/desk/t/autumn"
        page, screen, table = page_of(browser), page_of(browser, 1920, 1080), page_of(browser)
        screen.goto(f"{tablo.url}/t/autumn/screen")
        table.goto(f"{tablo.url}/t/autumn/standings")
        before = table.locator("main tbody").first.inner_text()
        boards_before = _boards(screen)
        assert len(boards_before) == 20
        log_in(page, tablo.url, "Anna")

        # The preview: before anything is written
        page.goto(f"{desk}/rounds/3/boards/3/correct")
        page.locator("select[name=result]").select_option(wrong.value)
        expect(page.locator("#effect-table tr.moves").first).to_be_visible()
        expect(page.locator("#effect-pairings")).to_contain_text(re.compile(r"Round 4 would have been paired"))
        expect(page.locator("#effect-pairings")).to_contain_text("Round 6 cannot be paired yet")
        expect(page.locator("#correction")).to_contain_text("F.7")
        picture(page, "correction-preview")
        assert page.locator("select[name=result]").evaluate(ASKED_ANEW) == ["true", "true"]
        expect(page.locator("[aria-busy]")).to_have_count(0)

        # The decision: two rounds back leaves FIDE mode, so it is asked twice
        page.locator("input[name=reason]").fill("the score sheets were mixed up")
        press(page.get_by_role("button", name="Correct it"))
        expect(page.locator(".consequences")).to_contain_text("FIDE mode")
        press(page.get_by_role("button", name="I know, go on"))
        expect(page.get_by_role("heading", name="Really?")).to_be_visible()
        assert table.locator("main tbody").first.inner_text() == before
        press(page.get_by_role("button", name="Yes, do it"))
        expect(page.locator("tr[data-board='3']")).to_contain_text("corrected")

        # The effect: the table moves by itself, the published boards stay
        expect(table.locator("main tbody").first).not_to_have_text(before, timeout=5000)
        after = table.locator("main tbody").first.inner_text()
        assert _boards(screen) == boards_before

        # The history: who, what, why; and the page as it was before
        page.goto(f"{desk}/history?round=3&board=3")
        newest = page.locator(".history tbody tr").first
        expect(newest).to_contain_text("Anna")
        expect(newest).to_contain_text("the score sheets were mixed up")
        picture(page, "correction-history")
        position = len(state.history)
        table.goto(f"{tablo.url}/t/autumn/standings?at={position}")
        expect(table.locator("body")).to_contain_text("You are looking at the past")
        assert table.locator("main tbody").first.inner_text() == before
        picture(table, "time-travel")

        # The undo: one entry, not everything since
        newest.get_by_role("link", name="Undo").click()
        page.locator("input[name=reason]").fill("they were right after all")
        press(page.get_by_role("button", name="Undo it"))
        expect(page.locator(".history tbody tr.void")).to_have_count(1)
        table.goto(f"{tablo.url}/t/autumn/standings")
        undone = table.locator("main tbody").first.inner_text()
        assert (undone == before, undone == after) == (True, False)
        expect(table.locator("body")).to_contain_text("FIDE mode")


def _boards(screen: Page) -> list[str]:
    """The boards as the screen has them, one line each."""
    rows = screen.locator("#store .pairings tbody tr").all_text_contents()
    return [" ".join(re.findall(r"Player \d\d", text)) for text in rows]
