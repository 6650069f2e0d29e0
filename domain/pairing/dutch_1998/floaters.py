"""The first pairing of a bracket that moves down the right players, whatever "right" may be (C.12, C.13)."""

from collections.abc import Callable
from dataclasses import replace
from heapq import heappop, heappush

from domain.pairing.dutch_1998.below import Below
from domain.pairing.dutch_1998.brackets import Bracket
from domain.pairing.dutch_1998.candidates import completable, first_candidate, group_of
from domain.pairing.dutch_1998.chart import Chart
from domain.pairing.dutch_1998.found import Found
from domain.pairing.swiss.places import Places

Unfit = Callable[[Places], Places | None]
"""Those left over -> of whom at least one must stay instead; None: these may go."""


def first_moving_down(
    chart: Chart, bracket: Bracket, pairs: int, leavers: int, below: Below, unfit: Unfit
) -> Found | None:
    """The first pairing with so many pairs that leaves over players who are not `unfit`.

    `below` rules out what cannot end well, but need not find everything; if it cannot tell a pair above from
    one of two players moved down, every set of these is tried for itself. Where the first pairing of all leaves
    over unfit players, the others are those in which the first of these stays, those in which it leaves and
    the second stays, and so on: the earliest first pairing of these sets is next.
    """
    exact = not below.meeting or group_of(chart, bracket, pairs, leavers, below).heads_only
    waiting: list[tuple[tuple[object, ...], int, int, Found]] = []

    def ask(allowed: int, leaving: int) -> None:
        if not exact and not _enough(chart, bracket, pairs, allowed, leaving, below):
            return
        found = first_candidate(chart, bracket, pairs, allowed, below if exact else None, leaving)
        if found:
            heappush(waiting, (found.order, allowed, leaving, found))

    ask(leavers, 0)
    while waiting:
        _, allowed, leaving, found = heappop(waiting)
        culprits = unfit(found.floaters)
        if culprits is None:
            return found
        for place in culprits:
            if not leaving >> place & 1:
                ask(allowed & ~(1 << place), leaving)
                leaving |= 1 << place
    return None


def _enough(chart: Chart, bracket: Bracket, pairs: int, allowed: int, leaving: int, below: Below) -> bool:
    """With these leavers there is some completion, though perhaps with more pairs."""
    return completable(chart, replace(group_of(chart, bracket, pairs, allowed, below), leaving=leaving))
