"""The journal for asyncio: requests of the same moment go into one transaction, and the loop goes on meanwhile.

A commit to a swift disk of this machine takes less time than the way to a thread and back, and while the loop is busy
much less: the thread gets the interpreter late and the answer waits for another turn. So a single request is stored at
once in the loop, and several requests of one turn are stored together at the end of that turn, without waiting for any
other writer. Requests to a database server and its answers go through the loop too. A thread does the rest: everything
while the disk is slow (`Pace`), long batches, and requests for which the store has to be read first.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from time import monotonic

from domain.events import Event
from domain.records import dataclass
from server.journal import entries
from server.journal.errors import JournalClosed, JournalTrouble
from server.journal.following import Following
from server.journal.store import Journal

MAX_BATCH_REQUESTS = 256
"""Requests in one transaction at most: a long queue must not delay the first answer for long."""
MAX_LOOP_COMMIT_SECONDS = 0.005
"""Seconds that a commit may hold the loop on average: half of what the feed takes before it lets others in."""
SLOW_DISK_REST_SECONDS = 10.0
"""Seconds after which a disk that was slow is tried again."""
MAX_LOOP_EVENTS = 64


@dataclass(frozen=True, slots=True)
class WaitingRequest:
    request: entries.Append
    future: "asyncio.Future[AppendAnswer]"


AppendAnswer = entries.AppendOutcome | Exception
"""An exception that is no outcome: the store, or the request itself, made one impossible."""
Answers = Iterable[tuple[WaitingRequest, AppendAnswer]]
BegunBatch = asyncio.Future[bool] | None
"""A batch on its way through the loop. None, or then False: the thread has to find out."""


@dataclass(slots=True)
class Pace:
    """Whether the disk is swift, by the moving average of the last eight commits in the loop."""

    average: float = 0.0
    again: float = 0.0
    """The time at which a slow disk is tried again, by `monotonic`."""

    @property
    def swift(self) -> bool:
        return monotonic() >= self.again

    def took(self, seconds: float) -> None:
        self.average += (seconds - self.average) / 8
        if self.average > MAX_LOOP_COMMIT_SECONDS:
            self.average, self.again = MAX_LOOP_COMMIT_SECONDS, monotonic() + SLOW_DISK_REST_SECONDS


TellWritten = Callable[[str, Sequence[entries.Entry]], None]
"""(stream, new entries)"""


class AsyncJournal:
    """The methods of `Journal` as coroutines of one event loop. Requests are stored in the order they were made."""

    def __init__(self, journal: Journal, pace: Pace | None = None, written: TellWritten | None = None) -> None:
        """`written` is told what this process has written, stream by stream in order, before whoever asked for it: for
        a cluster to tell its other workers. It must not wait.
        """
        self.journal = journal
        self._pace = pace or Pace()
        self._waiting: list[WaitingRequest] = []
        """Asked for in this turn of the loop, or while the writer was at work."""
        self._asked = self._company = 0
        """The callers of this turn, and of the last turn that had any."""
        self._writer: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "journal")
        self._closing = False
        self.following = Following(journal)
        """What other processes write to the journal."""
        self._written = written

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
    ) -> list[entries.Entry]:
        """Returns when the entries are on the disk. `after` may count on requests made before: `follows` says which."""
        request = entries.Append(stream, after, by, command_id, tuple(events), at or datetime.now(UTC), digest, follows)
        [answer] = await self.append_many([request])
        if isinstance(answer, list):
            return answer
        raise answer

    async def append_many(self, requests: Sequence[entries.Append]) -> list[AppendAnswer]:
        """An answer for each request. They share a transaction if nothing is wrong with any of them."""
        if self._closing:
            raise JournalClosed
        loop = asyncio.get_running_loop()
        self._asked += 1
        if self._asked == 1:
            loop.call_soon(self._end_turn)
        alone = self._asked == 1 and self._company <= 1 and self._writer is None
        if alone and (outcomes := self._stored_at_once(requests)) is not None:
            self._tell(outcomes)
            return [*outcomes]
        asked = [WaitingRequest(request, loop.create_future()) for request in requests]
        self._waiting += asked
        if alone:
            self._start_writing()
        return [await one.future for one in asked]

    async def adopt(self, stream: str, rows: Sequence[bytes], read: Sequence[entries.Entry]) -> None:
        """Store rows written elsewhere, which are these entries; the offices hear of them as of another process's."""
        await asyncio.to_thread(self.journal.adopt, stream, rows)
        self._tell([[*read]])
        await self.following.take(read)

    async def read(self, stream: str, after: int = 0, upto: int | None = None) -> list[entries.Entry]:
        return await asyncio.to_thread(lambda: list(self.journal.read(stream, after, upto)))

    async def verify(self, stream: str) -> entries.Head | entries.Broken:
        return await asyncio.to_thread(self.journal.verify, stream)

    async def streams(self) -> list[entries.StreamInfo]:
        return await asyncio.to_thread(self.journal.streams)

    async def head(self, stream: str) -> entries.StreamInfo | None:
        return await asyncio.to_thread(self.journal.head, stream)

    async def founded_by(self, command_id: str) -> str:
        return await asyncio.to_thread(self.journal.founded_by, command_id)

    async def close(self) -> None:
        """Store what was asked for before, then close the journal."""
        self._closing = True
        await self.rest()
        self._thread.shutdown()
        await asyncio.to_thread(self.journal.close)

    async def rest(self) -> None:
        """Returns when everything that was asked for is stored."""
        self._end_turn()
        if self._writer is not None:
            await asyncio.wait([self._writer])

    def _end_turn(self) -> None:
        """Store what several have asked for in this turn; a writer at work takes that too."""
        self._company, self._asked = self._asked, 0
        if self._writer is not None or not self._waiting:
            return
        outcomes = self._stored_at_once([one.request for one in self._waiting])
        if outcomes is None:
            self._start_writing()
            return
        waiting, self._waiting = self._waiting, []
        self._resolve(zip(waiting, outcomes, strict=True))

    def _start_writing(self) -> None:
        batch = self._next_batch()
        self._writer = asyncio.get_running_loop().create_task(self._write(batch, self._begun(batch)))

    def _stored_at_once(self, requests: Sequence[entries.Append]) -> list[entries.AppendOutcome] | None:
        """The outcomes, or None where nothing was stored: the writing task then does it and reports any trouble."""
        if not self._pace.swift or sum(len(request.events) for request in requests) > MAX_LOOP_EVENTS:
            return None
        began = monotonic()
        try:
            return self.journal.append_at_once(requests)
        except Exception:  # noqa: BLE001 the writing task meets the same error and reports it
            return None
        finally:
            self._pace.took(monotonic() - began)

    async def _write(self, batch: list[WaitingRequest], begun: BegunBatch) -> None:
        """Store one batch after the other; requests made meanwhile are the next batch."""
        loop = asyncio.get_running_loop()
        try:
            while batch:
                if begun is None or not await begun:
                    self._resolve(await loop.run_in_executor(self._thread, self._answers, batch))
                batch = self._next_batch()
                begun = self._begun(batch)
        finally:
            self._writer = None

    def _next_batch(self) -> list[WaitingRequest]:
        batch, self._waiting = self._waiting[:MAX_BATCH_REQUESTS], self._waiting[MAX_BATCH_REQUESTS:]
        return batch

    def _begun(self, batch: list[WaitingRequest]) -> BegunBatch:
        """Who waits is told by the journal itself: a turn of a busy loop takes longer than a commit."""

        def told(outcomes: list[entries.AppendOutcome]) -> None:
            self._resolve(zip(batch, outcomes, strict=True))

        try:
            return self.journal.append_soon([one.request for one in batch], told) if batch else None
        except Exception:  # noqa: BLE001 the thread meets the same error and reports it
            return None

    def _answers(self, batch: list[WaitingRequest]) -> Answers:
        """The answers of one transaction; where it fails as a whole, each request is tried by itself."""
        try:
            return list(zip(batch, self.journal.append_many([one.request for one in batch]), strict=True))
        except JournalTrouble as trouble:
            return [(one, trouble) for one in batch]
        except Exception as error:  # noqa: BLE001 the edge of the thread: the waiting caller gets the error
            if len(batch) == 1:
                return [(batch[0], error)]
            return [answer for one in batch for answer in self._answers([one])]

    def _resolve(self, answers: Answers) -> None:
        """Give each waiting caller its answer; callers that were cancelled are left out."""
        for waiting, answer in answers:
            self._tell([answer])
            if not waiting.future.done():
                waiting.future.set_result(answer)

    def _tell(self, answers: Iterable[AppendAnswer]) -> None:
        for answer in answers:
            if self._written is not None and isinstance(answer, list) and answer:
                self._written(answer[0].stream, answer)
