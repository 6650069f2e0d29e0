"""The outbox: everything that leaves this server for somebody else is tried here, each message by itself.

A `Way` is one way out: mail, push notices, the calls of webhooks. Whatever happens while one message is tried concerns
that message alone: an exception loses it, an answer of "not now" lets it wait, and a server that does not answer rests
while all others are written to. What waits in memory is bounded for each address and in all; the messages of mail and
webhooks wait in the journal's database, and only those under way are here.
"""

import asyncio
import heapq
import logging
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from dataclasses import field
from datetime import UTC, datetime
from enum import StrEnum
from itertools import count
from typing import Protocol

from domain.records import dataclass
from server.supervisor import QuietLog

log = logging.getLogger("tablo.outbox")

SILENCES_BEFORE_REST = 3
REST_SECONDS = (5.0, 15.0, 60.0, 300.0)
MOST_RESTING = 1000
"""Servers that are remembered as silent."""


class Fate(StrEnum):
    TAKEN = "taken"
    GONE = "gone"
    LOST = "lost"
    """Nobody will ever take this message: it is dropped."""
    NOT_NOW = "not-now"
    """An answer that says: try again."""
    AWAY = "away"
    """No answer at all."""


WORTH_ANOTHER_TRY = frozenset({Fate.NOT_NOW, Fate.AWAY})


class Outgoing(Protocol):
    @property
    def key(self) -> str:
        """A newer message of the same key takes the place of one that waits."""
        ...

    @property
    def address(self) -> str: ...

    @property
    def receiver(self) -> str: ...

    async def send(self) -> Fate: ...

    async def ended(self, fate: Fate) -> None:
        """Nothing more is tried."""
        ...


@dataclass(frozen=True, slots=True)
class WayLimits:
    tries_at_once: int = 8
    tries_at_once_of_one: int = 4
    """To one receiving server: others are written to meanwhile."""
    tries_per_second: float = 200.0
    """So that a hall full of phones takes little of the processor from those who enter results."""
    try_seconds: float = 10.0
    waiting: int = 20_000
    waiting_of_one: int = 24
    pauses: tuple[float, ...] = ()
    """Before each further try; after the last one the message is dropped."""


@dataclass(slots=True)
class _Waiting:
    message: Outgoing
    tries: int = 0


@dataclass(slots=True)
class _Silence:
    tries: int = 0
    until: float = 0.0


