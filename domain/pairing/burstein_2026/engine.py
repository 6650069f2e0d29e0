"""The rounds of Burstein 2026 (C.04.4.2) after the first ones: the bye first, then brackets from the top.

C4 makes going back unnecessary: a bracket is only paired in a way that leaves everybody below a complete pairing.
"""

from collections.abc import Iterable
from dataclasses import field

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.burstein_2026.choosing import best, straight
from domain.pairing.burstein_2026.competitors import ALLOCATION, Bracket, Found, Layout, laid_out, score_groups
from domain.pairing.graph.alternating import able_to_stay_alone, completed
from domain.pairing.graph.matching import Mates, as_bits
from domain.pairing.swiss.colours import seated_by
from domain.pairing.swiss.criteria import competing
from domain.pairing.swiss.edition import Places, board_key
from domain.pairing.system import NoLegalPairing
from domain.records import dataclass

# The pairing-allocated bye, given before anybody is paired (3.1).


@dataclass(frozen=True, slots=True)
class ByeChoice:
    place: int
    barred: tuple[int, ...]
    """By C2 (3.1.1)."""
    needed: tuple[int, ...]
    """Without them not everybody else can be paired (C4, 3.1.2)."""


def bye_given(layout: Layout) -> ByeChoice | None:
    """The first in the order of 3.1.3 to 3.1.5 who can have it; None if nobody can."""
    able = able_to_stay_alone(layout.legal)
    if not able & layout.bye:
        return None
    order = sorted(range(len(layout.players)), key=lambda place: layout.players[place].order_for_bye)
    taker = next(place for place in order if able & layout.bye & 1 << place)
    before = order[: order.index(taker)]
    barred = tuple(place for place in before if not layout.bye >> place & 1)
    needed = tuple(place for place in before if layout.bye >> place & 1)
    return ByeChoice(taker, barred, needed)


VERSION = "3"


def pair(task: PairingTask) -> RoundPairing:
    """Boards in the order of C.04.2, 3.6. Raises NoLegalPairing."""
    layout = laid_out(task)
    drawing = drawn(layout)
    boards = board_order(layout, (pair for _, found in drawing.settled for pair in found.pairs))
    bye = layout.players[drawing.bye.place].number if drawing.bye is not None else None
    return RoundPairing(tuple(coloured_board(layout, *board)[1] for board in boards), bye)


def board_order(layout: Layout, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs in the order of C.04.2, 3.6, which goes by scores and knows no Index."""
    players = layout.players
    return sorted(pairs, key=lambda pair: board_key(players[pair[0]], players[pair[1]]))


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
    bye: ByeChoice | None = None
    settled: list[tuple[Bracket, Found]] = field(default_factory=list)
    counted: int = 0
    """Brackets that bounds settled, without a weight (`straight`)."""


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


def _begun(layout: Layout) -> Drawing:
    odd = len(layout.players) % 2
    bye = bye_given(layout) if odd else None
    paired = layout.everybody & ~(1 << bye.place) if bye else layout.everybody
    graph = {place: layout.legal[place] & paired for place in range(len(layout.players)) if paired >> place & 1}
    mates = completed(graph, paired, {}) if bye or not odd else None
    if mates is None:
        raise NoLegalPairing(competing(layout))
    return Drawing(layout, graph, mates, bye)


def _settle(drawing: Drawing, bracket: Bracket) -> Places:
    found = straight(drawing.layout, bracket, drawing.mates)
    if found is not None:
        left = as_bits(found.floaters) | bracket.below
        mates = completed(drawing.graph, left, drawing.mates)
        assert mates is not None, "the bounds include C4"
        drawing.counted += 1
    else:
        found, mates = best(drawing.layout, drawing.graph, bracket, drawing.mates)
    drawing.settled.append((bracket, found))
    drawing.mates = mates
    return found.floaters
