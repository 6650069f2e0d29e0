"""Whether the disk under the journal takes another write, for programs that watch the server."""

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from domain.records import dataclass

TRIED_BYTES = 64 * 1024
"""Bytes that a command and its page of the write-ahead log take, with something to spare."""
PROBE_SECONDS = 5.0
"""A disk is not asked more often, however many watch."""


@dataclass(slots=True)
class WritingRoom:
    """`trouble()` is the operating system's reason why nothing can be written to a folder; empty = it can.

    A free byte is not looked for in the statistics of the file system, which know nothing of quotas and of media that
    have become read-only: some are written, and taken away again.
    """

    _folder: Path
    _clock: Callable[[], float] = time.monotonic
    _looked: float | None = None
    _found: str = ""

    async def trouble(self) -> str:
        now = self._clock()
        if self._looked is None or now - self._looked >= PROBE_SECONDS:
            self._looked = now
            self._found = await asyncio.to_thread(self._tried)
        return self._found

    def _tried(self) -> str:
        try:
            with tempfile.TemporaryFile(dir=self._folder, buffering=0) as file:
                file.write(os.urandom(TRIED_BYTES))
        except OSError as error:
            return (error.strerror or str(error)).lower()
        return ""
