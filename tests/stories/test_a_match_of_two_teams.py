"""Two teams of three by the Scheveningen tables: all rounds are drawn at once, and typed into the crosstable."""

from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import announce, log_in, page_of, picture, press, register, running

TEAMS = {"Red": ("Ann", "Bob", "Cid"), "Blue": ("Dan", "Eve", "Fay")}
GAMES = 9


def announced(page: Page, url: str) -> str:
    teams = dict(zip(("first_team", "second_team"), TEAMS, strict=True))
    desk = f"{url}/desk/t/{announce(page, url, 'Red v Blue', format='scheveningen', **teams)}"
    rows = [f"{name},{2400 - 10 * n},{team}" for team, names in TEAMS.items() for n, name in enumerate(names)]
    register(page, desk, ["Name,Rating,Club", *rows])
    return desk


def test_every_player_meets_the_three_of_the_other_team(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        arbiter, spectator = page_of(browser), page_of(browser, 390, 844)
        hall = page_of(browser, 1920, 1080, own=True)
        log_in(arbiter, tablo.url)
        desk = announced(arbiter, tablo.url)
        public = desk.replace("/desk", "")
        arbiter.goto(desk)
        expect(arbiter.locator(".next .say")).to_contain_text("will play 3 rounds")
        press(arbiter.get_by_role("button", name="Draw all rounds"))
        press(arbiter.get_by_role("button", name="Publish all 3 rounds"))
        spectator.goto(f"{public}/crosstable")
        expect(spectator.locator("h1")).to_contain_text(f"0 of {GAMES} games")
        hall.clock.install()
        hall.goto(f"{public}/screen")
        loads: list[str] = []
        for page in (hall, spectator):
            page.on("framenavigated", lambda frame: loads.append(frame.url))

        arbiter.goto(f"{desk}/table")
        for typed in range(1, GAMES + 1):
            arbiter.keyboard.press("1" if typed <= 6 else "=")
            expect(arbiter.locator("#progress")).to_have_text(f"{typed} / {GAMES}")
        expect(spectator.locator("h1")).to_contain_text(f"{GAMES} of {GAMES} games")
        expect(spectator.locator("body")).to_contain_text("Red 7½ : 1½ Blue")
        for _ in range(6):
            if hall.get_by_text("Red 7½ : 1½ Blue").count():
                break
            hall.clock.fast_forward(16_000)
            hall.wait_for_timeout(200)
        expect(hall.locator("body")).to_contain_text("Red 7½ : 1½ Blue")
        assert loads == []
        picture(spectator, "scheveningen-phone")
        picture(hall, "scheveningen-wall")
        picture(arbiter, "scheveningen-table")

        arbiter.goto(desk)
        press(arbiter.get_by_role("button", name="Close the tournament"))
        arbiter.goto(f"{public}/standings")
        expect(arbiter.locator("table.standings tbody tr").first).to_contain_text("Ann")
