"""Upfloaters of the top scoregroup: the fewest, of the highest scores, best for the next group (C3 to C7, 3.5).

Places are in the order of pairing numbers: a smaller place has a smaller number.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache, reduce
from itertools import accumulate, combinations, compress, islice
from operator import not_, or_

from domain.pairing.graph.alternating import completed
from domain.pairing.graph.first_matching import first_in_order
from domain.pairing.graph.layers import BestPairs, Layer, shares
from domain.pairing.graph.matching import Graph, Mates, as_bits, bits, cheapest_of_all, heaviest, largest
from domain.pairing.graph.transport import Alike, at_bound
from domain.pairing.swiss.edition import Places
from domain.pairing.top_scoregroup.competitors import TopScoregroup
from domain.records import dataclass

Counts = tuple[int, ...]


def upfloaters(waiting: TopScoregroup) -> Places:
    """The first set in the order of 3.5 that is legal and meets C4 to C7 best: by score, then by number."""
    if len(waiting.residents) % 2 == 0 and waiting.splits(as_bits(waiting.residents), waiting.everybody):
        return ()
    found = first_of_few(waiting)
    return found if found is not None else _by_prices(waiting)


Price = Callable[[int, int], int]
"""Of two places who meet, the smaller first; between two kinds of places it is always the same."""

MANY_PLACES = 24
PLACES_A_KIND = 4
FEW_KINDS = 8
"""In smaller brackets, with fewer places for each kind, or with more kinds of all that wait, the library finds the
cheapest pairing sooner than a bound of kinds."""


def _at_bound(graph: Graph, kind: Alike, price: Price, kinds: int) -> tuple[dict[int, int], Mates] | None:
    if len(graph) < MANY_PLACES:
        return None
    return at_bound(graph, kind, lambda one, other: -price(one, other), kinds)


def _cheapest(graph: Graph, kind: Alike, price: Price) -> Mates | None:
    """A pairing of all with the least sum of prices; None if there is none."""
    if not all(graph.values()):
        return None
    if bound := _at_bound(graph, kind, price, FEW_KINDS):
        return bound[1]
    return cheapest_of_all(graph, lambda one, others: [price(one, other) for other in others])


def _total(mates: Mates, price: Price) -> int:
    return sum(price(one, other) for one, other in mates.items() if one < other)


@dataclass(frozen=True, slots=True)
class Questions:
    """The prices of one edge, the most important question first: C4, C5 from the lowest score up, C6, C7."""

    waiting: TopScoregroup
    level: Mapping[int, int]
    deepest: int = 0
    """The lowest group that upfloaters may come from; 0 = any, and their scores are not asked."""
    following: int = 0
    """The group whose own upfloaters count (C6); 0 = they are not asked."""

    def upfloater(self, one: int, other: int) -> int | None:
        """The one of a pair that rises to a resident."""
        low, high = (one, other) if self.level[one] <= self.level[other] else (other, one)
        return high if self.level[low] == 0 < self.level[high] else None

    def answers(self, one: int, other: int) -> Counts:
        up = self.upfloater(one, other)
        if up is None:
            low, high = sorted((self.level[one], self.level[other]))
            return (*(0,) * (self.deepest + 1), int(0 < self.following == low < high), 0)
        scores = [0] * self.deepest
        if self.deepest:
            scores[self.deepest - self.level[up]] = 1
        return (1, *scores, 0, self.waiting.floated >> up & 1)

    def graph(self) -> dict[int, int]:
        """Opponents whom each may meet; residents meet nobody from below the deepest group."""
        residents, everybody = as_bits(self.waiting.residents), self.waiting.everybody
        far = as_bits(place for place, level in self.level.items() if 0 < self.deepest < level)
        apart = {place: far if residents >> place & 1 else residents * (far >> place & 1) for place in self.level}
        return {place: self.waiting.graph[place] & everybody & ~apart[place] for place in self.level}

    def kind(self, place: int) -> int:
        """All of one group pay the same, but for those who floated."""
        return 2 * self.level[place] + (self.waiting.floated >> place & 1)

    def price(self) -> Price:
        width = len(self.level).bit_length()
        kinds = {place: self.kind(place) for place in self.level}
        one_of = {kind: place for place, kind in kinds.items()}
        known = cache(lambda one, other: one_price(self.answers(one_of[one], one_of[other]), width))
        return lambda one, other: known(kinds[one], kinds[other])

    def best(self) -> Counts | None:
        """The least of each question over all complete pairings; None if there is none."""
        graph, price = self.graph(), self.price()
        if bound := _at_bound(graph, self.kind, price, FEW_KINDS):
            mates = bound[1]
        else:
            edges = [(one, other, -price(one, other)) for one, row in graph.items() for other in bits(row & -2 << one)]
            mates = heaviest(self.level, edges, complete=True)
        if len(mates) < len(self.level):
            return None
        pairs = [self.answers(one, other) for one, other in mates.items() if one < other]
        return tuple(map(sum, zip(*pairs, strict=True)))

    def suffices(self, wanted: int) -> bool:
        """So few upfloaters from no lower group are enough (C4)."""

        def rises(one: int, other: int) -> int:
            return int(self.upfloater(one, other) is not None)

        mates = _cheapest(self.graph(), lambda place: self.level[place] == 0, rises)
        return mates is not None and _total(mates, rises) == wanted

    def first(self, wanted: int) -> Places:
        """The first so many upfloaters with whom each question has its least, by score and then by number."""
        price, width = self.price(), len(self.level).bit_length()
        few = len(set(map(self.kind, self.level))) <= FEW_KINDS
        alike: Alike = self.kind if few else lambda place: place
        best = BestPairs(self.graph(), self.waiting.everybody, complete=True, alike=alike)
        best.put(lambda one, other: -price(one, other), width * (self.deepest + 3))
        lower = [place for group in self.waiting.groups[1 : self.deepest + 1] for place in group]
        residents = as_bits(self.waiting.residents)
        return tuple(best.choose(lower, lambda place: residents, wanted))


def one_price(answers: Iterable[int], width: int) -> int:
    """The answers as one number, each with so many bits, the first one highest."""
    return reduce(lambda price, answer: price << width | answer, answers, 0)


def _by_prices(waiting: TopScoregroup) -> Places:
    """The general case: what each question can be at its best, then the first set that reaches it."""
    level = {place: at for at, group in enumerate(waiting.groups) for place in group}
    anybody = Questions(waiting, level)
    found = anybody.best()
    assert found is not None, "everybody waiting can be paired (C3)"
    return _scores_settled(anybody, found[0]).first(found[0])


def _nearest(waiting: TopScoregroup, wanted: int) -> int:
    """The lowest of the highest groups that together have so many; below all of them if they have not."""
    return 1 + bisect_left(list(accumulate(map(len, waiting.groups[1:]))), wanted)


def _scores_settled(questions: Questions, fewest: int) -> Questions:
    """With the lowest score that upfloaters have (C5), and the group that is next once they are gone (C6)."""
    groups, nearest = questions.waiting.groups, _nearest(questions.waiting, fewest)
    deeper = replace(questions, deepest=nearest)
    found = deeper.best()
    if found is None or found[0] > fewest:
        lower = range(nearest + 1, len(groups) - 1)
        suffices = bisect_left(lower, True, key=lambda at: replace(questions, deepest=at).suffices(fewest))
        deeper = replace(questions, deepest=nearest + 1 + suffices)
        found = deeper.best()
    assert found is not None, "with the lowest group there is a pairing"
    counts = dict(zip(range(deeper.deepest, 0, -1), found[1:], strict=False))
    following = next((at for at, group in enumerate(groups) if at and len(group) > counts.get(at, 0)), 0)
    asked = not as_bits(groups[following]) & ~questions.waiting.asked
    return replace(deeper, following=following if asked else 0)


# Sets of upfloaters one after the other, in the order of 3.5: most rounds have a good one among the first.

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

    def across(one: int, other: int) -> int:
        return bracket >> one & 1 ^ bracket >> other & 1

    graph = {place: waiting.graph[place] & left for place in bits(left)}
    mates = _cheapest(graph, lambda place: bracket >> place & 1, across)
    assert mates is not None, "the set is legal (C3)"
    return _total(mates, across)


# Several upfloaters of the next scores, found without the pairs among the rest: no set meets C4 and C5 better.


def fewest_without_rest(waiting: TopScoregroup) -> int:
    """Residents who find no opponent among themselves: with fewer upfloaters they cannot be paired (C4)."""
    inside = as_bits(waiting.residents)
    graph = {place: waiting.graph[place] & inside for place in waiting.residents}
    return len(graph) - len(largest(graph))


def from_nearest_scores(waiting: TopScoregroup) -> Places:
    """As few as can be, of the highest scores, and by C7 and 3.5.4 the first; nobody if the others have a say in it."""
    wanted, groups = fewest_without_rest(waiting), waiting.groups
    nearest = _nearest(waiting, wanted)
    if not wanted or nearest == len(groups):
        return ()
    if (up := _from(waiting, groups[1 : nearest + 1], wanted)) or not _meet_all(waiting, groups[1:]):
        return up
    lower = range(nearest + 1, len(groups) - 1)
    deepest = nearest + 1 + bisect_left(lower, True, key=lambda at: _meet_all(waiting, groups[1 : at + 1]))
    return _from(waiting, groups[1 : deepest + 1], wanted)


def _meet_all(waiting: TopScoregroup, near: Iterable[Places]) -> bool:
    """Each resident can meet another or one of these groups, whoever of these is left over."""
    residents, nearest = as_bits(waiting.residents), as_bits(place for group in near for place in group)
    nobody = max(waiting.graph) + 1
    odd = (residents | nearest).bit_count() % 2 << nobody
    graph = {place: waiting.graph[place] & (residents | nearest) for place in waiting.residents}
    graph |= {place: waiting.graph[place] & residents | (nearest | odd) & ~(1 << place) for place in bits(nearest)}
    return completed(graph | {nobody: nearest}, residents | nearest | odd, {}) is not None


def _from(waiting: TopScoregroup, near: tuple[Places, ...], wanted: int) -> Places:
    """So many of these groups; nobody if some resident is left without an opponent."""
    residents, lower = as_bits(waiting.residents), [place for group in near for place in group]
    nearest = as_bits(lower)
    graph = {place: waiting.graph[place] & (residents | nearest) for place in waiting.residents}
    graph |= {place: waiting.graph[place] & residents for place in lower}
    best, wide = BestPairs(graph, residents | nearest, complete=False), (2 * len(waiting.residents)).bit_length()
    best.put(lambda one, other: (residents >> one & 1) + (residents >> other & 1), wide)
    for unwanted in (nearest, *map(as_bits, near[:0:-1]), waiting.floated & nearest):
        best.put(_without(unwanted), wide)
    mates = best.matched()
    if sum(place in mates for place in lower) != wanted or any(place not in mates for place in waiting.residents):
        return ()
    return tuple(best.choose(lower, lambda place: residents, wanted))


def _without(unwanted: int) -> Layer:
    """The fewest pairs with one of these."""
    return lambda one, other: -((unwanted >> one | unwanted >> other) & 1)


# The pairing of a bracket with the first identifier (3.6): who are the top members, then who are their opponents.
# In each pair the place with the smaller number is the top member. An identifier is the top members in their order,
# then their opponents in the same order: 11-24, 16-6, 10-9, 8-4 gives 4 6 9 11, 8 16 10 24.

PairOfPlaces = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PricesByKind:
    """Of each two places of a bracket by their kinds; the sum has to be least before the identifier counts."""

    kinds: Mapping[int, int]
    of_kinds: Sequence[Sequence[int]]

    def __call__(self, one: int, other: int) -> int:
        return self.of_kinds[self.kinds[one]][self.kinds[other]]

    def row(self, one: int, others: Iterable[int]) -> list[int]:
        kinds, prices = self.kinds, self.of_kinds[self.kinds[one]]
        return [prices[kinds[other]] for other in others]

    def free(self, graph: Graph) -> dict[int, int]:
        """Only those edges that cost nothing."""
        members = [0] * len(self.of_kinds)
        for place in graph:
            members[self.kinds[place]] |= 1 << place
        met = [reduce(or_, compress(members, map(not_, row)), 0) for row in self.of_kinds]
        return {place: others & met[self.kinds[place]] for place, others in graph.items()}


def first_identifier(bracket: Sequence[int], graph: Graph, prices: PricesByKind) -> list[PairOfPlaces]:
    """The pairs of the bracket, top members ascending. The bracket can be paired."""
    inside = as_bits(bracket)
    legal = {place: graph[place] & inside for place in sorted(bracket)}
    if found := _first_with(prices.free(legal), {}):
        return found
    if bound := _at_bound(legal, prices.kinds.__getitem__, prices, len(legal) // PLACES_A_KIND):
        tight, mates = bound
        return _first_with({place: tight[place] for place in legal}, mates)
    least = cheapest_of_all(legal, prices.row)
    assert least is not None, "the bracket can be paired"
    tight = _tight(legal, prices, least)
    return _first_with(tight, least) if tight else _Search(legal, least, prices, _total(least, prices)).pairs()


def _tight(graph: Graph, prices: PricesByKind, least: Mates) -> dict[int, int]:
    """Only those edges that a cheapest pairing can have; none at all if shares prove nothing."""
    rows: dict[int, dict[int, int]] = {}
    for one, others in graph.items():
        met = list(bits(others))
        rows[one] = {other: -price for other, price in zip(met, prices.row(one, met), strict=True)}
    share = shares(rows, least)
    if share is None:
        return {}
    return {
        one: as_bits([other for other, worth in row.items() if 2 * worth == share[one] + share[other]])
        for one, row in rows.items()
    }


def _first_with(graph: dict[int, int], mates: Mates) -> list[PairOfPlaces]:
    """The first identifier with the edges of this graph alone; nobody if they leave somebody over."""
    places = list(graph)
    half = len(places) // 2
    if halves := _opponents(graph, places[:half], as_bits(places[half:])):
        return halves
    whole = completed(graph, as_bits(places), mates)
    return _Search(graph, whole).pairs() if whole is not None else []


def _opponents(graph: Graph, tops: Sequence[int], below: int) -> list[PairOfPlaces]:
    above = as_bits(tops)
    sides = {top: graph[top] & below for top in tops} | {one: graph[one] & above for one in bits(below)}
    first = first_in_order(sides, tops, len(tops))
    return [(top, first[top]) for top in tops] if first is not None else []


@dataclass(slots=True)
class _Search:
    """Each place in turn becomes a top member if a pairing is left, else an opponent of one before it."""

    graph: dict[int, int]
    mates: Mates
    """A pairing that keeps to all that is settled."""
    prices: PricesByKind | None = None
    least: int = 0
    tops: list[int] = field(default_factory=list)
    below: int = 0
    """Opponents of top members, as bits."""

    def pairs(self) -> list[PairOfPlaces]:
        tops = 0
        for place in self.graph:
            if len(self.tops) < len(self.graph) // 2 and self._parted(place, tops | self.below):
                self.tops.append(place)
                tops |= 1 << place
            else:
                self.below |= 1 << place
                assert self._parted(place, ~tops), "everybody is a top member or the opponent of one"
        if self.prices is None:
            return _opponents(self.graph, self.tops, self.below)
        return [self._opponent(top) for top in self.tops]

    def _parted(self, place: int, others: int) -> bool:
        """The place meets none of these any more, if a pairing of the least cost is left without them."""
        cut = self.graph[place] & others
        self._toggle(place, cut)
        mates = self._matched() if cut >> self.mates[place] & 1 else self.mates
        if mates is None:
            self._toggle(place, cut)
            return False
        self.mates = mates
        return True

    def _toggle(self, place: int, others: int) -> None:
        self.graph[place] ^= others
        for other in bits(others):
            self.graph[other] ^= 1 << place

    def _matched(self) -> Mates | None:
        if self.prices is None:
            return completed(self.graph, as_bits(self.graph), self.mates)
        if not all(self.graph.values()):
            return None
        mates = cheapest_of_all(self.graph, self.prices.row)
        return mates if mates is not None and _total(mates, self.prices) == self.least else None

    def _opponent(self, top: int) -> PairOfPlaces:
        """The first opponent with whom all others can still be paired."""
        other = next(one for one in bits(self.graph[top]) if self._parted(top, ~(1 << one)))
        self._parted(other, ~(1 << top))
        return top, other
