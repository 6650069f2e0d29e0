"""A worker has limits and dies alone: whoever waited for it gets a sentence, everybody else gets an answer."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from server.workers import pool as pools
from server.workers.limits import FileLimits
from server.workers.pool import LIMITS, Task, Workers
from tests.live.loopback import eventually
from tests.workers import tasks

TABLE = FileKind.TABLE
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and limits of POSIX")


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers() as made:
        yield made


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


async def begun(file: Path) -> int:
    """The process that says there that it is at work."""
    await eventually(file.exists)
    return int(await asyncio.to_thread(file.read_text))


def test_one_worker_does_one_thing_after_another_in_a_process_of_its_own(workers: Workers) -> None:
    first, second = (workers.do(TABLE, "a.csv", tasks.own_process) for _ in range(2))
    assert first == second != os.getpid()


def test_nobody_started_a_worker_before_there_is_work(workers: Workers) -> None:
    assert workers.pids() == []


def test_what_it_raises_comes_with_the_lines_that_raised_it(workers: Workers) -> None:
    with pytest.raises(ValueError, match="no such thing") as raised:
        workers.do(TABLE, "a.csv", tasks.refuse)
    assert "tasks.py" in raised.value.__notes__[0]


def test_an_error_that_no_pipe_takes_comes_in_words(workers: Workers) -> None:
    with pytest.raises(RuntimeError, match="NotPickled"):
        workers.do(TABLE, "a.csv", partial(tasks.refuse, tasks.NotPickled))


@pytest.mark.parametrize("call", [tasks.abort, partial(tasks.take_memory, LIMITS[TABLE].megabytes + 100)])
def test_a_file_that_ends_its_worker_is_named_and_the_next_one_is_read(workers: Workers, call: object) -> None:
    with pytest.raises(FileTooHeavy) as refused:
        workers.do(TABLE, "bomb.xlsx", call)  # type: ignore[arg-type]
    assert (refused.value.file, refused.value.kind) == ("bomb.xlsx", TABLE)
    assert workers.do(TABLE, "a.csv", partial(tasks.doubled, 4)) == 8


async def test_a_worker_that_somebody_kills_takes_nobody_with_it(workers: Workers, tmp_path: Path) -> None:
    lost = asyncio.create_task(workers.run(TABLE, "a.csv", tasks.wait_for_ever, tmp_path / "at-work"))
    pid = await begun(tmp_path / "at-work")
    other = asyncio.create_task(workers.run(TABLE, "b.csv", tasks.own_process))
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(FileTooHeavy):
        await lost
    assert await other != pid
    assert gone(pid)


async def test_what_takes_too_long_is_ended(workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started = await workers.run(TABLE, "a.csv", tasks.own_process)
    with monkeypatch.context() as short:
        short.setitem(LIMITS, TABLE, FileLimits(1, 1024))
        with pytest.raises(FileTooSlow) as refused:
            await workers.run(TABLE, "endless.csv", tasks.wait_for_ever, tmp_path / "at-work")
    assert (refused.value.file, refused.value.seconds) == ("endless.csv", 1)
    assert gone(started)
    assert await workers.run(TABLE, "a.csv", tasks.doubled, 4) == 8


async def test_a_bomb_holds_up_no_paper(workers: Workers, tmp_path: Path) -> None:
    bombs = [asyncio.create_task(workers.run(TABLE, "a", tasks.wait_for_ever, tmp_path / f"{n}")) for n in range(3)]
    assert await workers.run(FileKind.PAPER, "a.pdf", tasks.doubled, 4) == 8
    for bomb in bombs:
        bomb.cancel()


async def test_work_that_nobody_waits_for_any_more_is_ended(workers: Workers, tmp_path: Path) -> None:
    given_up = asyncio.create_task(workers.run(TABLE, "a.csv", tasks.wait_for_ever, tmp_path / "at-work"))
    pid = await begun(tmp_path / "at-work")
    given_up.cancel()
    await eventually(lambda: gone(pid))


def test_progress_is_told_before_the_answer(workers: Workers) -> None:
    shares: list[float] = []
    assert workers.do(FileKind.LIST, "list.zip", tasks.halves, shares.append) == "whole"
    assert shares == [0.5, 1.0]


def test_a_worker_that_has_had_much_memory_is_renewed(workers: Workers) -> None:
    first = workers.do(FileKind.PAPER, "a.pdf", tasks.own_process)
    workers.do(FileKind.PAPER, "a.pdf", partial(tasks.take_memory, 600))
    assert gone(first)
    assert workers.do(FileKind.PAPER, "a.pdf", tasks.own_process) != first


def test_a_worker_of_a_server_with_much_memory_is_not_renewed_for_that(workers: Workers) -> None:
    own_memory = bytearray(600 * 1024**2)
    first, second = (workers.do(TABLE, "a.csv", tasks.own_process) for _ in range(2))
    assert own_memory
    assert first == second


def test_a_worker_does_not_run_the_program_that_started_it(tmp_path: Path) -> None:
    program = tmp_path / "unguarded.py"
    program.write_text(
        "from domain.refusals import FileKind\n"
        "from server.workers.pool import Workers\n"
        "from tests.workers import tasks\n"
        "with Workers() as workers:\n"
        "    print(workers.do(FileKind.TABLE, 'a.csv', tasks.print_and_double))\n"
    )
    ran = subprocess.run(
        [sys.executable, program], env={**os.environ, "PYTHONPATH": os.getcwd()}, capture_output=True, text=True
    )
    assert (ran.stdout, ran.stderr) == ("8\n", "printed\n")


def test_a_worker_that_died_at_rest_is_replaced(workers: Workers) -> None:
    first = workers.do(TABLE, "a.csv", tasks.own_process)
    os.kill(first, signal.SIGKILL)
    os.waitid(os.P_PID, first, os.WEXITED | os.WNOWAIT)
    assert workers.do(TABLE, "a.csv", tasks.own_process) != first


def test_a_worker_that_rests_for_long_leaves() -> None:
    pool = pools.Pool()
    pid = pool.submit(Task(TABLE, "a.csv", tasks.own_process)).result()
    pool.let_go(pools.RESTS_SECONDS)
    assert pool.pids() == [pid]
    pool.let_go(0)
    assert (pool.pids(), gone(pid)) == ([], True)
    pool.close()


async def test_at_the_end_no_worker_is_left(tmp_path: Path) -> None:
    workers = Workers()
    async with workers.running():
        rested = await workers.run(FileKind.PAPER, "a.pdf", tasks.own_process)
        lost = asyncio.create_task(workers.run(TABLE, "a.csv", tasks.wait_for_ever, tmp_path / "at-work"))
        busy = await begun(tmp_path / "at-work")
    with pytest.raises(FileTooHeavy):
        await lost
    assert gone(rested)
    assert gone(busy)


def test_the_hall_has_the_processor_first(workers: Workers) -> None:
    assert workers.do(TABLE, "a.csv", tasks.own_niceness) > os.nice(0)


async def test_what_waits_for_a_worker_at_the_end_is_told(tmp_path: Path) -> None:
    workers = Workers()
    async with workers.running():
        asked = [
            asyncio.create_task(workers.run(TABLE, "a.csv", tasks.wait_for_ever, tmp_path / f"{n}"))
            for n in range(pools.WORKERS_AT_ONCE + 1)
        ]
        await begun(tmp_path / "0")
    ended = await asyncio.gather(*asked, return_exceptions=True)
    assert all(isinstance(one, FileTooHeavy | asyncio.CancelledError) for one in ended)
