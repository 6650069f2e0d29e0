"""Leases: which worker answers for a tournament, a screen, or the house, known to all machines.

A worker says every moment that it lives, under its id in the bucket `alive`, whose keys end after `ALIVE_SECONDS`. The
bucket `owners` has the id of the owner for each lease key; a key whose owner does not live is taken by a write that
names the revision it was read at, so that one of several takes it. A worker that could not say for too long that it
lives holds nothing any more, by its own clock, before the others may take it; it begins again under a new id.

This decides who answers, not what is right: the journal refuses a version that is taken, whoever writes it.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from time import monotonic
from typing import Protocol

import msgspec
import nats.errors
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.errors import APIError, KeyNotFoundError, KeyWrongLastSequenceError
from nats.js.kv import KeyValue
from nats.nuid import NUID

from domain.records import dataclass
from server.cluster.bus import Bus, Take, Taken, token_of
from server.supervisor import Supervisor

log = logging.getLogger("tablo.leases")

ALIVE_SECONDS = 3.0
"""Seconds without a sign of life after which the keys of a worker may be taken."""
SIGN_SECONDS = 0.6
"""Between two signs of life."""
MARGIN_SECONDS = 0.5
"""Seconds by which a worker gives up before the others may take what it held."""
LEADERLESS_SECONDS = 10.0
"""Seconds that a worker goes on while the NATS server is there and the bucket is not: an election takes 4 to 9.

