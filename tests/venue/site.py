"""A small real server with screens: SQLite on disk, the hub, websockets; it can be killed and started again."""

import asyncio
import socket
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from domain import events as e
from domain import screens as decide
from domain.hall import Content, Kind
from domain.regulations import Details
from server.auth import open_access
from server.edge import BodyLimit, Headers, Sessions
from server.feed.routes import live_routes
from server.hall_office import HallOffice
from server.hub import Hub
from server.journal import AsyncJournal, open_journal
from server.live_screens import Screens
from server.office import Office
from server.routes.desk.screens import desk_routes
from server.routes.screens import routes
from server.settings import Settings
from server.sheets import Sheets
from server.sockets import HallServer, hall_server
from tests.crosstable import big_open
from tests.venue.names import people
from web.rendering import STATIC

T = TypeVar("T")
NAME = "Spring Open of the City of Plovdiv 2026"


def open_of(players: int, played: int = 4, schedule: tuple[str, ...] = ()) -> list[e.Event]:
    """An open with names as they come; one more round is published without results."""
    named = {person.id: person for person in people(players)}
    out: list[e.Event] = []
    for event in big_open(players, 9, played=played):
        if isinstance(event, e.PlayerRegistered):
            event = replace(event, player=named[event.player.id])
        elif isinstance(event, e.TournamentAnnounced):
            event = replace(event, details=Details(NAME, schedule=schedule))
        out.append(event)
    return out


class Site:
    """The server in a thread of its own. Everything it is asked to do runs on its own loop."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = _free_port()
        self.app: Starlette
        self.hub: Hub
        self._server: HallServer
        self._thread: threading.Thread
        self._loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def write(self, slug: str, events: list[e.Event]) -> None:
        """Straight into the journal, before the server starts."""
        journal = open_journal(str(self.folder / "tablo.sqlite"))
        journal.append(slug, 0, "Anna", f"seed-{slug}", events, datetime.now(UTC))
        journal.close()

    def start(self) -> "Site":
        started = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(started)), daemon=True)
        self._thread.start()
        if not started.wait(20):
            raise TimeoutError("the server did not start")
        return self

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(20)

    def record(self, slug: str, *events: e.Event) -> int:
        """Something happens in a tournament; its position afterwards."""

        async def happen() -> int:
            office = await self.app.state.office.open(slug)
            return (await office.command(f"c{office.position}", "Anna", lambda _: list(events))).position

        return self.do(happen())

    def hall(self, *decisions: Callable[[Any], list[Any]]) -> int:
        async def happen() -> int:
            office = self.app.state.screens.hall
            for n, decision in enumerate(decisions):
                await office.command(f"h{office.position}-{n}", "Anna", decision)
            return int(office.position)

        return self.do(happen())

    def screen(self, name: str, *contents: Content, parts: int = 1, seconds: int = 15, minutes: int = 0) -> str:
        """A named screen that shows this; its address."""
        self.hall(
            lambda hall: decide.name_screen(hall, name),
            lambda hall: decide.show(hall, name, contents, seconds),
            lambda hall: decide.split(hall, name, parts),
            lambda hall: decide.focus(hall, name, minutes),
        )
        return f"{self.url}/screen/{name}"

    async def _serve(self, started: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self.app = await self._application()
        self._server = hall_server(self.app, self.hub, port=self.port, log_config=None, lifespan="on")
        serving = asyncio.create_task(self._server._serve())
        while not self._server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        started.set()
        await serving

    async def _application(self) -> Starlette:
        settings = Settings(data=self.folder)
        access = await asyncio.to_thread(open_access, self.folder, "correct horse")
        journal = AsyncJournal(open_journal(str(self.folder / "tablo.sqlite")))
        self.hub = hub = Hub(lambda channel: screens(channel), version="1")
        hall = HallOffice(journal, lambda position: hub.changed(["screen"], position))
        office = Office(journal, lambda slug, position: hub.changed([*screens.following(slug), f"t/{slug}"], position))
        screens = Screens(office, hall, Sheets())

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            async with office.running(), hall.running():
                await office.all()
                yield
            await journal.close()

        app = Starlette(
            routes=[
                *live_routes(hub),
                Mount("/desk", routes=desk_routes(), middleware=[Middleware(Sessions, access, False)]),
                *routes(),
                Mount("/static", StaticFiles(directory=STATIC)),
                Route("/t/{slug}", _public),
            ],
            middleware=[Middleware(Headers), Middleware(BodyLimit, settings.form_limit)],
            lifespan=lifespan,
        )
        app.state.settings, app.state.access = settings, access
        app.state.office, app.state.screens, app.state.hub = office, screens, hub
        return app


async def _public(request: object) -> PlainTextResponse:
    return PlainTextResponse("the public page")


def shown(kind: Kind, slug: str = "open", **more: Any) -> Content:
    return Content(kind, slug, **more)


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
