"""A grand prix by hand: its rules, its table on a phone and a wall as results come in, on paper, until it is final."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import begin, enter, log_in, page_of, picture, press, register, running, seats, send
from tests.tiers import sample
from web.wording import Language, language

PLAYERS = [
    "Name;Rating;Sex;Birth",
    "Ivanova, Maria;2210;f;1990",
    "Petrov, Petar;2150;m;1985",
    "Dimitrov, Asen;2090;m;2012",
    "Georgieva, Elena;2010;f;2011",
]


def festival_with_two_events(page: Page, url: str) -> str:
    festival = send(page, f"{url}/desk/festivals", name="Grand Prix", start="2026-05-01").url.split("?")[0]
    for title in ("Spring", "Autumn"):
        send(page, festival, "/announce", title=title, rounds="1")
    return festival


def play(page: Page, desk: str, winner_first: bool) -> None:
    register(page, desk, PLAYERS)
    send(page, desk, "/colour", colour="w")
    begin(page, desk, 1)
    enter(
        page,
        desk,
        1,
        {
            board: "1-0" if (white < black) is winner_first else "0-1"
            for board, (white, black) in seats(page, desk, 1).items()
        },
    )


@pytest.mark.parametrize("code", sample(("ru", "en", "bg"), 1))
def test_two_events_count_for_one_table(browser: Browser, tmp_path: Path, code: str) -> None:
    words: Language = language(code)

    def said(sentence: str) -> str:
        return words.catalogue.gettext(sentence)

    with running(tmp_path / "data") as tablo:
        page = page_of(browser, lang=code)
        wall, phone = page_of(browser, 1920, 1080, code), page_of(browser, 390, 844, code)
        log_in(page, tablo.url)
        festival = festival_with_two_events(page, tablo.url)
        play(page, f"{tablo.url}/desk/t/grand-prix-spring", winner_first=True)

        page.goto(festival)
        page.get_by_role("link", name=said("Ranking"), exact=True).click()
        picture(page, f"ranking-new-{code}")
        page.get_by_label(said("Points by place")).fill("10 6 3")
        page.get_by_label(said("Ranked apart")).fill("W, U18")
        press(page.get_by_role("button", name=said("Make the ranking")))
        expect(page.locator("table.ranking").first).to_contain_text("Ivanova")
        picture(page, f"ranking-desk-{code}")

        send(page, f"{tablo.url}/desk/screens", name="hall")
        page.goto(f"{tablo.url}/desk/screens/hall")
        page.locator("select[name=kind-0]").select_option("ranking")
        page.locator("select[name=tournament-0]").select_option("f/grand-prix")
        page.locator("select[name=language]").select_option(code)
        press(page.get_by_role("button", name=said("Set"), exact=True))
        wall.goto(f"{tablo.url}/screen/hall")
        expect(wall.locator("#store")).to_contain_text("Ivanova")
        picture(wall, f"ranking-wall-{code}")

        phone.goto(f"{tablo.url}/f/grand-prix/ranking?lang={code}")
        live = phone.locator("section[data-topic='f/grand-prix/ranking']")
        expect(live.locator("[data-part=state]")).to_contain_text("1" if code == "en" else said("provisional"))
        expect(live.locator("tbody tr")).to_have_count(4)

        # The second event is played while the phone and the wall look on
        play(page, f"{tablo.url}/desk/t/grand-prix-autumn", winner_first=False)
        expect(live.locator("tbody tr").first.locator("td.points")).to_have_text("11½")
        expect(live.locator("[data-part=state]")).to_contain_text(said("All events are over."))
        expect(wall.locator("#store")).to_contain_text(said("final"))
        picture(phone, f"ranking-phone-{code}")
        expect(phone.locator("section[data-topic='f/grand-prix/ranking/W'] tbody tr")).to_have_count(2)

        page.goto(f"{festival}/ranking")
        paper = page.request.get(f"{festival}/papers/ranking.pdf")
        assert (paper.status, paper.headers["content-type"]) == (200, "application/pdf")
        press(page.get_by_role("button", name=said("Close the ranking: it is final")))
        phone.reload()
        expect(live.locator("[data-part=state]")).to_have_text(said("The final ranking."))
