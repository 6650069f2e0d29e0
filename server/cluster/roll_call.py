"""The roll call of a cluster: workers and gateways tell how they fare when a worker asks, and silence is noticed.

A process keeps its name over a restart (its machine and port), so that one that came back is not missed for long.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from nats.aio.msg import Msg
from prometheus_client import CollectorRegistry, Gauge

from domain.records import dataclass
from server.cluster.bus import Bus
from server.cluster.leases import TROUBLE
from server.supervisor import Supervisor
from server.version import program_version

WHO = "house.who"
CALLED_AGAIN_SECONDS = 5.0
"""Between two questions to everybody."""
ROLL_CALL_SECONDS = 1.0
MISSING_SECONDS = 12.0
"""A process that has not answered for so long is gone or hangs: two questions in a row, and a moment."""
FORGOTTEN_SECONDS = 3600.0
LINE_MINUTES = 60
MEMORY_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096

WORKER, GATEWAY = "worker", "gateway"


class ClusterProcess(msgspec.Struct, frozen=True, omit_defaults=True):
    """A process's word about itself."""

    role: str
    name: str
    version: str
    started_at: float
    """Seconds since 1970."""
    memory: int = 0
    """Bytes."""
    load: float = 0.0
    """Share of one processor since it was asked before."""
    sockets: int = 0
    tournaments: int = 0
    """Those that it answers for."""
    lag_seconds: float = 0.0
    """How late the slowest television is."""
    waiting: int = 0
    """Messages that wait for a way out."""
    paused: Sequence[str] = ()
    """Works in the background that have died and not begun again yet."""
    sure: bool = True
    """A worker that is not sure of its leases answers nobody."""
    nats: str = ""
    """The NATS server that it is connected to."""


@dataclass(slots=True)
class Figures:
    """What every process measures of itself, between two questions."""

    started_at: float = field(default_factory=time.time)
    _asked_at: float = field(default_factory=time.monotonic)
    _worked: float = field(default_factory=time.process_time)

    def load(self) -> float:
        now, worked = time.monotonic(), time.process_time()
        share = (worked - self._worked) / max(now - self._asked_at, 0.001)
        self._asked_at, self._worked = now, worked
        return share

    def about(
        self, role: str, name: str, bus: Bus | None, sockets: int, background: Supervisor, **more: Any
    ) -> ClusterProcess:
        """The answer of a process; `more` is what only some have."""
        return ClusterProcess(
            role=role,
            name=name,
            version=program_version(),
            started_at=self.started_at,
            memory=self.memory(),
            load=self.load(),
            sockets=sockets,
            paused=[one.name for one in background.paused],
            nats=bus.server if bus else "",
            **more,
        )

    @staticmethod
    def memory() -> int:
        """Bytes that it takes of the machine now; 0 where the system does not say."""
        statm = Path("/proc/self/statm")
        return int(statm.read_text().split()[1]) * MEMORY_PAGE_BYTES if statm.exists() else 0


def process_name(port: int) -> str:
    return f"{os.uname().nodename}:{port}"


@asynccontextmanager
async def telling(bus: Bus, about: Callable[[], ClusterProcess]) -> AsyncIterator[None]:
    """This process answers whoever asks who is there."""

    async def asked(message: Msg) -> None:
        await bus.answer(message, about())

    async with bus.hearing(WHO, asked):
        yield


class HeardFrom(msgspec.Struct, frozen=True):
    """A process as it was when it answered last."""

    process: ClusterProcess
    at: float
    """Seconds since 1970."""
    loads: tuple[float, ...] = ()
    """The highest load of each of the last minutes, this one last."""

    def again(self, process: ClusterProcess) -> "HeardFrom":
        """It has answered once more."""
        now, loads = time.time(), self.loads
        if loads and int(now / 60) == int(self.at / 60):
            return HeardFrom(process, now, (*loads[:-1], max(loads[-1], process.load)))
        return HeardFrom(process, now, (*loads, process.load)[-LINE_MINUTES:])

    @property
    def silent(self) -> bool:
        return time.time() - self.at > MISSING_SECONDS


class NatsState(msgspec.Struct, frozen=True):
    """What JetStream says of the bucket in which the leases are."""

    servers: int
    agreeing: int
    leader: str
    milliseconds: float
    """A question took so long."""

    @property
    def troubled(self) -> bool:
        return self.agreeing < self.servers or not self.leader


@dataclass(slots=True, eq=False)
class RollCall:
    """Everybody who has answered in the last hour."""

    bus: Bus
    seen: dict[tuple[str, str], HeardFrom] = field(default_factory=dict)
    nats: NatsState | None = None
    """None = nobody has answered yet, or any more."""

    async def keep(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(CALLED_AGAIN_SECONDS)

    async def look(self) -> None:
        """Ask everybody once; whoever has been silent for too long is forgotten."""
        inbox = self.bus.client.new_inbox()
        async with self.bus.hearing(inbox, self._heard):
            try:
                await self.bus.client.publish(WHO, b"", reply=inbox)
                self.nats = await self._nats_state()
                await asyncio.sleep(ROLL_CALL_SECONDS)
            except TROUBLE:
                self.nats = None
        forgotten = [key for key, one in self.seen.items() if time.time() - one.at > FORGOTTEN_SECONDS]
        for key in forgotten:
            del self.seen[key]

    @property
    def everybody(self) -> list[HeardFrom]:
        return [self.seen[key] for key in sorted(self.seen)]

    async def _heard(self, message: Msg) -> None:
        if not message.data:
            return  # nobody listens
        process = msgspec.msgpack.decode(message.data, type=ClusterProcess)
        key = process.role, process.name
        self.seen[key] = self.seen.get(key, HeardFrom(process, 0)).again(process)

    async def _nats_state(self) -> NatsState | None:
        began = time.perf_counter()
        try:
            cluster = (await self.bus.client.jetstream(timeout=ROLL_CALL_SECONDS).stream_info("KV_owners")).cluster
        except TROUBLE:
            return None
        took = 1000 * (time.perf_counter() - began)
        if cluster is None or not cluster.leader:
            return NatsState(self.bus.replicas, 1 if self.bus.replicas == 1 else 0, self.bus.server, took)
        others = cluster.replicas or []
        agreeing = 1 + sum(bool(one.current) and not one.offline for one in others)
        return NatsState(1 + len(others), agreeing, cluster.leader, took)


def watch_cluster(registry: CollectorRegistry, roll_call: RollCall, leases: Callable[[], int]) -> None:
    """The cluster as this worker sees it, in numbers; `leases`: how many it holds."""

    def count(role: str, *, silent: bool) -> int:
        return sum(one.silent is silent for one in roll_call.everybody if one.process.role == role)

    def agreeing() -> int:
        return roll_call.nats.agreeing if roll_call.nats else 0

    answering = Gauge("tablo_processes", "Workers and gateways that answer", ["role"], registry=registry)
    gone = Gauge("tablo_processes_silent", "Those that have fallen silent within an hour", ["role"], registry=registry)
    for role in (WORKER, GATEWAY):
        answering.labels(role).set_function(partial(count, role, silent=False))
        gone.labels(role).set_function(partial(count, role, silent=True))
    held = Gauge("tablo_leases", "Tournaments and other keys that this worker answers for", registry=registry)
    held.set_function(leases)
    Gauge("tablo_nats_servers_agreeing", "NATS servers that agree", registry=registry).set_function(agreeing)
