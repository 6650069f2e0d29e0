"""Why a round is paired like this, as data: facts, the account, and the answers to "why not?"."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import lru_cache, partial
from math import comb, perm

from domain.cards.card import Pair, PairingTask
from domain.pairing.dutch_1998.choosing import Division, Found, first_candidate, most_pairs
from domain.pairing.dutch_1998.competitors import Bracket, PairingField, divided, field_of, least_clashes
from domain.pairing.dutch_1998.criteria import Chart, broken, chart
from domain.pairing.dutch_1998.engine import NAME, PairedBracket, paired_brackets, with_colours
from domain.pairing.graph.matching import ANYBODY
from domain.pairing.swiss.account import BoardMade, PairRole, Reason, Unsatisfied, WhyNot, two_places
from domain.pairing.swiss.edition import Places, board_order
from domain.pairing.system import Account, Step
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.games import Colour
from domain.words.players import PairingNumber

# Facts of the account of a pairing of 1998: data for `web/wording/pairing/dutch_1998.py`, no sentences.


article = partial(Article, NAME)


class Treatment(StrEnum):
    """The way a group was cut into S1 and S2 (A.3, A.6)."""

    HOMOGENEOUS = "homogeneous"
    HETEROGENEOUS = "heterogeneous"
    """S1 are the players moved down; what they leave is the remainder."""
    MIXED = "mixed"
    """At least half were moved down: treated as homogeneous (A.3)."""


class Reopening(StrEnum):
    """The fate of a bracket when the one below it could not be completed."""

    OTHERS_SENT = "others-sent"
    """C.12: paired again, so that others move down."""
    PAIRED_AGAIN = "paired-again"
    """C.13: paired again, for the last bracket."""
    MOVED_WHOLE = "moved-whole"
    """C.13: everybody in it moves down."""


@dataclass(frozen=True, slots=True)
class ScoreBracket:
    """One score bracket (A.3); its steps follow in the order of section C."""

    number: int
    score: int
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    treatment: Treatment


@dataclass(frozen=True, slots=True)
class WithoutOpponent:
    """Moved on by C.1."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairsMade:
    """The number of pairs, and what their colours may cost (A.6, A.8)."""

    made: int
    wanted: int
    """p as A.6 has it."""
    x: int
    """The least number of pairs that cannot satisfy both players (A.8)."""
    allowed: int
    """The x in force at acceptance; more than `x` after C.11."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Players exchanged between S1 and S2 (D.2); both empty for the first division."""

    from_s1: tuple[int, ...] = ()
    from_s2: tuple[int, ...] = ()
    number: int | None = 0
    """Its place in the order of D.2; 0 = none was needed, None = too far out to be counted."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The prescribed attempt that was accepted (D.1, D.2)."""

    s1: tuple[int, ...]
    s2: tuple[int, ...]
    """Both as they stood when the pairing was accepted, in the order of A.2."""
    transposition: int
    """Transpositions of S2 tried before; 0 = S2 as it stood. Only arrangements that change a pair count."""
    exchange: Exchange = Exchange()


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A step of C.9 to C.11 that relaxed a criterion."""

    criterion: Article
    times: int = 1


@dataclass(frozen=True, slots=True)
class FewerPairs:
    """C.14."""

    times: int


@dataclass(frozen=True, slots=True)
class Reopened:
    """C.12 or C.13, asked for by the bracket below."""

    how: Reopening


@dataclass(frozen=True, slots=True)
class Joined:
    """Residents of higher brackets that C.13 joined to the last one."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByeMovedDown:
    """A.5: a player moved down has the bye, because with nobody else left over the others can be paired."""

    player: int
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Unpaired: down to the next bracket, or the bye in the last one."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShortCount:
    """Transpositions were counted without those that change no pair."""


@dataclass(frozen=True, slots=True)
class ByeGiven:
    player: int
    bracket: int


@dataclass(frozen=True, slots=True)
class Barred:
    """Players of the same bracket who could not have the bye (B.1b)."""

    players: tuple[int, ...]


# The account of a pairing of 1998, told by the same criteria and stages that made it.

DROPPED = ((), ("B.6",), ("B.6", "B.5"))
"""Articles given up at each level of C.9 and C.10."""


