"""The page of health of a cluster: every process is on it, and what is behind or gone is said in red."""

import re
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import msgspec
import pytest

from server.cluster.bus import Bus, bus_address, connected
from server.cluster.roll_call import (
    FORGOTTEN_SECONDS,
    GATEWAY,
    LINE_MINUTES,
    MISSING_SECONDS,
    WORKER,
    ClusterProcess,
    HeardFrom,
    NatsState,
    RollCall,
    telling,
)
from server.journal.store import ServerState
from server.routes.cluster_health import cluster_health
from tests.cluster.machines import Machines, machines
from tests.cluster.nats_servers import nats_servers
from tests.deploy.processes import log_in
from tests.journal.postgres import Cluster
from web.wording import LANGUAGES, language
from web.wording.health import PROCESS_TROUBLES


@asynccontextmanager
async def bus(folder: Path) -> AsyncIterator[Bus]:
    with nats_servers(folder / "nats") as servers:
        async with connected(bus_address(servers.url), "test") as one:
            yield one


def process(role: str, number: int, **facts: object) -> ClusterProcess:
    made = ClusterProcess(role=role, name=f"{role}-{number}", version="1.0", started_at=time.time())
    return msgspec.structs.replace(made, **facts)


def seen(one: ClusterProcess, ago: float = 0) -> HeardFrom:
    return HeardFrom(one, time.time() - ago)


NATS, DATABASE = NatsState(3, 3, "nats1", 0.6), ServerState(20, 100, 1, 0.2)


def four() -> tuple[HeardFrom, ...]:
    return tuple(seen(process(role, number)) for role in (WORKER, GATEWAY) for number in (1, 2))


def codes(
    everybody: Sequence[HeardFrom] = (), nats: NatsState | None = NATS, database: ServerState | None = DATABASE
) -> list[str]:
    """Of the four, where nobody else is named."""
    return [trouble.code for trouble in cluster_health(everybody or four(), nats, database, language("en")).troubles]


def instead(one: ClusterProcess, ago: float = 0) -> tuple[HeardFrom, ...]:
    """The four, with this process in the place of its name."""
    return tuple(seen(one, ago) if there.process.name == one.name else there for there in four())


async def test_whoever_is_there_answers_and_is_known(tmp_path: Path) -> None:
    async with bus(tmp_path) as one:
        roll_call = RollCall(one)
        async with telling(one, lambda: process(WORKER, 1)), telling(one, lambda: process(GATEWAY, 1, sockets=7)):
            await roll_call.look()
        assert [(one.process.name, one.process.sockets) for one in roll_call.everybody] == [
            ("gateway-1", 7),
            ("worker-1", 0),
        ]
        assert not any(one.silent for one in roll_call.everybody)


def test_the_load_of_an_hour_is_a_line_of_the_highest_of_each_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 600.0
    monkeypatch.setattr("server.cluster.roll_call.time.time", lambda: now)
    heard = HeardFrom(process(WORKER, 1), 0)
    for load in (0.1, 0.3, 0.2):
        heard = heard.again(process(WORKER, 1, load=load))
    now += 60
    heard = heard.again(process(WORKER, 1, load=2.0))
    assert heard.loads == (0.3, 2.0)
    assert cluster_health([heard], NATS, DATABASE, language("en")).workers[0].line == "58,12.9 59,1.0"
    for _ in range(100):
        now += 60
        heard = heard.again(process(WORKER, 1))
    assert heard.loads == (0.0,) * LINE_MINUTES


async def test_whoever_falls_silent_stays_for_an_hour(tmp_path: Path) -> None:
    async with bus(tmp_path) as one:
        roll_call = RollCall(one)
        roll_call.seen[GATEWAY, "gateway-1"] = seen(process(GATEWAY, 1), ago=MISSING_SECONDS + 1)
        roll_call.seen[GATEWAY, "gateway-2"] = seen(process(GATEWAY, 2), ago=FORGOTTEN_SECONDS + 1)
        await roll_call.look()
        assert [(one.process.name, one.silent) for one in roll_call.everybody] == [("gateway-1", True)]


