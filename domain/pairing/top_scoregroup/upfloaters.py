"""Upfloaters of the top scoregroup: the fewest, of the highest scores, best for the next group (C3 to C7, 3.5).

Places are in the order of pairing numbers: a smaller place has a smaller number.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache

from domain.pairing.graph.best_pairs import BestPairs
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.matching import heaviest
from domain.pairing.swiss.places import Places
from domain.pairing.top_scoregroup.few_sets import first_of_few
from domain.pairing.top_scoregroup.waiting import TopScoregroup

Counts = tuple[int, ...]


def upfloaters(waiting: TopScoregroup) -> Places:
    """The first set in the order of 3.5 that is legal and meets C4 to C7 best: by score, then by number."""
    if len(waiting.residents) % 2 == 0 and waiting.splits(as_bits(waiting.residents), waiting.everybody):
        return ()
    found = first_of_few(waiting)
    return found if found is not None else _by_prices(waiting)


@dataclass(frozen=True, slots=True)
class Questions:
    """The prices of one edge, the most important question first: C4, C5 from the lowest score up, C6, C7."""

    waiting: TopScoregroup
    level: Mapping[int, int]
    """The scoregroup of each place; 0 = the residents."""
    deepest: int = 0
    """The lowest group that upfloaters may come from; 0 = any, and their scores are not asked."""
    following: int = 0
    """The group whose own upfloaters count (C6); 0 = they are not asked."""

    def upfloater(self, one: int, other: int) -> int | None:
        """The one of a pair that rises to a resident."""
        low, high = (one, other) if self.level[one] <= self.level[other] else (other, one)
        return high if self.level[low] == 0 < self.level[high] else None

    def answers(self, one: int, other: int) -> Counts:
        """Of two who may meet."""
        up = self.upfloater(one, other)
        if up is None:
            low, high = sorted((self.level[one], self.level[other]))
            return (*(0,) * (self.deepest + 1), int(0 < self.following == low < high), 0)
        scores = [0] * self.deepest
        if self.deepest:
            scores[self.deepest - self.level[up]] = 1
        return (1, *scores, 0, self.waiting.floated >> up & 1)

    def graph(self) -> dict[int, int]:
        """Those whom each may meet; residents meet nobody from below the deepest group."""
        residents, everybody = as_bits(self.waiting.residents), self.waiting.everybody
        far = as_bits(place for place, level in self.level.items() if 0 < self.deepest < level)
        apart = {place: far if residents >> place & 1 else residents * (far >> place & 1) for place in self.level}
        return {place: self.waiting.graph[place] & everybody & ~apart[place] for place in self.level}

    def price(self) -> Callable[[int, int], int]:
        """Of two who may meet: all of one group pay the same, but for those who floated."""
        width, floated = len(self.level).bit_length(), self.waiting.floated
        kinds = {place: 2 * level + (floated >> place & 1) for place, level in self.level.items()}
        one_of = {kind: place for place, kind in kinds.items()}
        known = cache(lambda one, other: _joined(self.answers(one_of[one], one_of[other]), width))
        return lambda one, other: known(kinds[one], kinds[other])

    def best(self) -> Counts | None:
        """The least of each question over all complete pairings; None if there is none."""
        price = self.price()
        edges = [
            (one, other, -price(one, other)) for one, row in self.graph().items() for other in bits(row & -2 << one)
        ]
        mates = heaviest(self.level, edges, complete=True)
        if len(mates) < len(self.level):
            return None
        pairs = [self.answers(one, other) for one, other in mates.items() if one < other]
        return tuple(map(sum, zip(*pairs, strict=True)))

    def first(self, wanted: int) -> Places:
        """The first so many upfloaters with whom each question has its least, by score and then by number."""
        price, width = self.price(), len(self.level).bit_length()
        best = BestPairs(self.graph(), self.waiting.everybody, complete=True)
        best.put(lambda one, other: -price(one, other), width * (self.deepest + 3))
        lower = [place for group in self.waiting.groups[1 : self.deepest + 1] for place in group]
        return tuple(best.choose(lower, self.upfloater, wanted))


def _joined(answers: Counts, width: int) -> int:
    price = 0
    for answer in answers:
        price = price << width | answer
    return price


def _by_prices(waiting: TopScoregroup) -> Places:
    """The general case: what each question can be at its best, then the first set that reaches it."""
    level = {place: at for at, group in enumerate(waiting.groups) for place in group}
    anybody = Questions(waiting, level)
    found = anybody.best()
    assert found is not None, "everybody waiting can be paired (C3)"
    return _scores_settled(anybody, found[0]).first(found[0])


def _scores_settled(questions: Questions, fewest: int) -> Questions:
    """With the lowest score that upfloaters have (C5), and the group that is next once they are gone (C6)."""
    groups, near = questions.waiting.groups, 0
    for deepest in range(1, len(groups)):
        near += len(groups[deepest])
        deeper = replace(questions, deepest=deepest)
        found = deeper.best() if near >= fewest else None
        if found is not None and found[0] == fewest:
            break
    counts = dict(zip(range(deepest, 0, -1), found[1:], strict=False)) if found else {}
    following = next((at for at, group in enumerate(groups) if at and len(group) > counts.get(at, 0)), 0)
    asked = not as_bits(groups[following]) & ~questions.waiting.asked
    return replace(deeper, following=following if asked else 0)
