"""Our recorders keep the library's contract (`eventsourcing.persistence.ApplicationRecorder`)."""

from collections.abc import Callable
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder, IntegrityError, StoredEvent

from server.journal import Journal
from server.journal.postgres.journal import PostgresJournal
from server.journal.sqlite.journal import SQLiteJournal

ONE, TWO = uuid4(), uuid4()


@pytest.fixture
def recorder(journal: Journal) -> ApplicationRecorder:
    assert isinstance(journal, SQLiteJournal | PostgresJournal)
    return journal.recorder


def stored(stream: UUID, version: int, topic: str = "T") -> StoredEvent:
    return StoredEvent(stream, version, topic, f"{version}".encode())


def test_events_come_back_as_they_were_put_in(recorder: ApplicationRecorder) -> None:
    events = [stored(ONE, version) for version in range(1, 6)]
    recorder.insert_events(events)
    assert list(recorder.select_events(ONE)) == events
    assert list(recorder.select_events(ONE, gt=1, lte=3)) == events[1:3]
    assert list(recorder.select_events(ONE, desc=True, limit=2)) == events[:2:-1]


def test_positions_rise_in_the_order_of_insertion(recorder: ApplicationRecorder) -> None:
    positions = recorder.insert_events([stored(ONE, 1), stored(TWO, 1), stored(ONE, 2)])
    assert positions is not None
    assert list(positions) == sorted(set(positions))
    assert recorder.max_notification_id() == positions[-1]


def test_a_taken_version_is_refused_with_everything_beside_it(recorder: ApplicationRecorder) -> None:
    recorder.insert_events([stored(ONE, 1)])
    with pytest.raises(IntegrityError):
        recorder.insert_events([stored(TWO, 1), stored(ONE, 1)])
    assert list(recorder.select_events(TWO)) == []


def test_notifications_are_selected_by_position_and_topic(recorder: ApplicationRecorder) -> None:
    recorder.insert_events([stored(ONE, 1, "A"), stored(ONE, 2, "B"), stored(TWO, 1, "A")])
    everything = recorder.select_notifications(None, 10)
    first = everything[0].id
    assert [found.originator_version for found in everything] == [1, 2, 1]
    assert list(recorder.select_notifications(first, 10, inclusive_of_start=False)) == list(everything[1:])
    assert list(recorder.select_notifications(first, 10, topics=["A"])) == [everything[0], everything[2]]
    assert list(recorder.select_notifications(first, 10, stop=first + 1)) == list(everything[:2])
    assert list(recorder.select_notifications(first, 1)) == [everything[0]]


def test_a_journal_survives_rows_of_others_in_its_store(
    recorder: ApplicationRecorder, journal: Journal, reopen: Callable[[], Journal]
) -> None:
    recorder.insert_events([stored(ONE, 1)])
    assert journal.streams() == []
    assert list(reopen().read("open")) == []
