"""Why a round is paired like this, as data: facts, the account, and the answers to "why not?"."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from domain.cards.card import Pair, PairingTask
from domain.pairing.dubov_2026.competitors import Bracket, Found, laid_out
from domain.pairing.dubov_2026.criteria import COUNTED_CRITERIA, FORBIDDING
from domain.pairing.dubov_2026.engine import NAME, Drawing, bye_order, coloured_board, drawn, settled
from domain.pairing.graph.alternating import completed, leaves_pairing, with_pair, with_rest
from domain.pairing.graph.matching import Graph, Mates, as_bits, bits
from domain.pairing.swiss import account as shared
from domain.pairing.swiss.account import NotMet, Reason, Unsatisfied, WhyNot, first_worse, numbers_at
from domain.pairing.swiss.edition import board_order
from domain.pairing.swiss.rising import BoardMade, PairingBracket, PossibleRise
from domain.pairing.system import Account, Step
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.players import PairingNumber

# Facts of the account of a pairing of 2026: data for `web/wording/pairing/dubov_2026.py`, no sentences.


article = partial(Article, NAME)


@dataclass(frozen=True, slots=True)
class Divided:
    """G1 and G2 before any shift (3.2.3)."""

    g1: tuple[int, ...]
    g2: tuple[int, ...]
    by_colour: bool
    """G1 seeks White; otherwise nobody has played yet and G1 is the first half by number."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """Players who changed from one subgroup into the other (3.2.4)."""

    players: tuple[int, ...]
    into_g1: bool
    unavoidable: bool
    """True: they left the smaller subgroup, where pairs within it were unavoidable; False: to make the sizes equal."""


@dataclass(frozen=True, slots=True)
class Transposed:
    """S1 by ARO, and T2 in the order of S1 (3.2.5)."""

    s1: tuple[int, ...]
    averages: tuple[int, ...]
    """The average ratings of the opponents of S1 (1.7)."""
    t2: tuple[int, ...]


# The account of a round: the bye, each bracket with its subgroups and shifts, each board with the rules behind it.

OF_A_PAIR = tuple(row for row in COUNTED_CRITERIA if row.number in ("C7", "C8", "C10"))


def explain(task: PairingTask) -> Account:
    drawing = drawn(laid_out(task))
    way = tuple(_bracket(number, *one) for number, one in enumerate(drawing.settled, 1))
    return Account((*shared.virtual_points_told(task), *way), tuple(_boards(drawing)), _bye(drawing))


def _bracket(number: int, bracket: Bracket, found: Found) -> Step:
    layout = bracket.layout
    members = [place for pair in found.pairs for place in pair]
    residents = sorted(place for place in members if place not in found.upfloaters)
    facts = PairingBracket(
        number,
        layout.players[residents[0]].score,
        numbers_at(layout.players, residents),
        numbers_at(layout.players, found.upfloaters),
    )
    return Step(article("3.2"), facts, tuple(_steps(bracket, found)))


def _steps(bracket: Bracket, found: Found) -> Iterator[Step]:
    layout, subgroups = bracket.layout, found.subgroups
    by_colour = any(layout.players[place].colours for pair in found.pairs for place in pair)
    g1, g2 = (numbers_at(layout.players, group) for group in (subgroups.g1, subgroups.g2))
    yield from _risen(bracket, found)
    yield Step(article("3.2.3"), Divided(g1, g2, by_colour))
    for shifted, unavoidable in ((subgroups.unavoidable, True), (subgroups.equalising, False)):
        if shifted:
            into_g1 = shifted[0] in subgroups.g2
            yield Step(article("3.2.4"), Shifted(numbers_at(layout.players, shifted), into_g1, unavoidable))
    s1, t2 = zip(*found.pairs, strict=True)
    averages = tuple(layout.players[place].aro for place in s1)
    yield Step(article("3.2.5"), Transposed(numbers_at(layout.players, s1), averages, numbers_at(layout.players, t2)))
    for number, times in not_met(bracket, found).items():
        yield Step(article(number), NotMet(times))


def _risen(bracket: Bracket, found: Found) -> Iterator[Step]:
    """The upfloaters beside those before them in the order of 4.2."""
    layout, known = bracket.layout, sums(bracket, found)

    def worse(graph: Graph, mates: Mates) -> Article | None:
        legal = tuple(graph.get(place, 0) for place in range(len(layout.players)))
        wanted, _ = settled(replace(bracket, layout=replace(layout, legal=legal)), graph, mates)
        return next((one.article for one in first_worse(COUNTED_CRITERIA, sums(bracket, wanted), known, article)), None)

    order = tuple(layout.ranked(bits(bracket.lower)))
    yield from PossibleRise(layout.players, dict(enumerate(layout.legal)), bracket.residents, order, worse).told(
        article("3.2.2"), found.upfloaters
    )


def sums(bracket: Bracket, found: Found) -> tuple[int, ...]:
    """Return each criterion's sum over a pairing; more is better."""
    return tuple(sum(row.adds(bracket, *pair) for pair in found.pairs) for row in COUNTED_CRITERIA)


