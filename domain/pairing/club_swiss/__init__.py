"""A club's Swiss: the Dutch system of 2026, numbered in the order in which players have entered."""

from collections.abc import Sequence

from domain.cards.card import Card, Float
from domain.pairing.swiss.edition import SwissEdition
from domain.pairing.system import System
from domain.words.players import EntrantId, OrderOfEquals, Rankable


class ClubSwiss(SwissEdition):
    name = "club-swiss"
    accelerates = False
    in_force = False

    def __init__(self, dutch: System) -> None:
        self.version = f"1+{dutch.version}"
        self.articles = dutch.articles
        self.dutch = dutch
        self.pair, self.check, self.explain, self.why_not = dutch.pair, dutch.check, dutch.explain, dutch.why_not

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        return tuple(sorted(one.id for one in entrants))

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return self.dutch.floats(card)
