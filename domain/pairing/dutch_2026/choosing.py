"""The first of the best candidates (article 3.8 and section 4), by matchings that prove what the best is.

The order of generation is a row of small questions: which MDPs are paired, with whom, which residents are
exchanged, whom each of S1 meets. Each answer is added below the criteria as a few bits of the weight, as many
answers at a time as fit.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import accumulate

from domain.pairing.dutch_2026 import criteria
from domain.pairing.dutch_2026.competitors import Bracket, Found, Layout
from domain.pairing.dutch_2026.criteria import COUNTED_CRITERIA, UNDECIDED, Moved, Scale
from domain.pairing.graph.alternating import MANY_VERTICES, Forest, PerfectMatchings, completed, staying_alone
from domain.pairing.graph.first_matching import first_in_order, first_of_any
from domain.pairing.graph.layers import Layer, Layers, WeightRows
from domain.pairing.graph.matching import MOST_BITS, Graph, Mates, as_bits, bits, lowest
from domain.pairing.graph.transport import at_bound
from domain.pairing.swiss.criteria import CountedCriterion, Zone
from domain.pairing.swiss.edition import Places
from domain.records import dataclass
from domain.words.games import Colour

# Brackets in which hardly anybody may meet anybody, as in late rounds: C4, C6 and C7 by themselves.


def completable_graph(graph: Graph, bracket: Bracket, mates: Mates) -> Graph:
    """The graph without pairs of the bracket with which not all others can be paired (C4); `mates` is complete.

    Where somebody can meet all whom they may meet, the others, who mostly can as well, are not asked.
    """
    inside, open, left = as_bits(bracket.members), as_bits(mates), dict(graph)
    for place in bracket.residents:
        if asked := graph[place] & inside:
            forest = Forest(graph, mates, mates[place], open & ~(1 << place))
            useless = asked & ~forest.grown(until=asked)
            if not useless:
                break
            left[place] &= ~useless
            for other in bits(useless):
                left[other] &= ~(1 << place)
    return left


def meeting(graph: Graph, bracket: Bracket) -> list[int]:
    """Residents who may meet somebody of the bracket."""
    inside = as_bits(bracket.members)
    return [place for place in bracket.residents if graph[place] & inside]


def without_weights(layout: Layout, graph: Graph, bracket: Bracket, mates: Mates) -> tuple[Found, Mates] | None:
    """Where one resident at most may meet anybody: no pair, or the one with the highest MDP (C6, C7).

    None: several residents may, or two such MDPs have the same score. The graph is `completable_graph`.
    """
    able = meeting(graph, bracket)
    if not able:
        return Found((), (), bracket.members), mates
    first, *others = bits(graph[able[0]] & as_bits(bracket.members))
    if len(able) > 1 or (others and layout.players[others[0]].score == layout.players[first].score):
        return None
    pair = first, able[0]
    after = completed(graph, as_bits(mates) & ~as_bits(pair), mates)
    assert after is not None, "the pair is completable"
    return Found((pair,), (), tuple(place for place in bracket.members if place not in pair)), after


# C5 to C21 as the weight of a pair, for brackets that no bound settles.
# Each criterion is a number for each pair; its sum over a pairing says how well the criterion is met.


class Worths:
    """All criteria of a bracket in one number for each pair, the earlier criterion in the higher bits."""

    def __init__(self, scale: Scale, most_bits: int, asked: Sequence[CountedCriterion[Scale]]) -> None:
        self.scale = scale
        told = [(criterion, bits) for criterion in asked if (bits := criterion.bits(scale))]
        self.all_bits = sum(bits for _, bits in told)
        fitting = sum(total <= most_bits for total in accumulate(bits for _, bits in told))
        self.bits = sum(bits for _, bits in told[:fitting])
        self.layers: list[Layer] = [partial(criterion.adds, scale) for criterion, _ in told[:fitting]]
        self.later: list[tuple[Layer, int]] = [(partial(one.adds, scale), bits) for one, bits in told[fitting:]]
        """Criteria that do not fit into so many bits, each with its own."""
        self.of_zone: dict[Zone, list[tuple[criteria.Amount, int]]] = {zone: [] for zone in Zone}
        below = self.bits
        for criterion, wide in told[:fitting]:
            below -= wide
            self.of_zone[criterion.zone].append((criterion.amount, below))

    def worth(self, a: int, b: int) -> int:
        total = 0
        for amount, below in self.of_zone[self.scale.zone(a, b)]:
            total += amount(self.scale, a, b) << below
        return total

    def rows(self, pairs: Mapping[int, int]) -> WeightRows:
        """By higher place and as bits the lower ones it may meet -> a number for each pair.

        Players alike in all that is asked make pairs alike, so that each sort is weighed once.
        """
        sort = self.sorts(pairs)
        known: dict[int, dict[int, int]] = {one: {} for one in sort.values()}
        found: WeightRows = {}
        for a, others in pairs.items():
            mine = known[sort[a]]
            row = found[a] = {}
            for b in bits(others):
                worth = mine.get(sort[b])
                if worth is None:
                    worth = mine[sort[b]] = self.worth(a, b)
                row[b] = worth
        return found

    def sorts(self, places: Iterable[int]) -> dict[int, int]:
        """By place a number that those alike share; nobody asks about players of other brackets but where they are."""
        s, layout = self.scale, self.scale.layout
        members, (down, down_before), (up, up_before) = s.moved | s.residents, layout.down, layout.up
        sorts: dict[object, int] = {}
        found = {}
        for place in places:
            if members >> place & 1:
                player = layout.players[place]
                alike: object = (
                    player.score,
                    player.preference.colour,
                    s.moved >> place & 1,
                    layout.mild >> place & 1,
                    layout.absolute >> place & 1,
                    down >> place & 1,
                    down_before >> place & 1,
                    up >> place & 1,
                    up_before >> place & 1,
                    player.unplayed if s.single_bye else 0,
                    (player.imbalance, player.repeated) if layout.last_round else (),
                )
            else:
                alike = s.following >> place & 1, place == layout.bye_place
            found[place] = sorts.setdefault(alike, len(sorts))
        return found


def legal_pairs(graph: Mapping[int, int], everybody: int, apart: int) -> Iterator[tuple[int, int]]:
    """For each of these places the lower ones it may meet, as bits; those `apart` do not meet each other."""
    for place in bits(everybody):
        others = graph[place] & everybody & -(2 << place)
        yield place, others & ~apart if apart >> place & 1 else others


FEW_BELOW = 12
"""Up to so many players below the next bracket are weighed at once, since mostly they have to be in the end."""


def best(layout: Layout, graph: Graph, bracket: Bracket, known: Mates) -> tuple[Found, Mates]:
    """The bracket's pairing, and a complete pairing of the rest that proves C4 and C8.

    Those below the next bracket, unless they are few, are first left out of the matching. Only if they cannot be
    completed with what was found are they weighed as well. A complete pairing `known` from before shortens the way
    to the new one.
    """
    if bracket.following and not bracket.byes_inside and (alone := _weighed_alone(layout, graph, bracket, known)):
        return alone
    if bracket.rest.bit_count() > FEW_BELOW:
        choice = _Choice(layout, graph, bracket, known)
        if choice.proof is not None:
            found, _ = choice.made()
            proof = choice.rest_completed()
            if proof is not None:
                return found, proof
    found, kept = _Choice(layout, graph, bracket).made()
    proof = completed(graph, as_bits(kept), kept)
    assert proof is not None, "the matching was complete"
    return found, proof


@dataclass(frozen=True, slots=True)
class PlaceQuestion:
    place: int
    worth: Mapping[int, int]
    bits: int


def _weighed_alone(layout: Layout, graph: Graph, bracket: Bracket, known: Mates) -> tuple[Found, Mates] | None:
    """C6 to C8 at their bounds, so that nobody below is weighed; None: one of these bounds is not reached."""
    below = _Below(layout, graph, bracket, known)
    open = _open_alone(graph, bracket, below)
    if open is None or completed(open, as_bits(open), known) is None:
        return None
    found, _ = _Choice(layout, open, bracket, alone=True).made()
    rest = below.completed(as_bits(found.floaters))
    return (found, rest) if rest is not None else None


def _open_alone(graph: Graph, bracket: Bracket, below: "_Below") -> dict[int, int] | None:
    """Whom those of a bracket may meet there; in an odd one an exit for each resident who can be paired in the next.

    None: nobody can.
    """
    members, moved, exit = as_bits(bracket.members), as_bits(bracket.moved), below.exit
    open = {place: graph[place] & members & ~(moved if moved >> place & 1 else 0) for place in bracket.members}
    if len(bracket.members) % 2 == 0:
        return open
    leavers = below.entering() & as_bits(bracket.residents)
    with_exit = {place: open[place] | 1 << exit for place in bits(leavers)} | {exit: leavers}
    return open | with_exit if leavers else None


Remainder = tuple[Sequence[PlaceQuestion], int]
"""The questions about the residents left, and how many of them are answered."""


class _Choice:
    def __init__(
        self, layout: Layout, graph: Graph, bracket: Bracket, carried: Mates | None = None, *, alone: bool = False
    ) -> None:
        """With a complete pairing carried along those below the next bracket are left out, else all are weighed.

        `alone`: the graph has nobody else, and each complete pairing of it reaches the bounds of C5 to C8.
        """
        self.layout, self.graph, self.bracket, self.carried = layout, graph, bracket, carried
        self.moved, self.residents = as_bits(bracket.moved), as_bits(bracket.residents)
        self.members, whole = self.moved | self.residents, carried is None
        near = self.members | as_bits(bracket.following)
        bye = 1 << layout.bye_place if bracket.takers and (whole or bracket.takers & near) else 0
        self.everybody = as_bits(graph) if alone else near | bye | (bracket.rest if whole else 0)
        self.complete, self.asked = whole, criteria.C10_TO_C21 if alone else COUNTED_CRITERIA
        # Two MDPs may be paired with each other in no bracket, but below it anybody may.
        self.pairs = dict(legal_pairs(graph, self.everybody, apart=0 if whole else self.moved))
        self.held = 0
        """Places to be the higher one of a pair of this bracket, as bits."""
        self.known = Moved(self.moved) if alone else UNDECIDED
        self.tightened = False
        self.answered = 0
        self.remainder: Remainder | None = None
        """What is asked about S1 and S2, if it was asked with the criteria."""
        self.tight = False
        """Only pairs of best candidates are left, so that criteria need not be weighed any more."""
        self.proof = self.weigh()
        """None: the first best matching leaves those below without a pairing, so that the rest is not asked for."""
        self.proven = self.mates

    def weigh(self) -> Mates | None:
        """C9 counts only where the best candidates have one downfloater, and that one takes the bye."""
        proof = self.weigh_by(single_bye=False)
        alone = proof is not None and self.bracket.byes_inside and len(self.floaters()) == 1
        return self.weigh_by(single_bye=True) if alone else proof

    def weigh_by(self, single_bye: bool) -> Mates | None:
        worths = self.worths(single_bye)
        if worths.all_bits + len(self.bracket.moved) > MOST_BITS:
            if not self.decide_scores(single_bye):
                return None
            worths = self.worths(single_bye)
        self.questions = list(self.about_moved())
        self.layers = Layers(worths.rows(self.pairs), worths.bits, worths.layers, complete=self.complete)
        for layer, wide in worths.later:
            if self.layers.bits + wide > MOST_BITS:
                self.mates = self.matched({}, 0)
                self.layers.tighten(self.mates)
            self.layers.put(layer, wide)
        if not self.foreseen_with(worths):
            self.answered = self.ask(self.questions)
        return self.proof_of_rest()

    def foreseen_with(self, worths: Worths) -> bool:
        """Where nobody was moved down, S1 and S2 are asked about in the same matching, as if all were paired."""
        rest = self.bracket.residents
        pairs = len(rest) // 2
        fits = not worths.later and worths.bits + sum(_exchange_bits(rest, pairs)) < MOST_BITS
        if self.bracket.moved or self.bracket.byes_inside or not pairs or not fits:
            return False
        self.remainder = self.about_remainder(rest, pairs)
        if len(self.floaters()) > len(rest) % 2:
            self.remainder = None
            self.layers = Layers(worths.rows(self.pairs), worths.bits, worths.layers, complete=self.complete)
        return True

    def rest_completed(self) -> Mates | None:
        return self.proof if self.mates is self.proven else self.proof_of_rest()

    def proof_of_rest(self) -> Mates | None:
        """The pairs of the next bracket stay as they were found; whoever is left goes on to those below."""
        if self.carried is None:
            return self.mates
        bye = 1 << self.layout.bye_place if self.bracket.takers else 0
        paired = self.members & ~as_bits(self.floaters())
        kept = {a: b for a, b in self.mates.items() if not paired >> a & 1}
        open = (self.everybody | self.bracket.rest | bye) & ~paired
        below = completed(self.graph, open & ~as_bits(kept), self.carried)
        return kept | below if below is not None else None

    def worths(self, single_bye: bool, asked: Sequence[CountedCriterion[Scale]] = ()) -> Worths:
        return Worths(criteria.scale(self.layout, self.bracket, single_bye, self.known), MOST_BITS, asked or self.asked)

    def decide_scores(self, single_bye: bool) -> bool:
        """C5 to C7 alone: an MDP whose score is left out here, or paired whole, is no question any more.

        False: those below are left without a pairing.
        """
        if self.known is not UNDECIDED or not self.moved:
            return True
        worths = self.worths(single_bye, criteria.C5_TO_C7)
        self.layers = Layers(worths.rows(self.pairs), worths.bits, (), complete=self.complete)
        self.mates = self.matched({}, 0)
        paired = {place: self.inside(place) is not None for place in self.bracket.moved}
        by_score: dict[int, set[bool]] = {}
        for place, inside in paired.items():
            by_score.setdefault(self.layout.players[place].score, set()).add(inside)
        one_way = {p: inside for p, inside in paired.items() if len(by_score[self.layout.players[p].score]) == 1}
        sure = as_bits(place for place, inside in one_way.items() if inside)
        self.known = Moved(sure, as_bits(place for place, inside in one_way.items() if not inside))
        for place in self.bracket.moved:
            here = self.residents if sure >> place & 1 else ~sure
            self.pairs[place] &= here & ~self.residents if self.known.out >> place & 1 else here
        return self.proof_of_rest() is not None

    # Answers of the matching

    def matched(self, bonus: WeightRows, width: int) -> Mates:
        return self.layers.heaviest(self.everybody, bonus, width)

    def ask(self, questions: Sequence[PlaceQuestion], least: int = 0) -> int:
        room, many, width = MOST_BITS - self.layers.bits, 0, 0
        while many < len(questions) and (many < least or width + questions[many].bits < room):
            width += questions[many].bits
            many += 1
        at, bonus = width, WeightRows()
        for question in questions[:many]:
            at -= question.bits
            row = bonus.setdefault(question.place, {})
            for other, worth in question.worth.items():
                row[other] = row.get(other, 0) + (worth << at)
        self.mates = self.matched(bonus, width)
        return many

    def settle(self, questions: Sequence[PlaceQuestion], answered: int) -> Iterator[PlaceQuestion]:
        yield from questions[:answered]
        while answered < len(questions):
            self.hold()
            room = MOST_BITS - self.layers.bits
            if room <= questions[answered].bits:
                self.layers.tighten(self.mates)
            elif not self.tightened and room < sum(question.bits for question in questions[answered:]):
                self.tightened = True
                self.tight = self.layers.tightened(self.mates)
            many = self.ask(questions[answered:], least=1)
            yield from questions[answered : answered + many]
            answered += many

    def hold(self) -> None:
        """The one decided to be the higher of a pair stays it, whatever is asked from now on."""
        if held := self.held:
            self.held = 0
            self.layers.put_among(self.members, [(dict.fromkeys(bits(held), 1), held.bit_count().bit_length())])

    def inside(self, place: int) -> int | None:
        other = self.mates.get(place)
        if other is None or not self.members >> other & 1:
            return None
        return None if self.moved >> place & self.moved >> other & 1 else other

    def floaters(self) -> Places:
        return tuple(place for place in self.bracket.members if self.inside(place) is None)

    # The questions

    def made(self) -> tuple[Found, Mates]:
        heads = tuple(self.choose_heads())
        taken = {place for pair in heads for place in pair}
        rest = [place for place in self.bracket.residents if place not in taken]
        pairs = sum(self.inside(place) is not None for place in rest) // 2
        remainder = tuple(self.choose_remainder(rest, pairs)) if pairs else ()
        found = Found(heads, remainder, self.floaters())
        paired = {place for pair in found.pairs for place in pair}
        return found, {a: b for a, b in self.mates.items() if a not in paired}

    def about_moved(self) -> Iterator[PlaceQuestion]:
        """3.4: of equal scores the first MDPs are paired, the others float on; 4.2: the first opponents."""
        residents, sure, out = self.bracket.residents, self.known.sure, self.known.out
        one, rank = dict.fromkeys(residents, 1), _first_is_most(residents)
        yield from (PlaceQuestion(place, one, 1) for place in self.bracket.moved if not (sure | out) >> place & 1)
        for place in self.bracket.moved:
            if sure >> place & 1 or (len(residents) > 1 and not out >> place & 1):
                yield PlaceQuestion(place, rank, len(rank).bit_length())

    def choose_heads(self) -> Iterator[tuple[int, int]]:
        left = set(self.bracket.moved) - set(bits(self.known.sure))
        for question in self.settle(self.questions, self.answered):
            place, other = question.place, self.inside(question.place)
            if other is None:
                self.layers.keep_below(place, ~self.residents)
            elif place not in left or len(self.bracket.residents) == 1:
                self.layers.settle(place, other)
                yield place, other
            else:
                self.layers.keep_below(place, self.residents)
                self.held |= 1 << place
            left.discard(place)

    def about_remainder(self, rest: Sequence[int], pairs: int) -> Remainder:
        self.exchange_least(rest, pairs)
        questions = _first_transposition(rest, rest[:pairs])
        return questions, self.ask(questions)

    def choose_remainder(self, rest: Sequence[int], pairs: int) -> Iterator[tuple[int, int]]:
        """Residents with residents: S1 and S2 as they stand if that is among the best, else after an exchange."""
        s1 = rest[:pairs]
        questions, answered = self.remainder or self.about_remainder(rest, pairs)
        if self.tops(rest) != s1:
            s1, answered = self.exchanged(rest, pairs), 0
            questions = _first_transposition(rest, s1)
        self.part(rest, s1)
        if self.complete and self.tight:  # all that is left is as good, and what exchanges cost is the same
            self.mates = first_of_any(self.graph_left(), s1, self.mates)
            yield from ((place, self.mates[place]) for place in s1)
            return
        for question in self.settle(questions, answered):
            other = self.mates[question.place]
            self.layers.settle(question.place, other)
            yield question.place, other

    def graph_left(self) -> Graph:
        graph = dict.fromkeys(bits(self.everybody), 0)
        for a, b in self.layers.pairs():
            graph[a] |= 1 << b
            graph[b] |= 1 << a
        return graph

    def exchange_least(self, rest: Sequence[int], pairs: int) -> None:
        """4.3.1, 4.3.2: fewest players of S2 in S1, and the smallest difference between those exchanged."""
        among, widths = as_bits(rest), _exchange_bits(rest, pairs)
        if sum(widths) + self.layers.bits >= MOST_BITS:
            self.layers.tighten(self.mates)
        exchanged, differences = dict.fromkeys(rest[:pairs], 1), _first_is_most(rest)
        self.layers.put_among(among, [(exchanged, widths[0]), (differences, widths[1])])

    def exchanged(self, rest: Sequence[int], pairs: int) -> list[int]:
        """4.3.3, 4.3.4: S1 after the first exchange: lowest of S1 out, highest of S2 in."""
        among = as_bits(rest)
        one, minus = dict.fromkeys(rest, 1), dict.fromkeys(rest, -1)
        out = [PlaceQuestion(place, minus, 1) for place in reversed(rest[:pairs])]
        into = [PlaceQuestion(place, one, 1) for place in rest[pairs:]]
        for question in self.settle(out + into, 0):
            self.fix_side(question.place, among)
        return self.tops(rest)

    def tops(self, rest: Sequence[int]) -> list[int]:
        return [place for place in rest if (other := self.inside(place)) is not None and other > place]

    def fix_side(self, place: int, among: int) -> None:
        other = self.inside(place)
        if other is not None and other > place:
            self.layers.keep_below(place, among)
            self.layers.drop_above(place, -1)
            self.held |= 1 << place
        else:
            self.layers.keep_below(place, ~among)

    def part(self, rest: Sequence[int], s1: Sequence[int]) -> None:
        upper, among, self.held = as_bits(s1), as_bits(rest), 0
        for place in rest:
            self.layers.keep_below(place, among & ~upper if upper >> place & 1 else ~among)


def _exchange_bits(rest: Sequence[int], pairs: int) -> tuple[int, int]:
    return pairs.bit_length(), (pairs * len(rest)).bit_length()


def _first_is_most(places: Sequence[int]) -> dict[int, int]:
    return {place: len(places) - i for i, place in enumerate(places)}


def _first_transposition(rest: Sequence[int], s1: Iterable[int]) -> list[PlaceQuestion]:
    """4.2: the first transposition of S2 in lexicographic order."""
    upper = set(s1)
    rank = _first_is_most([place for place in rest if place not in upper])
    return [PlaceQuestion(place, rank, len(rank).bit_length()) for place in rest if place in upper]


# Large brackets in which sorts of players give a bound (`transport`): the pairs that best candidates can have are known
# then, and each question is one alternating path.


def by_sorts(layout: Layout, graph: Graph, bracket: Bracket, known: Mates) -> tuple[Found, Mates] | None:
    """The bracket's pairing, and a complete pairing of the rest; None: the bound is not reached, or small brackets.

    Where somebody of the bracket may have the bye (C9), nothing is said.
    """
    if len(bracket.members) < MANY_VERTICES or bracket.byes_inside:
        return None
    worths = Worths(criteria.scale(layout, bracket, single_bye=False), sys.maxsize, COUNTED_CRITERIA)
    return _by_itself(worths, graph, bracket, known) or _with_all_below(worths, graph, bracket, known)


def _with_all_below(worths: Worths, graph: Graph, bracket: Bracket, known: Mates) -> tuple[Found, Mates] | None:
    open = {place: graph[place] for place in known}
    sort = worths.sorts(open)
    tight = at_bound(open, sort.__getitem__, worths.worth)
    return _first_of_tight(bracket, *tight) if tight else None


def _by_itself(worths: Worths, graph: Graph, bracket: Bracket, known: Mates) -> tuple[Found, Mates] | None:
    """C6 to C8 at their bounds: at most one resident floats on, and at most one of the next bracket leaves it."""
    below = _Below(worths.scale.layout, graph, bracket, known)
    open, exit = _open_alone(graph, bracket, below), below.exit
    if open is None:
        return None
    sort = worths.sorts(open)
    tight = at_bound(open, sort.__getitem__, lambda a, b: worths.worth(a, b) if b != exit else 0)
    if tight is None or (made := _first_of_tight(bracket, *tight)) is None:
        return None
    found, _ = made
    rest = below.completed(as_bits(found.floaters))
    return (found, rest) if rest is not None else None


class _Below:
    """The next bracket and the rest, each paired by itself, but for one of the next bracket if it is odd."""

    def __init__(self, layout: Layout, graph: Graph, bracket: Bracket, known: Mates) -> None:
        self.graph, self.known = graph, known
        self.following = as_bits(bracket.following)
        self.rest = bracket.rest | (1 << layout.bye_place if bracket.takers else 0)
        self.exit = max(graph) + 1
        """Stands for the one of those below who is paired with one of the next bracket."""

    def with_exit(self) -> tuple[dict[int, int], int]:
        """The graph of the next bracket and those who may be left for it, and these as bits."""
        leavers = self.following & _neighbours(self.graph, staying_alone(self.graph, self.rest, self.known))
        graph = dict(self.graph) | {place: self.graph[place] | 1 << self.exit for place in bits(leavers)}
        return graph | {self.exit: leavers}, self.following | 1 << self.exit

    def entering(self) -> int:
        """Everybody who can be paired in the next bracket so."""
        if self.following.bit_count() % 2:
            whole = completed(self.graph, self.rest, self.known) is not None
            return _neighbours(self.graph, staying_alone(self.graph, self.following, self.known)) if whole else 0
        graph, near = self.with_exit()
        return _neighbours(self.graph, staying_alone(graph, near, self.known) & self.following)

    def completed(self, floaters: int) -> Mates | None:
        near, rest = self.following | floaters, self.rest
        if near.bit_count() % 2 == 0:
            found = completed(self.graph, near, self.known)
        else:
            graph, _ = self.with_exit()
            found = completed(graph, near | 1 << self.exit, self.known)
            if found is not None:
                leaver = found.pop(self.exit)
                del found[leaver]
                rest |= 1 << leaver
        below = completed(self.graph, rest, self.known)
        return found | below if found is not None and below is not None else None


def _neighbours(graph: Graph, places: int) -> int:
    together = 0
    for place in bits(places):
        together |= graph[place]
    return together


def _first_of_tight(bracket: Bracket, tight: Graph, mates: Mates) -> tuple[Found, Mates] | None:
    """3.4, 4.2, 4.3: the first of the candidates whose pairs are left; None: more than a few exchanges are needed."""
    residents = as_bits(bracket.residents)
    left = PerfectMatchings(tight, mates)
    paired = [place for place in bracket.moved if left.keep_with(place, residents)]
    mates = first_of_any(left.graph, paired, left.mates)
    heads = tuple((place, mates[place]) for place in paired)
    taken = as_bits(place for pair in heads for place in pair)
    rest = [place for place in bracket.residents if not taken >> place & 1]
    graph = {place: others & ~taken for place, others in left.graph.items() if not taken >> place & 1}
    parted = _parted(graph, rest, {place: other for place, other in mates.items() if place in graph})
    if parted is None:
        return None
    s1, graph, mates = parted
    after = first_of_any(graph, s1, mates)
    remainder = tuple((place, after[place]) for place in s1)
    taken |= as_bits(place for pair in remainder for place in pair)
    floaters = tuple(place for place in bracket.members if not taken >> place & 1)
    return Found(heads, remainder, floaters), {a: b for a, b in after.items() if not taken >> a & 1}


def _parted(graph: Graph, rest: Sequence[int], mates: Mates) -> tuple[Sequence[int], dict[int, int], Mates] | None:
    """S1 after the fewest exchanges (4.3), the pairs that it leaves, and a matching of them."""
    among = as_bits(rest)
    pairs = sum(among >> mates[place] & 1 for place in rest) // 2
    for s1 in _first_sets(graph, rest, pairs):
        upper = as_bits(s1)
        kept = {place: others & ~upper for place, others in graph.items()}
        for place in rest:
            below, above = among & ~upper & -(2 << place), upper & ((1 << place) - 1) | ~among
            kept[place] = graph[place] & (below if upper >> place & 1 else above)
        whole = completed(kept, as_bits(kept), mates)
        if whole is not None:
            return s1, kept, whole
    return None


FEW_DIFFERENCES = 8
"""Differences up to which exchanges of one player are tried; then the weights say what is needed."""


def _first_sets(graph: Graph, rest: Sequence[int], pairs: int) -> Iterator[Sequence[int]]:
    """S1 as it stands; the upper half of each part that has no pair with another one; exchanges of one player.

    No part has more of its players in S1 than half, so if these halves can be S1, the exchanges are the fewest and
    smallest. An exchange of one player is better than any of two; of these the smallest difference comes first, then
    the lowest player of S1 (4.3.2, 4.3.3).
    """
    yield rest[:pairs]
    parts = _parts(graph, rest) if 2 * pairs == len(rest) else []
    if len(parts) > 1:
        yield sorted(place for part in parts for place in part[: len(part) // 2])
    for difference in range(1, FEW_DIFFERENCES + 1):
        for out in range(pairs - 1, pairs - 1 - difference, -1):
            into = out + difference
            if out >= 0 and into < len(rest):
                yield sorted({*rest[:pairs], rest[into]} - {rest[out]})


def _parts(graph: Graph, rest: Sequence[int]) -> list[list[int]]:
    """Players between whom pairs lead, part by part, each in the order of 1.2."""
    left, parts = as_bits(rest), []
    while left:
        part = fresh = left & -left
        while fresh:
            met = 0
            for place in bits(fresh):
                met |= graph[place]
            fresh = met & left & ~part
            part |= fresh
        parts.append(list(bits(part)))
        left &= ~part
    return parts


# The first candidate that meets every criterion at a bound found by counting.
# No candidate can be better than these bounds, so the first one that reaches all of them is the answer. Most
# brackets end here; a bracket that does not is weighed (`weighing`).


@dataclass(frozen=True, slots=True)
class Bounds:
    """Pairs that may meet if C10 to C13 are to stay at the least that counting allows."""

    layout: Layout
    members: int
    majority: int
    """Players with a preference that at least as many have as can be granted it; 0 = there is no such colour."""
    other_majority: int
    """As above for the other colour, where both are equally wanted."""
    unmet: int
    """Pairs of two players with the same preference that cannot be avoided (C12)."""
    bound_mild: int
    """Mild preferences that have to spare a strong one each, where there are fewer than unmet ones (C13)."""

    def leavers(self) -> int:
        allowed = self.members
        for majority in (self.majority, self.other_majority):
            if majority:
                allowed &= majority
        return allowed & ~self.bound_mild

    def opponents(self, place: int) -> int:
        layout, me = self.layout, 1 << place
        allowed = layout.legal[place] & self.members
        colour = layout.players[place].preference.colour
        same = layout.due[colour] if colour else 0
        if not self.unmet:
            allowed &= ~same
        for majority in (self.majority, self.other_majority):
            if majority and not majority & me:
                allowed &= majority
        if self.unmet and self.majority & me:
            allowed &= ~(same & ~self._partners_of_like(place))
        if layout.last_round and layout.absolute & me:
            allowed &= ~(layout.absolute & same)
        if self.bound_mild & me:
            return allowed & self.majority & ~layout.mild
        return allowed & ~self.bound_mild if not self.majority & ~layout.mild & me else allowed

    def _partners_of_like(self, place: int) -> int:
        """C13: of two with the same preference one has a mild one, as long as there are enough of those."""
        mild = self.majority & self.layout.mild & self.members
        if not mild or mild.bit_count() < self.unmet or mild >> place & 1:
            return -1
        return mild


def bounds(layout: Layout, members: Places) -> Bounds:
    """The least C12 allows: preferences for one colour beyond the boards and the downfloater."""
    inside, room = as_bits(members), len(members) - len(members) // 2
    excess = {colour: (layout.due[colour] & inside).bit_count() - room for colour in Colour}
    majorities = [layout.due[colour] & inside for colour in Colour if excess[colour] >= 0]
    first, second = (*majorities, 0, 0)[:2]
    unmet, mild = max(0, *excess.values()), first & layout.mild & inside
    return Bounds(layout, inside, first, second, unmet, mild if unmet and mild.bit_count() < unmet else 0)


def straight(layout: Layout, bracket: Bracket) -> Found | None:
    """The first candidate at all bounds, C4 and C8 left to the caller; None: nothing is said."""
    members = bracket.members
    pairs, odd = divmod(len(members), 2)
    if not pairs:
        return Found((), (), members)
    if len(bracket.moved) > min(pairs, len(bracket.residents)) or not _bye_is_plain(bracket, odd):
        return None
    limits = bounds(layout, members)
    heads = _first_opponents(layout, bracket, limits)
    if heads is None:
        return None
    taken = {place for pair in heads for place in pair}
    rest = tuple(place for place in members if place not in taken)
    leavers = limits.leavers() & _downfloaters(layout, bracket) if odd else 0
    return _remainder(layout, limits, heads, rest, pairs - len(heads), leavers)


def _bye_is_plain(bracket: Bracket, odd: int) -> bool:
    """Nobody here takes the bye, or the one downfloater of the residents does."""
    return not bracket.byes_inside or (odd == 1 and not bracket.takers & as_bits(bracket.moved))


def _downfloaters(layout: Layout, bracket: Bracket) -> int:
    """Residents at the bounds of C2, C9, C14 and C16."""
    allowed = as_bits(bracket.residents) & ~(layout.down[0] | layout.down[1])
    if bracket.byes_inside:
        able = list(bits(bracket.byes_inside))
        fewest = min(layout.players[place].unplayed for place in able)
        allowed &= as_bits(place for place in able if layout.players[place].unplayed == fewest)
    return allowed


def _first_opponents(layout: Layout, bracket: Bracket, limits: Bounds) -> tuple[tuple[int, int], ...] | None:
    """Each MDP takes the first resident at the bounds of C15 and C17 who is free."""
    free = as_bits(bracket.residents) & ~(layout.up[0] | layout.up[1])
    heads = []
    for place in bracket.moved:
        choice = limits.opponents(place) & free
        if not choice:
            return None
        opponent = lowest(choice)
        free &= ~(1 << opponent)
        heads.append((place, opponent))
    return tuple(heads)


def _remainder(
    layout: Layout, limits: Bounds, heads: tuple[tuple[int, int], ...], rest: Places, pairs: int, leavers: int
) -> Found | None:
    """S1 and S2 as they stand (3.4), the first transposition of S2 (4.2) at the bounds."""
    s1, s2 = rest[:pairs], rest[pairs:]
    graph = two_sided(limits, s1, s2)
    exits = tuple(range(layout.bye_place + 1, layout.bye_place + 1 + len(s2) - len(s1)))
    upper, lower = as_bits(s1), as_bits(s2) & leavers
    for place in bits(lower):
        graph[place] |= as_bits(exits)
    mates = first_in_order(graph | dict.fromkeys(exits, lower), (*s1, *exits), pairs)
    if mates is None:
        return None
    return Found(heads, tuple((place, mates[place]) for place in bits(upper)), tuple(mates[e] for e in exits))


def two_sided(limits: Bounds, s1: Sequence[int], s2: Sequence[int]) -> dict[int, int]:
    upper, lower = as_bits(s1), as_bits(s2)
    graph = {place: limits.opponents(place) & lower for place in s1}
    return graph | {place: limits.opponents(place) & upper for place in s2}
