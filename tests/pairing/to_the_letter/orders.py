"""Section D: in which order S1 and S2 are changed."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

Group = tuple[int, ...]


def divisions(members: Group, p: int) -> Iterator[tuple[Group, Group]]:
    """A.6, then D.2: S1 and S2 as they stand, and after each exchange, both sorted again (A.9)."""
    for size in range(p + 1):
        for places in _exchanged(len(members), p, size):
            yield (
                tuple(members[i] for i in places),
                tuple(members[i] for i in range(len(members)) if i not in places),
            )


@cache
def _exchanged(n: int, p: int, size: int) -> tuple[Group, ...]:
    """S1 after every exchange of `size` players, as places in the bracket: D.2.

    The smallest difference of the sums first, then the lowest players of S1, then the highest of S2.
    """
    exchanges = [(out, into) for out in combinations(range(p), size) for into in combinations(range(p, n), size)]
    exchanges.sort(key=lambda e: (sum(e[1]) - sum(e[0]), [-place for place in reversed(e[0])], e[1]))
    return tuple(tuple(sorted({*range(p)} - {*out} | {*into})) for out, into in exchanges)


def transposed(s2: Group) -> Iterator[tuple[int, Group]]:
    """D.1, one place at a time: who comes to the first place of S2, and the others in their order."""
    for i, first in enumerate(s2):
        yield first, s2[:i] + s2[i + 1 :]
