"""Players help themselves: the page behind the code on a slip, where they report, and behind a player's own link.

The signed address says who reports, and on a slip in which round. A form answers with the page, a program
(`Accept: application/json`) as entries at the desk do, so that a phone keeps what it could not send. By their own link
alone, which lies on no table, players check in, ask for byes, withdraw and see their norms.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from domain.decisions.players import self_help
from domain.decisions.rounds.results import report_result
from domain.decisions.rounds.typed_moves import typed_moves
from domain.games.events import PLAYER
from domain.games.state import KeptGame
from domain.moves.position import start_fen
from domain.records import dataclass
from domain.refusals import BadField, FileKind, GameKnown, GamesNotAllowed, NotAtBoard, NotByOneself, Refusal
from domain.tournament import Tournament
from domain.words.games import Bye, start_position
from domain.words.players import EntrantId
from projections.moment.snapshot import Snapshot
from projections.player.own_page import own_page
from projections.round.board_sources import SendableGame, game_at_board, games_to_send, kept_at_boards
from projections.round.results import OwnGame, own_games
from server.clock import hall_clock
from server.http.auth import REPORTS_BY_ADDRESS, REPORTS_OF_A_PLAYER, GuesserKey, TooManyTries, reporter_of
from server.journal.side.lichess import GameThere
from server.notice import notice
from server.office.games.played_there import links_of
from server.office.tournaments import Decide, NoSuchTournament, TournamentOffice
from server.routes.desk.guards import stranger_stopped
from server.routes.desk.typed import read_result, typed_game
from server.routes.desk.visit import Visit, go
from server.turns import neighbourhood
from web.wording.chess.results import SIGNS

MOST_REPORT_FIELDS = 12


@dataclass(frozen=True, slots=True)
class Reporter:
    """Somebody with a link: who they are, and the round of their slip; 0 = whatever is being played."""

    visit: Visit
    office: TournamentOffice
    player: EntrantId
    round: int

    @property
    def name(self) -> str:
        t = self.office.tournament
        return (t.waiting[self.player].player if self.player in t.waiting else t.players[self.player]).name

    @property
    def games(self) -> tuple[OwnGame, ...]:
        return own_games(self.snapshot, self.player, self.round)

    @property
    def sendable(self) -> tuple[SendableGame, ...]:
        """Where the organiser allows it."""
        allowed = self.office.tournament.players_send_games
        return tuple(games_to_send(self.snapshot, self.player, self.round)) if allowed else ()

    def known(self, seat: SendableGame) -> KeptGame | None:
        """The game that is kept of this board."""
        state = self.visit.services.games.all(self.office.id)
        return kept_at_boards(self.snapshot, state, seat.round).get(seat.row.spot)

    @property
    def snapshot(self) -> Snapshot:
        return self.visit.services.snapshots.in_hall(self.office)


ReportHandler = Callable[[Reporter], Awaitable[Response]]


def to_reporter(handler: ReportHandler) -> Callable[[Request], Awaitable[Response]]:
    async def endpoint(request: Request) -> Response:
        return await _for_reporter(Visit(request), handler)

    return endpoint


async def _for_reporter(visit: Visit, handler: ReportHandler) -> Response:
    slug = visit.path("slug")
    signed = reporter_of(visit.access, slug, visit.path("token"))
    player = EntrantId(signed.player)
    try:
        office = await visit.open(slug) if player else None
    except NoSuchTournament:
        office = None
    if office is None or not office.tournament.public or not known_to(office.tournament, player):
        return visit.page("join/no_report.html", 404)
    if office.tournament.renewed_links.get(player, 0) != signed.renewed:
        return visit.page("join/no_report.html", 404)
    return await handler(Reporter(visit, office, player, signed.round))


def form_of_reporter(handler: ReportHandler) -> Callable[[Request], Awaitable[Response]]:
    return partial(_carried_out, handler=handler)


async def _carried_out(request: Request, handler: ReportHandler) -> Response:
    visit = Visit(request)
    if stop := await stranger_stopped(visit, MOST_REPORT_FIELDS):
        return stop
    try:
        return await _for_reporter(visit, handler)
    except TooManyTries:
        return JSONResponse({"sentence": notice("too-many-entries").in_words(visit.words)}, 429)
    except Refusal as refusal:
        visit.refusal = refusal
        if not visit.wants_json:
            return await _for_reporter(visit, show_own_games)
        status = 422 if isinstance(refusal, BadField) else 409
        return JSONResponse({"sentence": visit.refusal_sentence()}, status)


def known_to(t: Tournament, player: EntrantId) -> bool:
    """Registered, or waiting for a place."""
    return player in t.players or player in t.waiting


async def show_own_games(reporter: Reporter) -> Response:
    t = reporter.office.tournament
    if reporter.player in t.waiting:
        return reporter.visit.page(
            "public/own_waiting.html",
            waits=t.waiting[reporter.player].player,
            place=[*t.waiting].index(reporter.player) + 1,
            link=f"/report/{reporter.office.id}/{reporter.visit.path('token')}",
        )
    return reporter.visit.page(
        "public/report.html",
        player=reporter.snapshot.members[reporter.player],
        games=reporter.games if reporter.office.tournament.players_report else (),
        sendable=[(seat, _sent(reporter.known(seat))) for seat in reporter.sendable],
        there=[] if reporter.round else links_of(reporter.snapshot, reporter.player, await _games_there(reporter)),
        own=own_page(reporter.snapshot, reporter.player, hall_clock()) if not reporter.round else None,
        link=f"/report/{reporter.office.id}/{reporter.visit.path('token')}",
        slug=reporter.office.id,
    )


async def _games_there(reporter: Reporter) -> list[GameThere]:
    return await asyncio.to_thread(reporter.visit.services.played_there.store.games, reporter.office.id)


async def report(reporter: Reporter) -> Response:
    visit, office = reporter.visit, reporter.office
    _counted(reporter)
    board, number = typed_game(visit.form.text("board"))
    round, result = visit.number("round"), read_result(visit.form.text("result"))
    asked = (round, board, number)
    seat = next((one for one in reporter.games if (one.round, one.row.board, one.row.game) == asked), None)
    if seat is None:
        raise NotAtBoard
    entered_at = visit.form.text("entered_at")[:40]
    name = reporter.name
    outcome = await office.command(
        visit.command_id,
        name,
        lambda t: report_result(t, round, board, seat.colour, result, entered_at, number),
        visit.digest(),
    )
    await visit.services.playoffs.follow(office, name)
    if not visit.wants_json:
        return go(visit.request.url.path.partition("/rounds/")[0])
    return JSONResponse({"position": outcome.position, "spot": seat.row.spot, "result": result, "sign": SIGNS[result]})


def _sent(known: KeptGame | None) -> int | None:
    """The number of moves that a player sent, 0 = none; None = the boards or the desk have told the game."""
    if known is None:
        return 0
    return (len(known.game.moves) + 1) // 2 if known.source == PLAYER else None


async def send_game(reporter: Reporter) -> Response:
    """The moves of one's own game. Raises GamesNotAllowed, NotAtBoard, GameKnown, the refusals of `typed_moves`."""
    visit, office = reporter.visit, reporter.office
    _counted(reporter)
    office.refuse_if_shut()
    if not office.tournament.players_send_games:
        raise GamesNotAllowed
    asked = (visit.number("round"), *typed_game(visit.form.text("board")))
    seat = next((one for one in reporter.sendable if (one.round, one.row.board, one.row.game) == asked), None)
    if seat is None:
        raise NotAtBoard
    number = office.tournament.start_positions.get(seat.round)
    start = start_fen(start_position(number)) if number is not None else ""
    game = await visit.services.workers.run(FileKind.GAMES, "PGN", typed_moves, visit.form.text("moves"), start)
    known = reporter.known(seat)
    if known is not None and known.source != PLAYER:
        raise GameKnown
    seated = game_at_board(game, seat.round, seat.row, known.game if known else None)
    name = reporter.name
    await visit.services.games.take(office.id, PLAYER, [seated], name)
    if not visit.wants_json:
        return go(visit.request.url.path.partition("/rounds/")[0])
    return JSONResponse({"round": seat.round, "spot": seat.row.spot, "moves": len(game.moves)})


