"""A round is played at lichess: links are made, a player follows their own on a phone, the result is taken."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.live_boards.games_at_lichess import games_at_lichess
from tests.stories.tablo import announce, begin, log_in, page_of, picture, press, register, running, send

OWN = {"en": "Round 1 at lichess", "bg": "Кръг 1 в lichess", "ru": "Тур 1 на lichess"}
DESK = {"en": "Play at lichess", "bg": "Игра в lichess", "ru": "Играть на lichess"}


@pytest.mark.usefixtures("browser")
def test_a_round_at_lichess(browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with games_at_lichess() as there:
        monkeypatch.setenv("TABLO_LICHESS", there.url)
        with running(tmp_path / "data") as tablo:
            page, phone = page_of(browser), page_of(browser, 390, 844)
            log_in(page, tablo.url)
            desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='5')}"
            register(page, desk, ["Name;Rating", *(f"Player {n};{2400 - n}" for n in range(8))])
            send(page, desk, "/colour", colour="w")
            begin(page, desk, 1)
            page.goto(f"{desk}/rounds/1")
            press(page.get_by_role("link", name="Play at lichess"))
            page.get_by_label("Name at lichess: Player 0").fill("player_0")
            page.get_by_label("Name at lichess: Player 4").fill("player_4")
            press(page.get_by_role("button", name="Make the games"))
            expect(page.locator("#there tr[data-board='1']")).to_contain_text("color=black")
            picture(page, "lichess-desk")
            assert [one.get("users") for one in there.forms] == ["player_0,player_4", None, None, None]
            page.goto(f"{desk}/self-help")
            page.locator("[name=own_norms]").check()
            press(page.locator("form.sheet button.primary"))
            page.goto(f"{desk}/players/1")
            link = page.locator("#own-page a[href*='/report/']").first.get_attribute("href")
            for lang, heading in OWN.items():
                phone.goto(f"{link}?lang={lang}")
                expect(phone.get_by_role("heading", name=heading)).to_be_visible()
                picture(phone, f"lichess-own-{lang}")
            there.moves = {"gameNo01": ("1. f3 e5 2. g4 Qh4#", "0-1")}
            for lang, heading in reversed(DESK.items()):
                page.goto(f"{desk}/rounds/1/lichess?lang={lang}")
                expect(page.locator("h1")).to_have_text(heading)
            press(page.get_by_role("button", name="Fetch the games"))
            press(page.get_by_role("button", name=re.compile("of board 1")))
            picture(page, "lichess-taken")
            page.goto(f"{desk}/rounds/1/lichess")
            expect(page.locator("#there tr[data-board='1']")).not_to_contain_text("color=black")
