"""What a number of spectators and tournaments needs, from measured constants: `python -m tests.cluster.capacity`.

    --spectators 1000000 --tournaments 20000 --boards 25
    --measure                       the constants, and three sizes of prediction beside measurement, on this machine

deploy/CAPACITY.md tells the model in words. Everything is a rate of something that happens times what it costs.
"""

import argparse
import asyncio
import json
import math
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path

import httpx
import psycopg

from tests.cluster.arbiters import ARBITERS, Arbiter, Hall
from tests.cluster.machines import GATEWAYS, WORKERS, Machines, machines, resident, worked
from tests.cluster.sockets import NAME, NO_LIMIT, Crowd, compiled, crowds
from tests.journal.postgres import Cluster

BEAT_SECONDS = 9.0
ROLES = ("gateways", "workers", "nats", "database")


@dataclass(frozen=True)
class Constants:
    """Microseconds of processor time unless it says otherwise. The defaults: measured by `--measure`, see the page."""

    gateway_delivery: float = 7.3
    """A frame to one socket."""
    gateway_beat: float = 11.5
    """A heartbeat to one socket, with its share of what keeps a socket alive."""
    gateway_frame: float = 234.0
    """A frame taken in, before it goes to the sockets."""
    gateway_command: float = 1525.0
    gateway_page: float = 42.0
    """A page from the cache."""
    worker_result: float = 5365.0
    """Decided, written and told."""
    worker_frame: float = 1000.0
    """Each channel that somebody follows, rendered and published."""
    nats_message: float = 57.0
    """A message to one receiver."""
    gateway_idle: float = 389.0
    """One gateway in a second."""
    worker_idle: float = 2123.0
    nats_idle: float = 14_253.0
    """All three servers in a second, with the signs of life."""
    database_result: float = 668.0
    nats_messages: float = 11.8
    """Messages of a result besides its frames."""
    frame_octets: float = 643.0
    wal_octets: float = 902.0
    """What the database writes for a result."""
    socket_octets: float = 2010.0
    tournament_octets: float = 75_000.0
    """A tournament of forty boards in its first round, in a worker's memory."""


@dataclass(frozen=True)
class Load:
    spectators: float
    tournaments: float
    results: float
    """A second, of all tournaments."""
    gateways: int
    workers: int = 2
    channels: float = 1.0
    """Of a tournament that people follow and a result changes: a page in one language is one."""
    pages: float = 0.0
    """A second, which no CDN keeps away."""
    beat_seconds: float = BEAT_SECONDS
    sticky: bool = False
    """The balancer sends everybody who asks for a tournament to the same gateway."""

    @property
    def gateways_of_a_channel(self) -> float:
        """Of those who chose a gateway by chance, how many differ."""
        if self.sticky:
            return 1.0
        followers = self.spectators / self.tournaments / self.channels
        return self.gateways * (1 - (1 - 1 / self.gateways) ** followers)


def cores(load: Load, of: Constants) -> dict[str, float]:
    """Processors of each role that are busy all the time."""
    frames = load.results * load.channels * load.gateways_of_a_channel
    deliveries = load.results * load.spectators / load.tournaments
    messages = load.results * of.nats_messages + frames
    busy = {
        "gateways": deliveries * of.gateway_delivery
        + load.spectators / load.beat_seconds * of.gateway_beat
        + frames * of.gateway_frame
        + load.results * of.gateway_command
        + load.pages * of.gateway_page
        + load.gateways * of.gateway_idle,
        "workers": load.results * (of.worker_result + load.channels * of.worker_frame) + load.workers * of.worker_idle,
        "nats": messages * of.nats_message + of.nats_idle,
        "database": load.results * of.database_result,
    }
    return {role: microseconds / 1e6 for role, microseconds in busy.items()}


def needs(load: Load, of: Constants) -> Iterator[str]:
    busy = cores(load, of)
    frames = load.results * load.channels * load.gateways_of_a_channel
    yield f"{load.spectators:,.0f} spectators, {load.tournaments:,.0f} tournaments, {load.results:.0f} results a second"
    yield f"{load.gateways} gateways, each tournament at {load.gateways_of_a_channel:.1f} of them"
    for role in ROLES:
        yield f"  {role:9} {busy[role]:7.2f} cores busy; at half load {math.ceil(2 * busy[role])} cores"
    sockets = load.spectators / load.gateways
    share, memory = busy["gateways"] / load.gateways, sockets * of.socket_octets / 1e6
    yield f"  a gateway {sockets:,.0f} sockets, {share:.2f} of a core, {memory:,.0f} MB for them"
    yield f"  NATS      {frames:,.0f} frames a second, {frames * of.frame_octets / 1e6:,.1f} MB a second"
    yield f"  workers   {load.tournaments * of.tournament_octets / 1e9:,.1f} GB if every tournament is in memory"
    yield f"  database  {load.results * of.wal_octets / 1e6:,.2f} MB of its log a second"


