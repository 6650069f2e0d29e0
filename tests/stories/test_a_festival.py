"""A festival by hand: one screen for two sections, one list of prizes, and points that go on into a super-final."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import (
    begin,
    enter,
    log_in,
    page_of,
    picture,
    press,
    register,
    running,
    seats,
    send,
    step_of_festival,
)


def players(number: int) -> list[str]:
    return ["Name;Rating", *(f"Player {letter};{2400 - 50 * n}" for n, letter in enumerate("ABCDEFGH"[:number]))]


def play(page: Page, desk: str, rounds: int) -> None:
    """The letter that comes first wins every game."""
    send(page, desk, "/colour", colour="w")
    for round in range(1, rounds + 1):
        begin(page, desk, round)
        games = seats(page, desk, round)
        enter(page, desk, round, {board: "1-0" if white < black else "0-1" for board, (white, black) in games.items()})
        send(page, desk, f"/rounds/{round}/close", f"{desk}/rounds/{round}")


def festival_with(page: Page, url: str, *titles: str) -> str:
    """Without drawing a page; returns its page at the desk."""
    festival = send(page, f"{url}/desk/festivals", name="Cup").url.split("?")[0]
    for title in titles:
        send(page, festival, "/announce", title=title, rounds="3")
    return festival


def announce_festival(page: Page, url: str) -> str:
    page.goto(f"{url}/desk/festivals")
    page.locator("input[name=name]").fill("Cup")
    press(page.get_by_role("button", name="Announce the festival"))
    festival = page.url
    for title in ("Open", "Seniors"):
        form = step_of_festival(page, "announce")
        form.locator("input[name=title]").fill(title)
        form.locator("input[name=rounds]").fill("3")
        press(page.get_by_role("button", name="Announce the section"))
    return festival


def test_two_sections_share_a_screen_and_a_list_of_prizes(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, wall, phone = page_of(browser), page_of(browser, 1920, 1080), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        festival = announce_festival(page, tablo.url)
        desk = f"{tablo.url}/desk/t/cup-"
        for section, prizes in (("open", "First; 100\nSecond; 50"), ("seniors", "First; 300")):
            register(page, f"{desk}{section}", players(4))
            page.goto(f"{desk}{section}/prizes")
            page.get_by_text("As text", exact=True).click()
            page.locator("#prizes").fill(prizes)
            press(page.get_by_role("button", name="Announce the prizes"))
        page.goto(festival)
        page.locator("#of-festival > summary").click()
        page.locator("input[name=one_prize_each]").check()
        press(page.get_by_role("button", name="Save"))
        page.goto(f"{tablo.url}/desk/screens")
        page.locator("input[name=name]").fill("hall")
        press(page.locator("form:has(input[name=name]) button").first)
        page.locator("select[name=kind-0]").select_option("standings")
        page.locator("select[name=tournament-0]").select_option("f/cup")
        press(page.get_by_role("button", name="Set", exact=True))
        wall.goto(f"{tablo.url}/screen/hall")
        for section in ("open", "seniors"):
            play(page, f"{desk}{section}", 2)
        for section in ("Open · Cup", "Seniors · Cup"):
            expect(wall.locator("#store")).to_contain_text(section)
        picture(wall, "festival-screen")

        # Player A leads both, and has the greater prize alone
        phone.goto(f"{tablo.url}/f/cup/prizes")
        expect(phone.locator("section", has_text="Seniors").locator("tbody tr").first).to_contain_text("Player A")
        expect(phone.locator("section", has_text="Open").first).not_to_contain_text("Player A")
        picture(phone, "festival-prizes")

        # A spectator finds somebody without knowing the section
        phone.get_by_role("searchbox", name="Find a player").fill("player b")
        press(phone.get_by_role("button", name="Find"))
        for section in ("Open", "Seniors"):
            expect(phone.locator("section", has_text=section).get_by_role("link", name="Player B")).to_be_visible()
        picture(phone, "festival-find")

        # The sections are linked by hand, and the link is undone in the history
        page.goto(festival)
        link = step_of_festival(page, "link")
        link.get_by_label("Open").check()
        link.locator("select[name=into]").select_option("cup-seniors")
        press(page.get_by_role("button", name="Link them"))
        expect(page.locator("h2", has_text="Who goes on")).to_be_visible()
        page.get_by_role("link", name="History").click()
        press(page.get_by_role("button", name="Undo"))
        picture(page, "festival-history")
        expect(page.locator("tr.void")).to_contain_text("The best 2 of each go on into Seniors from Open")
        page.goto(festival)
        expect(page.locator("h2", has_text="Who goes on")).to_have_count(0)


@pytest.mark.whole
def test_points_and_least_games_go_on_through_a_final_into_a_super_final(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        festival = festival_with(page, tablo.url, "Open", "Seniors")
        register(page, f"{tablo.url}/desk/t/cup-open", players(8))
        page.goto(festival)
        form = step_of_festival(page, "groups")
        form.locator("input[name=most]").fill("4")
        form.locator("input[name=least_games]").fill("2")
        form.locator("summary", has_text="Super-final").click()
        form.locator("input[name=super_title]").fill("Super-final")
        for stage, carry in (("group", ""), ("final", "mutual-results"), ("super", "points")):
            form.locator(f"select[name={stage}_format]").select_option("swiss")
            if carry:
                form.locator(f"select[name={stage}_carry]").select_option(carry)
        form.locator("input[name=final_rounds]").fill("2")  # nobody of one group meets again
        press(page.get_by_role("button", name="Make the groups"))
        for slug in ("cup-group-a", "cup-group-b", "cup-final"):
            play(page, f"{tablo.url}/desk/t/{slug}", 2 if slug == "cup-final" else 3)
            send(page, f"{tablo.url}/desk/t/{slug}", "/close")
        phone.goto(f"{tablo.url}/f/cup")
        expect(phone.locator("[data-part='cup-super-final']")).to_contain_text("2 players registered")
        phone.goto(f"{tablo.url}/t/cup-super-final/players/1")
        expect(phone.locator("main")).to_contain_text("Brings 3 along")
        expect(phone.locator(".came a")).to_have_text("Cup: Final")
        picture(phone, "festival-carried")
        phone.locator(".came a").click()
        expect(phone.locator("main")).to_contain_text("Brings 1 along")
        expect(phone.locator(".came a")).to_have_text("Cup: Group A")
        phone.get_by_role("button", name="More").click()
        phone.get_by_role("link", name="Cup", exact=True).click()
        expect(phone).to_have_url(f"{tablo.url}/f/cup")
