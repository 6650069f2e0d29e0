"""Forty thousand phones over four gateways: `python -m tests.cluster.sockets`.

    --sockets 40000 --results 20    of all gateways together; results typed one after the other

The same crowd (tests/benchmarks/crowd.c) then hears as many octets from as many programs that only write
(tests/benchmarks/limit.c). Needs gcc and `ulimit -n` of a quarter of the sockets and some hundreds.
Ends with code 1 where a socket takes more than 2.5 kB of a gateway, or the last one hears more than 1.3 times as late.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from socket import create_connection

from server.cli.bench.live import wait_for
from tests import benchmarks
from tests.cluster.arbiters import CYCLE, Arbiter, Hall
from tests.cluster.machines import GATEWAYS, Machines, machines, resident
from tests.cluster.nats_servers import free_ports
from tests.journal.postgres import Cluster

NAME = "open"
PATH = f"/live?topic=t/{NAME}/pairings/1&form=html"
SMALLEST_FRAME_OCTETS = 250
"""More than a heartbeat, less than a result."""
GOAL_KILOBYTES = 2.5
GOAL_TIMES = 1.3
FIRST_ONES = 10
"""Sockets of each gateway after which its memory is counted."""
NO_LIMIT = {"TABLO_FEED_SOCKETS_PER_ADDRESS": "0", "TABLO_FEED_SOCKETS": "0"}
SETTLE_SECONDS = 0.3
"""From one frame to the next."""


class Crowd:
    """Sockets of one gateway, in a program that only counts."""

    def __init__(self, program: Path, port: int, sockets: int, path: str = PATH) -> None:
        words = [program, "127.0.0.1", str(port), str(sockets), path, "-", "0"]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def said(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        if not line:
            raise AssertionError("a crowd has gone")
        return line

    def ask(self, words: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@contextmanager
def crowds(program: Path, ports: Sequence[int], sockets: int) -> Iterator[list[Crowd]]:
    """So many sockets in all, one crowd at each port; they have heard everything."""
    made = [Crowd(program, port, sockets // len(ports)) for port in ports]
    try:
        for crowd in made:
            crowd.said()  # ready
        yield made
    finally:
        for crowd in made:
            crowd.close()


async def heard(made: Sequence[Crowd], octets: int, publish: Callable[[], Awaitable[None]]) -> float:
    """Milliseconds from a publication until the last socket of all has so many octets."""
    for crowd in made:
        crowd.ask(f"arm {octets}")
    for crowd in made:
        crowd.said()
    began = time.monotonic()
    await publish()
    lines = [await asyncio.to_thread(crowd.said) for crowd in made]
    for crowd in made:
        crowd.said()  # done
    return max(float(line.split()[1]) for line in lines) / 1e3 - began * 1e3


async def octets_of(made: Sequence[Crowd], arbiter: Arbiter, turn: int, sockets: int) -> int:
    """What one result is to each socket."""
    for crowd in made:
        crowd.ask("drain 3000")
    await arbiter.enter(1, CYCLE[turn % len(CYCLE)])
    counted = [int(await asyncio.to_thread(crowd.said)) for crowd in made]
    for crowd in made:
        crowd.said()
    return sum(counted) // sockets


async def of_gateways(
    made: Machines, program: Path, given: argparse.Namespace, say: Callable[[str], None]
) -> tuple[list[float], float, int]:
    """Milliseconds until the last socket hears, for each result; kB of a socket; octets of a frame."""
    hall = Hall(made.ports)
    arbiter = Arbiter(hall, 0, NAME, range(1, 41))
    await arbiter.arrive()
    pids = [gateway.pid for gateway in made.gateways]
    with crowds(program, made.ports, FIRST_ONES * len(made.ports)):
        await arbiter.enter(1, CYCLE[0])
        before = sum(map(resident, pids))
    began = time.monotonic()
    with crowds(program, made.ports, given.sockets) as crowd:
        kilobytes = (sum(map(resident, pids)) - before) / given.sockets / 1024
        say(f"{given.sockets} sockets are there after {time.monotonic() - began:.0f} s, {kilobytes:.2f} kB each")
        octets = await octets_of(crowd, arbiter, 1, given.sockets)
        last = []
        for turn in range(given.results):
            board, result = 1 + turn % 40, CYCLE[(turn + 2 + turn // 40) % 3]
            last.append(await heard(crowd, SMALLEST_FRAME_OCTETS, partial(arbiter.enter, board, result)))
            await asyncio.sleep(SETTLE_SECONDS)
    arbiter.leave()
    return last, kilobytes, octets


@contextmanager
def loops(programs: Path, octets: int) -> Iterator[list[int]]:
    """The ports of as many programs that only write as there are gateways."""
    ports = free_ports(GATEWAYS)
    with ExitStack() as stack:
        for port in ports:
            server = subprocess.Popen([programs / "limit", str(port), str(octets - 4)])
            stack.callback(server.wait)
            stack.callback(server.kill)
            wait_for(port)
        yield ports


async def of_loops(programs: Path, octets: int, given: argparse.Namespace) -> list[float]:
    """As `of_gateways`, the milliseconds alone."""
    last = []
    with (
        loops(programs, octets) as ports,
        crowds(programs / "crowd", ports, given.sockets) as crowd,
        ExitStack() as stack,
    ):
        doors = [stack.enter_context(create_connection(("127.0.0.1", port))) for port in ports]

        async def publish() -> None:
            for door in doors:
                door.sendall(b"POST /publish HTTP/1.1\r\n\r\n")

        for _ in range(given.results):
            last.append(await heard(crowd, octets, publish))
            await asyncio.sleep(SETTLE_SECONDS)
    return last


def compiled(folder: Path) -> Path:
    """The folder with `crowd` and `limit` in it."""
    for name in ("crowd", "limit"):
        source = Path(benchmarks.__file__).with_name(f"{name}.c")
        subprocess.run(["gcc", "-O2", "-o", folder / name, source], check=True)
    return folder


async def measure(made: Machines, programs: Path, given: argparse.Namespace, say: Callable[[str], None]) -> bool:
    gateways, kilobytes, octets = await of_gateways(made, programs / "crowd", given, say)
    alone = await of_loops(programs, octets, given)
    ours, limit = statistics.median(gateways), statistics.median(alone)
    say(f"a frame of {octets} octets: the last socket has it after {ours:.0f} ms (worst {max(gateways):.0f})")
    say(f"loops that only write: {limit:.0f} ms (worst {max(alone):.0f}); ratio {ours / limit:.2f}")
    return kilobytes <= GOAL_KILOBYTES and ours <= GOAL_TIMES * limit


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sockets", type=int, default=40_000)
    parser.add_argument("--results", type=int, default=20)
    given = parser.parse_args()
    postgres = Cluster()
    try:
        with tempfile.TemporaryDirectory() as folder, machines(postgres, {NAME: 40}, **NO_LIMIT) as made:
            programs = compiled(Path(folder))
            good = asyncio.run(measure(made, programs, given, say=lambda line: print(line, flush=True)))
    finally:
        postgres.close()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
