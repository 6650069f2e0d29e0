"""Sheets with more rows than a list of players may have: a rating list is read whole, a list of players is refused."""

import io
from pathlib import Path

import pytest
from xlsxwriter import Workbook

from domain.files.lists.rows import RosterTooLong
from server.rating_lists.national import NationalList
from server.rating_lists.sheets import MOST_ROWS, first_rows_of, rows_of


@pytest.fixture(scope="module")
def long_book() -> bytes:
    """Heads and 20,001 players."""
    out = io.BytesIO()
    book = Workbook(out, {"in_memory": True})
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ("ID", "Име", "Роден", "Рейтинг"))
    for line in range(1, MOST_ROWS + 2):
        sheet.write_row(line, 0, (line, f"Player {line}", 1980, 1500))
    book.close()
    return out.getvalue()


def test_a_federations_list_is_read_to_its_last_row(tmp_path: Path, long_book: bytes) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(long_book)
    players = list(NationalList(path, {}).entries())
    assert len(players) == MOST_ROWS + 1
    assert (players[-1].name, players[-1].birth_year) == (f"Player {MOST_ROWS + 1}", 1980)


def test_a_list_of_players_is_refused_instead_of_cut(long_book: bytes) -> None:
    with pytest.raises(RosterTooLong):
        rows_of(long_book)


def test_columns_are_told_by_the_first_rows(tmp_path: Path, long_book: bytes) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(long_book)
    assert first_rows_of(path)[0] == (1, ["ID", "Име", "Роден", "Рейтинг"])
