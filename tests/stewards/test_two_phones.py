"""Two helpers with phones enter different results for one board; the arbiter's desk shows it and settles it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import invited, log_in, page_of, picture, row, running, type_results, with_round_one

TWO = {"first_board": "1", "last_board": "2"}
PLAYERS = [f"Player {letter}" for letter in "ABCDEFGH"]


def phone(browser: Browser, link: str) -> Page:
    page = page_of(browser, 390, 844)
    page.goto(link)
    expect(page.locator("#boards tr")).to_have_count(2)
    return page


def tap(page: Page, board: int, result: str) -> None:
    row(page, board).click()
    page.locator(f"#pad button[data-result='{result}']").click()


@pytest.fixture
def slug(tmp_path: Path) -> str:
    """The word in addresses of a tournament whose first round is published."""
    return with_round_one(tmp_path / "data", "Village Open", PLAYERS, rounds=3)


def test_two_phones_disagree_and_the_desk_settles_it(browser: Browser, tmp_path: Path, slug: str) -> None:
    with running(tmp_path / "data") as tablo:
        desk = page_of(browser)
        log_in(desk, tablo.url)
        at = f"{tablo.url}/desk/t/{slug}"
        boris, clara = (phone(browser, invited(desk, tablo.url, name, **TWO)) for name in ("Boris", "Clara"))
        desk.goto(f"{at}/rounds/1")
        public = page_of(browser)
        public.goto(f"{tablo.url}/t/{slug}/pairings")

        clara.context.set_offline(True)
        tap(clara, 1, "0-1")
        expect(clara.locator("#waiting")).to_be_visible()
        picture(clara, "phone-offline")
        tap(boris, 1, "1-0")
        expect(row(desk, 1).locator(".sign > b")).to_have_text("1 – 0", timeout=5000)
        expect(desk.locator("#disputes form")).to_have_count(0)
        clara.context.set_offline(False)
        expect(clara.locator(".beside")).to_contain_text("an arbiter decides")
        picture(clara, "phone-dispute")

        dispute = desk.locator("#disputes form")
        expect(dispute).to_be_visible(timeout=5000)
        expect(dispute).to_contain_text("Boris")
        expect(dispute).to_contain_text("Clara")
        expect(desk.locator(".tabs .present .tag.bad")).to_have_text("1")
        board = public.locator("tr[data-part='b1']")
        expect(board).not_to_contain_text("1 – 0", timeout=5000)
        expect(public.locator("main")).not_to_contain_text("disputed")
        picture(desk, "desk-dispute")
        dispute.get_by_role("button", name="Clara").click()
        expect(row(desk, 1).locator(".sign > b")).to_have_text("0 – 1")
        expect(desk.locator("#disputes form")).to_have_count(0)
        for page in (boris, clara):
            expect(row(page, 1).locator(".sign > b")).to_have_text("0 – 1", timeout=5000)
            expect(row(page, 1).locator(".mark")).to_be_empty()
        expect(board).to_contain_text("0 – 1", timeout=5000)

        tap(boris, 2, "1/2-1/2")
        for page in (desk, clara):
            expect(row(page, 2).locator(".sign > b")).to_have_text("½ – ½", timeout=5000)
        assert_fits(boris)


def test_an_arbiters_entry_that_waited_without_network_is_kept_beside_the_other(
    browser: Browser, tmp_path: Path, slug: str
) -> None:
    """Both logged in by password: what was typed on the phone is neither dropped nor taken for newer."""
    with running(tmp_path / "data") as tablo:
        desk = page_of(browser)
        log_in(desk, tablo.url)
        at = f"{tablo.url}/desk/t/{slug}/rounds/1"
        pat = page_of(browser, 390, 844)
        log_in(pat, tablo.url, "Pat")
        pat.goto(at)
        desk.goto(at)

        pat.context.set_offline(True)
        tap(pat, 4, "1-0")
        expect(pat.locator("#waiting")).to_be_visible()
        type_results(desk, {4: "0"})
        expect(row(desk, 4).locator(".sign > b")).to_have_text("0 – 1")
        pat.context.set_offline(False)

        said = pat.locator(".beside p")
        expect(said).to_contain_text("Board 4: 0 – 1 stands, entered by Anna")
        expect(said).to_contain_text("You typed 1 – 0")
        expect(desk.locator("#disputes form")).to_contain_text("Pat", timeout=5000)
        expect(row(pat, 4).locator(".sign > b")).to_have_text("0 – 1")
        pat.reload()
        pat.evaluate("scrollTo(0, document.body.scrollHeight)")
        expect(said).to_be_in_viewport()
        picture(pat, "phone-beside")
        said.get_by_role("button", name="I have read it").click()
        expect(said).to_have_count(0)
        pat.reload()
        expect(said).to_have_count(0)


def assert_fits(page: Page) -> None:
    """Nothing sticks out of a phone of 390 pixels, and a thumb finds the buttons."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    row(page, 1).click()
    sizes = [button.bounding_box() for button in page.locator(".pad-keys button").all()]
    assert all(box and box["width"] >= 100 and box["height"] >= 60 for box in sizes)


def test_a_helper_who_is_dismissed_sees_it_on_the_phone(browser: Browser, tmp_path: Path, slug: str) -> None:
    with running(tmp_path / "data") as tablo:
        desk = page_of(browser)
        log_in(desk, tablo.url)
        at = f"{tablo.url}/desk/t/{slug}"
        boris = phone(browser, invited(desk, tablo.url, "Boris", **TWO))
        boris.context.set_offline(True)  # online and with nothing waiting, the page would notice by itself
        tap(boris, 1, "1-0")
        expect(boris.locator("#waiting")).to_be_visible()
        desk.goto(f"{tablo.url}/desk/stewards")
        desk.get_by_role("button", name="Dismiss").click()
        expect(desk.locator("#stewards")).to_contain_text("dismissed")
        boris.context.set_offline(False)
        expect(boris.locator("#says")).to_contain_text("has been withdrawn")
        desk.goto(f"{at}/rounds/1")
        expect(row(desk, 1).locator(".sign > b")).to_be_empty()
