"""Each kind of process is killed, stopped and cut off while eight arbiters type: `python -m tests.cluster.kills`.

    --times 30                      blows of each kind in each way
    --kinds worker,gateway          of: worker, gateway, nats, leader, database
    --hang 15                       seconds for which something is stopped or cut off
    --ways kill,stop,cut            stop: SIGSTOP; cut: nothing comes to it or from it

A worker is the one that holds the lease of a tournament, the leader the NATS server that leads the bucket of leases.
A NATS server that is cut off does not reach the others, its clients still reach it. After each blow all rest: what was
acknowledged must be in the journal once and in order, and walls and phones must show it. Ends with code 1 otherwise.
Times of the database count from when it is back, for nothing can be acknowledged without it.
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import product

from nats.errors import Error as NatsError
from nats.js.errors import APIError

from server.cluster.bus import bus_address, connected
from server.journal import open_journal
from tests.cluster.arbiters import ARBITERS, Account, Arbiter, Hall, account, checked
from tests.cluster.followers import Crowd, Follower, unaware
from tests.cluster.machines import Machine, Machines, machines
from tests.journal.postgres import Cluster

TOURNAMENTS = ("left", "right")
BOARDS_EACH = 10
A_SECOND = 2.5
"""Results of one arbiter."""
QUIET_SECONDS = 2.0
"""Typing before each blow."""
RESTART_SECONDS = 8.0
"""Seconds until what was killed is started again; the others must have taken over by then."""
DATABASE_RESTART_SECONDS = 1.0
PATIENCE_SECONDS = 90.0
"""Seconds that everything may take to be as if nothing had happened."""


class Kind(StrEnum):
    WORKER = "worker"
    GATEWAY = "gateway"
    NATS = "nats"
    LEADER = "leader"
    DATABASE = "database"


class Way(StrEnum):
    KILL = "kill"
    STOP = "stop"
    CUT = "cut"


@dataclass(frozen=True)
class Blow:
    """One victim: what is done to it, and what makes it good again."""

    victim: str
    strike: Callable[[], object]
    heal: Callable[[], object]


def on_machine(machine: Machine, way: Way) -> Blow:
    match way:
        case Way.KILL:
            return Blow(machine.name, machine.kill, machine.start)
        case Way.STOP:
            return Blow(machine.name, machine.halt, machine.go_on)
        case Way.CUT:
            return Blow(machine.name, machine.cut_off, machine.mend)


def on_nats(made: Machines, name: str, way: Way) -> Blow:
    server = made.nats.named(name)
    match way:
        case Way.KILL:
            return Blow(name, server.kill, server.start)
        case Way.STOP:
            return Blow(name, server.halt, server.go_on)
        case Way.CUT:
            return Blow(name, lambda: made.nats.cut_off(server), made.nats.mend)


def on_database(made: Machines, way: Way) -> Blow:
    """Cut off: from both workers at once."""
    match way:
        case Way.KILL:
            return Blow("database", made.postgres.kill, made.postgres.start)
        case Way.STOP:
            return Blow("database", made.postgres.halt, made.postgres.go_on)
        case Way.CUT:
            doors = list(made.database_doors)
            return Blow("database", lambda: [door.shut() for door in doors], lambda: [door.open() for door in doors])


async def chosen(made: Machines, kind: Kind, way: Way, turn: int) -> Blow:
    match kind:
        case Kind.WORKER:
            owner = await made.owner(f"t/{TOURNAMENTS[turn % len(TOURNAMENTS)]}")
            assert owner is not None
            return on_machine(owner, way)
        case Kind.GATEWAY:
            return on_machine(made.gateways[turn % len(made.gateways)], way)
        case Kind.NATS:
            return on_nats(made, made.nats.servers[turn % len(made.nats.servers)].name, way)
        case Kind.LEADER:
            return on_nats(made, await leader(made), way)
        case Kind.DATABASE:
            return on_database(made, way)


async def leader(made: Machines) -> str:
    """The NATS server that leads the bucket of leases, as any of them says."""
    for server in made.nats.servers:
        try:
            async with asyncio.timeout(5), connected(bus_address(server.url), "kills") as bus:
                found = await bus.client.jetstream().stream_info("KV_owners")
        except (TimeoutError, NatsError, APIError):
            continue
        if found.cluster is not None and found.cluster.leader:
            return found.cluster.leader
    raise AssertionError("nobody leads the leases")


@dataclass
class Row:
    """All blows of one kind in one way."""

    times: int = 0
    acknowledged: int = 0
    account: Account = field(default_factory=Account)
    refused: list[str] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    """Seconds in which nothing of one tournament was acknowledged."""
    slowest: list[float] = field(default_factory=list)
    """Seconds of the slowest single result."""
    unaware: list[float] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    """What was not good again in time."""

    @property
    def good(self) -> bool:
        return not (self.account or self.refused or self.stuck)


HEADS = (
    "kind, way",
    "times",
    "acknowledged",
    "lost",
    "doubled",
    "reordered",
    "unasked",
    "refused",
    "stuck",
    "gap s: median",
    "longest",
    "slowest result s",
    "wall unaware s",
)


def table(rows: dict[tuple[Kind, Way], Row]) -> Iterator[str]:
    yield "| " + " | ".join(HEADS) + " |"
    yield "|---" * len(HEADS) + "|"
    for (kind, way), row in rows.items():
        of = row.account
        counts = [row.times, row.acknowledged, *map(len, (of.lost, of.doubled, of.reordered, of.unasked))]
        counts += [len(row.refused), len(row.stuck)]
        seconds = [statistics.median(row.gaps), max(row.gaps), max(row.slowest), max(row.unaware)] if row.gaps else []
        figures = [*map(str, counts), *(f"{each:.1f}" for each in seconds)]
        yield f"| {kind}, {way} | " + " | ".join(figures) + " |"


@dataclass
class Day:
    """The whole measurement: the machines, who types, who looks."""

    made: Machines
    hall: Hall
    arbiters: list[Arbiter]
    crowd: Crowd
    checked_upto: dict[str, int]
    hang: float
    """Seconds."""

    async def struck(self, kind: Kind, way: Way, turn: int, row: Row) -> str:
        """One blow and all that follows from it; what there is to say about it."""
        self.begin()
        await asyncio.sleep(QUIET_SECONDS)
        blow = await chosen(self.made, kind, way, turn)
        struck = time.monotonic()
        await asyncio.to_thread(blow.strike)
        await asyncio.sleep(self._seconds(kind, way))
        await asyncio.to_thread(blow.heal)
        healed = time.monotonic()
        said = await self._good_again(healed, row)
        row.times += 1
        self._measure(healed if kind is Kind.DATABASE else struck, row)
        return f"{blow.victim}: gap {row.gaps[-1]:.1f} s, unaware {row.unaware[-1]:.1f} s{said}"

    def _seconds(self, kind: Kind, way: Way) -> float:
        """From the blow until it is made good."""
        if way is not Way.KILL:
            return self.hang
        return DATABASE_RESTART_SECONDS if kind is Kind.DATABASE else RESTART_SECONDS

    def begin(self) -> None:
        self.hall.acknowledged.clear()
        for arbiter in self.arbiters:
            arbiter.issued.clear()
            arbiter.sit_down()
        for follower in self.crowd.followers:
            del follower.moments[:-1]
        self.hall.tried_again.clear()
        self.hall.may_type.set()

    async def _good_again(self, healed: float, row: Row) -> str:
        """Everybody's results are acknowledged again, all rest, all pages show the last one, the journal is right."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.hall.until_after(healed, TOURNAMENTS)
                self.hall.may_type.clear()
                await self.hall.until_idle()
                await self.crowd.until({name: self.hall.newest(name) for name in TOURNAMENTS})
        except TimeoutError:
            row.stuck.append(self._who_waits())
        self._account(row)
        again = ", ".join(f"{why} {times}" for why, times in self.hall.tried_again.items())
        return f"; tried again: {again}" if again else ""

    def _who_waits(self) -> str:
        behind = [f.port for f in self.crowd.followers if f.reader.position < self.hall.newest(f.stream)]
        return f"{self.hall.typing} arbiters wait; pages that are behind at the ports {sorted(behind)}"

    def _account(self, row: Row) -> None:
        with closing(open_journal(self.made.database)) as journal:
            for name in TOURNAMENTS:
                entries = checked(journal, name)
                news = entries[self.checked_upto[name] :]
                self.checked_upto[name] = len(entries)
                mine = [one for one in self.hall.acknowledged if one.stream == name]
                found = account(news, mine, [arbiter for arbiter in self.arbiters if arbiter.stream == name])
                row.account.add(found)
        row.acknowledged += len(self.hall.acknowledged)
        row.refused += self.hall.refused
        self.hall.refused.clear()

    def _measure(self, since: float, row: Row) -> None:
        end = time.monotonic()
        gaps = []
        for name in TOURNAMENTS:
            times = [one.at for one in self.hall.acknowledged if one.stream == name and one.at >= since]
            gaps += [after - before for before, after in zip([since, *times], times, strict=False)]
        row.gaps.append(max(gaps, default=end - since))
        row.slowest.append(max((one.seconds for one in self.hall.acknowledged), default=0.0))
        walls = [follower for follower in self.crowd.followers if follower.screen]
        row.unaware.append(max(unaware(wall, self.hall.acknowledged, end) for wall in walls))


