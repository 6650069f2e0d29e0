"""The reason two players do not meet in a round of 2026."""

from collections.abc import Mapping

from domain.cards.card import PairingTask
from domain.pairing.account import Step
from domain.pairing.dutch_2026.bracket import Bracket, Found
from domain.pairing.dutch_2026.choosing import best
from domain.pairing.dutch_2026.criteria import COUNTED_CRITERIA, FORBIDDING
from domain.pairing.dutch_2026.engine import Drawing, drawn
from domain.pairing.dutch_2026.facts import Reason, WhyNot, article
from domain.pairing.dutch_2026.layout import Layout, laid_out
from domain.pairing.dutch_2026.scale import scale
from domain.pairing.dutch_2026.telling import unsatisfied
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.completion import completed, leaves_pairing, with_pair, with_rest
from domain.pairing.graph.matching import Mates
from domain.pairing.swiss.facts import NotMet
from domain.pairing.swiss.telling import forbidden_steps
from domain.words.players import PairingNumber

CompatibilityGraph = Mapping[int, int]


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    """The reason these two do not meet in the round of the task. Raises NoLegalPairing."""
    layout = laid_out(task)
    place = {player.number: i for i, player in enumerate(layout.players)}
    if a not in place or b not in place or a == b:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    pair = min(place[a], place[b]), max(place[a], place[b])
    if forbidden := _forbidden(layout, task, pair):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    drawing = drawn(layout)
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        if pair in ((min(one), max(one)) for one in found.pairs):
            return Step(None, WhyNot((a, b), Reason.THEY_DO, number))
        if set(pair) <= set(bracket.members) and pair[1] in bracket.residents:
            reason, steps = _compared(drawing, number - 1, pair)
            return Step(None, WhyNot((a, b), reason, number), steps)
    return Step(None, WhyNot((a, b), Reason.OTHER_BRACKETS))


def _forbidden(layout: Layout, task: PairingTask, pair: tuple[int, int]) -> tuple[Step, ...]:
    return forbidden_steps(task, layout.players[pair[0]], layout.players[pair[1]], FORBIDDING, article)


def _compared(drawing: Drawing, at: int, pair: tuple[int, int]) -> tuple[Reason, tuple[Step, ...]]:
    """The best candidate of the bracket with this pair beside the one it got."""
    layout, (bracket, _) = drawing.layout, drawing.settled[at]
    graph, mates = _as_it_was(drawing, at)
    forced = with_pair(graph, *pair)
    if completed(forced, as_bits(mates), {}) is None:
        return _impossible(drawing, at, pair)
    wanted, known = (_quality(layout, bracket, *best(layout, one, bracket)) for one in (forced, graph))
    for criterion, less, more in zip(COUNTED_CRITERIA, wanted, known, strict=True):
        if less < more:
            return Reason.WORSE, (Step(article(criterion.number), NotMet(more - less)),)
    return Reason.LATER, unsatisfied(layout, scale(layout, bracket, single_bye=False), pair)


def _impossible(drawing: Drawing, at: int, pair: tuple[int, int]) -> tuple[Reason, tuple[Step, ...]]:
    """The criterion that no pairing with this pair meets: C5, if another bye would do, or C4."""
    layout, (bracket, _) = drawing.layout, drawing.settled[at]
    everybody = with_rest(layout.legal, layout.bye)
    gone = as_bits(place for _, found in drawing.settled[:at] for one in found.pairs for place in one)
    left = {place: others & ~gone for place, others in everybody.items() if not gone >> place & 1}
    if bracket.takers and leaves_pairing(left, *pair):
        return Reason.WORSE, (Step(article("C5"), NotMet(1)),)
    return (Reason.NOT_BELOW if leaves_pairing(everybody, *pair) else Reason.NOT_COMPLETED), ()


def _as_it_was(drawing: Drawing, at: int) -> tuple[CompatibilityGraph, Mates]:
    """The graph and a complete pairing of everybody who was not settled when the bracket's turn came."""
    gone = {place for _, found in drawing.settled[:at] for pair in found.pairs for place in pair}
    taker = {drawing.bye} if drawing.bye is not None and not drawing.settled[at][0].takers else set()
    mates = {}
    for _, found in drawing.settled[at:]:
        for one, other in found.pairs:
            mates[one], mates[other] = other, one
    if drawing.bye is not None and not taker:
        mates[drawing.bye], mates[drawing.layout.bye_place] = drawing.layout.bye_place, drawing.bye
    left = as_bits(gone | taker)
    return {place: others & ~left for place, others in drawing.graph.items() if place in mates}, mates


def _quality(layout: Layout, bracket: Bracket, found: Found, rest: Mates) -> tuple[int, ...]:
    """Each criterion's sum over a candidate and what it leaves possible; more is better."""
    single = bool(bracket.byes_inside) and len(found.floaters) == 1
    measured = scale(layout, bracket, single_bye=single)
    pairs = {(min(pair), max(pair)) for pair in (*found.pairs, *rest.items())}
    return tuple(sum(criterion.adds(measured, *pair) for pair in pairs) for criterion in COUNTED_CRITERIA)
