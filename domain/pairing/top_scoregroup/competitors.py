"""Entrants with the matches on their cards, and those still to be paired, the top scoregroup first."""

from collections.abc import Iterable

from domain.cards.card import Card, CardLine, PairingTask
from domain.pairing.graph.alternating import completed, staying_alone
from domain.pairing.graph.matching import ANYBODY, Graph, Mates, as_bits, bits
from domain.pairing.swiss.criteria import SwissPlayer, ahead_before
from domain.pairing.swiss.edition import Places
from domain.records import dataclass


@dataclass(frozen=True, slots=True)
class Entrant(SwissPlayer):
    """Somebody about to be paired, as this procedure sees them.

    Opponents are those of matches that were not forfeited (C1); C2 bars a match won by forfeit, too.
    """

    matches: int
    """Matches played (3.4.3)."""
    floated: bool
    """Met somebody of another score in the previous round (1.5)."""

    @property
    def parity(self) -> int:
        """The number that 4.3.1 calls odd or even."""
        return self.number


def matches_played(lines: Iterable[CardLine]) -> list[CardLine]:
    return [line for line in lines if line.opponent is not None and line.code.played]


def floated(card: Card, task: PairingTask) -> bool:
    """Met somebody of another score in the previous round (1.5), by the pairing scores of that round."""
    round = len(card.lines)
    return bool(matches_played(card.lines[-1:])) and ahead_before(card, round, task) != 0


@dataclass(frozen=True, slots=True)
class TopScoregroup:
    """Competitors still to be paired, in scoregroups, the highest first."""

    groups: tuple[Places, ...]
    graph: Graph
    """Legal opponents of each place among them (C1), as bits."""
    mates: Mates
    """A complete pairing of them all (C3)."""
    floated: int
    """Competitors who floated in the previous round, as bits; none where C7 does not count."""
    asked: int = ANYBODY
    """Competitors who may be in the scoregroup that C6 asks about, as bits."""

    @property
    def residents(self) -> Places:
        return self.groups[0]

    @property
    def everybody(self) -> int:
        return as_bits(place for group in self.groups for place in group)

    def without(self, gone: int) -> tuple[Places, ...]:
        left = (tuple(place for place in group if not gone >> place & 1) for group in self.groups)
        return tuple(group for group in left if group)

    def following(self, gone: int) -> Places:
        """The scoregroup that C6 asks about once these have been paired; empty = it asks about none."""
        highest = next(iter(self.without(gone)), ())
        return highest if not as_bits(highest) & ~self.asked else ()

    def splits(self, bracket: int, among: int) -> bool:
        """A bracket can be paired among itself, and so can the others (C3)."""
        inside = completed(self.graph, bracket, self.mates)
        return inside is not None and completed(self.graph, among & ~bracket, self.mates) is not None

    def singles(self, odd: int, among: int) -> int:
        """Each of the others with whom alone an odd group can be paired, and the rest of them as well (C3)."""
        asking = 0
        for place in bits(staying_alone(self.graph, odd, self.mates)):
            asking |= self.graph[place]
        rest = among & ~odd
        return asking & staying_alone(self.graph, rest, self.mates) if asking & rest else 0
