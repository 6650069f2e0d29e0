"""Arbiters who type without a rest at whichever gateway answers, and what must be in the journal afterwards."""

import asyncio
import json
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from urllib.parse import urlencode

import httpx

from domain import events as e
from domain.words.games import Result
from server.http.middleware import COOKIE
from server.journal import Entry, Head, Journal
from tests.deploy.processes import log_in

ARBITERS = 8
CYCLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
PATIENCE_SECONDS = 12.0
"""Seconds that somebody waits for an answer before they try another gateway."""
BREATH_SECONDS = 0.1
"""Seconds from an answer that asks for patience to the next try."""


@dataclass(slots=True)
class Acknowledged:
    command: str
    stream: str
    board: int
    result: Result
    position: int
    at: float
    """By the clock of `time.monotonic`, as is `began`."""
    began: float

    @property
    def seconds(self) -> float:
        return self.at - self.began


@dataclass(slots=True)
class Hall:
    """What all arbiters share: where they may type, what was acknowledged and what was refused."""

    ports: Sequence[int]
    acknowledged: list[Acknowledged] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    tried_again: Counter[str] = field(default_factory=Counter)
    """Why: the kind of an error, or the status of an answer."""
    may_type: asyncio.Event = field(default_factory=asyncio.Event)
    typing: int = 0
    """Arbiters who wait for an answer."""
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    def acknowledge(self, one: Acknowledged) -> None:
        self.acknowledged.append(one)
        self._more.set()

    async def until(self, count: int) -> None:
        """So many have been acknowledged in all."""
        while len(self.acknowledged) < count:
            self._more.clear()
            await self._more.wait()

    async def until_after(self, when: float, streams: Sequence[str]) -> None:
        """Of each of these tournaments something that was begun after this moment has been acknowledged."""
        while {one.stream for one in reversed(self.acknowledged) if one.began >= when} < set(streams):
            self._more.clear()
            await self._more.wait()

    def rests(self) -> None:
        """One of those who waited has an answer."""
        self.typing -= 1
        self._more.set()

    async def until_idle(self) -> None:
        """Nobody waits for an answer."""
        while self.typing:
            self._more.clear()
            await self._more.wait()

    def newest(self, stream: str) -> int:
        """The position of the last acknowledged result."""
        return max((one.position for one in self.acknowledged if one.stream == stream), default=0)


