"""The application: its parts put together. The table of all addresses is `server/addresses.py`."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute
from starlette.types import ExceptionHandler, Scope

from domain.records import dataclass
from domain.refusals import Refusal
from projections.moment.name_order import name_order
from server.addresses import all_routes
from server.http.auth import Access
from server.http.kept_access import CannotKeep
from server.http.lan_address import printed_addresses
from server.http.late_route import Shortcut
from server.http.local_name import LocalName
from server.http.middleware import (
    LARGEST_UPLOADS,
    MIRROR_PATH,
    AccessLog,
    BodyLimits,
    Door,
    KnownHost,
    Remember,
    SecurityHeaders,
    Sessions,
    entered,
)
from server.http.page_cache import ReadyPages
from server.http.process import sweeping
from server.journal import AsyncJournal, CommandIdReused, Journal, JournalTrouble, open_journal
from server.live.topics import forget_in_turn
from server.office.festivals import NoSuchFestival
from server.office.past import NotAMoment
from server.office.tournaments import NoSuchTournament
from server.routes import errors, health
from server.routes.api.bearer import comes_with_a_key
from server.routes.desk.guards import may_follow
from server.services import Beginning, Hint, Services, no_hint
from server.services.wiring import put_together
from server.settings import Settings
from server.supervisor import Work
from server.workers.pool import Workers

if TYPE_CHECKING:
    from server.cluster.worker import ClusterMember

READING_SWEEP_SECONDS = 2.0
"""Between two looks of a server that only reads whether another process has written."""

TROUBLES: dict[Any, ExceptionHandler] = {
    HTTPException: errors.http_error,
    NoSuchTournament: errors.no_such_tournament,
    NoSuchFestival: errors.no_such_festival,
    NotAMoment: errors.not_a_moment,
    CommandIdReused: errors.command_id_reused,
    JournalTrouble: errors.journal_trouble,
    CannotKeep: errors.password_not_kept,
    Refusal: errors.refused,
    Exception: errors.crashed,
}
"""Handlers of the exceptions that no route expected."""


@dataclass(frozen=True, slots=True)
class Addition:
    """What a command of the terminal adds to the server that it starts."""

    routes: Sequence[BaseRoute] = ()
    works: Callable[[Services], Mapping[str, Work]] = lambda _services: {}
    """Done in the background like the server's own, where something may be written."""
    hint: Hint = no_hint


NOTHING_ADDED = Addition()


def held_journal(settings: Settings) -> Journal:
    """For a server: from now on nobody writes to it but the workers of its cluster. Raises JournalHeld, CannotOpen."""
    desk = printed_addresses(settings, settings.port)[0]
    return open_journal(settings.journal_url, read_only=settings.read_only, holder=desk, shared=bool(settings.nats))


@asynccontextmanager
async def open_to_close(
    app: Starlette, beginning: Beginning, addition: Addition, member: "ClusterMember | None" = None
) -> AsyncIterator[None]:
    """From the opening of the journal to its closing, with all that works in between."""
    settings, background = beginning.settings, beginning.background
    journal = AsyncJournal(held_journal(settings), written=member.note if member else None)
    try:
        beginning.access.kept_by(journal.journal, member.tell_news if member else None)
        await asyncio.to_thread(name_order(""), "")
        services = put_together(beginning, journal, member)
        office, hub = services.office, services.hub
        swept = sweeping(lambda: hub.announced + hub.counters.joined + office.left)
        async with (
            beginning.workers.running(),
            background.running(),
            services.copies.running(),
            services.rating_lists.running(),
            office.running(),
            services.screens.screen_office.running(),
            services.stewards.running(),
            services.organisers.running(),
            services.festivals.festivals.running(),
            background.keeping({"delayed-games": services.withholding.work}),
            background.keeping(
                {"next-rounds": services.chances.pair_next_rounds, "chances": services.chances.work_in_quiet_time}
            ),
            background.keeping({"garbage": swept, "rows": forget_in_turn, "workers": beginning.workers.sweep}),
            background.keeping({"local-name": beginning.local_name.keep, "access": beginning.access.keep_fresh}),
        ):
            services.copies.found(office.catalogue)
            await services.pictures.take_over()
            app.state.services = services
            async with at_work(services, addition), answering(services):
                yield
    finally:
        app.state.services = None
        await journal.close()


