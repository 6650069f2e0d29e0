"""Players of one federation or club are kept apart by hand: set, paired, told in the account, and in the file."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.stories.tablo import announce, log_in, page_of, picture, press, register, running, seats, send
from tests.tiers import sample
from web.wording import language

COUNTRIES = {"Adams": "AAA", "Baker": "AAA", "Clark": "BBB", "Davis": "BBB", "Evans": "CCC", "Frank": "DDD"}
CLUBS = {"Adams": "Rook", "Davis": "Rook", "Evans": "King", "Frank": "King"}


@pytest.mark.parametrize("code", sample(("bg", "en", "ru"), 1))
def test_compatriots_and_club_mates_do_not_meet(browser: Browser, tmp_path: Path, code: str) -> None:
    said = language(code).gettext
    with running(tmp_path / "data") as tablo:
        page = page_of(browser, lang=code)
        log_in(page, tablo.url)
        desk = f"{tablo.url}/desk/t/{announce(page, tablo.url, 'Open', rounds='5', fide_mode='off')}"
        lines = [f"{name}, X;{country};{CLUBS.get(name, '')}" for name, country in COUNTRIES.items()]
        register(page, desk, ["Name;Federation;Club", *lines])
        page.goto(f"{desk}/settings")
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        page.locator("select[name=apart_by]").select_option("federation-or-club")
        page.locator("input[name=apart_rounds]").fill("2")
        page.locator("select[name=apart_by]").scroll_into_view_if_needed()
        picture(page, f"kept-apart-settings-{code}")
        press(page.locator("form:has(select[name=apart_by]) button.primary").last)
        send(page, desk, "/colour", colour="w")
        draft = send(page, desk, "/pair").url
        send(page, desk, "/rounds/1/publish", draft)
        for pair in seats(page, desk, 1).values():
            one, other = (name.split(",")[0] for name in pair)
            assert COUNTRIES[one] != COUNTRIES[other]
            assert CLUBS.get(one, one) != CLUBS.get(other, other)
        page.goto(f"{desk}/rounds/1/why")
        kept = "Players of one federation or club are kept apart in this round where the system allows it."
        expect(page.locator("main")).to_contain_text(said(kept))
        picture(page, f"kept-apart-account-{code}")
        assert "260 " in page.request.get(f"{desk}/exports/trf26").text()
