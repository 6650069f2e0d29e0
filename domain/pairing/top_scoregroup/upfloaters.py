"""Upfloaters of the top scoregroup: the fewest, of the highest scores, best for the next group (C3 to C7, 3.5).

Places are in the order of pairing numbers: a smaller place has a smaller number.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.matching import Mates, heaviest
from domain.pairing.top_scoregroup.few_sets import first_of_few
from domain.pairing.top_scoregroup.waiting import Places, TopScoregroup

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
    up: int = 0
    """Places that have to float up, as bits."""
    staying: int = 0
    """Places that must not."""

    def answers(self, one: int, other: int) -> Counts | None:
        """None: these two may not meet."""
        low, high = (one, other) if self.level[one] <= self.level[other] else (other, one)
        rises = self.level[low] == 0 < self.level[high]
        if not rises:
            second = int(0 < self.following == self.level[low] < self.level[high])
            return None if self.up >> low & 1 or self.up >> high & 1 else (0,) * (self.deepest + 1) + (second, 0)
        if self.staying >> high & 1 or 0 < self.deepest < self.level[high]:
            return None
        scores = [0] * self.deepest
        if self.deepest:
            scores[self.deepest - self.level[high]] = 1
        return (1, *scores, 0, self.waiting.floated >> high & 1)

    def best(self) -> tuple[Counts, Mates] | None:
        """The least of each question over all complete pairings; None if there is none."""
        width = len(self.level).bit_length()
        edges, asked = [], {}
        for one in self.level:
            for other in bits(self.waiting.graph[one] >> one + 1 << one + 1):
                if other in self.level and (answers := self.answers(one, other)) is not None:
                    asked[one, other] = answers
                    edges.append((one, other, -_joined(answers, width)))
        mates = heaviest(self.level, edges, complete=True)
        if len(mates) < len(self.level):
            return None
        pairs = [asked[one, other] for one, other in mates.items() if one < other]
        return tuple(map(sum, zip(*pairs, strict=True))), mates


def _joined(answers: Counts, width: int) -> int:
    price = 0
    for answer in answers:
        price = price << width | answer
    return price


def _by_prices(waiting: TopScoregroup) -> Places:
    """The general case: what each question can be at its best, then the first set that reaches it."""
    level = {place: at for at, group in enumerate(waiting.groups) for place in group}
    questions = _scores_settled(Questions(waiting, level))
    best = _best(questions)
    up: list[int] = []
    for at in range(1, questions.deepest + 1):
        wanted = best[1 + questions.deepest - at]
        for place in waiting.groups[at]:
            if not wanted:
                break
            chosen = replace(questions, up=questions.up | 1 << place)
            if (found := chosen.best()) is not None and found[0] == best:
                questions, wanted = chosen, wanted - 1
                up.append(place)
            else:
                questions = replace(questions, staying=questions.staying | 1 << place)
    return tuple(up)


def _best(questions: Questions) -> Counts:
    found = questions.best()
    assert found is not None, "everybody waiting can be paired (C3)"
    return found[0]


def _scores_settled(questions: Questions) -> Questions:
    """With the lowest score that upfloaters have (C5), and the group that is next once they are gone (C6)."""
    fewest = _best(questions)[0]
    for deepest in range(1, len(questions.waiting.groups)):
        deeper = replace(questions, deepest=deepest)
        found = deeper.best()
        if found is not None and found[0][0] == fewest:
            break
    counts = dict(zip(range(deepest, 0, -1), found[0][1:], strict=False)) if found else {}
    groups = questions.waiting.groups
    following = next((at for at, group in enumerate(groups) if at and len(group) > counts.get(at, 0)), 0)
    asked = not as_bits(groups[following]) & ~questions.waiting.asked
    return replace(deeper, following=following if asked else 0)
