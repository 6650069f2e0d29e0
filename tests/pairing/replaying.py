"""The tasks of a finished event, made again from its cards."""

from collections.abc import Iterator
from dataclasses import replace

from domain.cards.card import Card, Cards, Pair, PairingTask, RoundPairing
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber


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
