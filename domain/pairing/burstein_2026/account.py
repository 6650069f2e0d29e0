"""Why a round is paired like this, as data: facts, the account, and the answers to "why not?"."""

from collections.abc import Iterator
from functools import partial

from domain.cards.card import Pair, PairingTask
from domain.pairing.burstein_2026.choosing import best
from domain.pairing.burstein_2026.competitors import Bracket, Found, Index, Layout, laid_out
from domain.pairing.burstein_2026.criteria import COUNTED_CRITERIA, FORBIDDING, scale
from domain.pairing.burstein_2026.engine import Drawing, bye_order, coloured_board, drawn
from domain.pairing.graph.alternating import leaves_pairing, with_pair, with_rest
from domain.pairing.graph.matching import Mates, as_bits
from domain.pairing.swiss import account as shared
from domain.pairing.swiss.account import NotMet, Reason, Unsatisfied, WhyNot, numbers_at
from domain.pairing.swiss.edition import board_order
from domain.pairing.system import Account, Step
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.players import PairingNumber

# Facts of the account of a pairing by Burstein 2026: data for `web/wording/pairing/burstein_2026.py`, no sentences.

NAME = "burstein-2026"


article = partial(Article, NAME)


@dataclass(frozen=True, slots=True)
class FirstRounds:
    """This round is one of the first, which the Dutch system pairs (1.6)."""

    round: int
    many: int


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """One bracket (1.2.2); its steps follow."""

    number: int
    score: int
    """Half-points of its residents, virtual ones included."""
    incoming: tuple[int, ...]
    residents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    player: int
    index: Index


@dataclass(frozen=True, slots=True)
class Ranking:
    """All players of a bracket by Index and pairing number, whatever their scores (1.8)."""

    players: tuple[RankedPlayer, ...]


@dataclass(frozen=True, slots=True)
class PairsInOrder:
    """The pairs by the in-bracket sequence-numbers of their players, the smaller number first (4)."""

    pairs: tuple[tuple[int, int], ...]
    folded: bool
    """The first meets the last, the second the last but one, and so on: no criterion asked for another pairing."""


@dataclass(frozen=True, slots=True)
class OutgoingFloaters:
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of 5.2 that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    numbers: tuple[int, int]


# The account of a pairing by Burstein 2026, told by the table of criteria that made it.


def explain(task: PairingTask) -> Account:
    drawing = drawn(laid_out(task))
    way = tuple(_bracket(drawing.layout, number, *one) for number, one in enumerate(drawing.settled, 1))
    return Account((*shared.virtual_points_told(task, article("1.7.2")), *way), tuple(_boards(drawing)), _bye(drawing))


def _bracket(layout: Layout, number: int, bracket: Bracket, found: Found) -> Step:
    score = layout.players[bracket.residents[0]].score
    facts = PairingBracket(
        number, score, numbers_at(layout.players, bracket.incoming), numbers_at(layout.players, bracket.residents)
    )
    return Step(article("1.2.2"), facts, tuple(_steps(layout, bracket, found)))


def _steps(layout: Layout, bracket: Bracket, found: Found) -> Iterator[Step]:
    ranked = (layout.players[place] for place in bracket.members)
    yield Step(article("1.8"), Ranking(tuple(RankedPlayer(player.number, player.index) for player in ranked)))
    if found.pairs:
        at = sequence_numbers(bracket)
        pairs = tuple((at[higher], at[lower]) for higher, lower in found.pairs)
        folded = all(one + other == len(bracket.members) + 1 for one, other in pairs)
        yield Step(article("4.3"), PairsInOrder(pairs, folded))
    if times := sum(layout.same_preference(*pair) for pair in found.pairs):
        yield Step(article("C8"), NotMet(times))
    if found.floaters:
        yield Step(article("C5"), OutgoingFloaters(numbers_at(layout.players, found.floaters)))


