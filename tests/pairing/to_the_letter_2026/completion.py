"""C1 to C5: legal pairs, and every way to pair all who are still unpaired, by trying it."""

from collections.abc import Iterable

from tests.pairing.to_the_letter_2026.players import Player, Strength

Pair = tuple[Player, Player]
"""The higher-ranked first."""
Group = tuple[Player, ...]
"""In the order of rank."""
NO_BYE_NEEDED = frozenset({0})


class Completion:
    def __init__(self, forbidden: frozenset[frozenset[int]]) -> None:
        self.forbidden = forbidden
        self.legal_known: dict[Pair, bool] = {}
        self.byes_known: dict[frozenset[Player], frozenset[int]] = {}

    def legal(self, a: Player, b: Player) -> bool:
        """C1, C3, and the arbiter's own bans."""
        if (a, b) not in self.legal_known:
            self.legal_known[a, b] = not (
                b.number in a.met
                or a.number in b.met
                or frozenset((a.number, b.number)) in self.forbidden
                or breaks_c3(a, b)
            )
        return self.legal_known[a, b]

    def bye_scores(self, unpaired: Iterable[Player]) -> frozenset[int]:
        """C2, C4, C5: the scores that the player with the bye can have when all of these are paired legally.

        Empty: they cannot be paired. An even number gives nobody the bye: `NO_BYE_NEEDED`.
        """
        players = frozenset(unpaired)
        if players not in self.byes_known:
            self.byes_known[players] = self._tried(players) if players else NO_BYE_NEEDED
        return self.byes_known[players]

    def _tried(self, players: frozenset[Player]) -> frozenset[int]:
        first = min(players, key=lambda p: p.rank)
        rest = players - {first}
        found: set[int] = set()
        for other in rest:
            if self.legal(first, other):
                found |= self.bye_scores(rest - {other})
        if len(players) % 2 and first.may_have_bye and self.bye_scores(rest):
            found.add(first.score)
        return frozenset(found)


def breaks_c3(a: Player, b: Player) -> bool:
    """Neither is a topscorer, and both have the same absolute preference."""
    if a.topscorer or b.topscorer:
        return False
    return a.strength is b.strength is Strength.ABSOLUTE and a.wish is b.wish


def ranked(players: Iterable[Player]) -> Group:
    return tuple(sorted(players, key=lambda p: p.rank))
