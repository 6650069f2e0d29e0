"""The FIDE Dubov system of 2026 (C.04.4.1): the bye first, then brackets from the top, each paired once and for all.

C4 makes going back unnecessary: a bracket is only paired in a way that leaves everybody below a complete pairing.
"""

from collections.abc import Iterable
from dataclasses import field

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.dubov_2026.choosing import seekers_of, shifted, straight, upfloaters
from domain.pairing.dubov_2026.competitors import ALLOCATION, Bracket, Competitor, Found, Layout, laid_out, next_bracket
from domain.pairing.graph.alternating import able_to_stay_alone, completed
from domain.pairing.graph.matching import Graph, Mates, as_bits, bits
from domain.pairing.swiss.colours import seated_by
from domain.pairing.swiss.criteria import competing
from domain.pairing.swiss.edition import board_key
from domain.pairing.system import NoLegalPairing
from domain.records import dataclass

NAME = "dubov-2026"
VERSION = "1"


def pair(task: PairingTask) -> RoundPairing:
    """Boards in the order of C.04.2, 3.6. Raises NoLegalPairing."""
    layout = laid_out(task)
    drawing = drawn(layout)
    boards = board_order(layout, (pair for _, found in drawing.settled for pair in found.pairs))
    bye = layout.players[drawing.bye].number if drawing.bye is not None else None
    return RoundPairing(tuple(coloured_board(layout, *pair)[1] for pair in boards), bye)


def board_order(layout: Layout, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs, the higher ranked player first, in the order of C.04.2, 3.6."""
    players = layout.players
    ranked = ((higher, lower) for higher, lower in map(layout.ranked, pairs))
    return sorted(ranked, key=lambda pair: board_key(players[pair[0]], players[pair[1]]))


def coloured_board(layout: Layout, higher: int, lower: int) -> tuple[str, Pair]:
    return seated_by(ALLOCATION, layout.players[higher], layout.players[lower], layout.initial)


@dataclass(frozen=True, slots=True)
class Drawing:
    layout: Layout
    bye: int | None
    settled: list[tuple[Bracket, Found]] = field(default_factory=list)


def drawn(layout: Layout) -> Drawing:
    """The bye, then all brackets from the top. Raises NoLegalPairing."""
    graph = dict(enumerate(layout.legal))
    bye = bye_taker(layout) if len(layout.players) % 2 else None
    left = as_bits(graph) & ~(1 << bye if bye is not None else 0)
    mates = completed(graph, left, {})
    if mates is None:
        raise NoLegalPairing(competing(layout))
    drawing = Drawing(layout, bye)
    while left:
        bracket = next_bracket(layout, left)
        found, mates = settled(bracket, graph, mates)
        drawing.settled.append((bracket, found))
        left &= ~as_bits(place for pair in found.pairs for place in pair)
    return drawing


def settled(bracket: Bracket, graph: Graph, mates: Mates) -> tuple[Found, Mates]:
    """The pairing of a bracket (3.2), and a complete pairing of those below it that proves C4."""
    chosen = upfloaters(bracket, graph, mates)
    seekers = seekers_of(bracket.layout, bracket.residents | as_bits(chosen.upfloaters))
    subgroups, pairs = straight(seekers) or shifted(seekers, graph)
    return Found(chosen.upfloaters, subgroups, pairs), chosen.rest


def bye_taker(layout: Layout) -> int:
    """The one who gets the bye: may have it (3.1.1), leaves a complete pairing (3.1.2), and comes first."""
    able = able_to_stay_alone(layout.legal) & layout.bye
    if not able:
        raise NoLegalPairing(competing(layout))
    return min(bits(able), key=lambda place: bye_order(layout.players[place]))


def bye_order(player: Competitor) -> tuple[int, int, int]:
    """The lowest score first (3.1.3), then the most games (3.1.4), then the largest number (3.1.5)."""
    return (player.score, -player.games, -player.number)
