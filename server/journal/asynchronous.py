"""The journal for asyncio: one writer thread, and whatever queued meanwhile goes into the next transaction."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from queue import Empty, SimpleQueue
from threading import Thread

from domain.events import Event
from server.journal.entries import Append, Broken, Entry, Follower, Head, Journal, Outcome, StreamInfo
from server.journal.errors import JournalClosed, JournalTrouble
from server.journal.reading import raise_refusal

BATCH = 256
"""Requests in one transaction at most: a long queue must not delay the first answer for long."""
FOLLOW = 1.0
"""Seconds a follower waits before it looks whether it should stop."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A request, and who waits for its outcome."""

    request: Append
    future: asyncio.Future[Outcome]
    loop: asyncio.AbstractEventLoop


@dataclass(frozen=True, slots=True)
class Failed:
    """The store, or the request itself, made an answer impossible."""

    error: Exception


Answers = list[tuple[Waiting, Outcome | Failed]]


class AsyncJournal:
    """The methods of `Journal` as coroutines. Requests are stored in the order in which they were made."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._followers: set[Follower] = set()
        self._closing = False
        self._thread = Thread(target=self._write, name="journal", daemon=True)
        self._thread.start()

    async def append(
        self,
        stream: str,
        after: int | None,
        by: str,
        command_id: str,
        events: Sequence[Event],
        at: datetime | None = None,
        digest: str = "",
        follows: str = "",
    ) -> list[Entry]:
        """Returns when the entries are on the disk. `after` may count on requests made before: `follows` says which."""
        if self._closing:
            raise JournalClosed
        loop = asyncio.get_running_loop()
        request = Append(stream, after, by, command_id, tuple(events), at or datetime.now(UTC), digest, follows)
        waiting = Waiting(request, loop.create_future(), loop)
        self._queue.put(waiting)
        return raise_refusal(await waiting.future)

    async def read(self, stream: str, after: int = 0, upto: int | None = None) -> list[Entry]:
        return await asyncio.to_thread(lambda: list(self.journal.read(stream, after, upto)))

    async def verify(self, stream: str) -> Head | Broken:
        return await asyncio.to_thread(self.journal.verify, stream)

    async def streams(self) -> list[StreamInfo]:
        return await asyncio.to_thread(self.journal.streams)

    async def position(self) -> int:
        return await asyncio.to_thread(self.journal.position)

    async def follow(self, after: int | None = None) -> AsyncIterator[tuple[int, Entry]]:
        """New entries of all streams with their positions, for ever; a trouble of the store ends it."""
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1, "follower") as thread:  # of its own: it waits all day
            follower = await loop.run_in_executor(thread, self.journal.follow, after)
            self._followers.add(follower)
            try:
                while not self._closing:
                    for found in await loop.run_in_executor(thread, follower.wait, FOLLOW):
                        yield found
            finally:
                self._followers.discard(follower)
                follower.stop()
                await loop.run_in_executor(thread, follower.close)

    async def close(self) -> None:
        """What was asked for before is still stored; then the journal is closed."""
        self._closing = True
        for follower in self._followers:
            follower.stop()
        await asyncio.to_thread(self.stop_writing)
        await asyncio.to_thread(self.journal.close)

    def stop_writing(self) -> None:
        """The writer's thread ends when everything that was asked for is stored; the journal stays open."""
        self._queue.put(None)
        self._thread.join()

    def _write(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = self._batch(first)
            _tell(self._answers(batch))
            if last:
                return

    def _batch(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """What queued meanwhile, and whether the end came with it."""
        batch = [first]
        while len(batch) < BATCH:
            try:
                following = self._queue.get_nowait()
            except Empty:
                break
            if following is None:
                return batch, True
            batch.append(following)
        return batch, False

    def _answers(self, batch: list[Waiting]) -> Answers:
        """One transaction; a request that cannot even be encoded must not take its neighbours with it."""
        try:
            return list(zip(batch, self.journal.append_many([one.request for one in batch]), strict=True))
        except JournalTrouble as trouble:
            return [(one, Failed(trouble)) for one in batch]
        except Exception as error:  # noqa: BLE001 the edge of the thread: whoever waits gets the error
            if len(batch) == 1:
                return [(batch[0], Failed(error))]
            return [answer for one in batch for answer in self._answers([one])]


def _tell(answers: Answers) -> None:
    """Wake each event loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, Answers] = {}
    for answer in answers:
        by_loop.setdefault(answer[0].loop, []).append(answer)
    for loop, mine in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more, and the rows are stored
            loop.call_soon_threadsafe(_resolve, mine)


def _resolve(answers: Answers) -> None:
    for waiting, outcome in answers:
        if waiting.future.done():
            continue
        if isinstance(outcome, Failed):
            waiting.future.set_exception(outcome.error)
        else:
            waiting.future.set_result(outcome)
