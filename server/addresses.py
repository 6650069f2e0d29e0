"""THE table of all addresses.

Each door of the desk asks for the role a step takes; said nothing, it takes an arbiter. A POST always passes
`action`, which asks for the session's form token too.
"""

from collections.abc import Sequence
from functools import partial

from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from domain.stewards.events import Role
from server.care.mirror.receiver import mirror_routes
from server.live.routes import live_routes
from server.routes import account, errors, join, public, screens
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
    stewards,
    tournaments,
    why,
)
from server.routes.desk.guards import TournamentHandler, action, page, tournament_action, tournament_page
from server.routes.desk.screens import pictures
from server.routes.desk.screens import setup as screen_setup
from server.routes.health import health, metrics, ready
from server.services import Services
from web.rendering import STATIC

MIRROR = "/api/mirror"
GET = ["GET"]
POST = ["POST"]


OF_THE_DESK: Sequence[BaseRoute] = (
    Route("/desk/first", account.first, methods=GET),
    Route("/desk/first", account.set_first, methods=POST),
    Route("/desk/login", account.login, methods=GET),
    Route("/desk/login", account.come_in, methods=POST),
    Route("/desk/logout", action(account.go_out, tournaments.listing, None), methods=POST),
    Route("/desk/password", page(account.password, Role.CHIEF), methods=GET),
    Route("/desk/password", action(account.change_password, account.password, Role.CHIEF), methods=POST),
    Route("/desk/language", page(account.language, None), methods=GET),
    Route("/desk/language", action(account.choose_language, account.language, None), methods=POST),
    Route("/desk", page(tournaments.listing, None), methods=GET),
    Route("/desk/new", page(tournaments.new), methods=GET),
    Route("/desk/new", action(tournaments.create, tournaments.new), methods=POST),
    Route("/desk/import", page(imports.new), methods=GET),
    Route("/desk/import", action(imports.read, imports.new), methods=POST),
)

OF_THE_HALL: Sequence[BaseRoute] = (
    Route("/desk/screens", page(screen_setup.listing), methods=GET),
    Route("/desk/screens", action(screen_setup.name, screen_setup.listing), methods=POST),
    Route("/desk/screens/{name}", page(screen_setup.one), methods=GET),
    Route("/desk/screens/{name}", action(screen_setup.set_all, screen_setup.one), methods=POST),
    Route("/desk/screens/{name}/show", action(screen_setup.show_one, screen_setup.listing), methods=POST),
    Route("/desk/screens/{name}/remove", action(screen_setup.remove, screen_setup.listing), methods=POST),
    Route("/desk/announcement", action(screen_setup.announce, screen_setup.listing), methods=POST),
    Route("/desk/announcement/withdraw", action(screen_setup.withdraw, screen_setup.listing), methods=POST),
    Route("/desk/pictures", action(pictures.add, screen_setup.listing), methods=POST),
    Route("/desk/pictures/{picture}/remove", action(pictures.remove, screen_setup.listing), methods=POST),
)

OF_PEOPLE: Sequence[BaseRoute] = (
    Route("/desk/stewards", page(stewards.listing, Role.CHIEF), methods=GET),
    Route("/desk/stewards", action(stewards.invite, stewards.listing, Role.CHIEF), methods=POST),
    Route("/desk/stewards/{steward}", page(stewards.card, Role.CHIEF), methods=GET),
    Route("/desk/stewards/{steward}/dismiss", action(stewards.dismiss, stewards.listing, Role.CHIEF), methods=POST),
    Route("/join/{token}", join.open_link, methods=GET),
    Route("/join/{token}", join.change_over, methods=POST),
)


def post(path: str, handler: TournamentHandler, back: TournamentHandler, least: Role | None = Role.ARBITER) -> Route:
    """A step of one tournament; `back` is the page that its form stands on."""
    return Route("/desk/t/{slug}" + path, tournament_action(handler, back, least), methods=POST)


def get(path: str, handler: TournamentHandler, least: Role | None = Role.READER) -> Route:
    """A page of one tournament at the desk."""
    return Route("/desk/t/{slug}" + path, tournament_page(handler, least), methods=GET)


SEATING = partial(by_hand.starting, otherwise=tournaments.overview)
NOT_TAKEN = partial(results.refused, whole=rounds.show, own=rounds.mine)

OF_A_TOURNAMENT: Sequence[BaseRoute] = (
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
    post("/pair", rounds.pair, partial(by_hand.cannot_pair, otherwise=tournaments.overview)),
    get("/pair-by-hand", SEATING, Role.ARBITER),
    post("/pair-by-hand", by_hand.start, SEATING),
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
    post("/rounds/{round:int}/results", results.enter, NOT_TAKEN, Role.ENTRY),
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
)


DESK = (*OF_THE_DESK, *OF_A_TOURNAMENT, *OF_THE_HALL, *OF_PEOPLE)


def mirror_of(services: Services) -> Sequence[BaseRoute]:
    """What a public mirror has instead of a desk: the address that halls ship their journals to."""
    receiving = mirror_routes(services.settings.mirror_accepts, lambda: services.office, services.metrics)
    return [
        Mount(MIRROR, routes=receiving),
        Route("/desk", errors.no_desk),
        Mount("/desk", routes=[Route("/{path:path}", errors.no_desk)]),
    ]


def all_routes(services: Services) -> list[BaseRoute]:
    """A mirror has no desk."""
    return [
        Route("/healthz", health, methods=GET),
        Route("/readyz", ready, methods=GET),
        Route("/metrics", metrics, methods=GET),
        *(mirror_of(services) if services.settings.mirror_accepts else DESK),
        *live_routes(services.hub),
        *screens.routes(),
        *public.routes,
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
