"""The pictures of the manual show what the pages show today."""

import json
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from domain.tournament import replay
from tests.help import hall
from tests.help.pictures import FOLDER, PICTURES, WORDS, all_words, held_example
from tests.stories.tablo import log_in, page_of, running
from web.wording import LANGUAGES

LARGEST_PICTURE_BYTES = 50_000


@pytest.mark.parametrize("langs", [("en",), pytest.param(("bg", "ru"), marks=pytest.mark.whole)])
def test_pictures_show_the_words_of_today(browser: Browser, tmp_path: Path, langs: tuple[str, ...]) -> None:
    with held_example(tmp_path) as tablo:
        now = all_words(browser, tablo, langs)
    then = json.loads(WORDS.read_text("utf-8"))
    old = [(lang, name) for lang in langs for name in PICTURES if now[lang][name] != then[lang][name]]
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


def test_the_hall_of_readme_is_in_the_middle_of_its_round() -> None:
    t = replay([*hall.history(Random(160))])
    open_boards = t.round(hall.ROUND).boards_with(lambda game: game.result is None)
    assert (len(t.players), t.published, len(open_boards)) == (hall.PLAYERS, hall.ROUND, 80 - hall.RESULTS_OF_ROUND)
    assert hall.FILE.name in (Path(__file__).parents[2] / "README.md").read_text("utf-8")
