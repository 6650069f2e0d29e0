"""Tables of round robins: Berger (C.05, Annex 1) by formula, and the sets of Varma (Annex 2)."""

from collections.abc import Callable, Mapping, Sequence

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
    return (number - 1) % size + 1


# Varma tables (C.05, Annex 2): sets of numbers that do not meet in the last three rounds of a round robin.

SMALLEST_FIELD, LARGEST_FIELD = 9, 24

_SETS: Mapping[int, tuple[tuple[int, ...], ...]] = {
    10: ((3, 4, 8), (5, 7, 9), (1, 6), (2, 10)),
    12: ((4, 5, 9, 10), (1, 2, 7), (6, 8, 12), (3, 11)),
    14: ((4, 5, 6, 11, 12), (1, 2, 8, 9), (7, 10, 13), (3, 14)),
    16: ((5, 6, 7, 12, 13, 14), (1, 2, 3, 9, 10), (8, 11, 15), (4, 16)),
    18: ((5, 6, 7, 8, 14, 15, 16), (1, 2, 3, 10, 11, 12), (9, 13, 17), (4, 18)),
    20: ((6, 7, 8, 9, 15, 16, 17, 18), (1, 2, 3, 11, 12, 13, 14), (5, 10, 19), (4, 20)),
    22: ((6, 7, 8, 9, 10, 17, 18, 19, 20), (1, 2, 3, 4, 12, 13, 14, 15), (11, 16, 21), (5, 22)),
    24: ((6, 7, 8, 9, 10, 11, 19, 20, 21, 22), (1, 2, 3, 4, 13, 14, 15, 16, 17), (12, 18, 23), (5, 24)),
}

Shuffled = Callable[[str, Sequence[int]], Sequence[int]]


def varma_sets(entrants: int) -> tuple[tuple[int, ...], ...]:
    """The sets A to D. Raises KeyError for a field that the annex has no table for."""
    return tuple(tuple(n for n in one if n <= entrants) for one in _SETS[entrants + entrants % 2])


def drawn_numbers(contingents: Sequence[int], shuffled: Shuffled) -> tuple[tuple[int, ...], ...]:
    """The numbers drawn by each contingent, of which only the sizes are given, in the order in which they draw.

    A contingent draws from one set that is large enough, by lot among those; where none is, it empties the
    largest and goes on with the next: then its players may meet in the last rounds.
    """
    sets = [list(one) for one in varma_sets(sum(contingents))]
    drawn = []
    for place, size in enumerate(contingents):
        numbers: list[int] = []
        while len(numbers) < size:
            wanted = size - len(numbers)
            chosen = _chosen_set(sets, wanted, shuffled, f"set {place} {wanted}")
            order = shuffled(f"number {place} {wanted}", sets[chosen])[:wanted]
            numbers += order
            sets[chosen] = [number for number in sets[chosen] if number not in order]
        drawn.append(tuple(numbers))
    return tuple(drawn)


def _chosen_set(sets: Sequence[Sequence[int]], wanted: int, shuffled: Shuffled, lot: str) -> int:
    enough = [at for at, left in enumerate(sets) if len(left) >= wanted]
    if not enough:
        return max(range(len(sets)), key=lambda at: len(sets[at]))
    return shuffled(lot, enough)[0]
