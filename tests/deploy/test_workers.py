"""No worker outlives its server, however that ended."""

import asyncio
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.deploy.processes import log_in, serving, with_published_round

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def descendants(pid: int) -> set[int]:
    found: set[int] = set()
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):  # a thread that has ended since
            for child in map(int, (task / "children").read_text().split()):
                found |= {child, *descendants(child)}
    return found


def alive(pids: set[int]) -> set[int]:
    """Workers that run: not one that only waits to be counted."""

    def runs(pid: int) -> bool:
        try:
            return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
        except FileNotFoundError:
            return False

    return set(filter(runs, pids))


def gone(pids: set[int], within: float = 20) -> bool:
    deadline = time.monotonic() + within
    while left := alive(pids):
        if time.monotonic() > deadline:
            raise AssertionError(f"still there: {left}")
        time.sleep(0.02)
    return True


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGKILL])
async def test_no_worker_outlives_its_server(tmp_path: Path, by: signal.Signals) -> None:
    data = with_published_round(tmp_path / "data", 20)
    with serving(tmp_path, TABLO_DATA=str(data)) as server:
        assert server.process is not None
        pid = server.process.pid
        assert descendants(pid) == set(), "workers start when they are needed"
        async with httpx.AsyncClient(timeout=60) as client:
            await log_in(client, server.url)
            paper = await client.get(f"{server.url}/desk/t/open/papers/pairings.pdf")
            assert paper.content.startswith(b"%PDF")
        workers = descendants(pid)
        assert workers
        await asyncio.to_thread(server.stop, by)
        assert await asyncio.to_thread(gone, workers)
