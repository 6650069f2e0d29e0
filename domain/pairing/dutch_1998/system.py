"""The rules of 1998 as a pairing system."""

from collections.abc import Iterable, Mapping, Sequence

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.dutch_1998 import engine, telling
from domain.pairing.dutch_1998.field import floats
from domain.pairing.dutch_1998.legality import breaches
from domain.pairing.dutch_1998.why_not import why_not
from domain.pairing.swiss.colours import neither_is_due
from domain.words.articles import SharedRule
from domain.words.players import TITLES_1998, EntrantId, OrderOfEquals, PairingNumber, Rankable, Title, initial_ranking
from domain.words.regulations import Entrants, Format
from domain.words.rounds import Breach


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
        return telling.explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(task, a, b)
