"""The application: its parts put together. The table of all addresses is `server/addresses.py`."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection
from starlette.types import ExceptionHandler, Scope

from domain.refusals import Refusal
from projections.moment.name_order import name_order
from server.addresses import MIRROR_PATH, all_routes
from server.care.copies import Copies
from server.cluster.forwarding import Forwarding, OwnerAway, Owning, internal_address
from server.http.auth import Access, CannotKeep, Session
from server.http.middleware import AccessLog, BodyLimits, Door, KnownHost, SecurityHeaders, Sessions
from server.http.page_cache import Remember
from server.http.process import sweeping
from server.journal import AsyncJournal, CommandIdReused, JournalTrouble, open_journal
from server.live.announcing import Announcing
from server.live.frames import Channel, Parts
from server.live.hub import Hub
from server.live.topics import FestivalViews, Live, ScreenViews, forget_in_turn
from server.notifying.calling import MayCall, not_itself, public_only
from server.notifying.mail import LogNotifier, MailNotifier, mail_way
from server.office.entry_queue import Entries, EntryQueue
from server.office.festivals import Festivals, NoSuchFestival
from server.office.key_uses import KeyUses
from server.office.list_checks import RatingChecks
from server.office.mailings import Mailings
from server.office.pictures import Pictures
from server.office.pushing import Pushing
from server.office.rating_lists import ListRenewal, RatingLists
from server.office.series import SeriesKeeper
from server.office.snapshots import NotAMoment
from server.office.stages import PlayoffOrders, Stages
from server.office.stream import Following, ScreenOffice, StewardOffice
from server.office.tournaments import Loading, NoSuchTournament, Office, TournamentOffice
from server.office.webhooks import Webhooks
from server.rating_lists.files import lists_folder, shelf_of
from server.routes import errors
from server.routes.api.bearer import key_given
from server.routes.desk.lists.rating_lists import LARGEST_UPLOAD_BYTES, LISTS_PATH
from server.services import Services
from server.settings import Settings
from server.supervisor import Work
from server.version import program_version
from server.workers.pool import Workers
from web.rendered_parts import RENDERED

TROUBLES: dict[Any, ExceptionHandler] = {
    HTTPException: errors.http_error,
    NoSuchTournament: errors.no_such_tournament,
    NoSuchFestival: errors.no_such_festival,
    NotAMoment: errors.not_a_moment,
    CommandIdReused: errors.command_id_reused,
    JournalTrouble: errors.journal_trouble,
    OwnerAway: errors.owner_away,
    CannotKeep: errors.password_not_kept,
    Refusal: errors.refused,
    Exception: errors.crashed,
}
"""Handlers of the exceptions that no route expected."""


@asynccontextmanager
async def services_running(services: Services) -> AsyncIterator[None]:
    """From the opening of the journal to its closing, with all that works in between."""
    settings, hub = services.settings, services.hub
    journal = AsyncJournal(open_journal(settings.journal_url, read_only=settings.read_only))
    await asyncio.to_thread(name_order(""), "")
    background = services.background
    following = Following(journal, background)
    services.office = Office(journal, following=following, loading=Loading(background=background))
    services.copies = Copies(services.office, journal, background=background)
    swept = sweeping(lambda: hub.announced + services.office.left)
    with_rating_lists(services)
    services.pictures = Pictures(journal, services.workers)
    owning = Owning(journal.journal, internal_address(settings), services.office.doubt)
    alone = not settings.database
    services.forwarding = Forwarding(owning, services.office, services.access, services.metrics, alone, background)
    try:
        async with (
            services.workers.running(),
            background.running(),
            services.copies.running(),
            services.rating_lists.running(),
            services.forwarding.running(),
            services.office.running(),
            ScreenOffice(journal, following).running() as screens,
            StewardOffice(journal, following).running() as stewards,
            Festivals(journal, following).running() as festivals,
            background.keeping({"garbage": swept, "rows": forget_in_turn, "workers": services.workers.sweep}),
        ):
            services.stewards = stewards
            put_together(services, screens, festivals)
            services.mailings.may_send = owning.mine
            if not alone:
                services.webhooks.mine = services.pushing.mine = owning.owned
            services.ready = True
            async with at_work(services):
                yield
    finally:
        services.ready = False
        await journal.close()


@asynccontextmanager
async def at_work(services: Services) -> AsyncIterator[None]:
    """The steps that nobody has to ask for; none where nothing may be written."""
    if services.settings.read_only or services.settings.mirror_accepts:
        yield
        return
    works: Mapping[str, Work] = {
        "stages": services.stages.work,
        "playoffs": services.playoffs.catch_up,
        "series": services.series.work,
        "mail": services.mailings.work,
        "news-for-phones": services.pushing.work,
        "phones": services.pushing.way.work,
        "news-for-webhooks": services.webhooks.work,
        "webhooks": services.webhooks.way.work,
        "entry-queue": services.entry_queue.forget,
        "list-renewal": services.list_renewal.work,
        "rating-checks": services.rating_checks.work,
    }
    async with (
        services.pushing.running(),
        services.webhooks.running(),
        services.boards.running(),
        services.background.keeping(works),
    ):
        yield


def create_app(settings: Settings, access: Access, workers: Workers | None = None) -> Starlette:
    """The whole server; the journal is opened when it starts and closed when it stops. None: workers of its own."""
    hub = Hub(
        lambda channel, before: views(services, channel, before),
        read=lambda topic: read_topic(services, topic),
        version=program_version(),
        limits=settings.feed,
    )
    services = Services(settings, access, hub, workers=workers or Workers())
    app = Starlette(
        routes=all_routes(services),
        middleware=[
            Middleware(Remember, services.ready_pages),
            Middleware(AccessLog),
            Middleware(SecurityHeaders),
            Middleware(KnownHost),
            Middleware(Sessions, access, settings.secure_cookies),
            Middleware(Door, lambda scope: known_at_desk(services, scope)),
            Middleware(BodyLimits, settings.form_limit, MIRROR_PATH, {LISTS_PATH: LARGEST_UPLOAD_BYTES}),
        ],
        exception_handlers=TROUBLES,
        lifespan=lambda _: services_running(services),
    )
    app.state.services = services
    return app


def known_at_desk(services: Services, scope: Scope) -> bool:
    """Somebody who is logged in, or a program with a key: the door lets them in at once."""
    session: Session | None = scope.get("state", {}).get("session")
    if session is not None and session.entered:
        return True
    given = HTTPConnection(scope).headers.get("authorization", "")
    return bool(given) and scope["path"].startswith("/api/") and key_given(services, given) is not None


def put_together(services: Services, screens: ScreenOffice, festivals: Festivals) -> None:
    """Make the services that need the journal's offices, and connect those who are told of changes."""
    office = services.office
    services.screens = ScreenViews(office, screens, services.snapshots, festivals, boards=services.boards)
    services.festivals = FestivalViews(office, festivals, services.snapshots)
    services.live = Live(office, services.snapshots, services.boards)
    services.boards.changed = lambda slug: boards_moved(services, slug)
    services.metrics.watch(office, services.hub, services.copies)
    services.copies.found(office.catalogue)
    office.appended = services.metrics.appends.observe
    office.forgotten = lambda gone: forget(services, gone)
    services.key_uses = KeyUses(office.journal)
    services.stages = Stages(office, festivals, services.snapshots)
    services.playoffs = PlayoffOrders(office)
    way = mail_way()
    services.notifier = MailNotifier(services.settings.mail, way) if services.settings.mail else LogNotifier()
    services.mailings = Mailings(
        services.stages, services.notifier, services.settings.public_url, services.access, way=way
    )
    services.entries = Entries(services.stages)
    services.entry_queue = EntryQueue(
        office.journal.journal.entry_queue, office.journal.journal.side, services.list_renewal.lists_in
    )
    services.series = SeriesKeeper(services.stages, services.mailings, services.entries)
    services.pushing = Pushing(
        office,
        services.snapshots,
        office.journal.journal.pushes,
        push_contact(services.settings),
        shared=bool(services.settings.database),
    )
    services.webhooks = Webhooks(
        office,
        office.journal.journal.deliveries,
        lambda: services.stewards.state.programs,
        lambda: services.access.stored.key,
        may_call(services.settings),
    )
    services.metrics.watch_background(services.background, services.ways)
    tell_of_changes(services, screens, festivals)


