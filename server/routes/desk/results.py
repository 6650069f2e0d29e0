"""Results as they are typed. A page sends what it showed; whoever was quicker is named, nobody is overwritten.

A form answers with the page, a program (`Accept: application/json`) with
`{"position": n, "board": b, "result": "1-0", "sign": "1 – 0"}`, or with `{"sentence", "now", "who", "when"}` and
409 (the board or the round says no), 422 (not readable), 401 or 403 (log in again).
"""

from datetime import datetime

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from domain import results
from domain.events import boards_of
from domain.games import Result
from domain.refusals import BadField, NeedsCorrection, Refusal, ResultDiffers
from domain.tournament import Game
from projections.pairings import BoardRow, mark, pairings
from server.journal import Entry
from server.office import TournamentOffice
from server.routes import forms
from server.routes.desk import rounds
from server.routes.desk.visit import Visit, go, old_form, stopped
from server.routes.forms import Form
from web.wording import language
from web.wording.results import SIGNS

CLEAR = "clear"

KEYS: dict[str, Result] = {
    "1": Result.WHITE_WINS,
    "0": Result.BLACK_WINS,
    "=": Result.DRAW,
    "+": Result.WHITE_WINS_BY_FORFEIT,
    "-": Result.BLACK_WINS_BY_FORFEIT,
    "x": Result.DOUBLE_FORFEIT,
    "a": Result.ADJOURNED,
}
"""What the keyboard means, from White's side."""

ALSO: dict[str, Result] = {
    "1-0": Result.WHITE_WINS,
    "0-1": Result.BLACK_WINS,
    "5": Result.DRAW,
    "/": Result.DRAW,
    "½": Result.DRAW,
    "½-½": Result.DRAW,
    "1/2": Result.DRAW,
    "+-": Result.WHITE_WINS_BY_FORFEIT,
    "-+": Result.BLACK_WINS_BY_FORFEIT,
    "--": Result.DOUBLE_FORFEIT,
}


async def listing(visit: Visit, office: TournamentOffice) -> Response:
    """What every board of a round shows now, for a page that has been told of a change."""
    view = pairings(visit.sheet, int(visit.path("round")))
    rows = [_board(row) for row in view.boards] if view else []
    answer = {"position": office.position, "stage": view.stage if view else "", "boards": rows}
    return JSONResponse(answer, headers={"Cache-Control": "no-store"})


async def enter(request: Request) -> Response:
    """Record or clear the result of one board."""
    visit = Visit(request)
    if stop := stopped(visit):
        return stop
    visit.tournament = office = await visit.office.open(visit.path("slug"))
    async with request.form(max_files=0, max_fields=20) as data:
        visit.form = forms.read(data)
    if not visit.access.form_token_fits(visit.session, visit.form.text("form_token")):
        return old_form(visit)
    try:
        return await _enter(visit, office)
    except Refusal as refusal:
        visit.refusal = refusal
        return _refused(visit, office, refusal) if visit.wants_json else await rounds.show(visit, office)


async def _enter(visit: Visit, office: TournamentOffice) -> Response:
    round, board, form = int(visit.path("round")), visit.form.whole("board"), visit.form
    entered_at = form.text("entered_at")[:40]
    game = results.game_of(office.tournament, round, board)
    seen = _seen(form, game)
    if form.text("result") == CLEAR:
        outcome = await visit.command(lambda t: results.clear_result(t, round, board, seen))
    else:
        result = read_result(form.text("result"))
        outcome = await visit.command(lambda t: results.record_result(t, round, board, result, seen, entered_at))
    if not visit.wants_json:
        return go(f"/desk/t/{office.id}/rounds/{round}?board={board}", outcome)
    return JSONResponse({"position": outcome.position, **_now(office, round, board)})


def read_result(typed: str) -> Result:
    """A key, a result as it is stored, or as people write it. Raises BadField."""
    plain = typed.replace(" ", "").replace("–", "-").replace("−", "-").lower()
    for table in (KEYS, ALSO):
        if plain in table:
            return table[plain]
    try:
        return Result(typed)
    except ValueError:
        raise BadField("result", typed, "one-of:" + ",".join(KEYS)) from None


def _seen(form: Form, game: Game) -> Result | None:
    """What the page showed. A form that shows no board (type number and result) can only fill an empty one."""
    shown = form.text("seen")
    if not shown:
        return None
    try:
        return Result(shown)
    except ValueError:
        raise BadField("seen", shown, "one-of:" + ",".join(Result)) from None


def _refused(visit: Visit, office: TournamentOffice, refusal: Refusal) -> Response:
    answer: dict[str, object] = {"sentence": visit.refusal_sentence(), "reason": type(refusal).__name__}
    if isinstance(refusal, ResultDiffers | NeedsCorrection):
        last = last_entry(office, refusal.round, refusal.board)
        answer |= _now(office, refusal.round, refusal.board)
        if last is not None:
            answer |= {"who": last.by, "when": _clock(last.recorded_at)}
    return JSONResponse(answer, 422 if isinstance(refusal, BadField) else 409)


def last_entry(office: TournamentOffice, round: int, board: int) -> Entry | None:
    """The newest entry about a board: who said it, and when."""
    return next((e for e in reversed(office.entries) if (round, board) in boards_of(e.event)), None)


def _now(office: TournamentOffice, round: int, board: int) -> dict[str, object]:
    game = office.tournament.round(round).games[board]
    return _facts(board, game.result, mark(game).value)


def _board(row: BoardRow) -> dict[str, object]:
    return _facts(row.board, row.result, row.mark.value)


def _facts(board: int, result: Result | None, mark: str) -> dict[str, object]:
    return {"board": board, "result": result or "", "sign": SIGNS[result] if result else "", "mark": mark}


def _clock(when: datetime) -> str:
    return language("en").clock(when.astimezone())
