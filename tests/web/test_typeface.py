"""The letters of the pages: one family, cut by `tests/web/cut_letters.py`, with addresses that change with them."""

import re

import pytest
from fontTools.ttLib import TTFont

from tests.web.cut_letters import LICENCE, cut_all
from web import typeface
from web.rendering import TEMPLATES

WRITTEN = {
    "basic": "Petrov 0123456789 ½ – “” № → − ·",
    "latin": "Þó Ç Ł Š ć Ğ ș",
    "vietnamese": "ễ ơ ư ạ",
    "latin-far": "ǎ ḷ",
    "signs": "‰ ⁄ ∞ ■",
    "cyrillic": "Щербаков Заславский Ђурђевић ґ",
    "cyrillic-far": "ү ә ө",
    "greek": "Παπαδόπουλος",
}


def test_the_files_are_what_cutting_makes() -> None:
    """`python -m tests.web.cut_letters` writes them anew."""
    made = cut_all()
    assert {file.name for file in typeface.FOLDER.iterdir()} == made.keys()
    assert [name for name, data in made.items() if (typeface.FOLDER / name).read_bytes() != data] == []


def test_the_licence_stands_beside_the_files_and_its_reserved_name_in_none() -> None:
    assert "Reserved Font Name" in (typeface.FOLDER / LICENCE).read_text()
    fonts = [TTFont(file) for file in typeface.FOLDER.iterdir() if file.name != LICENCE]
    names = {str(record) for font in fonts for record in font["name"].names if record.nameID}
    assert typeface.FAMILY in names
    assert [name for name in names if "Source" in name] == []


@pytest.mark.parametrize("face", typeface.FACES, ids=lambda face: face.file.stem)
def test_a_file_has_every_letter_of_its_script_and_is_small(face: typeface.Face) -> None:
    data = face.file.read_bytes()
    letters = TTFont(face.file).getBestCmap()
    assert data[:4] == b"wOF2"
    assert [letter for letter in WRITTEN[face.script] if letter != " " and ord(letter) not in letters] == []
    assert len(data) < 12_000


def test_no_letter_is_in_two_files_of_one_weight() -> None:
    letters = [letter for ranges in typeface.BLOCKS.values() for a, b in ranges for letter in range(a, b + 1)]
    assert len(letters) == len(set(letters))
    whole = ((0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x36F), (0x1E00, 0x1EFF), (0x2000, 0x22FF), (0x25A0, 0x25FF))
    assert {letter for a, b in whole for letter in range(a, b + 1)} <= set(letters)


@pytest.mark.parametrize("weight", typeface.WEIGHTS)
def test_all_figures_have_one_width(weight: int) -> None:
    font = TTFont(typeface.Face(weight, "basic").file)
    widths = {font["hmtx"][font.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}
    assert len(widths) == 1


def test_capitals_are_as_high_as_the_layout_of_the_walls_takes_them_to_be() -> None:
    font = TTFont(typeface.Face(600, "basic").file)
    layout = (TEMPLATES.parent / "static" / "js" / "screens" / "screen-layout.js").read_text()
    said = re.search(r"CAPITAL = ([0-9.]+);", layout)
    assert said is not None
    assert font["OS/2"].sCapHeight / font["head"].unitsPerEm == pytest.approx(float(said[1]))


def test_the_stylesheet_names_every_file() -> None:
    named = re.findall(r'url\("([^"]+)"\)', typeface.stylesheet())
    assert named == [face.name for face in typeface.FACES]


def test_every_page_includes_the_letters_once() -> None:
    whole = [path for path in TEMPLATES.rglob("*.html") if "<!doctype html>" in path.read_text()]
    times = {str(path.relative_to(TEMPLATES)): path.read_text().count("typeface()") for path in whole}
    assert {page for page, count in times.items() if count != 1} == set()
