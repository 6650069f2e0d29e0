"""Push notices of two workers over one PostgreSQL: what happens once is told once, whoever it was entered at."""

import asyncio
from collections import Counter
from contextlib import closing

import httpx

from domain.words.games import Result
from server.journal import open_journal
from tests.cluster.arbiters import Arbiter, Hall
from tests.cluster.machines import machines
from tests.journal.postgres import Cluster
from tests.live.loopback import eventually
from tests.push.service import PushService, push_service

BOARDS = 6


async def heard(service: PushService) -> str:
    """The tag of the next notice."""
    notice = await asyncio.to_thread(service.notices.get, True, 60)
    return notice["tag"]


async def test_one_notice_for_each_result_also_when_the_owner_changes(postgres_server: Cluster) -> None:
    with (
        push_service() as service,
        machines(
            postgres_server, {"open": BOARDS + 1}, gateways=2, TABLO_PUSH_SERVICES=service.host, TABLO_CHANCES="0"
        ) as made,
    ):
        first = f"http://127.0.0.1:{made.ports[0]}"
        async with httpx.AsyncClient(timeout=30) as client:
            boards = (await client.get(f"{first}/t/open/pairings/1.json")).json()["data"]["boards"]
            whites = [board["white"]["id"] for board in boards]
            asked = service.subscription(*whites)
            answer = await client.post(f"{first}/t/open/push", json=asked)
        assert answer.json()["outcome"] == "taken"
        assert await heard(service) == "open-"
        hall = Hall(made.ports)
        arbiter = Arbiter(hall, 0, "open", range(1, BOARDS + 1))
        await arbiter.arrive()
        for board in range(1, BOARDS + 1):
            await arbiter.enter(board, Result.WHITE_WINS)
        told = [await heard(service) for _ in range(BOARDS)]
        with closing(open_journal(made.database)) as journal:
            head = journal.head("open")
            assert head is not None
            await eventually(lambda: journal.pushes.told("open") == head.version)
        owner = await made.owner("t/open")
        assert owner is not None
        await asyncio.to_thread(owner.end)
        await arbiter.enter(BOARDS + 1, Result.DRAW)
        told.append(await heard(service))
        arbiter.leave()
    told += [notice["tag"] for notice in list(service.notices.queue)]
    assert hall.refused == []
    assert Counter(told) == Counter(f"open-r{player}" for player in whites)
