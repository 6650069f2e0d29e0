"""What an edge costs where a matching has to count: pairs made, clashes, and then a finer order."""

from domain.pairing.chart import Chart, as_bits
from domain.pairing.group import Group


class Tariff:
    """Prices in layers: first as many pairs inside the group as possible, then few clashes, then `finer` bits."""

    def __init__(self, chart: Chart, group: Group, finer: int = 0) -> None:
        self._chart = chart
        self._members = as_bits(group.members)
        self._priced = group.budget.priced
        self._counted = group.below is not None
        count = (len(group.members) + 1).bit_length()
        self._clash = 1 << finer if self._priced else 0
        self._pair = 1 << finer + count * self._priced if self._counted else 0
        self.bits = count * (self._priced + self._counted)
        """Bits that the two upper layers need."""

    @property
    def needed(self) -> bool:
        return self._priced or self._counted

    def inside(self, a: int, b: int) -> bool:
        """A pair of two members of the group."""
        return bool(self._members >> a & self._members >> b & 1)

    def price(self, a: int, b: int) -> int:
        if not self.needed or not self.inside(a, b):
            return 0
        return (self._clash if self._priced and self._chart.clash(a, b) else 0) - self._pair
