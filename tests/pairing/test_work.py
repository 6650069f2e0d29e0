"""The work done for an answer: calls of our own functions in the same fields, counted and not timed.

A bound, a set of what was looked at already, a question that is asked first: each of them only spares work, and no
answer tells whether it is there. A change that does more than this or less gives the new counts, and says why.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from types import FrameType

import pytest

from domain.cards.card import Card, CardLine, PairingTask, RoundPairing
from domain.pairing import SYSTEMS, NoLegalPairing
from domain.pairing.burstein_2026 import choosing as burstein_choosing
from domain.pairing.dutch_1998 import choosing as choosing_1998
from domain.pairing.dutch_2026 import choosing
from domain.pairing.graph import layers
from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.cheapest import cheapest
from domain.pairing.graph.first_matching import first_in_order, first_of_any, tightened
from domain.pairing.graph.matching import largest
from domain.words.games import Code
from tests.benchmarks.bench_team_pairing import hard_fields
from tests.benchmarks.hard_fields import stranded
from tests.pairing.compare_team_swiss import by_engine
from tests.pairing.random_events import sample
from tests.pairing.random_fields_1998 import random_clash, random_stuck, random_wall
from tests.pairing.random_fields_2026 import random_descent, random_field, random_finish
from tests.pairing.random_rounds import random_group, random_round
from tests.pairing.random_team_rounds import random_team_round, random_team_round_apart
from tests.pairing.test_two_implementations import RARE, RARER
from tests.pairing.whole import task_of

Graph = dict[int, int]


OURS = str(Path(largest.__code__.co_filename).parents[1])
COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>"})
"""Calls in Python 3.11 only."""


def calls(work: Callable[[], object]) -> int:
    """Functions and generators of ours entered while this is done, a second time after it was done once."""
    work()
    entered = 0

    def count(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal entered
        code = frame.f_code
        entered += event == "call" and code.co_filename.startswith(OURS) and code.co_name not in COMPREHENSIONS

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
    "chains, few edges": (lambda: chains(20, 24, 0.1), 3432),
    "chains, many edges": (lambda: chains(20, 24, 0.5), 5287),
    "in order, few edges": (lambda: in_order(40, 0.05), 1593),
    "in order, many edges": (lambda: in_order(40, 0.4), 1548),
    "tightened, few edges": (lambda: tight(31, 0.1), 145),
    "tightened, many edges": (lambda: tight(31, 0.5), 95),
    "forests, few edges": (lambda: forests(41, 0.05), 903),
    "forests, many edges": (lambda: forests(41, 0.3), 1085),
}


def paired(system: str, tasks: Sequence[PairingTask]) -> int:
    def work() -> None:
        for task in tasks:
            try:
                SYSTEMS[system].pair(task)
            except NoLegalPairing:
                continue

    return calls(work)


def outcome(system: str, task: PairingTask) -> RoundPairing | tuple[int, ...]:
    try:
        return SYSTEMS[system].pair(task)
    except NoLegalPairing as none:
        return none.conflict


def of_events(system: str, profile: str, rounds: int) -> list[PairingTask]:
    return [task for task, _ in sample(profile, "work", rounds, SYSTEMS[system].pair)]


def with_ratings(task: PairingTask) -> PairingTask:
    return replace(task, cards={n: replace(card, rating=2500 - 10 * n) for n, card in task.cards.items()})


def later(tasks: Iterable[PairingTask]) -> list[PairingTask]:
    """In the rounds in which Burstein goes by the opponents."""
    return [replace(task, round=5, rounds=6) for task in tasks]


def rated(system: str, seeds: Iterable[int]) -> list[PairingTask]:
    return [task for seed in seeds if (task := task_or_none(system, seed))]


def task_or_none(system: str, seed: int) -> PairingTask | None:
    """None: an event of this seed comes to a round that cannot be paired."""
    try:
        return task_of(system, seed)
    except NoLegalPairing:
        return None


def few_may_meet(size: int) -> PairingTask:
    """Half of the players have won, and the others of them may meet the first one only: all but two move down."""
    upper = size // 2
    cards = {n: Card(n, lines=(CardLine(Code.WIN, 2 if n <= upper else 0, 99, None),)) for n in range(1, size + 1)}
    apart = (pair for pair in combinations(range(1, upper + 1), 2) if pair[0] > 1)
    return PairingTask(cards, 2, 9, forbidden=frozenset(map(frozenset, apart)))


FIELDS: dict[str, tuple[str, Callable[[], list[PairingTask]], int]] = {
    "1998, single rounds": ("dutch-1998", lambda: [random_round(f"work-{i}", 12) for i in range(60)], 43940),
    "1998, kept apart": ("dutch-1998", lambda: [random_group(f"work-{i}", 12) for i in range(80)], 66309),
    "1998, more kept apart": ("dutch-1998", lambda: [random_group(f"much-{i}", 16) for i in range(30)], 40299),
    "1998, halves apart": ("dutch-1998", lambda: [random_wall(f"work-{i}") for i in range(60)], 48432),
    "1998, stuck in the middle": ("dutch-1998", lambda: [random_stuck(f"work-{i}") for i in range(60)], 69902),
    "1998, due one colour": ("dutch-1998", lambda: [random_clash(f"work-{i}") for i in range(60)], 53494),
    "1998, rare turns": ("dutch-1998", lambda: [*RARE, *RARER], 73471),
    "1998, large groups": ("dutch-1998", lambda: [random_group(f"large-{i}", 60) for i in range(12)], 35234),
    "1998, few at the top may meet": ("dutch-1998", lambda: [few_may_meet(size) for size in (12, 13, 30)], 4978),
    "1998, last players stranded": ("dutch-1998", lambda: [stranded(140, 3)], 18654),
    "1998, events": ("dutch-1998", lambda: of_events("dutch-1998", "big", 30), 46204),
    "2026, kept apart": ("dutch-2026", lambda: [random_field(f"work-{i}") for i in range(60)], 40151),
    "2026, several move down": ("dutch-2026", lambda: [random_descent(f"work-{i}") for i in range(60)], 52525),
    "2026, the last round": ("dutch-2026", lambda: [random_finish(f"work-{i}") for i in range(60)], 47023),
    "2026, large fields": ("dutch-2026", lambda: [random_field(f"large-{i}", 60) for i in range(6)], 13745),
    "2026, several move down far": ("dutch-2026", lambda: [random_descent(f"large-{i}", 60) for i in range(6)], 14091),
    "2026, the last round of many": ("dutch-2026", lambda: [random_finish(f"large-{i}", 60) for i in range(6)], 16015),
    "2026, few at the top may meet": ("dutch-2026", lambda: [few_may_meet(size) for size in (12, 13, 30)], 3960),
    "2026, events": ("dutch-2026", lambda: of_events("dutch-2026", "big", 30), 38041),
    "Burstein, single rounds": ("burstein-2026", lambda: rated("burstein-2026", range(40)), 22008),
    "Burstein, large fields": (
        "burstein-2026",
        lambda: later([random_field(f"large-{i}", 60) for i in range(4)]),
        6655,
    ),
    "Burstein, several move down": ("burstein-2026", lambda: later(map(random_descent, map(str, range(40)))), 38230),
    "Dubov, single rounds": ("dubov-2026", lambda: rated("dubov-2026", range(40)), 23088),
    "Dubov, kept apart": (
        "dubov-2026",
        lambda: [with_ratings(random_group(f"work-{i}", 30)) for i in range(12)],
        20596,
    ),
    "Double-Swiss, single rounds": ("double-swiss-2026", lambda: rated("double-swiss-2026", range(40)), 21652),
    "Double-Swiss, kept apart": (
        "double-swiss-2026",
        lambda: [random_group(f"work-{i}", 30) for i in range(12)],
        23224,
    ),
    "Teams, single rounds": (
        "team-swiss-2026",
        lambda: [random_team_round(f"work-{i}", by_engine) for i in range(40)],
        20183,
    ),
    "Teams, kept apart": (
        "team-swiss-2026",
        lambda: [random_team_round_apart(f"work-{i}", by_engine, 40) for i in range(12)],
        33909,
    ),
    "Teams, many at the top kept apart": (
        "team-swiss-2026",
        lambda: [hard_fields(100)["forty at the top kept apart"], hard_fields(100)["two groups kept apart"]],
        41954,
    ),
    "Lim, single rounds": ("lim", lambda: rated("lim", range(40)), 15196),
    "Lim, kept apart": ("lim", lambda: [replace(random_group(f"work-{i}", 30), maxi=False) for i in range(12)], 13951),
}


FEW_BITS: dict[str, tuple[str, int, Callable[[], list[PairingTask]], int]] = {
    "1998, halves apart": ("dutch-1998", 32, lambda: [random_wall(f"few-{i}") for i in range(60)], 54620),
    "1998, several exchanged": ("dutch-1998", 28, lambda: [random_wall(f"steps-{i}", 12) for i in range(90)], 82562),
    "1998, kept apart": ("dutch-1998", 32, lambda: [random_group(f"few-{i}", 12) for i in range(60)], 46942),
    "1998, large groups": ("dutch-1998", 60, lambda: [random_group(f"few-{i}", 60) for i in range(8)], 28805),
    "2026, kept apart": ("dutch-2026", 12, lambda: [random_field(f"few-{i}") for i in range(40)], 33607),
    "2026, several move down": ("dutch-2026", 28, lambda: [random_descent(f"few-{i}") for i in range(40)], 43479),
    "2026, the last round": ("dutch-2026", 28, lambda: [random_finish(f"few-{i}") for i in range(40)], 33869),
    "2026, large fields": ("dutch-2026", 60, lambda: [random_field(f"few-{i}", 60) for i in range(10)], 15650),
    "Burstein, several move down": (
        "burstein-2026",
        16,
        lambda: later(random_descent(f"few-{i}") for i in range(30)),
        25115,
    ),
    "Burstein, kept apart": ("burstein-2026", 10, lambda: later(random_field(f"few-{i}") for i in range(30)), 16266),
    "Dubov, kept apart": (
        "dubov-2026",
        26,
        lambda: [with_ratings(random_group(f"few-{i}", 16)) for i in range(15)],
        9489,
    ),
    "Double-Swiss, kept apart": (
        "double-swiss-2026",
        26,
        lambda: [random_group(f"few-{i}", 16) for i in range(15)],
        7851,
    ),
}
"""With prices and weights of so few bits that more steps are needed, as elsewhere in much larger fields only."""


@pytest.mark.parametrize("what", GRAPHS)
def test_a_search_of_a_graph_does_what_it_did(what: str) -> None:
    search, did = GRAPHS[what]
    assert search() == did


@pytest.mark.parametrize("what", FIELDS)
def test_rounds_are_paired_with_as_much_as_it_took(what: str) -> None:
    system, fields, did = FIELDS[what]
    assert paired(system, fields()) == did


def with_few_bits(monkeypatch: pytest.MonkeyPatch, bits: int) -> None:
    for module in (choosing_1998, choosing, burstein_choosing, layers):
        monkeypatch.setattr(module, "MOST_BITS", bits)


@pytest.mark.parametrize("what", FEW_BITS)
def test_few_bits_take_as_many_steps_as_they_took(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system, bits, fields, did = FEW_BITS[what]
    with_few_bits(monkeypatch, bits)
    assert paired(system, fields()) == did


@pytest.mark.parametrize("what", FEW_BITS)
def test_few_bits_give_the_pairs_that_many_give(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system, bits, fields, _ = FEW_BITS[what]
    tasks = fields()
    with_many = [outcome(system, task) for task in tasks]
    with_few_bits(monkeypatch, bits)
    assert [outcome(system, task) for task in tasks] == with_many
