"""Why a round is paired like this, as data: facts, the account, and the answers to "why not?"."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Account, Step
from domain.pairing.graph.bit_sets import as_bits
from domain.pairing.graph.completion import with_pair
from domain.pairing.graph.matching import Graph, Mates, cheapest
from domain.pairing.swiss.account import ByeGiven, NotMet, PossibleRise, Reason, WhyNot, forbidden_steps
from domain.pairing.swiss.of_2026 import Places
from domain.pairing.top_scoregroup.choosing import PairOfPlaces, floats_again, needed_next, upfloaters
from domain.pairing.top_scoregroup.competitors import TopScoregroup
from domain.pairing.top_scoregroup.engine import (
    BracketPaired,
    BracketRules,
    Drawing,
    OneEntrant,
    boards_made,
    bye_order,
    drawn,
)
from domain.words.articles import Article
from domain.words.players import PairingNumber

# Facts of the account of a pairing by this procedure: data for `web/wording/pairing/top_scoregroup.py`.


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """One bracket (1.3.2); its steps follow."""

    number: int
    score: int
    """Half-points of its residents, virtual ones included."""
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    """From lower scoregroups (3.5)."""


@dataclass(frozen=True, slots=True)
class Identified:
    """The first identifier (3.6): the top members, and their opponents in the same order."""

    tops: tuple[int, ...]
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of article 4 that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    upfloater: int | None


# The account of a pairing by this procedure.


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


# The reason two do not meet in a round by this procedure.

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
