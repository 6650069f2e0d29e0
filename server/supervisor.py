"""The supervisor of everything that a server does in the background.

    async with supervisor.keeping({"mail": mailings.work}):
        ...

Work that dies is logged, counted and begun again, after a pause that grows with each death in a row. A job that is
done once (`begin`) is logged and counted the same way. At the end of its scope all work is stopped and waited for.
The health pages show `works`.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, TypeAlias

from domain.records import dataclass

log = logging.getLogger("tablo.background")

RESTART_PAUSES_SECONDS = (1.0, 5.0, 30.0, 120.0, 600.0)
"""Before each new beginning; the last one again and again."""
STEADY_SECONDS = 600.0
"""Work that has gone well for so long begins with the shortest pause again."""
STOP_SECONDS = 3.0
"""Seconds that work gets to end when it is stopped."""
SAID_AGAIN_SECONDS = 60.0

Work: TypeAlias = Callable[[], Awaitable[None]]


class WorkState(StrEnum):
    RUNNING = "running"
    PAUSED = "paused"
    """It has died, and begins again soon."""
    ENDED = "ended"
    """It has done all that there was to do, or was stopped."""


@dataclass(slots=True)
class BackgroundWork:
    """The state of one work, and how often it has died since the server began."""

    name: str
    state: WorkState = WorkState.ENDED
    deaths: int = 0
    why: str = ""
    """The kind of error that it died of last."""
    died_at: datetime | None = None
    again_at: datetime | None = None
    """The time when it begins again; None = it has not died, or runs again."""

    def died(self, error: Exception, pause: float | None = None) -> None:
        now = datetime.now(UTC)
        self.deaths, self.why, self.died_at = self.deaths + 1, type(error).__name__, now
        self.again_at = None if pause is None else now + timedelta(seconds=pause)
        self.state = WorkState.ENDED if pause is None else WorkState.PAUSED
        facts = {"work": self.name, "deaths": self.deaths, "again_in": pause}
        log.error("background work died", exc_info=error, extra={"facts": facts})


@dataclass(slots=True)
class Supervisor:
    pauses: Sequence[float] = RESTART_PAUSES_SECONDS
    clock: Callable[[], float] = time.monotonic
    works: dict[str, BackgroundWork] = field(default_factory=dict)
    """By name, in the order in which they began."""
    _jobs: set[asyncio.Task[None]] = field(default_factory=set)

    @property
    def paused(self) -> list[BackgroundWork]:
        """Works that have died and have not begun again yet."""
        return [one for one in self.works.values() if one.state is WorkState.PAUSED]

    @asynccontextmanager
    async def keeping(self, works: Mapping[str, Work]) -> AsyncIterator[None]:
        """All of these run within this scope; each is begun again when it dies, and no more when it returns."""
        tasks = [asyncio.create_task(self._keep(self._known(name), work), name=name) for name, work in works.items()]
        try:
            yield
        finally:
            await stop(tasks)
            for name in works:
                self._known(name).state = WorkState.ENDED

    def begin(self, name: str, job: Work) -> asyncio.Task[None]:
        """A job that is done once and not again. The task never raises what the job died of."""
        task = asyncio.create_task(self._once(name, job), name=name)
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)
        return task

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Supervisor"]:
        """At the end jobs that are still under way are stopped."""
        try:
            yield self
        finally:
            await stop(self._jobs)

    async def _keep(self, known: BackgroundWork, work: Work) -> None:
        in_a_row = 0
        while True:
            began = self.clock()
            known.state, known.again_at = WorkState.RUNNING, None
            try:
                await work()
            except Exception as error:  # noqa: BLE001 the edge of the work: whatever it is, the work goes on later
                in_a_row = 0 if self.clock() - began >= STEADY_SECONDS else in_a_row
                pause = self.pauses[min(in_a_row, len(self.pauses) - 1)]
                in_a_row += 1
                known.died(error, pause)
            else:
                known.state = WorkState.ENDED
                return
            await asyncio.sleep(pause)

    async def _once(self, name: str, job: Work) -> None:
        known = self._known(name)
        known.state = WorkState.RUNNING
        try:
            await job()
            known.state = WorkState.ENDED
        except Exception as error:  # noqa: BLE001 the edge of the job
            known.died(error)

    def _known(self, name: str) -> BackgroundWork:
        return self.works.setdefault(name, BackgroundWork(name))


async def stop(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel these and wait for their end, but not for long."""
    stopped = set(tasks)
    for task in stopped:
        task.cancel()
    if not stopped:
        return
    _, late = await asyncio.wait(stopped, timeout=STOP_SECONDS)
    for task in late:
        log.error("background work does not stop", extra={"facts": {"work": task.get_name()}})


@dataclass(slots=True)
class QuietLog:
    """One line a minute for each kind of trouble, however often it happens; the line says how often it has."""

    log: logging.Logger
    clock: Callable[[], float] = time.monotonic
    _said: dict[tuple[str, str], tuple[float, int]] = field(default_factory=dict)
    """When a kind was said last, and how often it has happened since."""

    @contextmanager
    def going_on(self, said: str, **facts: object) -> Iterator[None]:
        """The edge of one among many: what goes wrong in it is said, and keeps no other."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 whatever it is
            self.warn(said, error, **facts)

    def warn(self, said: str, error: Exception | str, **facts: object) -> None:
        why = error if isinstance(error, str) else type(error).__name__
        at, left_out = self._said.get((said, why), (float("-inf"), 0))
        if self.clock() - at < SAID_AGAIN_SECONDS:
            self._said[said, why] = at, left_out + 1
            return
        self._said[said, why] = self.clock(), 0
        self.log.warning(said, extra={"facts": {**facts, "why": why, "left_out": left_out}})
