"""Brackets of 2^n places: which seed stands on which line of the first round.

Lines are read from the top; lines 1 and 2 meet first, the winner meets the one of lines 3 and 4, and so on.
"""


def bracket_size(entrants: int) -> int:
    """The smallest 2^n with a place for everybody; places that stay empty are byes of the top seeds."""
    return 1 << max(entrants - 1, 0).bit_length()


def seeding(size: int) -> tuple[int, ...]:
    """Seeds from the top line down: 1, 16, 8, 9, ... As long as the better seed wins, 1 and 2 meet last.

    Raises ValueError for a size that is no power of two.
    """
    if size < 1 or size & (size - 1):
        raise ValueError(size)
    lines: tuple[int, ...] = (1,)
    while len(lines) < size:
        doubled = 2 * len(lines) + 1
        lines = tuple(seed for better in lines for seed in (better, doubled - better))
    return lines