def everybody(made: Machines, hall: Hall) -> tuple[list[Arbiter], list[Follower]]:
    """Half of the arbiters in each tournament; a wall and two phones of each at each gateway."""
    arbiters = []
    for number in range(ARBITERS):
        first = 1 + number // len(TOURNAMENTS) * BOARDS_EACH
        boards = range(first, first + BOARDS_EACH)
        arbiters.append(Arbiter(hall, number, TOURNAMENTS[number % len(TOURNAMENTS)], boards, A_SECOND))
    followers = []
    for port, name in product(made.ports, TOURNAMENTS):
        topic = f"t/{name}/pairings/1"
        followers.append(Follower(port, name, topic, screen=f"wall-{name}", form="html"))
        followers += [Follower(port, name, topic, form=form, lang="bg") for form in ("json", "html")]
    return arbiters, followers


async def measure(
    made: Machines, turns: Sequence[tuple[int, Kind, Way]], hang: float, say: Callable[[str], None]
) -> bool:
    """True if nothing was wrong."""
    hall = Hall(made.ports)
    arbiters, followers = everybody(made, hall)
    for arbiter in arbiters:
        await arbiter.arrive()
    with closing(open_journal(made.database)) as journal:
        upto = {name: sum(1 for _ in journal.read(name)) for name in TOURNAMENTS}
    rows: dict[tuple[Kind, Way], Row] = {}
    async with Crowd(followers) as crowd, asyncio.TaskGroup() as typing:
        tasks = [typing.create_task(arbiter.type()) for arbiter in arbiters]
        day = Day(made, hall, arbiters, crowd, upto, hang)
        for number, (turn, kind, way) in enumerate(turns, start=1):
            row = rows.setdefault((kind, way), Row())
            said = await day.struck(kind, way, turn, row)
            say(f"{number} of {len(turns)}: {kind}, {way}, {said}{'' if row.good else ' WRONG: ' + wrong(row)}")
        for task in tasks:
            task.cancel()
    for arbiter in arbiters:
        arbiter.leave()
    say("\n".join(table(rows)))
    return all(row.good for row in rows.values())


def wrong(row: Row) -> str:
    return f"{row.account}, refused {row.refused[-3:]}, stuck {row.stuck[-3:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--hang", type=float, default=15.0)
    parser.add_argument("--kinds", default=",".join(Kind))
    parser.add_argument("--ways", default=",".join(Way))
    given = parser.parse_args()
    kinds, ways = [*map(Kind, given.kinds.split(","))], [*map(Way, given.ways.split(","))]
    turns = [*product(range(given.times), kinds, ways)]
    postgres = Cluster()
    try:
        with machines(postgres, dict.fromkeys(TOURNAMENTS, ARBITERS * BOARDS_EACH), doors=True) as made:
            good = asyncio.run(measure(made, turns, given.hang, say=lambda line: print(line, flush=True)))
    finally:
        postgres.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
