"""The account of a round: the bye, each bracket with its subgroups and shifts, each board with the rules behind it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Account, Step
from domain.pairing.dubov_2026.bracket import Bracket, Found
from domain.pairing.dubov_2026.counted import CountedCriterion
from domain.pairing.dubov_2026.criteria import BARRING, COUNTED_CRITERIA
from domain.pairing.dubov_2026.engine import Drawing, board_order, bye_order, coloured_board, drawn, settled
from domain.pairing.dubov_2026.facts import BoardMade, Divided, PairingBracket, Shifted, Transposed, article
from domain.pairing.dubov_2026.layout import Layout, laid_out
from domain.pairing.graph.bit_sets import bits
from domain.pairing.graph.matching import Graph, Mates
from domain.pairing.swiss.facts import ByeGiven, NotMet, Unsatisfied
from domain.pairing.swiss.passed_over import PossibleRise
from domain.pairing.swiss.telling import virtual_points_told, without_their_colour
from domain.words.articles import Article
from domain.words.players import PairingNumber

OF_A_PAIR = tuple(row for row in COUNTED_CRITERIA if row.number in ("C7", "C8", "C10"))
"""Criteria that a pair meets or does not meet."""


def explain(task: PairingTask) -> Account:
    """Brackets from the top, boards in their order, and the bye. Raises NoLegalPairing."""
    drawing = drawn(laid_out(task))
    way = tuple(_bracket(number, *one) for number, one in enumerate(drawing.settled, 1))
    return Account((*virtual_points_told(task), *way), tuple(_boards(drawing)), _bye(drawing))


def _numbers(layout: Layout, places: Iterable[int]) -> tuple[int, ...]:
    return tuple(layout.players[place].number for place in places)


def _bracket(number: int, bracket: Bracket, found: Found) -> Step:
    layout = bracket.layout
    members = [place for pair in found.pairs for place in pair]
    residents = sorted(place for place in members if place not in found.upfloaters)
    facts = PairingBracket(
        number,
        layout.players[residents[0]].score,
        _numbers(layout, residents),
        _numbers(layout, found.upfloaters),
    )
    return Step(article("3.2"), facts, tuple(_steps(bracket, found)))


def _steps(bracket: Bracket, found: Found) -> Iterator[Step]:
    layout, subgroups = bracket.layout, found.subgroups
    by_colour = any(layout.players[place].colours for pair in found.pairs for place in pair)
    g1, g2 = (_numbers(layout, group) for group in (subgroups.g1, subgroups.g2))
    yield from _risen(bracket, found)
    yield Step(article("3.2.3"), Divided(g1, g2, by_colour))
    for shifted, unavoidable in ((subgroups.unavoidable, True), (subgroups.equalising, False)):
        if shifted:
            into_g1 = shifted[0] in subgroups.g2
            yield Step(article("3.2.4"), Shifted(_numbers(layout, shifted), into_g1, unavoidable))
    s1, t2 = zip(*found.pairs, strict=True)
    averages = tuple(layout.players[place].aro for place in s1)
    yield Step(article("3.2.5"), Transposed(_numbers(layout, s1), averages, _numbers(layout, t2)))
    for number, times in not_met(bracket, found).items():
        yield Step(article(number), NotMet(times))


def _risen(bracket: Bracket, found: Found) -> Iterator[Step]:
    """The upfloaters beside those before them in the order of 4.2."""
    layout = bracket.layout

    def worse(graph: Graph, mates: Mates) -> Article | None:
        """By the best bracket in which somebody has to float up."""
        legal = tuple(graph.get(place, 0) for place in range(len(layout.players)))
        wanted, _ = settled(replace(bracket, layout=replace(layout, legal=legal)), graph, mates)
        return next((article(row.number) for row in COUNTED_CRITERIA if worse_by(row, bracket, wanted, found)), None)

    order = tuple(layout.ranked(bits(bracket.lower)))
    yield from PossibleRise(layout.players, dict(enumerate(layout.legal)), bracket.residents, order, worse).told(
        article("3.2.2"), found.upfloaters
    )


def worse_by(row: CountedCriterion, bracket: Bracket, wanted: Found, found: Found) -> int:
    """The amount by which one pairing of a bracket meets a criterion worse than another one."""
    return sum(row.adds(bracket, *one) for one in found.pairs) - sum(row.adds(bracket, *one) for one in wanted.pairs)


def not_met(bracket: Bracket, found: Found) -> Mapping[str, int]:
    """The number of times that each criterion is not met in a bracket; those met in full are left out."""
    times = {
        "C5": len(found.upfloaters) - bracket.residents.bit_count() % 2,
        "C6": sum(bracket.level(place) > 0 for place in found.upfloaters),
    }
    times |= {row.number: -sum(row.adds(bracket, *pair) for pair in found.pairs) for row in OF_A_PAIR}
    return {number: count for number, count in times.items() if count}


def unsatisfied(bracket: Bracket, pair: tuple[int, int]) -> tuple[Step, ...]:
    """The criteria that this pair does not meet, each with the one whom it does not suit."""
    broken = (row.number for row in OF_A_PAIR if row.adds(bracket, *pair) < 0)
    return tuple(Step(article(number), Unsatisfied((_meant(bracket, number, pair),))) for number in broken)


def _meant(bracket: Bracket, number: str, pair: tuple[int, int]) -> PairingNumber:
    """By C7 the one without the colour preferred, by C8 and C10 the upfloater."""
    layout = bracket.layout
    if number != "C7":
        return next(layout.players[place].number for place in pair if bracket.lower >> place & 1)
    _, seats = coloured_board(layout, *layout.ranked(pair))
    return without_their_colour(seats, *(layout.players[place] for place in pair))


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    layout = drawing.layout
    made = {
        tuple(layout.ranked(pair)): (number, bracket, found)
        for number, (bracket, found) in enumerate(drawing.settled, 1)
        for pair in found.pairs
    }
    for board, pair in enumerate(
        board_order(layout, (pair for _, found in drawing.settled for pair in found.pairs)), 1
    ):
        number, bracket, found = made[pair]
        decided, seats = coloured_board(layout, *pair)
        risen = next((layout.players[place].number for place in pair if place in found.upfloaters), None)
        facts = BoardMade(board, seats.white, seats.black, number, risen)
        yield seats, Step(article(decided), facts, unsatisfied(bracket, pair))


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    layout, taker = drawing.layout, drawing.layout.players[drawing.bye]
    before = sorted((p for p in layout.players if bye_order(p) < bye_order(taker)), key=bye_order)
    barred = tuple(player.number for player in before if any(row.bars(player) for row in BARRING))
    needed = tuple(player.number for player in before if player.number not in barred)
    return taker.number, Step(article("3.1"), ByeGiven(taker.number, taker.score, taker.games, barred, needed))
