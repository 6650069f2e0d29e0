"""Why a round is paired like this, as data: facts, the account, and the answers to "why not?"."""

from collections.abc import Iterator, Mapping
from functools import partial

from domain.cards.card import Pair, PairingTask
from domain.pairing.dutch_2026.choosing import best
from domain.pairing.dutch_2026.competitors import Bracket, Found, Layout, laid_out
from domain.pairing.dutch_2026.criteria import COUNTED_CRITERIA, FORBIDDING, Scale, scale
from domain.pairing.dutch_2026.engine import NAME, Drawing, coloured_board, drawn
from domain.pairing.graph.alternating import completed, leaves_pairing, with_pair, with_rest
from domain.pairing.graph.matching import Mates, as_bits
from domain.pairing.swiss import account as shared
from domain.pairing.swiss.account import BoardMade, NotMet, PairRole, Reason, Unsatisfied, numbers_at
from domain.pairing.swiss.edition import board_order
from domain.pairing.system import Account, Step
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.players import PairingNumber

# Facts of the account of a pairing of 2026: data for `web/wording/pairing/dutch_2026.py`, no sentences.


article = partial(Article, NAME)


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """One bracket (1.3); its steps follow."""

    number: int
    score: int
    """Half-points of its residents, virtual ones included."""
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstOpponents:
    """The MDPs that are paired, with their opponents in the same order (3.4, 4.2)."""

    moved_down: tuple[int, ...]
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Halves:
    """S1 and the opponents it got from S2, of the whole bracket or of its remainder (3.2, 4.2, 4.3)."""

    s1: tuple[int, ...]
    opponents: tuple[int, ...]
    from_s1: tuple[int, ...] = ()
    """Exchanged, out of the original S1."""
    from_s2: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Downfloaters:
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByeGiven:
    player: int
    bracket: int
    barred: tuple[int, ...]
    """Players of the same score or a lower one who cannot have it (C2)."""


@dataclass(frozen=True, slots=True)
class WhyNot(shared.WhyNot):
    """An answer of this system; Burstein gives it of its first rounds."""


# The account of a pairing of 2026, told by the table of criteria that made it.

WITHIN = tuple(
    (criterion.number, criterion.adds)
    for criterion in COUNTED_CRITERIA
    if criterion.number in {f"C{n}" for n in range(10, 18)}
)
"""Criteria that one pair can fail to meet: C10 to C13, C15 and C17, and of those left over C14 and C16."""

OF_COLOURS = frozenset({"C10", "C11", "C12", "C13"})
PAIRS_WANTED = frozenset({"C14", "C16"})
"""These two count whom a pair spares, not whom it hurts."""


def explain(task: PairingTask) -> Account:
    drawing = drawn(laid_out(task))
    layout = drawing.layout
    way = tuple(_bracket(layout, number, *one) for number, one in enumerate(drawing.settled, 1))
    return Account((*shared.virtual_points_told(task), *way), tuple(_boards(drawing)), _bye(drawing))


def _bracket(layout: Layout, number: int, bracket: Bracket, found: Found) -> Step:
    score = layout.players[bracket.residents[0]].score
    moved, residents = numbers_at(layout.players, bracket.moved), numbers_at(layout.players, bracket.residents)
    facts = PairingBracket(number, score, moved, residents)
    return Step(article("1.3"), facts, tuple(_steps(layout, bracket, found)))


def _steps(layout: Layout, bracket: Bracket, found: Found) -> Iterator[Step]:
    if found.heads:
        heads, opponents = zip(*found.heads, strict=True)
        yield Step(
            article("3.4"), FirstOpponents(numbers_at(layout.players, heads), numbers_at(layout.players, opponents))
        )
    if found.remainder:
        yield _halves(layout, bracket, found)
    for criterion, times in not_met(layout, bracket, found).items():
        yield Step(article(criterion), NotMet(times))
    if found.floaters:
        yield Step(article("C6"), Downfloaters(numbers_at(layout.players, found.floaters)))


def _halves(layout: Layout, bracket: Bracket, found: Found) -> Step:
    s1, opponents = zip(*found.remainder, strict=True)
    taken = {place for pair in found.heads for place in pair}
    rest = [place for place in bracket.residents if place not in taken]
    original = rest[: len(s1)]
    out = tuple(place for place in original if place not in s1)
    into = tuple(place for place in s1 if place not in original)
    facts = Halves(*(numbers_at(layout.players, places) for places in (s1, opponents, out, into)))
    return Step(article("4.3" if out else "4.2"), facts)


def not_met(layout: Layout, bracket: Bracket, found: Found) -> Mapping[str, int]:
    measured = scale(layout, bracket, single_bye=False)
    times = {number: -sum(criterion(measured, *pair) for pair in _ordered(found)) for number, criterion in WITHIN}
    for number, ago in (("C14", 0), ("C16", 1)):
        times[number] = sum(layout.down[ago] >> place & 1 for place in found.floaters if place in bracket.residents)
    return {number: count for number, count in times.items() if count}


def _ordered(found: Found) -> Iterator[tuple[int, int]]:
    return ((min(pair), max(pair)) for pair in found.pairs)


def unsatisfied(layout: Layout, measured: Scale, pair: tuple[int, int]) -> tuple[Step, ...]:
    """The criteria of C10 to C17 that this pair does not meet, each with the one whom it does not suit."""
    broken = (n for n, criterion in WITHIN if n not in PAIRS_WANTED and criterion(measured, *pair) < 0)
    return tuple(Step(article(number), Unsatisfied((_meant(layout, number, pair),))) for number in broken)


