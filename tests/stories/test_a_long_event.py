"""A league of three months in three languages: marked, the list of November taken over, a report of each period."""

from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from domain.decisions.setup.regulations import IN_FORCE
from domain.tournament import Tournament
from domain.words.players import Player, PlayerId
from domain.words.regulations import Details
from tests.crosstable import drawn, published, with_results
from tests.files.rating_lists import text_list
from tests.stories.tablo import kept, log_in, page_of, picture, press, running, with_rating_list
from tests.tiers import sample
from web.wording import language

NAMES = ("Petrova, Anna", "Ivanov, Boris", "Dimitrova, Clara", "Georgiev, David", "Nikolova, Eva", "Stoyanov, Filip")
FIRST_ID = 2900000
LEAGUE = Details(
    "League",
    federation="BUL",
    start="2026-10-04",
    end="2026-12-20",
    schedule=("2026-10-04T10:00", "2026-11-08T10:00", "2026-11-22T10:00", "2026-12-20T10:00"),
    clock="5400+30",
)


def league() -> Tournament:
    """Round 1 is played, round 2 published; one of the tie-breaks is by ratings."""
    players = [
        Player(PlayerId(n), name, 2100 - 50 * n, federation="BUL", fide_id=FIRST_ID + n, k=20)
        for n, name in enumerate(NAMES, 1)
    ]
    laws = replace(IN_FORCE, rounds=4, order=("BH", "ARO"))
    return published(with_results(published(drawn(laws, LEAGUE, players))))


def list_of_november() -> bytes:
    """Boris has 45 more and a title, Eva 12 less; Filip is not on it."""
    changed = {2: {"rating": "2045", "title": "FM"}, 5: {"rating": "1838"}}
    return text_list(
        {
            "fideid": str(FIRST_ID + n),
            "name": name,
            "country": "BUL",
            "rating": str(2100 - 50 * n),
            "k": "20",
            **changed.get(n, {}),
        }
        for n, name in enumerate(NAMES[:-1], 1)
    )


def fine(page: Page) -> None:
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


@pytest.mark.parametrize("code", sample(("ru", "en", "bg"), 1))
def test_a_league_has_its_ratings_period_by_period(browser: Browser, tmp_path: Path, code: str) -> None:
    said, data = language(code).gettext, tmp_path / "data"
    slug = kept(data, league())
    with_rating_list(tmp_path, data, list_of_november())
    with running(data) as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{slug}"
        page.goto(f"{desk}/periods?lang={code}")
        expect(page.locator("main .empty")).to_contain_text(
            said("By its days this event lasts more than thirty days, and it is not marked as one yet.")
        )
        page.locator("main .empty a").click()
        expect(page.locator("main .notice.warn").filter(has_text="C.07, 10").first).to_contain_text("ARO")
        page.locator("#more-rules > summary").click()
        page.locator("[name=rating_periods]").check()
        picture(page, f"periods-settings-{code}")
        press(page.locator("#regulations button.primary"))
        page.goto(desk)
        expect(page.locator("#period a")).to_have_attribute("href", f"/desk/t/{slug}/periods/2")
        expect(page.locator("[data-differs]")).to_have_count(0)
        picture(page, f"periods-today-{code}")
        page.goto(f"{desk}/periods")
        expect(page.locator("#periods tbody tr")).to_have_count(3)
        fine(page)
        page.locator("#periods a.button").first.click()
        expect(page.locator("tr[data-changed]")).to_have_count(2)
        expect(page.locator("tr[data-changed]").first).to_contain_text("+45")
        fine(page)
        picture(page, f"periods-list-{code}")
        page.get_by_label(NAMES[-1]).first.fill("1815")
        press(page.locator("main form button.primary").first)
        expect(page.locator("#periods tbody tr").nth(1)).to_contain_text("3")
        picture(page, f"periods-{code}")
        report = page.request.get(f"{desk}/exports/trf16-period-2").text()
        assert "FM" in report
        assert "2045" in report
        assert "2026/11/08" in report
        assert "2026/10/04" not in report
        rows = page.request.get(f"{desk}/exports/ratings").text().splitlines()
        assert len([row for row in rows if "Ivanov" in row]) == 2
        paper = page.request.get(f"{desk}/papers/ratings.pdf?lang={code}")
        assert paper.ok
        assert paper.body().startswith(b"%PDF")
        phone.goto(f"{tablo.url}/t/{slug}/players/2?lang={code}")
        expect(phone.locator("[data-part=figures]")).to_contain_text("2045")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        fine(phone)
        picture(phone, f"periods-phone-{code}")
