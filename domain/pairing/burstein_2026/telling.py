"""The account of a pairing by Burstein 2026, told by the table of criteria that made it."""

from collections.abc import Iterator

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Account, Step
from domain.pairing.burstein_2026.bracket import Bracket, Found
from domain.pairing.burstein_2026.engine import Drawing, board_order, coloured_board, drawn
from domain.pairing.burstein_2026.facts import (
    BoardMade,
    OutgoingFloaters,
    PairingBracket,
    PairsInOrder,
    RankedPlayer,
    Ranking,
    article,
)
from domain.pairing.burstein_2026.layout import Layout, laid_out
from domain.pairing.swiss.facts import ByeGiven, NotMet, Unsatisfied
from domain.pairing.swiss.places import Places
from domain.pairing.swiss.telling import virtual_points_told, without_their_colour


def explain(task: PairingTask) -> Account:
    """Brackets from the top, boards in their order, and the bye. Raises NoLegalPairing."""
    drawing = drawn(laid_out(task))
    way = tuple(_bracket(drawing.layout, number, *one) for number, one in enumerate(drawing.settled, 1))
    return Account((*virtual_points_told(task, article("1.7.2")), *way), tuple(_boards(drawing)), _bye(drawing))


def _numbers(layout: Layout, places: Places) -> tuple[int, ...]:
    return tuple(layout.players[place].number for place in places)


def _bracket(layout: Layout, number: int, bracket: Bracket, found: Found) -> Step:
    score = layout.players[bracket.residents[0]].score
    facts = PairingBracket(number, score, _numbers(layout, bracket.incoming), _numbers(layout, bracket.residents))
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
        yield Step(article("C5"), OutgoingFloaters(_numbers(layout, found.floaters)))


def sequence_numbers(bracket: Bracket) -> dict[int, int]:
    """In-bracket sequence-numbers by place (4.1)."""
    return {place: number for number, place in enumerate(bracket.members, 1)}


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    layout, made = drawing.layout, dict[tuple[int, int], tuple[int, dict[int, int]]]()
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        at = sequence_numbers(bracket)
        made |= {pair: (number, {layout.players[place].number: at[place] for place in pair}) for pair in found.pairs}
    for board, pair in enumerate(board_order(layout, made), 1):
        decided, seats = coloured_board(layout, *pair)
        number, ranks = made[pair]
        facts = BoardMade(board, seats.white, seats.black, number, (ranks[seats.white], ranks[seats.black]))
        yield seats, Step(article(decided), facts, tuple(unsatisfied(layout, pair)))


def unsatisfied(layout: Layout, pair: tuple[int, int]) -> Iterator[Step]:
    """C8, if one of these two cannot have the colour they prefer."""
    if layout.same_preference(*pair):
        _, seats = coloured_board(layout, *pair)
        meant = without_their_colour(seats, *(layout.players[place] for place in pair))
        yield Step(article("C8"), Unsatisfied((meant,)))


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    layout, bye = drawing.layout, drawing.bye
    taker = layout.players[bye.place]
    barred, needed = _numbers(layout, bye.barred), _numbers(layout, bye.needed)
    return taker.number, Step(article("3.1"), ByeGiven(taker.number, taker.score, taker.games, barred, needed))
