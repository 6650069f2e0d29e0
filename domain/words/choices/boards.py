"""Where boards stand: players who keep a board, numbers at which nobody sits, and rooms."""

from collections.abc import Collection, Iterable, Iterator
from itertools import count
from typing import NamedTuple

from domain.records import dataclass
from domain.words.players import BoardSeats, EntrantId

MAX_BOARD = 2000
MAX_ROOM_NAME_CHARS = 40


class KeptBoard(NamedTuple):
    """Somebody who cannot move: each opponent comes to this board, and nobody else is seated at it."""

    entrant: EntrantId
    board: int


class PlayingRoom(NamedTuple):
    name: str
    first_board: int
    """The room has the boards from here up to the first of the next room."""


@dataclass(frozen=True, slots=True)
class BoardPlan:
    kept: tuple[KeptBoard, ...] = ()
    skipped: tuple[int, ...] = ()
    """Numbers of boards that are not there, or broken."""
    rooms: tuple[PlayingRoom, ...] = ()
    """By their first boards."""

    def numbers(self, pairs: Iterable[BoardSeats]) -> Iterator[int]:
        """The board of each pair of a round, in step with the pairs.

        Pairs of whom nobody keeps a board fill the others from 1 on. Of two who both keep one the lower board is
        taken; the other stays empty, as the board of somebody who does not play.
        """
        kept = {one.entrant: one.board for one in self.kept}
        reserved = {*self.skipped, *kept.values()}
        free = (number for number in count(1) if number not in reserved)
        for pair in pairs:
            own = [kept[entrant] for entrant in pair if entrant in kept] if kept else ()
            yield min(own) if own else next(free)

    def further(self, pair: BoardSeats, taken: Collection[int]) -> int:
        """The board of two who come later: one that they keep, or the next behind all others."""
        own = [one.board for one in self.kept if one.entrant in pair and one.board not in taken]
        reserved = {*self.skipped, *(one.board for one in self.kept)}
        behind = count(max(taken, default=0) + 1)
        return min(own) if own else next(number for number in behind if number not in reserved)

    def keeps(self, board: int, pair: BoardSeats) -> bool:
        """One of the two keeps this board."""
        return any(one.board == board and one.entrant in pair for one in self.kept)

    def room(self, board: int) -> str:
        """Empty: no room has been named for it."""
        return next((room.name for room in reversed(self.rooms) if room.first_board <= board), "")


USUAL_BOARDS = BoardPlan()
"""Boards from 1 on in the order of the pairings, in one room."""
