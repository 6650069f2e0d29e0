"""An edition of a Swiss system: the answers that most of them give, the order of the boards, and places of a field."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from domain.cards.card import Card, Float, Pair, PairingTask
from domain.pairing.swiss.colours import both_against, colour_history, preference
from domain.words.articles import SharedRule
from domain.words.players import TITLES_2026, EntrantId, OrderOfEquals, PairingNumber, Rankable, Title, initial_ranking
from domain.words.regulations import Entrants, Format


def rules_of_2026(initial_colour: str, never_again: str = "C1", one_bye: str = "C2") -> Mapping[SharedRule, str]:
    """Return the articles of an edition: those of the handling rules and its own."""
    return {
        SharedRule.ORDER_OF_EQUALS: "C.04.2, 2.2",
        SharedRule.PAIRING_STANDS: "C.04.2, 4.4",
        SharedRule.LATECOMER: "C.04.2, 4.4",
        SharedRule.ABSENCE: "C.05, 6.5",
        SharedRule.ADJOURNED: "C.04.2, 3.1",
        SharedRule.INITIAL_COLOUR: initial_colour,
        SharedRule.NEVER_AGAIN: never_again,
        SharedRule.ONE_BYE: one_bye,
    }


class SwissEdition:
    """The answers of an edition that says nothing else."""

    kind = Format.SWISS
    entrants = Entrants.PLAYERS
    titles: tuple[Title, ...] = TITLES_2026
    needs_lot = True
    games_of_match = 1
    needs_ratings = False
    starting_points = False
    accelerates = True
    parity_of_arrived = False
    in_force = True
    meets_again = False
    usual_list = ""
    report_code = ""

    def numbers(self, entrants: Sequence[Rankable], equals: OrderOfEquals) -> tuple[EntrantId, ...]:
        """By rating, title and the order chosen for equals (C.04.2, 2.2)."""
        return initial_ranking(entrants, self.titles, equals)

    def floats(self, card: Card) -> tuple[Float | None, ...]:
        return tuple(self.float_of(line.ahead) if line.code.played else None for line in card.lines)

    def float_of(self, ahead: int) -> Float | None:
        """Down for the higher of two unequal scores, up for the lower."""
        return Float.of(ahead)

    def both_colours_wrong(self, task: PairingTask, pairs: Iterable[Pair]) -> tuple[Pair, ...]:
        return both_against(lambda n: preference(colour_history(task.cards[n].lines), task.colour_run), pairs)


# The order in which the boards of a round are published.


class BoardPlayer(Protocol):
    @property
    def number(self) -> PairingNumber: ...

    @property
    def score(self) -> int: ...


def board_key(one: BoardPlayer, other: BoardPlayer) -> tuple[int, int, int]:
    """Score of the higher ranked player, sum of the scores, rank of the higher (C.04.2 of 2026, 3.6)."""
    score, number = min((-one.score, one.number), (-other.score, other.number))
    return (score, -(one.score + other.score), number)


def board_order(players: Sequence[BoardPlayer], pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The pairs of places in the order of their boards."""
    return sorted(pairs, key=lambda pair: board_key(players[pair[0]], players[pair[1]]))


# Places of a field: each is an index into its players, in the order in which the edition ranks them.

Places = tuple[int, ...]
"""Several of them in an order. A set, of which only the members matter, is an int (`graph/matching.py`)."""
