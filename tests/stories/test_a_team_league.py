"""A league of twelve teams of four: registered from a list, lineups from the desk and from a captain's phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.stories.tablo import (
    Tablo,
    announce,
    begin,
    log_in,
    page_of,
    picture,
    press,
    running,
    send,
    type_results,
)

TEAMS = (
    "Burgas",
    "Dobrich",
    "Gabrovo",
    "Haskovo",
    "Lovech",
    "Montana",
    "Pernik",
    "Pleven",
    "Plovdiv",
    "Ruse",
    "Sofia",
    "Varna",
)
ROUNDS = 3
PHONE = (390, 844)


@pytest.fixture
def tablo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    with running(tmp_path_factory.mktemp("league") / "data") as tablo:
        yield tablo


def list_of_teams() -> str:
    """A line for each team, Burgas the strongest; a mistake in the line of Varna."""
    lines = ["Team\tCaptain\tFed\tBoard 1\tBoard 2\tBoard 3\tBoard 4\tReserve 1"]
    for place, team in enumerate(TEAMS):
        players = [f"{team} {board} {2400 - 20 * place - 5 * board}" for board in range(1, 5)]
        lines.append("\t".join([team, f"Captain of {team}", "BUL", *players, f"{team} Reserve 1900"]))
    return "\n".join(lines)


def register_teams(page: Page, desk: str) -> None:
    """A list with a mistake first: everything wrong with it is told, and nothing is registered."""
    page.goto(f"{desk}/teams/import")
    page.locator("textarea").fill(list_of_teams().replace("Captain of Varna\tBUL", "Captain of Varna\tBulgaria"))
    press(page.locator("main form button.primary"))
    expect(page.get_by_role("alert")).to_contain_text("Varna: Federation must be three letters")
    picture(page, "teams-import-refused")
    page.locator("textarea").fill(list_of_teams())
    press(page.locator("main form button.primary"))
    picture(page, "teams-import")
    press(page.get_by_role("button", name="Register 12 teams"))
    expect(page.locator("#teams tbody tr")).to_have_count(12)
    picture(page, "teams")


def lineup_of(page: Page, team: str) -> Locator:
    return page.locator("form.lineup", has=page.get_by_role("heading", name=re.compile(f"^{team} ")))


def refuse_against_board_order(page: Page, desk: str) -> None:
    """Board 1 and 2 the other way round: refused by team, board, player and rule; taken with a reason."""
    page.goto(f"{desk}/rounds/1/lineups")
    burgas = lineup_of(page, "Burgas")
    burgas.locator("select").nth(0).select_option(label="2 · Burgas 2 2390")
    burgas.locator("select").nth(1).select_option(label="1 · Burgas 1 2395")
    press(burgas.get_by_role("button"))
    expect(page.locator("#refusal")).to_contain_text(
        "Burgas, round 1: board 2: Burgas 1 stands above Burgas 2 in the list of the team."
    )
    picture(page, "lineup-refused")
    burgas.get_by_label("Reason to let it stand").fill("The list was printed wrong")
    press(burgas.get_by_role("button"))
    expect(page.locator(".notice.done")).to_contain_text("The list was printed wrong")


def captain_hands_in(page: Page, phone: Page, desk: str) -> None:
    """By the link of the card, on a phone; nobody else sees it before both are in."""
    page.goto(f"{desk}/teams/captains")
    press(page.get_by_role("button", name="Make links for 12 teams"))
    picture(page, "captains")
    card = page.locator(".invitation", has_text="Captain of Pernik")
    phone.goto(card.locator("a.link-of-captain").get_attribute("href") or "")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Pernik")
    round_one = phone.locator("#round-1")
    expect(round_one).to_contain_text("No lineup is in.")
    round_one.locator("select").nth(3).select_option(label="R · Pernik Reserve 1900")
    press(round_one.get_by_role("button"))
    expect(phone.locator("#round-1")).to_contain_text("Nobody but the arbiter sees it before the other one is in.")
    picture(phone, "captain-phone")


def seen_when_both_are_in(page: Page, phone: Page, spectator: Page, url: str, desk: str) -> None:
    """Burgas plays Pernik on board 1 of round 1."""
    phone.reload()
    expect(phone.locator("#round-1")).to_contain_text("Burgas 2")
    spectator.goto(f"{url}/t/team-league/matches/1/1")
    expect(spectator.locator("tr.match-board")).to_have_count(4)
    expect(spectator.locator("tr.match-board").last).to_contain_text("Pernik Reserve")
    picture(spectator, "match-phone")
    spectator.goto(f"{url}/t/team-league/matches/1/2")
    expect(spectator.locator("main")).to_contain_text("no lineup is shown yet. Expected, in the order of the squad:")


def score_on(wall: Page, match: int) -> Locator:
    return wall.locator(f"#store [data-row='m{match}'] .result")


def type_board_by_board(page: Page, wall: Page, spectator: Page, url: str, desk: str) -> None:
    """One key for each board of the first match: the wall and a phone add them up while it happens."""
    spectator.goto(f"{url}/t/team-league/pairings")
    page.goto(f"{desk}/rounds/1")
    expect(score_on(wall, 1)).to_have_text("0 – 0")
    type_results(page, {"1": "1", "1.2": "=", "1.3": "0", "1.4": "1"})
    expect(page.locator("tr[data-match='1'] .match-score")).to_have_text("2½ – 1½")
    expect(score_on(wall, 1)).to_have_text("2½ – 1½", timeout=5000)
    expect(spectator.locator("tr[data-part='m1'] .outcome")).to_have_text("2½ – 1½", timeout=5000)
    picture(wall, "team-league-wall")
    picture(page, "team-league-desk")


def play_round(page: Page, desk: str, round: int, already: int = 0) -> None:
    """The whole match in one line, the first team ahead; the first `already` matches have their results."""
    at = f"{desk}/rounds/{round}"
    for match in range(already + 1, 7):
        send(page, desk, f"/rounds/{round}/boards/{match}/match", at, results="1=0=" if match % 2 else "11=0")
    page.goto(at)
    expect(page.locator("#progress")).to_contain_text("24 / 24")


def correct_after_the_next_round(page: Page, spectator: Page, url: str, desk: str) -> None:
    """Board 3 of the first match was a draw: Burgas has won by 3 to 1, and round 2 stands as it was published."""
    spectator.goto(f"{url}/t/team-league/pairings/2")
    published = spectator.locator("main tbody").inner_text()
    page.goto(f"{desk}/rounds/1/boards/1/correct?game=2")
    page.locator("select[name=result]").select_option("0-1")
    page.locator("input[name=reason]").fill("both score sheets say so")
    expect(page.locator("#effect-table")).to_be_visible()
    picture(page, "team-league-correction")
    press(page.get_by_role("button", name="Correct it"))
    press(page.get_by_role("button", name="Yes, do it"))
    page.goto(f"{desk}/rounds/1")
    expect(page.locator("tr[data-match='1'] .match-score")).to_have_text("3 – 1")
    spectator.reload()
    assert spectator.locator("main tbody").inner_text() == published


def finish(page: Page, spectator: Page, url: str, desk: str) -> None:
    page.goto(f"{desk}/rounds/{ROUNDS}")
    press(page.get_by_role("button", name=f"Close round {ROUNDS}"))
    page.goto(desk)
    press(page.get_by_role("button", name="Close the tournament"))
    spectator.goto(f"{url}/t/team-league/standings")
    expect(spectator.locator("main tbody tr")).to_have_count(12)
    points = [int(text) for text in spectator.locator("main tbody .points").all_inner_texts()]
    assert points == sorted(points, reverse=True)
    assert sum(points) == 2 * 6 * ROUNDS
    picture(spectator, "team-league-standings")


def test_a_league_of_teams(tablo: Tablo, browser: Browser) -> None:
    desk_page, phone, spectator = page_of(browser), page_of(browser, *PHONE), page_of(browser, *PHONE)
    log_in(desk_page, tablo.url)
    desk = f"{tablo.url}/desk/t/{announce(desk_page, tablo.url, 'Team league', entrants='teams', rounds=str(ROUNDS))}"
    register_teams(desk_page, desk)
    send(desk_page, desk, "/colour", colour="lot")
    begin(desk_page, desk, 1)
    captain_hands_in(desk_page, phone, desk)
    refuse_against_board_order(desk_page, desk)
    seen_when_both_are_in(desk_page, phone, spectator, tablo.url, desk)
    wall = page_of(browser, 1920, 1080)
    wall.goto(f"{tablo.url}/t/team-league/screen")
    type_board_by_board(desk_page, wall, spectator, tablo.url, desk)
    wall.close()
    play_round(desk_page, desk, 1, already=1)
    begin(desk_page, desk, 2)
    correct_after_the_next_round(desk_page, spectator, tablo.url, desk)
    for round in range(2, ROUNDS + 1):
        play_round(desk_page, desk, round)
        if round < ROUNDS:
            begin(desk_page, desk, round + 1)
    finish(desk_page, spectator, tablo.url, desk)
