"""The organiser shows everybody the next round if it ended now: from the form to open phones in each language."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import (
    CHANCES_SECONDS,
    Tablo,
    enter,
    log_in,
    own_desk,
    page_of,
    patiently,
    picture,
    press,
    weekend,
)
from web.wording import LANGUAGES, language

COMING = "/t/weekend/coming"
VIEWS = (COMING, f"{COMING}?by=name", f"{COMING}?by=chances")


@pytest.fixture(scope="module")
def tablo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    with weekend(tmp_path_factory.mktemp("next-round") / "data", chances=True) as tablo:
        yield tablo


@pytest.fixture(scope="module")
def desk(browser: Browser, tablo: Tablo) -> Iterator[Page]:
    with own_desk(browser, tablo.url) as page:
        yield page


def boards_of(page: Page) -> list[str]:
    return page.locator('[data-part^="b"]').all_inner_texts()


def test_the_form_shows_it_to_everybody(browser: Browser, tablo: Tablo, desk: Page) -> None:
    phone = page_of(browser, 390, 844)
    before = phone.goto(tablo.url + COMING)
    desk.goto(f"{tablo.url}/desk/t/weekend/settings")
    card = desk.locator("#chances")
    card.get_by_label("Everybody, from round").check()
    card.get_by_label("Open games count").select_option(label="as drawn")
    picture(desk, "chances-setting")
    press(card.get_by_role("button", name="Save"))
    expect(card.get_by_label("Everybody, from round")).to_be_checked()
    after = phone.goto(tablo.url + COMING)
    patiently(phone, lambda: len(boards_of(phone)) == 4, CHANCES_SECONDS)
    assert before is not None
    assert after is not None
    assert (before.status, after.status) == (404, 200)
    phone.goto(f"{tablo.url}/t/weekend/pairings")
    press(phone.get_by_role("link", name="The next round, if it ended now"))
    assert phone.url.endswith(COMING)


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_says_in_each_language_that_it_is_provisional(browser: Browser, tablo: Tablo, code: str) -> None:
    phone, provisional = page_of(browser, 390, 844, code), language(code).catalogue.gettext("provisional")
    for number, path in enumerate(VIEWS):
        phone.goto(tablo.url + path)
        expect(phone.locator("main h1 .tag")).to_have_text(provisional)
        assert provisional in phone.title()
        assert phone.evaluate("document.documentElement.scrollWidth") == 390
        picture(phone, f"next-round-{number}-{code}")


def test_axe_finds_nothing_at_the_desk_and_in_public(browser: Browser, tablo: Tablo, desk: Page) -> None:
    phone, found = page_of(browser, 390, 844), []
    for page, paths in ((phone, VIEWS), (desk, [path.replace("/t/", "/desk/t/") for path in VIEWS])):
        for path in paths:
            page.goto(tablo.url + path, wait_until="networkidle")
            violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
            found += [(path, one["id"], node["html"][:120]) for one in violations for node in one["nodes"]]
    picture(desk, "next-round-desk")
    assert found == []


def test_a_result_changes_it_on_open_pages_by_itself(browser: Browser, tablo: Tablo, desk: Page) -> None:
    phone, other = page_of(browser, 390, 844), page_of(browser, own=True)
    log_in(other, tablo.url)
    phone.goto(tablo.url + COMING)
    other.goto(f"{tablo.url}/desk/t/weekend/coming")
    for page in (phone, other):
        page.evaluate("window.same = true")
        patiently(page, lambda page=page: "4 open games count" in page.locator("main").inner_text(), CHANCES_SECONDS)  # type: ignore[misc]
    before = boards_of(phone)
    enter(desk, f"{tablo.url}/desk/t/weekend", 1, {1: "1-0", 2: "1-0", 3: "0-1", 4: "1/2-1/2"})
    for page in (phone, other):
        patiently(page, lambda page=page: "All results are in" in page.locator("main").inner_text(), CHANCES_SECONDS)  # type: ignore[misc]
        assert page.evaluate("window.same")
    assert boards_of(phone) != before
    assert len(boards_of(phone)) == len(boards_of(other)) == 4
