"""Where the games of live boards come from, as the desk sets it: addresses, games typed there, and those of players."""

import json
from collections.abc import Sequence

from starlette.responses import Response
from starlette.routing import BaseRoute

from domain.decisions.rounds.typed_moves import typed_moves
from domain.decisions.setup.board_addresses import allow_games, look_up_boards
from domain.games.events import DESK, GameKey
from domain.moves.position import start_fen
from domain.refusals import BadField, FileKind, NoSuchBoard, NoSuchRound
from domain.words.games import start_position
from projections.round.board_sources import game_at_board, kept_at_boards
from projections.round.pairings import pairings
from server.notifying.calling import typed_address
from server.office.tournaments import TournamentOffice
from server.routes.desk.rows import act, deciding, post, ticked
from server.routes.desk.typed import typed_game
from server.routes.desk.visit import Visit, go

_PAGE = "/live-boards"


def _addresses(visit: Visit) -> list[str]:
    """Those of before without the one that is taken off, and the one that was typed. Raises BadField."""
    off = visit.form.text("off")
    kept = [url for url in visit.at.tournament.board_addresses if url != off]
    return kept if off else [*kept, typed_address("url", visit.form.text("url"), visit.services.may_call)]


async def keep_game(visit: Visit, office: TournamentOffice) -> Response:
    """The game that was typed or pasted, at its board; in the place of the one that is known there."""
    office.refuse_if_shut()
    board, number = typed_game(visit.form.text("board"))
    round = visit.form.whole("round")
    view = pairings(visit.snapshot, round)
    rows = view.boards if view else ()
    if not rows:
        raise NoSuchRound(round)
    row = next((one for one in rows if (one.board, one.game) == (board, number)), None)
    if row is None:
        raise NoSuchBoard(round, board, len(rows))
    number_of_start = office.tournament.start_positions.get(round)
    start = start_fen(start_position(number_of_start)) if number_of_start is not None else ""
    game = await visit.services.workers.run(FileKind.GAMES, "PGN", typed_moves, visit.form.text("moves"), start)
    before = kept_at_boards(visit.snapshot, visit.services.games.all(office.id), round).get(row.spot)
    seated = game_at_board(game, round, row, before.game if before else None)
    await visit.services.games.take(office.id, DESK, [seated], visit.session.name)
    return go(f"/desk/t/{office.id}{_PAGE}#by-hand")


async def remove_game(visit: Visit, office: TournamentOffice) -> Response:
    """Take off a game that somebody typed or sent."""
    office.refuse_if_shut()
    await visit.services.games.leave(office.id, DESK, _key(visit.form.text("key")), visit.session.name)
    return go(f"/desk/t/{office.id}{_PAGE}")


def _key(typed: str) -> GameKey:
    """Raises BadField."""
    try:
        key = json.loads(typed)
    except ValueError:
        raise BadField("key", typed, "not-here") from None
    return tuple(map(str, key)) if isinstance(key, list) else ()


routes: Sequence[BaseRoute] = (
    act(f"{_PAGE}/addresses", deciding(look_up_boards, _addresses), on=_PAGE),
    act(f"{_PAGE}/players", deciding(allow_games, ticked("allowed")), on=_PAGE),
    post(f"{_PAGE}/games", keep_game, _PAGE),
    post(f"{_PAGE}/games/remove", remove_game, _PAGE),
)
