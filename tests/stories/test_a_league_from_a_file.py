"""A league comes from a report file after round 1: paired on, tables and prizes by board, a play-off of teams."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from domain import events as e
from domain.files.exporting import report_of
from domain.files.header import rules_comment
from domain.files.trf import Ladder, write
from domain.tournament import replay
from domain.words.choices.prizes import BoardMerit
from domain.words.regulations import Regulations
from tests.stories.tablo import begin, log_in, page_of, picture, press, running, screen_with, send
from tests.team_events import MATCH, team_events
from tests.tiers import sample
from web.wording import language
from web.wording.chess.team_scores import ORDERS_BY_BOARD

PRIZES = "Best at board 1; 100; board:1/1\nBest percentage at board 2; 50; percent:2"


def file_after_round_1() -> str:
    """Four teams of two boards; team 1 beat team 3 and team 2 beat team 4."""
    order = ("MPTS", "PLAYOFF", "GPTS")
    laws = Regulations(system="team-swiss-2026", scoring=MATCH, rounds=2, order=order, ruleset="c07_2026")
    t = replay([*team_events(4, ["1-3 1= 4-2 0="], boards=2, regulations=laws), e.RoundClosed(1)])
    t.details = replace(t.details, name="League")
    return write(report_of(t), Ladder.TRF26, comments=[rules_comment(t)])


def enter_match(page: Page, desk: str, round: int, board: int, results: str) -> None:
    send(page, desk, f"/rounds/{round}/boards/{board}/match", f"{desk}/rounds/{round}", results=results)


def paper_of(page: Page, address: str) -> None:
    assert page.request.get(address).headers["content-type"] == "application/pdf"


@pytest.mark.parametrize("code", sample(("ru", "en", "bg"), 1))
def test_a_league_from_a_file_to_its_play_off(browser: Browser, tmp_path: Path, code: str) -> None:
    said = language(code).catalogue.gettext
    order = language(code).ngettext(*ORDERS_BY_BOARD[BoardMerit.PERCENTAGE], 1)
    (tmp_path / "league.trf").write_text(file_after_round_1(), "utf-8")
    with running(tmp_path / "data") as tablo:
        page, wall, phone = (page_of(browser, *size, lang=code) for size in ((1440, 900), (1920, 1080), (390, 844)))
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/import")
        page.locator("#file").set_input_files(str(tmp_path / "league.trf"))
        press(page.get_by_role("button", name=said("Read it")))
        teams = language(code).catalogue.ngettext("%(num)s team", "%(num)s teams", 4) % {"num": 4}
        expect(page.locator("main")).to_contain_text(f"league.trf · {teams}")
        picture(page, f"league-file-read-{code}")
        page.locator("main form button.primary").click()
        expect(page).to_have_url(re.compile("/desk/t/league"))
        desk = f"{tablo.url}/desk/t/league"

        page.goto(f"{desk}/settings")
        page.evaluate("document.querySelectorAll('details.fold').forEach(one => one.open = true)")
        page.locator("[name=boards_by]").select_option("percent")
        page.locator("[name=least_board_games]").fill("1")
        picture(page, f"league-settings-{code}")
        laws = page.locator("form", has=page.locator("[name=boards_by]"))
        laws.locator("[name=reason]").fill("as the league says")
        press(laws.locator("button.primary"))
        send(page, desk, "/prizes", f"{desk}/prizes", prizes=PRIZES, sharing="equal", currency="EUR")

        begin(page, desk, 2)
        enter_match(page, desk, 2, 1, "10")
        enter_match(page, desk, 2, 2, "==")
        phone.goto(f"{tablo.url}/t/league/boards?lang={code}")
        expect(phone.locator("main")).to_contain_text(order)
        expect(phone.locator("tr.board-name")).to_have_count(2)
        picture(phone, f"league-boards-phone-{code}")
        wall.goto(screen_with(page, tablo.url, "board-tables", "league"))
        expect(wall.locator("#panel")).to_contain_text("Player 201")
        expect(wall.locator("#panel th.tiebreak")).to_have_text("%")
        picture(wall, f"league-boards-wall-{code}")
        page.goto(f"{desk}/prizes")
        expect(page.locator("main")).to_contain_text("Player 102")
        picture(page, f"league-prizes-{code}")
        paper_of(page, f"{tablo.url}/t/league/boards/2.pdf?lang={code}")
        paper_of(page, f"{desk}/papers/prizes.pdf")

        page.goto(f"{desk}/playoff")
        picture(page, f"league-play-off-{code}")
        press(page.get_by_role("button", name=said("Hold a play-off")))
        found = re.search(r"/desk/t/([^/?]+)/playoff", page.url)
        assert found, page.url
        off = f"{tablo.url}/desk/t/{found[1]}"
        for round, results in enumerate(("11", "=="), 1):
            send(page, off, "/playoff/seat", f"{off}/playoff")
            enter_match(page, off, round, 1, results)
        phone.goto(f"{tablo.url}/t/{found[1]}/playoff?lang={code}")
        winner = phone.locator(".playoff-outcome li").first
        expect(winner).to_be_visible()
        picture(phone, f"league-play-off-phone-{code}")
        name = re.search(r"Team \d", winner.inner_text())
        assert name, winner.inner_text()
        phone.goto(f"{tablo.url}/t/league/standings?lang={code}")
        expect(phone.locator("table.standings tbody tr").first).to_contain_text(name[0])
        paper_of(page, f"{tablo.url}/t/league/standings/2.pdf?lang={code}")
