"""The rating lists of this server, and the one that is being read: by a process of its own, so that nobody waits."""

import asyncio
import os
import shutil
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from server.notice import Why, notice
from server.rating_lists.reading import PROGRESS_STEPS
from server.rating_lists.shelf import Shelf

ARRIVING = "arriving"
"""The file in the folder of the lists that an upload is kept in until it is read."""
LONGEST_TROUBLE_CHARS = 400


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
    trouble: Why = ""
    """The reason the last one was refused."""
    _reading: asyncio.Task[None] | None = field(default=None)

    _arrives: bool = False
    """A file is being received."""

    @property
    def underway(self) -> bool:
        return self._arrives or (self._reading is not None and not self._reading.done())

    def begin(self, arrived: Path, month: str, publisher: str) -> None:
        """Reads the file at `arrived`, which is then thrown away."""
        self.share, self.trouble = 0.0, ""
        self._reading = asyncio.create_task(self._read(arrived, month, publisher), name="rating list")

    async def ended_within(self, seconds: float) -> None:
        """Returns when nothing is being read any more, or after this time."""
        if self._reading is not None:
            await asyncio.wait({self._reading}, timeout=seconds)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """A list half read at the end is forgotten: the old one stays."""
        try:
            yield
        finally:
            if self._reading is not None:
                self._reading.cancel()
                with suppress(asyncio.CancelledError):
                    await self._reading
            await asyncio.to_thread(self.shelf.close)

    @contextmanager
    def arriving(self) -> Iterator[Path]:
        """The place where an upload is kept; until it has come no other list may."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._arrives = True
        try:
            yield self.folder / ARRIVING
        finally:
            self._arrives = False

    async def _read(self, arrived: Path, month: str, publisher: str) -> None:
        command = ["-m", "server.cli", "rating-list", "import", str(arrived), "--progress"]
        command += [
            "--publisher",
            publisher,
            "--data",
            str(self.folder.parent),
            *(["--month", month] if month else []),
        ]
        place = {"TABLO_DATABASE": self.database} if self.database else {}
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            env={**os.environ, **place},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            await self._followed(child)
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
            await asyncio.to_thread(self._cleared, arrived)

    def _cleared(self, arrived: Path) -> None:
        arrived.unlink(missing_ok=True)
        for left in self.folder.glob(".coming-*"):
            shutil.rmtree(left, ignore_errors=True)

    async def _followed(self, child: asyncio.subprocess.Process) -> None:
        if child.stdout is None or child.stderr is None:
            raise RuntimeError("the pipes of a child are there")
        async for line in child.stdout:
            step = line.strip()
            self.share = int(step) / PROGRESS_STEPS if step.isdigit() else self.share
        said = (await child.stderr.read()).decode("utf-8", "replace").strip()
        if await child.wait():
            self.trouble = said.rpartition(f"{ARRIVING}: ")[2][:LONGEST_TROUBLE_CHARS] or notice("rating-list-stopped")
