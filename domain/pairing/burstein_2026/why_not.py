"""The reason two players do not meet in a round of Burstein 2026."""

from domain.cards.card import PairingTask
from domain.pairing.account import Step
from domain.pairing.burstein_2026.bracket import Bracket, Found
from domain.pairing.burstein_2026.choosing import best
from domain.pairing.burstein_2026.criteria import COUNTED_CRITERIA, FORBIDDING
from domain.pairing.burstein_2026.engine import Drawing, drawn
from domain.pairing.burstein_2026.facts import article
from domain.pairing.burstein_2026.layout import Layout, laid_out
from domain.pairing.burstein_2026.scale import scale
from domain.pairing.burstein_2026.telling import unsatisfied
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.completion import leaves_pairing, with_pair, with_rest
from domain.pairing.graph.matching import Mates
from domain.pairing.swiss.facts import NotMet, Reason, WhyNot
from domain.pairing.swiss.telling import forbidden_steps
from domain.words.players import PairingNumber


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    """The reason these two do not meet in the round of the task. Raises NoLegalPairing."""
    layout = laid_out(task)
    place = {player.number: i for i, player in enumerate(layout.players)}
    if a not in place or b not in place or a == b:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    pair = max(place[a], place[b]), min(place[a], place[b])
    if forbidden := _forbidden(layout, task, pair):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    drawing = drawn(layout)
    if drawing.bye and drawing.bye.place in pair:
        return Step(article("3.1"), WhyNot((a, b), Reason.BYE))
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        if pair in found.pairs:
            return Step(None, WhyNot((a, b), Reason.THEY_DO, number))
        if set(pair) <= set(bracket.members):
            reason, steps = _compared(drawing, number - 1, pair)
            return Step(None, WhyNot((a, b), reason, number), steps)
    return Step(None, WhyNot((a, b), Reason.OTHER_BRACKETS))


def _forbidden(layout: Layout, task: PairingTask, pair: tuple[int, int]) -> tuple[Step, ...]:
    return forbidden_steps(task, layout.players[pair[0]], layout.players[pair[1]], FORBIDDING, article)


def _compared(drawing: Drawing, at: int, pair: tuple[int, int]) -> tuple[Reason, tuple[Step, ...]]:
    """The best pairing of the bracket with this pair beside the one it got."""
    layout, (bracket, _) = drawing.layout, drawing.settled[at]
    graph, mates = _as_it_was(drawing, at)
    if not leaves_pairing(graph, *pair):
        everybody = with_rest(layout.legal, layout.bye)
        return (Reason.NOT_BELOW if leaves_pairing(everybody, *pair) else Reason.NOT_COMPLETED), ()
    forced = with_pair(graph, *pair)
    wanted, known = (_quality(layout, bracket, *best(layout, one, bracket, mates)) for one in (forced, graph))
    for criterion, less, more in zip(COUNTED_CRITERIA, wanted, known, strict=True):
        if less < more:
            return Reason.WORSE, (Step(article(criterion.number), NotMet(more - less)),)
    return Reason.LATER, tuple(unsatisfied(layout, pair))


def _as_it_was(drawing: Drawing, at: int) -> tuple[dict[int, int], Mates]:
    """The graph and a complete pairing of everybody who was not settled when the bracket's turn came."""
    mates: Mates = {}
    for _, found in drawing.settled[at:]:
        for one, other in found.pairs:
            mates[one], mates[other] = other, one
    left = as_bits(mates)
    return {place: others & left for place, others in drawing.graph.items() if left >> place & 1}, mates


def _quality(layout: Layout, bracket: Bracket, found: Found, rest: Mates) -> tuple[int, ...]:
    """Each criterion's sum over a pairing and what it leaves possible; more is better."""
    measured = scale(layout, bracket)
    pairs = {(max(pair), min(pair)) for pair in (*found.pairs, *rest.items())}
    return tuple(sum(criterion.adds(measured, *pair) for pair in pairs) for criterion in COUNTED_CRITERIA)