Where only our part of the servers has no leader another worker may take over meanwhile: the journal's versions decide.
"""
ELSEWHERE_SECONDS = 5.0
"""Seconds without a sign of life that was taken, after which a worker tries another NATS server."""
LAST_ANSWERS_SECONDS = 2.0
"""Seconds that a worker which ends gives to answers that are under way."""
BUCKET_SECONDS = 1.0
"""Seconds that a bucket may take to answer."""
TROUBLE = (nats.errors.Error, APIError, TimeoutError, OSError)


class Holder(Protocol):
    """The worker of the leases."""

    async def asked(self, message: Msg) -> None:
        """Gets every request to one of its keys."""

    async def known(self, key: str) -> bool:
        """Whether there is anything of this key that could be answered for."""

    async def took(self, key: str) -> None:
        """Told a key before the first request for it is answered: another worker may have written meanwhile."""

    def lost(self, key: str) -> None:
        """Told each key that is not ours any more."""


@dataclass(slots=True, eq=False)
class Leases:
    bus: Bus
    name: str
    """Of this worker, for people; said with each sign of life."""
    holder: Callable[[], Holder]
    background: Supervisor = field(default_factory=Supervisor)
    id: str = ""
    _alive: KeyValue | None = None
    _owners: KeyValue | None = None
    _held: dict[str, tuple[Subscription, int]] = field(default_factory=dict)
    """By key, with the revision at which it was taken."""
    _taking: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _signed_at: float = float("-inf")
    _leaderless: bool = False
    """The NATS servers choose a new leader of the bucket: for now nobody takes anything, nor says that they live."""

    @property
    def sure(self) -> bool:
        """Nobody else may have taken what this worker holds."""
        lasting = LEADERLESS_SECONDS if self._leaderless else ALIVE_SECONDS - MARGIN_SECONDS
        return monotonic() < self._signed_at + lasting

    def owned(self, key: str) -> bool:
        return key in self._held and self.sure

    def surely_owned(self, key: str) -> bool:
        """As `owned`, and no other part of the NATS servers can have given it to another worker meanwhile."""
        return self.owned(key) and monotonic() < self._signed_at + ALIVE_SECONDS - MARGIN_SECONDS

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self._held)

    async def mine(self, key: str) -> bool:
        if self.owned(key):
            return True
        if (taking := self._taking.get(key)) is None:
            taking = self._taking[key] = self.background.begin("takes", lambda: self._take(key))
            taking.add_done_callback(lambda _done: self._taking.pop(key, None))
        await asyncio.shield(taking)
        return self.owned(key)

    async def give_back(self, key: str) -> None:
        """Another worker may take the key at once."""
        held = self._held.get(key)
        await self._drop(key)
        if held is not None and self._owners is not None:
            with suppress(*TROUBLE):
                await self._owners.delete(token_of(key), last=held[1])

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Leases"]:
        """This worker lives, and takes what nobody answers for; at the end others take over at once."""
        await self._begin()
        try:
            answering = self.bus.hearing("take", self._take_asked, queue="workers", in_order=False)
            async with answering, self.background.keeping({"leases": self._keep}):
                yield self
        finally:
            await self._end()

    async def _begin(self) -> None:
        """The buckets are there, and this worker is known under a new id; NATS servers may take a moment for it."""
        self.id = NUID().next().decode()
        while True:
            try:
                self._alive = await self.bus.bucket("alive", ALIVE_SECONDS)
                self._owners = await self.bus.bucket("owners")
            except TROUBLE as error:
                log.warning("no buckets", extra={"facts": {"why": type(error).__name__}})
            else:
                if await self._signed():
                    return
            await asyncio.sleep(SIGN_SECONDS)

    async def _keep(self) -> None:
        left = float("-inf")
        while True:
            await asyncio.sleep(SIGN_SECONDS)
            await self._signed()
            if not self.sure and self._held:
                log.warning("leases lost", extra={"facts": {"worker": self.id, "keys": len(self._held)}})
                for key in tuple(self._held):
                    await self._drop(key)
                self.id = NUID().next().decode()
            if monotonic() - max(self._signed_at, left) > ELSEWHERE_SECONDS and self.bus.up:
                left = monotonic()
                await self.bus.elsewhere()

    async def _signed(self) -> bool:
        """Say that this worker lives; counted from before it was said."""
        began = monotonic()
        if self._held and not self.sure:
            return False
        try:
            assert self._alive is not None
            async with asyncio.timeout(BUCKET_SECONDS):
                await self._alive.put(self.id, self.name.encode())
            if began - self._signed_at > ALIVE_SECONDS - MARGIN_SECONDS:
                await self._drop_taken()
        except TROUBLE as error:
            log.info("no sign of life", extra={"facts": {"why": type(error).__name__}})
            self._leaderless = await self.bus.settled()
            return False
        self._signed_at, self._leaderless = began, False
        return True

    async def _drop_taken(self) -> None:
        """Drop what others have taken while nobody knew that this worker lived. Raises as the bucket does."""
        for key in tuple(self._held):
            owner, _revision = await self._read(self._owners, token_of(key))
            if owner != self.id:
                await self._drop(key)

    async def _end(self) -> None:
        for key in tuple(self._held):
            await self._drop(key)
        await self.bus.settled()
        await self.bus.idle(LAST_ANSWERS_SECONDS)
        self._signed_at = float("-inf")
        with suppress(*TROUBLE):
            assert self._alive is not None
            async with asyncio.timeout(BUCKET_SECONDS):
                await self._alive.delete(self.id)

    async def _drop(self, key: str) -> None:
        held = self._held.pop(key, None)
        if held is not None:
            with suppress(*TROUBLE):
                await held[0].unsubscribe()
            self.holder().lost(key)

    async def _take_asked(self, message: Msg) -> None:
        """Somebody has found nobody at this key."""
        key = msgspec.msgpack.decode(message.data, type=Take).key
        had = self.owned(key)
        if not (had or await self.holder().known(key)):
            await self.bus.answer(message, Taken("", unknown=True))
        elif await self.mine(key):
            await self.bus.answer(message, Taken(self.id, anew=not had))
        else:
            await self.bus.answer(message, Taken(await self._owner(key)))

    async def _owner(self, key: str) -> str:
        """The living owner; empty = nobody knows."""
        with suppress(*TROUBLE):
            owner, _revision = await self._read(self._owners, token_of(key))
            if await self._lives(owner):
                return owner
        return ""

    async def _take(self, key: str) -> None:
        """To its end, even if nobody waits for the key any more."""
        worker = self.id
        if not self.sure or key in self._held:
            return
        try:
            async with asyncio.timeout(BUCKET_SECONDS):
                revision = await self._written(token_of(key))
            if revision is None:
                return
            await self.holder().took(key)
            subscription = await self.bus.hear(f"own.{token_of(key)}.*", self.holder().asked, in_order=False)
        except TROUBLE as error:
            log.info("lease not taken", extra={"facts": {"key": key, "why": type(error).__name__}})
            return
        if worker != self.id or not self.sure:  # lost meanwhile
            await subscription.unsubscribe()
        else:
            self._held[key] = subscription, revision

    async def _written(self, token: str) -> int | None:
        """The revision at which the key is ours; None = somebody living has it, or was quicker."""
        assert self._owners is not None
        owner, revision = await self._read(self._owners, token)
        try:
            if revision is None:
                return await self._owners.create(token, self.id.encode())
            if owner != self.id and await self._lives(owner):
                return None
            return await self._owners.update(token, self.id.encode(), revision)
        except KeyWrongLastSequenceError:
            return None

    async def _lives(self, worker: str) -> bool:
        return bool(worker) and (await self._read(self._alive, worker))[1] is not None

    @staticmethod
    async def _read(bucket: KeyValue | None, key: str) -> tuple[str, int | None]:
        """What stands there, and at which revision; None = nothing."""
        assert bucket is not None
        try:
            async with asyncio.timeout(BUCKET_SECONDS):
                entry = await bucket.get(key)
        except KeyNotFoundError:
            return "", None
        return (entry.value or b"").decode(), entry.revision
