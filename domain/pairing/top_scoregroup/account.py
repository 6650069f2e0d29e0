"""Why a round is paired like this, as data: facts, the account, and the answers to "why not?"."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from domain.cards.card import Pair, PairingTask
from domain.pairing.graph.alternating import with_pair
from domain.pairing.graph.cheapest import cheapest
from domain.pairing.graph.matching import Graph, Mates, as_bits
from domain.pairing.swiss import account as shared
from domain.pairing.swiss.account import NotMet, Reason, WhyNot, numbers_at
from domain.pairing.swiss.edition import Places
from domain.pairing.swiss.rising import BoardMade, PairingBracket, PossibleRise
from domain.pairing.system import Account, Step
from domain.pairing.top_scoregroup import engine
from domain.pairing.top_scoregroup.choosing import PairOfPlaces, floats_again, needed_next, upfloaters
from domain.pairing.top_scoregroup.competitors import TopScoregroup
from domain.pairing.top_scoregroup.engine import BracketPaired, BracketRules, Drawing, OneEntrant
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.players import PairingNumber

# Facts of the account of a pairing by this procedure: data for `web/wording/pairing/top_scoregroup.py`.


@dataclass(frozen=True, slots=True)
class Identified:
    """The first identifier (3.6): the top members, and their opponents in the same order."""

    tops: tuple[int, ...]
    opponents: tuple[int, ...]


# The account of a pairing by this procedure.


def explain(edition: BracketRules[OneEntrant], task: PairingTask) -> Account:
    drawing = engine.drawn(edition, task)
    way = tuple(_bracket(drawing, number, one) for number, one in enumerate(drawing.brackets, 1))
    return Account(way, tuple(_boards(drawing)), _bye(drawing))


def _bracket(drawing: Drawing[OneEntrant], number: int, paired: BracketPaired) -> Step:
    residents, up = numbers_at(drawing.players, paired.residents), numbers_at(drawing.players, paired.upfloaters)
    facts = PairingBracket(number, drawing.players[paired.residents[0]].score, residents, up)
    tops, opponents = zip(*paired.pairs, strict=True)
    article = drawing.edition.article
    identified = Step(
        article("3.6"), Identified(numbers_at(drawing.players, tops), numbers_at(drawing.players, opponents))
    )
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
    for board, (rule, seats, bracket) in enumerate(engine.boards_made(drawing), 1):
        up = drawing.brackets[bracket - 1].upfloaters
        came = next((one for one in (seats.white, seats.black) if number[one] in up), None)
        facts = BoardMade(board, seats.white, seats.black, bracket, came)
        yield seats, Step(drawing.edition.article(rule), facts)


def _bye(drawing: Drawing[OneEntrant]) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    players, matches = drawing.players, drawing.players[drawing.bye].matches
    return shared.bye_told(players, engine.bye_order(players), drawing.bye, matches, drawing.edition.article("3.4"))


# The reason two do not meet in a round by this procedure.


def why_not(edition: BracketRules[OneEntrant], task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    drawing = engine.drawn(edition, task)
    places = shared.two_places(drawing.players, a, b)
    if places is None:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    one, other = (drawing.players[place] for place in places)
    if forbidden := shared.forbidden_steps(task, one, other, edition.forbidding, edition.article):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    if drawing.bye in places:
        return Step(None, WhyNot((a, b), Reason.BYE))
    pair = min(places), max(places)
    for number, bracket in enumerate(drawing.brackets, 1):
        if set(pair) <= bracket.members:
            reason, steps = _compared(drawing, bracket, pair)
            return Step(None, WhyNot((a, b), reason, number), steps)
    return Step(None, WhyNot((a, b), Reason.OTHER_BRACKETS))


def _compared(
    drawing: Drawing[OneEntrant], bracket: BracketPaired, pair: PairOfPlaces
) -> tuple[Reason, tuple[Step, ...]]:
    if pair in bracket.pairs:
        return Reason.THEY_DO, ()
    members = as_bits(bracket.members)
    graph = with_pair({place: drawing.graph[place] & members for place in bracket.members}, *pair)
    prices = drawing.prices(tuple(bracket.members), bracket.upfloaters)
    mates = cheapest(graph, prices.row, prices.kinds.__getitem__)
    if mates is None:
        return Reason.NOT_COMPLETED, ()
    made = _times(drawing, bracket, ((one, other) for one, other in mates.items() if one < other))
    known = _times(drawing, bracket, bracket.pairs)
    worse = shared.first_worse(drawing.edition.of_pairs, made, known, drawing.edition.article)
    return (Reason.WORSE, worse) if worse else (Reason.LATER, ())


def _times(drawing: Drawing[OneEntrant], bracket: BracketPaired, pairs: Iterable[PairOfPlaces]) -> list[int]:
    """Return how often each criterion of pairs is met, as negative numbers: more is better."""
    met = [drawing.meeting(one, other, bracket.upfloaters) for one, other in pairs]
    return [-sum(map(row.times, met)) for row in drawing.edition.of_pairs]
