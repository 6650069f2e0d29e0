"""A browser without a screen: keeps cookies, fills in the forms that are on the page and nothing else."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import httpx

from server.app import create_app
from server.http.auth import open_access
from server.services import Services, services_of
from server.settings import OpenIdProvider, Settings
from server.workers.pool import Workers
from tests.locked_door import lock_door

PASSWORD = "a long enough password"
WORKERS = Workers(shared=True)
"""A worker takes longer to start than most tests: the servers of this process share them."""
CHANCES_PACE, STAGES_PACE = 0.05, 0.25
"""Chances are played out at the lowest priority: on a busy machine a test would wait long for what it does not need."""
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)


class Forms(HTMLParser):
    """The forms of a page: action to the values of its fields."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: dict[str, dict[str, str]] = {}
        self._fields: dict[str, str] | None = None
        self._select = ""
        self._area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._fields = self.forms.setdefault(attributes.get("action", ""), {})
        if self._fields is None:
            return
        name = attributes.get("name", "")
        if tag == "input" and name and attributes.get("type") not in ("checkbox", "radio", "file"):
            self._fields.setdefault(name, attributes.get("value", ""))
        elif tag == "input" and name and attributes.get("type") == "radio" and "checked" in attributes:
            self._fields[name] = attributes["value"]
        elif tag == "select":
            self._select = name
        elif tag == "option" and self._select and ("selected" in attributes or self._select not in self._fields):
            self._fields[self._select] = attributes.get("value", "")
        elif tag == "textarea":
            self._area = name

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._fields = None
        elif tag == "select":
            self._select = ""
        elif tag == "textarea":
            self._area = ""

    def handle_data(self, data: str) -> None:
        if self._fields is not None and self._area:
            self._fields[self._area] = data


def form_of(page: str, action: str) -> dict[str, str]:
    """The fields of the form with this action, as the page holds them."""
    parser = Forms()
    for form in FORM.findall(page):  # reading a whole page as HTML takes longer than the server takes
        if f'action="{escape(action)}"' in form:
            parser.feed(form)
    return parser.forms[action]


class Browser:
    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client
        self.page = httpx.Response(200)

    @property
    def text(self) -> str:
        """The text that a person reads, tags left out."""
        body = re.sub(r"(?s)<(script|style|head).*?</\1>", "", self.page.text)
        return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())

    @property
    def refusal(self) -> str:
        found = re.search(r'(?s)<div class="notice bad"[^>]*>\s*<p>(.*?)</p>', self.page.text)
        return " ".join(unescape(found.group(1)).split()) if found else ""

    async def go(self, path: str) -> httpx.Response:
        self.page = await self.client.get(path)
        return self.page

    def form(self, action: str) -> dict[str, str]:
        return form_of(self.page.text, action)

    async def send(
        self, action: str, files: Mapping[str, tuple[str, bytes]] | None = None, **typed: str
    ) -> httpx.Response:
        """Fill in and send the form with this action."""
        data = {**self.form(action), **typed}
        self.page = await self.client.post(action, data=data, files=files)
        return self.page

    async def log_in(self, name: str = "Anna") -> "Browser":
        await self.go("/desk/login")
        await self.send("/desk/login", name=name, password=PASSWORD)
        return self


@asynccontextmanager
async def server(
    folder: Path,
    password: str = PASSWORD,
    boards: Path | None = None,
    chances: bool = False,
    *,
    organisers: bool = False,
    openid: OpenIdProvider | None = None,
) -> AsyncIterator[httpx.ASGITransport]:
    """The whole application on a real journal; `chances`: with the process that plays out what comes next."""
    if password == PASSWORD:
        lock_door(folder, PASSWORD)
    access = open_access(folder)
    settings = Settings(data=folder, boards=boards, chances=chances, organisers=organisers, openid=openid)
    app = create_app(settings, access, WORKERS)
    async with app.router.lifespan_context(app):
        play_few_out(services_of(app))
        yield httpx.ASGITransport(app=app)


def play_few_out(services: Services) -> None:
    """A few endings are enough for claims that are not about their number."""
    services.chances.pace = CHANCES_PACE
    assert services.festivals.stages is not None
    services.festivals.stages.pace = STAGES_PACE


@asynccontextmanager
async def browser(transport: httpx.ASGITransport, host: str = "localhost") -> AsyncIterator[Browser]:
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}", follow_redirects=True) as client:
        yield Browser(client)


@asynccontextmanager
async def desk(folder: Path, chances: bool = False) -> AsyncIterator[Browser]:
    """Somebody who is logged in at an empty desk."""
    async with server(folder, chances=chances) as transport, browser(transport) as somebody:
        yield await somebody.log_in()


async def with_players(
    somebody: Browser, count: int = 8, name: str = "Open", rounds: str = "5", visibility: str = "public"
) -> None:
    """A tournament `open` with players A, B, C ... and White for number 1."""
    await somebody.go("/desk/new")
    await somebody.send("/desk/new", tournament_name=name, rounds=rounds, visibility=visibility)
    lines = "\n".join(f"Player {chr(65 + n)};{2400 - 50 * n}" for n in range(count))
    await somebody.go("/desk/t/open/players/import")
    await somebody.send("/desk/t/open/players/import", list=f"Name;Rating\n{lines}")
    await somebody.send("/desk/t/open/players/import")
    await somebody.go("/desk/t/open")
    await somebody.send("/desk/t/open/colour", colour="w")


async def with_round_one(somebody: Browser, count: int = 8, rounds: str = "5") -> None:
    await with_players(somebody, count, rounds=rounds)
    await somebody.send("/desk/t/open/pair", confirmed="2")
    await somebody.send("/desk/t/open/rounds/1/publish")
