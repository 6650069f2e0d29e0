"""Nobody changes a journal without being found out, at the very entry."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import ResultRecorded, RoundPublished
from domain.games import Result
from server.journal import Broken, BrokenChain, Head, Journal, UnknownEvent, open_journal
from server.journal.codec import Codec
from server.journal.planning import stream_id
from server.journal.reading import checked

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ten entries on the disk, nobody has the file open."""
    journal = open_journal(str(tmp_path / "t.sqlite"))
    for board in range(1, 11):
        journal.append("open", None, "Ivanova", f"c{board}", [ResultRecorded(1, board, Result.DRAW)], AT)
    journal.close()
    return tmp_path / "t.sqlite"


@pytest.fixture
def damaged(path: Path) -> Iterator[sqlite3.Connection]:
    """The file in the hands of somebody who knows how to get around a trigger."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER stored_events_update")
        db.execute("DROP TRIGGER stored_events_delete")
        yield db


def verdict(path: Path) -> Head | Broken:
    journal = open_journal(str(path))
    try:
        return journal.verify("open")
    finally:
        journal.close()


def test_an_untouched_journal_holds(path: Path) -> None:
    found = verdict(path)
    assert isinstance(found, Head)
    assert found.version == 10


def test_one_byte_changed_on_the_disk_is_found_at_its_entry(path: Path) -> None:
    data = bytearray(path.read_bytes())
    at = data.index(b'"board":7')
    data[at + len(b'"board":')] = ord("8")
    path.write_bytes(data)
    found = verdict(path)
    assert isinstance(found, Broken)
    assert found.version == 7


def test_a_damaged_journal_is_not_folded_past_the_damage(path: Path) -> None:
    data = path.read_bytes().replace(b'"board":7', b'"board":8')
    path.write_bytes(data)
    journal = open_journal(str(path))
    seen = []
    with pytest.raises(BrokenChain) as trouble:
        seen.extend(entry.version for entry in journal.read("open"))
    journal.close()
    assert trouble.value.version == 7
    assert str(trouble.value) == (
        "The journal of open is damaged at entry 7: its hash does not fit what is written there."
    )


def test_an_entry_taken_out_is_found(path: Path, damaged: sqlite3.Connection) -> None:
    damaged.execute(
        "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 4", (stream_id("open"),)
    )
    found = verdict(path)
    assert isinstance(found, Broken)
    assert found.version == 4


def test_two_entries_exchanged_are_found(path: Path, damaged: sqlite3.Connection) -> None:
    for old, new in ((4, 99), (5, 4), (99, 5)):
        damaged.execute(
            "UPDATE stored_events SET originator_version = ? WHERE originator_id = ? AND originator_version = ?",
            (new, stream_id("open"), old),
        )
    found = verdict(path)
    assert isinstance(found, Broken)
    assert found.version == 4


def test_an_event_stored_under_another_name_is_found(path: Path, damaged: sqlite3.Connection) -> None:
    damaged.execute("UPDATE stored_events SET topic = 'ResultCleared' WHERE originator_version = 3")
    found = verdict(path)
    assert isinstance(found, Broken)
    assert found.version == 3


def test_an_event_this_program_does_not_know_stops_the_reading(path: Path) -> None:
    old_program = Codec({"RoundPublished": RoundPublished}, {})
    journal = open_journal(str(path), old_program)
    with pytest.raises(UnknownEvent) as trouble:
        list(journal.read("open"))
    journal.close()
    assert (trouble.value.version, trouble.value.name) == (1, "ResultRecorded")


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_change_of_any_byte_is_found_at_its_row(data: st.DataObject) -> None:
    rows = list(ROWS)
    number = data.draw(st.integers(0, len(rows) - 1))
    place = data.draw(st.integers(0, len(rows[number]) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda value: value != rows[number][place]))
    rows[number] = rows[number][:place] + bytes([other]) + rows[number][place + 1 :]
    with pytest.raises(BrokenChain) as trouble:
        list(checked("open", [("ResultRecorded", row) for row in rows], 0, Codec()))
    assert trouble.value.version == number + 1


def rows_of_a_journal(folder: Path) -> list[bytes]:
    journal = open_journal(str(folder / "rows.sqlite"))
    for board in range(1, 4):
        journal.append("open", None, "Ива́нова", f"c{board}", [ResultRecorded(1, board, Result.DRAW)], AT)
    rows = list(journal.lines("open"))
    journal.close()
    return rows


@pytest.fixture(scope="module", autouse=True)
def _rows(tmp_path_factory: pytest.TempPathFactory) -> None:
    ROWS[:] = rows_of_a_journal(tmp_path_factory.mktemp("rows"))


ROWS: list[bytes] = []


def test_the_chain_can_be_checked_without_this_program(journal: Journal) -> None:
    """As `chain.py` promises: four lines of any language."""
    journal.append("open", 0, "Ivanova", "a", [RoundPublished(1), RoundPublished(2)], AT)
    previous = "0" * 64
    for line in journal.lines("open"):
        body, _, seal = line.partition(b',"hash":"')
        previous = sha256(previous.encode() + body).hexdigest()
        assert seal == previous.encode() + b'"}'
    assert journal.verify("open") == Head(2, previous)
