"""The Swiss system based on rating ("Dutch"), FIDE C.04.1 as approved in 1992, 1997 and 1998.

A page of stages, named after the articles C.1 to C.14. Where the text leaves a choice, the
readings are these:

* C.6 accepts a pairing only if it also meets the relative criteria in force, and the clashes of
  the whole bracket stay within x.
* C.9 is tried before another opponent for a player moved down (C.7, C.10), and starts afresh for
  every remainder. C.11 restores B.5 and B.6, C.14 restores them and x.
* C.10: all transpositions of the players moved down come before the upfloat criteria are dropped.
* C.12 reopens the bracket above with its p, once: another set of the same size with the same
  scores, perhaps with some of those stuck before, all of whom have an opponent here and with whom
  this bracket gets all its pairs. Where C.1 sent for it, C.1 decides anew who counts; otherwise p is
  the one of C.3.
* C.13: the first pairing of the penultimate bracket, with fewer and fewer pairs, whose players
  moved down complete the last bracket. There, too, those moved down may meet each other if they are at
  least half (A.3). Failing that it moves down whole, as by C.14, and the bracket above is the
  penultimate: C.13 is repeated, without C.12 in between. When nobody is left above, the whole field is
  paired as one bracket treated as homogeneous.
* A player moved down gets the bye only if the bracket cannot be completed otherwise at full p, C.12
  included, but before C.13; then the lowest of them who may have it (A.5, B.1b).
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import field, replace
from heapq import heappop, heappush

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.dutch_1998 import choosing
from domain.pairing.dutch_1998.choosing import Below, Found, first_candidate, group_of, most_pairs, pairable
from domain.pairing.dutch_1998.competitors import Bracket, PairingField, allocate, field_of, score_groups
from domain.pairing.dutch_1998.criteria import Chart, chart
from domain.pairing.graph.matching import ANYBODY, as_bits
from domain.pairing.swiss.edition import Places, board_order
from domain.pairing.system import NoLegalPairing
from domain.records import dataclass
from domain.words.games import Colour

# The first pairing of a bracket that moves down the right players, whatever "right" may be (C.12, C.13).

Unfit = Callable[[Places], Places | None]
"""Players left over -> those of whom one at least must stay instead; None: these may go."""


def first_moving_down(
    chart: Chart, bracket: Bracket, pairs: int, leavers: int, below: Below, unfit: Unfit
) -> Found | None:
    """The first pairing with so many pairs that leaves over players who are not `unfit`.

    `below` rules out what cannot end well, but need not find everything; if it cannot tell a pair above from
    one of two players moved down, every set of these is tried for itself. Where the first pairing of all leaves
    over unfit players, the others are those in which the first of these stays, those in which it leaves and
    the second stays, and so on: the earliest first pairing of these sets is next.
    """
    exact = not below.meeting or group_of(chart, bracket, pairs, leavers, below).heads_only
    waiting: list[tuple[tuple[object, ...], int, int, Found]] = []

    def ask(allowed: int, leaving: int) -> None:
        if not exact:
            group = replace(group_of(chart, bracket, pairs, allowed, below), leaving=leaving)
            if not choosing.completable(chart, group):
                return
        found = first_candidate(chart, bracket, pairs, allowed, below if exact else None, leaving)
        if found:
            heappush(waiting, (found.order, allowed, leaving, found))

    ask(leavers, 0)
    while waiting:
        _, allowed, leaving, found = heappop(waiting)
        culprits = unfit(found.floaters)
        if culprits is None:
            return found
        for place in culprits:
            if not leaving >> place & 1:
                ask(allowed & ~(1 << place), leaving)
                leaving |= 1 << place
    return None


NAME = "dutch-1998"
VERSION = "2"


@dataclass(frozen=True, slots=True)
class PairedBracket:
    bracket: Bracket
    """Without those whom C.1 moved on."""
    alone: Places
    """Moved on by C.1."""
    found: Found | None
    """None: p fell to 0 and everybody moves down (C.14)."""
    reopened_by: tuple[str, ...] = ()
    """C.12 or C.13, by the bracket below."""
    bye: int | None = None
    """A player moved down who was taken out of the bracket for the bye (A.5)."""
    joined: Places = ()
    """Residents of higher brackets whom C.13 joined to this one."""

    @property
    def floaters(self) -> Places:
        stayed = self.found.floaters if self.found else self.bracket.members
        return tuple(sorted(self.alone + stayed))

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return self.found.pairs if self.found else []


def pair(task: PairingTask) -> RoundPairing:
    """Boards by F.1: score of the higher player, sum of the scores, rank of the higher."""
    players = field_of(task)
    settled = paired_brackets(chart(players))
    pairs = [meeting for bracket in settled for meeting in bracket.pairs]
    bye = settled[-1].floaters if settled else ()
    return RoundPairing(
        tuple(with_colours(players, *pair)[1] for pair in board_order(players.players, pairs)),
        players.players[bye[0]].number if bye else None,
    )


def with_colours(players: PairingField, higher: int, lower: int) -> tuple[str, Pair]:
    one, two = players.players[higher], players.players[lower]
    article, colour = allocate(one, two, players.lot)
    board = Pair(one.number, two.number) if colour is Colour.WHITE else Pair(two.number, one.number)
    return article, board


def paired_brackets(laid_out: Chart) -> list[PairedBracket]:
    """Section C from the top bracket to the last. Raises NoLegalPairing."""
    drawing = _Drawing(laid_out, score_groups(laid_out.field))
    while len(drawing.settled) < len(drawing.groups):
        drawing.next_bracket()
    return drawing.settled


@dataclass(slots=True)
class _Drawing:
    chart: Chart
    groups: list[Places]
    settled: list[PairedBracket] = field(default_factory=list)
    joined: Places = ()
    """Residents of brackets that C.13 joined to the last one, which is paired next then."""
    tried_c12: bool = False
    tried_c13: bool = False

    def bracket(self) -> Bracket:
        """The bracket to be paired now: those moved down, and its residents (A.3)."""
        residents = self.groups[len(self.settled)]
        last = len(self.settled) == len(self.groups) - 1
        moved = (self.settled[-1].floaters if self.settled else ()) + self.joined
        return Bracket(tuple(sorted(moved)), residents, last, everybody=last and not self.settled)

    def next_bracket(self) -> None:
        """C.1 to C.14 for one bracket; where another one is reopened, this one starts again at C.1."""
        whole = self.bracket()
        alone = self.c1_without_opponent(whole)
        stuck = set(alone) & set(whole.moved)
        if stuck and self.c12(whole, stuck=as_bits(stuck)):
            return
        if whole.last and alone:
            self.c13(whole)
            return
        bracket = whole.without(alone)
        found = self.c2_to_c11(bracket, bracket.most_pairs)
        if not found and bracket.moved and self.c12(whole, gone=alone):
            return
        if found or not whole.last:
            self.accept(PairedBracket(bracket, alone, found or self.c14(bracket)))
        elif settled := self.a5_bye_for_a_player_moved_down(bracket):
            self.accept(settled)
        else:
            self.c13(whole)

    def accept(self, settled: PairedBracket) -> None:
        self.settled.append(replace(settled, joined=self.joined) if settled.bracket.last else settled)
        self.tried_c12 = False

    def c1_without_opponent(self, bracket: Bracket) -> Places:
        """C.1: those for whom there is no opponent; in an odd last bracket the bye is one (Q17)."""
        content = self.with_opponent(bracket.members, as_bits(bracket.members)) | self.bye_as_opponent(bracket)
        return tuple(p for p in bracket.members if not content >> p & 1)

    def with_opponent(self, places: Places, others: int) -> int:
        return as_bits(place for place in places if self.chart.legal[place] & others)

    def bye_as_opponent(self, bracket: Bracket) -> int:
        """Players whom the bye of an odd last bracket serves as an opponent (Q17)."""
        return self.chart.bye if bracket.last and len(bracket.members) % 2 else 0

    def c2_to_c11(self, bracket: Bracket, pairs: int) -> Found | None:
        """The first pairing with so many pairs, relaxing what may be relaxed."""
        if not bracket.last:
            return first_candidate(self.chart, bracket, pairs, ANYBODY) if pairs else None
        return first_candidate(self.chart, bracket, pairs, self.chart.bye)

    def a5_bye_for_a_player_moved_down(self, bracket: Bracket) -> PairedBracket | None:
        """A.5: nobody of the last bracket can be left over, so somebody moved down is."""
        if not bracket.heterogeneous or len(bracket.members) % 2 == 0:
            return None
        for place in reversed(bracket.moved):
            if self.chart.bye >> place & 1:
                others = bracket.without((place,))
                found = self.c2_to_c11(others, others.most_pairs)
                if found:
                    return PairedBracket(others, (), replace(found, floaters=(place,)), bye=place)
        return None

    def c12(self, bracket: Bracket, stuck: int = 0, gone: Places = ()) -> bool:
        """C.12: another set of players moved down, same size and scores, with which all pairs here can be made.

        `stuck`: C.1 sent for it, because they have no opponent; those `gone` were moved on by C.1 and do not count.
        """
        if self.tried_c12 or self.joined:
            return False
        self.tried_c12 = True
        above = self.settled[-1]
        if above.found is None or not above.found.floaters or stuck & as_bits(above.alone):
            return False
        players = self.chart.field.players
        scores = Counter(players[place].score for place in above.found.floaters)
        alike = as_bits(place for place in above.bracket.members if players[place].score in scores)
        met = as_bits(bracket.residents + above.alone) | alike
        welcome = alike & (self.with_opponent(above.bracket.members, met) | self.bye_as_opponent(bracket))

        def unfit(floaters: Places) -> Places | None:
            had = Counter(players[place].score for place in floaters)
            if had != scores:
                excess = max(had, key=lambda score: had[score] - scores[score])
                return tuple(place for place in floaters if players[place].score == excess)
            whole = replace(bracket, moved=tuple(sorted(floaters + above.alone)))
            return None if self.gets_all_its_pairs(whole, None if stuck else gone) else floaters

        pairs = len(above.found.pairs)
        meeting = choosing.gives_up_heads(above.bracket, pairs) or "C.13" in above.reopened_by
        below = choosing.with_all_pairs(
            self.chart, bracket.without(gone), above.alone, again=bool(stuck), meeting=meeting
        )
        found = first_moving_down(self.chart, above.bracket, pairs, welcome, below, unfit)
        if found is None:
            return False
        self.settled[-1] = replace(above, found=found, reopened_by=(*above.reopened_by, "C.12"))
        return True

    def gets_all_its_pairs(self, bracket: Bracket, gone: Places | None) -> bool:
        """C.1 finds everybody moved down an opponent, and without those `gone` (None: by C.1) p pairs can be made."""
        alone = self.c1_without_opponent(bracket)
        if set(alone) & set(bracket.moved):
            return False
        rest = bracket.without(alone if gone is None else gone)
        return pairable(self.chart, rest, rest.most_pairs, self.chart.bye if rest.last else ANYBODY)

    def c13(self, last: Bracket) -> None:
        """C.13: reopen the penultimate bracket until the last one can be completed."""
        assert not self.tried_c13, "C.13 only accepts what completes the last bracket"
        self.tried_c13 = True
        if competing := self.chart.conflict:
            raise NoLegalPairing(competing)
        while self.settled:
            if self.penultimate_again(last.residents) or self.penultimate_moves_down(last.residents):
                return
            self.join_penultimate()

    def penultimate_again(self, residents: Places) -> bool:
        above = self.settled[-1]
        pairs = most_pairs(self.chart, above.bracket, above.bracket.most_pairs)
        while pairs > 0:
            below = choosing.completed_last(self.chart, residents, self.joined, above.bracket, pairs, above.alone)
            found = first_moving_down(self.chart, above.bracket, pairs, ANYBODY, below, self.incomplete(below))
            if found:
                self.settled[-1] = replace(above, found=found, reopened_by=(*above.reopened_by, "C.13"))
                return True
            pairs = self.fewer_pairs(residents, above, pairs)
        return False

    def fewer_pairs(self, residents: Places, above: PairedBracket, pairs: int) -> int:
        """No more than this: what the bracket below allows as it is, or as many as make half of it moved down."""
        half = (len(above.bracket.members) + len(above.alone) + len(self.joined) - len(residents)) // 2
        if self.joined and pairs - 1 == half:
            return half
        below = choosing.completed_last(self.chart, residents, self.joined, above.bracket, pairs - 1, above.alone)
        most = most_pairs(self.chart, above.bracket, pairs, below)
        return max(most, half) if pairs - 1 > half else most

    def incomplete(self, below: Below) -> Unfit:
        return lambda floaters: None if choosing.completes(self.chart, below, floaters) else floaters

    def penultimate_moves_down(self, residents: Places) -> bool:
        """Its p has fallen to 0 (C.14): both become one bracket, if that can be completed."""
        above = replace(self.settled[-1], found=None, reopened_by=(*self.settled[-1].reopened_by, "C.13"))
        bracket = Bracket(tuple(sorted(above.floaters + self.joined)), residents, last=True)
        if self.c1_without_opponent(bracket):
            return False
        paired = pairable(self.chart, bracket, bracket.most_pairs, self.chart.bye)
        if not paired and not self.a5_bye_for_a_player_moved_down(bracket):
            return False
        self.settled[-1] = above
        return True

    def join_penultimate(self) -> None:
        self.settled.pop()
        self.joined = tuple(sorted(self.joined + self.groups.pop(-2)))

    def c14(self, bracket: Bracket) -> Found | None:
        """C.14: fewer and fewer pairs. None: the whole bracket moves down."""
        for pairs in range(most_pairs(self.chart, bracket, bracket.most_pairs - 1), 0, -1):
            found = self.c2_to_c11(bracket, pairs)
            if found:
                return found
        return None
