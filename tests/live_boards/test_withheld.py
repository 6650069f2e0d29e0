"""What is withheld leaks nowhere: two servers that differ in the newest move and in the result give the same answers.

Every address of the table of routes is asked, at this moment and earlier ones, with every word that it reads, and every
topic that a page names.
"""

import re
import zipfile
from collections.abc import AsyncIterator, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import chain
from pathlib import Path
from typing import NamedTuple, cast

import httpx
from pypdf import PdfReader
from starlette.applications import Starlette
from starlette.routing import Route

from domain import events as e
from domain.events import Event
from domain.festival.events import FestivalAnnounced, FestivalDetails, SectionAdded
from domain.games.events import GameNews, GamesMoved
from domain.moves.games import pgn_games
from domain.screens.events import Content, ContentKind, FamilySet, HallSet, RotationSet, ScreenNamed
from domain.words.choices.broadcasts import Broadcast
from domain.words.games import Result
from server.addresses import all_routes
from server.app import create_app
from server.cluster.lease_keys import key_of_topic
from server.http.auth import open_access
from server.journal import open_journal
from server.live.frames import Channel, Parts
from server.live.topics import OrganiserViews, Views
from server.services import Services, services_of
from server.settings import Settings
from tests.crosstable import history
from tests.desk.browsers import WORKERS
from tests.live_boards.files import game

OPEN = history("Ann ?w3\nBob ?w4\nCid ?b1\nDee ?b2")
BEGUN = "1. e4 d5 2. exd5 e6 3. dxe6 Bc5 4. exf7+ Ke7"
START = datetime.now(UTC).replace(microsecond=0) - timedelta(minutes=200)
BEGAN, MOVED, ENTERED = (START + timedelta(minutes=minutes) for minutes in (60, 195, 196))
"""The last two are withheld for two hours more, however long the tests before these take."""
LAST_POSITIONS = range(len(OPEN) + 1, len(OPEN) + 4)
"""Before the result, behind it, and now."""
DELAY = Broadcast(minutes=120)


