"""Facts that the counted criteria (C5 to C8) ask about a bracket, and the places where a pair counts."""

from dataclasses import dataclass
from enum import Enum

from domain.pairing.burstein_2026.bracket import Bracket
from domain.pairing.burstein_2026.layout import Layout
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.swiss.ladder import ScoreLadder, ladder


class Zone(Enum):
    """Pairs that a criterion counts."""

    HERE = "here"
    """A pair of two players of the bracket."""
    NEXT = "next"
    """A pair of the next bracket: one of its residents with another, or with a floater from here."""
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class Scale:
    layout: Layout
    members: int
    following: int
    here: ScoreLadder
    """For scores of players who are paired here."""
    next: ScoreLadder
    """For scores of floaters who are paired in the next bracket."""

    def zone(self, a: int, b: int) -> Zone:
        """The place where the pair counts."""
        inside = (self.members >> a & 1) + (self.members >> b & 1)
        if inside == 2:
            return Zone.HERE
        return Zone.NEXT if inside + (self.following >> a & 1) + (self.following >> b & 1) == 2 else Zone.ELSEWHERE

    def score_here(self, place: int) -> int:
        return self.here.worth[self.layout.players[place].score]

    def score_next(self, place: int) -> int:
        return self.next.worth[self.layout.players[place].score]


def scale(layout: Layout, bracket: Bracket) -> Scale:
    members, following = as_bits(bracket.members), as_bits(bracket.following)
    scores = [layout.players[place].score for place in bracket.members]
    here, next = ladder(scores, len(scores)), ladder(scores, min(len(scores), len(bracket.following)))
    return Scale(layout, members, following, here, next)
