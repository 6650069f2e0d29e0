"""`tablo rating-list`: FIDE's list and national ones, as a person reads them in."""

from pathlib import Path

import pytest

from server.rating_lists.sqlite import shelf_of
from tests.cli.conftest import Tablo
from tests.files.rating_lists import ANNA, KARPOV, LIST, text_list, zipped
from tests.workers.bombs import CORNER

pytestmark = pytest.mark.process


def test_fides_list_is_read_and_shown(tablo: Tablo, tmp_path: Path) -> None:
    answer = tablo("rating-list", "import", zipped(tmp_path, text_list()), "--data", tmp_path)
    assert answer.out == "FIDE 2026-11: 4 players; 0 lines could not be read.\n"
    assert tablo("rating-list", "show", "--data", tmp_path).out == answer.out


def test_the_first_lines_that_cannot_be_read_are_shown_each_time(tablo: Tablo, tmp_path: Path) -> None:
    bad = [{**ANNA, "birthday": "May"}] * 12
    answer = tablo("rating-list", "import", zipped(tmp_path, text_list([KARPOV, *bad])), "--data", tmp_path)
    head, *lines = answer.out.splitlines()
    assert head == "FIDE 2026-11: 1 players; 12 lines could not be read."
    assert lines == [f"  {number}, birthday: 'May' cannot be." for number in range(3, 13)]
    assert tablo("rating-list", "show", "--data", tmp_path).out == answer.out


def test_some_names_of_a_new_list_are_shown_with_its_letters(tablo: Tablo, tmp_path: Path) -> None:
    answer = tablo("rating-list", "import", zipped(tmp_path, text_list([*LIST, *LIST])), "--data", tmp_path)
    assert answer.err.count(";") == 4
    assert "Karpov, Anatoly" in answer.err
    path = tmp_path / "bul.csv"
    path.write_bytes("Name;Rating\nТопалов, Веселин;2700\n".encode("cp1251"))
    answer = tablo("rating-list", "import", path, "--data", tmp_path, "--publisher", "BUL", "--month", "2026-10")
    assert "Windows-1251: Топалов, Веселин" in answer.err


def test_a_broken_file_is_one_sentence(tablo: Tablo, tmp_path: Path) -> None:
    answer = tablo("rating-list", "import", zipped(tmp_path, b"<html>"), "--data", tmp_path)
    assert (answer.code, "not FIDE's combined rating list" in answer.err) == (2, True)


def test_a_national_list_by_its_own_heads(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "bul.csv"
    path.write_text("Who;Points;Year\nТопалов, Веселин;2712;1975\nСтефанова, Антоанета;2402;1979\n", "utf-8")
    columns = ("--columns", "name=Who,rating=Points,birth_year=Year")
    step = ("rating-list", "import", path, "--data", tmp_path, "--publisher", "BUL", "--month", "2026-10", *columns)
    assert tablo(*step).out == "BUL 2026-10: 2 players; 0 lines could not be read.\n"
    (found,) = shelf_of(tmp_path).search("topalov ves", publisher="BUL")
    assert (found.standard, found.birth_year) == (2712, 1975)


def test_a_fault_of_a_national_list_names_its_line(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "bul.csv"
    path.write_text("Name;Rating\nTal;strong\n")
    answer = tablo("rating-list", "import", path, "--data", tmp_path, "--publisher", "BUL")
    assert "line 2, column 2: Rating must be a number" in answer.err
    assert shelf_of(tmp_path).lists() == []


def test_a_national_list_by_the_places_of_its_columns(tablo: Tablo, tmp_path: Path) -> None:
    path = tmp_path / "bul.csv"
    path.write_text("1975;2712;Топалов, Веселин\n1979;2402;Стефанова, Антоанета\n", "utf-8")
    step = ("rating-list", "import", path, "--data", tmp_path, "--publisher", "BUL", "--month", "2026-10")
    answer = tablo(*step, "--places", "name=3,rating=2,birth_year=1", "--no-heads")
    assert answer.out == "BUL 2026-10: 2 players; 0 lines could not be read.\n"
    (found,) = shelf_of(tmp_path).search("topalov ves", publisher="BUL")
    assert (found.standard, found.birth_year) == (2712, 1975)


def test_places_that_are_none_are_told(tablo: Tablo, tmp_path: Path) -> None:
    answer = tablo("rating-list", "import", tmp_path, "--data", tmp_path, "--places", "name=0")
    assert (answer.code, "name=1,rating=3" in answer.err) == (2, True)


@pytest.mark.parametrize("step", [("rating-list", "import", "--publisher", "BUL", "--month", "2026-11"), ("import",)])
def test_a_sheet_that_asks_for_all_memory_is_one_sentence(tablo: Tablo, tmp_path: Path, step: tuple[str, ...]) -> None:
    file = tmp_path / "bomb.xlsx"
    file.write_bytes(CORNER)
    answer = tablo(*step, file, "--data", tmp_path)
    assert (answer.code, answer.err.count("\n")) == (2, 1)
    assert f"{file} cannot be read: it takes more than" in answer.err
