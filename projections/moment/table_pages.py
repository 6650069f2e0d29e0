"""Pages of long tables, which phones turn one by one."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

TABLE_LINES_A_PAGE = 300


def page_of_line(line: int, lines: int = TABLE_LINES_A_PAGE) -> int:
    return -(-line // lines)


def last_page(count: int, lines: int = TABLE_LINES_A_PAGE) -> int:
    """The number of pages of a table of `count` lines: an empty one is a page too."""
    return max(1, page_of_line(count, lines))


def on_page(rows: Sequence[T], number: int, lines: int = TABLE_LINES_A_PAGE) -> Sequence[T]:
    return rows[(number - 1) * lines : number * lines]


def page_ends(rows: Sequence[T], lines: int = TABLE_LINES_A_PAGE) -> tuple[tuple[T, T], ...]:
    """The first line and the last of each page."""
    return tuple((rows[at], rows[min(at + lines, len(rows)) - 1]) for at in range(0, len(rows), lines))
