"""Flags by the organiser's choice: chosen in the settings, seen on phone, wall and desk, live rows among them."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.stories.tablo import announce, begin, enter, log_in, page_of, picture, press, register, running, seats, send
from tests.tiers import sample
from web.wording import Language, language
from web.wording.federations import federation_name

PLAYERS = [
    "Name;Rating;Fed",
    "Ivanova, Maria;2410;BUL",
    "Jones, Gwen;2350;WLS",
    "Papadopoulos, Nikos;2290;GRE",
    "Orlov, Pyotr;2210;FID",
]


CODE_BEHIND = """flag => {
    const code = document.createRange();
    code.selectNodeContents(flag.nextElementSibling);
    return code.getBoundingClientRect().left - flag.getBoundingClientRect().right;
}"""


def drawn(flag: Locator) -> bool:
    return bool(flag.evaluate("one => one.complete && one.naturalWidth > 0"))


@pytest.mark.parametrize("code", sample(("bg", "en", "ru"), 1))
def test_flags_stand_beside_federations_where_the_organiser_says_so(
    browser: Browser, tmp_path: Path, code: str
) -> None:
    words: Language = language(code)

    def said(sentence: str) -> str:
        return words.catalogue.gettext(sentence)

    with running(tmp_path / "data") as tablo:
        page = page_of(browser, lang=code)
        wall, phone = page_of(browser, 1920, 1080, code), page_of(browser, 390, 844, code)
        log_in(page, tablo.url)
        slug = announce(page, tablo.url, "Open", rounds="3")
        desk = f"{tablo.url}/desk/t/{slug}"
        register(page, desk, PLAYERS)
        send(page, desk, "/colour", colour="w")
        begin(page, desk, 1)

        page.goto(f"{desk}/players")
        box = page.locator("input[name=federation]")
        box.fill("GRC")
        page.locator("input[name=name]").fill("Nowak, Jan")
        picture(page, f"federation-typed-{code}")
        press(page.locator("form", has=box).locator("button.primary"))
        expect(page.locator("#refusal")).to_contain_text(f"GRE ({federation_name('GRE', words)})")
        expect(page.locator("#federations option[value=WLS]")).to_have_text(federation_name("WLS", words))
        picture(page, f"federation-refused-{code}")

        public = page_of(browser, 1440, 900, code)
        public.goto(f"{tablo.url}/t/{slug}/standings?lang={code}")
        expect(public.locator("[data-topic] tbody tr")).to_have_count(4)
        expect(public.locator(".flag")).to_have_count(0)

        page.goto(f"{desk}/settings")
        page.get_by_label(said("Show flags beside the federations")).check()
        picture(page, f"flags-settings-{code}")
        press(page.locator("form[action$='/details'] button.primary"))
        expect(page.get_by_label(said("Show flags beside the federations"))).to_be_checked()

        wall.goto(f"{tablo.url}/t/{slug}/screen?lang={code}")
        public.goto(f"{tablo.url}/t/{slug}/standings?lang={code}")
        expect(public.locator("img.flag")).to_have_count(3)
        games = seats(page, desk, 1)
        won = {board: "1-0" if white.startswith("Jones") else "0-1" for board, (white, _) in games.items()}
        enter(page, desk, 1, won)
        welsh = public.locator("[data-topic] tbody tr", has_text="Jones")
        expect(welsh.locator("td.points")).to_have_text("1")
        expect(welsh.locator(".flag")).to_have_attribute("title", federation_name("WLS", words))
        expect(welsh.locator(".fed")).to_have_text("WLS")
        assert drawn(welsh.locator(".flag"))
        picture(public, f"flags-standings-{code}")
        row = wall.locator("#panel tr", has_text="Jones").first
        expect(row.locator("img.flag").first).to_be_visible()
        assert drawn(row.locator("img.flag").first)
        picture(wall, f"flags-wall-{code}")
        phone.goto(f"{tablo.url}/t/{slug}/players?lang={code}")
        expect(phone.locator("td.federation img.flag")).to_have_count(3)
        assert phone.locator("td.federation .flag").first.evaluate(CODE_BEHIND) > 0
        picture(phone, f"flags-players-{code}")
        phone.goto(f"{tablo.url}/t/{slug}/players/2?lang={code}")
        expect(phone.locator(".heading [title]").first).to_have_attribute("title", federation_name("WLS", words))
        expect(phone.locator(".heading .flag")).to_be_visible()
        picture(phone, f"flags-player-{code}")
        phone.goto(f"{tablo.url}/t/{slug}/pairings/1?lang={code}")
        assert phone.locator(".boards .flag").first.evaluate(CODE_BEHIND) > 0
        picture(phone, f"flags-pairings-{code}")
