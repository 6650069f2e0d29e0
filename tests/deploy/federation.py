"""The hall of a federation's server: arbiters who type at any of its processes, and what must hold afterwards."""

import asyncio
import time
import uuid
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import aiohttp
import httpx
from websockets.asyncio.client import connect

from domain import events as e
from domain.words.games import Result
from server.http.auth import Access, new_session
from server.http.middleware import COOKIE
from server.journal import Entry, Head, open_journal
from tests.deploy.processes import AS_PROGRAM, Server
from tests.live.loopback import Reader
from tests.tiers import tries

ARBITERS = 8
RESULTS = ARBITERS * tries(50)
CYCLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


@dataclass
class Hall:
    """The knowledge that all share: which processes are there, and what was acknowledged."""

    servers: list[Server]
    data: Path
    stream: str
    acknowledged: dict[str, tuple[int, Result]] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    again: int = 0
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    def following(self, server: Server) -> connect:
        topic = f"t/{self.stream}/pairings/1"
        address = f"{server.feed}/live?topic={topic}&form=json"
        return connect(address, proxy=None, max_size=None, ping_interval=None)  # also one that hangs is waited for

    def acknowledge(self, command: str, board: int, result: Result, took: float) -> None:
        self.acknowledged[command] = (board, result)
        self.seconds.append(took)
        self._more.set()

    def figures(self) -> str:
        """The times of the acknowledgements."""
        found = sorted(self.seconds)
        p50, p99 = (f"{found[int(len(found) * share)] * 1000:.0f} ms" for share in (0.5, 0.99))
        return f"{len(found)} results, p50 {p50}, p99 {p99}, {len(self.refused)} refused"

    async def until(self, acknowledged: int) -> None:
        """So many results have been acknowledged."""
        while len(self.acknowledged) < acknowledged:
            self._more.clear()
            await self._more.wait()


class Arbiter:
    """Every result goes to the next process; what was not acknowledged is sent again, to whoever is there."""

    def __init__(self, hall: Hall, number: int, access: Access) -> None:
        """As if logged in: a session signed with the key that the processes share."""
        session = new_session(f"Arbiter {number}")
        self.hall = hall
        self.number = number
        self.cookie = access.sign(session)
        self.client = httpx.AsyncClient(timeout=30, cookies={COOKIE: self.cookie})
        """A browser for single visits."""
        self.token = access.form_token(session)
        self.turn = number

    @cached_property
    def keyboard(self) -> aiohttp.ClientSession:
        """For typing: who measures on the servers' processors must not use them up. A quarter of the other's CPU."""
        return aiohttp.ClientSession(
            headers={**AS_PROGRAM, "Cookie": f"{COOKIE}={self.cookie}"},
            timeout=aiohttp.ClientTimeout(total=30),
            cookie_jar=aiohttp.DummyCookieJar(),
        )

    async def leave(self) -> None:
        await self.client.aclose()
        await self.keyboard.close()

    async def type(self, boards: range) -> None:
        for board in boards:
            await self.enter(board, CYCLE[board % 3])

    async def enter(self, board: int, result: Result) -> None:
        command = str(uuid.uuid4())
        what = {"board": str(board), "result": result.value, "seen": ""}
        sent = {"form_token": self.token, "command_id": command, **what}
        path = f"/desk/t/{self.hall.stream}/rounds/1/results"
        while True:
            self.turn += 1
            server = self.hall.servers[self.turn % len(self.hall.servers)]
            began = time.perf_counter()
            try:
                async with self.keyboard.post(server.url + path, data=sent) as answer:
                    said = await answer.text()
            except (aiohttp.ClientError, TimeoutError):
                self.hall.again += 1
                continue
            if answer.status != 200:
                self.hall.refused.append(said)
                return
            self.hall.acknowledge(command, board, result, time.perf_counter() - began)
            return


def share(number: int) -> range:
    each = RESULTS // ARBITERS
    return range(1 + number * each, 1 + (number + 1) * each)


async def everybody_types(arbiters: list[Arbiter]) -> None:
    async with asyncio.TaskGroup() as typing:
        for arbiter in arbiters:
            typing.create_task(arbiter.type(share(arbiter.number)))
    for arbiter in arbiters:
        await arbiter.leave()


def stored(database: str, stream: str) -> list[Entry]:
    """The journal as it is on the disk, its chain checked."""
    with closing(open_journal(database)) as journal:
        assert isinstance(journal.verify(stream), Head)
        return list(journal.read(stream))


def results_of(entries: list[Entry]) -> dict[str, tuple[int, Result]]:
    return {x.command_id: (x.event.board, x.event.result) for x in entries if isinstance(x.event, e.ResultRecorded)}


def nothing_lost_doubled_or_reordered(database: str, hall: Hall) -> int:
    entries = stored(database, hall.stream)
    commands = Counter(entry.command_id for entry in entries if isinstance(entry.event, e.ResultRecorded))
    assert results_of(entries) == hall.acknowledged
    assert set(commands.values()) == {1}
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.recorded_at for entry in entries] == sorted(entry.recorded_at for entry in entries)
    return len(entries)


def signs(reader: Reader) -> int:
    """Boards that a follower of this page sees with a result."""
    return sum("result" in part and bool(part["result"]) for part in reader.parts.values() if isinstance(part, dict))
