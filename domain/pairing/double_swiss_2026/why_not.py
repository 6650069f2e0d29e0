"""The reason two players do not meet in a round of Double-Swiss."""

from domain.cards.card import PairingTask
from domain.pairing.account import Step
from domain.pairing.double_swiss_2026.criteria import FORBIDDING, second_float
from domain.pairing.double_swiss_2026.engine import BracketPaired, Drawing, drawn
from domain.pairing.double_swiss_2026.facts import article
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.matching import cheapest
from domain.pairing.swiss.facts import Reason, Unsatisfied, WhyNot
from domain.words.players import PairingNumber


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    """The reason these two do not meet in the round of the task. Raises NoLegalPairing."""
    drawing = drawn(task)
    place = {player.number: place for place, player in enumerate(drawing.players)}
    if a not in place or b not in place or a == b:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    if forbidden := _forbidden(drawing, (place[a], place[b])):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    if drawing.bye in (place[a], place[b]):
        return Step(None, WhyNot((a, b), Reason.BYE))
    pair = min(place[a], place[b]), max(place[a], place[b])
    for number, bracket in enumerate(drawing.brackets, 1):
        if set(pair) <= bracket.members:
            return Step(None, WhyNot((a, b), _reason(drawing, bracket, pair), number))
    return Step(None, WhyNot((a, b), Reason.OTHER_BRACKETS))


def _forbidden(drawing: Drawing, pair: tuple[int, int]) -> tuple[Step, ...]:
    one, other = (drawing.players[place] for place in pair)
    both = Unsatisfied((one.number, other.number))
    steps = [Step(article(row.number), both) for row in FORBIDDING if row.forbids(one, other)]
    ban = frozenset(both.players) in drawing.task.forbidden
    return (*steps, Step(None, both)) if ban else tuple(steps)


def _reason(drawing: Drawing, bracket: BracketPaired, pair: tuple[int, int]) -> Reason:
    """The bracket with this pair beside the one it got."""
    if pair in bracket.pairs:
        return Reason.THEY_DO
    members = as_bits(bracket.members)
    graph = {place: drawing.graph[place] & members & ~as_bits(pair) for place in bracket.members}
    graph |= {pair[0]: 1 << pair[1], pair[1]: 1 << pair[0]}
    cost = second_float(bracket.waiting.floated, as_bits(bracket.upfloaters))
    mates = cheapest(graph, lambda one, others: [cost(one, other) for other in others])
    if mates is None:
        return Reason.NOT_COMPLETED
    with_pair = sum(cost(one, other) for one, other in mates.items() if one < other)
    return Reason.WORSE if with_pair > sum(cost(one, other) for one, other in bracket.pairs) else Reason.LATER
