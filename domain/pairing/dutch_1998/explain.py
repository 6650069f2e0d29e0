"""Why the 1998 pairing is what it is, told by the same criteria and stages that made it."""

from collections.abc import Iterator
from dataclasses import replace

from domain.cards.card import PairingTask
from domain.pairing.dutch_1998.brackets import Bracket, Places, divided, least_clashes
from domain.pairing.dutch_1998.candidates import first_candidate
from domain.pairing.dutch_1998.chart import Chart, chart
from domain.pairing.dutch_1998.criteria import b1b_one_free_point, broken
from domain.pairing.dutch_1998.engine import ANYBODY, Settled, board_order, brackets_settled, with_colours
from domain.pairing.dutch_1998.field import Field, field_of
from domain.pairing.dutch_1998.found import Division, Found
from domain.pairing.dutch_1998.orders import exchange_number, transposition_number
from domain.pairing.explanation import (
    BoardStory,
    BracketStory,
    ByeStory,
    Candidate,
    Exchange,
    Explanation,
    Reason,
    Relaxation,
    Role,
    Treatment,
    WhyNot,
)

DROPPED = ((), ("B.6",), ("B.6", "B.5"))
"""What is given up at each level of C.9 and C.10."""


def explain(task: PairingTask) -> Explanation:
    """Brackets from the top, boards in their order, and the bye. Raises NoLegalPairing."""
    laid_out = chart(field_of(task))
    settled = brackets_settled(laid_out)
    stories = tuple(_bracket(laid_out, number, one) for number, one in enumerate(settled, 1))
    return Explanation(stories, tuple(_boards(laid_out.field, settled)), _bye(laid_out.field, settled))


def _bracket(laid_out: Chart, number: int, settled: Settled) -> BracketStory:
    field, bracket, found = laid_out.field, settled.bracket, settled.found
    return BracketStory(
        number=number,
        score=field.players[bracket.residents[-1] if bracket.residents else settled.alone[-1]].score,
        moved_down=field.numbers(bracket.moved),
        residents=field.numbers(bracket.residents),
        without_opponent=field.numbers(settled.alone),
        treatment=_treatment(bracket),
        pairs_wanted=bracket.most_pairs,
        pairs=len(settled.pairs),
        x=least_clashes(field, bracket.members, bracket.most_pairs),
        x_used=found.x if found else 0,
        candidates=tuple(_candidate(field, division) for division in found.divisions) if found else (),
        relaxed=(*_relaxed(field, bracket, found), *(Relaxation(article, "B.3") for article in settled.reopened_by)),
        floaters=field.numbers(settled.floaters),
    )


def _treatment(bracket: Bracket) -> Treatment:
    if bracket.mixed:
        return Treatment.MIXED
    return Treatment.HETEROGENEOUS if bracket.moved else Treatment.HOMOGENEOUS


def _relaxed(field: Field, bracket: Bracket, found: Found | None) -> Iterator[Relaxation]:
    """What had to be given up, in the order of the steps that do it."""
    pairs = len(found.pairs) if found else 0
    if found:
        yield from (Relaxation("C.9", article) for article in DROPPED[found.down])
        if bracket.moved:
            yield from (Relaxation("C.10", article) for article in DROPPED[found.up])
        raised = found.x - least_clashes(field, bracket.members, pairs)
        if raised > 0:
            yield Relaxation("C.11", "B.4", raised)
    if pairs < bracket.most_pairs:
        yield Relaxation("C.14", "B.3", bracket.most_pairs - pairs)


def _candidate(field: Field, division: Division) -> Candidate:
    exchange = _exchange(field, division)
    number = transposition_number(division.s2, division.opponents)
    return Candidate(field.numbers(division.s1), field.numbers(division.s2), number, exchange)


