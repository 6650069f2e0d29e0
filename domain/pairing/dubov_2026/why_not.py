"""The reason two players do not meet in a round of 2026."""

from dataclasses import replace

from domain.cards.card import PairingTask
from domain.pairing.account import Step
from domain.pairing.dubov_2026.bracket import Found
from domain.pairing.dubov_2026.criteria import COUNTED_CRITERIA, FORBIDDING
from domain.pairing.dubov_2026.engine import Drawing, drawn, settled
from domain.pairing.dubov_2026.facts import article
from domain.pairing.dubov_2026.layout import Layout, laid_out
from domain.pairing.dubov_2026.telling import unsatisfied, worse_by
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.completion import completed, leaves_pairing, with_pair, with_rest
from domain.pairing.swiss.facts import NotMet, Reason, WhyNot
from domain.pairing.swiss.telling import forbidden_steps
from domain.words.players import PairingNumber

ReasonAndSteps = tuple[Reason, tuple[Step, ...]]


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    """The reason these two do not meet in the round of the task. Raises NoLegalPairing."""
    layout = laid_out(task)
    place = {player.number: i for i, player in enumerate(layout.players)}
    if a not in place or b not in place or a == b:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    pair = place[a], place[b]
    if forbidden := _forbidden(layout, task, pair):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    drawing = drawn(layout)
    if drawing.bye in pair:
        return Step(article("3.1"), WhyNot((a, b), Reason.BYE))
    at = next(at for at, (_, found) in enumerate(drawing.settled) if _seats_one(found, pair))
    reason, steps = _compared(drawing, at, pair)
    return Step(None, WhyNot((a, b), reason, at + 1), steps)


def _seats_one(found: Found, pair: tuple[int, int]) -> bool:
    """True for the bracket in which one of the two is paired."""
    return any(place in one for one in found.pairs for place in pair)


def _forbidden(layout: Layout, task: PairingTask, pair: tuple[int, int]) -> tuple[Step, ...]:
    return forbidden_steps(task, layout.players[pair[0]], layout.players[pair[1]], FORBIDDING, article)


def _compared(drawing: Drawing, at: int, pair: tuple[int, int]) -> ReasonAndSteps:
    """The best bracket with this pair beside the one it got."""
    bracket, found = drawing.settled[at]
    if any(set(pair) == set(one) for one in found.pairs):
        return Reason.THEY_DO, ()
    if not bracket.residents & as_bits(pair):
        return Reason.OTHER_BRACKETS, ()
    layout = bracket.layout
    graph = with_pair(dict(enumerate(layout.legal)), *pair)
    mates = completed(graph, bracket.residents | bracket.lower, {})
    if mates is None:
        everybody = with_rest(layout.legal, layout.bye)
        return (Reason.NOT_BELOW if leaves_pairing(everybody, *pair) else Reason.NOT_COMPLETED), ()
    wanted, _ = settled(replace(bracket, layout=replace(layout, legal=tuple(graph.values()))), graph, mates)
    for criterion in COUNTED_CRITERIA:
        if worse := worse_by(criterion, bracket, wanted, found):
            return Reason.WORSE, (Step(article(criterion.number), NotMet(worse)),)
    return Reason.LATER, unsatisfied(bracket, pair)
