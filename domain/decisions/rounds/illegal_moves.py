"""Illegal moves that the arbiter has ruled on, counted for each player of a game (FIDE Laws, 7.5.5)."""

from datetime import datetime

from domain import events as e
from domain import refusals
from domain.decisions.rounds.results import game_of, open_round
from domain.tournament import Game, Tournament
from domain.words.games import Colour
from domain.words.rating_lists import Speed, speed_of_clock

LOSES = 2
"""The illegal move of a player that loses the game."""


def note_illegal_move(
    tournament: Tournament, round: int, board: int, game: int, colour: Colour, now: datetime
) -> list[e.Event]:
    known = game_of(tournament, round, board, game)
    open_round(tournament, round, known)
    if known.decided:
        raise refusals.GameHasEnded(round, board)
    return [e.IllegalMoveNoted(round, board, game, colour, now.isoformat(timespec="minutes"))]


def take_illegal_move_back(tournament: Tournament, round: int, board: int, game: int, colour: Colour) -> list[e.Event]:
    """The newest one of this side, which was noted by mistake."""
    known = game_of(tournament, round, board, game)
    open_round(tournament, round, known)
    if not illegal_moves(tournament, round, known, colour):
        raise refusals.NoIllegalMove(round, board)
    return [e.IllegalMoveTakenBack(round, board, game, colour)]


def illegal_moves(t: Tournament, round: int, game: Game, colour: Colour) -> tuple[e.IllegalMoveNoted, ...]:
    noted = t.illegal_moves.get((round, game.white, game.black, game.number), ())
    return tuple(one for one in noted if one.colour is colour)


def minutes_given(t: Tournament) -> int:
    """What the first illegal move gives to the opponent: in rapid and blitz half of it (Laws, A.3 and B.3)."""
    return 2 if speed_of_clock(t.details.clock) is Speed.STANDARD else 1
