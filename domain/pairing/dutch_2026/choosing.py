"""The first of the best candidates (article 3.8 and section 4), by matchings that prove what the best is.

The order of generation is a row of small questions: which MDPs are paired, with whom, which residents are
exchanged, whom each of S1 meets. Each answer is added below the criteria as a few bits of the weight, as many
answers at a time as fit.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from domain.pairing.dutch_2026.bracket import Bracket, Found
from domain.pairing.dutch_2026.completion import completed
from domain.pairing.dutch_2026.layers import Edge, Layer, Layers, room
from domain.pairing.dutch_2026.layout import Layout, Places
from domain.pairing.dutch_2026.weighing import layers, legal_edges, scale
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.graph.matching import MOST_BITS, Mates, heaviest

Bonus = Mapping[Edge, int]
NOTHING_KNOWN: Mapping[int, int] = MappingProxyType({})


def best(
    layout: Layout, graph: Mapping[int, int], bracket: Bracket, known: Mapping[int, int] = NOTHING_KNOWN
) -> tuple[Found, Mates]:
    """The bracket's pairing, and a complete pairing of the rest that proves C4 and C8.

    Those below the next bracket are first left out of the matching; only if they cannot be completed with what
    was found are they weighed as well. A complete pairing `known` from before shortens the way to the new one.
    """
    if bracket.rest:
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
        edges = list(legal_edges(graph, near if not whole else self.everybody, self.everybody, self.moved))
        if whole:
            edges += self._floaters_among_themselves(graph)
        self.edges = edges
        self._weigh()

    def _floaters_among_themselves(self, graph: Mapping[int, int]) -> Iterator[Edge]:
        """Two MDPs may be paired with each other in no bracket, but below it anybody may."""
        for place in self.bracket.moved:
            others = graph[place] & self.moved & ~((1 << place + 1) - 1)
            yield from ((place, other) for other in bits(others))

    def _weigh(self) -> None:
        """C9 counts only where the best candidates have one downfloater, and that one takes the bye."""
        self._weigh_by(single_bye=False)
        if self.bracket.byes_inside and len(self.floaters()) == 1:
            self._weigh_by(single_bye=True)

    def _weigh_by(self, single_bye: bool) -> None:
        self.layers = Layers(self.edges, complete=self.complete)
        for layer in layers(scale(self.layout, self.bracket, single_bye=single_bye), self.edges):
            self.put(layer)
        self.mates = self.matched({})
        if 2 * self.layers.bits > MOST_BITS:
            self.layers.tighten(self.mates)

    def put(self, layer: Layer) -> None:
        """One more layer; if it does not fit into the weights of the library, first what is settled is taken out."""
        if self.layers.bits + room(layer) > MOST_BITS:
            self.mates = self.matched({})
            self.layers.tighten(self.mates)
        self.layers.put(layer)

    # Answers of the matching

    def matched(self, bonus: Bonus, width: int = 0) -> Mates:
        """The best pairing, the bonus deciding between equals."""
        weights = self.layers.weights().items()
        edges = [(a, b, (weight << width) + bonus.get((a, b), 0)) for (a, b), weight in weights]
        return heaviest(bits(self.everybody), edges, complete=self.complete)

    def inside(self, place: int) -> int | None:
        """The opponent in this bracket."""
        other = self.mates.get(place)
        if other is None or not self.members >> other & 1:
            return None
        return None if self.moved >> place & self.moved >> other & 1 else other

    def floaters(self) -> Places:
        return tuple(place for place in self.bracket.members if self.inside(place) is None)

    def wishes(self, place: int, partners: Mapping[int, int]) -> Bonus:
        """A bonus for each pair of a place with one of these lower ones."""
        pairs = self.layers.of(place).items()
        return {edge: partners[other] for other, edge in pairs if edge[0] == place and other in partners}

    def drop_below(self, place: int, among: int) -> None:
        """The place is not the higher one of a pair with any of these."""
        self.layers.drop([e for other, e in self.layers.of(place).items() if e[0] == place and among >> other & 1])

    def keep_below(self, place: int, among: int) -> None:
        """The place is the higher one of a pair with one of these."""
        self.layers.drop(
            [e for other, e in self.layers.of(place).items() if not (e[0] == place and among >> other & 1)]
        )

    def settle(self, questions: Sequence[tuple[int, Bonus]], width: int) -> Iterator[int]:
        """Ask in order, as many questions at a time as fit into the weights; yields each place when it is decided.

        A question is a place and a bonus below 2 to the power of `width` for its pairs.
        """
        size = max(1, (MOST_BITS - self.layers.bits) // width)
        for start in range(0, len(questions), size):
            chunk = questions[start : start + size]
            bonus: dict[Edge, int] = {}
            for at, (_, wishes) in enumerate(reversed(chunk)):
                for edge, wish in wishes.items():
                    if self.layers.holds(edge):
                        bonus[edge] = bonus.get(edge, 0) + (wish << width * at)
            if bonus:
                self.mates = self.matched(bonus, width * len(chunk) + 1)
            yield from (place for place, _ in chunk)

    # The questions

    def made(self) -> tuple[Found, Mates]:
        """The first of the best, and what else the last matching pairs."""
        self.choose_moved()
        heads = tuple(self.choose_opponents())
        taken = {place for pair in heads for place in pair}
        rest = [place for place in self.bracket.residents if place not in taken]
        pairs = sum(self.inside(place) is not None for place in rest) // 2
        s1 = self.choose_s1(rest, pairs)
        remainder = tuple(self.choose_transposition(rest, s1))
        found = Found(heads, remainder, self.floaters())
        paired = {place for pair in found.pairs for place in pair}
        return found, {a: b for a, b in self.mates.items() if a not in paired}

    def choose_moved(self) -> None:
        """3.4: of equal scores the first MDPs are paired, the others float on."""
        if self.undecided():
            one = dict.fromkeys(self.bracket.residents, 1)
            for place in self.settle([(place, self.wishes(place, one)) for place in self.bracket.moved], 1):
                if self.inside(place) is None:
                    self.drop_below(place, self.residents)

    def undecided(self) -> bool:
        """Some MDPs of one score are paired and others are not."""
        scores = {(self.layout.players[p].score, self.inside(p) is None) for p in self.bracket.moved}
        return len(scores) > len({score for score, _ in scores})

    def choose_opponents(self) -> Iterator[tuple[int, int]]:
        """4.2 for the MDPs: the first opponents in lexicographic order."""
        heads = [place for place in self.bracket.moved if self.inside(place) is not None]
        rank = {place: len(self.bracket.residents) - i for i, place in enumerate(self.bracket.residents)}
        questions = [(head, self.wishes(head, rank)) for head in heads]
        for head in self.settle(questions, max(1, len(rank).bit_length())):
            other = self.mates[head]
            self.keep(head, other)
            yield head, other

    def keep(self, one: int, other: int) -> None:
        """Settle a pair: neither has any other opponent from now on."""
        for place, mate in ((one, other), (other, one)):
            self.layers.drop([edge for partner, edge in self.layers.of(place).items() if partner != mate])

    def choose_s1(self, rest: Sequence[int], pairs: int) -> list[int]:
        """4.3: S1 after the first exchange: fewest players, smallest difference, lowest of S1, highest of S2."""
        among, original = as_bits(rest), rest[:pairs]
        self.exchange_least(rest, pairs)
        if self.tops(rest) == list(original):
            return list(original)
        one = dict.fromkeys(rest, 1)
        minus = dict.fromkeys(rest, -1)
        size = sum(place not in original for place in self.tops(rest))
        for place in self.settle([(p, self.wishes(p, minus)) for p in reversed(original)], 1):
            self.fix_side(place, among)
        if size > 1:
            for place in self.settle([(p, self.wishes(p, one)) for p in rest[pairs:]], 1):
                self.fix_side(place, among)
        return self.tops(rest)

    def exchange_least(self, rest: Sequence[int], pairs: int) -> None:
        """4.3.1, 4.3.2: fewest players of S2 in S1, and the smallest difference between those exchanged."""
        among = as_bits(rest)
        rank = {place: i for i, place in enumerate(rest)}
        inner = [e for e in self.layers.edges() if among >> e[0] & among >> e[1] & 1]
        for price in (lambda p: int(p < pairs), lambda p: len(rest) - p):
            layer = {(a, b): worth for a, b in inner if (worth := price(rank[a]))}
            self.put(layer)
        self.mates = self.matched({})

    def tops(self, rest: Sequence[int]) -> list[int]:
        """Places of the remainder that are the higher one of a pair."""
        return [place for place in rest if (other := self.inside(place)) is not None and other > place]

    def fix_side(self, place: int, among: int) -> None:
        """Keep in S1 those who are in it, and keep the others out."""
        other = self.inside(place)
        if other is not None and other > place:
            self.keep_below(place, among)
        else:
            self.drop_below(place, among)

    def choose_transposition(self, rest: Sequence[int], s1: Sequence[int]) -> Iterator[tuple[int, int]]:
        """4.2: the first transposition of S2 in lexicographic order."""
        upper, among = as_bits(s1), as_bits(rest)
        for place in rest:
            if upper >> place & 1:
                self.keep_below(place, among & ~upper)
            else:
                self.drop_below(place, among)
        lower = [place for place in rest if not upper >> place & 1]
        rank = {place: len(lower) - i for i, place in enumerate(lower)}
        questions = [(place, self.wishes(place, rank)) for place in s1]
        for place in self.settle(questions, max(1, len(lower).bit_length())):
            other = self.mates[place]
            self.keep(place, other)
            yield place, other