def sequence_numbers(bracket: Bracket) -> dict[int, int]:
    """In-bracket sequence-numbers by place (4.1)."""
    return {place: number for number, place in enumerate(bracket.members, 1)}


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    layout, made = drawing.layout, dict[tuple[int, int], tuple[int, dict[int, int]]]()
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        at = sequence_numbers(bracket)
        made |= {pair: (number, {layout.players[place].number: at[place] for place in pair}) for pair in found.pairs}
    for board, pair in enumerate(board_order(layout.players, made), 1):
        decided, seats = coloured_board(layout, *pair)
        number, ranks = made[pair]
        facts = BoardMade(board, seats.white, seats.black, number, (ranks[seats.white], ranks[seats.black]))
        yield seats, Step(article(decided), facts, tuple(unsatisfied(layout, pair)))


def unsatisfied(layout: Layout, pair: tuple[int, int]) -> Iterator[Step]:
    """C8, if one of these two cannot have the colour they prefer."""
    if layout.same_preference(*pair):
        _, seats = coloured_board(layout, *pair)
        meant = shared.without_their_colour(seats, *(layout.players[place] for place in pair))
        yield Step(article("C8"), Unsatisfied((meant,)))


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    players, order = drawing.layout.players, bye_order(drawing.layout)
    return shared.bye_told(players, order, drawing.bye, players[drawing.bye].games, article("3.1"))


# The reason two players do not meet in a round of Burstein 2026.


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    layout = laid_out(task)
    places = shared.two_places(layout.players, a, b)
    if places is None:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    pair = max(places), min(places)
    higher, lower = (layout.players[place] for place in pair)
    if forbidden := shared.forbidden_steps(task, higher, lower, FORBIDDING, article):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    drawing = drawn(layout)
    if drawing.bye in pair:
        return Step(article("3.1"), WhyNot((a, b), Reason.BYE))
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        if pair in found.pairs:
            return Step(None, WhyNot((a, b), Reason.THEY_DO, number))
        if set(pair) <= set(bracket.members):
            reason, steps = _compared(drawing, number - 1, pair)
            return Step(None, WhyNot((a, b), reason, number), steps)
    return Step(None, WhyNot((a, b), Reason.OTHER_BRACKETS))


def _compared(drawing: Drawing, at: int, pair: tuple[int, int]) -> tuple[Reason, tuple[Step, ...]]:
    layout, (bracket, _) = drawing.layout, drawing.settled[at]
    graph, mates = _as_it_was(drawing, at)
    if not leaves_pairing(graph, *pair):
        everybody = with_rest(layout.legal, layout.bye)
        return (Reason.NOT_BELOW if leaves_pairing(everybody, *pair) else Reason.NOT_COMPLETED), ()
    forced = with_pair(graph, *pair)
    wanted, known = (_quality(layout, bracket, *best(layout, one, bracket, mates)) for one in (forced, graph))
    if worse := shared.first_worse(COUNTED_CRITERIA, wanted, known, article):
        return Reason.WORSE, worse
    return Reason.LATER, tuple(unsatisfied(layout, pair))


def _as_it_was(drawing: Drawing, at: int) -> tuple[dict[int, int], Mates]:
    """The graph and a complete pairing of everybody who was not settled when the bracket's turn came."""
    mates = shared.mates_of(found.pairs for _, found in drawing.settled[at:])
    left = as_bits(mates)
    return {place: others & left for place, others in drawing.graph.items() if left >> place & 1}, mates


def _quality(layout: Layout, bracket: Bracket, found: Found, rest: Mates) -> tuple[int, ...]:
    """Each criterion's sum over a pairing and what it leaves possible; more is better."""
    measured = scale(layout, bracket)
    pairs = {(max(pair), min(pair)) for pair in (*found.pairs, *rest.items())}
    return tuple(sum(criterion.adds(measured, *pair) for pair in pairs) for criterion in COUNTED_CRITERIA)
