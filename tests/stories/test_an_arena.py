"""An arena from set-up to paper: begun at the desk, played by tables and phones, on the wall, ended by the clock."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import (
    id_in,
    log_in,
    new_tournament,
    page_of,
    picture,
    press,
    register,
    running,
    screen_with,
    send,
)
from web.wording import language


def in_play(page: Page) -> dict[str, str]:
    """By table who plays there."""
    rows = page.locator("#arena-games tr").all()
    return {row.get_attribute("data-board") or "": row.inner_text() for row in rows}


@pytest.mark.usefixtures("browser")
def test_whoever_is_free_plays_until_the_time_is_over(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page, phone, wall = page_of(browser), page_of(browser, 390, 844), page_of(browser, 1920, 1080)
        log_in(page, tablo.url)
        new_tournament(page, tablo.url)
        page.locator("input[name=tournament_name]").fill("Blitz Arena")
        page.locator("#f-fide_mode").select_option("off")
        page.locator("#f-format").select_option("arena")
        press(page.locator("button[name=visibility][value=public]").first)
        slug = id_in(page.url)
        desk = f"{tablo.url}/desk/t/{slug}"
        register(page, desk, ["Name;Rating", *(f"Player {n};{2400 - 50 * n}" for n in range(1, 8))])
        page.goto(desk)
        page.locator("#today").get_by_role("link", name="Arena").click()
        page.get_by_label("Minutes from now").fill("0")
        press(page.get_by_role("button", name="Begin the arena"))
        expect(page.locator("#refusal")).to_contain_text("must be a whole number from 1 to 720")
        page.get_by_label("Minutes from now").fill("90")
        press(page.get_by_role("button", name="Begin the arena"))
        assert [*in_play(page)] == ["1", "2", "3"]
        expect(page.locator("#waiting-list")).to_contain_text("Player 7")
        picture(page, "arena-begun")
        wall.goto(screen_with(page, tablo.url, "pairings", slug))
        expect(wall.locator("#panel [data-row=b1]")).to_contain_text("Player 1")
        expect(wall.locator("h1")).to_contain_text("Games in play · until")
        page.goto(f"{desk}/arena")
        phone.goto(f"{tablo.url}/t/{slug}/pairings")
        expect(phone.locator("tr[data-part=b1]")).to_contain_text("Player 1")
        page.locator("#quick-table").fill("1")
        page.locator("#quick-end").fill("1")
        press(page.get_by_role("button", name="Enter it"))
        assert "Player 7" in in_play(page)["1"]
        expect(wall.locator("#panel [data-row=b1]")).to_contain_text("Player 7")
        expect(phone.locator("tr[data-part=b1]")).to_contain_text("Player 7")
        picture(page, "arena-desk")
        picture(wall, "arena-wall")
        press(page.locator("#arena-games tr[data-board='2'] .keys button").first)
        assert len(in_play(page)) == 3
        press(page.locator("#waiting-list").get_by_role("button", name="Pause").first)
        expect(page.locator("#paused")).to_contain_text("Player")
        press(page.locator("#paused").get_by_role("button", name="Is back"))
        expect(page.locator("#paused")).to_have_count(0)
        for code in ("en", "bg", "ru"):
            said = language(code).gettext
            phone.goto(f"{tablo.url}/t/{slug}/pairings?lang={code}")
            expect(phone.locator("h1")).to_have_text(said("Games in play"))
            expect(phone.locator("tr.bye").first).to_contain_text(said("waits for the next game"))
            picture(phone, f"arena-phone-{code}")
            other = page_of(browser, lang=code)
            log_in(other, tablo.url)
            other.goto(f"{desk}/arena")
            expect(other.locator("#in-play h2")).to_contain_text(said("Games in play"))
            picture(other, f"arena-desk-{code}")
            paper = page.request.get(f"{desk}/papers/standings.pdf?lang={code}")
            assert paper.ok, paper.status
            assert paper.body().startswith(b"%PDF")
        send(page, f"{tablo.url}/desk/screens", "/hall/show", content=f"countdown|{slug}")
        expect(wall.locator("#panel")).to_contain_text("New games begin until")
        picture(wall, "arena-countdown")
        page.goto(f"{desk}/arena")
        press(page.get_by_role("button", name="End it now"))
        before = len(in_play(page))
        press(page.locator("#arena-games .keys button").first)
        assert len(in_play(page)) == before - 1
        press(page.get_by_role("button", name="Games in play do not count"))
        expect(page.locator("#in-play")).to_contain_text("No game is in play.")
        send(page, desk, "/close")
        phone.goto(f"{tablo.url}/t/{slug}/standings")
        expect(phone.locator("tbody tr")).to_have_count(7)
        phone.goto(f"{tablo.url}/t/{slug}/crosstable")
        picture(phone, "arena-crosstable")
        report = page.request.get(f"{desk}/exports/trf26")
        assert "Individual: Arena" in report.text()
