"""The first of the best candidates (article 3.8 and section 4), by matchings that prove what the best is.

The order of generation is a row of small questions: which MDPs are paired, with whom, which residents are
exchanged, whom each of S1 meets. Each answer is added below the criteria as a few bits of the weight, as many
answers at a time as fit.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from domain.pairing.dutch_2026.bracket import Bracket, Found
from domain.pairing.dutch_2026.counted import CountedCriterion
from domain.pairing.dutch_2026.criteria import C5_TO_C7, COUNTED_CRITERIA
from domain.pairing.dutch_2026.layout import Layout
from domain.pairing.dutch_2026.scale import UNDECIDED, Moved, scale
from domain.pairing.dutch_2026.weighing import Worths, legal_pairs
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.completion import completed
from domain.pairing.graph.layers import Layers, WeightRows
from domain.pairing.graph.matching import MOST_BITS, Mates
from domain.pairing.swiss.places import Places

FEW_BELOW = 12
"""Up to so many players below the next bracket are weighed at once, since mostly they have to be in the end."""
NOTHING_KNOWN: Mapping[int, int] = MappingProxyType({})


def best(
    layout: Layout,
    graph: Mapping[int, int],
    bracket: Bracket,
    known: Mapping[int, int] = NOTHING_KNOWN,
    few_below: int = FEW_BELOW,
) -> tuple[Found, Mates]:
    """The bracket's pairing, and a complete pairing of the rest that proves C4 and C8.

    Those below the next bracket, unless they are few, are first left out of the matching. Only if they cannot be
    completed with what was found are they weighed as well. A complete pairing `known` from before shortens the way
    to the new one.
    """
    if bracket.rest.bit_count() > few_below:
        found, kept = _Choice(layout, graph, bracket, whole=False).made()
        proof = _rest_completed(layout, graph, bracket, found, kept, known)
        if proof is not None:
            return found, proof
    found, kept = _Choice(layout, graph, bracket, whole=True).made()
    proof = completed(dict(graph), as_bits(kept), kept)
    assert proof is not None, "the matching was complete"
    return found, proof


def _rest_completed(
    layout: Layout, graph: Mapping[int, int], bracket: Bracket, found: Found, kept: Mates, known: Mapping[int, int]
) -> Mates | None:
    """The pairs of the next bracket stay as they were found; whoever is left goes on to those below."""
    bye = 1 << layout.bye_place if bracket.takers else 0
    open = as_bits(found.floaters) | as_bits(bracket.following) | bracket.rest | bye
    loose = open & ~as_bits(kept)
    below = completed(dict(graph), loose, dict(known))
    return kept | below if below is not None else None


@dataclass(frozen=True, slots=True)
class PlaceQuestion:
    """A place and the worth of each that it meets below it, in so many bits."""

    place: int
    worth: Mapping[int, int]
    bits: int


class _Choice:
    """A bracket on its way from what is best to what comes first."""

    def __init__(self, layout: Layout, graph: Mapping[int, int], bracket: Bracket, whole: bool) -> None:
        self.layout, self.bracket = layout, bracket
        self.moved, self.residents = as_bits(bracket.moved), as_bits(bracket.residents)
        self.members = self.moved | self.residents
        near = self.members | as_bits(bracket.following)
        bye = 1 << layout.bye_place if bracket.takers and (whole or bracket.takers & near) else 0
        self.everybody = near | bye | (bracket.rest if whole else 0)
        self.complete = whole
        # Two MDPs may be paired with each other in no bracket, but below it anybody may.
        self.pairs = dict(legal_pairs(graph, self.everybody, apart=0 if whole else self.moved))
        self.held = 0
        """Places to be the higher one of a pair of this bracket, as bits."""
        self.known = UNDECIDED
        self.weigh()

    def weigh(self) -> None:
        """C9 counts only where the best candidates have one downfloater, and that one takes the bye."""
        self.weigh_by(single_bye=False)
        if self.bracket.byes_inside and len(self.floaters()) == 1:
            self.weigh_by(single_bye=True)

    def weigh_by(self, single_bye: bool) -> None:
        worths = self.worths(single_bye)
        if worths.all_bits + sum(question.bits for question in self.about_moved()) > MOST_BITS:
            self.decide_scores(single_bye)
            worths = self.worths(single_bye)
        self.questions = list(self.about_moved())
        self.layers = Layers(worths.rows(self.pairs), worths.bits, worths.layers, complete=self.complete)
        for layer, wide in worths.later:
            if self.layers.bits + wide > MOST_BITS:
                self.mates = self.matched({}, 0)
                self.layers.tighten(self.mates)
            self.layers.put(layer, wide)
        self.answered = self.ask(self.questions)

    def worths(self, single_bye: bool, criteria: Sequence[CountedCriterion] = COUNTED_CRITERIA) -> Worths:
        return Worths(scale(self.layout, self.bracket, single_bye, self.known), MOST_BITS, criteria)

    def decide_scores(self, single_bye: bool) -> None:
        """C5 to C7 alone: an MDP whose score is left out here, or paired whole, is no question any more."""
        if self.known is not UNDECIDED or not self.moved:
            return
        worths = self.worths(single_bye, C5_TO_C7)
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

    # Answers of the matching

    def matched(self, bonus: WeightRows, width: int) -> Mates:
        """The best pairing, the bonus deciding between equals."""
        return self.layers.heaviest(self.everybody, bonus, width)

    def ask(self, questions: Sequence[PlaceQuestion], least: int = 0) -> int:
        """Put the first of them to one matching, as many as fit into the weights; returns how many these are."""
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
        """Each question when it is decided; the first ones have been already."""
        yield from questions[:answered]
        while answered < len(questions):
            self.hold()
            if MOST_BITS - self.layers.bits <= questions[answered].bits:
                self.layers.tighten(self.mates)
            many = self.ask(questions[answered:], least=1)
            yield from questions[answered : answered + many]
            answered += many

    def hold(self) -> None:
        """The one decided to be the higher of a pair stays it, whatever is asked from now on."""
        if held := self.held:
            self.held = 0
            self.layers.put(lambda a, b: held >> a & self.members >> b & 1, held.bit_count().bit_length())

    def inside(self, place: int) -> int | None:
        """The opponent in this bracket."""
        other = self.mates.get(place)
        if other is None or not self.members >> other & 1:
            return None
        return None if self.moved >> place & self.moved >> other & 1 else other

    def floaters(self) -> Places:
        return tuple(place for place in self.bracket.members if self.inside(place) is None)

    # The questions

    def made(self) -> tuple[Found, Mates]:
        """The first of the best, and what else the last matching pairs."""
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
        """The MDPs that are paired, with their opponents."""
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

    def choose_remainder(self, rest: Sequence[int], pairs: int) -> Iterator[tuple[int, int]]:
        """Residents with residents: S1 and S2 as they stand if that is among the best, else after an exchange."""
        self.exchange_least(rest, pairs)
        s1 = rest[:pairs]
        questions = _first_transposition(rest, s1)
        answered = self.ask(questions)
        if self.tops(rest) != s1:
            s1, answered = self.exchanged(rest, pairs), 0
            questions = _first_transposition(rest, s1)
        self.part(rest, s1)
        for question in self.settle(questions, answered):
            other = self.mates[question.place]
            self.layers.settle(question.place, other)
            yield question.place, other

    def exchange_least(self, rest: Sequence[int], pairs: int) -> None:
        """4.3.1, 4.3.2: fewest players of S2 in S1, and the smallest difference between those exchanged."""
        among, size = as_bits(rest), len(rest)
        rank = {place: i for i, place in enumerate(rest)}
        widths = pairs.bit_length(), (pairs * size).bit_length()
        if sum(widths) + self.layers.bits >= MOST_BITS:
            self.layers.tighten(self.mates)
        self.layers.put(lambda a, b: int(among >> a & among >> b & 1 and rank[a] < pairs), widths[0])
        self.layers.put(lambda a, b: size - rank[a] if among >> a & among >> b & 1 else 0, widths[1])

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
        """Places of the remainder that are the higher one of a pair."""
        return [place for place in rest if (other := self.inside(place)) is not None and other > place]

    def fix_side(self, place: int, among: int) -> None:
        """Keep in S1 those who are in it, and keep the others out."""
        other = self.inside(place)
        if other is not None and other > place:
            self.layers.keep_below(place, among)
            self.layers.drop_above(place, -1)
            self.held |= 1 << place
        else:
            self.layers.keep_below(place, ~among)

    def part(self, rest: Sequence[int], s1: Sequence[int]) -> None:
        """From now on S1 meets S2 only."""
        upper, among, self.held = as_bits(s1), as_bits(rest), 0
        for place in rest:
            self.layers.keep_below(place, among & ~upper if upper >> place & 1 else ~among)


def _first_is_most(places: Sequence[int]) -> dict[int, int]:
    return {place: len(places) - i for i, place in enumerate(places)}


def _first_transposition(rest: Sequence[int], s1: Iterable[int]) -> list[PlaceQuestion]:
    """4.2: the first transposition of S2 in lexicographic order."""
    upper = set(s1)
    rank = _first_is_most([place for place in rest if place not in upper])
    return [PlaceQuestion(place, rank, len(rank).bit_length()) for place in rest if place in upper]
