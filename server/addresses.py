"""All addresses: the routes that each file of handlers ends with, joined.

A step of the desk for which programs have a key is an address of theirs too (`server/routes/desk/rows.py`).
"""

from collections.abc import Sequence

from starlette.routing import BaseRoute, Mount, Route

from server.care.mirror.receiver import mirror_routes
from server.http.middleware import MIRROR_PATH
from server.http.static_files import static_routes
from server.live.routes import live_routes
from server.routes import (
    account,
    assets,
    errors,
    festivals,
    health,
    manual,
    persons,
    public,
    push,
    report,
    self_entry,
)
from server.routes import organisers as organiser_pages
from server.routes import screens as screens_of_hall
from server.routes.api import boards, description, reading
from server.routes.api.commands import CommandRoute
from server.routes.desk import screens
from server.routes.desk.guards import may_follow
from server.routes.desk.lists import imports, periods, rating_lists
from server.routes.desk.papers import history, papers
from server.routes.desk.people import accounts, audit, mail_addresses, openid, organisers, passkeys, programs, stewards
from server.routes.desk.people import persons as desk_persons
from server.routes.desk.players import bank_statement, checking_in, entry_queue, fees, photos, players, self_help
from server.routes.desk.rounds import (
    arena,
    board_sources,
    by_hand,
    coming,
    corrections,
    illegal_moves,
    late,
    lichess_round,
    results,
    rounds,
    standings,
    why,
)
from server.routes.desk.rounds import live_boards as watched_boards
from server.routes.desk.rows import DeskStep
from server.routes.desk.setup import (
    advice,
    broadcast,
    bulletins,
    faces,
    handoffs,
    messengers,
    practice,
    prizes,
    round_times,
    settings,
    tournaments,
)
from server.routes.desk.stages import coming as coming_stage
from server.routes.desk.stages import festivals as desk_festivals
from server.routes.desk.stages import playoffs, rankings, series
from server.routes.desk.teams import captain_links, lineups, teams
from server.services import services_of
from server.settings import Settings

_OF_DESK = (
    *(
        account,
        tournaments,
        handoffs,
        practice,
        advice,
        rating_lists,
        periods,
        imports,
        faces,
        bulletins,
        players,
        photos,
        entry_queue,
        checking_in,
        fees,
        bank_statement,
    ),
    *(
        self_help,
        watched_boards,
        board_sources,
        broadcast,
        messengers,
        papers,
        settings,
        round_times,
        teams,
        captain_links,
        lineups,
        by_hand,
        results,
        rounds,
        arena,
        late,
        lichess_round,
        illegal_moves,
        standings,
    ),
    *(
        corrections,
        why,
        coming,
        playoffs,
        prizes,
        history,
        screens,
        desk_festivals,
        coming_stage,
        rankings,
        series,
        stewards,
        programs,
    ),
)
_ROUTES_OF_DESK = [route for room in _OF_DESK for route in room.routes] + [*health.desk_routes]

DESK_ROUTES: Sequence[BaseRoute] = [route for route in _ROUTES_OF_DESK if not isinstance(route, CommandRoute)]
API_ROUTES: Sequence[Route] = [
    *reading.routes,
    *boards.routes,
    *(route for route in _ROUTES_OF_DESK if isinstance(route, CommandRoute)),
    *(step.for_programs for step in DESK_ROUTES if isinstance(step, DeskStep) and step.for_programs),
]
"""The steps for programs, each with the role that its row at the desk asks for."""
ORGANISER_ROUTES: Sequence[BaseRoute] = [
    *accounts.routes,
    *passkeys.routes,
    *openid.routes,
    *mail_addresses.routes,
    *organisers.routes,
    *audit.routes,
    *faces.routes_of_organiser,
    *desk_persons.routes,
    *stewards.routes_of_tournament,
    *assets.routes_of_organisers,
    *organiser_pages.routes,
    *persons.routes,
    *push.routes_of_persons,
]
"""Of a server that organisers share, and of no other."""
ENTERING_ROUTES = (*self_entry.routes, *report.routes, *DESK_ROUTES, *API_ROUTES)


def all_routes(settings: Settings) -> list[BaseRoute]:
    """A public mirror has no desk, but the address that halls ship their journals to."""
    accepts = settings.mirror_accepts
    rooms = (screens_of_hall, assets, festivals, manual, push, description, public)
    receiving = mirror_routes(
        accepts, lambda asked: services_of(asked.app).office, lambda asked: services_of(asked.app).metrics
    )
    return [
        *health.routes,
        *((Mount(MIRROR_PATH, routes=receiving), *errors.routes_without_desk) if accepts else ENTERING_ROUTES),
        *(ORGANISER_ROUTES if settings.organisers and not accepts else ()),
        *live_routes(lambda connection: services_of(connection.app).hub, may_follow),
        *(route for room in rooms for route in room.routes),
        *static_routes(),
    ]
