"""An accepted pairing of a bracket, and its place among the candidates of C.6-C.11."""

from dataclasses import dataclass

from domain.pairing.dutch_1998.brackets import divided
from domain.pairing.swiss.places import Places


@dataclass(frozen=True, slots=True)
class Division:
    """S1 and S2 at acceptance, and who plays whom."""

    s1: Places
    s2: Places
    opponents: Places
    """The opponents of S1, in its order."""


@dataclass(frozen=True, slots=True)
class Found:
    """An accepted pairing of a bracket."""

    divisions: tuple[Division, ...]
    """One, or the players moved down and then the remainder."""
    floaters: Places
    """Everybody left unpaired."""
    x: int
    up: int
    down: int

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The higher player first."""
        boards = [pair for d in self.divisions for pair in zip(d.s1, d.opponents, strict=True)]
        return [(min(pair), max(pair)) for pair in boards]

    @property
    def order(self) -> tuple[object, ...]:
        """A key by which the earlier of two pairings of a bracket with the same p is the smaller (C.6-C.11)."""
        last = self.divisions[-1]
        members = tuple(sorted(last.s1 + last.s2))
        rank = {place: i for i, place in enumerate(members)}
        before = set(divided(members, len(last.s1))[0])
        out = sorted((rank[place] for place in before - set(last.s1)), reverse=True)
        into = sorted(rank[place] for place in set(last.s1) - before)
        heads = self.divisions[0].opponents if len(self.divisions) > 1 else ()
        exchange = (len(out), sum(into) - sum(out), tuple(-r for r in out), tuple(into))
        return (self.x, self.up, heads, self.down, exchange, last.opponents)
