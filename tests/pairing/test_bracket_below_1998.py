"""The bracket that is to take players moved down, as the look-ahead of FIDE Dutch 1998 sees it (C.12)."""

from collections.abc import Hashable, Iterator
from itertools import combinations
from random import Random

import pytest

from domain.cards.card import Card, PairingTask
from domain.pairing.dutch_1998.choosing import (
    NEITHER,
    Below,
    Tariff,
    completed_last,
    graph_of,
    group_of,
    with_all_pairs,
)
from domain.pairing.dutch_1998.competitors import Bracket, field_of, score_groups
from domain.pairing.dutch_1998.criteria import chart
from domain.pairing.graph.matching import bits
from tests.pairing.random_fields_1998 import random_stuck


def below(moved: int, residents: int, *, alone: int = 0, again: bool = False) -> Below:
    """Everybody may meet everybody, but the last `alone` residents none of the other residents."""
    size = moved + residents
    own = range(moved + 1, size + 1)
    apart = [{a, b} for a, b in combinations(own, 2) if b > size - alone]
    task = PairingTask({n: Card(n) for n in range(1, size + 1)}, 1, 9, forbidden=frozenset(map(frozenset, apart)))
    bracket = Bracket(tuple(range(moved)), tuple(range(moved, size)))
    return with_all_pairs(chart(field_of(task)), bracket, (), again=again, meeting=True)


@pytest.mark.parametrize(
    ("moved", "residents", "homogeneous"), [(1, 3, False), (1, 2, False), (2, 2, True), (3, 2, True)]
)
def test_with_half_moved_down_they_may_meet_each_other(moved: int, residents: int, homogeneous: bool) -> None:
    assert below(moved, residents).meeting is homogeneous


@pytest.mark.parametrize(("alone", "again", "homogeneous"), [(1, True, True), (1, False, False), (0, True, False)])
def test_residents_whom_c1_moves_on_are_no_part_of_the_half(alone: int, again: bool, homogeneous: bool) -> None:
    assert below(2, 3, alone=alone, again=again).meeting is homogeneous


def tariffs(count: int) -> Iterator[tuple[Tariff, dict[int, int]]]:
    """Of the middle bracket of fields with three scores, as the last one waits or not, with the edges it is for."""
    for seed in range(count):
        dice, laid_out = Random(f"tariff-{seed}"), chart(field_of(random_stuck(f"tariff-{seed}", 16)))
        moved, residents, last = score_groups(laid_out.field)
        bracket = Bracket(moved, residents)
        pairs = dice.randint(0, bracket.most_pairs)
        waiting = completed_last(laid_out, last, (), bracket, pairs, ()) if dice.random() < 0.8 else None
        group = group_of(laid_out, bracket, pairs, -1, waiting).with_budget(pairs, priced=dice.random() < 0.8)
        yield Tariff(laid_out, group, dice.randrange(4)), graph_of(laid_out, group, NEITHER, NEITHER)


def test_what_players_of_one_sort_pay_is_told_by_the_sort_of_the_other() -> None:
    dear = 0
    for tariff, graph in tariffs(300):
        known: dict[frozenset[Hashable], int] = {}
        for a, others in graph.items():
            for b in bits(others & -2 << a):
                (price,) = tariff.prices(a, (b,))
                assert known.setdefault(frozenset((tariff.alike(a), tariff.alike(b))), price) == price
        dear += len(set(known.values())) > 1
    assert dear > 100
