"""The bound that sorts of vertices give: where it is reached, the matching is as heavy as the library's."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest

from domain.pairing.graph import layers
from domain.pairing.graph.layers import BestPairs
from domain.pairing.graph.matching import Mates, bits, heaviest
from domain.pairing.graph.transport import at_bound


@dataclass(frozen=True)
class Field:
    graph: dict[int, int]
    sort: list[int]
    weights: dict[tuple[int, int], int]

    def worth(self, a: int, b: int) -> int:
        one, other = sorted((self.sort[a], self.sort[b]))
        return self.weights[one, other]

    def edges(self) -> Iterator[tuple[int, int, int]]:
        return ((a, b, self.worth(a, b)) for a, others in self.graph.items() for b in bits(others & -(2 << a)))

    def weight(self, mates: Mates) -> int:
        return sum(self.worth(a, b) for a, b in mates.items() if a < b)


def fields(count: int) -> Iterator[Field]:
    for seed in range(count):
        dice = Random(seed)
        size, sorts, share = dice.choice((4, 6, 8, 10, 14, 20)), dice.randint(1, 4), dice.choice((0.3, 0.6, 0.9, 1))
        weights = {(one, other): dice.randint(-5, 9) for one in range(sorts) for other in range(sorts)}
        graph = dict.fromkeys(range(size), 0)
        for a in range(size):
            for b in range(a):
                if dice.random() < share:
                    graph[a] |= 1 << b
                    graph[b] |= 1 << a
        yield Field(graph, [dice.randrange(sorts) for _ in range(size)], weights)


def test_where_the_bound_is_reached_nothing_is_heavier_and_all_that_is_as_heavy_is_tight() -> None:
    reached = 0
    for field in fields(400):
        found = at_bound(field.graph, field.sort.__getitem__, field.worth)
        if found is None:
            continue
        reached += 1
        tight, mates = found
        theirs = heaviest(field.graph, list(field.edges()), complete=True)
        assert len(mates) == len(theirs) == len(field.graph)
        assert field.weight(mates) == field.weight(theirs)
        assert all(tight[a] >> b & 1 for a, b in theirs.items())
    assert reached > 250


def test_two_sorts_that_only_meet_themselves_have_a_share_each() -> None:
    graph = {0: 1 << 1, 1: 1 << 0, 2: 1 << 3, 3: 1 << 2}
    tight, mates = at_bound(graph, lambda vertex: vertex // 2, lambda a, b: 7 * a) or ({}, {})
    assert (tight, mates) == (graph, {0: 1, 1: 0, 2: 3, 3: 2})


def test_two_odd_circles_reach_no_bound_if_the_edge_between_them_is_dear() -> None:
    graph = {0: 0b110, 1: 0b101, 2: 0b1011, 3: 0b110100, 4: 0b101000, 5: 0b11000}
    assert at_bound(graph, lambda vertex: vertex in (2, 3), lambda a, b: -((a, b) == (2, 3))) is None


def chosen(field: Field, complete: bool, many: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[int], Mates]:
    """As few as possible of the lower half of vertices that meet the upper half, but the first such; from so many
    vertices on by the bound."""
    monkeypatch.setattr(layers, "MANY_VERTICES", many)
    size = len(field.graph)
    lower, upper = (1 << size // 2) - 1, -1 << size // 2
    best = BestPairs(field.graph, (1 << size) - 1, complete=complete, alike=lambda v: (field.sort[v], lower >> v & 1))
    best.put(field.worth, 8)
    best.put(lambda a, b: -((lower >> a ^ lower >> b) & 1), 5)
    mates = best.matched()
    wanted = sum(upper >> mates.get(one, one) & 1 for one in bits(lower))
    first = best.choose(list(bits(lower)), lambda one: upper, wanted)
    return field.weight(mates), first, best.matched()


@pytest.mark.parametrize("complete", [True, False])
def test_candidates_are_chosen_along_paths_as_by_weights(complete: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for field in fields(300):
        weight, first, mates = chosen(field, complete, 0, monkeypatch)
        weighed, as_weighed, _ = chosen(field, complete, 1000, monkeypatch)
        assert (weight, first) == (weighed, as_weighed)
        assert field.weight(mates) == weight
