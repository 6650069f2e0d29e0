"""The counted criteria (C5 to C21) of a bracket, and the places where a pair counts."""

from dataclasses import dataclass
from enum import Enum

from domain.pairing.dutch_2026.bracket import Bracket
from domain.pairing.dutch_2026.layout import Layout
from domain.pairing.graph.bit_sets import as_bits, bits
from domain.pairing.swiss.ladder import ScoreLadder, ladder


class Zone(Enum):
    """Pairs that a criterion counts."""

    HERE = "here"
    """A pair of the bracket itself: a resident with another one or with an MDP."""
    NEXT = "next"
    """A pair of the next bracket: one of its residents with anybody from here or there."""
    BYE = "bye"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Scale:
    """Facts that the criteria ask about a bracket."""

    layout: Layout
    moved: int
    residents: int
    following: int
    pairs: int
    """No candidate has more."""
    here: ScoreLadder
    """For scores of MDPs that are paired here."""
    opponents: ScoreLadder
    """For scores of MDPs whose opponents floated up."""
    next: ScoreLadder
    """For scores of downfloaters that are paired in the next bracket."""
    single_bye: bool
    """The only downfloater takes the bye (C9)."""

    def zone(self, higher: int, lower: int) -> Zone:
        """The place where the pair counts. Its lower player says it: nobody is paired above their own bracket."""
        if self.residents >> lower & 1:
            return Zone.HERE
        if self.following >> lower & 1:
            return Zone.NEXT
        return Zone.BYE if lower == self.layout.bye_place else Zone.ELSEWHERE

    def score_here(self, place: int) -> int:
        return self.here.worth[self.layout.players[place].score]

    def score_of_opponent(self, place: int) -> int:
        return self.opponents.worth[self.layout.players[place].score]

    def score_next(self, place: int) -> int:
        return self.next.worth[self.layout.players[place].score]


@dataclass(frozen=True, slots=True)
class Moved:
    """MDPs by their scores, as far as C7 alone has decided about them; each place as a bit."""

    sure: int = 0
    """All MDPs of the score are paired."""
    out: int = 0
    """None of them is."""


UNDECIDED = Moved()


def scale(layout: Layout, bracket: Bracket, single_bye: bool, known: Moved = UNDECIDED) -> Scale:
    moved, residents, following = map(as_bits, (bracket.moved, bracket.residents, bracket.following))
    pairs = min(len(bracket.residents), len(bracket.members) // 2)
    score = {place: layout.players[place].score for place in bracket.members}
    sure = {score[place] for place in bits(known.sure)}
    paired = [score[place] for place in bracket.moved if not known.out >> place & 1]
    leaving = [score[place] for place in bracket.members if not known.sure >> place & 1]
    opponents = ladder(paired, pairs)
    here = ladder(paired, pairs, sure) if sure else opponents
    next = ladder(leaving, len(bracket.following))
    return Scale(layout, moved, residents, following, pairs, here, opponents, next, single_bye)
