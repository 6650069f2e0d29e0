"""A pairing made by hand against the absolute criteria: the desk's live validator (F.6)."""

from collections.abc import Iterable, Iterator

from domain.cards.card import Pair, PairingTask
from domain.pairing.attendance import attendance, kept_apart
from domain.pairing.dutch_1998.facts import article
from domain.pairing.dutch_1998.field import Competitor, competitor
from domain.pairing.swiss.colours import colour_difference
from domain.words.games import Colour
from domain.words.players import PairingNumber
from domain.words.rounds import Breach, Fault


def breaches(
    task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
) -> tuple[Breach[PairingNumber], ...]:
    """Breaches of these boards, in their order; empty = legal (B.1, B.2; A.5 and F.5 for who is seated)."""
    boards = tuple(pairs)
    players = {card.number: competitor(card, task) for card in task.cards.values()}
    return (
        *attendance(task, boards, bye, seat=article("A.5"), away=article("F.5")),
        *(breach for pair in boards for breach in _board(task, pair, players[pair.white], players[pair.black])),
        *(_rule("B.1b", n) for n in (bye,) if n is not None and players[n].had_free_point),
    )


def _rule(number: str, *players: PairingNumber) -> Breach[PairingNumber]:
    return Breach(Fault.RULE, players, article(number))


def _board(task: PairingTask, pair: Pair, white: Competitor, black: Competitor) -> Iterator[Breach[PairingNumber]]:
    if black.number in white.met or white.number in black.met:
        yield _rule("B.1a", white.number, black.number)
    yield from kept_apart(task, pair)
    for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if colour not in player.may:
            yield from (_rule(number, player.number) for number in _b2(player, colour))


def _b2(player: Competitor, colour: Colour) -> Iterator[str]:
    ahead = colour_difference(player.colours) + (1 if colour is Colour.WHITE else -1)
    if abs(ahead) > 2:
        yield "B.2a"
    if player.colours[-2:] == (colour, colour):
        yield "B.2b"
