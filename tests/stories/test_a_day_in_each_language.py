"""A day of a tournament at a desk and on a phone that speak Bulgarian or Russian: buttons are found by their words."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.stories.tablo import PASSWORD, page_of, press, row, running, type_results
from tests.tiers import sample, tries
from web.wording import Language, language

PLAYERS = {
    "bg": ["Иванова, Мария\t2210", "Петров, Петър\t2150", "Димитров, Асен\t2090", "Георгиева, Елена\t2010"],
    "ru": ["Иванова, Мария\t2210", "Петров, Пётр\t2150", "Кузнецов, Артём\t2090", "Смирнова, Елена\t2010"],
}
NAMES = {"bg": "Открит турнир на Варна", "ru": "Открытый турнир Казани"}
STEWARDS = {"bg": "Анна", "ru": "Анна"}
PAGES_OF_THE_DESK = (
    "players", "rounds/2", "settings", "check-in", "prizes", "history", "papers", "exports", "face", "keys",
)  # fmt: skip
PUBLIC_PAGES = ("/mine", "/screen", "/find", "", "/standings", "/players/1", "/crosstable")
"""Those first on which scripts say something: what the server says in each language is claimed in `tests/web`."""
FORMATS = ("json", "jsonl", "asyncapi", "openapi", "xlsx", "jpeg")
LATIN = frozenset(
    (
        *(*FORMATS, "tablo", "fide", "english", "swiss", "enter", "letter", "host", "public", "ingo", "bcf", "https"),
        *("lichess", "youtube", "twitch", "peertube"),
    )
)
"""Programs, services, formats, paper, keys, lists of tie-breaks (C07-SWISS) and options of the command line."""


READABLE = """() => {
  const left = [...document.querySelectorAll('code, pre, textarea, option, [lang=en]')];
  for (const one of left) one.style.visibility = 'hidden';
  const text = document.body.innerText;
  for (const one of left) one.style.visibility = '';
  return text;
}"""
"""The text to be seen, without commands, what somebody has typed, and words that are marked as English."""


class Visitor:
    """A browser that speaks a language, and looks at each page that it comes to."""

    def __init__(self, browser: Browser, code: str, url: str, width: int, height: int) -> None:
        self.words: Language = language(code)
        self.url = url
        self.page: Page = page_of(browser, width, height, code)
        self.foreign: dict[str, list[str]] = {}

    def go(self, path: str) -> None:
        answer = self.page.goto(f"{self.url}{path}")
        assert answer
        assert answer.ok, path
        self.look()

    def press(self, sentence: str, **values: object) -> None:
        name = self.words.catalogue.gettext(sentence) % values
        assert re.search("[а-я]", name), sentence
        press(self.page.get_by_role("button", name=name, exact=True).first)
        self.look()

    def look(self) -> None:
        """Notes every word in Latin letters that is none of the names."""
        assert self.page.evaluate("document.documentElement.lang") == self.words.code
        words = re.findall(r"\b[a-z]{4,}\b", self.page.evaluate(READABLE).lower())
        found = sorted(set(words) - LATIN - set(re.findall("[a-z]+", self.page.url)))
        if found:
            self.foreign[self.page.url] = found


def log_in(desk: Visitor) -> None:
    desk.go("/desk")
    desk.page.locator("input[name=name]").fill(STEWARDS[desk.words.code])
    desk.page.locator("input[name=password]").fill(PASSWORD)
    with desk.page.expect_navigation():
        desk.page.locator("input[name=password]").press("Enter")
    desk.look()


def announce(desk: Visitor) -> str:
    desk.go("/desk/new")
    desk.page.locator("input[name=tournament_name]").fill(NAMES[desk.words.code])
    desk.page.locator("input[name=rounds]").fill("3")
    desk.press("Announce the tournament")
    found = re.search(r"/desk/t/[^/?]+", desk.page.url)
    assert found
    return found[0]


def overwritten_and_taken_back(desk: Visitor) -> None:
    """The result before is said in the language of the reader, and one key brings it back."""
    type_results(desk.page, {1: "0"})
    was = desk.words.gettext("Board {board}: was {before}, now {now}.")
    said = desk.page.locator("#was span")
    expect(said).to_have_text(was.format(board=1, before="1 – 0", now="0 – 1"))
    desk.look()
    desk.page.keyboard.press("Backspace")
    expect(said).to_have_text(desk.words.gettext("Board {board}: {now} again.").format(board=1, now="1 – 0"))
    expect(row(desk.page, 1).locator(".sign > b")).to_have_text("1 – 0")


@pytest.mark.parametrize("code", sample(("bg", "ru"), 1))
def test_a_day_at_the_desk_and_on_a_phone(browser: Browser, tmp_path: Path, code: str) -> None:
    with running(tmp_path / "data") as tablo:
        desk = Visitor(browser, code, tablo.url, 1440, 900)
        log_in(desk)
        at = announce(desk)

        desk.go(f"{at}/players/import")
        desk.page.locator("textarea").fill("\n".join(PLAYERS[code]))
        press(desk.page.locator("main form button.primary"))
        desk.look()
        press(desk.page.locator("main form button.primary"))
        desk.go(f"{at}/check-in")
        arrival = desk.page.locator("button[aria-pressed=false]").first
        arrival.click()
        expect(desk.page.locator("#arrived")).to_have_text(
            desk.words.gettext("{here} of {expected} are here").format(here=1, expected=4)
        )
        desk.look()
        desk.go(at)
        desk.press("Draw by lot")
        desk.press("Pair round %(round)s", round=1)
        desk.press("Publish round %(round)s", round=1)

        phone = Visitor(browser, code, tablo.url, 390, 844)
        public = at.removeprefix("/desk")
        phone.go(f"{public}/pairings/1")
        type_results(desk.page, {1: "1", 2: "="})
        expect(phone.page.get_by_text("½ – ½").first).to_be_visible()
        overwritten_and_taken_back(desk)

        desk.go(at)
        desk.press("Pair round %(round)s", round=2)
        desk.press("Publish round %(round)s", round=2)
        desk.go(f"{at}/rounds/1/boards/1/correct")
        desk.page.locator("select[name=result]").select_option("0-1")
        desk.page.locator("[name=reason]").fill("Сгрешен протокол" if code == "bg" else "Ошибка в протоколе")
        expect(desk.page.get_by_role("heading", name=desk.words.gettext("Pairings"))).to_be_visible()
        desk.press("Correct it")

        for page in PAGES_OF_THE_DESK[: tries(len(PAGES_OF_THE_DESK))]:
            desk.go(f"{at}/{page}")
        for page in PUBLIC_PAGES[: tries(len(PUBLIC_PAGES))]:
            phone.go(f"{public}{page}")
        assert [*desk.foreign.items(), *phone.foreign.items()] == []
