"""Games of live boards that a program sends: PGN, or moves by board. What is known already writes nothing.

So a program may send the same again, after a failure or always, and needs no key for each command.
"""

from collections.abc import Iterator, Sequence

from starlette.requests import Request
from starlette.responses import Response

from domain.games.events import SOURCE_OF_KEY
from domain.games.state import KeptGame
from domain.moves.games import PgnGame
from domain.refusals import FileKind, Refusal
from domain.stewards.events import Scope
from domain.stewards.permissions import Action
from projections.round.game_seats import NOBODY_NAMED
from projections.round.live_boards import live_boards
from server.live_boards.sent import GamesSent, games_in_json, games_in_pgn
from server.notice import notice, worded
from server.routes.api.bearer import Answered, let_in
from server.routes.api.commands import json_answer
from server.routes.api.problems import problem, refusal_problem
from server.routes.desk.visit import Visit
from server.routes.question import QueryRoute, SendingRoute
from web.api.boards import GamesTakenJson, TroubleOfGameJson
from web.api.openapi import JSON_TYPE

MOST_BYTES_OF_GAMES = 2 * 1024 * 1024
_DOES = Action.ARBITRATE


async def take_boards(request: Request) -> Response:
    visit = Visit(request)
    try:
        key = await let_in(visit, _DOES, Scope.BOARDS)
        request.state.body.limit = MOST_BYTES_OF_GAMES
        office = await visit.open(visit.path("slug"))
        office.refuse_if_shut()
        sent = await _sent(visit)
    except Answered as stop:
        return stop.answer
    except Refusal as refusal:
        return refusal_problem(refusal, visit.words)
    before, games = office.games.state.version, visit.services.games
    kept = await games.take(office.id, SOURCE_OF_KEY + key.made.id, sent.games, key.made.name)
    answer: GamesTakenJson = {
        "tournament": office.id,
        "version": office.games.state.version,
        "taken": sum(one.version > before for one in kept),
        "trouble": list(_trouble(visit, kept)),
    }
    return json_answer(answer)


async def _sent(visit: Visit) -> GamesSent:
    """Raises Answered for what cannot be read, and the refusals of a worker."""
    body, kind = await visit.request.body(), visit.request.headers.get("content-type", "")
    read = games_in_json if kind.startswith(JSON_TYPE) else games_in_pgn
    sent = await visit.services.workers.run(FileKind.GAMES, visit.request.url.path, read, body)
    if sent.why:
        listed = [
            {"index": one.index, "field": one.field, "code": "body-not-read", "detail": worded(one.why, visit.words)}
            for one in sent.problems
        ]
        said = notice("body-not-read", why=sent.why).in_words(visit.words)
        raise Answered(problem(422, "body-not-read", said, {"problems": listed} if listed else {}))
    return sent


def _trouble(visit: Visit, kept: Sequence[KeptGame]) -> Iterator[TroubleOfGameJson]:
    boards = [one.on_board for one in kept]
    strangers = live_boards(visit.snapshot, boards).strangers
    for one in boards:
        if one.unreadable:
            yield _troubled(visit, one.game, "move-not-legal", move=one.unreadable)
        if any(one is stranger for stranger in strangers):
            yield _troubled(visit, one.game, "at-no-board")


def _troubled(visit: Visit, game: PgnGame, code: str, **facts: object) -> TroubleOfGameJson:
    round, board, _, white, black = game.key
    players = f"{white} – {black}" if {white, black} - NOBODY_NAMED else ""
    name = " ".join(filter(None, (round or board, players))) or "?"
    return {"key": list(game.key), "code": code, "says": notice(code, game=name, **facts).in_words(visit.words)}


routes: Sequence[QueryRoute] = (
    SendingRoute("/api/t/{slug}/boards", take_boards, "games-of-boards", Scope.BOARDS, _DOES),
)