# Measuring

SIZES = ((1_000, 10), (5_000, 50), (20_000, 200))
"""Followers, and results in a minute."""
SPARE_TOURNAMENTS = 40
BOARDS = 40
OF_CALIBRATION = (6_000, 300)


@dataclass
class Spent:
    """What a stretch of time took."""

    seconds: float
    results: int
    cores: dict[str, float]
    messages: int
    octets: int
    wal: int
    heard: int
    """Octets that the followers read."""


@dataclass
class Bench:
    made: Machines
    programs: Path
    arbiters: list[Arbiter]
    hall: Hall

    def work(self) -> dict[str, float]:
        return {role: worked(pids) for role, pids in self.made.processes.items()}

    def traffic(self) -> tuple[int, int]:
        """Messages that went out of the NATS servers, and their octets."""
        pages = [httpx.get(f"http://127.0.0.1:{one.monitor}/varz").json() for one in self.made.nats.servers]
        return sum(page["out_msgs"] for page in pages), sum(page["out_bytes"] for page in pages)

    def log(self) -> int:
        with psycopg.connect(self.made.database, autocommit=True) as database:
            found = database.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
        assert found is not None
        return int(found[0])

    async def stretch(self, followers: int, a_minute: float, seconds: float) -> Spent:
        with crowds(self.programs / "crowd", self.made.ports, followers) if followers else nobody() as crowd:
            await asyncio.sleep(3)  # what a connection costs is over
            count, work, traffic, log = len(self.hall.acknowledged), self.work(), self.traffic(), self.log()
            began = time.monotonic()
            for one in crowd:
                one.ask(f"drain {int(seconds * 1000)}")
            await self._type(a_minute, seconds)
            heard = sum([int(await asyncio.to_thread(one.said)) for one in crowd])
            took = time.monotonic() - began
            spent = {role: (after - work[role]) / took for role, after in self.work().items()}
            messages, octets = (after - before for after, before in zip(self.traffic(), traffic, strict=True))
            for one in crowd:
                one.said()  # done
        results = len(self.hall.acknowledged) - count
        return Spent(took, results, spent, messages, octets, self.log() - log, heard)

    async def _type(self, a_minute: float, seconds: float) -> None:
        """For so long."""
        for arbiter in self.arbiters:
            arbiter.a_second = a_minute / 60 / len(self.arbiters)
        typing = [asyncio.create_task(arbiter.type()) for arbiter in self.arbiters if a_minute]
        await asyncio.sleep(seconds)
        self.hall.may_type.clear()
        await self.hall.until_idle()
        for task in typing:
            task.cancel()
        await asyncio.gather(*typing, return_exceptions=True)
        self.hall.may_type.set()

    async def constants(self, say: Callable[[str], None]) -> Constants:
        """From stretches that differ in one thing: nobody, who types, one follower at each gateway, many."""
        followers, a_minute = OF_CALIBRATION
        idle = await self.stretch(0, 0, 20)
        typed = await self.stretch(0, a_minute, 27)
        few = await self.stretch(GATEWAYS, a_minute, 27)
        quiet = await self.stretch(followers, 0, 36)
        busy = await self.stretch(followers, a_minute, 36)
        for spent in (idle, typed, few, quiet, busy):
            say(json.dumps(asdict(spent)))
        memory, page = await self._pages()
        of = _of_workers(idle, typed, few)
        delivery = (_of_result("gateways", busy, quiet) - _of_result("gateways", few, idle)) / (followers - GATEWAYS)
        command = _of_result("gateways", typed, idle)
        return replace(
            of,
            gateway_delivery=delivery,
            gateway_beat=(quiet.cores["gateways"] - idle.cores["gateways"]) * 1e6 / (followers / BEAT_SECONDS),
            gateway_command=command,
            gateway_frame=max(0.0, (_of_result("gateways", few, idle) - command) / GATEWAYS - delivery),
            gateway_page=page,
            gateway_idle=idle.cores["gateways"] * 1e6 / GATEWAYS,
            frame_octets=(busy.heard - quiet.heard) / max(1, busy.results * followers),
            tournament_octets=memory,
        )

    async def _pages(self) -> tuple[float, float]:
        """Octets of a tournament in a worker's memory, and microseconds of a page that the gateway has ready."""
        pids = self.made.processes["workers"]
        base = f"http://127.0.0.1:{self.made.ports[0]}"
        async with httpx.AsyncClient(timeout=60) as visitor:
            (await visitor.get(f"{base}/t/{NAME}")).raise_for_status()
            before = sum(map(resident, pids))
            for number in range(SPARE_TOURNAMENTS):
                (await visitor.get(f"{base}/t/spare{number}")).raise_for_status()
            memory = (sum(map(resident, pids)) - before) / SPARE_TOURNAMENTS
            work = worked([self.made.gateways[0].pid])
            for _ in range(300):
                (await visitor.get(f"{base}/t/{NAME}")).raise_for_status()
            return memory, (worked([self.made.gateways[0].pid]) - work) / 300 * 1e6

    async def sizes(self, of: Constants, say: Callable[[str], None]) -> None:
        say("| followers, results a minute | " + " | ".join(f"{role}: predicted, measured" for role in ROLES) + " |")
        say("|---" * (len(ROLES) + 1) + "|")
        for followers, a_minute in SIZES:
            spent = await self.stretch(followers, a_minute, 45)
            expected = cores(Load(followers, 1, spent.results / spent.seconds, GATEWAYS, WORKERS), of)
            pairs = [f"{100 * expected[role]:.1f} %, {100 * spent.cores[role]:.1f} %" for role in ROLES]
            say(f"| {followers:,}, {a_minute} | " + " | ".join(pairs) + " |")


