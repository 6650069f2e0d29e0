"""The FIDE Dubov system of 2026 (C.04.4.1): the bye first, then brackets from the top, each paired once and for all.

C4 makes going back unnecessary: a bracket is only paired in a way that leaves everybody below a complete pairing.
"""

from dataclasses import field

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.dubov_2026.choosing import seekers_of, shifted, straight, upfloaters
from domain.pairing.dubov_2026.competitors import ALLOCATION, Bracket, Found, Layout, laid_out, next_bracket
from domain.pairing.graph.alternating import completed
from domain.pairing.graph.matching import Graph, Mates, as_bits
from domain.pairing.swiss.colours import seated_by
from domain.pairing.swiss.criteria import bye_taker, competing
from domain.pairing.swiss.edition import board_order
from domain.pairing.system import NoLegalPairing
from domain.records import dataclass

NAME = "dubov-2026"
VERSION = "1"


def pair(task: PairingTask) -> RoundPairing:
    layout = laid_out(task)
    drawing = drawn(layout)
    pairs = board_order(layout.players, (pair for _, found in drawing.settled for pair in found.pairs))
    bye = layout.players[drawing.bye].number if drawing.bye is not None else None
    return RoundPairing(tuple(coloured_board(layout, pair)[1] for pair in pairs), bye)


def coloured_board(layout: Layout, pair: tuple[int, int]) -> tuple[str, Pair]:
    higher, lower = layout.ranked(pair)
    return seated_by(ALLOCATION, layout.players[higher], layout.players[lower], layout.initial)


@dataclass(frozen=True, slots=True)
class Drawing:
    layout: Layout
    bye: int | None
    settled: list[tuple[Bracket, Found]] = field(default_factory=list)


def drawn(layout: Layout) -> Drawing:
    """The bye, then all brackets from the top. Raises NoLegalPairing."""
    graph = dict(enumerate(layout.legal))
    bye = bye_taker(layout.players, layout.legal, bye_order(layout))
    left = as_bits(graph) & ~(1 << bye if bye is not None else 0)
    mates = completed(graph, left, {})
    if mates is None:
        raise NoLegalPairing(competing(layout.players, layout.legal))
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


def bye_order(layout: Layout) -> list[int]:
    """Places by the lowest score (3.1.3), then the most games (3.1.4), then the largest number (3.1.5)."""
    players = layout.players
    return sorted(range(len(players)), key=lambda p: (players[p].score, -players[p].games, -players[p].number))
