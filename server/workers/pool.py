"""Pools of workers: everything that a stranger made, and all that a library keeps, is handled in them.

The process in which results arrive parses nothing that could end it. A worker has one task at a time and dies alone:
`concurrent.futures.ProcessPoolExecutor` fails the tasks of everybody when one worker dies, and cannot end one that
takes too long before Python 3.14.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from domain.records import dataclass
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow
from server.workers.limits import FileLimits

if TYPE_CHECKING:
    from server.workers.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")

LIMITS: Mapping[FileKind, FileLimits] = {
    FileKind.TABLE: FileLimits(30, 1_024),
    FileKind.LIST: FileLimits(3_600, 4_096),
    FileKind.PICTURE: FileLimits(30, 1_024),
    FileKind.GAMES: FileLimits(10, 512),
    FileKind.PAPER: FileLimits(120, 2_048),
    FileKind.CHANCES: FileLimits(300, 1_024, tasks=100_000),  # it knows what it has played out so far
    FileKind.NEXT_ROUND: FileLimits(60, 1_024, tasks=100_000),
}
"""The time and the memory that a file of each kind gets."""

Progress = Callable[[float], None]

WORKERS_AT_ONCE = 2
"""In each pool."""
RESTS_SECONDS = 60.0
"""A worker that had nothing to do for so long leaves, and its memory with it."""
RESTS_BETWEEN_RESULTS_SECONDS = 900.0
"""The same of the worker of next rounds: it knows the tournaments, and somebody waits for it after each result."""
SWEEP_SECONDS = 20.0

log = logging.getLogger("tablo.workers")


def nobody_follows(_share: float) -> None:
    """Nobody is told."""


@dataclass(slots=True, eq=False)
class Task:
    """A file, and what is done with it."""

    kind: FileKind
    file: str
    """The name that a sentence has of it."""
    call: Callable[..., Any]
    """A function of a module, with its arguments; takes `progress` where somebody follows."""
    told: Progress | None = None
    worker: "Worker | None" = None
    """The one that is at it."""
    given_up: bool = False


class Pool:
    """At most so many workers: started when they are needed, the one that rested last goes first."""

    def __init__(self, most: int = WORKERS_AT_ONCE, rests_seconds: float = RESTS_SECONDS) -> None:
        self.rests_seconds = rests_seconds
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="worker")
        self._lock = Lock()
        self._resting: list[Worker] = []
        self._tasks: dict[Future[Any], Task] = {}
        self._closed = False

    def submit(self, task: Task) -> Future[Any]:
        """The answer to come, or what the function raises, FileTooHeavy, FileTooSlow."""
        with self._lock:
            future = self._threads.submit(self._done, task)
            self._tasks[future] = task
        future.add_done_callback(self._forget)
        return future

    def give_up(self, future: Future[Any]) -> None:
        """Nobody waits for this any more: the worker that is at it is ended."""
        future.cancel()
        with self._lock:
            if task := self._tasks.get(future):
                self._end(task)

    def let_go(self, seconds: float) -> None:
        """Workers that have had nothing to do for so long leave."""
        now = time.monotonic()
        with self._lock:
            leaving = [one for one in self._resting if now - one.rests_since >= seconds or not one.alive]
            self._resting = [one for one in self._resting if one not in leaving]
        for worker in leaving:
            worker.leave()

    def close(self) -> None:
        """No worker is left, also where one is at work."""
        with self._lock:
            self._closed = True
            for task in self._tasks.values():
                self._end(task)
        self._threads.shutdown(cancel_futures=True)
        self.let_go(0)

    def pids(self) -> list[int]:
        with self._lock:
            workers = (*self._resting, *(task.worker for task in self._tasks.values() if task.worker))
            return [one.pid for one in workers]

    def _end(self, task: Task) -> None:
        task.given_up = True
        if task.worker:
            task.worker.kill()

    def _forget(self, future: Future[Any]) -> None:
        with self._lock:
            self._tasks.pop(future, None)

    def _done(self, task: Task) -> Any:
        from server.workers.worker import Call, WorkBroken, WorkTooLong

        limits, worker = LIMITS[task.kind], self._taken(task)
        try:
            return worker.do(Call(task.call, limits, task.told is not None), task.told or nobody_follows)
        except WorkTooLong:
            log.warning("file too slow", extra={"facts": {"file": task.file, "kind": task.kind}})
            raise FileTooSlow(task.file, task.kind, int(limits.seconds)) from None
        except WorkBroken as broken:
            log.warning("worker lost", extra={"facts": {"file": task.file, "kind": task.kind, "why": str(broken)}})
            raise FileTooHeavy(task.file, task.kind, limits.megabytes) from None
        finally:
            self._back(task, worker)

    def _taken(self, task: Task) -> "Worker":
        from server.workers.worker import Worker  # imported where it is needed: a server starts earlier without it

        with self._lock:
            while self._resting and task.worker is None:
                worker = self._resting.pop()
                if worker.alive:
                    task.worker = worker
                else:
                    worker.leave()
        taken = task.worker or Worker()
        with self._lock:
            task.worker = taken
            if task.given_up:
                taken.kill()
        return taken

    def _back(self, task: Task, worker: "Worker") -> None:
        with self._lock:
            task.worker = None
            rests = worker.alive and not worker.worn and not self._closed
            if rests:
                self._resting.append(worker)
        if not rests:
            worker.leave()


class Workers:
    """Pools by what they do, so that no rating list holds up a paper, and no bomb either."""

    def __init__(self, *, shared: bool = False) -> None:
        """`shared`: several servers of one process use them, and none of these ends them."""
        self._shared = shared
        self._pools = dict.fromkeys(FileKind, Pool()) | {
            FileKind.PAPER: Pool(),
            FileKind.LIST: Pool(1),
            FileKind.CHANCES: Pool(1),
            FileKind.NEXT_ROUND: Pool(1, RESTS_BETWEEN_RESULTS_SECONDS),
        }
        self._all = tuple(dict.fromkeys(self._pools.values()))
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="laying-out")

    async def run(self, kind: FileKind, file: str, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """The answer of a function of a module. `file` is the name that a sentence has of it.

        Raises what the function raises, FileTooHeavy, FileTooSlow.
        """
        return cast(T, await self._awaited(Task(kind, file, partial(call, *args, **named))))

    async def in_one_thread(self, call: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """Our own work before that of a worker, one after the other: each thread keeps the memory that it once had."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(call, *args, **named))

    async def follow(self, kind: FileKind, file: str, call: Callable[..., T], told: Progress) -> T:
        """As `run`, for a function that takes `progress`; `told` is called from a thread."""
        return cast(T, await self._awaited(Task(kind, file, call, told)))

    def get_ready(self, kind: FileKind, call: Callable[[], None]) -> None:
        """Somebody will ask for such a file soon: a worker starts, and does this first."""
        self._pools[kind].submit(Task(kind, "", call))

    def do(self, kind: FileKind, file: str, call: Callable[..., T], told: Progress | None = None) -> T:
        """Do it and wait: the command line."""
        return cast(T, self._pools[kind].submit(Task(kind, file, call, told)).result())

    async def _awaited(self, task: Task) -> Any:
        pool = self._pools[task.kind]
        future = pool.submit(task)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            pool.give_up(future)
            raise

    def pids(self) -> list[int]:
        return [pid for pool in self._all for pid in pool.pids()]

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """All of them leave at the end, unless other servers share them."""
        try:
            yield
        finally:
            if not self._shared:
                await asyncio.to_thread(self.close)

    async def sweep(self) -> None:
        """Let those go that rest for long."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            await asyncio.to_thread(self.let_go)

    def let_go(self, seconds: float | None = None) -> None:
        """Workers that have had nothing to do for so long leave; None: as long as those of each pool may rest."""
        for pool in self._all:
            pool.let_go(pool.rests_seconds if seconds is None else seconds)

    def close(self) -> None:
        for pool in self._all:
            pool.close()
        self._thread.shutdown()

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
