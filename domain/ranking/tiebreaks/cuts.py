"""Contributions that a cut or a median leaves out (C.07, 14 and 16.5)."""

from collections.abc import Sequence

from domain.ranking.tiebreaks.working import Cut

Cuts = dict[int, Cut]
"""Place in the list of contributions to why it was left out."""


def sum_without(counted: Sequence[int], low: int, high: int) -> int:
    """The sum without the `low` smallest and the `high` largest, where no round was missed by choice."""
    if low == 1 and high == 0:
        return sum(counted) - min(counted, default=0)
    return sum(sorted(counted)[low : max(low, len(counted) - high)])


def cut_by_score(counted: Sequence[int], voluntary: Sequence[int], low: int, high: int) -> Cuts:
    """The rounds that a Buchholz cut takes: one's own voluntary unplayed rounds first (C.07, 16.5).

    The lowest of them is taken even if an opponent counts less; a high cut knows no such exception.
    """
    cuts: Cuts = {}
    own = sorted(voluntary, key=lambda at: (counted[at], at))
    plain = sorted((at for at in range(len(counted))), key=lambda at: (counted[at], at))
    for _ in range(low):
        free = [at for at in own if at not in cuts]
        rest = [at for at in plain if at not in cuts]
        if free:
            cuts[free[0]] = Cut.VOLUNTARY
        elif rest:
            cuts[rest[0]] = Cut.LOW
    for at in [at for at in reversed(plain) if at not in cuts][:high]:
        cuts[at] = Cut.HIGH
    return cuts


def by_opponent(
    counted: Sequence[int], amounts: Sequence[int], voluntary: Sequence[int], low: int, *, lowest_score: bool
) -> Cuts:
    """The rounds that a Sonneborn-Berger cut takes (C.07, 14.1.2 and 16.5).

    The contribution of the lowest-scoring opponent, ties: the smaller one; instead of it the
    lowest voluntary unplayed round, if that contributes at least as much. `lowest_score` takes
    the voluntary round with the lowest dummy.
    """
    cuts: Cuts = {}
    plain = sorted(range(len(counted)), key=lambda at: (counted[at], amounts[at], at))
    first = (lambda at: (counted[at], amounts[at], at)) if lowest_score else (lambda at: (amounts[at], counted[at], at))
    own = sorted(voluntary, key=first)
    for _ in range(min(low, len(counted))):
        lowest = next(at for at in plain if at not in cuts)
        mine = next((at for at in own if at not in cuts), None)
        if mine is not None and amounts[mine] >= amounts[lowest]:
            cuts[mine] = Cut.VOLUNTARY
        else:
            cuts[lowest] = Cut.LOW
    return cuts


def lowest_contribution(counted: Sequence[int], amounts: Sequence[int]) -> int:
    """The contribution of the lowest-scoring opponent, where no round was missed by choice."""
    return min(zip(counted, amounts, strict=True), default=(0, 0))[1]
