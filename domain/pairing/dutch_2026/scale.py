"""The counted criteria (C5 to C21) of a bracket, and the places where a pair counts."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from domain.pairing.dutch_2026.bracket import Bracket
from domain.pairing.dutch_2026.layout import Layout
from domain.pairing.graph.bit_sets import as_bits, bits


class Zone(Enum):
    """Pairs that a criterion counts."""

    HERE = "here"
    """Of the bracket itself: a resident with another one or with an MDP."""
    NEXT = "next"
    """Of the next bracket: one of its residents with anybody from here or there."""
    BYE = "bye"
    ELSEWHERE = "elsewhere"


@dataclass(frozen=True, slots=True)
class ScoreLadder:
    """A number for each score, so that sums over some players compare their scores in descending order."""

    worth: Mapping[int, int]
    bits: int
    """Of such a sum."""


def ladder(scores: Sequence[int], most: int, alike: Collection[int] = ()) -> ScoreLadder:
    """For sums over no more than `most` of these players: a digit for each score, or its rank if it is one player.

    Scores `alike` have the highest digit together.
    """
    top = max(alike, default=0)
    counts: dict[int, int] = {}
    for score in scores:
        score = top if score in alike else score
        counts[score] = counts.get(score, 0) + 1
    worth, at = {}, 0
    for rank, (score, count) in enumerate(sorted(counts.items()), 1):
        worth[score] = 1 << at if most > 1 else rank
        at += min(count, most).bit_length()
    return ScoreLadder(
        worth | dict.fromkeys(alike, worth.get(top, 0)), at if most > 1 else (most * len(counts)).bit_length()
    )


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
