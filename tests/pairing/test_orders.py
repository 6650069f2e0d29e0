"""D.1 and D.2 against the tables of the Handbook, and the counting of places in them."""

import json
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

from domain.pairing.dutch_1998.account import OrderExchange, exchange_number, transposition_number
from domain.pairing.dutch_1998.choosing import Division, Found
from tests.pairing.known import CASES

TABLES: dict[str, Any] = json.loads((CASES / "generation_orders.json").read_text())


def transpositions(s2: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """D.1: all orders of S2 after the first one, ascending when read as numbers."""
    return (order for i, order in enumerate(permutations(sorted(s2))) if i)


def exchanges(s1: Sequence[int], s2: Sequence[int]) -> list[OrderExchange]:
    """D.2: fewest players, smallest difference, then the lowest players of S1, then the highest of S2."""
    sizes = range(1, min(len(s1), len(s2)) + 1)
    every = [(out, into) for k in sizes for out in combinations(s1, k) for into in combinations(s2, k)]
    return sorted(every, key=exchange_order)


def exchange_order(exchange: OrderExchange) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
    out, into = exchange
    return (len(out), sum(into) - sum(out), tuple(-number for number in reversed(out)), into)


def test_transpositions_of_four_come_in_the_printed_order() -> None:
    printed = TABLES["dutch1998_transpositions_S2_5678"]["all"]
    assert [list(order) for order in transpositions((5, 6, 7, 8))] == printed


@pytest.mark.parametrize("players", [7, 8])
def test_exchanges_come_in_the_order_of_the_printed_tables(players: int) -> None:
    """The tables leave out players whose every pairing has occurred before."""
    half = players // 2
    printed = [(tuple(e["s1"]), tuple(e["s2"])) for e in TABLES[f"dutch1998_exchanges_{players}_players"]["sequence"]]
    every = exchanges(range(1, half + 1), range(half + 1, players + 1))
    assert [exchange for exchange in every if exchange in printed] == printed


def test_for_eight_players_only_the_first_and_the_last_are_left_out() -> None:
    printed = [(tuple(e["s1"]), tuple(e["s2"])) for e in TABLES["dutch1998_exchanges_8_players"]["sequence"]]
    every = exchanges(range(1, 5), range(5, 9))
    assert [(o, i) for o, i in every if len(o) <= 2 and 1 not in o and 8 not in i] == printed


def test_exchanges_of_eleven_players_agree_with_the_later_tables() -> None:
    ones = [((e["s1"],), (e["s2"],)) for e in TABLES["dutch2012_exchanges_11_players_one"]]
    twos = [(tuple(e["s1"]), tuple(e["s2"])) for e in TABLES["dutch2012_exchanges_11_players_two"]]
    ours = [e for e in exchanges(range(1, 6), range(6, 12)) if len(e[0]) <= 2]
    assert ours == ones + twos


@pytest.mark.parametrize(("s1", "size"), [(3, 6), (3, 7), (4, 8), (2, 9), (5, 10)])
def test_an_exchange_knows_its_number(s1: int, size: int) -> None:
    every = exchanges(range(1, s1 + 1), range(s1 + 1, size + 1))
    assert [exchange_number(s1, size, e) for e in every] == list(range(1, len(every) + 1))


def found(s1: tuple[int, ...], opponents: tuple[int, ...], x: int = 0, up: int = 0, down: int = 0) -> Found:
    s2 = tuple(place for place in range(6) if place not in s1)
    return Found((Division(s1, s2, opponents),), (), x, up, down)


def test_candidates_are_compared_by_x_then_floats_then_exchange_then_transposition() -> None:
    ascending = [
        found((0, 1, 2), (3, 4, 5)),
        found((0, 1, 2), (3, 5, 4)),
        found((0, 1, 3), (2, 4, 5)),
        found((0, 1, 4), (2, 3, 5)),
        found((0, 2, 3), (1, 4, 5)),
        found((0, 3, 4), (1, 2, 5)),
        found((0, 1, 2), (3, 4, 5), down=1),
        found((0, 1, 2), (3, 4, 5), up=1),
        found((0, 1, 2), (3, 4, 5), x=1),
    ]
    orders = [candidate.order for candidate in ascending]
    assert orders == sorted(orders)
    assert len(set(orders)) == len(orders)


def test_large_exchanges_are_not_counted() -> None:
    assert exchange_number(200, 400, ((198, 199, 200), (201, 202, 203))) is None


def test_a_transposition_knows_its_number() -> None:
    arrangements = sorted({order[:3] for order in permutations((4, 5, 6, 7, 8))})
    assert [transposition_number((4, 5, 6, 7, 8), a) for a in arrangements] == list(range(len(arrangements)))


def test_the_order_of_exchanges_is_total() -> None:
    dice = Random(1)
    sample = [(o, i) for o in combinations(range(1, 6), 2) for i in combinations(range(6, 11), 2)]
    dice.shuffle(sample)
    keys = [exchange_order(e) for e in sample]
    assert len(set(keys)) == len(keys)
