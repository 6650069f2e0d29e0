"""The FIDE Dutch system of 2026 (C.04.3): brackets from the top, each paired once and for all.

C4 makes going back unnecessary: a bracket is only paired in a way that leaves everybody below a complete pairing.
"""

from collections.abc import Iterator
from dataclasses import field
from itertools import zip_longest

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.dutch_2026.choosing import best, by_sorts, completable_graph, meeting, straight, without_weights
from domain.pairing.dutch_2026.competitors import ALLOCATION, Bracket, Found, Layout, laid_out
from domain.pairing.graph.alternating import completed
from domain.pairing.graph.matching import Mates, as_bits, bits
from domain.pairing.swiss.colours import seated_by
from domain.pairing.swiss.criteria import competing
from domain.pairing.swiss.edition import board_order
from domain.pairing.system import NoLegalPairing
from domain.records import dataclass

NAME = "dutch-2026"
VERSION = "1"


def pair(task: PairingTask) -> RoundPairing:
    layout = laid_out(task)
    drawing = drawn(layout)
    pairs = ((min(pair), max(pair)) for _, found in drawing.settled for pair in found.pairs)
    bye = layout.players[drawing.bye].number if drawing.bye is not None else None
    return RoundPairing(tuple(coloured_board(layout, *pair)[1] for pair in board_order(layout.players, pairs)), bye)


def coloured_board(layout: Layout, higher: int, lower: int) -> tuple[str, Pair]:
    return seated_by(ALLOCATION, layout.players[higher], layout.players[lower], layout.initial)


@dataclass(slots=True)
class Drawing:
    layout: Layout
    graph: dict[int, int]
    mates: Mates
    """A complete pairing of everybody not settled yet (C4)."""
    takers: int
    """Players who may take the bye (C2, C5); 0 = none is needed, or it is taken."""
    bye: int | None = None
    settled: list[tuple[Bracket, Found]] = field(default_factory=list)
    unweighed: int = 0
    """Brackets settled without a weight (`straight`, `without_weights`)."""


def drawn(layout: Layout) -> Drawing:
    """All brackets from the top to the last. Raises NoLegalPairing."""
    drawing = _begun(layout)
    moved: tuple[int, ...] = ()
    everybody = (1 << len(layout.players)) - 1
    for residents, following in zip_longest(layout.groups, layout.groups[1:], fillvalue=()):
        rest = everybody & -(2 << following[-1]) if following else 0
        bracket = Bracket(moved, residents, following, rest, drawing.takers)
        moved = _settle(drawing, bracket)
    assert not moved, "C4 leaves nobody over"
    return drawing


def _begun(layout: Layout) -> Drawing:
    everybody = (1 << len(layout.players)) - 1
    if len(layout.players) % 2 == 0:
        graph = dict(enumerate(layout.legal))
        mates = completed(graph, everybody, {})
        if mates is not None:
            return Drawing(layout, graph, mates, 0)
    else:
        for _, takers in bye_takers(layout):
            graph = with_bye(layout, takers)
            mates = completed(graph, everybody | 1 << layout.bye_place, {})
            if mates is not None:
                return Drawing(layout, graph, mates, takers)
    raise NoLegalPairing(competing(layout.players, layout.legal))


def _settle(drawing: Drawing, bracket: Bracket) -> tuple[int, ...]:
    """Pair a bracket; its downfloaters, without whoever takes the bye."""
    found, mates = _found(drawing, bracket)
    drawing.settled.append((bracket, found))
    drawing.mates = mates
    last, byes_inside = not bracket.following, bracket.byes_inside
    alone = [place for place in found.floaters if byes_inside >> place & 1]
    if alone and (last or len(found.floaters) == 1):
        drawing.bye, drawing.takers = alone[0], 0
        drawing.mates = {a: b for a, b in mates.items() if drawing.layout.bye_place not in (a, b)}
        return tuple(place for place in found.floaters if place != alone[0])
    return found.floaters


def _found(drawing: Drawing, bracket: Bracket) -> tuple[Found, Mates]:
    """The pairing of a bracket, and a complete pairing of all others; weights only where nothing else decides."""
    layout, graph, known = drawing.layout, drawing.graph, drawing.mates
    nobody = Found((), (), bracket.members), known
    plain = _counted(drawing, bracket) if meeting(graph, bracket) else nobody
    if plain is None:
        usable = completable_graph(graph, bracket, known)
        plain = without_weights(layout, usable, bracket, known) or by_sorts(layout, usable, bracket, known)
        if plain is None:
            return best(layout, usable, bracket, known)
    drawing.unweighed += 1
    return plain


def _counted(drawing: Drawing, bracket: Bracket) -> tuple[Found, Mates] | None:
    found = straight(drawing.layout, bracket)
    mates = _proof(drawing, bracket, found) if found else None
    return (found, mates) if found is not None and mates is not None else None


def _proof(drawing: Drawing, bracket: Bracket, found: Found) -> Mates | None:
    """C4 and C8 at their bounds: the rest completed, at most one resident of the next bracket leaving it."""
    floaters, following = as_bits(found.floaters), as_bits(bracket.following)
    bye = 1 << drawing.layout.bye_place if drawing.takers else 0
    near = floaters | following | (bye if drawing.takers & (floaters | following) else 0)
    mates = completed(drawing.graph, near | bracket.rest | bye, drawing.mates)
    if mates is None:
        return None
    crossing = [place for place in bits(near) if not near >> mates[place] & 1]
    within = len(crossing) == near.bit_count() % 2 and all(following >> place & 1 for place in crossing)
    inside = all(not floaters >> mates[place] & 1 for place in bits(floaters))
    return mates if (within and inside) or not bracket.following else None


# C5: the bye as one more vertex that only its takers may meet, so that a complete pairing (C4) gives it.


def with_bye(layout: Layout, takers: int) -> dict[int, int]:
    """The graph of all legal pairs, the bye being one more vertex that only the takers may meet."""
    bye = 1 << layout.bye_place
    graph = {place: others | (bye if takers >> place & 1 else 0) for place, others in enumerate(layout.legal)}
    return graph | {layout.bye_place: takers}


def bye_takers(layout: Layout) -> Iterator[tuple[int, int]]:
    """C5: (score, players who may take the bye), the lowest score first."""
    for group in reversed(layout.groups):
        takers = as_bits(group) & layout.bye
        if takers:
            yield layout.players[group[0]].score, takers
