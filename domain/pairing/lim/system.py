"""The Lim rules as a pairing system."""

from collections.abc import Iterable, Mapping, Sequence

from domain.cards.card import Card, Float, Pair, PairingTask, RoundPairing
from domain.pairing.account import Account, Step
from domain.pairing.lim import engine, telling
from domain.pairing.lim.absolute import ABSOLUTE_RULES
from domain.pairing.lim.facts import article
from domain.pairing.lim.players import everybody
from domain.pairing.lim.why_not import why_not
from domain.pairing.swiss.absolute import HandSeating
from domain.pairing.swiss.colours import neither_is_due
from domain.pairing.swiss.legality import breaches
from domain.words.articles import SharedRule
from domain.words.breaches import Breach
from domain.words.entrants import EntrantId
from domain.words.players import TITLES_2026, OrderOfEquals, PairingNumber, Rankable, Title, initial_ranking
from domain.words.regulations import Format


class Lim:
    """Lim (C.04.4.3 of 2026, the text of 1987 to 1999)."""

    name = engine.NAME
    version = engine.VERSION
    kind = Format.SWISS
    titles: tuple[Title, ...] = TITLES_2026
    needs_lot = True
    accelerates = False
    games_of_match = 1
    needs_ratings = False
    parity_of_arrived = False

    articles: Mapping[SharedRule, str] = {
        SharedRule.ORDER_OF_EQUALS: "C.04.2, 2.2",
        SharedRule.INITIAL_COLOUR: "7.2",
        SharedRule.NEVER_AGAIN: "C.04.1, 2",
        SharedRule.ONE_BYE: "C.04.1, 4",
        SharedRule.PAIRING_STANDS: "C.04.2, 4.4",
        SharedRule.ABSENCE: "C.05, 6.5",
        SharedRule.ADJOURNED: "C.04.2, 3.1",
    }

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        return initial_ranking(entrants, self.titles, equals)

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return tuple(Float.of(line.ahead) if line.code.played else None for line in card.lines)

    def float_of(self, ahead: int) -> Float | None:
        return Float.of(ahead)

    def pair(self, task: PairingTask) -> RoundPairing:
        return engine.pair(task)

    def check(
        self, task: PairingTask, pairs: Iterable[Pair], bye: PairingNumber | None = None
    ) -> tuple[Breach[PairingNumber], ...]:
        return breaches(HandSeating(task, tuple(pairs), bye, everybody(task)), ABSOLUTE_RULES, article("1.1"))

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return tuple(pair for pair in pairs if neither_is_due(task, pair))

    def explain(self, task: PairingTask) -> Account:
        return telling.explain(task)

    def why_not(self, task: PairingTask, a: PairingNumber, b: PairingNumber) -> Step:
        return why_not(task, a, b)
