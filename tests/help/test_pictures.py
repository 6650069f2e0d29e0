"""The pictures of the manual show what the pages show today."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.help import hall
from tests.help.pictures import DEMO, FOLDER, PICTURES, WORDS, all_words
from tests.stories.tablo import log_in, page_of, running
from web.wording import LANGUAGES

ROOT = Path(__file__).parents[2]
LARGEST_PICTURE_BYTES = 50_000


@pytest.mark.parametrize("langs", [("en",), pytest.param(("bg", "ru"), marks=pytest.mark.whole)])
def test_pictures_show_the_words_of_today(browser: Browser, tmp_path: Path, langs: tuple[str, ...]) -> None:
    with running(tmp_path / "demo", *DEMO, chances=True) as tablo:
        now = all_words(browser, tablo, langs)
    then = json.loads(WORDS.read_text("utf-8"))
    unlike = {(lang, name): set(now[lang][name]) ^ set(then[lang][name]) for lang in langs for name in PICTURES}
    old = {picture: lines for picture, lines in unlike.items() if lines}
    assert not old, f"take them anew with `python -m tests.help.pictures`: {old}"


def test_pictures_are_small_enough_for_a_phone() -> None:
    sizes = {(lang, name): (FOLDER / lang / f"{name}.webp").stat().st_size for lang in LANGUAGES for name in PICTURES}
    assert {picture: size for picture, size in sizes.items() if size > LARGEST_PICTURE_BYTES} == {}


def test_f1_opens_the_manual_beside_the_desk(browser: Browser, tmp_path: Path) -> None:
    with running(tmp_path / "data") as tablo:
        page = page_of(browser)
        log_in(page, tablo.url)
        page.goto(f"{tablo.url}/desk/screens")
        with page.expect_popup() as opened:
            page.keyboard.press("F1")
        expect(opened.value.get_by_role("heading", name="Screens", level=1)).to_be_visible()
        expect(page.get_by_role("heading", name="Screens", level=1)).to_be_visible()


@pytest.mark.parametrize("file", [hall.FILE, FOLDER / "en" / "correction.webp"], ids=lambda file: file.name)
def test_readme_shows_pictures_that_are_there(file: Path) -> None:
    assert f"({file.relative_to(ROOT)})" in (ROOT / "README.md").read_text("utf-8")
    assert file.exists()
