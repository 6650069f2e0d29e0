"""Pair a finished event again, round by round, and say where our answer differs."""

from collections.abc import Iterable

from domain.cards.card import Pair, PairingTask, RoundPairing
from domain.pairing.system import NoLegalPairing, System
from domain.records import dataclass
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class Difference:
    round: int
    actual: tuple[Pair, ...]
    """Boards of the event that are not among ours."""
    ours: tuple[Pair, ...]
    colours: tuple[Pair, ...]
    actual_bye: PairingNumber | None
    ours_bye: PairingNumber | None
    nothing_legal: tuple[int, ...] = ()
    """We found no legal pairing: the conflicting players."""


def check(history: Iterable[tuple[PairingTask, RoundPairing]], system: System) -> tuple[Difference, ...]:
    """Rounds that `system` pairs otherwise; empty = all the same."""
    compared = (_compared(task, actual, system) for task, actual in history)
    return tuple(difference for difference in compared if difference is not None)


def _compared(task: PairingTask, actual: RoundPairing, system: System) -> Difference | None:
    try:
        ours = system.pair(task)
    except NoLegalPairing as none:
        return Difference(task.round, actual.pairs, (), (), actual.bye, None, none.conflict)
    return compared(task.round, actual, ours)


def compared(round: int, actual: RoundPairing, ours: RoundPairing) -> Difference | None:
    if set(ours.pairs) == set(actual.pairs) and ours.bye == actual.bye:
        return None
    turned = {Pair(pair.black, pair.white) for pair in ours.pairs}
    return Difference(
        round=round,
        actual=tuple(p for p in actual.pairs if p not in ours.pairs and p not in turned),
        ours=tuple(p for p in ours.pairs if p not in actual.pairs and Pair(p.black, p.white) not in actual.pairs),
        colours=tuple(p for p in actual.pairs if p in turned),
        actual_bye=actual.bye,
        ours_bye=ours.bye,
    )
