"""The account of a pairing by Lim: the steps of the procedure as they were taken."""

from collections.abc import Iterator

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Account, Step
from domain.pairing.lim.direction import Direction
from domain.pairing.lim.engine import Drawing, GroupPaired, boards_made, bye_order, drawn
from domain.pairing.lim.facts import (
    BoardMade,
    ByeGiven,
    Exchanged,
    FloatsOut,
    GroupPart,
    ScoreGroup,
    TakenBack,
    article,
)
from domain.pairing.lim.scrutiny import PairedAs, Turn


def explain(task: PairingTask) -> Account:
    """Groups in the order in which they were paired, boards in theirs, and the bye. Raises NoLegalPairing."""
    drawing = drawn(task)
    groups = [_group(drawing, number, one) for number, one in enumerate(drawing.groups, 1)]
    return Account((*groups[:-1], *_cracked(drawing), groups[-1]), tuple(_boards(drawing)), _bye(drawing))


def _numbers(drawing: Drawing, places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(drawing.players[place].number for place in places)


def _group(drawing: Drawing, number: int, paired: GroupPaired) -> Step:
    group = paired.group
    downward = GroupPart.MEDIAN if number == len(drawing.groups) else GroupPart.ABOVE
    part = downward if group.direction is Direction.DOWNWARD else GroupPart.BELOW
    residents, came = _numbers(drawing, group.residents), _numbers(drawing, paired.came_in)
    steps = (*_gone(drawing, paired), *_exchanges(drawing, paired))
    return Step(article("2.2"), ScoreGroup(number, group.score, part, residents, came), steps)


def _gone(drawing: Drawing, paired: GroupPaired) -> Iterator[Step]:
    for floater in paired.floaters:
        number = drawing.players[floater.place].number
        yield Step(article("3.9"), FloatsOut(number, floater.type, floater.again))


def _exchanges(drawing: Drawing, paired: GroupPaired) -> Iterator[Step]:
    """A step for each who took somebody else than the first of the order."""
    for turn in paired.turns:
        if passed := turn.order[: turn.order.index(turn.chosen)]:
            chooser, chosen = _numbers(drawing, (turn.chooser, turn.chosen))
            facts = Exchanged(chooser, chosen, _numbers(drawing, passed), turn.role, turn.for_colour)
            yield Step(article(_rule_of(turn)), facts)


def _rule_of(turn: Turn) -> str:
    if turn.role is PairedAs.FLOATER:
        return "3.8"
    return "5.2" if turn.for_colour else "4.2"


def _cracked(drawing: Drawing) -> Iterator[Step]:
    for one in drawing.cracked:
        first, second = _numbers(drawing, one.pair)
        yield Step(article("2.6"), TakenBack((first, second), GroupPart.ABOVE if one.above else GroupPart.BELOW))


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    for place, (rule, seats, group, _) in enumerate(boards_made(drawing), 1):
        yield seats, Step(article(rule.article), BoardMade(place, seats.white, seats.black, group, rule))


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    order = bye_order(drawing.task, drawing.players)
    before = [drawing.players[place] for place in order[: order.index(drawing.bye)]]
    barred = tuple(player.number for player in before if not player.bye_allowed)
    needed = tuple(player.number for player in before if player.bye_allowed)
    taker = drawing.players[drawing.bye].number
    rule = article("7.1" if drawing.task.round == 1 else "1.1")
    return taker, Step(rule, ByeGiven(taker, barred, needed))
