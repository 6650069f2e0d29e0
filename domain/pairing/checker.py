"""Pair a finished event again, round by round, and say where our answer differs."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from domain.cards.card import Card, Cards, Pair, PairingTask, RoundPairing
from domain.pairing.no_legal_pairing import NoLegalPairing
from domain.pairing.system import System
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber


@dataclass(frozen=True, slots=True)
class Difference:
    """A round that our engine pairs otherwise. Players and colours count, the order of the boards does not."""

    round: int
    actual: tuple[Pair, ...]
    """Boards of the event that are not among ours."""
    ours: tuple[Pair, ...]
    """Our boards that are not in the event."""
    colours: tuple[Pair, ...]
    """Boards of the event where only the colours are exchanged (in neither of the above)."""
    actual_bye: PairingNumber | None
    ours_bye: PairingNumber | None
    nothing_legal: tuple[int, ...] = ()
    """We found no legal pairing: the conflicting players."""


def replay_rounds(
    cards: Cards,
    rounds: int,
    initial_colour: Colour = Colour.WHITE,
    forbidden: frozenset[frozenset[PairingNumber]] = frozenset(),
) -> Iterator[tuple[PairingTask, RoundPairing]]:
    """Tasks and the pairings that were made, round by round, from finished cards.

    Players with neither an opponent nor the bye of the odd field in a round were not there.
    Boards come by White's pairing number. `rounds` are those planned.
    """
    played = max((len(card.lines) for card in cards.values()), default=0)
    for round in range(1, played + 1):
        before = {n: _before(card, round) for n, card in cards.items()}
        if any(card.present for card in before.values()):
            yield PairingTask(before, round, max(rounds, played), initial_colour, forbidden), _paired(cards, round)


def _before(card: Card, round: int) -> Card:
    line = card.lines[round - 1]
    present = line.opponent is not None or line.code is Code.PAIRING_BYE
    return replace(card, lines=card.lines[: round - 1], present=present, leave=None if present else line.code)


def _paired(cards: Cards, round: int) -> RoundPairing:
    lines = {n: card.lines[round - 1] for n, card in sorted(cards.items())}
    boards = ((n, line.opponent) for n, line in lines.items() if line.colour is Colour.WHITE)
    byes = [n for n, line in lines.items() if line.code is Code.PAIRING_BYE]
    return RoundPairing(tuple(Pair(n, o) for n, o in boards if o is not None), byes[0] if byes else None)


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
    """The difference between the pairing of the event and ours; None = they are the same."""
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
