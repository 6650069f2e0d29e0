"""kill -9 in the middle of a tournament's way back: all that the laptop wrote is there, or nothing, and then all of it.

TABLO_KILLS=50 pytest tests/server/test_killed_returns.py -s        the full run
"""

import asyncio
import os
import signal
from contextlib import closing
from pathlib import Path

import httpx

from domain.decisions.rounds.results import record_result
from domain.decisions.setup.handing_off import hand_off
from domain.events import HandoffEnded
from domain.words.games import Result
from server.care import handoffs
from server.journal import Head, open_journal
from tests.forked import Program
from tests.server.offices import office
from tests.server.test_kill import published_round
from tests.stories.tablo import PASSWORD, Tablo
from tests.stories.test_a_wrong_result import seed

KILLS = int(os.environ.get("TABLO_KILLS", "4"))
BOARDS = 160
AT = "/desk/t/kill/handoff"
MILLISECONDS_BETWEEN = 7


async def played_elsewhere(data: Path, laptop: Path) -> tuple[bytes, int]:
    """The file that comes back, and the version at which the tournament was handed off."""
    seed(data, "kill", published_round())
    await asyncio.to_thread(laptop.mkdir)
    async with office(data) as here, office(laptop) as there:
        tournament = await here.open("kill")
        id = await handoffs.prepared(tournament)
        await tournament.step(lambda t: hand_off(t, "the laptop", id), "Anna")
        copy = await handoffs.taken_here(there, handoffs.read_handoff("out", await handoffs.outward(tournament)))
        for board in range(1, BOARDS + 1):
            result = Result.WHITE_WINS if board % 2 else Result.DRAW
            await copy.step(lambda t, board=board, result=result: record_result(t, 1, board, result, None), "Boris")
        await handoffs.given_back(copy)
        return await handoffs.homeward(copy), tournament.position


async def sends(url: str, file: bytes) -> httpx.Response | None:
    """None where the server goes away meanwhile."""
    async with httpx.AsyncClient(base_url=url, timeout=30, follow_redirects=True) as client:
        page = (await client.get("/desk/login")).text
        await client.post("/desk/login", data={"form_token": token_of(page), "name": "Anna", "password": PASSWORD})
        form = {"form_token": token_of((await client.get(AT)).text)}
        try:
            return await client.post(f"{AT}/return", data=form, files={"file": ("back.tablo", file)})
        except httpx.TransportError:
            return None


def token_of(page: str) -> str:
    return page.split('name="form_token" value="')[1].split('"')[0]


def stands(data: Path) -> tuple[int, bool]:
    """The version, and whether the handoff is over."""
    with closing(open_journal(str(data / "tablo.sqlite"))) as journal:
        assert isinstance(journal.verify("kill"), Head)
        *_, last = journal.read("kill")
        return last.version, isinstance(last.event, HandoffEnded)


async def killed_meanwhile(tablo: Tablo, file: bytes, after: float) -> None:
    assert isinstance(tablo.process, Program)
    sending = asyncio.create_task(sends(tablo.url, file))
    while not sending.done() and after > 0:
        await asyncio.wait([sending], timeout=after)
        after = 0
    await asyncio.to_thread(tablo.stop, signal.SIGKILL)
    await asyncio.wait([sending])


async def test_all_of_it_is_there_or_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    file, before = await played_elsewhere(data, tmp_path / "laptop")
    for kill in range(KILLS):
        tablo = await asyncio.to_thread(Tablo(data).start)
        await killed_meanwhile(tablo, file, 0.25 + kill * MILLISECONDS_BETWEEN / 1000)
        assert stands(data) in ((before, False), (before + BOARDS + 1, True))
    tablo = await asyncio.to_thread(Tablo(data).start)
    answer = await sends(tablo.url, file)
    assert answer is not None
    assert answer.status_code == 200, answer.text
    assert await asyncio.to_thread(tablo.stop) == 0
    assert stands(data) == (before + BOARDS + 1, True)
