"""The Swiss system based on rating ("Dutch"), FIDE C.04.1 as approved in 1992, 1997 and 1998."""

from collections.abc import Iterable, Iterator, Mapping

from domain.cards.card import Card, Float, Pair, PairingTask
from domain.pairing.dutch_1998 import account, engine
from domain.pairing.dutch_1998.account import article
from domain.pairing.dutch_1998.competitors import Competitor, competitor, float_of
from domain.pairing.swiss.colours import games_ahead
from domain.pairing.swiss.edition import SwissEdition
from domain.pairing.system import BoardBreach, BoardBreaches, attendance, kept_apart
from domain.words.articles import SharedRule
from domain.words.games import Colour
from domain.words.players import TITLES_1998, PairingNumber
from domain.words.rounds import Breach, Fault

# A pairing made by hand against the absolute criteria: the desk's live validator (F.6).


def breaches(task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None) -> BoardBreaches:
    """Breaches of these boards, in their order; empty = legal (B.1, B.2; A.5 and F.5 for who is seated)."""
    boards = tuple(pairs)
    players = {card.number: competitor(card, task) for card in task.cards.values()}
    return (
        *attendance(task, boards, bye, seat=article("A.5"), away=article("F.5")),
        *(breach for pair in boards for breach in _board(task, pair, players[pair.white], players[pair.black])),
        *(_rule("B.1b", n) for n in (bye,) if n is not None and players[n].had_free_point),
    )


def _rule(number: str, *players: PairingNumber) -> BoardBreach:
    return Breach(Fault.RULE, players, article(number))


def _board(task: PairingTask, pair: Pair, white: Competitor, black: Competitor) -> Iterator[BoardBreach]:
    if black.number in white.met or white.number in black.met:
        yield _rule("B.1a", white.number, black.number)
    yield from kept_apart(task, pair)
    for player, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if colour not in player.may:
            if abs(games_ahead(player.colours, colour) + 1) > 2:
                yield _rule("B.2a", player.number)
            if player.colours[-2:] == (colour, colour):
                yield _rule("B.2b", player.number)


class Dutch1998(SwissEdition):
    name = engine.NAME
    version = engine.VERSION
    titles = TITLES_1998
    accelerates = False
    in_force = False
    articles: Mapping[SharedRule, str] = {
        SharedRule.ORDER_OF_EQUALS: "A.2 d",
        SharedRule.INITIAL_COLOUR: "A.7",
        SharedRule.NEVER_AGAIN: "B.1",
        SharedRule.ONE_BYE: "B.2",
        SharedRule.PAIRING_STANDS: "F.6",
        SharedRule.ABSENCE: "F.8",
        SharedRule.ADJOURNED: "F.9",
        SharedRule.ADJOURNED_FOR_PAIRING_ONLY: "F.9",
    }

    pair = staticmethod(engine.pair)
    check = staticmethod(breaches)
    explain = staticmethod(account.explain)
    why_not = staticmethod(account.why_not)

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        """The higher of a pair down, the lower up, played or not (A.4); the bye is down (A.5)."""
        return tuple(map(float_of, card.lines))
