"""Ready pages give what the ordinary road gives, never anything older, and uvicorn still has the names it uses."""

import asyncio
import gzip
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import cast

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware

from domain import events as e
from domain.words.games import Result
from domain.words.players import PlayerId
from server.http.middleware import Remember
from server.http.page_cache import ReadyAnswer, ReadyPages
from server.http.protocol import fast_protocol
from server.journal import AsyncJournal
from server.office.tournaments import Office, TournamentOffice
from tests.crosstable import history
from tests.public.served import public_app
from web.wording import spoken

OPEN = history("Alice +w2 ?b2\nBob -b1 ?w1", rounds=5)


class Served:
    """A server with ready pages, and a connection to it."""

    def __init__(self, ready: ReadyPages, app: Starlette, port: int) -> None:
        self.ready = ready
        self.app = app
        self.port = port

    async def talk(self, *requests: str) -> list[tuple[str, dict[str, str], bytes]]:
        """Requests one after the other on one connection: status line, headers, body of each answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        answers = []
        for request in requests:
            writer.write(request.encode())
            answers.append(await _answer(reader))
        writer.close()
        await writer.wait_closed()
        return answers

    async def record(self, event: e.Event) -> None:
        office: Office = self.app.state.services.office
        tournament = await office.open("open")
        await tournament.command(f"command-{event}"[:60], "Anna", lambda t: [event])


async def _answer(reader: asyncio.StreamReader) -> tuple[str, dict[str, str], bytes]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in head[1:] if line)
    return head[0], headers, await reader.readexactly(int(headers.get("content-length", "0")))


def get(path: str, *lines: str) -> str:
    return "\r\n".join([f"GET {path} HTTP/1.1", "Host: tablo.test", *lines, "", ""])


@asynccontextmanager
async def served() -> AsyncIterator[Served]:
    ready = ReadyPages()
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as listening:
        app = public_app(str(Path(folder) / "test.sqlite"), {"open": OPEN})
        app.user_middleware.insert(0, Middleware(Remember, ready))
        config = uvicorn.Config(app, http=fast_protocol(ready), log_level="warning", access_log=False)
        server = uvicorn.Server(config)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        try:
            yield Served(ready, app, listening.getsockname()[1])
        finally:
            server.should_exit = True
            await running


async def test_a_ready_page_gives_what_the_ordinary_road_gave() -> None:
    async with served() as hall:
        first, second = await hall.talk(get("/t/open/standings"), get("/t/open/standings"))
        assert hall.ready.served == 1
        assert {**first[1], "date": ""} == {**second[1], "date": ""}
        assert (first[0], first[2]) == (second[0], second[2])


async def test_after_a_change_no_ready_page_is_given() -> None:
    async with served() as hall:
        before, _ = await hall.talk(get("/t/open/pairings"), get("/t/open/pairings"))
        await hall.record(e.ResultRecorded(2, 1, Result.DRAW))
        ((_, _, after),) = await hall.talk(get("/t/open/pairings"))
        assert ("½ – ½".encode() in before[2], "½ – ½".encode() in after) == (False, True)


async def test_who_became_anonymous_is_gone_from_the_ready_pages_at_once() -> None:
    async with served() as hall:
        await hall.talk(get("/t/open/players?at=5"), get("/t/open/players?at=5"))
        await hall.record(e.PlayerAnonymised(PlayerId(1)))
        ((_, _, after),) = await hall.talk(get("/t/open/players?at=5"))
        assert b"Alice" not in after


async def test_a_reader_who_has_it_is_told_so() -> None:
    async with served() as hall:
        (first,) = await hall.talk(get("/t/open"))
        (again,) = await hall.talk(get("/t/open", f"If-None-Match: {first[1]['etag']}"))
        assert (again[0], again[2], hall.ready.served) == ("HTTP/1.1 304 Not Modified", b"", 1)
        assert "content-length" not in again[1]


async def test_gzip_goes_to_those_who_take_it() -> None:
    async with served() as hall:
        plain = await hall.talk(get("/t/open"), get("/t/open"))
        packed = await hall.talk(get("/t/open", "Accept-Encoding: gzip"), get("/t/open", "Accept-Encoding: gzip"))
        assert gzip.decompress(packed[1][2]) == plain[1][2]


async def test_languages_do_not_mix() -> None:
    async with served() as hall:
        answers = await hall.talk(
            get("/t/open"), get("/t/open", "Accept-Language: bg"), get("/t/open", "Cookie: lang=ru"), get("/t/open")
        )
        assert [headers["content-language"] for _, headers, _ in answers] == [
            spoken(code) for code in ("en", "bg", "ru", "en")
        ]
        assert len({body for _, _, body in answers}) == 3


async def test_many_requests_in_one_packet_are_answered_in_order() -> None:
    async with served() as hall:
        await hall.talk(get("/t/open"), get("/t/open/standings"))
        reader, writer = await asyncio.open_connection("127.0.0.1", hall.port)
        writer.write((get("/t/open") + get("/t/open/crosstable") + get("/t/open/standings")).encode())
        titles = [(await _answer(reader))[2].split(b"<title>")[1].split(b"<")[0] for _ in range(3)]
        assert [title.split(b" ")[0].rstrip(b",") for title in titles] == [b"Home", b"Crosstable", b"Standings"]
        writer.close()
        await writer.wait_closed()


async def test_a_request_out_of_the_ordinary_takes_the_ordinary_road() -> None:
    async with served() as hall:
        await hall.talk(get("/t/open"))
        await hall.talk(get("/t/open", "Range: bytes=0-9"), get("/t/open", "Content-Length: 0"))
        assert hall.ready.served == 0


def test_ready_pages_stay_few() -> None:
    office = TournamentOffice("open", cast(AsyncJournal, None))
    ready = ReadyPages(most_answers=3, most_octets=25)
    for n in range(9):
        ready.put(f"/t/open/{n}".encode(), [], ReadyAnswer(office, 0, b'"x"', b"", b"1234567890"))
    assert ready.octets == 20
    assert ready.find(b"/t/open/6", []) is None
    assert ready.find(b"/t/open/8", []) is not None


def test_an_answer_of_an_earlier_position_is_dropped() -> None:
    office = TournamentOffice("open", cast(AsyncJournal, None))
    ready = ReadyPages()
    ready.put(b"/t/open", [], ReadyAnswer(office, 1, b'"x"', b"", b"1234567890"))
    assert (ready.find(b"/t/open", []), ready.octets) == (None, 0)


async def test_a_ready_page_is_not_given_to_a_request_with_two_hosts() -> None:
    """The ordinary road refuses it."""
    async with served() as hall:
        await hall.talk(get("/t/open"), get("/t/open", "Host: elsewhere.test"), get("/t/open", "Host: tablo.test"))
        assert hall.ready.served == 0
