"""The rating lists of this server, and the one that is being read: by a process of its own, so that nobody waits."""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from domain.files.player_list import ChosenColumns
from server.notice import Why, notice
from server.rating_lists.file_building import COMING
from server.rating_lists.reading import PROGRESS_STEPS
from server.rating_lists.shelf import Shelf
from server.rating_lists.waiting import WaitingList, forget_old_ones
from server.supervisor import Supervisor, stop

ARRIVING = "arriving"
"""The file in the folder of the lists that an upload is kept in until it is read."""
LONGEST_TROUBLE_CHARS = 400


def nobody_waits() -> None:
    """Nobody is told of a new list."""


@dataclass(slots=True)
class RatingLists:
    """The shelf, and what comes to it."""

    shelf: Shelf
    folder: Path
    """The folder that uploads are kept in until they are read."""
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
        self._begin(_ListToRead(arrived, month, publisher))

    def begin_waiting(self, waiting: WaitingList, chosen: ChosenColumns | None) -> None:
        """Reads the list by these columns, or by its heads. Where it is refused it waits for others."""
        self._begin(_ListToRead(waiting.path(self.folder), waiting.month, waiting.publisher, waiting, chosen))

    def _begin(self, wanted: "_ListToRead") -> None:
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

    async def _read(self, wanted: "_ListToRead") -> None:
        await asyncio.to_thread(self._forget_halves)
        place = {"TABLO_DATABASE": self.database} if self.database else {}
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *wanted.command,
            "--data",
            str(self.folder.parent),
            env={**os.environ, **place},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            await self._followed(child, wanted)
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
            await asyncio.to_thread(self._cleared, wanted)

    def _cleared(self, wanted: "_ListToRead") -> None:
        if self.refused is None:
            wanted.path.unlink(missing_ok=True)
        self._forget_halves()

    def _forget_halves(self) -> None:
        """Lists that were broken off, also by a fall of the machine."""
        for left in self.folder.glob(f"{COMING}*"):
            shutil.rmtree(left, ignore_errors=True)

    async def _followed(self, child: asyncio.subprocess.Process, wanted: "_ListToRead") -> None:
        if child.stdout is None or child.stderr is None:
            raise RuntimeError("the pipes of a child are there")
        async for line in child.stdout:
            step = line.strip()
            self.share = int(step) / PROGRESS_STEPS if step.isdigit() else self.share
        said = (await child.stderr.read()).decode("utf-8", "replace").strip()
        if await child.wait():
            why = said.rpartition(f"{wanted.path.name}: ")[2][:LONGEST_TROUBLE_CHARS]
            self.trouble, self.refused = why or notice("rating-list-stopped"), wanted.waiting
        else:
            self.came()


@dataclass(frozen=True, slots=True)
class _ListToRead:
    path: Path
    month: str
    publisher: str
    waiting: WaitingList | None = None
    chosen: ChosenColumns | None = None

    @property
    def command(self) -> list[str]:
        """The arguments of the program that reads it, but for the place of the lists."""
        asked = ["-m", "server.cli", "rating-list", "import", str(self.path), "--progress"]
        asked += ["--publisher", self.publisher, *(["--month", self.month] if self.month else [])]
        if self.chosen is not None:
            asked += ["--places", ",".join(f"{field}={at + 1}" for field, at in self.chosen.columns.items())]
            asked += [] if self.chosen.header else ["--no-heads"]
        return asked
