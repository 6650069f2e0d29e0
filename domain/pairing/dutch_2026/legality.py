"""A pairing made by hand against the absolute criteria of 2026: the desk's live validator."""

from collections.abc import Iterable

from domain.cards.card import Pair, PairingTask
from domain.pairing.attendance import attendance, kept_apart
from domain.pairing.dutch_2026.absolute import TaskSeating
from domain.pairing.dutch_2026.counted import CountedCriterion
from domain.pairing.dutch_2026.criteria import CRITERIA_TABLE
from domain.pairing.dutch_2026.facts import article
from domain.words.breaches import Breach, Fault
from domain.words.players import PairingNumber


def breaches(
    task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
) -> tuple[Breach[PairingNumber], ...]:
    """Breaches of these boards by C1 to C4, 1.5 for who is seated, and the arbiter's bans; empty = legal.

    Boards may still be missing: then C4 says whether those left can all be paired.
    """
    seating = TaskSeating(task, tuple(pairs), bye)
    absolute = (row for row in CRITERIA_TABLE if not isinstance(row, CountedCriterion))
    return (
        *attendance(task, seating.boards, bye, seat=article("1.5"), away=article("1.5")),
        *(Breach(Fault.RULE, players, article(row.number)) for row in absolute for players in row.broken(seating)),
        *(breach for pair in seating.boards for breach in kept_apart(task, pair)),
    )
