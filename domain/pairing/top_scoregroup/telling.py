"""The account of a pairing by this procedure."""

from collections.abc import Iterator
from dataclasses import replace

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Account, Step
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.matching import Graph, Mates
from domain.pairing.swiss.facts import ByeGiven, NotMet
from domain.pairing.swiss.passed_over import PossibleRise
from domain.pairing.swiss.places import Places
from domain.pairing.top_scoregroup.drawing import (
    BracketPaired,
    BracketRules,
    Drawing,
    OneEntrant,
    boards_made,
    bye_order,
    drawn,
)
from domain.pairing.top_scoregroup.facts import BoardMade, Identified, PairingBracket
from domain.pairing.top_scoregroup.few_sets import floats_again, needed_next
from domain.pairing.top_scoregroup.upfloaters import upfloaters
from domain.pairing.top_scoregroup.waiting import TopScoregroup
from domain.words.articles import Article


def explain(edition: BracketRules[OneEntrant], task: PairingTask) -> Account:
    """Brackets from the top, boards in their order, and the bye. Raises NoLegalPairing."""
    drawing = drawn(edition, task)
    way = tuple(_bracket(drawing, number, one) for number, one in enumerate(drawing.brackets, 1))
    return Account(way, tuple(_boards(drawing)), _bye(drawing))


def _numbers(drawing: Drawing[OneEntrant], places: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(drawing.players[place].number for place in places)


def _bracket(drawing: Drawing[OneEntrant], number: int, paired: BracketPaired) -> Step:
    residents, up = _numbers(drawing, paired.residents), _numbers(drawing, paired.upfloaters)
    facts = PairingBracket(number, drawing.players[paired.residents[0]].score, residents, up)
    tops, opponents = zip(*paired.pairs, strict=True)
    article = drawing.edition.article
    identified = Step(article("3.6"), Identified(_numbers(drawing, tops), _numbers(drawing, opponents)))
    return Step(article("1.3"), facts, (*_risen(drawing, paired), *_not_met(drawing, paired), identified))


def _risen(drawing: Drawing[OneEntrant], paired: BracketPaired) -> Iterator[Step]:
    """The upfloaters beside those before them in the order of 3.5."""
    waiting, article = paired.waiting, drawing.edition.article
    known = _met_by(drawing, waiting, paired.upfloaters)

    def worse(graph: Graph, mates: Mates) -> Article | None:
        """By the best set in which somebody has to float up."""
        up = upfloaters(replace(waiting, graph=graph, mates=mates))
        rows = zip(("C4", "C5", "C6", "C7"), _met_by(drawing, waiting, up), known, strict=True)
        return next((article(number) for number, mine, theirs in rows if mine != theirs), None)

    order = tuple(place for group in waiting.groups[1:] for place in group)
    rise = PossibleRise(drawing.players, drawing.graph, as_bits(waiting.residents), order, worse)
    yield from rise.told(article("3.5"), paired.upfloaters)


def _met_by(drawing: Drawing[OneEntrant], waiting: TopScoregroup, up: Places) -> tuple[object, ...]:
    """The answers of a set of upfloaters to C4, C5, C6 and C7."""
    scores = sorted(drawing.players[place].score for place in up)
    return len(up), scores, needed_next(waiting, up), floats_again(waiting, up)


def _not_met(drawing: Drawing[OneEntrant], paired: BracketPaired) -> Iterator[Step]:
    """C7 and the criteria of pairs, where they are not met in full."""
    article = drawing.edition.article
    if again := (paired.waiting.floated & as_bits(paired.upfloaters)).bit_count():
        yield Step(article("C7"), NotMet(again))
    met = [drawing.meeting(one, other, paired.upfloaters) for one, other in paired.pairs]
    for row in drawing.edition.of_pairs:
        if times := sum(row.times(meeting) for meeting in met):
            yield Step(article(row.number), NotMet(times))


def _boards(drawing: Drawing[OneEntrant]) -> Iterator[tuple[Pair, Step]]:
    number = {player.number: place for place, player in enumerate(drawing.players)}
    for board, (rule, seats, bracket) in enumerate(boards_made(drawing), 1):
        up = drawing.brackets[bracket - 1].upfloaters
        came = next((one for one in (seats.white, seats.black) if number[one] in up), None)
        facts = BoardMade(board, seats.white, seats.black, bracket, came)
        yield seats, Step(drawing.edition.article(rule), facts)


def _bye(drawing: Drawing[OneEntrant]) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    order, taker = bye_order(drawing.players), drawing.players[drawing.bye]
    before = [drawing.players[place] for place in order[: order.index(drawing.bye)]]
    barred = tuple(player.number for player in before if not player.bye_allowed)
    needed = tuple(player.number for player in before if player.bye_allowed)
    facts = ByeGiven(taker.number, taker.score, taker.matches, barred, needed)
    return taker.number, Step(drawing.edition.article("3.4"), facts)
