"""Norms of players of a team, and what comes next in a play-off, in three languages on the phone and at the desk."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from domain import events as e
from domain.decisions.playoffs import draw_and_seat
from domain.tournament import Tournament, replay
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.options import PlayoffOptions
from tests.formats.test_playoff_journals import held
from tests.norms.test_norms_of_members import league
from tests.stories.tablo import kept, log_in, page_of, picture, running
from web.wording import language

LANGUAGES = ("en", "bg", "ru")


def shown(t: Tournament) -> Tournament:
    return replay([e.ChancesShown(ChancesFor.PUBLIC, 1, OpenGames.DRAWN)], t)


def seated(t: Tournament) -> Tournament:
    return replay(draw_and_seat(t, "seed"), t)


def looked_at(page: Page, name: str) -> None:
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
    picture(page, name)


def test_a_team_and_a_playoff_show_what_can_still_come(browser: Browser, tmp_path: Path) -> None:
    teams = kept(tmp_path / "data", shown(league("+++++===", 9)))
    playoff = kept(tmp_path / "data", shown(seated(held(3, PlayoffOptions()))))
    with running(tmp_path / "data", chances=True) as tablo:
        phone, desk = page_of(browser, 390, 844), page_of(browser)
        log_in(desk, tablo.url)
        for code in LANGUAGES:
            said = language(code).gettext
            phone.goto(f"{tablo.url}/t/{teams}/norms?lang={code}")
            expect(phone.locator("table.norms tbody")).to_contain_text("Applicant")
            looked_at(phone, f"norms-of-teams-{code}")
            phone.locator("table.norms a.person").first.click()
            expect(phone.locator("table.aims")).to_contain_text(said("%(norm)s norm") % {"norm": "GM"}, timeout=60_000)
            phone.locator("table.aims").scroll_into_view_if_needed()
            looked_at(phone, f"norm-of-a-member-{code}")
            steps = said("It is a play-off: its steps follow from one another, and no plan says how many there are.")
            for page, at in ((phone, f"{tablo.url}/t/{playoff}"), (desk, f"{tablo.url}/desk/t/{playoff}")):
                page.goto(f"{at}/coming?lang={code}")
                expect(page.locator("main")).to_contain_text(steps)
                looked_at(page, f"coming-playoff-{page.viewport_size['width']}-{code}")  # type: ignore[index]
