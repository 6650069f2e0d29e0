"""A tournament of a server is played on a laptop in a hall without internet, and comes back, in each language."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import WEEKEND, log_in, page_of, press, running, type_results, with_round_one
from tests.tiers import sample
from web.wording import language

AT = "/desk/t/weekend/handoff"


def fetched(page: Page, to: Path) -> Path:
    """The file behind the page's one button."""
    with page.expect_download() as coming:
        page.locator("#file").click()
    there = to / coming.value.suggested_filename
    coming.value.save_as(there)
    return there


def chosen(page: Page, form: str, file: Path) -> None:
    page.locator("#f-file").set_input_files(file)
    press(page.locator(f"form[action$='{form}'] button"))


@pytest.mark.parametrize("code", sample(("ru", "en", "bg"), 1))
def test_it_goes_to_the_hall_and_comes_back_with_the_results(browser: Browser, tmp_path: Path, code: str) -> None:
    said = language(code).catalogue.gettext
    with_round_one(tmp_path / "server", "Weekend", WEEKEND, rounds=3)
    with running(tmp_path / "server") as server, running(tmp_path / "laptop") as laptop:
        anna, boris, phone = page_of(browser, lang=code), page_of(browser, lang=code), page_of(browser, 390, 844, code)
        log_in(anna, server.url)
        log_in(boris, laptop.url, "Boris")
        anna.goto(f"{server.url}/desk/t/weekend/settings")
        anna.locator(f"a[href='{AT}']").click()
        anna.locator("input[name=handed_to]").fill("A-17")
        press(anna.locator(f"form[action='{AT}'] button"))
        expect(anna.locator("header")).to_contain_text(said("played elsewhere"))
        assert Axe().run(anna).response["violations"] == []
        out = fetched(anna, tmp_path)
        phone.goto(f"{server.url}/t/weekend")
        expect(phone.locator("#played-elsewhere")).to_be_visible()
        anna.goto(f"{server.url}/desk/t/weekend/rounds/1")
        expect(anna.locator("#elsewhere")).to_contain_text("A-17")
        boris.goto(f"{laptop.url}/desk/handoff")
        assert Axe().run(boris).response["violations"] == []
        chosen(boris, "/desk/handoff", out)
        boris.wait_for_url("**/desk/t/weekend")
        boris.goto(f"{laptop.url}/desk/t/weekend/rounds/1")
        type_results(boris, {1: "1", 2: "=", 3: "0"})
        boris.goto(f"{laptop.url}{AT}")
        press(boris.locator("form[action$='/back'] button"))
        back = fetched(boris, tmp_path)
        anna.goto(f"{server.url}{AT}")
        chosen(anna, "/return", back)
        expect(anna.get_by_role("status")).to_contain_text(
            said("It is back, with everything that was written there. From now on it is played here.")
        )
        phone.goto(f"{server.url}/t/weekend/pairings")
        expect(phone.locator("#played-elsewhere")).to_have_count(0)
        expect(phone.locator("main")).to_contain_text("½")