class Line:
    """One connection that is kept: HTTP as a browser speaks it, at a tenth of the cost of a library."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._writer: asyncio.StreamWriter | None = None

    async def post(self, path: str, headers: dict[str, str], form: dict[str, str]) -> tuple[int, bytes]:
        """Status and body. Raises OSError and EOFError; whoever gives up must `close`.

        A connection that was closed while nobody used it is opened again, as browsers do.
        """
        body = urlencode(form).encode()
        said = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": f"http://127.0.0.1:{self.port}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
            **headers,
        }
        head = "\r\n".join([f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in said.items()), "", ""])
        kept = self._writer is not None
        try:
            return await self._asked(head.encode() + body)
        except (ConnectionError, asyncio.IncompleteReadError) as error:
            if not kept or getattr(error, "partial", b""):
                raise
        self.close()
        return await self._asked(head.encode() + body)

    async def _asked(self, request: bytes) -> tuple[int, bytes]:
        if self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        self._writer.write(request)
        status, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower().split("\r\n")
        found = {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}
        in_chunks = found.get("transfer-encoding") == "chunked"
        answer = await (self._chunks() if in_chunks else self._reader.readexactly(int(found["content-length"])))
        if found.get("connection") == "close":
            self.close()
        return int(status.split()[1]), answer

    async def _chunks(self) -> bytes:
        answer = b""
        while size := int(await self._reader.readline(), 16):
            answer += (await self._reader.readexactly(size + 2))[:-2]
        await self._reader.readline()
        return answer

    def close(self) -> None:
        if self._writer is not None:
            self._writer.transport.abort()
            self._writer = None


class Arbiter:
    """Has boards of their own, and changes what they typed there the last time.

    Stays at one gateway as long as it answers. What was not acknowledged is sent again to the next, by the same
    command id.
    """

    def __init__(self, hall: Hall, number: int, stream: str, boards: range, a_second: float = 0.0) -> None:
        """`a_second`: results at most; 0 = as fast as they are acknowledged."""
        self.hall, self.stream, self.boards, self.a_second = hall, stream, boards, a_second
        self.number, self.name = number, f"Arbiter {number}"
        self.issued: list[str] = []
        """Command ids in the order in which they were acknowledged."""
        self._at = number % len(hall.ports)
        self._line = Line(hall.ports[self._at])
        self._shown: dict[int, Result] = {}
        self.headers: dict[str, str] = {}
        self.token = ""
        """Of the forms of this session."""

    async def arrive(self) -> None:
        """Log in at the gateway where the arbiter sits."""
        async with httpx.AsyncClient(timeout=60) as browser:
            self.token = await log_in(browser, f"http://127.0.0.1:{self._line.port}", self.name)
            self.headers = {"Accept": "application/json", "Cookie": f"{COOKIE}={browser.cookies[COOKIE]}"}

    async def type(self, results: int = 0) -> None:
        """So many results; 0 = until cancelled. Arbiters do not type in step."""
        due = time.monotonic()
        if self.a_second:
            due -= (1 - self.number / ARBITERS) / self.a_second
        for number in count():
            if results and number >= results:
                return
            if self.a_second:
                due = max(due + 1 / self.a_second, time.monotonic())
                await asyncio.sleep(due - time.monotonic())
            await self.hall.may_type.wait()
            board = self.boards[number % len(self.boards)]
            await self.enter(board, CYCLE[(number // len(self.boards) + board) % len(CYCLE)])

    async def enter(self, board: int, result: Result) -> None:
        """Returns when it is acknowledged or refused."""
        self.hall.typing += 1
        try:
            await self._enter(board, result)
        finally:
            self.hall.rests()

    async def _enter(self, board: int, result: Result) -> None:
        command, began = str(uuid.uuid4()), time.monotonic()
        seen = self._shown.get(board)
        form = {"form_token": self.token, "command_id": command, "board": str(board), "result": result.value}
        form["seen"] = seen.value if seen is not None else ""
        while (answer := await self._sent(form)) is None:
            """Until somebody says yes or no."""
        status, body = answer
        if status != 200:
            self.hall.refused.append(f"{status} {body.decode(errors='replace')[:200]}")
            return
        self._shown[board] = result
        self.issued.append(command)
        position = json.loads(body)["position"]
        now = time.monotonic()
        self.hall.acknowledge(Acknowledged(command, self.stream, board, result, position, now, began))

    def sit_down(self) -> None:
        """At the gateway where the arbiter began. For those who rest."""
        self._move(self.number % len(self.hall.ports))

    def leave(self) -> None:
        self._line.close()

    def _move(self, to: int) -> None:
        if to != self._at:
            self._line.close()
            self._at, self._line = to, Line(self.hall.ports[to])

    async def _sent(self, form: dict[str, str]) -> tuple[int, bytes] | None:
        """None: nobody said whether it was done, and the next gateway is to be asked."""
        why: str
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                path = f"/desk/t/{self.stream}/rounds/1/results"
                status, body = await self._line.post(path, self.headers, form)
            if status < 500 and status != 429:
                return status, body
            why = f"{status}"
        except (OSError, EOFError) as error:  # TimeoutError is one of the first
            why = type(error).__name__
        self.hall.tried_again[why] += 1
        self._line.close()
        self._move((self._at + 1) % len(self.hall.ports))
        await asyncio.sleep(BREATH_SECONDS)
        return None


@dataclass(slots=True)
class Account:
    """What a journal says about acknowledged results: each of these must be empty."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    reordered: list[str] = field(default_factory=list)
    unasked: list[str] = field(default_factory=list)
    """Results that nobody has had acknowledged. Everybody must have stopped typing before the journal was read."""

    def __bool__(self) -> bool:
        """Something is wrong."""
        return any((self.lost, self.doubled, self.reordered, self.unasked))

    def add(self, other: "Account") -> None:
        self.lost += other.lost
        self.doubled += other.doubled
        self.reordered += other.reordered
        self.unasked += other.unasked


def account(entries: Sequence[Entry], acknowledged: Sequence[Acknowledged], arbiters: Sequence[Arbiter]) -> Account:
    """Of one tournament."""
    stored = [entry for entry in entries if isinstance(entry.event, e.ResultRecorded)]
    times = Counter(entry.command_id for entry in stored)
    typed = {one.command: (one.board, one.result) for one in acknowledged}
    found = {entry.command_id: (entry.event.board, entry.event.result) for entry in stored}
    place = {entry.command_id: entry.version for entry in stored}
    reordered = []
    for arbiter in arbiters:
        versions = [(place[command], command) for command in arbiter.issued if command in place]
        reordered += [late for (before, _), (at, late) in pairwise(versions) if at < before]
    return Account(
        lost=[command for command, what in typed.items() if found.get(command) != what],
        doubled=[command for command, stood in times.items() if stood > 1],
        reordered=reordered,
        unasked=[command for command in times if command not in typed],
    )


def checked(journal: Journal, stream: str) -> list[Entry]:
    """The entries of a tournament, whose chain holds and whose versions have no gap."""
    assert isinstance(journal.verify(stream), Head)
    entries = list(journal.read(stream))
    assert [entry.version for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.recorded_at for entry in entries] == sorted(entry.recorded_at for entry in entries)
    return entries
