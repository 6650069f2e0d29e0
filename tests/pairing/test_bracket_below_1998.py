"""The bracket that is to take players moved down, as the look-ahead of FIDE Dutch 1998 sees it (C.12)."""

from itertools import combinations

import pytest

from domain.cards.card import Card, PairingTask
from domain.pairing.dutch_1998.choosing import Below, with_all_pairs
from domain.pairing.dutch_1998.competitors import Bracket, field_of
from domain.pairing.dutch_1998.criteria import chart


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
