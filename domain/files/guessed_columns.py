"""Columns of a list without a header, found by what stands in them."""

import re
from collections.abc import Callable, Mapping, Sequence

from domain.files.player_list_cells import SEXES
from domain.files.trf.entrants import OLD_TITLES
from domain.files.trf.values import year_in
from domain.words.players import Title

ROWS_LOOKED_AT = 100
SURE_SHARE = 0.8
"""The share of cells of a column that must look alike."""
LEAST_RATING, MOST_RATING = 100, 3100
FIRST_BIRTH, LAST_BIRTH = 1900, 2030
TITLE_WORDS = {*OLD_TITLES, *(title.lower() for title in Title)} - {""}
FEDERATION_CODE = re.compile(r"[A-Z]{3}")
TWO_LETTERS = re.compile(r"[^\W\d_]{2}")


def guessed_columns(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """Field to column index, for the columns that can be nothing else; the first text is the name."""
    width = max(map(len, rows), default=0)
    columns = [[row[i].strip() for row in rows[:ROWS_LOOKED_AT] if i < len(row)] for i in range(width)]
    found: dict[str, int] = {}
    for field, fits in LOOKS.items():
        place = next((i for i, cells in enumerate(columns) if i not in found.values() and _mostly(cells, fits)), None)
        if place is not None:
            found[field] = place
    texts = [i for i, cells in enumerate(columns) if i not in found.values() and _mostly(cells, _text)]
    return found | _names(columns, texts)


def _names(columns: Sequence[Sequence[str]], texts: Sequence[int]) -> dict[str, int]:
    """One column for the name or two, and what comes behind is the club."""
    if not texts:
        return {}
    first, *more = texts
    whole = _mostly(columns[first], lambda cell: len(cell.split()) > 1)
    if whole or not more:
        return {"name": first} | ({"club": more[0]} if more else {})
    return {"last": first, "first": more[0]} | ({"club": more[1]} if len(more) > 1 else {})


def _mostly(cells: Sequence[str], fits: Callable[[str], bool]) -> bool:
    said = [cell for cell in cells if cell]
    return bool(said) and sum(map(fits, said)) >= SURE_SHARE * len(said)


def _between(least: int, most: int) -> Callable[[str], bool]:
    return lambda cell: cell.isascii() and cell.isdigit() and least <= int(cell) <= most


def _birth(cell: str) -> bool:
    """A whole date, or a year that is no common rating."""
    year = year_in(cell)
    return bool(year) and FIRST_BIRTH <= year <= LAST_BIRTH


def _text(cell: str) -> bool:
    return TWO_LETTERS.search(cell) is not None


LOOKS: Mapping[str, Callable[[str], bool]] = {
    "fide_id": _between(10_000, 10**11),
    "title": lambda cell: cell.lower() in TITLE_WORDS,
    "sex": lambda cell: cell.casefold() in SEXES,
    "federation": lambda cell: FEDERATION_CODE.fullmatch(cell) is not None,
    "rating": _between(LEAST_RATING, MOST_RATING),
    "birth_year": _birth,
}
"""In this order: of two columns that could be ratings the first one is."""