def _meant(layout: Layout, number: str, pair: tuple[int, int]) -> PairingNumber:
    """By the criteria of colours the one who goes without, by the others the opponent of the one moved down."""
    higher, lower = (layout.players[place] for place in pair)
    if number not in OF_COLOURS:
        return lower.number
    _, seats = coloured_board(layout, *pair)
    return shared.without_their_colour(seats, higher, lower)


def _boards(drawing: Drawing) -> Iterator[tuple[Pair, Step]]:
    layout, made = drawing.layout, {}
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        measured = scale(layout, bracket, single_bye=False)
        for pair in _ordered(found):
            made[pair] = number, _role(bracket, found, pair), unsatisfied(layout, measured, pair)
    for place, (higher, lower) in enumerate(board_order(layout.players, made), 1):
        decided, seats = coloured_board(layout, higher, lower)
        number, role, steps = made[higher, lower]
        yield seats, Step(article(decided), BoardMade(place, seats.white, seats.black, number, role), steps)


def _role(bracket: Bracket, found: Found, pair: tuple[int, int]) -> PairRole:
    if not bracket.moved:
        return PairRole.HOMOGENEOUS
    return PairRole.MOVED_DOWN if pair in ((min(head), max(head)) for head in found.heads) else PairRole.REMAINDER


def _bye(drawing: Drawing) -> tuple[int, Step] | None:
    if drawing.bye is None:
        return None
    layout, taker = drawing.layout, drawing.layout.players[drawing.bye]
    bracket = next(n for n, (_, found) in enumerate(drawing.settled, 1) if drawing.bye in found.floaters)
    barred = tuple(p.number for p in layout.players if p.score <= taker.score and not p.bye_allowed)
    return taker.number, Step(article("C5"), ByeGiven(taker.number, bracket, barred))


# The reason two players do not meet in a round of 2026.


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    layout = laid_out(task)
    places = shared.two_places(layout.players, a, b)
    if places is None:
        return Step(None, WhyNot((a, b), Reason.ABSENT))
    pair = min(places), max(places)
    higher, lower = (layout.players[place] for place in pair)
    if forbidden := shared.forbidden_steps(task, higher, lower, FORBIDDING, article):
        return Step(None, WhyNot((a, b), Reason.FORBIDDEN), forbidden)
    drawing = drawn(layout)
    for number, (bracket, found) in enumerate(drawing.settled, 1):
        if pair in _ordered(found):
            return Step(None, WhyNot((a, b), Reason.THEY_DO, number))
        if set(pair) <= set(bracket.members) and pair[1] in bracket.residents:
            reason, steps = _compared(drawing, number - 1, pair)
            return Step(None, WhyNot((a, b), reason, number), steps)
    return Step(None, WhyNot((a, b), Reason.OTHER_BRACKETS))


def _compared(drawing: Drawing, at: int, pair: tuple[int, int]) -> tuple[Reason, tuple[Step, ...]]:
    layout, (bracket, _) = drawing.layout, drawing.settled[at]
    graph, mates = _as_it_was(drawing, at)
    forced = with_pair(graph, *pair)
    if completed(forced, as_bits(mates), {}) is None:
        return _impossible(drawing, at, pair)
    wanted, known = (_quality(layout, bracket, *best(layout, one, bracket, {})) for one in (forced, graph))
    if worse := shared.first_worse(COUNTED_CRITERIA, wanted, known, article):
        return Reason.WORSE, worse
    return Reason.LATER, unsatisfied(layout, scale(layout, bracket, single_bye=False), pair)


def _impossible(drawing: Drawing, at: int, pair: tuple[int, int]) -> tuple[Reason, tuple[Step, ...]]:
    """The criterion that no pairing with this pair meets: C5, if another bye would do, or C4."""
    layout, (bracket, _) = drawing.layout, drawing.settled[at]
    everybody = with_rest(layout.legal, layout.bye)
    gone = as_bits(place for _, found in drawing.settled[:at] for one in found.pairs for place in one)
    left = {place: others & ~gone for place, others in everybody.items() if not gone >> place & 1}
    if bracket.takers and leaves_pairing(left, *pair):
        return Reason.WORSE, (Step(article("C5"), NotMet(1)),)
    return (Reason.NOT_BELOW if leaves_pairing(everybody, *pair) else Reason.NOT_COMPLETED), ()


def _as_it_was(drawing: Drawing, at: int) -> tuple[Mapping[int, int], Mates]:
    gone = {place for _, found in drawing.settled[:at] for pair in found.pairs for place in pair}
    taker = {drawing.bye} if drawing.bye is not None and not drawing.settled[at][0].takers else set()
    mates = shared.mates_of(found.pairs for _, found in drawing.settled[at:])
    if drawing.bye is not None and not taker:
        mates[drawing.bye], mates[drawing.layout.bye_place] = drawing.layout.bye_place, drawing.bye
    left = as_bits(gone | taker)
    return {place: others & ~left for place, others in drawing.graph.items() if place in mates}, mates


def _quality(layout: Layout, bracket: Bracket, found: Found, rest: Mates) -> tuple[int, ...]:
    """Each criterion's sum over a candidate and what it leaves possible; more is better."""
    single = bool(bracket.byes_inside) and len(found.floaters) == 1
    measured = scale(layout, bracket, single_bye=single)
    pairs = {(min(pair), max(pair)) for pair in (*found.pairs, *rest.items())}
    return tuple(sum(criterion.adds(measured, *pair) for pair in pairs) for criterion in COUNTED_CRITERIA)
