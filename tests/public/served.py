"""The public pages served from a real journal: `async with served({"open": history("...")}) as client:`."""

import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import httpx
from pypdf import PdfReader
from starlette.applications import Starlette

from domain.events import Event
from server.http.auth import open_access
from server.http.late_route import Shortcut
from server.http.static_files import static_routes
from server.journal import AsyncJournal, open_journal
from server.routes import assets, public, push
from server.services import Beginning, Services
from server.services.wiring import put_together
from server.settings import Settings
from server.workers.pool import Workers

START = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
"""The first event is written here, each further one a minute later."""


def public_app(journal_url: str, tournaments: Mapping[str, list[Event]], *, at_once: bool = False) -> Starlette:
    """An application with nothing but the public pages; `at_once`: all events were written in the first minute."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        journal = AsyncJournal(open_journal(journal_url))
        for slug, events in tournaments.items():
            if at_once:
                await journal.append(slug, after=0, by="Anna", command_id=f"{slug}-all", events=events, at=START)
            else:
                await write(journal, slug, events)
        app.state.services = services_over(journal, Path(journal_url).parent)
        async with app.state.services.office.running():
            yield
        await journal.close()

    routes = [*push.routes, *public.routes, *assets.routes, *static_routes()]
    return Starlette(routes=[Shortcut(routes), *routes], lifespan=lifespan)


def services_over(journal: AsyncJournal, folder: Path) -> Services:
    """The services of handlers; nothing runs."""
    settings, workers = Settings(data=folder), Workers(shared=True)
    return put_together(Beginning(settings=settings, access=open_access(folder), workers=workers), journal)


async def write(journal: AsyncJournal, slug: str, events: list[Event]) -> None:
    for n, event in enumerate(events):
        at = START + timedelta(minutes=n)
        await journal.append(slug, after=n, by="Anna", command_id=f"{slug}-command-{n}", events=[event], at=at)


@asynccontextmanager
async def served(tournaments: Mapping[str, list[Event]], *, at_once: bool = False) -> AsyncIterator[httpx.AsyncClient]:
    """`client.app` is the application: its office takes further commands."""
    with tempfile.TemporaryDirectory() as folder:
        app = public_app(str(Path(folder) / "test.sqlite"), tournaments, at_once=at_once)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://tablo.test") as client,
        ):
            client.app = app  # type: ignore[attr-defined]
            yield client


async def printed(client: httpx.AsyncClient, path: str) -> str:
    """The text of a paper."""
    pages = PdfReader(BytesIO((await client.get(path)).content)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)
