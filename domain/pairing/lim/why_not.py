"""The reason two players do not meet in a round paired by Lim."""

from domain.cards.card import PairingTask
from domain.pairing.account import Step
from domain.pairing.lim.absolute import FORBIDDING
from domain.pairing.lim.engine import Drawing, drawn
from domain.pairing.lim.facts import Reason, Unsuited, WhyNot, article
from domain.pairing.lim.scrutiny import Turn
from domain.words.players import PairingNumber


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    """The reason these two do not meet in the round of the task. Raises NoLegalPairing."""
    drawing = drawn(task)
    place = {player.number: place for place, player in enumerate(drawing.players)}
    if a not in place or b not in place or a == b:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    if forbidden := _forbidden(drawing, task, (place[a], place[b])):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    pair = frozenset((place[a], place[b]))
    for number, paired in enumerate(drawing.groups, 1):
        members = {member for turn in paired.turns for member in turn.pair}
        if pair <= members:
            turn = next(turn for turn in paired.turns if turn.pair & pair)
            instead = drawing.players[turn.chooser].number, drawing.players[turn.chosen].number
            return Step(None, WhyNot((a, b), _reason(turn, pair), number, instead))
    return Step(None, WhyNot((a, b), Reason.OTHER_GROUPS))


def _forbidden(drawing: Drawing, task: PairingTask, pair: tuple[int, int]) -> tuple[Step, ...]:
    one, other = (drawing.players[place] for place in pair)
    both = Unsuited((one.number, other.number))
    steps = [Step(article(row.number), both) for row in FORBIDDING if row.forbids(one, other)]
    ban = frozenset(both.players) in task.forbidden
    return (*steps, Step(None, both)) if ban else tuple(steps)


def _reason(turn: Turn, pair: frozenset[int]) -> Reason:
    """By the first turn that took one of the two."""
    if turn.pair == pair:
        return Reason.THEY_DO
    if turn.chooser not in pair:
        return Reason.TAKEN
    (other,) = pair - {turn.chooser}
    if other in turn.unavailable:
        return Reason.NOT_COMPLETED
    if turn.order.index(other) > turn.order.index(turn.chosen):
        return Reason.LATER
    return Reason.COLOUR
