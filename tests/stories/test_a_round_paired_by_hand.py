"""One arbiter pairs a round by hand, and the desk of another says so at once: who, and since when."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.stories.tablo import log_in, page_of, picture, press, running, with_round_one


@pytest.mark.usefixtures("browser")
def test_the_other_desk_learns_of_it_and_of_its_end(browser: Browser, tmp_path: Path) -> None:
    slug = with_round_one(tmp_path / "data", "Sofia Open", [f"Player {letter}" for letter in "ABCDEF"], rounds=5)
    with running(tmp_path / "data") as tablo:
        anna, boris = page_of(browser), page_of(browser)
        log_in(anna, tablo.url)
        desk = f"{tablo.url}/desk/t/{slug}"
        log_in(boris, tablo.url, "Boris")
        boris.goto(desk)
        expect(boris.locator(".next .say")).to_have_text("Round 1: 3 results are missing.")
        anna.goto(f"{desk}/rounds/1/alter")
        expect(anna.locator("#insist")).to_contain_text("every change is insisted on")
        expect(anna.get_by_role("button", name="Seat them like this", exact=True)).to_have_count(0)
        picture(anna, "by-hand-before")
        press(anna.get_by_role("button", name="Begin pairing by hand"))
        picture(anna, "by-hand-begun")
        expect(boris.locator(".next .say")).to_contain_text("Round 1 is being paired by hand by Anna since")
        picture(boris, "by-hand-elsewhere")
        boris.goto(f"{desk}/rounds/1")
        picture(boris, "by-hand-round")
        boris.goto(desk)
        press(anna.get_by_role("button", name="End with the boards as they are stored"))
        expect(boris.locator(".next .say")).to_have_text("Round 1: 3 results are missing.")
