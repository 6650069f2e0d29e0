"""The rounds of Burstein 2026 (C.04.4.2) after the first ones: the bye first, then brackets from the top.

C4 makes going back unnecessary: a bracket is only paired in a way that leaves everybody below a complete pairing.
"""

from dataclasses import field

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.burstein_2026.choosing import best, straight
from domain.pairing.burstein_2026.competitors import ALLOCATION, Bracket, Found, Layout, laid_out, score_groups
from domain.pairing.graph.alternating import completed
from domain.pairing.graph.matching import Mates, as_bits
from domain.pairing.swiss.colours import seated_by
from domain.pairing.swiss.criteria import bye_taker, competing
from domain.pairing.swiss.edition import Places, board_order
from domain.pairing.system import NoLegalPairing
from domain.records import dataclass

VERSION = "3"


def pair(task: PairingTask) -> RoundPairing:
    layout = laid_out(task)
    drawing = drawn(layout)
    pairs = (pair for _, found in drawing.settled for pair in found.pairs)
    bye = layout.players[drawing.bye].number if drawing.bye is not None else None
    return RoundPairing(tuple(coloured_board(layout, *pair)[1] for pair in board_order(layout.players, pairs)), bye)


def coloured_board(layout: Layout, one: int, other: int) -> tuple[str, Pair]:
    """The article that decides, and the board.

    Where nobody has played, the higher ranked is the one with more points, then the smaller number (5.2.1);
    otherwise the one who is higher in the ranking of 1.8.
    """
    pair = layout.players[one], layout.players[other]
    new = not any(player.colours for player in pair)
    higher, lower = sorted(pair, key=lambda p: (p.score, -p.number) if new else p.ranking, reverse=True)
    return seated_by(ALLOCATION, higher, lower, layout.initial)


@dataclass(slots=True)
class Drawing:
    layout: Layout
    graph: dict[int, int]
    mates: Mates
    """A complete pairing of everybody not settled yet (C4)."""
    bye: int | None = None
    settled: list[tuple[Bracket, Found]] = field(default_factory=list)


def drawn(layout: Layout) -> Drawing:
    """All brackets from the top to the last. Raises NoLegalPairing."""
    drawing = _begun(layout)
    groups = score_groups(layout, as_bits(drawing.graph))
    incoming: Places = ()
    for at, residents in enumerate(groups):
        following = groups[at + 1] if at + 1 < len(groups) else ()
        rest = as_bits(place for group in groups[at + 2 :] for place in group)
        incoming = _settle(drawing, Bracket(incoming, residents, following, rest))
    assert not incoming, "C4 leaves nobody over"
    return drawing


def bye_order(layout: Layout) -> list[int]:
    """Places in the order in which the bye is offered (3.1.3 to 3.1.5)."""
    return sorted(range(len(layout.players)), key=lambda place: layout.players[place].order_for_bye)


def _begun(layout: Layout) -> Drawing:
    bye = bye_taker(layout.players, layout.legal, bye_order(layout))
    paired = layout.everybody & ~(0 if bye is None else 1 << bye)
    graph = {place: layout.legal[place] & paired for place in range(len(layout.players)) if paired >> place & 1}
    mates = completed(graph, paired, {})
    if mates is None:
        raise NoLegalPairing(competing(layout.players, layout.legal))
    return Drawing(layout, graph, mates, bye)


def _settle(drawing: Drawing, bracket: Bracket) -> Places:
    found = straight(drawing.layout, bracket, drawing.mates)
    if found is not None:
        left = as_bits(found.floaters) | bracket.below
        mates = completed(drawing.graph, left, drawing.mates)
        assert mates is not None, "the bounds include C4"
    else:
        found, mates = best(drawing.layout, drawing.graph, bracket, drawing.mates)
    drawing.settled.append((bracket, found))
    drawing.mates = mates
    return found.floaters
