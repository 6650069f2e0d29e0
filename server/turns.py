"""Turns: one after the other, each address in turn, so that nobody keeps others waiting by asking often."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import field
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from domain.records import dataclass

RETRY_AFTER = {"Retry-After": "10"}
"""Seconds until what was refused is worth another try."""


class NoTurn(Exception):
    """As many are waiting as may wait."""


@dataclass(slots=True)
class Turns:
    """One at a time: each address in turn, and of an address in the order in which they came."""

    _most: int
    """So many may wait while one has its turn."""
    _taken: bool = False
    _places: int = 0
    """Requests that wait."""
    _waiting: dict[str, deque["asyncio.Future[None]"]] = field(default_factory=dict)
    """By address; the first has the next turn."""

    @asynccontextmanager
    async def turn(self, address: str = "") -> AsyncIterator[None]:
        """Wait for the turn and have it; raises `NoTurn` when too many wait, or too many of this address."""
        await self.take(address)
        try:
            yield
        finally:
            self.give_back()

    async def take(self, address: str) -> None:
        """The turn, until `give_back`. Raises `NoTurn`."""
        if self._taken:
            await self._wait(address)
        self._taken = True

    def give_back(self) -> None:
        """The first one of the address whose turn it is has the turn, and that address goes to the end of the line."""
        self._taken = False
        while self._waiting and not self._taken:
            address = next(iter(self._waiting))
            called = self._waiting[address][0]
            self._leave(address, called)
            if address in self._waiting:
                self._waiting[address] = self._waiting.pop(address)
            if not called.done():
                self._taken = True
                called.set_result(None)

    async def _wait(self, address: str) -> None:
        self._make_room(address)
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(called)
        self._places += 1
        try:
            await called
        except asyncio.CancelledError:
            if called.cancelled():
                self._leave(address, called)
            elif called.exception() is None:
                self.give_back()
            raise

    def _make_room(self, address: str) -> None:
        """When full, drop the newest waiter of the address that has most. Raises NoTurn where nobody has more."""
        if self._places < self._most:
            return
        crowd = max(self._waiting, key=lambda other: len(self._waiting[other]), default=address)
        if len(self._waiting.get(crowd, ())) <= len(self._waiting.get(address, ())) + 1:
            raise NoTurn
        last = self._waiting[crowd][-1]
        self._leave(crowd, last)
        if not last.done():
            last.set_exception(NoTurn())

    def _leave(self, address: str, called: "asyncio.Future[None]") -> None:
        queue = self._waiting.get(address, deque())
        if called in queue:
            queue.remove(called)
            self._places -= 1
        if not queue:
            self._waiting.pop(address, None)


@lru_cache(maxsize=4096)
def neighbourhood(address: str) -> str:
    """The addresses whose tries are counted together: an address, or the 2^64 of them that one IPv6 connection has."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
