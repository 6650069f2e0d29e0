"""McMahon for chess: the Dutch system of 2026 among players who begin with points by their rating."""

from domain.cards.card import Card, Float
from domain.pairing.swiss.edition import SwissEdition
from domain.pairing.system import System

NAME = "mcmahon"
VERSION = "1"


class McMahon(SwissEdition):
    """McMahon (British Go Association, Organisers' Handbook) with the process of FIDE Dutch 2026 (C.04.3).

    The score of that system is here the McMahon score: starting points (`domain.tournament_cards.starting_points`) and
    points. The task has starting points as virtual points of all rounds; a card knows nothing of them, and so its
    floats are those of the points alone.
    """

    name = NAME
    accelerates = False
    in_force = False
    starting_points = True
    usual_list = "MCMAHON"
    parity_of_arrived = True

    def __init__(self, dutch: System) -> None:
        self.version = f"{VERSION}+{dutch.version}"
        self.articles = dutch.articles
        self.dutch = dutch
        self.pair, self.check, self.explain, self.why_not = dutch.pair, dutch.check, dutch.explain, dutch.why_not

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return self.dutch.floats(card)
