"""The account of a pairing of 1998, told by the same criteria and stages that made it."""

from collections.abc import Iterable, Iterator

from domain.cards.card import Pair, PairingTask
from domain.pairing.account import Account, Step
from domain.pairing.dutch_1998.brackets import Bracket, divided, least_clashes
from domain.pairing.dutch_1998.chart import Chart, chart
from domain.pairing.dutch_1998.criteria import b1b_one_free_point, broken
from domain.pairing.dutch_1998.engine import PairedBracket, board_order, paired_brackets, with_colours
from domain.pairing.dutch_1998.facts import (
    Attempt,
    Barred,
    BoardMade,
    ByeGiven,
    ByeMovedDown,
    Exchange,
    FewerPairs,
    GivenUp,
    Joined,
    LeftOver,
    PairRole,
    PairsMade,
    Reopened,
    Reopening,
    ScoreBracket,
    ShortCount,
    Treatment,
    Unsatisfied,
    WithoutOpponent,
    article,
)
from domain.pairing.dutch_1998.field import PairingField, field_of
from domain.pairing.dutch_1998.found import Division, Found
from domain.pairing.dutch_1998.orders import exchange_number, transposition_number
from domain.words.games import Colour

DROPPED = ((), ("B.6",), ("B.6", "B.5"))
"""Articles given up at each level of C.9 and C.10."""


def explain(task: PairingTask) -> Account:
    """Brackets from the top, boards in their order, and the bye. Raises NoLegalPairing."""
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
    """The steps of a bracket, in the order of section C."""
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
    yield from (Step(article(number), Reopened(_reopening(number, found))) for number in settled.reopened_by)
    if settled.floaters:
        yield Step(None, LeftOver(field.numbers(settled.floaters)))


def _bye_moved_down(laid_out: Chart, settled: PairedBracket, bye: int) -> Step:
    others = tuple(place for place in settled.bracket.residents if laid_out.bye >> place & 1)
    numbers = laid_out.field.numbers
    return Step(article("A.5"), ByeMovedDown(numbers((bye,))[0], numbers(others)))


def _reopening(number: str, found: Found | None) -> Reopening:
    if number == "C.12":
        return Reopening.OTHERS_SENT
    return Reopening.PAIRED_AGAIN if found else Reopening.MOVED_WHOLE


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
    for board, (higher, lower) in enumerate(board_order(field, made), 1):
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
    """A step for each criterion, with all whom it does not suit."""
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
    barred = tuple(other.number for other in others if b1b_one_free_point(other, None))
    steps = unsatisfied(broken(player, None, absolute=False))
    steps += (Step(article("B.1b"), Barred(barred)),) if barred else ()
    return player.number, Step(article("A.5"), ByeGiven(player.number, len(settled)), steps)
