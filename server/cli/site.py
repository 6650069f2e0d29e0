"""`tablo site`: the public pages of tournaments and festivals as files, for any web space.

The pages are those of the server itself, asked in this process; beside a running server they are read from its journal.
"""

import asyncio
from argparse import Namespace
from collections import deque
from collections.abc import Collection, Mapping, MutableMapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from domain.festival.events import FestivalDetails
from domain.records import dataclass
from domain.words.regulations import Details
from server.app import create_app
from server.cli.journal_place import add_place, must_be_there, settings_of_journal
from server.cli.terminal import OK, BadInput, Parser, bad_input, reason_of, say, trouble_said
from server.http.auth import open_access
from server.journal import JournalTrouble
from server.journal.sqlite.journal import sqlite_uri
from server.services import services_of
from server.settings import Settings
from web.rendering import render
from web.site import SitePlan, links, with_files
from web.wording import LANGUAGES

ANSWERED = 200
FIRST_PAGE = "index.html"


def add(parser: Parser) -> None:
    add_place(parser)
    parser.option("names", "the tournaments and festivals (default: all that are public)", nargs="*", metavar="NAME")
    parser.option("--to", "the folder to write it in", required=True, type=Path, metavar="FOLDER")
    parser.option(
        "--language", "only in this language; may be repeated (default: in all)", action="append", default=[],
        choices=tuple(LANGUAGES), metavar="CODE",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    settings = settings_of_journal(arguments)
    if not settings.journal_url.startswith("postgres"):
        must_be_there(Path(sqlite_uri(settings.journal_url)[0]))
    folder: Path = arguments.to
    if folder.is_dir() and any(folder.iterdir()) and not (folder / "index.html").exists():
        raise bad_input("{path} has other files: name an empty folder, or one with a site in it", path=folder)
    languages = tuple(code for code in LANGUAGES if code in arguments.language or not arguments.language)
    still = replace(settings, read_only=True, as_files=True, chances=0)
    try:
        count = asyncio.run(write_site(still, folder, arguments.names, languages))
    except JournalTrouble as trouble:
        raise BadInput(trouble_said(trouble)) from None
    except OSError as problem:
        raise bad_input(
            "{path} cannot be written: {why}", path=problem.filename or folder, why=reason_of(problem)
        ) from None
    say("{count} files; the first is {file}", count=count, file=folder / "index.html")
    return OK


async def write_site(settings: Settings, folder: Path, names: Collection[str], languages: tuple[str, ...]) -> int:
    """The count of the files. Raises BadInput for a name that nothing public has."""
    app = create_app(settings, open_access(settings.data, read_only=True))
    async with app.router.lifespan_context(app):
        events = await _events(app, names)
        return await SiteWriter(app, folder, events, SitePlan(tuple(events), languages)).write()


async def _events(app: Starlette, names: Collection[str]) -> dict[str, Details | FestivalDetails]:
    """What is public, by address: festivals first. Raises BadInput."""
    services = services_of(app)
    await services.office.listed()
    festivals = {one.name: one.festival.details for one in services.festivals.festivals}
    found: dict[str, Details | FestivalDetails] = {}
    for name in names or (*festivals, *(row.slug for row in services.office.catalogue)):
        if name in festivals:
            found[f"/f/{name}"] = festivals[name]
        elif (await answer_to(app, f"/t/{name}")).status == ANSWERED:
            found[f"/t/{name}"] = (await services.office.open(name)).tournament.details
        elif names:
            raise bad_input("Nothing public is called {name}", name=name)
    if not found:
        raise bad_input("The journal has no public tournament")
    return found


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    status: int
    headers: Mapping[bytes, bytes]
    body: bytes

    @property
    def type(self) -> str:
        return self.headers[b"content-type"].decode().partition(";")[0]


async def answer_to(app: Starlette, address: str) -> SiteAnswer:
    """What a reader of the server would get (ASGI 3.0)."""
    path, _, query = address.partition("?")
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 0), "server": ("127.0.0.1", 80), "state": {},
    }  # fmt: skip
    said: list[MutableMapping[str, Any]] = []
    asked = deque([{"type": "http.request", "body": b"", "more_body": False}])

    async def receive() -> MutableMapping[str, Any]:
        if asked:
            return asked.popleft()
        await asyncio.Event().wait()  # the reader does not hang up
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        said.append(message)

    await app(scope, receive, send)
    start = next(one for one in said if one["type"] == "http.response.start")
    return SiteAnswer(start["status"], dict(start["headers"]), b"".join(one.get("body", b"") for one in said))


class SiteWriter:
    """From the first pages to everything that they lead to, then with links that are files."""

    def __init__(
        self, app: Starlette, folder: Path, events: Mapping[str, Details | FestivalDetails], plan: SitePlan
    ) -> None:
        self._app, self._folder, self._events, self._plan = app, folder, events, plan
        self._pages: dict[str, str] = {}
        """The language of each page by its path."""
        self._others: set[str] = set()
        self._moved: dict[str, str] = {}
        """By path: that of the page which shows it."""

    async def write(self) -> int:
        waiting: deque[tuple[str, str]] = deque()
        for lang in (self._plan.languages[0], *self._plan.languages):
            page = render("public/site.html", lang=lang, events=self._events, languages_here=self._plan.languages)
            self._write_page(f"{lang}/{FIRST_PAGE}" if waiting else FIRST_PAGE, lang, page)
            waiting.extend((link, lang) for link in links(page, "/"))
        while waiting:
            link, lang = waiting.popleft()
            waiting.extend((further, lang) for further in await self._take(link, lang))
        known = {**{path: path for path in (*self._pages, *self._others)}, **self._moved}
        for path, lang in self._pages.items():
            page = (self._folder / path).read_text("utf-8")
            self._write(path, with_files(page, self._plan, lang, path, known).encode())
        return len(self._pages) + len(self._others)

    async def _take(self, link: str, lang: str) -> list[str]:
        """Write what the link leads to, once; the answer is where that leads to in turn."""
        path = self._plan.file(link, lang)
        if path is None or path in self._pages or path in self._others or path in self._moved:
            return []
        address = self._plan.address(link, lang)
        answer = await answer_to(self._app, address)
        if other := answer.headers.get(b"location"):
            self._moved[path] = self._plan.file(other.decode(), lang) or path
            return [other.decode()]
        if answer.status != ANSWERED:
            return []
        if answer.type == "text/html":
            lang = self._plan.language(path.partition("/")[0], lang)
            self._write_page(path, lang, answer.body.decode())
        else:
            self._others.add(path)
            self._write(path, answer.body)
        return links(answer.body.decode(), address) if answer.type in ("text/html", "text/css") else []

    def _write_page(self, path: str, lang: str, page: str) -> None:
        self._pages[path] = lang
        self._write(path, page.encode())

    def _write(self, path: str, octets: bytes) -> None:
        file = self._folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(octets)
