"""A double elimination of four: the winner of the lower bracket wins the final, and both meet once more."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import announce, begin, enter, log_in, page_of, picture, press, register, running, seats, send

PLAYERS = [
    "Name,Rating",
    *(f'"{name}, {name[0]}.",{2500 - 10 * n}' for n, name in enumerate(("Alba", "Bell", "Cole", "Dorn"))),
]
ON_THE_WALL_FOR_MS = 16_000


def announced(page: Page, url: str) -> str:
    """With one game a match; returns the address at the desk."""
    desk = f"{url}/desk/t/{announce(page, url, 'Spring Cup', format='double-elimination')}"
    register(page, desk, PLAYERS)
    send(page, desk, "/colour", colour="w")
    return desk


def win(page: Page, desk: str, round: int, name: str) -> None:
    """The one game of the round."""
    white, _black = seats(page, desk, round)[1]
    enter(page, desk, round, {1: "1-0" if name in white else "0-1"})


def turned_to(page: Page, content: str) -> Page:
    for _ in range(12):
        if page.locator(f"#panel {content}:visible").count():
            break
        page.clock.fast_forward(ON_THE_WALL_FOR_MS)
        page.wait_for_timeout(200)
    expect(page.locator(f"#panel {content}:visible").first).to_be_visible()
    return page


def test_who_comes_back_through_the_lower_bracket_wins_two_finals(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        arbiter, spectator = page_of(browser), page_of(browser, 390, 844)
        hall = page_of(browser, 1920, 1080, own=True)
        log_in(arbiter, tablo.url)
        desk = announced(arbiter, tablo.url)
        public = desk.replace("/desk", "")
        begin(arbiter, desk, 1)
        enter(arbiter, desk, 1, {1: "1-0", 2: "1-0"})
        spectator.goto(f"{public}/bracket")
        expect(spectator.locator("h2")).to_have_text(["Upper bracket", "Lower bracket", "Final", "Second final"])
        hall.clock.install()
        hall.goto(f"{public}/screen")
        loads: list[str] = []
        for page in (hall, spectator):
            page.on("framenavigated", lambda frame: loads.append(frame.url))

        begin(arbiter, desk, 2)
        enter(arbiter, desk, 2, {1: "1-0", 2: "1-0"})
        expect(spectator.locator(".duel.over")).to_have_count(4)
        expect(turned_to(hall, ".tree")).to_have_url(f"{public}/screen")
        picture(hall, "double-elimination-wall")
        begin(arbiter, desk, 3)
        enter(arbiter, desk, 3, {1: "1-0"})
        begin(arbiter, desk, 4)
        final = spectator.locator(".duel.playing")
        expect(final).to_have_count(1)
        came_back = final.locator(".side .name").nth(1).inner_text().split(" ", 1)[1]
        win(arbiter, desk, 4, came_back)

        begin(arbiter, desk, 5)
        expect(spectator.locator(".duel.playing")).to_have_count(1)
        win(arbiter, desk, 5, came_back)
        expect(spectator.locator(".heading .champion")).to_have_text(f"Champion {came_back}")
        expect(turned_to(hall, ".champion .name")).to_have_url(f"{public}/screen")
        expect(hall.locator("#panel .champion .name").first).to_have_text(came_back.split(", ")[0])
        assert loads == []
        picture(spectator, "double-elimination-phone")
        picture(hall, "double-elimination-wall-winner")

        arbiter.goto(desk)
        press(arbiter.get_by_role("button", name="Close the tournament"))
        arbiter.goto(f"{public}/standings")
        expect(arbiter.locator("table.standings tbody tr").first).to_contain_text(came_back)
        arbiter.goto(public)
        expect(arbiter.locator("dl.facts").first).not_to_contain_text("Tie-breaks")
