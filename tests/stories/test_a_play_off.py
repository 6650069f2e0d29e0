"""Three are level for first place: all play all, two stay level, Armageddon; the hall and a spectator see it happen."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import (
    announce,
    begin,
    enter,
    log_in,
    page_of,
    picture,
    press,
    register,
    running,
    screen_with,
    send,
)

PLAYERS = [
    "Name,Rating",
    *(
        f'"{name}",{2400 - 50 * at}'
        for at, name in enumerate(("Adams", "Bacrot", "Caruana", "Dubov", "Eljanov", "Fedoseev"))
    ),
]


def enter_newest(page: Page, wins: dict[frozenset[str], str]) -> str:
    """The one game that is being played; the winner by name, a draw where nobody is named. Returns Black's name."""
    form = page.locator("form.result")
    text = form.locator("strong").inner_text()
    white, black = (part.strip() for part in text.split("–"))
    winner = wins.get(frozenset((white, black)), "")
    value = "1-0" if winner == white else "0-1" if winner == black else "1/2-1/2"
    form.locator(f"button[value='{value}']").click()
    return black


@pytest.mark.usefixtures("browser")
def test_a_play_off_of_three_ends_in_armageddon(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        desk_page, wall, phone = page_of(browser), page_of(browser, 1920, 1080), page_of(browser, 390, 844)
        log_in(desk_page, tablo.url)
        slug = announce(desk_page, tablo.url, "Town Cup", rounds="1", order="PTS PLAYOFF RTNG")
        desk = f"{tablo.url}/desk/t/{slug}"
        register(desk_page, desk, PLAYERS)
        send(desk_page, desk, "/colour", colour="w")
        begin(desk_page, desk, 1)
        enter(desk_page, desk, 1, {1: "1-0", 2: "0-1", 3: "1-0"})

        desk_page.goto(desk)
        desk_page.get_by_role("link", name="Hold a play-off").click()
        expect(desk_page.locator("main")).to_contain_text("3 players are level for place 1")
        picture(desk_page, "playoff-hold")
        press(desk_page.get_by_role("button", name="Hold a play-off"))
        expect(desk_page.get_by_role("button", name="Draw lots")).to_be_visible()
        found = re.search(r"/desk/t/([^/?]+)/playoff", desk_page.url)
        assert found, desk_page.url
        playoff = found[1]
        wall.goto(screen_with(desk_page, tablo.url, "playoff", playoff))
        desk_page.goto(f"{tablo.url}/desk/t/{playoff}/playoff")
        phone.goto(f"{tablo.url}/t/{playoff}/playoff")
        loads: list[str] = []
        phone.on("framenavigated", lambda frame: loads.append(frame.url))

        names = [line.strip() for line in desk_page.locator(".stage tr th").all_inner_texts()]
        best, second, last = names
        wins = {frozenset((best, last)): best, frozenset((second, last)): second}
        press(desk_page.get_by_role("button", name="Draw lots"))
        expect(phone.locator(".stage .duel.playing")).to_have_count(1)
        expect(phone.locator(".playoff-tree .duel.playing")).to_have_count(1)
        picture(desk_page, "playoff-desk-first-game")
        for game in range(3):
            enter_newest(desk_page, wins)
            press(desk_page.get_by_role("button", name="eat the next games" if game < 2 else "Draw lots"))
        expect(phone.locator("main")).to_contain_text("Armageddon, 5 min against 4")
        expect(phone.locator("main")).to_contain_text("A draw is a win for Black.")
        expect(wall.locator("#panel .tree .playing")).to_contain_text("Armageddon, 5 min against 4")
        picture(wall, "playoff-wall-armageddon")
        picture(phone, "playoff-phone-armageddon")
        picture(desk_page, "playoff-desk-armageddon")
        black = enter_newest(desk_page, {})
        expect(phone.locator(".playoff-outcome li").first).to_contain_text(black)
        expect(phone.locator(".playoff-outcome li").first).to_contain_text("by Armageddon")
        expect(wall.locator("#panel .tree .outcome")).to_contain_text("by Armageddon")
        expect(phone.locator(".playoff-tree .outcome")).to_contain_text(black)
        picture(wall, "playoff-wall-decided")
        picture(phone, "playoff-phone-decided")
        picture(desk_page, "playoff-desk-decided")
        assert loads == []

        expect(desk_page.locator("main")).to_contain_text("This order stands in the table of Town Cup since")
        desk_page.goto(desk)
        expect(desk_page.locator("main")).to_contain_text(f"Its order stands in the table: {black} (by Armageddon)")
        picture(desk_page, "playoff-desk-of-the-table")
        phone.goto(f"{tablo.url}/t/{slug}/standings")
        expect(phone.locator("table.standings tbody tr").first).to_contain_text(black)
