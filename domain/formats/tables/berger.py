"""Berger tables (C.05, Annex 1) by their formula, for any number of entrants."""

BoardsByNumber = tuple[tuple[int, int], ...]
"""White and black of each board, by their numbers from 1."""


def berger_rounds(entrants: int) -> int:
    """Rounds in which everybody meets everybody once: with an odd number, one entrant rests in each."""
    return entrants - 1 + entrants % 2


def berger_round(entrants: int, round: int) -> BoardsByNumber:
    """The boards of a round in the order in which the annex prints them; who rests is on none of them."""
    rounds = berger_rounds(entrants)
    last = rounds + 1
    meets_last = round // 2 + 1 if round % 2 else (round + rounds + 1) // 2
    first_board = (meets_last, last) if meets_last <= last // 2 else (last, meets_last)
    others = (
        (_in_circle(meets_last + step, rounds), _in_circle(meets_last - step, rounds)) for step in range(1, last // 2)
    )
    return tuple(board for board in (first_board, *others) if max(board) <= entrants)


def _in_circle(number: int, size: int) -> int:
    """The number counted on round a table of so many seats."""
    return (number - 1) % size + 1
