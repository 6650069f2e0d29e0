"""A board of a round: both sides, the result, and what a reader should see beside it."""

from enum import StrEnum
from typing import NamedTuple

from domain.cards.card import Float
from domain.words.games import GameKind, Result
from projections.moment.people import Person


class Mark(StrEnum):
    """Remarks that a reader should see beside a result."""

    NONE = ""
    DISPUTED = "disputed"
    """Two entries disagree; an arbiter will settle it."""
    CORRECTED = "corrected"
    """Changed after it had been entered and used."""


class Seat(NamedTuple):
    """One side of a board."""

    person: Person
    points: int
    """Half-points before the round, as its pairing saw them."""
    floated: Float | None = None


class BoardRow(NamedTuple):
    board: int
    white: Seat
    black: Seat
    result: Result | None
    mark: Mark = Mark.NONE
    game: int = 1
    """The number of the game in its match."""
    kind: GameKind = GameKind.MAIN
    players: tuple[Person | None, Person | None] | None = None
    """The players of White and Black in a match of teams, as far as this reader may know them."""

    @property
    def spot(self) -> str:
        """The board, and the game where it is not the first of its match: `3`, `3.2`."""
        return f"{self.board}.{self.game}" if self.game > 1 else str(self.board)

    @property
    def open(self) -> bool:
        return self.result is None or self.result is Result.ADJOURNED
