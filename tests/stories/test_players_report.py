"""Players report from their phones: two who agree settle their game, two who differ leave it to the desk alone."""

import json
import re
from pathlib import Path
from urllib.request import urlopen

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import log_in, page_of, picture, press, row, running, with_round_one

PLAYERS = ("Anna Ivanova", "Boris Petrov", "Clara Dimitrova", "David Georgiev")
PHONE = (390, 844)
DISPUTE = re.compile("disput", re.IGNORECASE)


def set_up(desk_page: Page, url: str, slug: str) -> str:
    """Round 1 of four players, who may report."""
    log_in(desk_page, url)
    desk = f"{url}/desk/t/{slug}"
    desk_page.goto(f"{desk}/settings")
    press(desk_page.get_by_role("button", name="Allow players to report"))
    return desk


def at_own_page(browser: Browser, desk_page: Page, desk: str, player: int) -> Page:
    """The phone of a player, with the page behind their own link."""
    link = re.search(r'href="[^"]*(/report/[^"]*)"', desk_page.request.get(f"{desk}/players/{player}").text())
    assert link
    phone = page_of(browser, *PHONE)
    phone.goto(desk.partition("/desk")[0] + link[1])
    return phone


def phones_of_board(browser: Browser, desk_page: Page, desk: str, board: int) -> tuple[Page, Page]:
    """The phones of White and of Black."""
    with urlopen(f"{desk.replace('/desk', '')}/pairings.json") as answer:
        seats = json.load(answer)["data"]["boards"][board - 1]
    white, black = (at_own_page(browser, desk_page, desk, seats[side]["id"]) for side in ("white", "black"))
    return white, black


def report(phone: Page, word: str, said: str) -> None:
    """One tap; the page then says what became of it."""
    phone.get_by_role("button", name=word).click()
    expect(phone.locator(".own-game .state")).to_contain_text(said)


def test_two_who_agree_settle_it_and_two_who_differ_are_news_for_the_desk_alone(
    browser: Browser, tmp_path: Path
) -> None:
    slug = with_round_one(tmp_path / "data", "Evening Open", PLAYERS, rounds=3)
    with running(tmp_path / "data") as tablo:
        desk_page, wall, spectator = page_of(browser), page_of(browser, 1920, 1080), page_of(browser, *PHONE)
        desk = set_up(desk_page, tablo.url, slug)
        public = desk.replace("/desk", "")
        white, black = phones_of_board(browser, desk_page, desk, 1)
        other_white, other_black = phones_of_board(browser, desk_page, desk, 2)
        wall.goto(f"{public}/screen")
        spectator.goto(f"{public}/pairings")
        desk_page.goto(f"{desk}/rounds/1")
        picture(white, "report-phone-asked")
        grounds = white.locator(".own-game .piece").evaluate_all(
            "all => all.map(i => getComputedStyle(i).backgroundColor)"
        )
        assert len(set(grounds)) == 2, "White's piece and Black's look alike"
        assert [one["id"] for one in Axe().run(white).response["violations"]] == []

        report(white, "I won", "You reported 1 – 0. It counts when your opponent reports the same.")
        picture(white, "report-phone-one")
        expect(row(desk_page, 1).locator(".mark")).to_contain_text("reported by White: 1 – 0")
        expect(row(desk_page, 1)).to_have_attribute("data-result", "")
        black.reload()
        expect(black.locator(".state")).to_contain_text("Your opponent has reported a result.")
        report(black, "I lost", "The result stands: 1 – 0")
        picture(black, "report-phone-settled")
        expect(row(desk_page, 1)).to_have_attribute("data-result", "1-0")
        expect(spectator.locator("[data-part=b1]")).to_contain_text("1 – 0")
        expect(wall.locator("body")).to_contain_text("1 – 0")

        report(other_white, "I won", "You reported 1 – 0.")
        report(other_black, "I won", "You and your opponent say different things. An arbiter decides")
        picture(other_black, "report-phone-differ")
        assert [one["id"] for one in Axe().run(other_black).response["violations"]] == []
        dispute = desk_page.locator("[data-dispute='2']")
        expect(dispute).to_be_visible()
        picture(desk_page, "report-desk-dispute")
        for seen in (wall, spectator):
            expect(seen.locator("body")).not_to_contain_text(DISPUTE)
            seen.reload()
            expect(seen.locator("body")).to_contain_text("1 – 0")
            expect(seen.locator("body")).not_to_contain_text("0 – 1")
            expect(seen.locator("body")).not_to_contain_text(DISPUTE)
        picture(wall, "report-wall")
        picture(spectator, "report-spectator")

        press(dispute.get_by_role("button", name="0 – 1"))
        expect(spectator.locator("[data-part=b2]")).to_contain_text("0 – 1")
        expect(wall.locator("body")).to_contain_text("0 – 1")
        other_white.reload()
        expect(other_white.locator(".state")).to_contain_text("The result stands: 0 – 1")
