"""A pairing made by hand against the absolute criteria: the desk's live validator (F.6)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.cards.card import Pair, PairingTask
from domain.pairing.dutch_1998.field import Competitor, competitor
from domain.pairing.swiss.colours import difference
from domain.words.games import Colour


@dataclass(frozen=True, slots=True)
class Breach:
    """An absolute criterion that a pairing breaks, and the players concerned."""

    article: str
    """`B.1a`, `B.1b`, `B.2a`, `B.2b`; `F.5` paired though not present; `A.5` paired twice, or not at all;
    `forbidden` for two whom the arbiter keeps apart."""
    players: tuple[int, ...]


def breaches(task: PairingTask, pairs: Iterable[Pair], bye: int | None = None) -> tuple[Breach, ...]:
    """What is wrong with these boards, in the order of the boards; empty = legal (B.1, B.2)."""
    boards = tuple(pairs)
    players = {card.number: competitor(card, task) for card in task.cards.values()}
    seated = [number for pair in boards for number in (pair.white, pair.black)] + ([bye] if bye is not None else [])
    return (
        *_attendance(task, seated),
        *(breach for pair in boards for breach in _board(task, players[pair.white], players[pair.black])),
        *(Breach("B.1b", (n,)) for n in (bye,) if n is not None and players[n].had_free_point),
    )


def _attendance(task: PairingTask, seated: list[int]) -> Iterator[Breach]:
    """Everybody present exactly once, nobody else (A.5, F.5)."""
    times = Counter(seated)
    for number, card in sorted(task.cards.items()):
        if times[number] and not card.present:
            yield Breach("F.5", (number,))
        if times[number] > 1 or (card.present and not times[number]):
            yield Breach("A.5", (number,))


def _board(task: PairingTask, white: Competitor, black: Competitor) -> Iterator[Breach]:
    both = (white.number, black.number)
    if black.number in white.met or white.number in black.met:
        yield Breach("B.1a", both)
    if frozenset(both) in task.forbidden:
        yield Breach("forbidden", both)
    for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if colour not in player.may:
            yield from (Breach(article, (player.number,)) for article in _b2(player, colour))


def _b2(player: Competitor, colour: Colour) -> Iterator[str]:
    ahead = difference(player.colours) + (1 if colour is Colour.WHITE else -1)
    if abs(ahead) > 2:
        yield "B.2a"
    if player.colours[-2:] == (colour, colour):
        yield "B.2b"
