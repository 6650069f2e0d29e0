"""From which round to which something holds."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RoundSpan:
    first: int = 0
    """0 = from the start."""
    last: int = 0
    """0 = to the end."""

    def covers(self, round: int) -> bool:
        return self.first <= round and (self.last == 0 or round <= self.last)


ALWAYS = RoundSpan()
