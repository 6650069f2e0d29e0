"""The pictures of the manual, taken in the demo in each language, and the words that each of them shows.

    python -m tests.help.pictures        takes all of them anew, and writes down their words

The words are how a test knows that a picture has become old: a browser reads the same pages again (`test_pictures.py`).
"""

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from server.cli.demo.event import ROUND_IN_PLAY, TEAM_EVENT, THE_OPEN, WRONG
from tests.conftest import CHROMIUM, QUIET
from tests.stories.tablo import CHANCES_SECONDS, Tablo, log_in, patiently, running, type_results
from web.plain import STATIC
from web.wording import LANGUAGES

FOLDER = STATIC / "help"
WORDS = Path(__file__).parent / "words_in_pictures.json"
DEMO = ("demo", "--still")
PUBLIC = f"/t/{THE_OPEN.slug}"
DESK = f"/desk{PUBLIC}"
RESULTS_TYPED = {1: "1", 2: "=", 3: "0", 5: "1"}
COLOURS_IN_A_PICTURE = 64
TAGS = {"en": "en-GB", "bg": "bg-BG", "ru": "ru-RU"}
HERE_AND_NOW = re.compile(
    r"#:#|#\.#\.#|\.local\b|# [A-Z][a-z]{2}|# (янв|февр|мар|апр|ма[йя]|июн|июл|авг|сент|окт|нояб|дек)\w*\.? "
)
"""Times, addresses, names in this network and days: of a line with one of them nothing is kept."""
REASON = {"en": "Wrong score sheet read", "bg": "Прочетена е грешна бланка", "ru": "Прочитан не тот бланк записи"}


@dataclass(frozen=True)
class Picture:
    """A page of the demo as somebody sees it. `shown` tells how to bring the page into the state that is meant."""

    path: str
    width: int = 1200
    height: int = 760
    shown: Callable[[Page, str], None] | None = None


BELOW_THE_GLASS = """() => [...document.querySelectorAll('body *')]
  .filter(one => one.getBoundingClientRect().top >= innerHeight).forEach(one => one.remove())"""


def correct_as_on_the_slip(page: Page, lang: str) -> None:
    page.locator("select[name=result]").select_option(WRONG.played.value)
    page.locator("[name=choice][value=next-pairing]").check()
    page.locator("[name=reason]").fill(REASON[lang])
    expect(page.locator("#effect-pairings:not([aria-busy]) h2").first).to_be_visible()


def with_the_next_round(page: Page, _lang: str) -> None:
    """It is worked out after the results have been typed."""

    def found() -> bool:
        page.reload()
        return page.locator("a[href*='/coming.pdf']").count() > 0

    patiently(page, found, CHANCES_SECONDS)


PICTURES: Mapping[str, Picture] = {
    "today": Picture(DESK),
    "players": Picture(f"{DESK}/players"),
    "results": Picture(f"{DESK}/rounds/{ROUND_IN_PLAY}"),
    "correction": Picture(
        f"{DESK}/rounds/{WRONG.round}/boards/{WRONG.board}/correct", height=900, shown=correct_as_on_the_slip
    ),
    "history": Picture(f"{DESK}/history"),
    "people": Picture("/desk/stewards"),
    "papers": Picture(f"{DESK}/papers", shown=with_the_next_round),
    "new-tournament": Picture("/desk/new"),
    "screen": Picture(f"/t/{TEAM_EVENT.slug}/screen", 1280, 720),
    "player": Picture(f"{PUBLIC}/players/1", 390, 844),
}


def prepared(page: Page, tablo: Tablo) -> None:
    """Four results from the keyboard: a day in the middle."""
    log_in(page, tablo.url, "Anna")
    page.goto(f"{tablo.url}{DESK}/rounds/{ROUND_IN_PLAY}")
    type_results(page, RESULTS_TYPED)


def opened(page: Page, picture: Picture, tablo: Tablo, lang: str) -> None:
    page.set_viewport_size({"width": picture.width, "height": picture.height})
    page.goto(f"{tablo.url}{picture.path}")
    if picture.shown:
        picture.shown(page, lang)
    if picture.path.endswith("/screen"):
        expect(page.locator("main, .wall, table").first).to_be_visible()


def words_of(page: Page) -> list[str]:
    """The lines that are to be seen, without times, days and addresses. What is below them is gone then."""
    page.evaluate("() => document.fonts.ready.then(() => true)")  # before, other letters take more lines or fewer
    page.evaluate(BELOW_THE_GLASS)
    text: str = page.locator("body").inner_text()
    lines = (re.sub(r"\d+", "#", " ".join(line.split())) for line in text.splitlines())
    return sorted({line for line in lines if re.search(r"[^\W\d_]{3}", line) and not HERE_AND_NOW.search(line)})


def taken(page: Page) -> bytes:
    """A small WebP of what is on the glass: without losses of few colours, half of a PNG of the same."""
    with Image.open(BytesIO(page.screenshot(animations="disabled"))) as shot:
        few = shot.convert("RGB").quantize(COLOURS_IN_A_PICTURE, dither=Image.Dither.NONE).convert("RGB")
        packed = BytesIO()
        few.save(packed, "WEBP", lossless=True, quality=50, method=4)
    return packed.getvalue()


def all_words(
    browser: Browser, tablo: Tablo, langs: Iterable[str], keep: Callable[[str, str, Page], None] | None = None
) -> dict[str, dict[str, list[str]]]:
    """The words of every picture in these languages; `keep` is given each page while it is open."""
    first = browser.new_context(locale=TAGS["en"])
    prepared(first.new_page(), tablo)
    found: dict[str, dict[str, list[str]]] = {}
    for lang in langs:
        page = browser.new_context(locale=TAGS[lang], storage_state=first.storage_state()).new_page()
        found[lang] = {}
        for name, picture in PICTURES.items():
            opened(page, picture, tablo, lang)
            if keep:
                keep(lang, name, page)
            found[lang][name] = words_of(page)
        page.context.close()
    return found


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "demo", *DEMO, chances=True) as tablo,
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        words = all_words(browser, tablo, LANGUAGES, _write)
        browser.close()
    WORDS.write_text(json.dumps(words, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for file in FOLDER.glob("*/*"):
        if file.name not in {f"{name}.webp" for name in PICTURES}:
            file.unlink()


def _write(lang: str, name: str, page: Page) -> None:
    file, content = FOLDER / lang / f"{name}.webp", taken(page)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    print(f"{lang}/{file.name}: {len(content) // 1024} kB")


if __name__ == "__main__":
    main()
