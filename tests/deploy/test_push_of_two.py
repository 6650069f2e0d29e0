"""Push notices of two web processes over one PostgreSQL: what happens once is told once, wherever it is entered."""

import asyncio
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import httpx

from domain.words.games import Result
from server.http.auth import open_access
from server.journal import open_journal
from tests.deploy.federation import Arbiter, Hall
from tests.deploy.processes import published_round, serving, until_ready
from tests.push.service import PushService, push_service

BOARDS = 6


async def heard(service: PushService) -> str:
    """The tag of the next notice."""
    notice = await asyncio.to_thread(service.notices.get, True, 60)
    return notice["tag"]


async def test_one_notice_for_each_result_however_many_processes_there_are(database: str, tmp_path: Path) -> None:
    with closing(open_journal(database)) as journal:
        journal.append("open", 0, "Boris", "seed-open", published_round(BOARDS + 1), datetime.now(UTC))
    with push_service() as service:
        shared = {
            "TABLO_DATABASE": database,
            "TABLO_DATA": str(tmp_path / "data"),
            "TABLO_PUSH_SERVICES": service.host,
        }
        with serving(tmp_path, "web1", **shared) as first, serving(tmp_path, "web2", **shared) as second:
            hall = Hall([first, second], tmp_path / "data", "open")
            for server in hall.servers:
                until_ready(f"{server.url}/t/open")
            async with httpx.AsyncClient() as client:
                boards = (await client.get(f"{first.url}/t/open/pairings/1.json")).json()["data"]["boards"]
                whites = [board["white"]["id"] for board in boards]
                asked = service.subscription(*whites)
                answer = await client.post(f"{first.url}/t/open/push", json=asked)
            assert answer.json()["outcome"] == "taken"
            assert await heard(service) == "open-"
            arbiter = Arbiter(hall, 1, open_access(hall.data))
            for board in range(1, BOARDS + 1):
                await arbiter.enter(board, Result.WHITE_WINS)
            told = [await heard(service) for _ in range(BOARDS)]
            await arbiter.enter(BOARDS + 1, Result.DRAW)
            told.append(await heard(service))
            await arbiter.leave()
        told += [notice["tag"] for notice in list(service.notices.queue)]
    assert hall.refused == []
    assert Counter(told) == Counter(f"open-r{player}" for player in whites)
