"""The rating lists of this server, and the one that is being read: by a process of its own, so that nobody waits."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from domain.files.encodings import Encoding
from domain.files.lists.players import ChosenColumns
from domain.files.lists.rows import BadRoster
from domain.refusals import FileKind, FileTooHeavy, FileTooSlow, Refusal
from server.notice import Why, notice
from server.rating_lists.files import COMING
from server.rating_lists.importing import ListToRead, import_list
from server.rating_lists.national import WaitingList, forget_old_ones
from server.rating_lists.reading import BadRatingList
from server.rating_lists.shelf import Shelf
from server.supervisor import Supervisor, stop
from server.workers.pool import Workers
from web.wording import Language
from web.wording.imports import list_sentence
from web.wording.refusals import sentence

ARRIVING = "arriving"
"""The file in the folder of the lists that an upload is kept in until it is read."""


def nobody_waits() -> None:
    """Nobody is told of a new list."""


@dataclass(slots=True)
class RatingLists:
    """The shelf, and what comes to it."""

    shelf: Shelf
    folder: Path
    """The folder that uploads are kept in until they are read."""
    workers: Workers
    database: str = ""
    """The address of the database that the lists are in; empty = they are files beside the uploads."""
    share: float = 0.0
    """The part of the new list that is read."""
    publisher: str = ""
    """The one whose list was sent last."""
    trouble: Why = ""
    """The reason the last one was refused."""
    refused: WaitingList | None = None
    """The last one, where it was refused and other columns can be chosen."""
    fetching: bool = False
    """The file that arrives is fetched from the internet."""
    came: Callable[[], None] = nobody_waits
    """Told when a new list is here, or another one counts."""
    background: Supervisor = field(default_factory=Supervisor)
    _reading: asyncio.Task[None] | None = field(default=None)

    _arrives: bool = False
    """A file is being received."""

    @property
    def underway(self) -> bool:
        return self._arrives or (self._reading is not None and not self._reading.done())

    def comes(self, publisher: str) -> bool:
        """A list of this publisher is being read."""
        return self.underway and self.publisher == publisher

    def begin(self, arrived: Path, month: str, publisher: str) -> None:
        """Reads the file at `arrived`, which is then thrown away."""
        self._begin(_Coming(arrived, month, publisher))

    def begin_waiting(
        self, waiting: WaitingList, chosen: ChosenColumns | None, encoding: Encoding | None = None
    ) -> None:
        """Reads the list by these columns, or by its heads. Where it is refused it waits for others."""
        self._begin(_Coming(waiting.path(self.folder), waiting.month, waiting.publisher, waiting, chosen, encoding))

    def _begin(self, wanted: "_Coming") -> None:
        self.share, self.trouble, self.refused, self.publisher = 0.0, "", None, wanted.publisher
        self._reading = self.background.begin("list-reading", lambda: self._read(wanted))

    async def ended_within(self, seconds: float | None) -> None:
        """Returns when nothing is being read any more, or after this time; None = however long it takes."""
        if self._reading is not None:
            await asyncio.wait({self._reading}, timeout=seconds)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """A list half read at the end is forgotten: the old one stays."""
        try:
            yield
        finally:
            await stop(filter(None, [self._reading]))
            await asyncio.to_thread(self.shelf.close)

    @contextmanager
    def arriving(self, waiting: WaitingList | None = None) -> Iterator[Path]:
        """The place where an upload is kept; until it has come no other list may."""
        self.folder.mkdir(parents=True, exist_ok=True)
        forget_old_ones(self.folder)
        self._arrives = True
        try:
            yield waiting.path(self.folder) if waiting else self.folder / ARRIVING
        finally:
            self._arrives = False

    async def _read(self, wanted: "_Coming") -> None:
        await asyncio.to_thread(self._forget_halves)
        list = wanted.as_read(self.folder.parent, self.database)
        try:
            await self.workers.follow(FileKind.LIST, wanted.said, partial(import_list, list), self._moved)
        except BadRoster as problem:
            self._refuse(wanted, RosterTrouble(problem))
        except BadRatingList as problem:
            self._refuse(wanted, problem.notice)
        except (FileTooHeavy, FileTooSlow) as refusal:
            self._refuse(wanted, RefusedFile(refusal))
        except Exception:  # of the disk or the database: the supervisor tells it
            self._refuse(wanted, notice("rating-list-stopped"))
            raise
        else:
            self.came()
        finally:
            await asyncio.to_thread(self._cleared, wanted)

    def _moved(self, share: float) -> None:
        self.share = share

    def _refuse(self, wanted: "_Coming", why: Why) -> None:
        self.trouble, self.refused = why, wanted.waiting

    def _cleared(self, wanted: "_Coming") -> None:
        if self.refused is None:
            wanted.path.unlink(missing_ok=True)
        self._forget_halves()

    def _forget_halves(self) -> None:
        """Lists that were broken off, also by a fall of the machine."""
        for left in self.folder.glob(f"{COMING}*"):
            shutil.rmtree(left, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class RosterTrouble:
    """A national list that cannot be read, in words when somebody looks."""

    problem: BadRoster

    def in_words(self, words: Language) -> str:
        return list_sentence(self.problem, words)


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A list that took too much, in words when somebody looks."""

    refusal: Refusal

    def in_words(self, words: Language) -> str:
        return sentence(self.refusal, None, words)


@dataclass(frozen=True, slots=True)
class _Coming:
    path: Path
    month: str
    publisher: str
    waiting: WaitingList | None = None
    chosen: ChosenColumns | None = None
    encoding: Encoding | None = None

    @property
    def said(self) -> str:
        """As a sentence has it."""
        return f"{self.publisher} {self.month}".strip()

    def as_read(self, data: Path, database: str) -> ListToRead:
        return ListToRead(
            self.path, data, database, self.publisher, self.month, chosen=self.chosen, encoding=self.encoding
        )
