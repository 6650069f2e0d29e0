"""Nothing legal is left, and who is to blame: the smallest set of players who cannot all be paired."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.pairing.graph.alternating import Forest
from domain.pairing.graph.bit_sets import bits
from domain.pairing.graph.completion import with_rest
from domain.pairing.graph.matching import Graph, Mates, largest
from domain.words.players import PairingNumber

MAX_STARTING_PLAYERS = 16
"""Players left over from whom the search for a small set starts."""


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
    competing = (rivals(graph, mates, v) - {bye} for v in left[:MAX_STARTING_PLAYERS])
    smallest = min(competing, key=lambda players: (len(players), sorted(players))) or range(bye)
    return tuple(sorted(numbers[place] for place in smallest))


def unpaired(graph: Graph) -> tuple[int, ...]:
    """Two whom a largest pairing leaves over, if neither could change places with another; else a smallest conflict."""
    mates = largest(graph)
    left = sorted(vertex for vertex in graph if vertex not in mates)
    competing = [rivals(graph, mates, vertex) for vertex in left[:MAX_STARTING_PLAYERS]]
    if len(left) == 2 and all(len(some) == 1 for some in competing):
        return tuple(left)
    smallest = min(competing, key=lambda some: (len(some), sorted(some)))
    return tuple(sorted(smallest))


def rivals(graph: Graph, mates: Mates, root: int) -> set[int]:
    """Everybody whom an alternating path from `root` could leave over instead, `root` included.

    They and `root` cannot all be matched, but all of them save any one can.
    """
    return set(bits(Forest(graph, mates, root, -1).grown()))