def not_met(bracket: Bracket, found: Found) -> Mapping[str, int]:
    times = {
        "C5": len(found.upfloaters) - bracket.residents.bit_count() % 2,
        "C6": sum(bracket.level(place) > 0 for place in found.upfloaters),
    }
    times |= {row.number: -sum(row.adds(bracket, *pair) for pair in found.pairs) for row in OF_A_PAIR}
    return {number: count for number, count in times.items() if count}


def unsatisfied(bracket: Bracket, pair: tuple[int, int]) -> tuple[Step, ...]:
    broken = (row.number for row in OF_A_PAIR if row.adds(bracket, *pair) < 0)
    return tuple(Step(article(number), Unsatisfied((_meant(bracket, number, pair),))) for number in broken)


def _meant(bracket: Bracket, number: str, pair: tuple[int, int]) -> PairingNumber:
    """By C7 the one without the colour preferred, by C8 and C10 the upfloater."""
    layout = bracket.layout
    if number != "C7":
        return next(layout.players[place].number for place in pair if bracket.lower >> place & 1)
    _, seats = coloured_board(layout, pair)
    return shared.without_their_colour(seats, *(layout.players[place] for place in pair))


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    layout = drawing.layout
    made = {
        pair: (number, bracket, found)
        for number, (bracket, found) in enumerate(drawing.settled, 1)
        for pair in found.pairs
    }
    for board, pair in enumerate(board_order(layout.players, made), 1):
        number, bracket, found = made[pair]
        decided, seats = coloured_board(layout, pair)
        risen = next((layout.players[place].number for place in pair if place in found.upfloaters), None)
        facts = BoardMade(board, seats.white, seats.black, number, risen)
        yield seats, Step(article(decided), facts, unsatisfied(bracket, pair))


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    players, order = drawing.layout.players, bye_order(drawing.layout)
    return shared.bye_told(players, order, drawing.bye, players[drawing.bye].games, article("3.1"))


# The reason two players do not meet in a round of 2026.


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    layout = laid_out(task)
    pair = shared.two_places(layout.players, a, b)
    if pair is None:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    one, other = (layout.players[place] for place in pair)
    if forbidden := shared.forbidden_steps(task, one, other, FORBIDDING, article):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    drawing = drawn(layout)
    if drawing.bye in pair:
        return Step(article("3.1"), WhyNot((a, b), Reason.BYE))
    settled = enumerate(drawing.settled)
    at = next(at for at, (_, found) in settled if any(place in seats for seats in found.pairs for place in pair))
    reason, steps = _compared(drawing, at, pair)
    return Step(None, WhyNot((a, b), reason, at + 1), steps)


def _compared(drawing: Drawing, at: int, pair: tuple[int, int]) -> tuple[Reason, tuple[Step, ...]]:
    bracket, found = drawing.settled[at]
    if any(set(pair) == set(one) for one in found.pairs):
        return Reason.THEY_DO, ()
    if not bracket.residents & as_bits(pair):
        return Reason.OTHER_BRACKETS, ()
    layout = bracket.layout
    graph = with_pair(dict(enumerate(layout.legal)), *pair)
    mates = completed(graph, bracket.residents | bracket.lower, {})
    if mates is None:
        everybody = with_rest(layout.legal, layout.bye)
        return (Reason.NOT_BELOW if leaves_pairing(everybody, *pair) else Reason.NOT_COMPLETED), ()
    wanted, _ = settled(replace(bracket, layout=replace(layout, legal=tuple(graph.values()))), graph, mates)
    if worse := first_worse(COUNTED_CRITERIA, sums(bracket, wanted), sums(bracket, found), article):
        return Reason.WORSE, worse
    return Reason.LATER, unsatisfied(bracket, pair)