@dataclass(slots=True)
class Way:
    name: str
    limits: WayLimits = WayLimits()
    clock: Callable[[], float] = time.monotonic
    fates: Counter[Fate] = field(default_factory=Counter)
    dropped: int = 0
    """Messages that were given up after their last try, or found no room."""
    stored: int = 0
    trouble: str = ""
    """The last one, in the words of the program; empty = the last try was taken."""
    taken_at: datetime | None = None
    _waiting: dict[str, _Waiting] = field(default_factory=dict)
    """By key; those under way too."""
    _of_one: Counter[str] = field(default_factory=Counter)
    _lines: dict[str, deque[str]] = field(default_factory=dict)
    _later: list[tuple[float, int, str]] = field(default_factory=list)
    """Keys that are to be tried at a time: a heap."""
    _numbers: "count[int]" = field(default_factory=count)
    _trying: Counter[str] = field(default_factory=Counter)
    _next_try: float = 0.0
    """Not before this time by the clock."""
    _silent: dict[str, _Silence] = field(default_factory=dict)
    _moved: asyncio.Event = field(default_factory=asyncio.Event)
    _idle: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the last one has ended."""
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    @property
    def waiting(self) -> int:
        return len(self._waiting) + self.stored

    def holds(self, key: str) -> bool:
        return key in self._waiting

    def has_room(self, address: str) -> bool:
        """Another message to this address may wait."""
        return len(self._waiting) < self.limits.waiting and self._of_one[address] < self.limits.waiting_of_one

    def rests(self, receiver: str) -> bool:
        """This server has not answered lately, and is left in peace for a while."""
        silence = self._silent.get(receiver)
        return silence is not None and silence.until > self.clock()

    async def attempt(self, receiver: str, send: Callable[[], Awaitable[Fate]]) -> Fate:
        """Try one message now. Raises nothing: an error of any kind is the fate of this message alone."""
        if self.rests(receiver):
            return Fate.AWAY
        try:
            async with asyncio.timeout(self.limits.try_seconds):
                fate = await send()
        except TimeoutError:
            fate = Fate.AWAY
        except Exception as error:  # noqa: BLE001 the edge of a message: it is lost, and no other one
            self._quiet.warn("a message could not be sent and is dropped", error, way=self.name)
            self.trouble, fate = type(error).__name__, Fate.LOST
        self._note(receiver, fate)
        return fate

    def _note(self, receiver: str, fate: Fate) -> None:
        self.fates[fate] += 1
        if fate is Fate.TAKEN:
            self.trouble, self.taken_at = "", datetime.now(UTC)
        elif fate in WORTH_ANOTHER_TRY:
            self.trouble = fate.value
        if fate is not Fate.AWAY:
            self._silent.pop(receiver, None)
            return
        if len(self._silent) >= MOST_RESTING:
            self._silent.pop(next(iter(self._silent)))
        silence = self._silent.setdefault(receiver, _Silence())
        silence.tries += 1
        if (beyond := silence.tries - SILENCES_BEFORE_REST) >= 0:
            silence.until = self.clock() + REST_SECONDS[min(beyond, len(REST_SECONDS) - 1)]

    def post(self, message: Outgoing) -> bool:
        """Let a message wait for its first try. False: there is no room for it, and it is dropped."""
        if (known := self._waiting.get(message.key)) is not None:
            known.message = message
            return True
        if not self.has_room(message.address):
            self.dropped += 1
            self._quiet.warn("a message finds no room and is dropped", "full", way=self.name)
            return False
        self._waiting[message.key] = _Waiting(message)
        self._of_one[message.address] += 1
        self._line_up(message.key)
        return True

    def _line_up(self, key: str) -> None:
        self._lines.setdefault(self._waiting[key].message.receiver, deque()).append(key)
        self._moved.set()

    async def work(self) -> None:
        """Try what waits, so many at once. Begun again after a death, it takes up everything that still waits."""
        for kept in (self._lines, self._later, self._trying):
            kept.clear()
        for key in self._waiting:
            self._line_up(key)
        async with asyncio.TaskGroup() as group:
            for _ in range(self.limits.tries_at_once):
                group.create_task(self._try_one_after_another())

    async def idle(self) -> None:
        if self._waiting:
            self._idle.clear()
            await self._idle.wait()

    async def _try_one_after_another(self) -> None:
        while True:
            key = await self._next()
            message = self._waiting[key].message
            receiver = message.receiver
            self._trying[receiver] += 1
            try:
                now = self.clock()
                self._next_try = max(now, self._next_try) + 1 / self.limits.tries_per_second
                await asyncio.sleep(self._next_try - now)
                fate = await self.attempt(receiver, message.send)
            finally:
                self._trying[receiver] -= 1
                self._trying += Counter()  # without those at nought
                self._moved.set()
            await self._tried(key, message, fate)

    async def _next(self) -> str:
        """The key of the next message to be tried: each receiver in turn, and none that rests or is busy."""
        while True:
            self._moved.clear()
            now = self.clock()
            while self._later and self._later[0][0] <= now:
                self._line_up(heapq.heappop(self._later)[2])
            for receiver, line in list(self._lines.items()):
                if self.rests(receiver) or self._trying[receiver] >= self.limits.tries_at_once_of_one:
                    continue
                key = line.popleft()
                del self._lines[receiver]
                if line:
                    self._lines[receiver] = line
                return key
            await self._until_something_moves(now)

    async def _until_something_moves(self, now: float) -> None:
        """Until a message comes or a try ends, or the time of a later try or the end of a rest."""
        times = [at for at, _, _ in self._later[:1]]
        times += [one.until for receiver, one in self._silent.items() if receiver in self._lines and one.until > now]
        try:
            async with asyncio.timeout(min(times) - now if times else None):
                await self._moved.wait()
        except TimeoutError:
            return

    async def _tried(self, key: str, message: Outgoing, fate: Fate) -> None:
        waiting = self._waiting[key]
        again = fate in WORTH_ANOTHER_TRY and waiting.tries < len(self.limits.pauses)
        if again or waiting.message is not message:
            pause = self.limits.pauses[waiting.tries] if again else 0.0
            waiting.tries += 1 if again else 0
            heapq.heappush(self._later, (self.clock() + pause, next(self._numbers), key))
            self._moved.set()
            return
        if fate in WORTH_ANOTHER_TRY:
            self.dropped += 1
        try:
            await message.ended(fate)
        except Exception as error:  # noqa: BLE001 the edge of a message: what it leaves behind is its own
            self._quiet.warn("the end of a message was not noted", error, way=self.name)
        finally:
            self._forget(key, message.address)

    def _forget(self, key: str, address: str) -> None:
        del self._waiting[key]
        self._of_one[address] -= 1
        if not self._of_one[address]:
            del self._of_one[address]
        if not self._waiting:
            self._idle.set()
