"""The letters of the pages: one family, cut once, in files whose names change with what they are made from."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from web import typeface
from web.rendering import TEMPLATES
from web.type_cutting import cut_all, cut_face

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


@pytest.fixture(scope="module")
def cut_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("type")
    cut_all([folder])
    return folder


@pytest.mark.parametrize("face", typeface.FACES, ids=lambda face: face.name[13:])
def test_a_file_has_every_letter_of_its_script_and_is_small(cut_files: Path, face: typeface.Face) -> None:
    data = (cut_files / face.name).read_bytes()
    letters = TTFont(BytesIO(data)).getBestCmap()
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
    font = TTFont(BytesIO(cut_face(typeface.Face(weight, "basic"))))
    widths = {font["hmtx"][font.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}
    assert len(widths) == 1


def test_capitals_are_as_high_as_the_layout_of_the_walls_takes_them_to_be() -> None:
    font = TTFont(BytesIO(cut_face(typeface.Face(600, "basic"))))
    layout = (TEMPLATES.parent / "static" / "js" / "screens" / "screen-layout.js").read_text()
    said = re.search(r"CAPITAL = ([0-9.]+);", layout)
    assert said is not None
    assert font["OS/2"].sCapHeight / font["head"].unitsPerEm == pytest.approx(float(said[1]))


def test_the_stylesheet_names_every_file() -> None:
    named = re.findall(r'url\("([^"]+)"\)', typeface.stylesheet())
    assert named == [face.name for face in typeface.FACES]


def test_what_is_there_is_not_cut_again(cut_files: Path, tmp_path: Path) -> None:
    cut_all([tmp_path / "empty", cut_files])
    assert list((tmp_path / "empty").iterdir()) == []


def test_where_the_first_folder_cannot_be_written_the_next_one_is(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    cut_all([tmp_path / "file" / "type", tmp_path / "data"])
    assert len(list((tmp_path / "data").iterdir())) == len(typeface.FACES)


def test_every_page_includes_the_letters_once() -> None:
    whole = [path for path in TEMPLATES.rglob("*.html") if "<!doctype html>" in path.read_text()]
    times = {str(path.relative_to(TEMPLATES)): path.read_text().count("typeface()") for path in whole}
    assert {page for page, count in times.items() if count != 1} == set()
