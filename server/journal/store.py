"""The part that all stored journals have in common, on two questions that each store answers in its own way."""

from abc import ABC, abstractmethod
from asyncio import Future
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from threading import RLock
from types import TracebackType

from eventsourcing.persistence import StoredEvent

from domain.events import Event
from server.journal.batch import EMPTY_TIP, CommandClaim, Plan, Tip, plan
from server.journal.codec import Codec
from server.journal.entries import Append, AppendOutcome, Broken, Entry, Head, StreamInfo
from server.journal.errors import BrokenChain, CannotWrite
from server.journal.reading import Named, about, adoption, checked, raise_refusal, settled_outcomes, verdict
from server.notice import notice

DecideBatch = Callable[[dict[str, Tip], Mapping[str, CommandClaim]], Plan]
"""From the tips of streams and the claims of commands, as they are now, to the rows to insert."""


class RowExists(Exception):
    """A version of a stream, or a command id, is taken. Nothing was inserted."""


class Guarded:
    """Around everything that writes: after trouble nothing is stored, and nothing is remembered about the tips.

    A class, for it is entered at every result, and a generator costs more.
    """

    __slots__ = ("_tips", "_trouble")

    def __init__(self, tips: dict[str, Tip], trouble: Callable[[BaseException], Exception | None]) -> None:
        self._tips = tips
        self._trouble = trouble

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is not None:
            self._tips.clear()
            told = self._trouble(error)
            if told is not None:
                raise told from error


class StoredJournal(ABC):
    """Remembers the tips of the streams it wrote, and who wins if it remembers wrongly is the store's uniqueness."""

    where: str
    """The store's name in sentences."""
    read_only = False
    """Nothing can be stored; what would write raises CannotWrite."""

    def __init__(self, codec: Codec | None) -> None:
        self._codec = codec or Codec()
        self._lock = RLock()
        self._tips: dict[str, Tip] = {}
        self._guarded = Guarded(self._tips, self._trouble)

    def append(
        self,
        stream: str,
        after: int | None,
        by: str,
        command_id: str,
        events: Sequence[Event],
        at: datetime,
        digest: str = "",
    ) -> list[Entry]:
        [outcome] = self.append_many([Append(stream, after, by, command_id, events, at, digest)])
        return raise_refusal(outcome)

    def append_many(self, requests: Sequence[Append]) -> list[AppendOutcome]:
        """Written on the tips we remember, or, if anything speaks against that, after looking closely."""
        with self._lock:
            made = self._plan_without_looking(requests) or self._plan_after_looking(requests)
            self._tips.update(made.tips)
        return settled_outcomes(made, self.read)

    def append_at_once(self, requests: Sequence[Append]) -> list[AppendOutcome] | None:
        return None

    def append_soon(self, requests: Sequence[Append]) -> Future[list[AppendOutcome] | None] | None:
        return None

    def adopt(self, stream: str, lines: Sequence[bytes]) -> int:
        def decide(tips: dict[str, Tip], _: Mapping[str, CommandClaim]) -> Plan:
            return adoption(stream, lines, tips.get(stream, EMPTY_TIP), self._codec)

        with self._lock:
            try:
                made = self._look_and_insert({stream}, (), decide)
            except RowExists as error:
                raise CannotWrite(self.where, notice("command-is-stored-already-another", stream=stream)) from error
            self._tips.update(made.tips)
        return made.tips[stream].version

    def read(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        return checked(stream, self._rows(stream, after, upto), after, self._codec)

    def continues(self, entry: Entry, previous: str) -> bool:
        return self._codec.continues(entry, previous)

    def lines(self, stream: str, after: int = 0, upto: int | None = None) -> Iterator[bytes]:
        return (row for _, row in self._rows(stream, after + 1, upto))

    def verify(self, stream: str) -> Head | Broken:
        try:
            return verdict(stream, self._rows(stream, 0, None), self._codec)
        except BrokenChain as trouble:
            return Broken(trouble.version, trouble.why)

    def streams(self) -> list[StreamInfo]:
        return [_info(*head) for head in self._heads()]

    def head(self, stream: str) -> StreamInfo | None:
        last = self._newest(stream)
        return _info(stream, last.originator_version, last.state) if last else None

    def founded_by(self, command_id: str) -> str:
        claim = self._claimed(command_id).get(command_id)
        return claim.stream if claim is not None and claim.first == 1 else ""

    def _plan_without_looking(self, requests: Sequence[Append]) -> Plan | None:
        """None: a command was or may have been there before, a version is wrong, or another process wrote."""
        made = self._planned(requests)
        if made is None:
            return None
        try:
            self._insert(made)
        except RowExists:
            return None
        return made

    def _planned(self, requests: Sequence[Append]) -> Plan | None:
        """On the tips we remember. None: somebody would be refused, and deserves a closer look."""
        tips = {}
        for request in requests:
            tip = self._tips.get(request.stream)
            if tip is None or not request.events:
                return None
            tips[request.stream] = tip
        made = plan(requests, tips, {}, self._codec)
        for outcome in made.outcomes:
            if not isinstance(outcome, list):
                return None
        return made

    def _plan_after_looking(self, requests: Sequence[Append]) -> Plan:
        def decide(tips: dict[str, Tip], claims: Mapping[str, CommandClaim]) -> Plan:
            return plan(requests, tips, claims, self._codec)

        streams = {request.stream for request in requests}
        return self._look_and_insert(streams, [request.command_id for request in requests], decide)

    @abstractmethod
    def _trouble(self, error: BaseException) -> Exception | None:
        """Undo whatever was begun. Returns what to raise in place of the store's own error; None: it stays as it is."""

    @abstractmethod
    def _insert(self, made: Plan) -> None:
        """In one transaction, on the disk when it returns. Raises `RowExists`."""

    @abstractmethod
    def _look_and_insert(self, streams: set[str], command_ids: Sequence[str], decide: DecideBatch) -> Plan:
        """Look, decide and insert in one transaction during which nobody else writes."""

    @abstractmethod
    def _rows(self, stream: str, since: int, upto: int | None) -> list[Named]:
        """Both ends included."""

    @abstractmethod
    def _heads(self) -> list[tuple[str, int, bytes]]:
        """The newest row of each stream with its version, by the stream's name."""

    @abstractmethod
    def _newest(self, stream: str) -> StoredEvent | None:
        """The newest row of one stream."""

    @abstractmethod
    def _claimed(self, command_id: str) -> dict[str, CommandClaim]:
        """The claim of this command id, if it was used."""


def _info(stream: str, version: int, row: bytes) -> StreamInfo:
    try:
        last = about(stream, version, row)
    except BrokenChain:  # whoever reads the stream is told; the others have nothing to do with it
        return StreamInfo(stream, version, "", EMPTY_TIP.recorded_at)
    return StreamInfo(stream, last.version, last.hash, last.recorded_at)
