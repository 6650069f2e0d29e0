"""Scores of clubs by hand: asked for in the settings, seen on a phone and a wall as results come in, and on paper."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.stories.tablo import announce, begin, enter, log_in, page_of, picture, press, register, running, seats, send
from tests.tiers import sample
from web.wording import Language, language

PLAYERS = [
    "Name;Rating;Club",
    "Ivanova, Maria;2210;Levski",
    "Petrov, Petar;2150;Lokomotiv",
    "Dimitrov, Asen;2090;Lokomotiv",
    "Georgieva, Elena;2010;Levski",
]


@pytest.mark.parametrize("code", sample(("bg", "en", "ru"), 1))
def test_the_best_two_of_each_club_have_a_table(browser: Browser, tmp_path: Path, code: str) -> None:
    words: Language = language(code)

    def said(sentence: str) -> str:
        return words.catalogue.gettext(sentence)

    with running(tmp_path / "data") as tablo:
        page = page_of(browser, lang=code)
        wall, phone = page_of(browser, 1920, 1080, code), page_of(browser, 390, 844, code)
        log_in(page, tablo.url)
        slug = announce(page, tablo.url, "Open", rounds="3")
        desk = f"{tablo.url}/desk/t/{slug}"
        register(page, desk, PLAYERS)
        send(page, desk, "/colour", colour="w")

        page.goto(f"{desk}/settings")
        form = page.locator("#team-scores form")
        form.get_by_label(said("Scores of teams"), exact=True).select_option("club")
        form.get_by_label(said("Players of each that count")).fill("2")
        picture(page, f"team-scores-settings-{code}")
        press(form.get_by_role("button", name=said("Save")))
        expect(form.get_by_role("link", name=said("Public page"))).to_be_visible()

        send(page, f"{tablo.url}/desk/screens", name="hall")
        page.goto(f"{tablo.url}/desk/screens/hall")
        page.locator("select[name=kind-0]").select_option("team-scores")
        page.locator("select[name=tournament-0]").select_option(slug)
        page.locator("select[name=language]").select_option(code)
        press(page.get_by_role("button", name=said("Set"), exact=True))
        begin(page, desk, 1)
        wall.goto(f"{tablo.url}/screen/hall")
        phone.goto(f"{tablo.url}/t/{slug}/team-scores?lang={code}")
        rows = phone.locator("[data-topic] tbody tr")
        expect(rows).to_have_count(2)
        games = seats(page, desk, 1)
        levski = ("Ivanova", "Georgieva")
        won = {board: "1-0" if white.startswith(levski) else "0-1" for board, (white, _) in games.items()}
        enter(page, desk, 1, won)
        expect(rows.first).to_contain_text("Levski")
        expect(rows.first.locator("td.points")).to_have_text("2")
        expect(wall.locator("#store")).to_contain_text("Levski")
        picture(phone, f"team-scores-phone-{code}")
        picture(wall, f"team-scores-wall-{code}")
        paper = page.request.get(f"{desk}/papers/team-scores.pdf")
        assert (paper.status, paper.headers["content-type"]) == (200, "application/pdf")