@asynccontextmanager
async def answering(services: Services) -> AsyncIterator[None]:
    """Other processes reach this one, if there are others; one of them has the house."""
    if services.worker is None:
        following = services.office.journal.following  # another process may write what this one only shows
        reads = services.settings.read_only
        works = following.works(READING_SWEEP_SECONDS) if reads else works_of_the_house(services)
        async with services.background.keeping(works):
            yield
        return
    from server.cluster.boards import SharedBoards
    from server.cluster.roll_call import telling, watch_cluster  # imported where they are needed: most are alone

    worker = services.worker
    watch_cluster(services.metrics.registry, worker.roll_call, lambda: len(worker.leases.keys))
    keep = partial(worker.keep_house, works_of_the_house(services))
    async with (
        SharedBoards(worker.bus, services.boards).running(),
        worker.running(),
        telling(worker.bus, lambda: worker.about(sum(way.waiting for way in services.ways))),
        services.background.keeping({"house": keep, "roll-call": worker.roll_call.keep}),
    ):
        yield


def writes_by_itself(services: Services) -> bool:
    return not (services.settings.read_only or services.settings.mirror_accepts)


def works_of_the_house(services: Services) -> Mapping[str, Work]:
    """Works that one process alone does, over all tournaments."""
    if not writes_by_itself(services):
        return {}
    works: Mapping[str, Work] = {
        "stages": services.stages.work,
        "playoffs": services.playoffs.catch_up,
        "series": services.series.work,
        "mail": services.mailings.work,
        "entry-queue": services.entry_queue.forget,
        "list-renewal": services.list_renewal.work,
    }
    over_all: Mapping[str, Work] = {"persons": services.person_index.work}
    return {**works, **over_all} if services.fronts.shared else works


@asynccontextmanager
async def alone_or_on_the_bus(app: Starlette, beginning: Beginning, addition: Addition) -> AsyncIterator[None]:
    settings = beginning.settings
    if not settings.nats:
        async with open_to_close(app, beginning, addition):
            yield
        return
    from server.cluster.bus import bus_address, connected  # imported where it is needed: most servers are alone
    from server.cluster.roll_call import process_name
    from server.cluster.worker import ClusterMember

    async with connected(bus_address(settings.nats, settings.nats_nkey, settings.nats_ca), "worker") as bus:
        member = ClusterMember(process_name(settings.port), bus, app, may_follow)
        async with open_to_close(app, beginning, addition, member):
            yield


@asynccontextmanager
async def at_work(services: Services, addition: Addition) -> AsyncIterator[None]:
    """The steps that nobody has to ask for; none where nothing may be written."""
    if not writes_by_itself(services):
        yield
        return
    works: Mapping[str, Work] = {
        "news-for-phones": services.pushing.work,
        "phones": services.pushing.way.work,
        "news-for-webhooks": services.webhooks.work,
        "webhooks": services.webhooks.way.work,
        "news-for-messengers": services.messengers.work,
        "messengers": services.messengers.way.work,
        "lichess": services.lichess.work,
        "rating-checks": services.rating_checks.work,
        "entry-letters": services.entry_letters.work,
        "publishing": services.rounds_by_clock.work,
        "board-addresses": services.board_addresses.work,
        **addition.works(services),
    }
    async with (
        services.pushing.running(),
        services.webhooks.running(),
        services.messengers.running(),
        services.lichess.running(),
        services.boards.running(),
        services.background.keeping(works),
    ):
        yield


def may_send_much(scope: Scope) -> bool:
    """Those who have logged in, and halls that ship their journals, which have a key of their own."""
    return entered(scope) or scope["path"].startswith(MIRROR_PATH)


def create_app(
    settings: Settings,
    access: Access,
    workers: Workers | None = None,
    ready_pages: ReadyPages | None = None,
    addition: Addition = NOTHING_ADDED,
    local_name: LocalName | None = None,
) -> Starlette:
    """The whole server; the journal is opened when it starts and closed when it stops. None: of its own."""
    beginning = Beginning(
        settings=settings,
        access=access,
        workers=workers or Workers(),
        ready_pages=ready_pages or ReadyPages(),
        hint=addition.hint,
        local_name=local_name or LocalName(),
    )
    routes = all_routes(settings)
    whole = Starlette(
        routes=[*addition.routes, Shortcut(routes), *routes],
        middleware=[
            Middleware(Remember, beginning.ready_pages),
            Middleware(AccessLog),
            Middleware(SecurityHeaders),
            Middleware(KnownHost),
            Middleware(Sessions, access, settings.secure_cookies),
            Middleware(Door, comes_with_a_key),
            Middleware(BodyLimits, settings.form_limit, may_send_much, LARGEST_UPLOADS),
        ],
        exception_handlers=TROUBLES,
        lifespan=lambda app: alone_or_on_the_bus(app, beginning, addition),
    )
    return _port_of_worker(whole, beginning, addition) if settings.nats else whole


def _port_of_worker(whole: Starlette, beginning: Beginning, addition: Addition) -> Starlette:
    """What a worker answers at its own port: its health and figures. Everybody else comes by a gateway."""
    port = Starlette(routes=health.routes, lifespan=lambda _port: alone_or_on_the_bus(whole, beginning, addition))
    port.state = whole.state
    return port
