"""Sets of upfloaters one after the other, in the order of 3.5: most rounds have a good one among the first."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.matching import cheapest
from domain.pairing.swiss.places import Places
from domain.pairing.top_scoregroup.nearest import fewest_without_rest, from_nearest_scores
from domain.pairing.top_scoregroup.waiting import TopScoregroup

MOST_TRIED = 100
"""Sets looked at before the question is left to matchings with prices."""
FIRST_TRIED = 4
"""Looked at one by one, where that is mostly enough, before the question who could rise is answered for all."""
MOST_WEIGHED = 12
"""Sets compared by C6 when no one of them meets it."""


def first_of_few(waiting: TopScoregroup) -> Places | None:
    """The best set of those that are not empty, if the first ones are enough to tell; None = they are not."""
    if len(waiting.residents) % 2:
        if simple := _simple(waiting):
            return simple
        if singles := waiting.singles(as_bits(waiting.residents), waiting.everybody):
            group = next(group for group in waiting.groups if singles & as_bits(group))
            return _best([(place,) for place in group if singles >> place & 1], waiting)
    if (up := from_nearest_scores(waiting)) and _is_legal(waiting, up) and _is_met_next(waiting, up):
        return up
    left = MOST_TRIED
    for profile in _profiles(waiting):
        sets = list(islice(_sets(waiting, profile), left + 1))
        left -= len(sets)
        if left < 0:
            return None
        if legal := [up for up in sets if _is_legal(waiting, up)]:
            return _best(legal, waiting)
    return None


def _simple(waiting: TopScoregroup) -> Places:
    """One of the first of the next score with whom C5 to C7 are met in full; nobody if none of them is."""
    for place in waiting.groups[1][:FIRST_TRIED]:
        if not waiting.floated >> place & 1 and _is_legal(waiting, (place,)) and _is_met_next(waiting, (place,)):
            return (place,)
    return ()


def _is_legal(waiting: TopScoregroup, up: Places) -> bool:
    return waiting.splits(as_bits((*waiting.residents, *up)), waiting.everybody)


def _best(legal: Sequence[Places], waiting: TopScoregroup) -> Places | None:
    """The first of these sets with which C6 and then C7 are met best; None if too many are to be compared."""
    best: tuple[int, Places] | None = None
    for up in legal:
        again = floats_again(waiting, up)
        if (best is None or again < best[0]) and _is_met_next(waiting, up):
            best = again, up
            if not again:
                break
    if best is None and len(legal) <= MOST_WEIGHED:
        return min(legal, key=lambda up: (needed_next(waiting, up), floats_again(waiting, up)))
    return best[1] if best is not None else None


def floats_again(waiting: TopScoregroup, up: Places) -> int:
    """C7."""
    return (waiting.floated & as_bits(up)).bit_count()


def _profiles(waiting: TopScoregroup) -> Iterator[Sequence[int]]:
    """The fewest upfloaters first, then the highest scores: from which groups they come, the lowest one first."""
    fewest, lower = fewest_without_rest(waiting) or 2, len(waiting.groups) - 1
    for size in range(fewest, waiting.everybody.bit_count() - len(waiting.residents) + 1, 2):
        yield from _of_groups(waiting, size, lower)


def _of_groups(waiting: TopScoregroup, size: int, lowest: int, taken: int = 0) -> Iterator[Sequence[int]]:
    """Groups of so many upfloaters, none of them below `lowest`, of which so many come from there already."""
    if not size:
        yield ()
        return
    for group in range(1, lowest + 1):
        from_here = taken if group == lowest else 0
        if from_here < len(waiting.groups[group]):
            for rest in _of_groups(waiting, size - 1, group, from_here + 1):
                yield group, *rest


def _sets(waiting: TopScoregroup, profile: Sequence[int]) -> Iterator[Places]:
    """All sets with so many of each group, in lexicographic order (3.5.3, 3.5.4)."""
    if not profile:
        yield ()
        return
    highest = profile[-1]
    here = profile.count(highest)
    for chosen in combinations(waiting.groups[highest], here):
        for rest in _sets(waiting, profile[: len(profile) - here]):
            yield *chosen, *rest


def _is_met_next(waiting: TopScoregroup, up: Places) -> bool:
    """C6 in full: the next group needs one upfloater if its number is odd, and none if it is even."""
    gone = as_bits((*waiting.residents, *up))
    left, following = waiting.everybody & ~gone, waiting.following(gone)
    bracket = as_bits(following)
    if len(following) % 2:
        first = islice(bits(left & ~bracket), FIRST_TRIED)
        return any(waiting.splits(bracket | 1 << one, left) for one in first) or waiting.singles(bracket, left) != 0
    return not bracket or waiting.splits(bracket, left)


def needed_next(waiting: TopScoregroup, up: Places) -> int:
    """C6 out of reach: the upfloaters that the next group will need, by a pairing of all with the fewest across."""
    gone = as_bits((*waiting.residents, *up))
    left, bracket = waiting.everybody & ~gone, as_bits(waiting.following(gone))

    def across(one: int, others: Sequence[int]) -> list[int]:
        return [bracket >> one & 1 ^ bracket >> other & 1 for other in others]

    mates = cheapest({place: waiting.graph[place] & left for place in bits(left)}, across)
    assert mates is not None, "the set is legal (C3)"
    return sum(across(one, [other])[0] for one, other in mates.items() if one < other)
