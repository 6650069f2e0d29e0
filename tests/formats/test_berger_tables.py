"""Berger tables: as printed for 4 to 24, and what holds for every number."""

import json
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.formats.tables.round_robin import berger_round, berger_rounds

CASES = Path(__file__).parent.parent / "cases"
PRINTED: dict[str, list[list[list[int]]]] = json.loads((CASES / "berger_tables.json").read_text())["tables"]


@pytest.mark.parametrize("entrants", [int(printed) for printed in PRINTED])
def test_each_round_is_as_printed(entrants: int) -> None:
    made = [set(berger_round(entrants, round)) for round in range(1, berger_rounds(entrants) + 1)]
    assert made == [{(white, black) for white, black in round} for round in PRINTED[str(entrants)]]


@pytest.mark.parametrize("entrants", [int(printed) - 1 for printed in PRINTED])
def test_an_odd_number_plays_the_table_above_without_its_last_number(entrants: int) -> None:
    made = [set(berger_round(entrants, round)) for round in range(1, berger_rounds(entrants) + 1)]
    above = PRINTED[str(entrants + 1)]
    assert made == [{(w, b) for w, b in round if max(w, b) <= entrants} for round in above]


def test_the_boards_stand_in_the_order_of_the_annex() -> None:
    assert [berger_round(6, round) for round in (1, 2, 3)] == [
        ((1, 6), (2, 5), (3, 4)),
        ((6, 4), (5, 3), (1, 2)),
        ((2, 6), (3, 1), (4, 5)),
    ]


@given(entrants=st.integers(2, 120))
def test_everybody_meets_everybody_once_with_colours_within_one(entrants: int) -> None:
    boards = [board for round in range(1, berger_rounds(entrants) + 1) for board in berger_round(entrants, round)]
    assert sorted(map(sorted, boards)) == sorted(map(list, combinations(range(1, entrants + 1), 2)))
    whites, blacks = Counter(white for white, _ in boards), Counter(black for _, black in boards)
    assert all(abs(whites[n] - blacks[n]) <= 1 for n in range(1, entrants + 1))


@given(entrants=st.integers(2, 120))
def test_the_sum_of_two_numbers_says_in_which_round_they_meet(entrants: int) -> None:
    """C.05, Annex 1, read as arithmetic: the number after the last meets each in the round of twice that number."""
    rounds = berger_rounds(entrants)
    for round in range(1, rounds + 1):
        for white, black in berger_round(entrants, round):
            low, high = min(white, black), max(white, black)
            met_in = low + high - 1 if high <= rounds else 2 * low - 1
            assert (met_in - round) % rounds == 0
