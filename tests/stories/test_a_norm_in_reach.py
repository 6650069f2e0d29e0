"""A norm that can still be made, in three languages: at the desk, on paper, and for everybody on the phone."""

from pathlib import Path
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.norms.test_norms_in_reach import GRANDMASTERS, met
from tests.norms.test_ratings_in_reach import with_k
from tests.stories.tablo import enter, kept, log_in, page_of, picture, press, running
from web.wording import language

LANGUAGES = ("en", "bg", "ru")


def fine(page: Page) -> None:
    assert [one["id"] for one in Axe().run(page).response["violations"]] == []


def test_who_can_still_make_a_norm_is_told(browser: Browser, tmp_path: Path) -> None:
    slug = kept(tmp_path / "data", with_k(met("+++++===?", GRANDMASTERS), 40))
    with running(tmp_path / "data", chances=True) as tablo:
        page, phone = page_of(browser), page_of(browser, 390, 844)
        log_in(page, tablo.url)
        desk, public = f"{tablo.url}/desk/t/{slug}", f"{tablo.url}/t/{slug}"
        for code in LANGUAGES:
            on_paper(page, desk, code)
        assert phone.request.get(f"{public}/norms").status == 404
        page.goto(f"{desk}/settings?lang=en")
        shown = page.locator("#chances")
        shown.locator("[name=shown][value=public]").check()
        press(shown.locator("button").last)
        for code in LANGUAGES:
            on_the_phone(phone, public, code)
        phone.goto(f"{public}/norms?lang=en")
        enter(page, desk, 9, {1: "1"})
        expect(phone.locator("table.norms tr.made")).to_contain_text("GM")
        for code in LANGUAGES:
            for name in ("it4", "organiser"):
                assert page.request.get(f"{desk}/papers/{name}.pdf?lang={code}").body().startswith(b"%PDF")


def on_paper(page: Page, desk: str, code: str) -> None:
    page.goto(f"{desk}/papers?lang={code}")
    page.locator(f"a[href^='{urlsplit(desk).path}/norms']").click()
    expect(page.locator("table.norms tbody")).to_contain_text("Applicant")
    fine(page)
    picture(page, f"norms-desk-{code}")
    paper = page.request.get(f"{desk}/papers/norms-in-reach.pdf?lang={code}")
    assert paper.body().startswith(b"%PDF")


def on_the_phone(phone: Page, public: str, code: str) -> None:
    said = language(code).gettext
    phone.goto(f"{public}/norms?lang={code}")
    expect(phone.locator("table.norms tbody")).to_contain_text("GM")
    expect(phone.locator("h1")).to_contain_text(said("Title norms"))
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    fine(phone)
    picture(phone, f"norms-phone-{code}")
    phone.goto(f"{public}/players/1?lang={code}")
    needed = phone.locator("table.aims")
    expect(needed).to_contain_text(said("Rating of %(rating)s") % {"rating": 2500}, timeout=60_000)
    fine(phone)
    needed.scroll_into_view_if_needed()
    picture(phone, f"rating-phone-{code}")