def explain(task: PairingTask) -> Account:
    laid_out = chart(field_of(task))
    settled = paired_brackets(laid_out)
    way = tuple(_bracket(laid_out, number, one) for number, one in enumerate(settled, 1))
    attempts = [s.facts for bracket in way for s in bracket.children if isinstance(s.facts, Attempt)]
    counted = (Step(article("D.1"), ShortCount()),) if any(attempt.transposition for attempt in attempts) else ()
    return Account(way + counted, tuple(_boards(laid_out.field, settled)), _bye(laid_out.field, settled))


def _bracket(laid_out: Chart, number: int, settled: PairedBracket) -> Step:
    field, bracket = laid_out.field, settled.bracket
    score = field.players[bracket.residents[-1] if bracket.residents else settled.alone[-1]].score
    bye = () if settled.bye is None else (settled.bye,)
    facts = ScoreBracket(
        number=number,
        score=score,
        moved_down=field.numbers(tuple(sorted(bracket.moved + bye))),
        residents=field.numbers(bracket.residents),
        treatment=_treatment(bracket),
    )
    return Step(article("A.3"), facts, tuple(_steps(laid_out, settled)))


def _treatment(bracket: Bracket) -> Treatment:
    if bracket.mixed:
        return Treatment.MIXED
    return Treatment.HETEROGENEOUS if bracket.moved else Treatment.HOMOGENEOUS


def _steps(laid_out: Chart, settled: PairedBracket) -> Iterator[Step]:
    field, bracket, found = laid_out.field, settled.bracket, settled.found
    if settled.joined:
        yield Step(article("C.13"), Joined(field.numbers(settled.joined)))
    if settled.alone:
        yield Step(article("C.1"), WithoutOpponent(field.numbers(settled.alone)))
    if settled.bye is not None:
        yield _bye_moved_down(laid_out, settled, settled.bye)
    if found and found.pairs:
        x = least_clashes(field, bracket.members, bracket.most_pairs)
        yield Step(article("A.8"), PairsMade(len(found.pairs), bracket.most_pairs, x, found.x))
        yield from (_attempt(field, division) for division in found.divisions if division.s1)
    yield from relaxed(field, bracket, found)
    of_c13 = Reopening.PAIRED_AGAIN if found else Reopening.MOVED_WHOLE
    for number in settled.reopened_by:
        yield Step(article(number), Reopened(Reopening.OTHERS_SENT if number == "C.12" else of_c13))
    if settled.floaters:
        yield Step(None, LeftOver(field.numbers(settled.floaters)))


def _bye_moved_down(laid_out: Chart, settled: PairedBracket, bye: int) -> Step:
    others = tuple(place for place in settled.bracket.residents if laid_out.bye >> place & 1)
    numbers = laid_out.field.numbers
    return Step(article("A.5"), ByeMovedDown(numbers((bye,))[0], numbers(others)))


def relaxed(field: PairingField, bracket: Bracket, found: Found | None) -> Iterator[Step]:
    """The rules that had to be given up, in the order of the steps that do it."""
    pairs = len(found.pairs) if found else 0
    if found:
        yield from (Step(article("C.9"), GivenUp(article(one))) for one in DROPPED[found.down])
        if bracket.moved:
            yield from (Step(article("C.10"), GivenUp(article(one))) for one in DROPPED[found.up])
        raised = found.x - least_clashes(field, bracket.members, pairs)
        if raised > 0:
            yield Step(article("C.11"), GivenUp(article("B.4"), raised))
    if pairs < bracket.most_pairs:
        yield Step(article("C.14"), FewerPairs(bracket.most_pairs - pairs))


def _attempt(field: PairingField, division: Division) -> Step:
    exchange = _exchange(field, division)
    number = transposition_number(division.s2, division.opponents)
    facts = Attempt(field.numbers(division.s1), field.numbers(division.s2), number, exchange)
    return Step(article("D.2" if exchange.from_s1 else "D.1"), facts)


def _exchange(field: PairingField, division: Division) -> Exchange:
    members = tuple(sorted(division.s1 + division.s2))
    before, _ = divided(members, len(division.s1))
    out = tuple(place for place in before if place not in division.s1)
    into = tuple(place for place in division.s1 if place not in before)
    rank = {place: i for i, place in enumerate(members, 1)}
    ranks = tuple(rank[place] for place in out), tuple(rank[place] for place in into)
    return Exchange(field.numbers(out), field.numbers(into), exchange_number(len(division.s1), len(members), ranks))


