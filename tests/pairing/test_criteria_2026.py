"""The table of criteria of 2026 is the whole of them, and what the choice and the validator go by."""

from dataclasses import replace

import pytest

from domain.cards.card import Pair, PairingTask
from domain.pairing import SYSTEMS
from domain.pairing.dutch_2026.choosing import Worths, legal_pairs
from domain.pairing.dutch_2026.competitors import laid_out
from domain.pairing.dutch_2026.criteria import (
    C5_TO_C7,
    COUNTED_CRITERIA,
    FORBIDDING,
    KEPT_BY_HAND,
    Scale,
    ladder,
    scale,
)
from domain.pairing.dutch_2026.engine import drawn
from domain.pairing.graph.matching import as_bits
from domain.pairing.swiss.criteria import BarsFromBye
from domain.pairing.system import NoLegalPairing
from domain.words.rounds import Breach, Fault
from tests.pairing.fields_by_hand_2026 import field
from tests.pairing.random_fields_2026 import random_descent, random_field, random_finish

FIELDS = [draw(f"table {n}") for n in range(30) for draw in (random_field, random_descent, random_finish)]
MANY_BITS = 10_000


def faults(task: PairingTask, *boards: tuple[int, int], bye: int | None = None) -> list[tuple[str, tuple[int, ...]]]:
    """Articles broken, and by whom; that somebody has no seat yet is left out."""
    found: tuple[Breach[int], ...] = SYSTEMS["dutch-2026"].check(task, [Pair(*board) for board in boards], bye)
    return [(one.number, one.players) for one in found if one.fault is not Fault.NOT_SEATED]


def test_every_criterion_of_the_handbook_is_a_row_in_its_order() -> None:
    kept, counted = (list(dict.fromkeys(row.number for row in rows)) for rows in (KEPT_BY_HAND, COUNTED_CRITERIA))
    assert kept == ["C1", "C2", "C3", "C4", "C.04.1, 6", "C.04.1, 7"]
    assert counted == [f"C{n}" for n in range(5, 22)]


@pytest.mark.parametrize("task", FIELDS)
def test_the_choice_may_pair_exactly_whom_the_rows_let_meet(task: PairingTask) -> None:
    layout = laid_out(task)
    barring = [row for row in KEPT_BY_HAND if isinstance(row, BarsFromBye)]
    for place, one in enumerate(layout.players):
        for other_place, other in enumerate(layout.players):
            banned = frozenset((one.number, other.number)) in task.forbidden or one is other
            forbidden = banned or any(row.forbids(one, other) for row in FORBIDDING)
            assert bool(layout.legal[place] >> other_place & 1) is not forbidden
        assert bool(layout.bye >> place & 1) is not any(row.bars(one) for row in barring)


@pytest.mark.parametrize("task", FIELDS)
def test_the_weight_of_a_pair_is_the_sum_of_its_rows(task: PairingTask) -> None:
    layout = laid_out(task)
    try:
        drawing = drawn(layout)
    except NoLegalPairing:
        return
    for bracket, _ in drawing.settled:
        near = as_bits(bracket.members + bracket.following)
        everybody = near | bracket.rest | as_bits(drawing.graph) & 1 << layout.bye_place
        pairs = dict(legal_pairs(drawing.graph, everybody, apart=0))
        for single in {False, bool(bracket.byes_inside)}:
            measured = scale(layout, bracket, single)
            for a, row in Worths(measured, MANY_BITS, COUNTED_CRITERIA).rows(pairs).items():
                assert row == {b: summed(measured, a, b) for b in row}


def summed(measured: Scale, a: int, b: int) -> int:
    """The earlier a row, the higher its bits."""
    total = 0
    for criterion in COUNTED_CRITERIA:
        total = (total << criterion.bits(measured)) + criterion.adds(measured, a, b)
    return total


def test_c2_names_who_had_the_bye() -> None:
    task = field({2: (1, 2), 0: (3,)}, past={3: "U"})
    assert faults(task, (1, 2), bye=3) == [("C2", (3,))]


def test_c4_names_those_left_with_too_few_opponents() -> None:
    """3 and 4 have met: with 1-2 on a board nobody is left for them."""
    task = field({4: (1, 2), 0: (3, 4)}, apart=((3, 4),))
    assert faults(task, (1, 2)) == [("C4", (3,))]
    assert faults(task, (1, 3)) == []
    assert faults(task) == []


def test_c4_looks_at_the_bye_of_those_left() -> None:
    """Somebody must get the bye, and 3 has had it."""
    task = field({4: (1, 2), 0: (3,)}, past={3: "U"})
    assert faults(task, (1, 2)) == [("C4", (3,))]
    assert faults(task, (1, 3)) == []


def test_c4_asks_nothing_of_those_who_are_away() -> None:
    task = field({4: (1, 2), 0: (3, 4)}, apart=((3, 4),))
    away = replace(task, cards={n: replace(card, present=n < 3) for n, card in task.cards.items()})
    assert faults(away, (1, 2)) == []


def test_the_scores_of_those_moved_down_are_decided_by_c5_to_c7_alone() -> None:
    assert [row.number for row in C5_TO_C7] == ["C5", "C6", "C7"]


@pytest.mark.parametrize(
    ("most", "alike", "worth", "bits"),
    [
        (0, (), {2: 1, 4: 2, 6: 3}, 0),
        (1, (), {2: 1, 4: 2, 6: 3}, 2),
        (2, (), {2: 1, 4: 2, 6: 8}, 4),
        (3, (), {2: 1, 4: 2, 6: 8}, 4),
        (1, (4, 6), {2: 1, 4: 2, 6: 2}, 2),
        (3, (4, 6), {2: 1, 4: 2, 6: 2}, 3),
        (3, (2, 6), {2: 4, 4: 1, 6: 4}, 4),
    ],
)
def test_a_sum_of_scores_compares_the_highest_first(
    most: int, alike: tuple[int, ...], worth: dict[int, int], bits: int
) -> None:
    """Of players with 3, 2, 2 and 1 points so many at most; one alone needs a rank, several a digit for each score."""
    found = ladder([6, 4, 4, 2], most, alike)
    assert (dict(found.worth), found.bits) == (worth, bits)
