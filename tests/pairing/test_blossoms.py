"""Our heaviest matching for weights of any length beside that of networkx, on graphs that need blossoms."""

from random import Random

import networkx
import pytest

from domain.pairing.graph import matching
from domain.pairing.graph.blossoms import HeaviestMatching
from domain.pairing.graph.matching import heaviest

Edge = tuple[int, int, int]


def random_edges(seed: str, size: int, share: float, bits: int) -> list[Edge]:
    """Few different weights make many ties and many blossoms; some edges weigh less than nothing."""
    dice = Random(seed)
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size) if dice.random() < share]
    return [(a, b, dice.choice((dice.getrandbits(bits), 1, 2, 1 << bits, -dice.getrandbits(bits)))) for a, b in pairs]


def count_and_weight(edges: list[Edge], pairs: set[frozenset[int]]) -> tuple[int, int]:
    weights = {frozenset((a, b)): weight for a, b, weight in edges}
    assert len({end for pair in pairs for end in pair}) == 2 * len(pairs)
    return len(pairs), sum(weights[pair] for pair in pairs)


def by_networkx(edges: list[Edge], complete: bool) -> tuple[int, int]:
    net = networkx.Graph()
    net.add_weighted_edges_from(edges)
    found = networkx.max_weight_matching(net, maxcardinality=complete)
    return count_and_weight(edges, {frozenset(pair) for pair in found})


def by_us(edges: list[Edge], size: int, complete: bool) -> tuple[int, int]:
    found = heaviest(range(size), edges, complete=complete)
    assert all(found[mate] == vertex for vertex, mate in found.items())
    return count_and_weight(edges, {frozenset(pair) for pair in found.items()})


@pytest.fixture(autouse=True)
def without_the_fast_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "MOST_BITS", -1)


@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("bits", [1, 3, 200])
def test_it_is_as_heavy_as_the_one_of_networkx(bits: int, complete: bool) -> None:
    """2,400 graphs: without `complete` the number of pairs is free, where some weigh nothing."""
    for seed in range(400):
        dice = Random(seed)
        size = dice.randint(1, 16)
        edges = random_edges(f"{bits}-{seed}", size, dice.choice((0.2, 0.5, 1.0)), bits)
        (ours, weight), (theirs, best) = by_us(edges, size, complete), by_networkx(edges, complete)
        assert weight == best, edges
        assert not complete or ours == theirs, edges


@pytest.mark.parametrize(("size", "share"), [(60, 0.1), (60, 1.0), (101, 0.3)])
def test_large_graphs_are_as_heavy_too(size: int, share: float) -> None:
    for bits in (2, 150):
        edges = random_edges(f"large-{bits}", size, share, bits)
        for complete in (True, False):
            assert by_us(edges, size, complete)[1] == by_networkx(edges, complete)[1]


def test_blossoms_are_made_inside_of_each_other_and_burst() -> None:
    """Else the graphs above would prove little."""
    deepest = burst = 0
    for seed in range(300):
        rows: list[dict[int, int]] = [{} for _ in range(14)]
        for a, b, weight in random_edges(f"nested-{seed}", 14, 0.5, 3):
            if weight > 0:
                rows[a][b] = rows[b][a] = weight
        made = HeaviestMatching(rows)
        burst += made.unused - len(rows) - len(made.blossoms)
        deepest = max(deepest, *(depth(made, vertex) for vertex in range(14)))
    assert deepest > 1
    assert burst > 20


def depth(made: HeaviestMatching, node: int) -> int:
    return 1 + depth(made, made.within[node]) if node in made.within else 0
