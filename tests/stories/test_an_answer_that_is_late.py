"""An answer of the rating list for the first letters of a name is not taken for that of the whole name."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.files.rating_lists import text_list
from tests.stories.tablo import announce, log_in, page_of, running, with_rating_list


@pytest.mark.usefixtures("browser")
def test_enter_never_takes_whoever_was_found_for_fewer_letters(browser: Browser, tmp_path: Path) -> None:
    data = tmp_path / "data"
    with_rating_list(tmp_path, data, text_list())
    with running(data) as tablo:
        page = page_of(browser, own=True)
        log_in(page, tablo.url)
        slug = announce(page, tablo.url, "Sofia Open", rounds="7")
        page.goto(f"{tablo.url}/desk/t/{slug}/players")
        expect(page.locator("#f-name")).to_be_focused()
        page.clock.install()
        late: list[Route] = []
        page.route("**/players/search?q=an", lambda route: late.append(route))
        with page.expect_request("**/players/search?q=an"):
            page.keyboard.type("an")
            page.clock.run_for(200)
        page.keyboard.type("atoly karpov")
        late[0].continue_()
        page.evaluate(f"fetch('/desk/t/{slug}/players/search?q=stefanova').then(answer => answer.text())")  # behind it
        page.keyboard.press("Enter")
        expect(page.locator("#people tbody tr")).to_have_count(1)
        expect(page.locator("#people")).to_contain_text("Karpov, Anatoly")
