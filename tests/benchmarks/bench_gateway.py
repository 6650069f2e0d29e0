"""What a gateway costs, beside one process answering the same: `python -m tests.benchmarks.bench_gateway [count]`.

One worker and one gateway over three NATS servers, and `tablo serve` alone, both over PostgreSQL. The figure is the
processor time of each kind of process for one answer; four connections ask one after the other.
"""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

import httpx

from tests.benchmarks.bench_pages import cpu
from tests.cluster.arbiters import Arbiter, Hall
from tests.cluster.machines import machines, tournaments
from tests.deploy.processes import serving
from tests.journal.postgres import Cluster

BOARDS, CONNECTIONS, NAME = 200, 4, "open"
READY_BY_CARRIED = 10
"""Pages that are ready for each that is carried: they cost so much less."""
Processes = Mapping[str, list[int]]


async def spent(ask: Callable[[int], Awaitable[object]], count: int, processes: Processes) -> dict[str, float]:
    """Microseconds of processor time for one answer, by kind of process; each connection asks its share."""
    before = {kind: cpu(pids) for kind, pids in processes.items()}
    await asyncio.gather(*(ask(connection) for connection in range(CONNECTIONS)))
    return {kind: (cpu(pids) - before[kind]) / count * 1e6 for kind, pids in processes.items()}


async def asked(port: int, count: int, processes: Processes) -> dict[str, dict[str, float]]:
    """A page that is ready, one that is not, and a result typed."""
    hall = Hall([port])
    hall.may_type.set()
    arbiters = [Arbiter(hall, n, NAME, range(1 + n, BOARDS, CONNECTIONS)) for n in range(CONNECTIONS)]
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as reader:

        async def ready(_connection: int) -> None:
            for _ in range(READY_BY_CARRIED * count // CONNECTIONS):
                (await reader.get(f"/t/{NAME}/pairings/1")).raise_for_status()

        async def carried(connection: int) -> None:
            for number in range(count // CONNECTIONS):
                (await reader.get(f"/t/{NAME}/pairings/1?{connection}={number}")).raise_for_status()

        async def typed(connection: int) -> None:
            await arbiters[connection].type(count // CONNECTIONS)

        for arbiter in arbiters:
            await arbiter.arrive()
        found = {
            "ready": await spent(ready, READY_BY_CARRIED * count, processes),
            "carried": await spent(carried, count, processes),
            "typed": await spent(typed, count, processes),
        }
    assert not hall.refused, hall.refused[:3]
    return found


def main(count: int = 400) -> None:
    postgres = Cluster()
    try:
        with tempfile.TemporaryDirectory() as folder, machines(postgres, {NAME: BOARDS}, workers=1, gateways=1) as made:
            database = postgres.database()
            tournaments(database, {NAME: BOARDS})
            with serving(Path(folder), "one", TABLO_DATABASE=database, TABLO_DATA=f"{folder}/data") as server:
                assert server.process is not None
                alone = asyncio.run(asked(server.port, count, {"server": [server.process.pid]}))
                several = asyncio.run(asked(made.ports[0], count, made.processes))
    finally:
        postgres.close()
    for what in alone:
        parts = ", ".join(f"{kind} {each:.0f}" for kind, each in several[what].items() if kind != "database")
        print(f"{what:8} one process {alone[what]['server']:7.0f} us; {parts}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
