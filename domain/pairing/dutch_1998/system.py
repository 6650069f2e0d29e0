"""The rules of 1998 as a pairing system."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.attendance import attendance, kept_apart
from domain.pairing.dutch_1998 import account, engine
from domain.pairing.dutch_1998.account import article, why_not
from domain.pairing.dutch_1998.competitors import Competitor, competitor, floats
from domain.pairing.swiss.colours import colour_difference, neither_is_due
from domain.words.articles import SharedRule
from domain.words.games import Colour
from domain.words.players import TITLES_1998, EntrantId, OrderOfEquals, PairingNumber, Rankable, Title, initial_ranking
from domain.words.regulations import Entrants, Format
from domain.words.rounds import Breach, Fault


class Dutch1998:
    """FIDE Dutch 1998 (C.04.1)."""

    name = engine.NAME
    version = engine.VERSION
    kind = Format.SWISS
    entrants = Entrants.PLAYERS
    titles: tuple[Title, ...] = TITLES_1998
    needs_lot = True
    accelerates = False
    games_of_match = 1
    needs_ratings = False
    starting_points = False
    parity_of_arrived = False

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

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        return initial_ranking(entrants, self.titles, equals)

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return floats(card)

    def float_of(self, ahead: int) -> Float | None:
        return Float.of(ahead)

    def pair(self, task: PairingTask) -> RoundPairing:
        return engine.pair(task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        return breaches(task, pairs, bye)

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return tuple(pair for pair in pairs if neither_is_due(task, pair))

    def explain(self, task: PairingTask) -> Account:
        return account.explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(task, a, b)


# A pairing made by hand against the absolute criteria: the desk's live validator (F.6).


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
