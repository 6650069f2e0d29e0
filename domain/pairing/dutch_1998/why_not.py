"""The reason two players do not meet in a round of 1998."""

from dataclasses import replace

from domain.cards.card import PairingTask
from domain.pairing.account import Step
from domain.pairing.dutch_1998.brackets import Bracket
from domain.pairing.dutch_1998.candidates import first_candidate, most_pairs
from domain.pairing.dutch_1998.chart import Chart, chart
from domain.pairing.dutch_1998.criteria import broken
from domain.pairing.dutch_1998.engine import PairedBracket, paired_brackets
from domain.pairing.dutch_1998.facts import Reason, Unsatisfied, WhyNot
from domain.pairing.dutch_1998.field import PairingField, field_of
from domain.pairing.dutch_1998.found import Found
from domain.pairing.dutch_1998.telling import relaxed, unsatisfied
from domain.pairing.graph.bit_sets import ANYBODY
from domain.pairing.swiss.places import Places
from domain.words.players import PairingNumber


def why_not(task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
    """The reason these two do not meet in the round of the task. Raises NoLegalPairing."""
    field = field_of(task)
    both = (a, b)
    if a not in field.place or b not in field.place or a == b:
        return Step(None, WhyNot(both, Reason.ABSENT))
    higher, lower = sorted((field.place[a], field.place[b]))
    if forbidden := _forbidden(field, higher, lower, both):
        return Step(None, WhyNot(both, Reason.FORBIDDEN), forbidden)
    laid_out = chart(field)
    settled = paired_brackets(laid_out)
    if any((higher, lower) in one.pairs for one in settled):
        return Step(None, WhyNot(both, Reason.THEY_DO))
    relative = unsatisfied(broken(field.players[higher], field.players[lower], absolute=False))
    shared = [i for i, one in enumerate(settled) if {higher, lower} <= {*one.bracket.members}]
    if not shared:
        return Step(None, WhyNot(both, Reason.OTHER_BRACKETS), relative)
    found = [(i + 1, *_compared(laid_out, settled[i], (higher, lower))) for i in shared]
    undone = (one for one in found if one[1] is Reason.BELOW)
    bracket, reason, costs = next(undone, found[-1])
    return Step(None, WhyNot(both, reason, bracket), relative + costs)


def _forbidden(field: PairingField, higher: int, lower: int, both: tuple[int, int]) -> tuple[Step, ...]:
    absolute = unsatisfied(broken(field.players[higher], field.players[lower], absolute=True))
    return (*absolute, Step(None, Unsatisfied(both))) if frozenset(both) in field.forbidden else absolute


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
