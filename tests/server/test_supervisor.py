"""Work in the background: what dies is logged, counted, begun again, and ends with the server."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import pytest

from server.supervisor import QuietLog, Supervisor, WorkState, log

AT_ONCE: Sequence[float] = (0.0,)
AN_HOUR: Sequence[float] = (3600.0,)


def dying(times: int, then: Callable[[], Awaitable[None]], error: Exception) -> Callable[[], Awaitable[None]]:
    """Work that dies so many times before it goes on."""
    left = times

    async def work() -> None:
        nonlocal left
        if left:
            left -= 1
            raise error
        await then()

    return work


async def test_work_that_dies_is_begun_again() -> None:
    goes_on = asyncio.Event()

    async def then() -> None:
        goes_on.set()
        await asyncio.Event().wait()

    supervisor = Supervisor(AT_ONCE)
    async with supervisor.keeping({"mail": dying(3, then, KeyError("x"))}):
        await asyncio.wait_for(goes_on.wait(), 10)
        work = supervisor.works["mail"]
        assert (work.deaths, work.why, work.state) == (3, "KeyError", WorkState.RUNNING)


async def test_work_is_known_before_its_first_step() -> None:
    """Whoever asks right after a start sees all of it."""
    supervisor = Supervisor(AT_ONCE)
    async with supervisor.keeping({"mail": asyncio.Event().wait}):
        assert list(supervisor.works) == ["mail"]


async def test_a_death_is_logged_with_its_error(caplog: pytest.LogCaptureFixture) -> None:
    done = asyncio.Event()

    async def then() -> None:
        done.set()

    async with Supervisor(AT_ONCE).keeping({"mail": dying(1, then, ValueError("why"))}):
        await asyncio.wait_for(done.wait(), 10)
    [record] = caplog.records
    assert record.exc_info
    assert (record.facts["work"], record.facts["deaths"]) == ("mail", 1)  # type: ignore[attr-defined]


async def test_work_that_has_died_is_seen_until_it_begins_again() -> None:
    died = asyncio.Event()
    supervisor = Supervisor(AN_HOUR)

    async def work() -> None:
        died.set()
        raise RuntimeError

    async with supervisor.keeping({"series": work}):
        await asyncio.wait_for(died.wait(), 10)
        await asyncio.sleep(0)
        [paused] = supervisor.paused
        assert paused.name == "series"
        assert paused.again_at is not None
    assert all(task.done() for task in asyncio.all_tasks() if task.get_name() == "series")


async def test_the_pauses_grow_until_work_has_gone_well_for_long() -> None:
    now, told = 0.0, list[float]()
    steps = iter([1.0, 1.0, 1.0, 700.0, 1.0])
    done = asyncio.Event()
    supervisor = Supervisor((0.0, 0.001, 0.002), lambda: now)

    async def work() -> None:
        nonlocal now
        if (step := next(steps, None)) is None:
            done.set()
            return
        now += step
        raise RuntimeError

    def noted(pause: float) -> None:
        told.append(pause)

    class Listening:
        def __init__(self, pauses: Sequence[float]) -> None:
            self.pauses = pauses

        def __len__(self) -> int:
            return len(self.pauses)

        def __getitem__(self, at: int) -> float:
            noted(self.pauses[at])
            return self.pauses[at]

    supervisor.pauses = Listening(supervisor.pauses)  # type: ignore[assignment]
    async with supervisor.keeping({"mail": work}):
        await asyncio.wait_for(done.wait(), 10)
    assert told == [0.0, 0.001, 0.002, 0.0, 0.001]


async def test_work_that_returns_is_done() -> None:
    done = asyncio.Event()

    async def work() -> None:
        done.set()

    supervisor = Supervisor(AT_ONCE)
    async with supervisor.keeping({"reading": work}):
        await asyncio.wait_for(done.wait(), 10)
        await asyncio.sleep(0)
        assert supervisor.works["reading"].state is WorkState.ENDED
    assert supervisor.works["reading"].deaths == 0


async def test_a_job_that_dies_is_counted_and_raises_nothing() -> None:
    async def job() -> None:
        raise OSError

    supervisor = Supervisor()
    await supervisor.begin("copies", job)
    assert (supervisor.works["copies"].deaths, supervisor.paused) == (1, [])


async def test_at_the_end_jobs_under_way_are_stopped() -> None:
    supervisor = Supervisor()
    async with supervisor.running():
        job = supervisor.begin("copies", asyncio.Event().wait)
    assert job.done()


def test_a_trouble_is_one_line_a_minute_with_the_number_left_out(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    quiet = QuietLog(log, lambda: now)
    for now in (0.0, 1.0, 2.0, 61.0):  # noqa: B007 the clock
        quiet.warn("not sent", ValueError())
    assert [record.facts["left_out"] for record in caplog.records] == [0, 2]  # type: ignore[attr-defined]
