"""The reason two do not meet in a round by this procedure."""

from collections.abc import Iterable, Iterator

from domain.cards.card import PairingTask
from domain.pairing.account import Step
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.completion import with_pair
from domain.pairing.graph.matching import cheapest
from domain.pairing.swiss.facts import NotMet, Reason, WhyNot
from domain.pairing.swiss.telling import forbidden_steps
from domain.pairing.top_scoregroup.drawing import BracketPaired, BracketRules, Drawing, OneEntrant, drawn
from domain.pairing.top_scoregroup.identifiers import PairOfPlaces
from domain.words.players import PairingNumber

ReasonAndSteps = tuple[Reason, tuple[Step, ...]]


def why_not(edition: BracketRules[OneEntrant], task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    """The reason these two do not meet in the round of the task. Raises NoLegalPairing."""
    drawing = drawn(edition, task)
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
            reason, steps = _compared(drawing, bracket, pair)
            return Step(None, WhyNot((a, b), reason, number), steps)
    return Step(None, WhyNot((a, b), Reason.OTHER_BRACKETS))


def _forbidden(drawing: Drawing[OneEntrant], pair: PairOfPlaces) -> tuple[Step, ...]:
    players, edition = drawing.players, drawing.edition
    return forbidden_steps(drawing.task, players[pair[0]], players[pair[1]], edition.forbidding, edition.article)


def _compared(drawing: Drawing[OneEntrant], bracket: BracketPaired, pair: PairOfPlaces) -> ReasonAndSteps:
    """The bracket with this pair beside the one it got."""
    if pair in bracket.pairs:
        return Reason.THEY_DO, ()
    members = as_bits(bracket.members)
    graph = with_pair({place: drawing.graph[place] & members for place in bracket.members}, *pair)
    cost = drawing.cost(tuple(bracket.members), bracket.upfloaters)
    mates = cheapest(graph, lambda one, others: [cost(one, other) for other in others])
    if mates is None:
        return Reason.NOT_COMPLETED, ()
    made = [(one, other) for one, other in mates.items() if one < other]
    worse = tuple(_worse(drawing, bracket, made))
    return (Reason.WORSE, worse) if worse else (Reason.LATER, ())


def _worse(drawing: Drawing[OneEntrant], bracket: BracketPaired, pairs: Iterable[PairOfPlaces]) -> Iterator[Step]:
    """The first criterion that these pairs do not meet as often as those of the bracket."""
    these, those = (
        [drawing.meeting(one, other, bracket.upfloaters) for one, other in some] for some in (pairs, bracket.pairs)
    )
    for row in drawing.edition.of_pairs:
        if more := sum(map(row.times, these)) - sum(map(row.times, those)):
            yield Step(drawing.edition.article(row.number), NotMet(more))
            return
