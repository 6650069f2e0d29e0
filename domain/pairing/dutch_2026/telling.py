"""The account of a pairing of 2026, told by the table of criteria that made it."""

from collections.abc import Iterator, Mapping

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Account, Step
from domain.pairing.dutch_2026.bracket import Bracket, Found
from domain.pairing.dutch_2026.criteria import BARRING, COUNTED_CRITERIA
from domain.pairing.dutch_2026.engine import Drawing, board_order, coloured_board, drawn
from domain.pairing.dutch_2026.facts import (
    BoardMade,
    ByeGiven,
    Downfloaters,
    FirstOpponents,
    Halves,
    PairingBracket,
    PairRole,
    article,
)
from domain.pairing.dutch_2026.layout import Layout, laid_out
from domain.pairing.dutch_2026.scale import Scale, scale
from domain.pairing.swiss.facts import NotMet, Unsatisfied
from domain.pairing.swiss.places import Places
from domain.pairing.swiss.telling import virtual_points_told, without_their_colour
from domain.words.players import PairingNumber

WITHIN = tuple(
    (criterion.number, criterion.adds)
    for criterion in COUNTED_CRITERIA
    if criterion.number in {f"C{n}" for n in range(10, 18)}
)
"""Criteria that one pair can fail to meet: C10 to C13, C15 and C17, and of those left over C14 and C16."""

OF_COLOURS = frozenset({"C10", "C11", "C12", "C13"})
PAIRS_WANTED = frozenset({"C14", "C16"})
"""These two count whom a pair spares, not whom it hurts."""


def explain(task: PairingTask) -> Account:
    """Brackets from the top, boards in their order, and the bye. Raises NoLegalPairing."""
    drawing = drawn(laid_out(task))
    layout = drawing.layout
    way = tuple(_bracket(layout, number, *one) for number, one in enumerate(drawing.settled, 1))
    return Account((*virtual_points_told(task), *way), tuple(_boards(drawing)), _bye(drawing))


def _numbers(layout: Layout, places: Places) -> tuple[int, ...]:
    return tuple(layout.players[place].number for place in places)


def _bracket(layout: Layout, number: int, bracket: Bracket, found: Found) -> Step:
    score = layout.players[bracket.residents[0]].score
    moved, residents = _numbers(layout, bracket.moved), _numbers(layout, bracket.residents)
    facts = PairingBracket(number, score, moved, residents)
    return Step(article("1.3"), facts, tuple(_steps(layout, bracket, found)))


def _steps(layout: Layout, bracket: Bracket, found: Found) -> Iterator[Step]:
    if found.heads:
        heads, opponents = zip(*found.heads, strict=True)
        yield Step(article("3.4"), FirstOpponents(_numbers(layout, heads), _numbers(layout, opponents)))
    if found.remainder:
        yield _halves(layout, bracket, found)
    for criterion, times in not_met(layout, bracket, found).items():
        yield Step(article(criterion), NotMet(times))
    if found.floaters:
        yield Step(article("C6"), Downfloaters(_numbers(layout, found.floaters)))


def _halves(layout: Layout, bracket: Bracket, found: Found) -> Step:
    s1, opponents = zip(*found.remainder, strict=True)
    taken = {place for pair in found.heads for place in pair}
    rest = [place for place in bracket.residents if place not in taken]
    original = rest[: len(s1)]
    out = tuple(place for place in original if place not in s1)
    into = tuple(place for place in s1 if place not in original)
    facts = Halves(*(_numbers(layout, places) for places in (s1, opponents, out, into)))
    return Step(article("4.3" if out else "4.2"), facts)


def not_met(layout: Layout, bracket: Bracket, found: Found) -> Mapping[str, int]:
    """The times that each of C10 to C17 is not met in a bracket; those met in full are left out."""
    measured = scale(layout, bracket, single_bye=False)
    times = {number: -sum(criterion(measured, *pair) for pair in _ordered(found)) for number, criterion in WITHIN}
    for number, ago in (("C14", 0), ("C16", 1)):
        times[number] = sum(layout.down[ago] >> place & 1 for place in found.floaters if place in bracket.residents)
    return {number: count for number, count in times.items() if count}


def _ordered(found: Found) -> Iterator[tuple[int, int]]:
    return ((min(pair), max(pair)) for pair in found.pairs)


def unsatisfied(layout: Layout, measured: Scale, pair: tuple[int, int]) -> tuple[Step, ...]:
    """The criteria of C10 to C17 that this pair does not meet, each with the one whom it does not suit."""
    broken = (n for n, criterion in WITHIN if n not in PAIRS_WANTED and criterion(measured, *pair) < 0)
    return tuple(Step(article(number), Unsatisfied((_meant(layout, number, pair),))) for number in broken)


def _meant(layout: Layout, number: str, pair: tuple[int, int]) -> PairingNumber:
    """By the criteria of colours the one who goes without, by the others the opponent of the one moved down."""
    higher, lower = (layout.players[place] for place in pair)
    if number not in OF_COLOURS:
        return lower.number
    _, seats = coloured_board(layout, *pair)
    return without_their_colour(seats, higher, lower)


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    layout, made = drawing.layout, {}
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        measured = scale(layout, bracket, single_bye=False)
        for pair in _ordered(found):
            made[pair] = number, _role(bracket, found, pair), unsatisfied(layout, measured, pair)
    for place, (higher, lower) in enumerate(board_order(layout, made), 1):
        decided, seats = coloured_board(layout, higher, lower)
        number, role, steps = made[higher, lower]
        yield seats, Step(article(decided), BoardMade(place, seats.white, seats.black, number, role), steps)


def _role(bracket: Bracket, found: Found, pair: tuple[int, int]) -> PairRole:
    if not bracket.moved:
        return PairRole.HOMOGENEOUS
    return PairRole.MOVED_DOWN if pair in ((min(head), max(head)) for head in found.heads) else PairRole.REMAINDER


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    layout, taker = drawing.layout, drawing.layout.players[drawing.bye]
    bracket = next(n for n, (_, found) in enumerate(drawing.settled, 1) if drawing.bye in found.floaters)
    barred = tuple(p.number for p in layout.players if p.score <= taker.score and any(row.bars(p) for row in BARRING))
    return taker.number, Step(article("C5"), ByeGiven(taker.number, bracket, barred))