def _of_result(role: str, spent: Spent, without: Spent) -> float:
    """Microseconds of a result: what was worked beyond a stretch in which nobody typed."""
    return (spent.cores[role] - without.cores[role]) * 1e6 * spent.seconds / spent.results


def _of_workers(idle: Spent, typed: Spent, few: Spent) -> Constants:
    """What workers, NATS and the database need for a result, and the workers for a channel that is followed."""
    result, quiet_messages = _of_result("workers", typed, idle), idle.messages / idle.seconds * typed.seconds
    messages = (typed.messages - quiet_messages) / typed.results
    return replace(
        Constants(),
        worker_result=result,
        worker_frame=max(0.0, _of_result("workers", few, idle) - result),
        nats_message=_of_result("nats", typed, idle) / messages,
        nats_messages=messages,
        worker_idle=idle.cores["workers"] * 1e6 / WORKERS,
        nats_idle=idle.cores["nats"] * 1e6,
        database_result=_of_result("database", typed, idle),
        wal_octets=typed.wal / typed.results,
    )


@contextmanager
def nobody() -> Iterator[list[Crowd]]:
    yield []


async def measure(made: Machines, programs: Path, say: Callable[[str], None]) -> None:
    hall = Hall(made.ports)
    arbiters = [Arbiter(hall, n, NAME, range(1 + n * 5, 6 + n * 5)) for n in range(ARBITERS)]
    for arbiter in arbiters:
        await arbiter.arrive()
    hall.may_type.set()
    bench = Bench(made, programs, arbiters, hall)
    of = await bench.constants(say)
    for each in fields(of):
        say(f"    {each.name}: float = {getattr(of, each.name):.1f}")
    await bench.sizes(of, say)
    for arbiter in arbiters:
        arbiter.leave()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--spectators", type=int, default=1_000_000)
    parser.add_argument("--tournaments", type=int, default=20_000)
    parser.add_argument("--boards", type=int, default=25, help="of a tournament")
    parser.add_argument("--round-hours", type=float, default=3.0)
    parser.add_argument("--peak", type=float, default=5.0, help="times the mean, when most games end")
    parser.add_argument("--gateways", type=int, default=40)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--channels", type=float, default=4.0)
    parser.add_argument("--pages", type=float, default=1000.0, help="a second, which no CDN keeps away")
    parser.add_argument("--measure", action="store_true")
    given = parser.parse_args()
    say: Callable[[str], None] = lambda line: print(line, flush=True)  # noqa: E731
    if given.measure:
        measured(say)
        return 0
    results = given.tournaments * given.boards / given.round_hours / 3600 * given.peak
    load = Load(
        given.spectators,
        given.tournaments,
        results,
        given.gateways,
        workers=given.workers,
        channels=given.channels,
        pages=given.pages,
    )
    for one in (load, replace(load, sticky=True)):
        say("\n".join(needs(one, Constants())))
    return 0


def measured(say: Callable[[str], None]) -> None:
    postgres = Cluster()
    boards = {NAME: BOARDS, **{f"spare{n}": BOARDS for n in range(SPARE_TOURNAMENTS)}}
    try:
        with ExitStack() as stack:
            folder = stack.enter_context(tempfile.TemporaryDirectory())
            made = stack.enter_context(machines(postgres, boards, **NO_LIMIT))
            asyncio.run(measure(made, compiled(Path(folder)), say))
    finally:
        postgres.close()


if __name__ == "__main__":
    sys.exit(main())
