"""The layers of a bracket's weight, and the complete pairing that is carried along, against all matchings (2026)."""

from itertools import pairwise
from random import Random

import pytest

from domain.pairing.graph.alternating import completed
from domain.pairing.graph.layers import Layers, WeightRows, room
from domain.pairing.graph.matching import heaviest
from tests.pairing.test_matching import matchings

Edge = tuple[int, int]
Layer = dict[Edge, int]
"""The amount that each edge adds; nothing where it is left out."""
Pairs = frozenset[Edge]


def every(edges: list[Edge], complete: bool) -> list[Pairs]:
    found = list(matchings(edges, frozenset(place for edge in edges for place in edge)))
    most = max(map(len, found))
    return [pairs for pairs in found if not complete or len(pairs) == most]


def random_layers(dice: Random, size: int) -> tuple[list[Edge], list[Layer]]:
    edges = [(a, b) for a in range(size) for b in range(a + 1, size) if dice.random() < 0.6]
    kinds = ((0, 1), (0, -1), (-2, 0, 1), (0, 4, 9))
    layers = [{edge: dice.choice(kind) for edge in edges} for kind in dice.sample(kinds, dice.randint(1, 3))]
    return edges, [{edge: value for edge, value in layer.items() if value} for layer in layers]


def worth(pairs: Pairs, layers: list[Layer]) -> list[int]:
    return [sum(layer.get(edge, 0) for edge in pairs) for layer in layers]


def rows(edges: list[Edge], layer: Layer) -> WeightRows:
    found: WeightRows = {place: {} for edge in edges for place in edge}
    for a, b in edges:
        found[a][b] = layer.get((a, b), 0)
    return found


def made(edges: list[Edge], layers: list[Layer], complete: bool) -> Layers:
    found = Layers(rows(edges, {}), 0, (), complete=complete)
    for layer in layers:
        found.put(lambda a, b, layer=layer: layer.get((a, b), 0), room(rows(edges, layer)))  # type: ignore[misc]
    return found


def weights(layers: Layers) -> Layer:
    return {(a, b): worth for a, row in layers.rows.items() for b, worth in row.items()}


def weighed(layers: Layers, pairs: Pairs) -> int:
    found = weights(layers)
    return sum(found[edge] for edge in pairs)


@pytest.mark.parametrize("complete", [True, False])
def test_one_number_compares_as_the_layers_do_one_after_the_other(complete: bool) -> None:
    for seed in range(150):
        edges, layers = random_layers(Random(f"compare-{seed}"), 5)
        stack = made(edges, layers, complete)
        ranked = sorted(every(edges, complete), key=lambda pairs: worth(pairs, layers))
        for one, other in pairwise(ranked):
            first, second = worth(one, layers), worth(other, layers)
            assert (weighed(stack, one) < weighed(stack, other)) is (first < second)


@pytest.mark.parametrize("complete", [True, False])
def test_tightening_leaves_the_best_matchings_and_takes_others_away(complete: bool) -> None:
    left_out = shorter = 0
    for seed in range(150):
        dice = Random(f"tighten-{seed}")
        edges, layers = random_layers(dice, dice.choice((3, 4, 5, 6)))
        if not edges:
            continue
        stack = made(edges, layers, complete)
        found = every(edges, complete)
        most = max(worth(pairs, layers) for pairs in found)
        best = {pairs for pairs in found if worth(pairs, layers) == most}
        mates = heaviest(range(6), [(*e, w) for e, w in weights(stack).items()], complete=complete)
        before = stack.bits
        if complete and 2 * max(map(len, found)) < len({place for edge in edges for place in edge}):
            continue
        stack.tighten(mates)
        kept = set(weights(stack))
        possible = [pairs for pairs in found if pairs <= kept]
        heavy = max(weighed(stack, pairs) for pairs in possible)
        assert {pairs for pairs in possible if weighed(stack, pairs) == heavy} == best, (edges, layers)
        left_out += len(kept) < len(edges)
        shorter += stack.bits < before
    assert (left_out, shorter) == ((69, 85) if complete else (132, 133)), "the work that is saved"


@pytest.mark.parametrize(
    ("layer", "bits"),
    [
        ({}, 1),
        ({(0, 1): 1}, 2),
        ({(0, 1): 1, (2, 3): 1}, 2),
        ({(0, 1): 1, (2, 3): 1, (4, 5): 1}, 3),
        ({(0, 1): 5, (0, 2): 3}, 3),
        ({(0, 1): -1, (2, 3): -1}, 2),
        ({(0, 1): -1, (2, 3): 1}, 2),
        ({(0, 1): -8, (1, 2): 8}, 5),
    ],
)
def test_a_layer_has_room_for_the_widest_difference_of_two_matchings(layer: Layer, bits: int) -> None:
    assert room(rows(list(layer), layer)) == bits


def test_no_two_matchings_differ_by_more_than_a_layer_has_room_for() -> None:
    for seed in range(200):
        edges, layers = random_layers(Random(f"room-{seed}"), 6)
        for layer in layers:
            sums = [worth(pairs, [layer])[0] for pairs in every(edges, False)]
            assert max(sums) - min(sums) < 1 << room(rows(edges, layer))


def test_an_edge_that_was_dropped_is_nowhere_left() -> None:
    edges = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
    layer = {(0, 1): 1, (1, 2): 2, (2, 3): 3}
    kept, dropped, settled = (made(edges, [layer], False) for _ in range(3))
    kept.keep_below(1, 1 << 3)
    assert weights(kept) == {(0, 1): 1, (0, 2): 0, (1, 3): 0, (2, 3): 3}
    dropped.drop_above(2, 1 << 1)
    assert weights(dropped) == {(0, 1): 1, (0, 2): 0, (1, 3): 0, (2, 3): 3}
    settled.settle(2, 1)
    assert weights(settled) == {(1, 2): 2}


@pytest.mark.parametrize("size", [2, 4, 5, 6, 7])
def test_a_complete_pairing_grows_out_of_any_pairs_where_there_is_one(size: int) -> None:
    """The pairs to begin with may be of people who cannot meet, or are not asked about."""
    for seed in range(80):
        dice = Random(f"completed-{size}-{seed}")
        edges = [(a, b) for a in range(size) for b in range(a + 1, size) if dice.random() < 0.5]
        graph = {place: sum(1 << a + b - place for a, b in edges if place in (a, b)) for place in range(size)}
        asked = frozenset(place for place in range(size) if dice.random() < 0.8)
        order = dice.sample(range(size), size)
        known = {a: b for pair in zip(order[::2], order[1::2], strict=False) for a, b in (pair, pair[::-1])}
        inside = [edge for edge in edges if set(edge) <= asked]
        whole = [pairs for pairs in matchings(inside, asked) if 2 * len(pairs) == len(asked)]
        found = completed(graph, sum(1 << place for place in asked), known)
        assert (found is not None) is bool(whole)
        if found is not None:
            assert found.keys() == asked
            assert frozenset((a, b) for a, b in found.items() if a < b) in whole


def test_a_pairing_that_is_complete_already_stays() -> None:
    graph = {0: 0b1110, 1: 0b1101, 2: 0b1011, 3: 0b0111}
    for known in ({0: 1, 1: 0, 2: 3, 3: 2}, {0: 2, 2: 0, 1: 3, 3: 1}, {0: 3, 3: 0, 1: 2, 2: 1}):
        assert completed(graph, 0b1111, known) == known
