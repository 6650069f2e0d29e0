"""The account of a pairing by Double-Swiss."""

from collections.abc import Iterator

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Account, Step
from domain.pairing.double_swiss_2026.criteria import second_float
from domain.pairing.double_swiss_2026.engine import BracketPaired, Drawing, boards_made, bye_order, drawn
from domain.pairing.double_swiss_2026.facts import BoardMade, Identified, PairingBracket, article
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.swiss.facts import ByeGiven, NotMet


def explain(task: PairingTask) -> Account:
    """Brackets from the top, boards in their order, and the bye. Raises NoLegalPairing."""
    drawing = drawn(task)
    way = tuple(_bracket(drawing, number, one) for number, one in enumerate(drawing.brackets, 1))
    return Account(way, tuple(_boards(drawing)), _bye(drawing))


def _numbers(drawing: Drawing, places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(drawing.players[place].number for place in places)


def _bracket(drawing: Drawing, number: int, paired: BracketPaired) -> Step:
    residents, up = _numbers(drawing, paired.residents), _numbers(drawing, paired.upfloaters)
    facts = PairingBracket(number, drawing.players[paired.residents[0]].score, residents, up)
    tops, opponents = zip(*paired.pairs, strict=True)
    identified = Step(article("3.6"), Identified(_numbers(drawing, tops), _numbers(drawing, opponents)))
    return Step(article("1.3"), facts, (*_not_met(paired), identified))


def _not_met(paired: BracketPaired) -> Iterator[Step]:
    """C7 and C8, where they are not met in full."""
    floated, up = paired.waiting.floated, as_bits(paired.upfloaters)
    if again := (floated & up).bit_count():
        yield Step(article("C7"), NotMet(again))
    cost = second_float(floated, up)
    if second := sum(cost(one, other) for one, other in paired.pairs):
        yield Step(article("C8"), NotMet(second))


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    number = {player.number: place for place, player in enumerate(drawing.players)}
    for board, (rule, seats, bracket) in enumerate(boards_made(drawing), 1):
        up = drawing.brackets[bracket - 1].upfloaters
        came = next((one for one in (seats.white, seats.black) if number[one] in up), None)
        yield seats, Step(article(rule), BoardMade(board, seats.white, seats.black, bracket, came))


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    order, taker = bye_order(drawing.players), drawing.players[drawing.bye]
    before = [drawing.players[place] for place in order[: order.index(drawing.bye)]]
    barred = tuple(player.number for player in before if not player.bye_allowed)
    needed = tuple(player.number for player in before if player.bye_allowed)
    facts = ByeGiven(taker.number, taker.score, taker.matches, barred, needed)
    return taker.number, Step(article("3.4"), facts)
