"""The heaviest matching: weights of any length, and the proof that finds all others as heavy."""

from collections.abc import Iterable, Iterator, Sequence
from random import Random

import pytest

from domain.pairing.graph import cheapest as graph_cheapest
from domain.pairing.graph.alternating import able_to_stay_alone
from domain.pairing.graph.cheapest import cheapest
from domain.pairing.graph.layers import shares
from domain.pairing.graph.matching import Mates, as_bits, bits, cheapest_of_all, heaviest

Edges = dict[tuple[int, int], int]


def matchings(edges: Iterable[tuple[int, int]], free: frozenset[int]) -> Iterator[frozenset[tuple[int, int]]]:
    """Every set of edges of which no two meet."""
    if not free:
        yield frozenset()
        return
    first = min(free)
    yield from matchings(edges, free - {first})
    for edge in edges:
        if edge[0] == first and edge[1] in free:
            yield from (frozenset({edge}) | rest for rest in matchings(edges, free - set(edge)))


def random_edges(seed: str, bits: int) -> Edges:
    dice = Random(seed)
    size = dice.randint(2, 7)
    pairs = [(a, b) for a in range(size) for b in range(a + 1, size) if dice.random() < 0.7]
    return {pair: dice.choice((dice.getrandbits(bits), 1 << bits, -1)) for pair in pairs}


def weight(edges: Edges, pairs: frozenset[tuple[int, int]]) -> int:
    return sum(edges[pair] for pair in pairs)


def as_pairs(mates: Mates) -> frozenset[tuple[int, int]]:
    return frozenset((a, b) for a, b in mates.items() if a < b)


@pytest.mark.parametrize("bits", [3, 119, 130, 400])
def test_no_matching_is_heavier(bits: int) -> None:
    for seed in range(60):
        edges = random_edges(f"{bits}-{seed}", bits)
        every = list(matchings(edges, frozenset(place for pair in edges for place in pair)))
        largest = max(len(pairs) for pairs in every)
        for complete in (False, True):
            found = as_pairs(heaviest(range(7), [(*pair, w) for pair, w in edges.items()], complete=complete))
            rivals = [pairs for pairs in every if not complete or len(pairs) == largest]
            assert weight(edges, found) == max(weight(edges, pairs) for pairs in rivals), edges


def test_shares_tell_exactly_the_matchings_that_are_as_heavy() -> None:
    proven = 0
    for seed in range(300):
        edges = random_edges(f"shares-{seed}", 2)
        places = sorted({place for pair in edges for place in pair})
        every = list(matchings(edges, frozenset(places)))
        best = max(weight(edges, pairs) for pairs in every)
        graph = {p: {p: 0} | {a + b - p: w for (a, b), w in edges.items() if p in (a, b)} for p in places}
        found = shares(graph, heaviest(places, [(*pair, w) for pair, w in edges.items()], complete=False))
        if found is not None:
            proven += 1
            for pairs in every:
                paired = {place for pair in pairs for place in pair}
                tight = all(2 * edges[a, b] == found[a] + found[b] for a, b in pairs)
                needed = all(place in paired for place in places if found[place])
                assert (tight and needed) == (weight(edges, pairs) == best), (edges, pairs)
    assert proven > 200


def test_those_able_to_stay_alone_are_the_ones_without_whom_all_others_can_be_matched() -> None:
    some, many = 0, 0
    for seed in range(300):
        dice = Random(f"alone-{seed}")
        size = dice.choice((3, 5, 7))
        pairs = {(a, b) for a in range(size) for b in range(a + 1, size) if dice.random() < 0.4}
        neighbours = [as_bits(a + b - v for a, b in pairs if v in (a, b)) for v in range(size)]
        alone = {
            v for v in range(size) if any(len(m) * 2 == size - 1 for m in without(dict.fromkeys(pairs, 1), v, size))
        }
        assert set(bits(able_to_stay_alone(neighbours))) == alone, (size, pairs)
        some += bool(alone)
        many += len(alone) > 1
    assert some > 50
    assert many > 50


def without(edges: Edges, vertex: int, size: int) -> Iterator[frozenset[tuple[int, int]]]:
    return matchings(edges, frozenset(range(size)) - {vertex})


@pytest.mark.parametrize("share", [0.0, 0.01, 0.08, 0.5, 1.0])
@pytest.mark.parametrize("size", [1, 13, 64, 700])
def test_the_members_of_a_set_are_told_from_the_smallest_on_however_many_they_are(size: int, share: float) -> None:
    dice = Random(f"{size} {share}")
    members = [number for number in range(size) if dice.random() < share]
    assert list(bits(as_bits(members))) == members


@pytest.mark.parametrize("sorts", [0, 1, 3])
@pytest.mark.parametrize("seed", range(60))
def test_no_perfect_matching_is_cheaper_than_the_one_found(
    seed: int, sorts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With prices of few kinds, as engines have them, and the bound asked for a graph of any size."""
    dice = Random(f"cheapest-{seed}")
    size, kinds = dice.choice((2, 6, 10, 16)), dice.choice((1, 2, 4))
    edges = {(a, b): dice.randrange(-1, kinds) for a in range(size) for b in range(a + 1, size) if dice.random() < 0.6}
    graph = {v: as_bits(b for a, b in (*edges, *((b, a) for a, b in edges)) if a == v) for v in range(size)}

    def prices(a: int, others: Sequence[int]) -> list[int]:
        return [edges[a, b] for b in others]

    monkeypatch.setattr(graph_cheapest, "MANY_VERTICES", 2)
    alike = None
    if sorts:
        sort = [dice.randrange(sorts) for _ in graph]
        paid = [[dice.randrange(-1, kinds) for _ in range(sorts)] for _ in range(sorts)]
        edges = {(a, b): paid[min(sort[a], sort[b])][max(sort[a], sort[b])] for a, b in edges}
        alike = sort.__getitem__
    found, known = cheapest(graph, prices, alike), cheapest_of_all(graph, prices)
    assert (found is None) is (known is None)
    if found and known:
        assert sorted(found) == list(range(size))
        assert all(graph[a] >> b & 1 and found[b] == a for a, b in found.items())
        assert sum(edges[pair] for pair in as_pairs(found)) == sum(edges[pair] for pair in as_pairs(known))
