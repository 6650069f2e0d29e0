"""From an empty desk to a published round 1: players found in a rating list of a hundred, from the keyboard alone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.files.rating_lists import text_list
from tests.stories.tablo import announce, begin, log_in, page_of, picture, press, running, send, with_rating_list
from tests.tiers import sample

SURNAMES = ("Ivanov", "Petrov", "Dimitrov", "Georgiev", "Stoyanov", "Kolev", "Marinov", "Todorov", "Nikolov", "Hristov")
FIRST_NAMES = ("Anton", "Boris", "Daniel", "Emil", "Filip", "Hristo", "Kiril", "Lazar", "Martin", "Pavel")
NAMES = [f"{last}, {first}" for last in SURNAMES for first in FIRST_NAMES]


def with_list(folder: Path, data: Path) -> None:
    players = [
        {"fideid": str(2900000 + n), "name": name, "country": "BUL", "rating": str(2400 - 7 * n), "birthday": "1990"}
        for n, name in enumerate(NAMES)
    ]
    with_rating_list(folder, data, text_list(players))


@pytest.mark.parametrize("count", sample((8, 100), 1))
def test_players_are_found_and_paired(browser: Browser, tmp_path: Path, count: int) -> None:
    with_list(tmp_path, tmp_path / "data")
    with running(tmp_path / "data") as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='7')}"
        page.goto(f"{desk}/players")
        for place, name in enumerate(NAMES[:count], 1):
            last, first = name.split(", ")
            expect(page.locator("#f-name")).to_be_focused()
            page.keyboard.type(f"{first} {last}")
            if place == 3:
                expect(page.locator("#listed li").first).to_contain_text(name)
                picture(page, "players-search")
                page.set_viewport_size({"width": 390, "height": 844})
                picture(page, "players-search-phone")
                page.set_viewport_size({"width": 1440, "height": 900})
            page.keyboard.press("Enter")
            expect(page.locator("#people tbody tr")).to_have_count(place)
        expect(page.locator("header + nav .count")).to_have_text(str(count))
        expect(page.locator("#people")).to_contain_text(str(2900000 + count - 1))
        page.goto(f"{desk}/players/check")
        expect(page.locator("main")).to_contain_text("Nobody differs from the list.")
        picture(page, "players-check")
        send(page, desk, "/colour", colour="w")
        begin(page, desk, 1)
        page.goto(f"{desk}/rounds/1")
        expect(page.locator("tr[data-board]")).to_have_count(count // 2)


def edge(element: Locator, side: str) -> float:
    return float(element.evaluate("(one, side) => one.getBoundingClientRect()[side]", side))


@pytest.mark.usefixtures("browser")
def test_a_pasted_list_of_names_is_filled_in(browser: Browser, tmp_path: Path) -> None:
    """Names, a number, and a name that only begins like one of the list: one question, answered with a choice."""
    with_list(tmp_path, tmp_path / "data")
    with running(tmp_path / "data") as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='7')}/players/import")
        lines = [*NAMES[:20], "2900050", "Тодоров, Антон", "Kolev, P", "Nobody, Here"]
        page.locator("textarea").fill("\n".join(lines))
        press(page.get_by_role("button", name="Look at it first"))
        expect(page.locator("main")).to_contain_text("1 line may mean several people: choose.")
        picture(page, "players-filled-in")
        button, lines_read = page.locator("#importing .actions"), page.locator(".scroll").last
        assert edge(lines_read, "top") - edge(button, "bottom") >= 12
        page.set_viewport_size({"width": 390, "height": 844})
        picture(page, "players-filled-in-phone")
        page.locator("#importing button.primary").click()
        expect(page.locator("tr.asked")).to_have_count(1)
        page.locator("tr.asked select").select_option("0")
        press(page.locator("#importing button.primary"))
        expect(page.locator("#people")).to_contain_text("2900050")
        expect(page.locator("#people")).to_contain_text("Kolev, P")


@pytest.mark.usefixtures("browser")
def test_a_digit_registers_the_one_beside_it_and_the_next_name_is_typed_at_once(
    browser: Browser, tmp_path: Path
) -> None:
    """Players who are here already stand last; a namesake is asked about on a page of its own."""
    with_list(tmp_path, tmp_path / "data")
    with running(tmp_path / "data") as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Sofia Open', rounds='7')}/players")
        for typed, digit, name in (
            ("kolev", "2", "Kolev, Boris"),
            ("kol", "2", "Kolev, Daniel"),
            ("kolev", "1", NAMES[50]),
        ):
            expect(page.locator("#f-name")).to_be_focused()
            page.keyboard.type(typed)
            expect(page.locator("#listed")).to_be_visible()
            expect(page.locator(f"#listed li[data-key='{digit}']")).to_contain_text(name)
            page.keyboard.press(digit)
            expect(page.locator("#people")).to_contain_text(name)
        expect(page.locator(".notice.done")).to_contain_text("Kolev, Anton")
        expect(page.locator("#people tbody tr")).to_have_count(3)
        page.keyboard.type("Kolev, Anton")
        expect(page.locator("#listed li")).to_have_count(1)
        page.keyboard.press("Escape")
        page.keyboard.press("Enter")
        press(page.get_by_role("button", name="Another one"))
        expect(page.locator("#people tbody tr")).to_have_count(4)
