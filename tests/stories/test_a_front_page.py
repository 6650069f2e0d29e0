"""A club with a front page of its own: somebody at home opens it on a phone, and it moves with the results."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.faces.drawn import sent
from tests.stories.tablo import (
    WEEKEND,
    Tablo,
    announce,
    begin,
    enter,
    log_in,
    page_of,
    patiently,
    picture,
    register,
    running,
    send,
)

CLUB = "/desk/organisers/shahmaten-klub-levski"


@pytest.fixture(scope="module")
def tablo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tablo]:
    with running(tmp_path_factory.mktemp("front") / "data", "serve", "--organisers") as tablo:
        yield tablo


@pytest.fixture(scope="module")
def desk(tablo: Tablo, browser: Browser) -> Page:
    """The operator, whose only organiser has a tournament in its first round and one to come."""
    page = page_of(browser)
    log_in(page, tablo.url)
    slug = announce(page, tablo.url, "Weekend", rounds="3", city="София")
    register(page, f"{tablo.url}/desk/t/{slug}", WEEKEND)
    send(page, f"{tablo.url}/desk/t/{slug}", "/colour", colour="w")
    begin(page, f"{tablo.url}/desk/t/{slug}", 1)
    announce(page, tablo.url, "Никулденски блиц", rounds="13", start="2099-12-05", city="Варна")
    send(page, f"{tablo.url}/desk/organisers", name="Шахматен клуб „Левски“")
    return page


def test_the_club_puts_up_its_page(desk: Page, tablo: Tablo) -> None:
    desk.goto(f"{tablo.url}{CLUB}/page")
    desk.get_by_label("About you").fill("Chess in Sofia since 1914: a league of juniors, an open each autumn.")
    desk.get_by_label("Your own site").fill("https://levski.example")
    picture(desk, "organiser-words")
    desk.get_by_role("button", name="Save").click()
    desk.goto(f"{tablo.url}{CLUB}/face")
    desk.locator("#f-accent").fill("#12417f")
    desk.get_by_role("button", name="Look at it").first.click()
    logo = desk.locator("form[action$='/face/pictures']").first
    logo.locator("input[type=file]").set_input_files({"name": "l.png", "mimeType": "image/png", "buffer": sent()})
    logo.locator("input[name=name]").fill("Levski")
    logo.locator("button").click()
    picture(desk, "organiser-face")
    desk.get_by_role("button", name="Show it to everybody").click()


@pytest.mark.parametrize("width", [390, 1440])
def test_the_page_moves_with_the_results(browser: Browser, desk: Page, tablo: Tablo, width: int) -> None:
    phone = page_of(browser, width, 844)
    phone.goto(f"{tablo.url}/o/shahmaten-klub-levski")
    row = phone.locator('[data-part="weekend"]')
    before = row.inner_text()
    board = 1 if width == 390 else 2
    enter(desk, f"{tablo.url}/desk/t/weekend", 1, {board: "1-0"})
    expect(row).not_to_have_text(before)
    expect(row).to_contain_text(f"{board} of 4")
    expect(phone.get_by_role("link", name="Subscribe to the calendar")).to_be_visible()
    picture(phone, f"organiser-{width}")
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    patiently(phone, lambda: "/p/weekend~1" in phone.request.get(f"{tablo.url}/?q=ivanova").text(), 30)
    for path in ("/", "/o", "/o/shahmaten-klub-levski", "/?q=ivanova", "/p/weekend~1", "/p/weekend~1/hide"):
        phone.goto(f"{tablo.url}{path}")
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        if path == "/p/weekend~1":
            expect(phone.locator("#push")).to_be_visible()
        picture(phone, f"front{path.replace('/', '-').replace('?', '')}-{width}")
        assert Axe().run(phone).response["violations"] == []


def test_somebody_who_asks_for_it_is_hidden(browser: Browser, desk: Page, tablo: Tablo) -> None:
    phone = page_of(browser, 390, 844)
    patiently(phone, lambda: phone.request.get(f"{tablo.url}/p/weekend~2").ok, 30)
    phone.goto(f"{tablo.url}/p/weekend~2")
    phone.get_by_role("link", name="I do not want this page").click()
    phone.get_by_label("E-mail").fill("petrov@example.org")
    phone.get_by_label("What the organiser should know").fill("I am Peter Petrov.")
    phone.get_by_role("button", name="Send").click()
    expect(phone.get_by_role("status")).to_contain_text("Your request has been sent")
    desk.set_viewport_size({"width": 390, "height": 844})
    desk.goto(f"{tablo.url}{CLUB}/persons")
    picture(desk, "organiser-persons-390")
    assert Axe().run(desk).response["violations"] == []
    assert desk.evaluate("document.documentElement.scrollWidth") <= 390
    desk.get_by_role("button", name="Hide").click()
    expect(desk.locator("#requests")).to_contain_text("Nobody waits for an answer.")
    assert phone.request.get(f"{tablo.url}/p/weekend~2").status == 404
