"""SIGTERM in the middle of a round: what is under way is finished, everybody is told, and it is quick."""

import asyncio
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from domain import events as e
from server.http.auth import new_session, open_access
from server.http.middleware import COOKIE
from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import AS_PROGRAM, PLAIN, Server, serving, with_published_round
from tests.live.loopback import eventually

SCREENS, ARBITERS, BOARDS = 200, 8, 400
TOLD_WHILE_IT_STARTS = """
import os, signal, sys, uvicorn
from server.cli import main

made = uvicorn.Config.get_loop_factory

def told(config):
    os.kill(os.getpid(), signal.SIGTERM)
    return made(config)

uvicorn.Config.get_loop_factory = told
sys.exit(main(["serve", "--port", "0", "--data", sys.argv[1]]))
"""
"""SIGTERM between our own handlers and those of uvicorn."""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return with_published_round(tmp_path / "data", BOARDS)


@pytest.fixture
def server(data: Path, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, TABLO_DATA=str(data)) as running:
        yield running


async def type_until_the_end(server: Server, data: Path, boards: range, done: dict[str, int]) -> None:
    """Enters one board after another; ends when the server no longer answers. `done` is what was acknowledged."""
    access, session = open_access(data), new_session("Anna")
    async with httpx.AsyncClient(timeout=10, cookies={COOKIE: access.sign(session)}) as client:
        for board in boards:
            command = str(uuid.uuid4())
            what = {"board": str(board), "result": "1/2", "seen": "", "command_id": command}
            sent = {"form_token": access.form_token(session), **what}
            try:
                answer = await client.post(f"{server.url}/desk/t/open/rounds/1/results", data=sent, headers=AS_PROGRAM)
            except httpx.TransportError:
                return
            if answer.status_code == 200:
                done[command] = board
            else:
                assert answer.status_code == 503, answer.text


async def until_goodbye(screen: ClientConnection) -> int | None:
    try:
        while True:
            await screen.recv()
    except ConnectionClosed:
        return screen.close_code


async def test_200_screens_are_told_and_what_was_acknowledged_is_stored(server: Server, data: Path) -> None:
    feed = f"{server.feed}/live?topic=t/open/status"
    screens = [await connect(feed, proxy=None) for _ in range(SCREENS)]
    watching = [asyncio.create_task(until_goodbye(screen)) for screen in screens]
    done: dict[str, int] = {}
    each = BOARDS // ARBITERS
    typing = [
        asyncio.create_task(type_until_the_end(server, data, range(1 + n * each, 1 + (n + 1) * each), done))
        for n in range(ARBITERS)
    ]
    await eventually(lambda: len(done) >= 40)
    began = time.monotonic()
    code = await asyncio.to_thread(server.stop)
    took = time.monotonic() - began
    codes = await asyncio.gather(*watching)
    await asyncio.gather(*typing)
    print(f"\n{SCREENS} sockets, {ARBITERS} arbiters: ended after {took:.2f} s, {len(done)} results acknowledged")
    assert code == 0
    assert set(codes) == {1012}
    assert len(done) < BOARDS
    assert done == {command: board for command, board in stored(data).items() if command in done}


def stored(data: Path) -> dict[str, int]:
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        entries = list(journal.read("open"))
    return {entry.command_id: entry.event.board for entry in entries if isinstance(entry.event, e.ResultRecorded)}


def test_a_server_that_nobody_visits_ends_as_well(server: Server) -> None:
    assert server.stop() == 0


def test_a_server_that_is_told_while_it_starts_ends_as_well(tmp_path: Path) -> None:
    command = (sys.executable, "-c", TOLD_WHILE_IT_STARTS, str(tmp_path))
    done = subprocess.run(command, env=PLAIN, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


async def test_who_reads_slowly_does_not_hold_it_up(server: Server) -> None:
    """A connection that was opened and says nothing, and one that asked for a stream of events."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    stream = f"{server.url}/live/events?topic=t/open/status"
    async with httpx.AsyncClient() as browser, browser.stream("GET", stream):
        code = await asyncio.to_thread(server.stop)
    writer.close()
    assert code == 0
    assert await reader.read() == b""
