"""The first of the best pairings of a bracket (3.2.2 and section 4), by matchings that prove what the best is.

C5 to C8 are layers of a weight. Below them stand the questions of the order in 4.3: whom does number 1 of the bracket
meet, whom number 2 ...? As many as fit are answered by one matching.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from domain.pairing.burstein_2026.bracket import Bracket, Found
from domain.pairing.burstein_2026.criteria import COUNTED_CRITERIA
from domain.pairing.burstein_2026.layout import Layout
from domain.pairing.burstein_2026.scale import scale
from domain.pairing.burstein_2026.straight import found_in
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.completion import completed
from domain.pairing.graph.layers import Layers, WeightRows
from domain.pairing.graph.matching import MOST_BITS, Mates

FEW_BELOW = 12
"""The most players below the next bracket who are weighed at once; mostly they have to be in the end."""


def best(layout: Layout, graph: Mapping[int, int], bracket: Bracket, known: Mates) -> tuple[Found, Mates]:
    """The bracket's pairing, and a complete pairing of the rest that proves C4 and C7.

    Those below the next bracket, unless they are few, are first left out of the matching. Only if they cannot be
    completed with what was found are they weighed as well.
    """
    if bracket.rest.bit_count() > FEW_BELOW:
        choice = _Choice(layout, graph, bracket, whole=False)
        found, kept = choice.made()
        proof = completed(dict(graph), (as_bits(found.floaters) | bracket.below) & ~as_bits(kept), known)
        if proof is not None:
            return found, kept | proof
    return _Choice(layout, graph, bracket, whole=True).made()


class _Choice:
    """A bracket on its way from what is best to what comes first."""

    def __init__(self, layout: Layout, graph: Mapping[int, int], bracket: Bracket, whole: bool) -> None:
        self.bracket, self.whole = bracket, whole
        self.members = as_bits(bracket.members)
        self.everybody = self.members | (bracket.below if whole else as_bits(bracket.following))
        above = {place: graph[place] & self.everybody & -(2 << place) for place in bits(self.everybody)}
        rows: WeightRows = {place: dict.fromkeys(bits(others), 0) for place, others in above.items()}
        self.layers = Layers(rows, 0, (), complete=whole)
        measured = scale(layout, bracket)
        for criterion in COUNTED_CRITERIA:
            if wide := criterion.bits(measured):
                self._put(partial(criterion.adds, measured), wide)

    def _put(self, layer: "partial[int]", wide: int) -> None:
        if self.layers.bits + wide > MOST_BITS:
            self._tighten()
        self.layers.put(layer, wide)

    def _tighten(self) -> None:
        """Remove pairs that no best matching by the criteria asked so far can have: this frees bits of the weights."""
        self.layers.tighten(self.layers.heaviest(self.everybody, {}, 0))

    def made(self) -> tuple[Found, Mates]:
        """The first of the best, and what else the last matching pairs."""
        waiting = list(self.bracket.members)
        while waiting:
            many = self._ask(waiting)
            for place in waiting[:many]:
                self._settle(place)
            answered = as_bits(waiting[:many])
            waiting = [p for p in waiting[many:] if not (p in self.mates and answered >> self.mates[p] & 1)]
        found = found_in(self.bracket, self.mates)
        paired = {place for pair in found.pairs for place in pair}
        return found, {a: b for a, b in self.mates.items() if a not in paired}

    def _ask(self, rows: Sequence[int]) -> int:
        """Settle the opponents of the first of these, in the order of 4.3; returns how many of them are answered."""
        ranks = [(row, list(bits(self.members & ((1 << row) - 1)))) for row in rows]
        if MOST_BITS - self.layers.bits < len(ranks[0][1]).bit_length():
            self._tighten()
        many, width = 0, 0
        room = max(MOST_BITS - self.layers.bits, len(ranks[0][1]).bit_length())
        while many < len(ranks) and width + len(ranks[many][1]).bit_length() <= room:
            width += len(ranks[many][1]).bit_length()
            many += 1
        at, bonus = width, WeightRows()
        for row, lower in ranks[:many]:
            at -= len(lower).bit_length()
            for rank, other in enumerate(lower):
                bonus.setdefault(other, {})[row] = len(lower) - rank << at
        self.mates = self.layers.heaviest(self.everybody, bonus, width)
        return many

    def _settle(self, place: int) -> None:
        """From now on the place keeps its opponent, or floats."""
        other = self.mates.get(place)
        if other is not None and self.members >> other & 1:
            self.layers.settle(place, other)
        else:
            self.layers.keep_below(place, ~self.members)
            self.layers.drop_above(place, self.members)
