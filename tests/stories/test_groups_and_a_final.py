"""Two groups of four and their final; a result of a group is corrected when the final is full."""

import re
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import (
    CHANCES_SECONDS,
    log_in,
    page_of,
    picture,
    press,
    register,
    running,
    screen_with,
    seats,
    send,
    step_of_festival,
)
from tests.stories.test_a_festival import festival_with, play

PLAYERS = ["Name;Rating", *(f"Player {letter};{2400 - 50 * n}" for n, letter in enumerate("ABCDEFGH"))]
"""Group A has A, D, E and H, group B the others."""
FAR_AHEAD = re.compile(r"[89][0-9]")
"""Of who is in for certain: the more endings, the nearer to 100."""


def play_group(page: Page, desk: str) -> None:
    play(page, desk, 3)
    send(page, desk, "/close")


def board_of(page: Page, desk: str, names: set[str]) -> tuple[int, int, str]:
    """Round, board and White of the game of these two."""
    for round in (1, 2, 3):
        for board, seated in seats(page, desk, round).items():
            if set(seated) == names:
                return round, board, seated[0]
    raise AssertionError(names)


def make_groups(page: Page, url: str) -> str:
    """The festival with everybody in its groups; its page at the desk."""
    festival = festival_with(page, url, "Entries")
    register(page, f"{url}/desk/t/cup-entries", PLAYERS)
    page.goto(festival)
    form = step_of_festival(page, "groups")
    form.locator("input[name=most]").fill("4")
    form.locator("select[name=group_format]").select_option("swiss")
    form.locator("select[name=final_format]").select_option("swiss")
    expect(form.get_by_role("status")).to_have_text("8 players → 2 groups of 4 → 4 in “Final”")
    press(page.get_by_role("button", name="Make the groups"))
    expect(page.locator("table.list").first).to_contain_text("Group B")
    return festival


def test_a_corrected_group_is_not_silent_at_the_desk_of_the_final(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, wall, phone = page_of(browser), page_of(browser, 1920, 1080), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        festival = make_groups(page, tablo.url)
        wall.goto(screen_with(page, tablo.url, "standings", "f/cup"))
        phone.goto(f"{tablo.url}/f/cup")
        group_a, final = f"{tablo.url}/desk/t/cup-group-a", f"{tablo.url}/desk/t/cup-final"

        # Both groups are played: the spectator and the wall see it happen, and the final fills by itself
        play_group(page, group_a)
        expect(phone.locator("[data-part='cup-group-a']")).to_contain_text("finished")
        expect(phone.locator("[data-part='cup-final']")).to_contain_text("2 players registered")
        expect(wall.locator("#store")).to_contain_text("Player H")
        play_group(page, f"{tablo.url}/desk/t/cup-group-b")
        expect(phone.locator("[data-part='cup-final']")).to_contain_text("4 players registered")
        picture(phone, "festival-phone")
        page.goto(festival)
        expect(page.locator("body")).to_contain_text("2 have come")
        picture(page, "festival-desk")

        # A result of group A was wrong: E has beaten D
        round, board, white = board_of(page, group_a, {"Player D", "Player E"})
        page.goto(group_a)
        page.locator("details", has_text="Reopen").locator("summary").click()
        page.locator("form[action$='/reopen'] input[name=reason]").fill("a protest")
        press(page.get_by_role("button", name="Reopen"))
        confirm(page)
        page.goto(f"{group_a}/rounds/{round}/boards/{board}/correct")
        page.locator("select[name=result]").select_option("1-0" if white == "Player E" else "0-1")
        page.locator("input[name=choice][value=next-pairing]").check()
        page.locator("input[name=reason]").fill("the score sheet says so")
        press(page.get_by_role("button", name="Correct it"))
        confirm(page)

        # The final says what would have been otherwise, and nothing has changed there
        page.goto(final)
        expect(page.locator(".drift")).to_contain_text("Would have qualified")
        expect(page.locator(".drift")).to_contain_text("Player E")
        expect(phone.locator("[data-part='cup-final']")).to_contain_text("4 players registered")
        picture(page, "festival-drift")

        # The arbiter decides: E plays instead of D
        page.locator("form[action$='/exchange'] input[name=reason]").fill("corrected before the start")
        press(page.get_by_role("button", name="Change the entrants"))
        confirm(page)
        page.goto(final)
        expect(page.locator(".drift")).to_have_count(0)
        phone.goto(f"{tablo.url}/t/cup-final/players")
        expect(phone.locator("main")).to_contain_text("Player E")
        expect(phone.locator("main")).not_to_contain_text("Player D")


def confirm(page: Page) -> None:
    """Every question that stands in the way."""
    for name in ("I know, go on", "Yes, do it"):
        if page.get_by_role("button", name=name).count():
            press(page.get_by_role("button", name=name))


def test_who_may_come_into_the_final_follows_the_results_of_its_groups(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data", chances=True) as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        festival, group = make_groups(page, tablo.url), f"{tablo.url}/desk/t/cup-group-a"
        send(page, festival, "/coming", f"{festival}/coming", shown="public", from_round="1", open_games="drawn")
        phone.goto(f"{tablo.url}/f/cup/coming/cup-final?lang=en")
        rows = phone.locator("[data-list] tr")
        expect(rows).to_have_count(8, timeout=1000 * CHANCES_SECONDS)  # an open page has them from the first seconds on
        picture(phone, "stage-phone")
        expect(rows.filter(has_text="Player D").locator(".number").first).not_to_have_text("100 %")
        play_group(page, group)
        expect(rows.filter(has_text="Player E")).to_have_count(0, timeout=1000 * CHANCES_SECONDS)
        expect(rows.filter(has_text="Player D").locator(".number").first).to_have_text(
            FAR_AHEAD, timeout=1000 * CHANCES_SECONDS
        )
        for lang in ("bg", "ru"):
            phone.goto(f"{tablo.url}/f/cup/coming/cup-final?lang={lang}")
            picture(phone, f"stage-phone-{lang}")
        page.goto(f"{festival}/coming/cup-final")
        picture(page, "stage-desk")