# Steps by the player's own link


def by_own_link(decision: Callable[[Reporter], Decide]) -> Callable[[Request], Awaitable[Response]]:
    """A step of the player alone, and back to their page. Raises NotByOneself for the code of a slip."""

    async def carry_out(reporter: Reporter) -> Response:
        visit, office = reporter.visit, reporter.office
        _counted(reporter)
        if reporter.round:
            raise NotByOneself
        await office.command(visit.command_id, reporter.name, decision(reporter), visit.digest())
        there = known_to(office.tournament, reporter.player)
        return go(f"/report/{office.id}/{visit.path('token')}" if there else f"/t/{office.id}")

    return form_of_reporter(carry_out)


def _check_in(reporter: Reporter) -> Decide:
    return lambda t: self_help.check_oneself_in(t, reporter.player, hall_clock())


def _ask_for_bye(reporter: Reporter) -> Decide:
    form = reporter.visit.form
    round, kind = form.whole("round", 0), form.choice("kind", Bye)
    return lambda t: self_help.ask_for_bye(t, reporter.player, round, kind, hall_clock())


def _take_bye_back(reporter: Reporter) -> Decide:
    round = reporter.visit.form.whole("round", 0)
    return lambda t: self_help.take_bye_back(t, reporter.player, round, hall_clock())


