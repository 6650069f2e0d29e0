"""Corrections (F.7): a result or colours, the effect first; boards that were played by others than paired."""

from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.rounds import correcting
from domain.decisions.rounds.correcting import Choice, correct_players, seats_known
from domain.decisions.rounds.matches import TURNED, correct_forfeits
from domain.events import PlayedGame
from domain.refusals import BadField
from domain.stewards.permissions import Action
from domain.tournament_cards.cards import numbers_of
from domain.words.games import Result
from projections.round.pairings import pairings
from server.office.tournaments import Decide, TournamentOffice
from server.routes.api.commands import RESULTS_KEY
from server.routes.desk.done import last_entry
from server.routes.desk.preview import preview
from server.routes.desk.rows import REASON, ROUND, act, deciding, get, ticked
from server.routes.desk.typed import read_result, typed_player
from server.routes.desk.visit import Visit
from server.routes.forms import small
from web.api import commands as c

COLOURS_ONLY = "colours"
"""Not another result, but the same one with the colours exchanged."""


async def show_correction(visit: Visit, office: TournamentOffice) -> Response:
    t, round, board = office.tournament, visit.number("round"), visit.number("board")
    view, game = pairings(visit.snapshot, round), _game_asked(visit)
    row = next((row for row in view.boards if (row.board, row.game) == (board, game)), None) if view else None
    if view is None or row is None:
        raise HTTPException(404)
    return visit.page(
        "desk/correct.html",
        round=round,
        row=row,
        turned=(board, row.game) in view.turned,
        proposal=correcting.proposal(t, round),
        results=[r for r in Result if r not in (Result.ADJOURNED, row.result)],
        last=last_entry(office, round, board),
        forfeited=sum(one.result in TURNED for one in t.round(round).matches[board]) if row.result in TURNED else 0,
    )


def _typed_correction(visit: Visit) -> Decide:
    form, round, board = visit.form, visit.number("round"), visit.number("board")
    choice, seen, override = _choice(visit), form.chosen("seen", Result), form.ticked("override")
    wanted, reason, game = form.text("result"), form.line("reason"), form.whole("game", 1)
    return decided_correction(round, board, wanted, reason, choice, override, seen, game, form.ticked("whole"))


async def show_effect(visit: Visit, office: TournamentOffice) -> Response:
    """The effect of the form as it stands. The reason is still being thought of."""
    round, board = visit.number("round"), visit.number("board")
    choice = Choice(visit.asked("choice")) if visit.asked("choice") in set(Choice) else None
    overriding, game = bool(visit.asked("override")), _game_asked(visit)
    decide = decided_correction(
        round, board, visit.asked("result"), "…", choice, overriding, game=game, whole=bool(visit.asked("whole"))
    )
    return await preview(visit, office, decide)


def decided_correction(
    round: int,
    board: int,
    wanted: str,
    reason: str,
    choice: Choice | None,
    override: bool,
    seen: Result | None = None,
    game: int = 1,
    whole: bool = False,
) -> Decide:
    """The decision that the form asks for; `whole`: about all forfeited games of the match."""
    if whole:
        return lambda t: correct_forfeits(t, round, board, game, read_result(wanted), reason, choice, override)
    if wanted == COLOURS_ONLY:
        return lambda t: correcting.correct_colours(t, round, board, reason, choice, override, game)
    return lambda t: correcting.correct_result(
        t, round, board, read_result(wanted), reason, choice, override, seen, game
    )


def _game_asked(visit: Visit) -> int:
    return small(visit.asked("game")) or 1


def _choice(visit: Visit) -> Choice | None:
    return visit.form.chosen("choice", Choice)


# Boards that were played by others: a table of who sat where and what came of it


async def show_played(visit: Visit, office: TournamentOffice) -> Response:
    t, round = office.tournament, visit.number("round")
    view = pairings(visit.snapshot, round) if round else None
    if view is None:
        raise HTTPException(404)
    numbers = numbers_of(t)
    typed = list(zip(visit.form.all("white"), visit.form.all("black"), visit.form.all("result"), strict=False))
    stored = [(str(numbers[b.white.person.id]), str(numbers[b.black.person.id]), b.result or "") for b in view.boards]
    seated = [side.person.id for board in view.boards for side in (board.white, board.black)]
    return visit.page(
        "desk/reseat.html",
        round=round,
        view=view,
        numbered=[(numbers[id], t.entrants[id].name) for id in seated],
        rows=list(zip(view.boards, typed or stored, strict=False)),
        proposal=correcting.proposal(t, round),
        results=[result for result in Result if result is not Result.ADJOURNED],
    )


def _played(visit: Visit) -> list[PlayedGame]:
    """The boards whose typed players are others than those known. Raises BadField for half a board."""
    t, round, form, found = visit.at.tournament, visit.number("round"), visit.form, list[PlayedGame]()
    for number, white, black, result in zip(*map(form.all, ("board", "white", "black", "result")), strict=False):
        if not (number.isdecimal() and white.strip() and black.strip()):
            raise BadField("boards", white or black, "a-board")
        seats = typed_player(t, white.strip()), typed_player(t, black.strip())
        if seats != seats_known(t, round, int(number)):
            found.append(PlayedGame(int(number), *seats, read_result(result)))
    return found


_CORRECTION, _PLAYED = "/rounds/{round:int}/boards/{board:int}/correct", "/rounds/{round:int}/played"

routes: Sequence[BaseRoute] = (
    get(_CORRECTION, show_correction, Action.ARBITRATE),
    act(_CORRECTION, _typed_correction, RESULTS_KEY(c.CorrectResult), on=_CORRECTION, to="/rounds/{round:int}"),
    get("/rounds/{round:int}/boards/{board:int}/effect", show_effect),
    get(_PLAYED, show_played, Action.ARBITRATE),
    act(
        _PLAYED,
        deciding(correct_players, ROUND, _played, REASON, _choice, ticked("override")),
        RESULTS_KEY(c.CorrectSeats),
        on=_PLAYED,
        to="/rounds/{round:int}",
    ),
)