def _exchange(field: Field, division: Division) -> Exchange:
    members = tuple(sorted(division.s1 + division.s2))
    before, _ = divided(members, len(division.s1))
    out = tuple(place for place in before if place not in division.s1)
    into = tuple(place for place in division.s1 if place not in before)
    rank = {place: i for i, place in enumerate(members, 1)}
    ranks = tuple(rank[place] for place in out), tuple(rank[place] for place in into)
    return Exchange(field.numbers(out), field.numbers(into), exchange_number(len(division.s1), len(members), ranks))


def _boards(field: Field, settled: list[Settled]) -> Iterator[BoardStory]:
    made = {pair: (number, role) for number, one in enumerate(settled, 1) for pair, role in _roles(one)}
    for board, (higher, lower) in enumerate(board_order(field, made), 1):
        article, pair = with_colours(field, higher, lower)
        number, role = made[higher, lower]
        suffered = broken(field.players[higher], field.players[lower], absolute=False)
        yield BoardStory(board, pair.white, pair.black, number, role, article, suffered)


def _roles(settled: Settled) -> Iterator[tuple[tuple[int, int], Role]]:
    divisions = settled.found.divisions if settled.found else ()
    for i, division in enumerate(divisions):
        role = Role.HOMOGENEOUS if len(divisions) == 1 else Role.REMAINDER if i else Role.MOVED_DOWN
        for a, b in zip(division.s1, division.opponents, strict=True):
            yield (min(a, b), max(a, b)), role


def _bye(field: Field, settled: list[Settled]) -> ByeStory | None:
    if not settled or not settled[-1].floaters:
        return None
    player = field.players[settled[-1].floaters[0]]
    others = (field.players[place] for place in settled[-1].bracket.members)
    barred = {other.number: "B.1b" for other in others if b1b_one_free_point(other, None)}
    return ByeStory(player.number, len(settled), broken(player, None, absolute=False), barred)


def why_not(task: PairingTask, a: int, b: int) -> WhyNot:
    """Why these two do not meet in the round of the task. Raises NoLegalPairing."""
    field = field_of(task)
    both = (a, b)
    if a not in field.place or b not in field.place or a == b:
        return WhyNot(both, Reason.ABSENT)
    higher, lower = sorted((field.place[a], field.place[b]))
    absolute = broken(field.players[higher], field.players[lower], absolute=True)
    if frozenset(both) in field.forbidden:
        absolute = (*absolute, ("forbidden", a), ("forbidden", b))
    if absolute:
        return WhyNot(both, Reason.FORBIDDEN, absolute)
    laid_out = chart(field)
    settled = brackets_settled(laid_out)
    if any((higher, lower) in one.pairs for one in settled):
        return WhyNot(both, Reason.THEY_DO)
    relative = broken(field.players[higher], field.players[lower], absolute=False)
    shared = [i for i, one in enumerate(settled) if {higher, lower} <= {*one.bracket.members}]
    if not shared:
        return WhyNot(both, Reason.OTHER_BRACKETS, relative)
    number = shared[-1]
    return replace(_compared(laid_out, settled[number], higher, lower, both), broken=relative, bracket=number + 1)


def _compared(laid_out: Chart, settled: Settled, higher: int, lower: int, both: tuple[int, int]) -> WhyNot:
    """The best pairing of the bracket that has this pair, against the one it got."""
    bracket, found = settled.bracket, settled.found
    forced = _forced(laid_out, bracket, len(settled.pairs), (higher, lower))
    if forced is None or found is None:
        return WhyNot(both, Reason.NOT_COMPLETED)
    field = laid_out.field
    given_up = tuple(_relaxed(field, bracket, forced))
    candidates = tuple(_candidate(field, division) for division in forced.divisions)
    if forced.order < found.order:
        return WhyNot(both, Reason.BELOW, relaxed=given_up, candidates=candidates)
    worse = (forced.x, forced.up, forced.down) != (found.x, found.up, found.down)
    return WhyNot(both, Reason.WORSE if worse else Reason.LATER, relaxed=given_up, candidates=candidates)


def _forced(laid_out: Chart, bracket: Bracket, pairs: int, pair: Places) -> Found | None:
    """The first candidate of a bracket in which these two meet."""
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