def _withdraw(reporter: Reporter) -> Decide:
    """Raises BadField where the box beside the button is not ticked."""
    if not reporter.visit.form.ticked("leaving"):
        raise BadField("leaving", "", "required")
    return lambda t: self_help.withdraw_oneself(t, reporter.player)


def _leave_waiting_list(reporter: Reporter) -> Decide:
    if not reporter.visit.form.ticked("leaving"):
        raise BadField("leaving", "", "required")
    return lambda t: self_help.leave_waiting_list(t, reporter.player)


def _come_back(reporter: Reporter) -> Decide:
    return lambda t: self_help.come_back(t, reporter.player)


def _counted(reporter: Reporter) -> None:
    """Raises TooManyTries: a hall is one address, and a player has one game."""
    limits: dict[GuesserKey, int] = {
        ("reports", neighbourhood(reporter.visit.address)): REPORTS_BY_ADDRESS,
        ("reporter", reporter.office.id, str(reporter.player)): REPORTS_OF_A_PLAYER,
    }
    reporter.visit.services.entry_tries.count(limits)


routes: Sequence[BaseRoute] = (
    Route("/report/{slug}/{token}", to_reporter(show_own_games), methods=["GET"]),
    Route("/report/{slug}/{token}/rounds/{round:int}/results", form_of_reporter(report), methods=["POST"]),
    Route("/report/{slug}/{token}/rounds/{round:int}/games", form_of_reporter(send_game), methods=["POST"]),
    Route("/report/{slug}/{token}/check-in", by_own_link(_check_in), methods=["POST"]),
    Route("/report/{slug}/{token}/byes", by_own_link(_ask_for_bye), methods=["POST"]),
    Route("/report/{slug}/{token}/byes/take-back", by_own_link(_take_bye_back), methods=["POST"]),
    Route("/report/{slug}/{token}/withdraw", by_own_link(_withdraw), methods=["POST"]),
    Route("/report/{slug}/{token}/stop-waiting", by_own_link(_leave_waiting_list), methods=["POST"]),
    Route("/report/{slug}/{token}/come-back", by_own_link(_come_back), methods=["POST"]),
)