def with_rating_lists(services: Services) -> None:
    """The lists of this server, their renewal, and the checks of players against them."""
    settings, office = services.settings, services.office
    shelf = shelf_of(settings.data, settings.database)
    services.rating_lists = RatingLists(
        shelf, lists_folder(settings.data), services.workers, settings.database, background=services.background
    )
    services.list_renewal = ListRenewal(services.rating_lists, may_call(settings), background=services.background)
    services.rating_checks = RatingChecks(office, shelf, services.list_renewal.order_in)
    services.rating_lists.came = services.rating_checks.wake


def tell_of_changes(services: Services, screens: ScreenOffice, festivals: Festivals) -> None:
    """From now on those are told of a change who show a tournament, or do something about it."""
    told = (services.copies, services.stages, services.pushing, services.webhooks, services.rating_checks)
    Announcing(
        services.hub,
        services.screens,
        services.festivals,
        tuple(one.changed for one in told),
        lambda _name, _position: services.ready_pages.clear(),
    ).begin(services.office, screens, festivals)


def boards_moved(services: Services, slug: str) -> None:
    """Tell those who follow the live boards of a tournament, and the screens that show them; nobody else."""
    services.ready_pages.clear()
    services.hub.changed([f"t/{slug}/live", *services.screens.showing_boards(slug)], services.boards.revision)


def may_call(settings: Settings) -> MayCall:
    """The networks that may be called by addresses which somebody typed at the desk."""
    return public_only if settings.webhooks_public_only else not_itself


def push_contact(settings: Settings) -> str:
    """Push services ask for an address of the operator."""
    url = settings.public_url
    return url if url.startswith("https://") else "mailto:operator@tablo.example"


def forget(services: Services, offices: Collection[TournamentOffice]) -> None:
    """Drop everything that was made of tournaments that have left memory."""
    slugs = {gone.id for gone in offices}
    services.snapshots.forget(offices)
    services.pages.forget(slugs)
    services.ready_pages.forget({gone.standing for gone in offices})
    RENDERED.forget(slugs)


async def read_topic(services: Services, topic: str) -> None:
    """Read the tournaments that this topic shows, unless they cannot be read."""
    await services.live.ready(topic)
    await services.screens.ready(topic)
    await services.festivals.ready(topic)


def views(services: Services, channel: Channel, before: Parts | None) -> Parts | None:
    """The view of a channel for the feed."""
    return services.live(channel, before) or services.screens(channel, before) or services.festivals(channel, before)
