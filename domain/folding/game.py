"""One game of a round: looked up, written, marked."""

from typing import Protocol

from domain.round import Game
from domain.state import Tournament
from domain.words.games import Result


class AboutGame(Protocol):
    """An event that speaks of one game."""

    @property
    def round(self) -> int: ...
    @property
    def board(self) -> int: ...
    @property
    def game(self) -> int: ...


def game_named_by(t: Tournament, event: AboutGame) -> Game:
    return t.round(event.round).game(event.board, event.game)


def write_result(t: Tournament, event: AboutGame, result: Result, counts_from: int, swap: bool = False) -> None:
    """A new version of a game, and with it an end of any dispute."""
    t.round(event.round).record(event.board, event.game, result, counts_from, swap)


def mark_corrected(t: Tournament, event: AboutGame) -> None:
    t.round(event.round).put(game_named_by(t, event)._replace(corrected=True))
