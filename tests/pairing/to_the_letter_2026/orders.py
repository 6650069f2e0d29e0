"""In which order the candidates of a bracket are generated: sets of MDPs, transpositions, exchanges (Article 4).

Numbers are bracket sequence numbers: places in the whole bracket, its MDPs first. Exchanges in the remainder count
places in the remainder (4.1).
"""

from collections.abc import Callable, Iterator
from itertools import combinations

from tests.pairing.to_the_letter_2026.completion import Group, Pair

Numbers = tuple[int, ...]
NumberPair = tuple[int, int]
Acceptable = Callable[[Pair], bool]


def generated(
    moved: Group, residents: Group, mdps: int, pairs: int, acceptable: Acceptable
) -> Iterator[frozenset[Pair]]:
    """Candidates of `pairs` pairs with so many MDPs, the first to be generated first.

    Innermost first: transpositions of S2 of the remainder, exchanges in the remainder, transpositions of S2,
    sets of MDPs. A bracket without MDPs is all remainder. A candidate may come again after an exchange.
    """
    members = dict(enumerate(moved + residents, 1))

    def fits(pair: NumberPair) -> bool:
        high, low = sorted(pair)
        return acceptable((members[high], members[low]))

    everybody = tuple(members)
    for s1 in combinations(everybody[: len(moved)], mdps):
        for first in transpositions(s1, everybody[len(moved) :], fits):
            rest = tuple(n for n in everybody[len(moved) :] if n not in {low for _, low in first})
            for upper, lower in divisions(rest, pairs - mdps):
                for second in transpositions(upper, lower, fits):
                    yield frozenset((members[min(pair)], members[max(pair)]) for pair in first + second)


def transpositions(s1: Numbers, s2: Numbers, fits: Callable[[NumberPair], bool]) -> Iterator[tuple[NumberPair, ...]]:
    """S1 from its first number, against the orders of S2, which are sorted by their first |S1| numbers."""
    if not s1:
        yield ()
        return
    for i, low in enumerate(s2):
        if fits((s1[0], low)):
            for rest in transpositions(s1[1:], s2[:i] + s2[i + 1 :], fits):
                yield ((s1[0], low), *rest)


def divisions(numbers: Numbers, size: int) -> Iterator[tuple[Numbers, Numbers]]:
    """S1 of the first `size` numbers and S2 of the others, then after every exchange, both sorted again."""
    fresh = dict(enumerate(numbers, 1))
    s1, s2 = tuple(fresh)[:size], tuple(fresh)[size:]
    for down, up in exchanges(s1, s2):
        upper, lower = {*s1} - {*down} | {*up}, {*s2} - {*up} | {*down}
        yield tuple(fresh[n] for n in sorted(upper)), tuple(fresh[n] for n in sorted(lower))


def exchanges(s1: Numbers, s2: Numbers) -> list[tuple[Numbers, Numbers]]:
    """Numbers moved down to S2 and up to S1; none at first.

    The fewest numbers; the smallest difference of the sums; the largest differing number moved down; the
    smallest differing number moved up.
    """
    every = [
        (down, up)
        for count in range(min(len(s1), len(s2)) + 1)
        for down in combinations(s1, count)
        for up in combinations(s2, count)
    ]
    return sorted(every, key=lambda e: (len(e[0]), sum(e[1]) - sum(e[0]), [-n for n in reversed(e[0])], e[1]))
