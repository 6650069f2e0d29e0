"""The application: its parts put together. The table of all addresses is `server/addresses.py`."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.types import ExceptionHandler

from domain.refusals import Refusal
from server.addresses import MIRROR, all_routes
from server.care.copies import Copies
from server.care.metrics import Metrics
from server.cluster.forwarding import Forwarding, OwnerAway, internal_address
from server.cluster.owners import Owning
from server.http.auth import Access, CannotKeep
from server.http.bodies import BodyLimits
from server.http.fast_path import Door, Remember
from server.http.garbage_collection import sweeping
from server.http.middleware import AccessLog, Headers, KnownHost, Sessions
from server.http.page_cache import PageCache
from server.journal import AsyncJournal, CommandIdReused, JournalTrouble, open_journal
from server.live.forgetting import forgetting
from server.live.hub import Hub
from server.live.parts import Channel, Parts
from server.live.screens import Screens
from server.live.tournaments import Live
from server.office.histories import Histories
from server.office.other_processes import Following
from server.office.screens import HallOffice
from server.office.snapshots import Sheets
from server.office.stewards import StewardOffice
from server.office.tournament import TournamentOffice
from server.office.tournaments import NoSuchTournament, Office
from server.routes import errors
from server.routes.public import Public
from server.settings import Settings
from server.version import program_version

TROUBLES: dict[Any, ExceptionHandler] = {
    HTTPException: errors.http_error,
    NoSuchTournament: errors.no_such_tournament,
    CommandIdReused: errors.command_id_reused,
    JournalTrouble: errors.journal_trouble,
    OwnerAway: errors.owner_away,
    CannotKeep: errors.password_not_kept,
    Refusal: errors.refused,
    Exception: errors.crashed,
}
"""What becomes of an exception that no handler expected."""


@asynccontextmanager
async def running(app: Starlette, settings: Settings) -> AsyncIterator[None]:
    """From the opening of the journal to its closing, with all that works in between."""
    hub: Hub = app.state.hub
    journal = AsyncJournal(open_journal(settings.journal_url, read_only=settings.read_only))
    following = Following(journal)
    office = Office(journal, following=following)
    copies = Copies(office, journal)
    owning = Owning(journal.journal, internal_address(settings), office.doubt)
    forwarding = Forwarding(owning, office, app.state.access, alone=not settings.database)
    try:
        async with (
            copies.running(),
            forwarding.running(),
            office.running(),
            HallOffice(journal, following).running() as hall,
            StewardOffice(journal, following).running() as stewards,
            sweeping(lambda: hub.announced),
            forgetting(),
        ):
            app.state.stewards = stewards
            app.state.forwarding = forwarding
            put_together(app, office, hall, copies)
            app.state.ready = True
            yield
    finally:
        app.state.ready = False
        await journal.close()


def create_app(settings: Settings, access: Access) -> Starlette:
    """The whole server; the journal is opened when it starts and closed when it stops."""
    hub = Hub(
        lambda channel, before: sources(app, channel, before),
        read=lambda topic: read(app, topic),
        version=program_version(),
        limits=settings.feed,
    )
    door = Door()
    app = Starlette(
        routes=all_routes(settings, hub),
        middleware=[
            Middleware(Remember, door),
            Middleware(AccessLog),
            Middleware(Headers),
            Middleware(KnownHost),
            Middleware(Sessions, access, settings.secure_cookies),
            Middleware(BodyLimits, settings.form_limit, MIRROR),
        ],
        exception_handlers=TROUBLES,
        lifespan=lambda app: running(app, settings),
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
    app.state.histories = Histories()
    app.state.screens = walls
    app.state.live = Live(office, sheets)
    app.state.public = Public(office, sheets, PageCache())
    app.state.copies = copies
    app.state.metrics.watch(office, hub, copies)
    office.appended = app.state.metrics.appends.observe

    def changed(id: str, position: int) -> None:
        hub.changed([f"t/{id}", "catalogue", *walls.changed(id)], position)
        copies.changed(id, position)

    def forgotten(offices: Collection[TournamentOffice]) -> None:
        app.state.public.cache.forget({gone.id for gone in offices})
        app.state.door.forget({gone.standing for gone in offices})

    office.changed = changed
    office.in_use = lambda: in_use(hub, walls)
    office.forgotten = forgotten
    copies.found(office.catalogue)
    for early in office.folded:  # read before anybody could be told
        changed(early.id, early.position)
    hall.changed = lambda position: hub.changed(walls.changed(), position)


async def read(app: Starlette, topic: str) -> None:
    """What this topic shows is in memory, or in trouble."""
    await app.state.live.ready(topic)
    await app.state.screens.ready(topic)


def in_use(hub: Hub, walls: Screens) -> frozenset[str]:
    """The tournaments that somebody follows, and those that a screen shows whether or not a television is on."""
    followed = (topic.split("/") for topic in hub.followed)
    return walls.tournaments.union(path[1] for path in followed if path[0] == "t")


def sources(app: Starlette, channel: Channel, before: Parts | None) -> Parts | None:
    """What the feed renders for a channel."""
    walls: Screens = app.state.screens
    live: Live = app.state.live
    return live(channel, before) or walls(channel, before)
