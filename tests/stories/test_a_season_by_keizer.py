"""A club's season by Keizer: chosen in the form, evening after evening with an absence, told, shown and printed."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import (
    begin,
    enter,
    id_in,
    log_in,
    new_tournament,
    page_of,
    picture,
    press,
    register,
    running,
    screen_with,
    seats,
    send,
)
from tests.tiers import sample
from web.wording import language

PLAYERS = [
    "Name;Rating",
    "Ivanova, Maria;2210",
    "Petrov, Petar;2150",
    "Dimitrov, Asen;2090",
    "Georgieva, Elena;2010",
    "Nikolov, Todor;1930",
]


def fine(page: Page) -> None:
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


@pytest.mark.parametrize("code", sample(("bg", "en", "ru"), 1))
def test_evenings_are_paired_by_the_keizer_table(browser: Browser, tmp_path: Path, code: str) -> None:
    said = language(code).gettext
    with running(tmp_path / "data") as tablo:
        page = page_of(browser, lang=code)
        wall, phone = page_of(browser, 1920, 1080, code), page_of(browser, 390, 844, code)
        log_in(page, tablo.url)
        new_tournament(page, tablo.url)
        page.locator("input[name=tournament_name]").fill("Club")
        page.locator("#f-fide_mode").select_option("off")
        page.locator("#f-system").select_option("keizer")
        page.locator("input[name=rounds]").fill("12")
        page.locator("details.more:has(#f-rounds_between) > summary").click()
        page.locator("#f-rounds_between").fill("1")
        picture(page, f"keizer-new-{code}")
        press(page.locator("button[name=visibility][value=public]").first)
        slug = id_in(page.url)
        desk = f"{tablo.url}/desk/t/{slug}"
        page.goto(f"{desk}/settings")
        expect(page.locator("input[name=order]")).to_have_value("KEIZER")
        expect(page.locator("input[name=rounds_between]")).to_have_value("1")
        register(page, desk, PLAYERS)

        wall.goto(screen_with(page, tablo.url, "standings", slug))
        begin(page, desk, 1)
        assert [*seats(page, desk, 1).values()] == [
            ("Petrov, Petar", "Ivanova, Maria"),
            ("Georgieva, Elena", "Dimitrov, Asen"),
        ]
        enter(page, desk, 1, {1: "1-0", 2: "1/2-1/2"})
        send(page, desk, "/players/3/bye", f"{desk}/players/3", round="2", kind="H")
        begin(page, desk, 2)
        assert sorted(sorted(pair) for pair in seats(page, desk, 2).values()) == [
            ["Georgieva, Elena", "Petrov, Petar"],
            ["Ivanova, Maria", "Nikolov, Todor"],
        ]
        enter(page, desk, 2, {1: "1-0", 2: "1-0"})
        begin(page, desk, 3)

        page.goto(f"{desk}/rounds/3/why?a=1&b=2")
        expect(page.locator(".told").first).to_contain_text("K2")
        expect(page.locator("#bye")).to_contain_text("K4")
        expect(page.locator(".answer")).to_contain_text("Ivanova")
        for board in page.locator(".why-boards details").all():
            board.locator("summary").click()
        fine(page)
        picture(page, f"keizer-why-{code}")

        phone.goto(f"{tablo.url}/t/{slug}/standings?lang={code}")
        expect(phone.locator("table tbody tr")).to_have_count(5)
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        fine(phone)
        picture(phone, f"keizer-standings-{code}")
        expect(wall.locator("#store")).to_contain_text("Petrov")
        picture(wall, f"keizer-wall-{code}")
        phone.goto(f"{tablo.url}/help/keizer?lang={code}")
        expect(phone.locator("main")).to_contain_text(said("No acceleration."))
        fine(phone)
        picture(phone, f"keizer-manual-{code}")
        for paper in ("standings", "pairings"):
            answer = page.request.get(f"{desk}/papers/{paper}.pdf?lang={code}")
            assert answer.body().startswith(b"%PDF"), answer.text()
        trf = page.request.get(f"{tablo.url}/t/{slug}/report.trf").text()
        assert "system keizer" in trf
        assert "rounds_between 1" in trf