async def test_nats_says_how_many_of_its_servers_agree(tmp_path: Path) -> None:
    async with bus(tmp_path) as one:
        roll_call = RollCall(one)
        await roll_call.look()
        assert roll_call.nats is None  # nobody has made the bucket of leases
        await one.bucket("owners")
        await roll_call.look()
        assert roll_call.nats is not None
        assert (roll_call.nats.servers, roll_call.nats.agreeing, roll_call.nats.troubled) == (1, 1, False)


def test_where_all_is_well_nothing_is_said() -> None:
    assert codes() == []


GONE = MISSING_SECONDS + 1
TROUBLED: dict[str, Callable[[], list[str]]] = {
    "silent-worker": lambda: codes(instead(process(WORKER, 1), GONE)),
    "silent-gateway": lambda: codes(instead(process(GATEWAY, 2), GONE)),
    "unsure": lambda: codes(instead(process(WORKER, 1, sure=False))),
    "late": lambda: codes(instead(process(GATEWAY, 1, lag_seconds=9.0))),
    "paused": lambda: codes(instead(process(WORKER, 2, paused=["mail"]))),
    "versions": lambda: codes(instead(process(GATEWAY, 1, version="0.9"))),
    "last-worker": lambda: codes(four()[1:]),
    "last-gateway": lambda: codes(four()[:3]),
    "nats-away": lambda: codes(nats=None),
    "nats-fewer": lambda: codes(nats=NatsState(3, 2, "nats1", 0.6)),
    "database-away": lambda: codes(database=None),
    "database-full": lambda: codes(database=ServerState(95, 100, 1, 0.2)),
    "database-behind": lambda: codes(database=ServerState(20, 100, 1, 60.0)),
    "database-archive": lambda: codes(database=ServerState(20, 100, 1, 0.2, archives=True, archive_fails=True)),
}


@pytest.mark.parametrize("code", PROCESS_TROUBLES)
def test_each_trouble_is_said(code: str) -> None:
    others = {"silent-worker": ["last-worker"], "silent-gateway": ["last-gateway"]}
    assert TROUBLED[code]() == [code, *others.get(code, [])]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_sentence_names_what_is_in_trouble(lang: str) -> None:
    everybody = (
        *instead(process(WORKER, 1, sure=False, paused=["mail"], version="0.9"))[:3],
        seen(process(GATEWAY, 2), GONE),
    )
    health = cluster_health(everybody, NatsState(3, 2, "nats1", 0.6), ServerState(95, 100, 1, 60.0), language(lang))
    for trouble in health.troubles:
        assert "{" not in trouble.says
        assert trouble.name in trouble.says
    assert len(health.troubles) == 8


async def test_the_page_shows_every_process_and_who_is_gone(postgres_server: Cluster) -> None:
    with machines(postgres_server, {"open": 10}, workers=2, gateways=2) as there:
        async with httpx.AsyncClient(timeout=60) as chief:
            await log_in(chief, there.gateways[0].server.url)
            ports = {str(one.server.port) for one in (*there.workers, *there.gateways)}
            page = await shown(chief, there, 'id="well"', *(f':{port}"' for port in ports))
            names = set(re.findall(r'data-process="([^"]+)"', page))
            assert {name.rpartition(":")[2] for name in names} == ports
            assert "3 of 3 agree" in page
            assert re.search(r"\d+ of 60 connections", page)
            assert there.figure("tablo_leases") >= 1
            everybody_knows_all(there, len(ports))
            there.gateways[1].kill()
            there.nats.servers[2].kill()
            page = await shown(chief, there, 'data-trouble="silent-gateway"')
            assert f":{there.gateways[1].server.port} has not answered since" in page
            assert there.figure("tablo_processes_silent") >= 1
            assert 'data-trouble="nats-fewer"' in await shown(chief, there, 'data-trouble="nats-fewer"')


def everybody_knows_all(there: Machines, processes: int) -> None:
    """Each worker calls the roll itself, and the other may answer for the page when one loses its server of NATS."""
    deadline = time.monotonic() + 90
    while any(worker.figure("tablo_processes") < processes for worker in there.workers):
        assert time.monotonic() < deadline


async def shown(chief: httpx.AsyncClient, there: Machines, *words: str) -> str:
    """The page of health as soon as it has all these words."""
    deadline = time.monotonic() + 90
    while True:
        page = (await chief.get(f"{there.gateways[0].server.url}/desk/health")).text
        if all(one in page for one in words):
            return page
        assert time.monotonic() < deadline, page
