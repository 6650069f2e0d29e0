"""A small real server with screens: SQLite on disk, the hub, websockets; it can be killed and started again.

Nothing plays out what comes next: no screen of these tests shows it.
"""

import asyncio
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette

from domain import events as e
from domain.screens import decisions as decide
from domain.screens.events import Content, ContentKind
from domain.words.players import Player
from domain.words.regulations import Details
from server.app import create_app
from server.http.auth import open_access
from server.http.protocol import LiveServer, live_server
from server.journal import open_journal
from server.live.hub import Hub
from server.settings import Settings
from tests.crosstable import big_open
from tests.desk.browsers import WORKERS
from tests.locked_door import lock_door
from tests.screens.names import people

T = TypeVar("T")
PASSWORD = "correct horse"
NAME = "Spring Open of the City of Plovdiv 2026"


def open_of(
    players: int, played: int = 4, schedule: tuple[str, ...] = (), called: Callable[[int], list[Player]] = people
) -> list[e.Event]:
    """An open with names as they come; one more round is published without results."""
    named = {person.id: person for person in called(players)}
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
        self.port = free_port()
        self.app: Starlette
        self._server: LiveServer
        self._thread: threading.Thread
        self._loop: asyncio.AbstractEventLoop

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def hub(self) -> Hub:
        hub: Hub = self.app.state.services.hub
        return hub

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
            office = await self.app.state.services.office.open(slug)
            return (await office.command(f"c{office.position}", "Anna", lambda _: list(events))).position

        return self.do(happen())

    def set_up(self, *decisions: Callable[[Any], list[Any]]) -> int:
        async def happen() -> int:
            office = self.app.state.services.screens.screen_office
            for n, decision in enumerate(decisions):
                await office.command(f"h{office.position}-{n}", "Anna", decision)
            return int(office.position)

        return self.do(happen())

    def screen(self, name: str, *contents: Content, parts: int = 1, seconds: int = 15, minutes: int = 0) -> str:
        """A named screen that shows this; its address."""
        self.set_up(
            lambda screens: decide.name_screen(screens, name),
            lambda screens: decide.show_contents(screens, name, contents, seconds),
            lambda screens: decide.split_screen(screens, name, parts),
            lambda screens: decide.focus_screen(screens, name, minutes),
        )
        return f"{self.url}/screen/{name}"

    async def _serve(self, started: threading.Event) -> None:
        self._loop = asyncio.get_running_loop()
        self.app = await self._application()
        self._server = live_server(
            self.app, lambda: self.hub, port=self.port, log_config=None, lifespan="on", timeout_graceful_shutdown=5
        )
        serving = asyncio.create_task(self._server._serve())
        while not self._server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        started.set()
        await serving

    async def _application(self) -> Starlette:
        settings = Settings(data=self.folder, chances=False)
        lock_door(self.folder, PASSWORD)
        return create_app(settings, open_access(self.folder), WORKERS)


@contextmanager
def running_site(folder: Path, tournaments: Mapping[str, list[e.Event]]) -> Iterator[Site]:
    """A server that has these tournaments, stopped afterwards."""
    site = Site(folder)
    for slug, events in tournaments.items():
        site.write(slug, events)
    site.start()
    try:
        yield site
    finally:
        site.stop()


LISTS = (
    ContentKind.PAIRINGS,
    ContentKind.SEATS,
    ContentKind.BOARDS,
    ContentKind.STANDINGS,
    ContentKind.CROSSTABLE,
    ContentKind.LATEST,
)


def shown(kind: ContentKind, slug: str = "open", **more: Any) -> Content:
    return Content(kind, slug, **more)


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