def iso(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


VALUES = {
    "slug": "open", "festival": "days", "round": "1", "board": "1", "game": "1", "player": "1", "name": "hall",
    "part": "2", "what": "pairings", "token": "x", "link": "x", "picture": "x", "file": "x", "colour": "123456",
    "team": "1", "key": "x", "entry": "1", "petition": "1", "webhook": "x", "message": "x", "steward": "x",
    "version": "9", "number": "1", "form": "csv", "section": "open", "list": "x", "screen": "hall",
}  # fmt: skip
WORDS = {
    "a": ["1"], "b": ["3"], "by": ["name", "number", "chances"], "known": ["then"], "page": ["1"], "players": ["1-3"],
    "q": ["Ann"], "lang": ["bg"], "at": [iso(ENTERED), iso(MOVED), *map(str, LAST_POSITIONS)], "ply": ["8", "9"],
    "side": ["black"], "watch": ["here"],
}  # fmt: skip
TELLING = {
    *(f"/t/open{path}" for path in ("", "/live", "/live.json", "/standings", "/pairings/1", "/pairings/1.json")),
    *(f"/t/open{path}" for path in ("/standings.xlsx", "/report.trf", "/pairings/1.pgn", "/crosstable", "/results")),
    *(f"/t/open{path}" for path in ("/players/1", "/players/1/preview.png", "/screen")),
    f"/t/open/standings?at={LAST_POSITIONS[1]}",
    "/screen/hall",
    "/f/days",
    "/f/days.json",
}
"""Some of what tells who has won as soon as nothing is withheld."""
OTHERWISE = {"/live/events", "/push/key"}
"""Topics are asked by themselves; a key is by chance."""
ALL_ADDRESSES_TAKE = ("at", "lang")
STAMPS = re.compile(rb"\b[0-9a-f]{6,64}\b|\b1[0-9]{12}\b|\b[0-9]+\.[0-9]+(e[+-]?[0-9]+)?\b")
"""Hashes of the journal, the hour in milliseconds, figures of the process."""


class End(NamedTuple):
    move: str
    result: Result


WHITE_WON, BLACK_WON = End("fxg8=N+", Result.WHITE_WINS), End("fxg8=R", Result.BLACK_WINS)


def entries(
    end: End, broadcast: Broadcast, beginning: Sequence[Event] = OPEN
) -> Iterator[tuple[str, datetime, list[object]]]:
    """Stream, time and events of each entry."""
    yield "open", START, [*beginning, e.BroadcastSet(broadcast)]
    yield "festival/days", START, [FestivalAnnounced(FestivalDetails("Days")), SectionAdded("open", "A")]
    contents = tuple(Content(kind, "open", player=1) for kind in ContentKind if kind is not ContentKind.PICTURE)
    yield (
        "hall",
        START,
        [ScreenNamed("hall"), RotationSet("hall", contents), FamilySet("hall", 2), HallSet("hall", True)],
    )
    texts = [game(BEGUN, Round="1.1", White="Ann", Black="Cid"), game("1. c4", Round="1.2", White="Bob", Black="Dee")]
    begun = pgn_games("".join(texts))
    news = tuple(GameNews(one.key, one.tags, 0, one.moves, one.clocks) for one in begun)
    yield "games/open", BEGAN, [GamesMoved("folder", news)]
    last = GameNews(begun[0].key, None, len(begun[0].moves), (end.move,), (None,), end.result)
    yield "games/open", MOVED, [GamesMoved("folder", (last,))]
    yield "open", ENTERED, [e.ResultRecorded(1, 1, end.result), e.PlayerReportsAllowed(True)]


@asynccontextmanager
async def server(
    folder: Path, end: End, broadcast: Broadcast = DELAY, beginning: Sequence[Event] = OPEN
) -> AsyncIterator[tuple[Starlette, Services]]:
    journal, versions = open_journal(f"sqlite://{folder / 'tablo.sqlite'}"), dict[str, int]()
    for number, (stream, at, events) in enumerate(entries(end, broadcast, beginning)):
        known = cast("Sequence[Event]", events)
        journal.append(stream, versions.get(stream, 0), "Anna", f"c{number}", known, at)
        versions[stream] = versions.get(stream, 0) + len(events)
    journal.close()
    settings = Settings(data=folder, database=f"sqlite://{folder / 'tablo.sqlite'}")
    app = create_app(settings, open_access(folder), WORKERS)
    async with app.router.lifespan_context(app):
        services = services_of(app)
        await services.office.open("open")
        yield app, services


def addresses() -> Iterator[str]:
    """Every address that can be asked, and each again with every word that it reads."""
    for route in all_routes(Settings(data=Path("/nowhere"))):
        if not isinstance(route, Route) or "GET" not in (route.methods or ()) or route.path in OTHERWISE:
            continue
        path = re.sub(r"\{(\w+)(?::\w+)?\}", lambda place: VALUES[place[1]], route.path)
        yield path
        for word in dict.fromkeys((*ALL_ADDRESSES_TAKE, *WORDS) if path.startswith(("/t/", "/f/", "/s")) else ()):
            yield from (f"{path}?{word}={value}" for value in WORDS[word])


async def answers(app: Starlette, asked: Iterable[str]) -> dict[str, bytes]:
    """What a visitor is answered, without what says nothing of a game."""
    found = {}
    transport = httpx.ASGITransport(app=app)
    async with httpx.AsyncClient(transport=transport, base_url="http://venue.test") as visitor:
        for address in asked:
            answer = await visitor.get(address)
            found[address] = plain(answer)
    return found


def plain(answer: httpx.Response) -> bytes:
    kind = answer.headers.get("content-type", "")
    if kind.startswith("application/pdf"):
        pages = PdfReader(BytesIO(answer.content)).pages
        return STAMPS.sub(b"", "\n".join(page.extract_text() for page in pages).encode())
    if "spreadsheet" in kind:
        with zipfile.ZipFile(BytesIO(answer.content)) as book:
            return b"\n".join(STAMPS.sub(b"", book.read(name)) for name in book.namelist() if "core.xml" not in name)
    return STAMPS.sub(b"", answer.content) if "image" not in kind else answer.content


def views(services: Services, topics: set[str]) -> dict[str, object]:
    """What followers of the topics see."""
    seen = Views(services.live, services.screens, services.festivals, OrganiserViews(services.fronts))
    asked = [Channel(topic, form, "en") for topic in sorted(topics) for form in ("html", "json")]
    return {f"{one.topic} {one.form}": parts_of(seen(one)) for one in asked}


def parts_of(view: Parts | None) -> object:
    return STAMPS.sub(b"", repr(dict(view.parts)).encode()) if view is not None else None


def topics_in(pages: dict[str, bytes]) -> set[str]:
    named = chain.from_iterable(re.findall(rb'data-topic="([^"]+)"', page) for page in pages.values())
    return {topic.decode() for topic in named} | {
        "catalogue",
        "screen/hall",
        "screen/hall/2",
        "t/open/screen",
        "f/days",
    }


def unlike(one: dict[str, object] | dict[str, bytes], other: dict[str, object] | dict[str, bytes]) -> set[str]:
    return {name for name in one.keys() | other.keys() if one.get(name) != other.get(name)}


async def differing(folder: Path, broadcast: Broadcast, asked: Collection[str]) -> tuple[set[str], set[str]]:
    """The addresses and the topics that tell who has won."""
    (folder / "white").mkdir()
    (folder / "black").mkdir()
    async with (
        server(folder / "white", WHITE_WON, broadcast) as (white, of_white),
        server(folder / "black", BLACK_WON, broadcast) as (black, of_black),
    ):
        one, other = await answers(white, asked), await answers(black, asked)
        topics = topics_in(one) | topics_in(other)
        return unlike(one, other), unlike(views(of_white, topics), views(of_black, topics))


async def test_no_address_and_no_topic_tells_what_is_withheld(tmp_path: Path) -> None:
    assert await differing(tmp_path, DELAY, list(addresses())) == (set(), set())


async def test_without_a_delay_they_tell_it(tmp_path: Path) -> None:
    told, topics = await differing(tmp_path, Broadcast(), TELLING)
    assert told == TELLING <= set(addresses())
    assert {"t/open/standings html", "screen/hall html", "t/open/live json"} <= topics


async def test_a_screen_in_the_hall_shows_everything_to_whoever_has_its_code(tmp_path: Path) -> None:
    async with server(tmp_path, WHITE_WON) as (app, services):
        code = services.screens.hall_code("hall")
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://venue.test") as visitor:
            told = (await visitor.get(f"/screen/hall?in={code}")).text
            outside = [(await visitor.get(f"/screen/hall{query}")).text for query in ("", "?in=", "?in=guess")]
            page = await visitor.get(f"/screen/hall/2?in={code}")
        assert f'data-topic="screen/hall~{code}"' in told
        assert f'data-topic="screen/hall/2~{code}"' in page.text
        assert all('data-topic="screen/hall"' in one for one in outside)
        seen = Views(services.live, services.screens, services.festivals, OrganiserViews(services.fronts))
        inside, shown = (seen(Channel(topic, "html")) for topic in (f"screen/hall~{code}", "screen/hall"))
        assert inside is not None
        assert "fxg8=N" in str(inside.parts)
        assert shown is not None
        assert "fxg8=N" not in str(shown.parts)
        assert seen(Channel("screen/hall~guess", "html")) is None
        assert f"screen/hall~{code}" in services.screens.showing_boards("open")
        assert key_of_topic(f"screen/hall~{code}") == key_of_topic("screen/hall")
