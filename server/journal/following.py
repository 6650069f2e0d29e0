"""What other processes have written to the journal, told to the offices of this one.

A cluster hands over the entries that its other workers publish (`take`), and looks now and then for what it missed
(`sweep`). A server that only reads looks all the time; one that writes alone does neither. Nothing depends on the order
of different streams: an office takes in an entry that is sealed after the newest it has, and reads its stream from the
journal otherwise.
"""

import asyncio
import logging
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from server.journal.entries import Entry, Unread
from server.journal.errors import BrokenChain, UnknownEvent
from server.journal.store import Journal
from server.supervisor import Work

log = logging.getLogger("tablo.office")

EVERYTHING_ELSE = ""
VERSIONS_SWEEP_SECONDS = 60.0


class Listener(Protocol):
    """The office of a stream, or of many."""

    def lacks(self, stream: str, version: int) -> bool:
        """True if memory is behind this version of a stream that it should know."""
        ...

    async def hear(self, entry: Entry | Unread) -> None: ...


class Following:
    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._listeners: dict[str, Listener] = {}

    @contextmanager
    def telling(self, listener: Listener, stream: str = EVERYTHING_ELSE) -> Iterator[None]:
        """Entries of one stream, of a room of them (`festival/`), or of all that nobody else asked for; read what is
        there after this has begun.
        """
        self._listeners[stream] = listener
        try:
            yield
        finally:
            del self._listeners[stream]

    async def take(self, entries: Iterable[Entry | Unread]) -> None:
        """Tell the offices what has been written elsewhere; one that fails does not keep the others from theirs."""
        for entry in entries:
            listener = self._listener(entry.stream)
            try:
                if listener is not None:
                    await listener.hear(entry)
            except Exception:
                facts = {"stream": entry.stream, "version": entry.version}
                log.exception("what another process wrote was not taken in", extra={"facts": facts})

    async def sweep(self) -> None:
        """Compare the versions of all streams with what the offices know, and tell them what they missed.

        Raises CannotRead.
        """
        for stream, version in (await asyncio.to_thread(self._journal.versions)).items():
            listener = self._listener(stream)
            if listener is not None and listener.lacks(stream, version):
                await self.take([await asyncio.to_thread(self._newest, stream, version)])

    def works(self, seconds: float = VERSIONS_SWEEP_SECONDS) -> Mapping[str, Work]:
        """For the supervisor, where other processes write: a message of theirs can be lost with a connection.

        `seconds` between two looks.
        """

        async def keep_swept() -> None:
            while True:
                await self.sweep()
                await asyncio.sleep(seconds)

        return {"following": keep_swept}

    def _listener(self, stream: str) -> Listener | None:
        room = stream[: stream.find("/") + 1]
        told = self._listeners
        return told.get(stream) or told.get(room) or told.get(EVERYTHING_ELSE)

    def _newest(self, stream: str, version: int) -> Entry | Unread:
        try:
            [entry] = self._journal.read(stream, version - 1, version)
        except (BrokenChain, UnknownEvent) as trouble:
            return Unread(stream, version, trouble)
        return entry
