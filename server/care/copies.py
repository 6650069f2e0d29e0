"""A copy of the journal at every published round, in rotation beside it: what the hall hangs up can be had again.

A process that finds at its start that the newest round was published after the newest copy makes the missing one.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from domain.events import RoundPublished
from domain.records import dataclass
from projections.lists.catalogue import Summary
from server.journal import AsyncJournal, BrokenChain, CannotOpen, CannotWrite, Entry, JournalTrouble
from server.journal.errors import DamagedFile
from server.journal.sqlite.backup import backup_after_publication
from server.journal.sqlite.backup import copies as copies_beside
from server.journal.sqlite.journal import SQLiteJournal
from server.notice import ServerNotice, notice
from server.supervisor import Supervisor
from web.wording import Language

log = logging.getLogger("tablo.copies")

LONG_AGO = datetime.min.replace(tzinfo=UTC)

RETRY_COPY_AFTER = timedelta(minutes=1)
"""The time after a copy that failed until the next entry of anybody tries again."""


@dataclass(frozen=True, slots=True)
class Failing:
    """No copy could be made since then."""

    since: datetime
    tried: datetime
    why: ServerNotice
    damaged: bool
    """Room on the disk will not help: the journal is not what was written."""

    def in_words(self, words: Language) -> str:
        return self.why.in_words(words).removesuffix(".")


@dataclass(frozen=True, slots=True)
class KeptCopies:
    """Those in rotation beside the journal."""

    count: int
    newest: datetime
    """Long ago: there is none."""
    octets: int
    """Of the newest."""


@dataclass(slots=True)
class Copies:
    """Told of published rounds, first of all when a tournament has been read."""

    journal: AsyncJournal
    patience: timedelta = RETRY_COPY_AFTER
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    made: int = 0
    failures: int = 0
    failing: Failing | None = None
    background: Supervisor = field(default_factory=Supervisor)
    _copied: datetime = field(init=False)
    """The time up to which published rounds have a copy, as far as this process has to see to it."""
    _running: set["asyncio.Task[None]"] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._copied = self.began

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Copies"]:
        """A copy under way is finished before the journal is closed."""
        if isinstance(self.journal.journal, SQLiteJournal):
            self._copied = min(self.began, await asyncio.to_thread(newest_copy, Path(self.journal.journal.where)))
        try:
            yield self
        finally:
            if self._running:
                await asyncio.wait(self._running)

    async def kept(self) -> KeptCopies | None:
        """None: the journal is in PostgreSQL, which has its own ways."""
        journal = self.journal.journal
        return await asyncio.to_thread(_kept, journal) if isinstance(journal, SQLiteJournal) else None

    def found(self, summaries: Iterable[Summary]) -> None:
        """Take over the summaries at the start, before any tournament is read."""
        if self.journal.journal.read_only:
            return
        newest, of = LONG_AGO, ""
        for one in summaries:
            if one.published_at is not None and one.published_at > newest:
                newest, of = one.published_at, one.slug
        if newest > self._copied:
            self._copied = self.began
            self._start(of, newest)

    def changed(self, id: str, news: Sequence[Entry]) -> None:
        if self.journal.journal.read_only:
            return
        published, now = self._published(news), datetime.now(UTC)
        if published or (self.failing and now - self.failing.tried >= self.patience):
            self._start(id, published or now)

    def _start(self, id: str, published: datetime) -> None:
        task = self.background.begin("copies", lambda: self._copy(id, published))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _published(self, news: Sequence[Entry]) -> datetime | None:
        """The time a round was published that has no copy; None: none was."""
        newest = max((entry.recorded_at for entry in news if isinstance(entry.event, RoundPublished)), default=None)
        if newest is None or newest <= self._copied:
            return None
        self._copied = self.began  # one copy is enough for all that had none at the start
        return newest

    async def _copy(self, id: str, published: datetime) -> None:
        """The round is published all the same: the arbiter sees the trouble at the desk, the operator in the log."""
        try:
            made = await backup_after_publication(self.journal, id)
        except JournalTrouble as trouble:
            self._failed(trouble, published)
            log.error("no copy was made", extra={"facts": {"tournament": id, "why": str(trouble)}})
            return
        self.failing = None
        if made is not None:
            self.made += 1
            log.info("copied", extra={"facts": {"tournament": id, "to": made.path.name}})

    def _failed(self, trouble: JournalTrouble, published: datetime) -> None:
        self.failures += 1
        why = trouble.notice
        if isinstance(trouble, CannotWrite | CannotOpen):
            why = notice("copy-cannot-be-made-there", folder=Path(trouble.where).parent, why=trouble.why)
        since = self.failing.since if self.failing else published
        self.failing = Failing(since, datetime.now(UTC), why, isinstance(trouble, BrokenChain | DamagedFile))


def _kept(journal: SQLiteJournal) -> KeptCopies:
    there = copies_beside(Path(journal.where))
    return KeptCopies(len(there), max(map(_made_at, there), default=LONG_AGO), there[-1].stat().st_size if there else 0)


def newest_copy(journal: Path) -> datetime:
    """The time of the newest copy beside a journal, by its name; long ago if there is none."""
    return max(map(_made_at, copies_beside(journal)), default=LONG_AGO)


def _made_at(copy: Path) -> datetime:
    try:
        made = datetime.fromisoformat(copy.stem.rpartition("-")[2])
    except ValueError:
        return LONG_AGO
    return made if made.tzinfo else LONG_AGO
