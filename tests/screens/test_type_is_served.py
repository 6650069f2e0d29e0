"""The letters come from this server, under addresses that a browser may keep for ever."""

import httpx
import pytest
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser

from domain.screens.events import ContentKind
from tests.screens.looking import show
from tests.screens.site import Site, shown
from web import typeface


def test_stylesheet_and_files_are_kept_for_ever(site: Site) -> None:
    names = [typeface.stylesheet_name(), *(face.name for face in typeface.FACES)]
    answers = [httpx.get(f"{site.url}/static/type/{name}") for name in names]
    assert [answer.status_code for answer in answers] == [200] * len(names)
    assert {answer.headers["cache-control"] for answer in answers} == {"public, max-age=31536000, immutable"}


def test_another_name_is_not_there(site: Site) -> None:
    assert httpx.get(f"{site.url}/static/type/000000000000-400-latin.woff2").status_code == 404


def test_wall_public_page_and_desk_show_it(site: Site, browser: Browser) -> None:
    page = show(browser, site.screen("type", shown(ContentKind.PAIRINGS)))
    loaded = {}
    for name, path in {"wall": "/screen/type", "public": "/t/open/pairings", "desk": "/desk/login"}.items():
        page.goto(site.url + path)
        loaded[name] = page.evaluate(
            "document.fonts.ready.then(() => [...document.fonts].filter(f => f.status === 'loaded').length)"
        )
    page.close()
    assert all(count >= 1 for count in loaded.values()), loaded


EM = 1000
TIGHT_ROW = 1100
"""The lowest row of a wall, in thousandths of an em (`screen-layout.js`)."""
AT_MOST_INTO_THE_NEXT = 20
RARE_AND_HIGH = "Ĺĺ"


def letters_of(font: TTFont, *scripts: str) -> dict[str, tuple[int, int]]:
    """The lowest and the highest point of each letter, from the line it stands on."""
    found, outlines = font.getBestCmap(), font["glyf"]
    codes = (code for script in scripts for first, last in typeface.BLOCKS[script] for code in range(first, last + 1))
    glyphs = {chr(code): outlines[found[code]] for code in codes if code in found and chr(code).isalpha()}
    return {letter: (glyph.yMin, glyph.yMax) for letter, glyph in glyphs.items() if glyph.numberOfContours}


@pytest.mark.parametrize("weight", typeface.WEIGHTS)
def test_hardly_any_letters_of_two_tight_rows_can_touch(weight: int) -> None:
    font = TTFont(typeface.whole_file(typeface.WEIGHTS[weight]))
    letters = letters_of(font, "basic", "latin", "cyrillic", "greek")
    deepest = -min(low for low, _ in letters.values())
    highest = max(high for letter, (_, high) in letters.items() if letter not in RARE_AND_HIGH)
    assert font["head"].unitsPerEm == EM
    assert deepest + highest <= TIGHT_ROW + AT_MOST_INTO_THE_NEXT
    assert (-font["hhea"].descent - deepest) / EM >= 0.04, "what looking.py takes off the room below the line"
