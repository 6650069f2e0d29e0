"""Our recorders keep the library's contract (`eventsourcing.persistence.ApplicationRecorder`)."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder, IntegrityError, StoredEvent

from domain.events import ResultRecorded
from domain.words.games import Result
from server.journal import AlreadyDone, Entry, Journal, open_journal
from server.journal.postgres.journal import PostgresJournal
from server.journal.sqlite.journal import SQLiteJournal
from server.journal.store import StoredRow, stream_id

ONE, TWO = uuid4(), uuid4()


@pytest.fixture
def recorder(journal: Journal) -> ApplicationRecorder:
    assert isinstance(journal, SQLiteJournal | PostgresJournal)
    return journal.recorder


def add(journal: Journal, number: int) -> list[Entry]:
    event = ResultRecorded(1, number, Result.DRAW)
    return journal.append("open", number - 1, "Ivanova", f"c{number}", [event], datetime(2026, 11, 21, tzinfo=UTC))


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


def test_what_a_journal_appended_is_what_the_recorder_selects(recorder: ApplicationRecorder, journal: Journal) -> None:
    for number in (1, 2):
        add(journal, number)
    selected = recorder.select_events(UUID(stream_id("open")))
    assert [event.state for event in selected] == list(journal.lines("open"))
    assert [event.originator_version for event in selected] == [1, 2]


def test_rows_put_in_through_the_recorder_are_a_journal(
    recorder: ApplicationRecorder, journal: Journal, tmp_path: Path
) -> None:
    another = open_journal(str(tmp_path / "another.sqlite"))
    add(another, 1)
    rows = [StoredRow(stream_id("open"), 1, "ResultRecorded", line, "c1") for line in another.lines("open")]
    recorder.insert_events(rows, new_streams=["open"])
    assert list(journal.read("open")) == list(another.read("open"))
    another.close()
    with pytest.raises(AlreadyDone):
        add(journal, 1)
    assert [entry.version for entry in add(journal, 2)] == [2]


def test_a_command_is_claimed_once_by_the_rows_of_a_recorder(recorder: ApplicationRecorder) -> None:
    recorder.insert_events([StoredRow(ONE.hex, 1, "T", b"1", "c1")])
    with pytest.raises(IntegrityError):
        recorder.insert_events([StoredRow(TWO.hex, 1, "T", b"1", "c1")])
    assert list(recorder.select_events(TWO)) == []


def test_rows_of_others_belong_to_no_stream(recorder: ApplicationRecorder, journal: Journal) -> None:
    recorder.insert_events([stored(ONE, 1)])
    add(journal, 1)
    assert journal.versions() == {"open": 1}
