"""The work done for an answer: calls of Python functions in the same fields, counted and not timed.

A bound, a set of what was looked at already, a question that is asked first: each of them only spares work, and no
answer tells whether it is there. A change may do less work than this, but not a fiftieth more without saying so.
"""

import sys
from collections.abc import Callable, Sequence
from random import Random
from types import FrameType

import pytest

from domain.cards.card import PairingTask
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.first_matching import first_in_order, first_of_any, tightened
from domain.pairing.graph.matching import cheapest, largest
from tests.pairing.random_events import sample
from tests.pairing.random_fields_2026 import random_descent, random_field, random_finish
from tests.pairing.random_rounds import random_group, random_round

Graph = dict[int, int]


def calls(work: Callable[[], object]) -> int:
    """Functions and generators entered while this is done, a second time after it was done once."""
    work()
    entered = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal entered
        entered += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return entered


def spare_graph(seed: str, rows: int, others: int, share: float) -> Graph:
    """Rows have no edges among each other, and one of the others each of its own."""
    dice = Random(seed)
    graph: Graph = dict.fromkeys(range(rows + others), 0)
    for a in graph:
        for b in range(max(a + 1, rows), rows + others):
            own = rows + 7 * a % rows if a < rows else a + 1
            if dice.random() < share or b == own:
                graph[a] |= 1 << b
                graph[b] |= 1 << a
    return graph


def two_sided(seed: str, size: int, share: float) -> Graph:
    graph = spare_graph(seed, size, size, share)
    lower = (1 << size) - 1
    return {v: others & (~lower if v < size else lower) for v, others in graph.items()}


def chains(rows: int, others: int, share: float) -> int:
    graphs = [spare_graph(f"chains-{i}", rows, others, share) for i in range(8)]
    whole = [(graph, mates) for graph in graphs if len(mates := largest(graph)) == rows + others]
    assert whole
    return calls(lambda: [first_of_any(graph, range(rows), mates) for graph, mates in whole])


def in_order(size: int, share: float) -> int:
    graphs = [two_sided(f"order-{i}", size, share) for i in range(4)]
    return calls(lambda: [first_in_order(graph, range(size), size) for graph in graphs])


def tight(size: int, share: float) -> int:
    dice, graph = Random("tight"), two_sided("tight", size, share)
    alike = {v: sum(1 << o for o in graph if dice.random() < 0.5) for v in graph}
    mates = cheapest(graph, lambda row, columns: [alike[column] >> row & 1 for column in columns])
    assert mates is not None
    return calls(lambda: tightened(graph, range(size), mates, alike.__getitem__))


def forests(size: int, share: float) -> int:
    graphs = [spare_graph(f"forest-{i}", 0, size, share) for i in range(6)]
    found = [(graph, largest({v: o & ~1 for v, o in graph.items() if v})) for graph in graphs]
    whole = [(graph, mates) for graph, mates in found if len(mates) == size - 1]
    assert whole
    return calls(lambda: [Forest(graph, mates, 0, (1 << size) - 1).grown() for graph, mates in whole])


GRAPHS: dict[str, tuple[Callable[[], int], int]] = {
    "chains, few edges": (lambda: chains(20, 24, 0.1), 10670),
    "chains, many edges": (lambda: chains(20, 24, 0.5), 20345),
    "in order, few edges": (lambda: in_order(40, 0.05), 1595),
    "in order, many edges": (lambda: in_order(40, 0.4), 1550),
    "tightened, few edges": (lambda: tight(31, 0.1), 146),
    "tightened, many edges": (lambda: tight(31, 0.5), 96),
    "forests, few edges": (lambda: forests(41, 0.05), 2155),
    "forests, many edges": (lambda: forests(41, 0.3), 2506),
}


def paired(system: str, tasks: Sequence[PairingTask]) -> int:
    def work() -> None:
        for task in tasks:
            try:
                SYSTEMS[system].pair(task)
            except NoLegalPairing:
                continue

    return calls(work)


def of_events(system: str, profile: str, rounds: int) -> list[PairingTask]:
    return [task for task, _ in sample(profile, "work", rounds, SYSTEMS[system].pair)]


FIELDS: dict[str, tuple[str, Callable[[], list[PairingTask]], int]] = {
    "1998, single rounds": ("dutch-1998", lambda: [random_round(f"work-{i}", 12) for i in range(60)], 61149),
    "1998, kept apart": ("dutch-1998", lambda: [random_group(f"work-{i}", 12) for i in range(80)], 89374),
    "1998, more kept apart": ("dutch-1998", lambda: [random_group(f"much-{i}", 16) for i in range(30)], 51704),
    "1998, events": ("dutch-1998", lambda: of_events("dutch-1998", "big", 30), 66976),
    "2026, kept apart": ("dutch-2026", lambda: [random_field(f"work-{i}") for i in range(60)], 68817),
    "2026, several move down": ("dutch-2026", lambda: [random_descent(f"work-{i}") for i in range(60)], 112585),
    "2026, the last round": ("dutch-2026", lambda: [random_finish(f"work-{i}") for i in range(60)], 80335),
    "2026, events": ("dutch-2026", lambda: of_events("dutch-2026", "big", 30), 74619),
}


@pytest.mark.parametrize("what", GRAPHS)
def test_a_search_of_a_graph_does_no_more_than_it_did(what: str) -> None:
    search, did = GRAPHS[what]
    assert search() <= did * 1.02


@pytest.mark.parametrize("what", FIELDS)
def test_rounds_are_paired_with_no_more_than_it_took(what: str) -> None:
    system, fields, did = FIELDS[what]
    assert paired(system, fields()) <= did * 1.02
