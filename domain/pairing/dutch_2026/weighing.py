"""C5 to C21 as the weight of a pair, for brackets that no bound settles.

Each criterion is a number for each pair; its sum over a pairing says how well the criterion is met.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate

from domain.pairing.dutch_2026.counted import Amount, CountedCriterion
from domain.pairing.dutch_2026.scale import Scale, Zone
from domain.pairing.graph.bit_sets import bits
from domain.pairing.graph.layers import Layer, WeightRows


class Worths:
    """All criteria of a bracket in one number for each pair, the earlier criterion in the higher bits."""

    def __init__(self, scale: Scale, most_bits: int, criteria: Sequence[CountedCriterion]) -> None:
        self.scale = scale
        told = [(criterion, bits) for criterion in criteria if (bits := criterion.bits(scale))]
        self.all_bits = sum(bits for _, bits in told)
        fitting = sum(total <= most_bits for total in accumulate(bits for _, bits in told))
        self.bits = sum(bits for _, bits in told[:fitting])
        self.layers: list[Layer] = [partial(criterion.adds, scale) for criterion, _ in told[:fitting]]
        """Those in the number, the earliest first."""
        self.later: list[tuple[Layer, int]] = [(partial(one.adds, scale), bits) for one, bits in told[fitting:]]
        """Those that do not fit into so many bits, each with its own."""
        self.of_zone: dict[Zone, list[tuple[Amount, int]]] = {zone: [] for zone in Zone}
        below = self.bits
        for criterion, wide in told[:fitting]:
            below -= wide
            self.of_zone[criterion.zone].append((criterion.amount, below))

    def worth(self, a: int, b: int) -> int:
        total = 0
        for amount, below in self.of_zone[self.scale.zone(a, b)]:
            total += amount(self.scale, a, b) << below
        return total

    def rows(self, pairs: Mapping[int, int]) -> WeightRows:
        """By higher place and as bits the lower ones it may meet -> a number for each pair.

        Players alike in all that is asked make pairs alike, so that each sort is weighed once.
        """
        sort = self._sorts(pairs)
        known: dict[int, dict[int, int]] = {one: {} for one in sort.values()}
        found: WeightRows = {}
        for a, others in pairs.items():
            mine = known[sort[a]]
            row = found[a] = {}
            for b in bits(others):
                worth = mine.get(sort[b])
                if worth is None:
                    worth = mine[sort[b]] = self.worth(a, b)
                row[b] = worth
        return found

    def _sorts(self, places: Iterable[int]) -> dict[int, int]:
        """A number for each place, the same for those who are alike."""
        s, layout = self.scale, self.scale.layout
        members = s.moved | s.residents
        asked = (s.moved, layout.mild, layout.absolute, *layout.down, *layout.up)
        masks = [mask for mask in asked if mask & members]
        sorts: dict[object, int] = {}
        found = {}
        for place in places:
            alike: object = s.following >> place & 1, place == layout.bye_place
            if members >> place & 1:
                player = layout.players[place]
                colours = (player.imbalance, player.repeated) if layout.last_round else ()
                unplayed = player.unplayed if s.single_bye else 0
                one = (mask >> place & 1 for mask in masks)
                alike = (player.score, player.preference.colour, unplayed, colours, *one)
            found[place] = sorts.setdefault(alike, len(sorts))
        return found


def legal_pairs(graph: Mapping[int, int], everybody: int, apart: int) -> Iterator[tuple[int, int]]:
    """For each of these places the lower ones it may meet, as bits; those `apart` do not meet each other."""
    for place in bits(everybody):
        others = graph[place] & everybody & -(2 << place)
        yield place, others & ~apart if apart >> place & 1 else others
