"""Limits on bodies before a login, and the answer to a body that is too large."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx
import pytest

from server.http.middleware import MAX_BODY_BYTES_BEFORE_LOGIN, UNFINISHED_PER_ADDRESS
from tests.deploy.processes import AS_PROGRAM, Server, log_in, serving
from tests.desk.browsers import browser, desk, server

MEGABYTE = 1024 * 1024


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("bodies")
    with serving(folder, TABLO_DATA=str(folder / "data")) as server:
        yield server


@asynccontextmanager
async def asking(
    server: Server, length: int, path: str = "/desk/login", cookie: str = ""
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A form whose head has gone out, and nothing of its body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", f"Content-Length: {length}", f"Cookie: {cookie}"]
    kind = ["Accept: application/json", "Content-Type: application/x-www-form-urlencoded"]
    writer.write("\r\n".join([*head, *kind, "", ""]).encode())
    try:
        yield reader, writer
    finally:
        writer.close()


async def status(reader: asyncio.StreamReader) -> int:
    async with asyncio.timeout(20):
        return int((await reader.readline()).split()[1])


@pytest.mark.parametrize("path", ["/desk/login", "/desk/first", "/join/anything"])
async def test_before_a_login_little_is_taken(tmp_path: Path, path: str) -> None:
    async with server(tmp_path) as transport, browser(transport) as mallory:
        large = {"name": "M", "password": "x" * MAX_BODY_BYTES_BEFORE_LOGIN}
        answer = await mallory.client.post(path, data=large, headers=AS_PROGRAM)
    assert answer.status_code == 413
    assert answer.json() == {"sentence": "That is too large: at most 64 kB can be sent at once."}


async def test_after_a_login_a_report_file_is_taken(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        await anna.go("/desk/import")
        await anna.send("/desk/import", files={"file": ("report.trf", b"012 A" + b" " * MEGABYTE)})
        assert anna.page.status_code == 422
        assert "report.trf" in anna.refusal


async def test_of_unfinished_forms_one_address_has_few(running: Server) -> None:
    async with AsyncExitStack() as held:
        for _ in range(UNFINISHED_PER_ADDRESS):
            _, writer = await held.enter_async_context(asking(running, 100))
            writer.write(b"name=")
        async with asking(running, 100) as (reader, writer):
            writer.write(b"name=")
            assert await status(reader) == 429
    async with httpx.AsyncClient(timeout=60) as anna:
        assert await log_in(anna, running.url)


async def test_who_has_logged_in_is_not_counted_among_strangers(running: Server) -> None:
    async with httpx.AsyncClient(timeout=60) as anna:
        await log_in(anna, running.url)
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
    async with AsyncExitStack() as held:
        for _ in range(UNFINISHED_PER_ADDRESS + 1):
            _, writer = await held.enter_async_context(asking(running, 100, "/desk/new", cookie))
            writer.write(b"name=")
        async with httpx.AsyncClient(timeout=60) as boris:
            assert await log_in(boris, running.url, "Boris")


@pytest.mark.parametrize("path", ["/desk/login", "/desk/new"])
async def test_a_browser_that_still_sends_gets_the_sentence_and_no_reset(running: Server, path: str) -> None:
    async with httpx.AsyncClient(timeout=60) as anna:
        await log_in(anna, running.url)
        cookie = "; ".join(f"{name}={value}" for name, value in anna.cookies.items())
    whole = 20 * MEGABYTE
    async with asking(running, whole, path, cookie if path == "/desk/new" else "") as (reader, writer):
        for _ in range(whole // MEGABYTE):
            writer.write(b"a" * MEGABYTE)
            await writer.drain()
        said = await reader.readuntil(b"\r\n\r\n")
        assert b" 413 " in said
        assert b"That is too large" in await reader.readuntil(b"}")
        writer.write(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n\r\n".encode())
        assert await status(reader) == 200, "the connection goes on"


async def test_a_form_that_promises_too_much_is_refused_before_it_comes(running: Server) -> None:
    async with asking(running, 20 * MEGABYTE) as (reader, _):
        assert await status(reader) == 413
