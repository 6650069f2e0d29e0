"""A pairing made by hand against the absolute criteria of 2026: the desk's live validator."""

from collections.abc import Callable, Iterable, Iterator

from domain.cards.card import Pair, PairingTask
from domain.pairing.attendance import attendance, kept_apart
from domain.pairing.dutch_2026.competitors import Competitor, everybody
from domain.pairing.dutch_2026.facts import article
from domain.pairing.swiss.colours import Strength
from domain.words.breaches import Breach, Fault
from domain.words.players import PairingNumber


def breaches(
    task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
) -> tuple[Breach[PairingNumber], ...]:
    """Breaches of these boards, in their order; empty = legal (C1, C2, C3; 1.5 for who is seated)."""
    boards = tuple(pairs)
    players = everybody(task)
    return (
        *attendance(task, boards, bye, seat=article("1.5"), away=article("1.5")),
        *(breach for pair in boards for breach in _board(task, pair, players[pair.white], players[pair.black])),
        *(_rule("C2", n) for n in (bye,) if n is not None and not players[n].bye_allowed),
    )


def _rule(number: str, *players: PairingNumber) -> Breach[PairingNumber]:
    return Breach(Fault.RULE, players, article(number))


def _board(task: PairingTask, pair: Pair, white: Competitor, black: Competitor) -> Iterator[Breach[PairingNumber]]:
    yield from (_rule(number, white.number, black.number) for number, forbids in FORBIDDING if forbids(white, black))
    yield from kept_apart(task, pair)


def met(one: Competitor, other: Competitor) -> bool:
    """C1: two who have played each other."""
    return other.number in one.met or one.number in other.met


def same_absolute(one: Competitor, other: Competitor) -> bool:
    """C3: two who are not topscorers, with the same absolute preference."""
    preferences = one.preference, other.preference
    absolute = all(preference.strength is Strength.ABSOLUTE for preference in preferences)
    same = preferences[0].colour is preferences[1].colour
    return absolute and same and not one.topscorer and not other.topscorer


FORBIDDING: tuple[tuple[str, Callable[[Competitor, Competitor], bool]], ...] = (("C1", met), ("C3", same_absolute))
"""The absolute criteria that two players can break, in the order of the Handbook; those to be met as well as can be
are in `weighing`."""
