"""Illegal moves noted on the page of a round, and taken back."""

from collections.abc import Sequence

from starlette.routing import BaseRoute

from domain.decisions.rounds.illegal_moves import note_illegal_move, take_illegal_move_back
from domain.words.games import Colour
from server.clock import hall_clock
from server.office.tournaments import Decide
from server.routes.api.commands import RESULTS_KEY
from server.routes.desk.rows import act
from server.routes.desk.typed import typed_game
from server.routes.desk.visit import Visit
from web.api import commands as c

_ROUND = "/rounds/{round:int}"


def _noted(visit: Visit) -> Decide:
    (board, game), colour = typed_game(visit.form.text("board")), visit.form.choice("colour", Colour)
    round, now = visit.number("round"), hall_clock()
    return lambda t: note_illegal_move(t, round, board, game, colour, now)


def _taken_back(visit: Visit) -> Decide:
    (board, game), colour = typed_game(visit.form.text("board")), visit.form.choice("colour", Colour)
    round = visit.number("round")
    return lambda t: take_illegal_move_back(t, round, board, game, colour)


routes: Sequence[BaseRoute] = (
    act(_ROUND + "/illegal-moves", _noted, RESULTS_KEY(c.NoteIllegalMove), on=_ROUND),
    act(_ROUND + "/illegal-moves/take-back", _taken_back, RESULTS_KEY(c.TakeIllegalMoveBack), on=_ROUND),
)