def _boards(field: PairingField, settled: list[PairedBracket]) -> Iterator[tuple[Pair, Step]]:
    made = {pair: (number, role) for number, one in enumerate(settled, 1) for pair, role in _roles(one)}
    for board, (higher, lower) in enumerate(board_order(field.players, made), 1):
        decided, pair = with_colours(field, higher, lower)
        number, role = made[higher, lower]
        suffered = broken(field.players[higher], field.players[lower], absolute=False)
        facts = BoardMade(board, pair.white, pair.black, number, role)
        yield pair, Step(article(decided), facts, unsatisfied(_denied(field, pair, suffered)))


def _denied(field: PairingField, pair: Pair, suffered: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """The players who are denied the colour they are due: only one of two who are due the same (B.4)."""
    white = field.players[field.place[pair.white]]
    lucky = pair.white if white.preference.colour is Colour.WHITE else pair.black
    return [(number, player) for number, player in suffered if number != "B.4" or player != lucky]


def unsatisfied(suffered: Iterable[tuple[str, int]]) -> tuple[Step, ...]:
    by_article: dict[str, list[int]] = {}
    for number, player in suffered:
        by_article.setdefault(number, []).append(player)
    return tuple(Step(article(number), Unsatisfied(tuple(players))) for number, players in by_article.items())


def _roles(settled: PairedBracket) -> Iterator[tuple[tuple[int, int], PairRole]]:
    divisions = settled.found.divisions if settled.found else ()
    for i, division in enumerate(divisions):
        role = PairRole.HOMOGENEOUS if len(divisions) == 1 else PairRole.REMAINDER if i else PairRole.MOVED_DOWN
        for a, b in zip(division.s1, division.opponents, strict=True):
            yield (min(a, b), max(a, b)), role


def _bye(field: PairingField, settled: list[PairedBracket]) -> tuple[int, Step] | None:
    if not settled or not settled[-1].floaters:
        return None
    player = field.players[settled[-1].floaters[0]]
    others = (field.players[place] for place in settled[-1].bracket.members)
    barred = tuple(other.number for other in others if other.had_free_point)
    steps = unsatisfied(broken(player, None, absolute=False))
    steps += (Step(article("B.1b"), Barred(barred)),) if barred else ()
    return player.number, Step(article("A.5"), ByeGiven(player.number, len(settled)), steps)


# The reason two players do not meet in a round of 1998.


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    field = field_of(task)
    both = (a, b)
    places = two_places(field.players, a, b)
    if places is None:
        return Step(None, WhyNot(both, Reason.ABSENT))
    pair = min(places), max(places)
    one, other = (field.players[place] for place in pair)
    forbidden = unsatisfied(broken(one, other, absolute=True))
    if frozenset(both) in field.forbidden:
        forbidden = (*forbidden, Step(None, Unsatisfied(both)))
    if forbidden:
        return Step(None, WhyNot(both, Reason.FORBIDDEN), forbidden)
    laid_out = chart(field)
    settled = paired_brackets(laid_out)
    if any(pair in bracket.pairs for bracket in settled):
        return Step(None, WhyNot(both, Reason.THEY_DO))
    relative = unsatisfied(broken(one, other, absolute=False))
    shared = [i for i, bracket in enumerate(settled) if set(pair) <= {*bracket.bracket.members}]
    if not shared:
        return Step(None, WhyNot(both, Reason.OTHER_BRACKETS), relative)
    found = [(i + 1, *_compared(laid_out, settled[i], pair)) for i in shared]
    undone = (answer for answer in found if answer[1] is Reason.BELOW)
    number, reason, costs = next(undone, found[-1])
    return Step(None, WhyNot(both, reason, number), relative + costs)


def _compared(laid_out: Chart, settled: PairedBracket, pair: Places) -> tuple[Reason, tuple[Step, ...]]:
    """The best pairing of the bracket that has this pair, against the one it got; and what it would give up."""
    bracket, found = settled.bracket, settled.found
    if _undone(laid_out, settled, pair):
        return Reason.BELOW, ()
    forced = _forced(laid_out, bracket, len(settled.pairs), pair)
    if forced is None or found is None:
        return Reason.NOT_COMPLETED, ()
    given_up = tuple(relaxed(laid_out.field, bracket, forced))
    if forced.order < found.order:
        return Reason.BELOW, given_up
    worse = (forced.x, forced.up, forced.down) != (found.x, found.up, found.down)
    return Reason.WORSE if worse else Reason.LATER, given_up


def _undone(laid_out: Chart, settled: PairedBracket, pair: Places) -> bool:
    """C.13 gave up pairs of this bracket for the last one; with this pair it could have had more of them."""
    if "C.13" not in settled.reopened_by:
        return False
    most = most_pairs(laid_out, settled.bracket, settled.bracket.most_pairs)
    return any(_forced(laid_out, settled.bracket, p, pair) for p in range(most, len(settled.pairs), -1))


def _forced(laid_out: Chart, bracket: Bracket, pairs: int, pair: Places) -> Found | None:
    if not pairs:
        return None
    higher, lower = pair
    legal = list(laid_out.legal)
    legal[higher], legal[lower] = 1 << lower, 1 << higher
    for place in bracket.members:
        if place not in pair:
            legal[place] &= ~(1 << higher | 1 << lower)
    leavers = (laid_out.bye if bracket.last else ANYBODY) & ~(1 << higher | 1 << lower)
    return first_candidate(replace(laid_out, legal=tuple(legal)), bracket, pairs, leavers)


# D.1 and D.2: the place of a transposition or an exchange in the order in which they are tried.
# The engine never walks through these orders; its account counts in them what it has found.

OrderExchange = tuple[tuple[int, ...], tuple[int, ...]]

MOST_COUNTED = 400
"""Players of S1 times players exchanged, up to which an exchange is given its number."""


def transposition_number(s2: Sequence[int], opponents: Sequence[int]) -> int:
    """The number of arrangements of S2's leading places before this one; those behind make no pair."""
    left, number = list(s2), 0
    for places_behind, opponent in zip(range(len(opponents) - 1, -1, -1), opponents, strict=True):
        before = left.index(opponent)
        left.remove(opponent)
        number += before * perm(len(left), places_behind)
    return number


def exchange_number(s1: int, size: int, exchange: OrderExchange) -> int | None:
    """The place of an exchange in D.2, 1 being the first; None: too far out to be counted.

    `exchange` is in ranks inside the group, 1 to `size`, the first `s1` of which are S1.
    """
    out, into = exchange
    k, s2 = len(out), size - s1
    if not k:
        return 0
    if max(s1, s2) * k > MOST_COUNTED:
        return None
    shifted = tuple(rank - s1 for rank in into)
    difference = sum(shifted) - sum(out)
    smaller = sum(comb(s1, i) * comb(s2, i) for i in range(1, k))
    return smaller + _nearer(s1, s2, k, difference) + _tied_before(s1, s2, out, shifted) + 1


@lru_cache(maxsize=4096)
def _sums(numbers: int, k: int) -> Counter[int]:
    """The number of sets of `k` numbers from 1 to `numbers`, by their sum."""
    if k == 0:
        return Counter({0: 1})
    if k > numbers:
        return Counter()
    found = Counter(_sums(numbers - 1, k))
    for total, sets in _sums(numbers - 1, k - 1).items():
        found[total + numbers] += sets
    return found


def _nearer(s1: int, s2: int, k: int, difference: int) -> int:
    ours, theirs = _sums(s1, k), _sums(s2, k)
    return sum(a * b for out, a in ours.items() for into, b in theirs.items() if into - out < difference)


def _tied_before(s1: int, s2: int, out: tuple[int, ...], into: tuple[int, ...]) -> int:
    """Exchanges of the same size and difference with lower players of S1, or the same and higher ones of S2."""
    difference, theirs = sum(into) - sum(out), _sums(s2, len(into))
    before = sum(sets * theirs[total + difference] for total, sets in _lower_sets(s1, out).items())
    mirrored = tuple(sorted(s2 + 1 - number for number in into))
    return before + _lower_sets(s2, mirrored)[sum(mirrored)]


def _lower_sets(numbers: int, chosen: tuple[int, ...]) -> Counter[int]:
    """Sets with larger numbers first than `chosen`, compared from the largest number down, by their sum."""
    found: Counter[int] = Counter()
    fixed, limit = 0, numbers
    for place, number in enumerate(reversed(chosen)):
        for larger in range(number + 1, limit + 1):
            for total, sets in _sums(larger - 1, len(chosen) - place - 1).items():
                found[fixed + larger + total] += sets
        fixed, limit = fixed + number, number - 1
    return found
