"""The library's own projection runner, unchanged, follows a journal that Tablo writes."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, ClassVar
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent, Tracking
from eventsourcing.popo import POPOTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner

from domain import events as e
from domain.events import Event
from domain.words.games import Result
from server.journal import Journal, open_journal
from server.journal.codec import Codec, row_claims
from tests.crosstable import announcement

AT = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)


JOURNAL_VARIABLE = "TABLO_JOURNAL"
"""The journal's file, or its database address."""


@dataclass(frozen=True, slots=True)
class JournalEvent:
    """An entry as the library knows events: which stream it is in, at which version, and what happened."""

    originator_id: UUID
    originator_version: int
    stream: str
    by: str
    recorded_at: datetime
    happened: Event


class JournalMapper(Mapper[UUID]):
    """Makes an event of a stored row; an older shape is brought up to the newest."""

    def __init__(self) -> None:
        self._codec = Codec()

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        raise TypeError("the office writes a journal; this application reads it")

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        """Raises what the journal raises for a row that cannot be read."""
        stream = row_claims(stored_event.state).stream
        entry = self._codec.read(stored_event.topic, stored_event.state, stream, stored_event.originator_version)
        id, version = UUID(str(stored_event.originator_id)), stored_event.originator_version
        return JournalEvent(id, version, stream, entry.by, entry.recorded_at, entry.event)


class JournalApplication(Application[UUID]):
    """The library's application over a journal."""

    env: ClassVar[dict[str, str]] = {}

    def construct_recorder(self) -> ApplicationRecorder:
        journal = open_journal(self.env[JOURNAL_VARIABLE])
        self._journal = journal
        return journal.recorder

    def construct_mapper(self) -> Mapper[UUID]:
        return JournalMapper()

    def close(self) -> None:
        super().close()
        self._journal.close()


class ResultsByStream(POPOTrackingRecorder):
    """A view of the library's kind: how many results each tournament has."""

    def __init__(self) -> None:
        super().__init__()
        self.results: dict[str, int] = {}

    def count(self, stream: str, tracking: Tracking) -> None:
        with self._database_lock:
            self._insert_tracking(tracking)
            self.results[stream] = self.results.get(stream, 0) + 1

    def pass_over(self, tracking: Tracking) -> None:
        with self._database_lock:
            self._insert_tracking(tracking)


class CountResults(Projection[ResultsByStream]):
    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        assert isinstance(domain_event, JournalEvent)
        if isinstance(domain_event.happened, e.ResultRecorded):
            self.view.count(domain_event.stream, tracking)
        else:
            self.view.pass_over(tracking)


def results(journal: Journal, stream: str, first: int, last: int, after: int) -> None:
    events = [e.ResultRecorded(1, board, Result.DRAW) for board in range(first, last + 1)]
    journal.append(stream, after, "Anna", f"{stream} {first}", events, AT)


def test_it_counts_what_was_there_and_what_comes(journal: Journal, url: str) -> None:
    journal.append("open", 0, "Anna", "new", announcement(), AT)
    results(journal, "open", 1, 3, after=1)
    with ProjectionRunner(
        application_class=JournalApplication,
        projection_class=CountResults,
        view_class=ResultsByStream,
        env={"TABLO_JOURNAL": url},
    ) as runner:
        runner.wait(journal.recorder.max_notification_id(), timeout=30)
        assert runner.view.results == {"open": 3}
        results(journal, "open", 4, 6, after=4)
        results(journal, "blitz", 1, 2, after=0)
        runner.wait(journal.recorder.max_notification_id(), timeout=30)
        assert runner.view.results == {"open": 6, "blitz": 2}
