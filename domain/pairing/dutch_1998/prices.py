"""Prices of edges where a matching has to count: pairs made, clashes, and then a finer order."""

from collections.abc import Sequence

from domain.pairing.dutch_1998.chart import Chart
from domain.pairing.dutch_1998.group import Group


class Tariff:
    """Prices in layers: as many pairs inside the group as possible, then few clashes, then `finer` bits.

    The fewer of the group leave, the more of the bracket below are left to each other; so its pairs are
    what is counted. Where those moved down may meet each other there, the pairs inside are those of the heads.
    """

    def __init__(self, chart: Chart, group: Group, finer: int = 0) -> None:
        self._chart, self._finer = chart, finer
        self._members = frozenset(group.members)
        self._priced = group.budget.priced
        count = (len(group.members) + len(chart.legal)).bit_length()
        self.needed = self._priced or group.below is not None
        self.bits = count * 2 if self.needed else 0
        """Bits that the two upper layers need."""
        meeting = group.below is not None and group.below.meeting
        self._pair = 0 if meeting else 1 << finer + count
        bye = len(chart.legal)
        self._below = frozenset((*group.below.graph, bye)) if group.below else frozenset()
        self._heads = frozenset(group.heads) if meeting else self._members

    def prices(self, vertex: int, others: Sequence[int]) -> Sequence[int]:
        """The prices of the edges from `vertex` to higher ones."""
        if vertex in self._below:
            return [-self._pair if other in self._below else 0 for other in others]
        if not self._priced or vertex not in self._members:
            return [0] * len(others)
        same, counted = self._chart.same_colour(vertex), self._members if vertex in self._heads else self._heads
        return [(same >> other & 1) << self._finer if other in counted else 0 for other in others]
