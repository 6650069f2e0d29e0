"""The application: its parts put together, and THE table of all addresses."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ExceptionHandler

from domain.stewards import Role
from server.auth import Access
from server.cli import program_version
from server.copies import Copies
from server.door import Door, Remember
from server.edge import AccessLog, BodyLimit, Headers, Sessions
from server.feed.parts import Channel, Parts
from server.feed.routes import live_routes
from server.forwarding import Forwarding, internal_address
from server.hall_office import HallOffice
from server.hub import Hub
from server.journal import AsyncJournal, CommandIdReused, JournalTrouble, open_journal
from server.live import Live
from server.live_screens import Screens
from server.metrics import Metrics, metrics
from server.mirror import mirror_routes
from server.office import NoSuchTournament, Office
from server.owning import Owning
from server.pagecache import PageCache
from server.routes import account, join, public, screens, troubles
from server.routes.desk import (
    by_hand,
    corrections,
    exports,
    history,
    imports,
    personal,
    players,
    prizes,
    results,
    rounds,
    tournaments,
    why,
)
from server.routes.desk import screens as desk_screens
from server.routes.desk import stewards as desk_stewards
from server.routes.desk.doors import TournamentHandler, action, page, tournament_action, tournament_page
from server.routes.public import Public
from server.settings import Settings
from server.sheets import Sheets
from server.steward_office import StewardOffice
from web.rendering import STATIC

GET = ["GET"]
POST = ["POST"]


def desk_routes() -> Sequence[BaseRoute]:
    """The desk. Each door asks for the role a step takes; said nothing, it takes an arbiter.

    A POST always passes `action`, which asks for the session's form token too.
    """
    return [
        Route("/desk/first", account.first, methods=GET),
        Route("/desk/first", account.set_first, methods=POST),
        Route("/desk/login", account.login, methods=GET),
        Route("/desk/login", account.come_in, methods=POST),
        Route("/desk/logout", action(account.go_out, tournaments.listing, None), methods=POST),
        Route("/desk/password", page(account.password, Role.CHIEF), methods=GET),
        Route("/desk/password", action(account.change_password, account.password, Role.CHIEF), methods=POST),
        Route("/desk", page(tournaments.listing, None), methods=GET),
        Route("/desk/new", page(tournaments.new), methods=GET),
        Route("/desk/new", action(tournaments.create, tournaments.new), methods=POST),
        Route("/desk/import", page(imports.new), methods=GET),
        Route("/desk/import", action(imports.read, imports.new), methods=POST),
        *tournament_routes(),
    ]


def tournament_routes() -> Sequence[BaseRoute]:
    """Everything about one tournament at the desk."""

    def post(
        path: str, handler: TournamentHandler, back: TournamentHandler, least: Role | None = Role.ARBITER
    ) -> Route:
        return Route("/desk/t/{slug}" + path, tournament_action(handler, back, least), methods=POST)

    def get(path: str, handler: TournamentHandler, least: Role | None = Role.READER) -> Route:
        return Route("/desk/t/{slug}" + path, tournament_page(handler, least), methods=GET)

    return [
        get("", tournaments.overview),
        get("/settings", tournaments.settings),
        post("/details", tournaments.amend_details, tournaments.settings),
        post("/regulations", tournaments.amend_regulations, tournaments.settings),
        post("/colour", tournaments.set_colour, tournaments.overview),
        post("/close", tournaments.close, tournaments.overview),
        post("/reopen", tournaments.reopen, tournaments.overview),
        post("/lots", tournaments.draw_lots, tournaments.settings),
        post("/prohibited", tournaments.prohibit, tournaments.settings),
        get("/players", players.listing),
        post("/players", players.register, players.listing),
        get("/players/import", imports.players, Role.ARBITER),
        post("/players/import", imports.register, imports.players),
        post("/players/withdraw", players.withdraw_ticked, players.listing),
        get("/players/{player:int}", players.one),
        post("/players/{player:int}", players.amend, players.one),
        post("/players/{player:int}/rating", players.correct_rating, players.one),
        post("/players/{player:int}/withdraw", players.withdraw, players.one),
        post("/players/{player:int}/readmit", players.readmit, players.one),
        post("/players/{player:int}/anonymise", players.anonymise, players.one),
        get("/players/{player:int}/personal", personal.show, Role.ARBITER),
        post("/players/{player:int}/personal", personal.keep, personal.show),
        post("/players/{player:int}/personal/erase", personal.erase, personal.show),
        post("/players/{player:int}/bye", players.grant_bye, players.one),
        post("/players/{player:int}/bye/revoke", players.revoke_bye, players.one),
        post("/pair", rounds.pair, by_hand.cannot_pair),
        get("/pair-by-hand", by_hand.starting, Role.ARBITER),
        post("/pair-by-hand", by_hand.start, by_hand.starting),
        get("/pair-by-hand/check", by_hand.check_start, Role.ARBITER),
        get("/rounds/{round:int}", rounds.show),
        post("/rounds/{round:int}/publish", rounds.publish, rounds.show),
        post("/rounds/{round:int}/discard", rounds.discard, rounds.show),
        post("/rounds/{round:int}/withdraw", rounds.withdraw, rounds.show),
        post("/rounds/{round:int}/close", rounds.close, rounds.show),
        get("/rounds/{round:int}/alter", by_hand.altering, Role.ARBITER),
        post("/rounds/{round:int}/alter", by_hand.alter, by_hand.altering),
        get("/rounds/{round:int}/alter/check", by_hand.check_altered, Role.ARBITER),
        get("/rounds/{round:int}/why", why.show),
        get("/enter", rounds.mine, Role.ENTRY),
        get("/rounds/{round:int}/results", results.listing, None),
        post("/rounds/{round:int}/results", results.enter, results.refused, Role.ENTRY),
        post("/rounds/{round:int}/boards/{board:int}/settle", results.settle, rounds.show),
        get("/rounds/{round:int}/boards/{board:int}/correct", corrections.show, Role.ARBITER),
        post("/rounds/{round:int}/boards/{board:int}/correct", corrections.correct, corrections.show),
        get("/rounds/{round:int}/boards/{board:int}/effect", corrections.effect),
        get("/prizes", prizes.show),
        post("/prizes", prizes.announce, prizes.show),
        get("/history", history.show),
        get("/history/{version:int}/undo", history.ask_undo, Role.ARBITER),
        post("/history/{version:int}/undo", history.undo_entry, history.ask_undo),
        get("/exports", exports.listing),
        get("/exports/{name}", exports.download),
    ]


def desk() -> Sequence[BaseRoute]:
    more = Mount("/desk", routes=[*desk_screens.desk_routes(), *desk_stewards.desk_routes()])
    return [*desk_routes(), more, *join.routes()]


def mirror_of(settings: Settings) -> Sequence[BaseRoute]:
    """What a public mirror has instead of a desk: the address that halls ship their journals to."""
    return [
        Mount("/api/mirror", routes=mirror_routes(settings.mirror_accepts)),
        Route("/desk", troubles.no_desk),
        Mount("/desk", routes=[Route("/{path:path}", troubles.no_desk)]),
    ]


TROUBLES: dict[Any, ExceptionHandler] = {
    HTTPException: troubles.http_error,
    NoSuchTournament: troubles.no_such_tournament,
    CommandIdReused: troubles.command_id_reused,
    JournalTrouble: troubles.journal_trouble,
    Exception: troubles.crashed,
}
"""What becomes of an exception that no handler expected."""


def all_routes(settings: Settings, hub: Hub) -> list[BaseRoute]:
    """A mirror has no desk."""
    return [
        Route("/healthz", health, methods=GET),
        Route("/readyz", ready, methods=GET),
        Route("/metrics", metrics, methods=GET),
        *(mirror_of(settings) if settings.mirror_accepts else desk()),
        *live_routes(hub),
        *screens.routes(),
        *public.routes,
        Mount("/static", StaticFiles(directory=STATIC)),
    ]


def create_app(settings: Settings, access: Access) -> Starlette:
    """The whole server; the journal is opened when it starts and closed when it stops."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        journal = AsyncJournal(open_journal(settings.journal_url))
        office = Office(journal)
        copies = Copies(office, journal)
        owning = Owning(journal.journal, internal_address(settings), office.doubt)
        try:
            async with (
                copies.running(),
                Forwarding(owning, office, access, alone=not settings.database).running() as forwarding,
                office.running(),
                HallOffice(journal).running() as hall,
                StewardOffice(journal).running() as stewards,
            ):
                app.state.stewards = stewards
                app.state.forwarding = forwarding
                put_together(app, office, hall, copies)
                await app.state.screens.ready()
                app.state.ready = True
                yield
        finally:
            app.state.ready = False
            await journal.close()

    hub = Hub(lambda channel: sources(app, channel), version=program_version())
    door = Door()
    app = Starlette(
        routes=all_routes(settings, hub),
        middleware=[
            Middleware(Remember, door),
            Middleware(AccessLog),
            Middleware(Headers),
            Middleware(BodyLimit, settings.form_limit),
            Middleware(Sessions, access, settings.secure_cookies),
        ],
        exception_handlers=TROUBLES,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.access = access
    app.state.hub = hub
    app.state.door = door
    app.state.metrics = Metrics()
    app.state.ready = False
    return app


def put_together(app: Starlette, office: Office, hall: HallOffice, copies: Copies) -> None:
    """What the handlers find on `app.state`, and who is told of changes."""
    hub: Hub = app.state.hub
    sheets = Sheets()
    walls = Screens(office, hall, sheets)
    app.state.office = office
    app.state.hall = hall
    app.state.sheets = sheets
    app.state.screens = walls
    app.state.live = Live(office, sheets)
    app.state.public = Public(office, sheets, PageCache())
    app.state.copies = copies
    app.state.metrics.watch(office, hub, copies)
    office.appended = app.state.metrics.appends.observe

    def changed(id: str, position: int) -> None:
        hub.changed([f"t/{id}", "catalogue", *walls.changed(id)], position)
        copies.changed(id, position)

    office.changed = changed
    hall.changed = lambda position: hub.changed(walls.changed(), position)


def sources(app: Starlette, channel: Channel) -> Parts | None:
    """What the feed renders for a channel."""
    walls: Screens = app.state.screens
    live: Live = app.state.live
    return live(channel) or walls(channel)


async def health(request: Request) -> Response:
    """The process answers."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    """The journal is open and commands are taken."""
    is_ready: bool = request.app.state.ready
    return PlainTextResponse("ready\n" if is_ready else "not ready\n", 200 if is_ready else 503)
