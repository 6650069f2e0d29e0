"""The organiser shows everybody what comes next: phones and a wall say it in each language, bring news, and stop."""

from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.stories.tablo import (
    CHANCES_SECONDS,
    Tablo,
    enter,
    own_desk,
    page_of,
    patiently,
    picture,
    screen_with,
    send,
    weekend,
)
from web.wording import LANGUAGES, Language, language

PLAYER = "/t/weekend/players/1"


@pytest.fixture(scope="module")
def tablo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    with weekend(tmp_path_factory.mktemp("coming") / "data", chances=True) as tablo:
        yield tablo


@pytest.fixture(scope="module")
def desk(browser: Browser, tablo: Tablo) -> Iterator[Page]:
    with own_desk(browser, tablo.url) as page:
        yield page


def show_chances(desk: Page, tablo: Tablo, to: str) -> None:
    at = f"{tablo.url}/desk/t/weekend"
    send(desk, at, "/chances", f"{at}/settings", shown=to, from_round="1", open_games="drawn")


def part(page: Page, name: str) -> Locator:
    return page.locator(f'[data-part="chances/{name}"]')


def said(words: Language, sentence: str) -> str:
    return words.catalogue.gettext(sentence)


def test_nobody_is_shown_any_before_the_organiser_says_so(browser: Browser, tablo: Tablo) -> None:
    phone = page_of(browser, 390, 844)
    phone.goto(f"{tablo.url}{PLAYER}")
    expect(phone.locator('[data-list="chances"]')).to_be_empty()
    assert phone.request.get(f"{tablo.url}{PLAYER}.json").json()["data"]["chances"] is None


def test_chances_come_to_an_open_page_by_themselves(browser: Browser, tablo: Tablo, desk: Page) -> None:
    phone = page_of(browser, 390, 844)
    phone.goto(f"{tablo.url}{PLAYER}")
    phone.evaluate("window.same = true")
    show_chances(desk, tablo, "public")
    patiently(phone, lambda: part(phone, "line").count() == 1, CHANCES_SECONDS)
    assert phone.evaluate("window.same")
    expect(part(phone, "games").locator("svg.ends").first).to_be_visible()
    expect(part(phone, "aims").locator("tr")).to_have_count(3)  # with the head
    made = phone.request.get(f"{tablo.url}{PLAYER}.json").json()["data"]["chances"]
    assert made["made"]["endings"] > 0
    assert sum(game["won"] + game["drawn"] + game["lost"] for game in made["games"][:1]) == pytest.approx(1, abs=0.001)


@pytest.mark.parametrize("code", LANGUAGES)
def test_they_speak_the_language_of_the_reader(browser: Browser, tablo: Tablo, code: str) -> None:
    words, phone = language(code), page_of(browser, 390, 844, code)
    phone.goto(f"{tablo.url}{PLAYER}")
    expect(part(phone, "games").locator("h2")).to_contain_text(said(words, "What comes next"))
    expect(part(phone, "aims").locator("h2")).to_contain_text(said(words, "What I need"))
    drawing = part(phone, "line").get_by_role("img")
    assert (drawing.get_attribute("aria-label") or "").startswith(said(words, "Chance of the first place"))
    expect(part(phone, "made")).to_contain_text("B.02, 8.1.2")
    expect(part(phone, "made")).to_contain_text("1970")
    how = part(phone, "made").get_by_role("link", name=said(words, "How chances are made"))
    picture(phone, f"chances-phone-{code}")
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    how.click()
    expect(phone.locator("main h1")).to_have_text({"en": "Chances", "bg": "Шансове", "ru": "Шансы"}[code])


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_them(browser: Browser, tablo: Tablo, scheme: Literal["light", "dark"]) -> None:
    page = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme).new_page()
    found = []
    for path in (PLAYER, "/t/weekend"):
        page.goto(tablo.url + path, wait_until="networkidle")
        page.evaluate("document.querySelectorAll('main details').forEach(one => { one.open = true; })")
        violations = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        found += [(path, one["id"], node["html"][:120]) for one in violations for node in one["nodes"]]
        picture(page, f"chances-{path.count('/')}-{scheme}")
    page.context.close()
    assert found == []


def test_a_round_that_ends_moves_page_home_and_wall(browser: Browser, tablo: Tablo, desk: Page) -> None:
    phone, home = page_of(browser, 390, 844), page_of(browser)
    wall = page_of(browser, 1920, 1080)
    wall.goto(screen_with(desk, tablo.url, "chances", "weekend"))
    expect(wall.locator("#panel td.chance").first).to_be_visible()
    phone.goto(f"{tablo.url}{PLAYER}")
    home.goto(f"{tablo.url}/t/weekend")
    expect(home.locator(".can-win tbody tr")).not_to_have_count(0)
    expect(part(phone, "line").locator(".from-to")).to_contain_text("in round 1, which is being played")
    phone.get_by_text("The same as a table").click()
    before, head = home.locator(".can-win .help").inner_text(), wall.locator("#under").inner_text()
    enter(desk, f"{tablo.url}/desk/t/weekend", 1, {1: "1-0", 2: "1-0", 3: "0-1", 4: "1/2-1/2"})
    patiently(phone, lambda: "after round 1" in part(phone, "line").inner_text(), CHANCES_SECONDS)
    expect(part(phone, "line").locator("details")).to_have_attribute("open", "")
    expect(home.locator(".can-win .help")).not_to_have_text(before)
    expect(wall.locator("#under")).not_to_have_text(head)
    for page, name in ((phone, "phone"), (home, "home"), (wall, "wall")):
        picture(page, f"chances-{name}")


def test_switched_off_they_are_gone_at_once_and_the_wall_shows_the_tournament(
    browser: Browser, tablo: Tablo, desk: Page
) -> None:
    phone, wall = page_of(browser, 390, 844), page_of(browser, 1920, 1080)
    phone.goto(f"{tablo.url}{PLAYER}")
    wall.goto(f"{tablo.url}/screen/hall")
    expect(part(phone, "made")).to_be_visible()
    expect(wall.locator("#panel td.chance").first).to_be_visible()
    show_chances(desk, tablo, "desk")
    expect(phone.locator('[data-list="chances"] > *')).to_have_count(0)
    expect(wall.locator("#panel td.chance")).to_have_count(0)
    assert phone.request.get(f"{tablo.url}{PLAYER}.json").json()["data"]["chances"] is None
    expect(wall.locator("#panel tbody tr").first).to_be_visible()
