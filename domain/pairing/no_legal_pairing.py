"""Nothing legal is left, and who is to blame: the smallest set of players who cannot all be paired."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.pairing.graph.completion import with_rest
from domain.pairing.graph.matching import largest
from domain.pairing.graph.rivals import MOST_STARTS, rivals
from domain.words.players import PairingNumber


@dataclass(eq=False)
class NoLegalPairing(Exception):
    """The absolute criteria leave no complete pairing. The arbiter decides.

    `conflict` names players who cannot all be paired at once, and none of whom could be left
    out of the list: without any one of them the others can.
    """

    conflict: tuple[PairingNumber, ...]

    def __str__(self) -> str:
        return " ".join(map(str, self.conflict))


def conflict(legal: Sequence[int], takers: int, numbers: Sequence[PairingNumber]) -> tuple[PairingNumber, ...]:
    """Pairing numbers that compete for too few opponents; nobody if a complete legal pairing exists.

    In an odd field the bye must be given as well, so it competes, too; if nobody may have it,
    everybody is named. `legal` has the possible opponents of each place as bits, `takers` those who may
    have the bye, `numbers` the pairing number of each place.
    """
    graph, bye = with_rest(legal, takers), len(legal)
    mates = largest(graph)
    left = sorted((v for v in graph if v not in mates), key=lambda v: (graph[v].bit_count(), v))
    if not left:
        return ()
    competing = (rivals(graph, mates, v) - {bye} for v in left[:MOST_STARTS])
    smallest = min(competing, key=lambda players: (len(players), sorted(players))) or range(bye)
    return tuple(sorted(numbers[place] for place in smallest))
