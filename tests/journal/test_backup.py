"""A copy that was never restored is a hope. These are restored."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread

import pytest

from domain.events import ResultRecorded
from domain.words.games import Result
from server.journal import AsyncJournal, BrokenChain, CannotOpen, CannotWrite, Head, PersonalData
from server.journal.errors import CannotErase, DamagedFile
from server.journal.sqlite.backup import (
    ABANDONED_COPY_AGE,
    Erased,
    backup,
    backup_after_publication,
    backup_folder,
    backup_in_rotation,
    copies,
    drill,
    erase_everywhere,
    restore,
)
from server.journal.sqlite.journal import SQLiteJournal

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def add(journal: SQLiteJournal, board: int) -> None:
    journal.append("open", None, "Ivanova", f"c{board}", [ResultRecorded(1, board, Result.DRAW)], AT)


def head(path: Path) -> Head:
    journal = SQLiteJournal(str(path))
    found = journal.verify("open")
    journal.close()
    assert isinstance(found, Head)
    return found


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SQLiteJournal]:
    opened = SQLiteJournal(str(tmp_path / "tablo.sqlite"))
    for board in range(1, 6):
        add(opened, board)
    yield opened
    opened.close()


def test_a_copy_has_everything_that_was_acknowledged_before(journal: SQLiteJournal, tmp_path: Path) -> None:
    made = backup(journal, tmp_path / "copy.sqlite")
    assert [(info.stream, info.version) for info in made.streams] == [("open", 5)]
    assert head(made.path) == journal.verify("open")


def test_a_copy_is_one_file(journal: SQLiteJournal, tmp_path: Path) -> None:
    backup(journal, tmp_path / "copies" / "copy.sqlite")
    assert [path.name for path in (tmp_path / "copies").iterdir()] == ["copy.sqlite"]


def test_a_copy_made_while_results_come_in_is_sound(journal: SQLiteJournal, tmp_path: Path) -> None:
    enough = Event()

    def write() -> None:
        board = 6
        while not enough.is_set():
            add(journal, board)
            board += 1

    writer = Thread(target=write)
    writer.start()
    try:
        versions = [backup(journal, tmp_path / f"{n}.sqlite").streams[0].version for n in range(5)]
    finally:
        enough.set()
        writer.join()
    assert versions == sorted(versions)
    assert [head(tmp_path / f"{n}.sqlite").version for n in range(5)] == versions


def test_the_oldest_copies_leave_the_rotation(journal: SQLiteJournal, tmp_path: Path) -> None:
    for minute in range(5):
        backup_in_rotation(journal, AT + timedelta(minutes=minute), kept=3)
    assert [path.name[6:21] for path in copies(tmp_path / "tablo.sqlite")] == [
        "20261121T090200",
        "20261121T090300",
        "20261121T090400",
    ]


def test_a_clock_that_was_set_back_costs_no_copy(journal: SQLiteJournal, tmp_path: Path) -> None:
    for minute in range(3):
        backup_in_rotation(journal, AT + timedelta(minutes=minute), kept=3)
    made = backup_in_rotation(journal, AT - timedelta(days=300), kept=3)
    assert made.path in copies(tmp_path / "tablo.sqlite")
    assert len(copies(tmp_path / "tablo.sqlite")) == 3


async def test_the_office_copies_when_a_round_is_published(journal: SQLiteJournal, tmp_path: Path) -> None:
    shared = AsyncJournal(journal)
    made = await backup_after_publication(shared, "open")
    await shared.close()
    assert made is not None
    assert copies(tmp_path / "tablo.sqlite") == [made.path]


def test_a_restored_journal_is_the_copy_and_goes_on(journal: SQLiteJournal, tmp_path: Path) -> None:
    made = backup(journal, tmp_path / "copy.sqlite")
    add(journal, 6)
    journal.close()
    restore(made.path, tmp_path / "tablo.sqlite")
    again = SQLiteJournal(str(tmp_path / "tablo.sqlite"))
    add(again, 7)
    assert [entry.command_id for entry in again.read("open")][4:] == ["c5", "c7"]
    again.close()


def test_what_was_replaced_is_kept_with_its_newest_entries(journal: SQLiteJournal, tmp_path: Path) -> None:
    made = backup(journal, tmp_path / "copy.sqlite")
    add(journal, 6)
    journal.close()
    restore(made.path, tmp_path / "tablo.sqlite", AT)
    assert head(tmp_path / "tablo.sqlite.before-20261121T090000Z").version == 6


def test_a_journal_in_use_is_not_replaced(journal: SQLiteJournal, tmp_path: Path) -> None:
    made = backup(journal, tmp_path / "copy.sqlite")
    with pytest.raises(CannotWrite, match="stop-server-first"):
        restore(made.path, tmp_path / "tablo.sqlite")
    add(journal, 6)
    assert journal.verify("open").version == 6


def test_a_damaged_copy_replaces_nothing(journal: SQLiteJournal, tmp_path: Path) -> None:
    made = backup(journal, tmp_path / "copy.sqlite")
    made.path.write_bytes(made.path.read_bytes().replace(b'"board":3', b'"board":4'))
    before = journal.verify("open")
    journal.close()
    with pytest.raises(BrokenChain) as trouble:
        restore(made.path, tmp_path / "tablo.sqlite")
    assert trouble.value.version == 3
    assert head(tmp_path / "tablo.sqlite") == before
    assert not (tmp_path / "tablo.sqlite.restoring").exists()


@pytest.mark.parametrize("content", [b"", b"This is a letter to my aunt.", b"SQLite format 3\x00" + bytes(5000)])
def test_a_file_that_is_no_copy_replaces_nothing(journal: SQLiteJournal, tmp_path: Path, content: bytes) -> None:
    journal.close()
    (tmp_path / "letter").write_bytes(content)
    with pytest.raises(CannotOpen):
        restore(tmp_path / "letter", tmp_path / "tablo.sqlite")
    assert head(tmp_path / "tablo.sqlite").version == 5


def test_a_damaged_journal_can_be_replaced(journal: SQLiteJournal, tmp_path: Path) -> None:
    made = backup(journal, tmp_path / "copy.sqlite")
    journal.close()
    (tmp_path / "tablo.sqlite").write_bytes(b"nothing of it is left" * 1000)
    restore(made.path, tmp_path / "tablo.sqlite")
    assert head(tmp_path / "tablo.sqlite").version == 5


def test_a_drill_leaves_copy_and_journal_as_they_were(journal: SQLiteJournal, tmp_path: Path) -> None:
    made = backup(journal, tmp_path / "copy.sqlite")
    before = made.path.read_bytes()
    [info] = drill(made.path, tmp_path / "drill.sqlite")
    assert info.version == 5
    assert made.path.read_bytes() == before


def test_a_copy_on_a_missing_disk_is_a_sentence(journal: SQLiteJournal) -> None:
    with pytest.raises(CannotWrite):
        backup(journal, Path("/proc/nowhere/copy.sqlite"))


def test_what_is_erased_is_in_no_file_any_more(journal: SQLiteJournal, tmp_path: Path) -> None:
    journal.side.keep("open", 7, PersonalData("1990-05-17", "anna@example.org", "+359 88 123456"))
    journal.side.keep("open", 8, PersonalData(email="boris@example.org"))
    journal.side.keep_photo("open", 7, b"photo of Anna")
    backup_in_rotation(journal)
    assert erase_everywhere(journal, "open", 7) == Erased(any=True, copies=1)
    assert erase_everywhere(journal, "open", 7) == Erased(any=False, copies=1)
    files = [*tmp_path.glob("tablo.sqlite*"), *backup_folder(tmp_path / "tablo.sqlite").iterdir()]
    contents = [path.read_bytes() for path in files if path.is_file()]
    assert len(contents) >= 3
    erased = (b"anna@example.org", b"1990-05-17", b"photo of Anna")
    assert not any(word in content for word in erased for content in contents)
    assert any(b"boris@example.org" in content for content in contents)


def test_a_copy_of_before_there_were_photos_is_cleaned_too(journal: SQLiteJournal) -> None:
    journal.side.keep("open", 7, PersonalData(email="anna@example.org"))
    made = backup_in_rotation(journal)
    with closing(sqlite3.connect(made.path)) as db:
        db.execute("DROP TABLE photos")
    assert erase_everywhere(journal, "open", 7) == Erased(any=True, copies=1)
    assert b"anna@example.org" not in made.path.read_bytes()


def test_what_is_replaced_is_in_no_file_any_more(journal: SQLiteJournal, tmp_path: Path) -> None:
    """Somebody who wants the phone erased and the e-mail kept."""
    journal.side.keep("open", 7, PersonalData(email="anna@example.org", phone="+359 88 123456"))
    journal.side.keep("open", 7, PersonalData(email="anna@example.org"))
    contents = [path.read_bytes() for path in tmp_path.glob("tablo.sqlite*") if path.is_file()]
    assert any(b"anna@example.org" in content for content in contents)
    assert not any(b"+359 88 123456" in content for content in contents)


def test_erasing_does_not_touch_the_chain(journal: SQLiteJournal, tmp_path: Path) -> None:
    journal.side.keep("open", 7, PersonalData("1990-05-17"))
    made = backup_in_rotation(journal)
    before = journal.verify("open")
    erase_everywhere(journal, "open", 7)
    assert journal.verify("open") == before
    with closing(sqlite3.connect(made.path)) as db:
        assert db.execute("SELECT count(*) FROM personal").fetchone() == (0,)
    assert head(made.path) == before


def test_what_is_erased_is_in_no_journal_that_was_replaced_either(journal: SQLiteJournal, tmp_path: Path) -> None:
    path = tmp_path / "tablo.sqlite"
    journal.side.keep("open", 7, PersonalData(email="anna@example.org"))
    copy = backup(journal, tmp_path / "stick" / "copy.sqlite").path
    journal.close()
    restore(copy, path)
    again = SQLiteJournal(str(path))
    erase_everywhere(again, "open", 7)
    again.close()
    [replaced] = tmp_path.glob("tablo.sqlite.before-*")
    assert b"anna@example.org" not in replaced.read_bytes()


def test_a_damaged_copy_keeps_no_other_from_being_erased(journal: SQLiteJournal, tmp_path: Path) -> None:
    journal.side.keep("open", 7, PersonalData(email="anna@example.org"))
    good = backup_in_rotation(journal).path
    bad = good.with_name("tablo-20200101T000000.000000Z.sqlite")
    bad.write_bytes(b"no database " * 100)
    with pytest.raises(CannotErase, match="not-erased-from-copy") as left:
        erase_everywhere(journal, "open", 7)
    assert left.value.where == str(bad)
    assert b"anna@example.org" not in good.read_bytes()
    assert journal.side.find("open", 7) == PersonalData()


def with_a_damaged_index(path: Path) -> None:
    """One entry is in no index any more: the rows are whole, and one who follows the index misses some."""
    with closing(sqlite3.connect(path)) as db:
        [(root,)] = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_stored_events_1'")
        [(size,)] = db.execute("PRAGMA page_size")
        [(id,)] = db.execute("SELECT originator_id FROM streams WHERE name = 'open'")
    data = path.read_bytes()
    place = data.rindex(id.encode(), (root - 1) * size, root * size)
    changed = b"f" if data[place : place + 1] != b"f" else b"e"
    path.write_bytes(data[:place] + changed + data[place + 1 :])


def test_a_copy_whose_index_misses_an_entry_replaces_nothing(journal: SQLiteJournal, tmp_path: Path) -> None:
    copy = backup(journal, tmp_path / "stick" / "copy.sqlite").path
    journal.close()
    before = head(tmp_path / "tablo.sqlite")
    with_a_damaged_index(copy)
    with pytest.raises((DamagedFile, BrokenChain)):
        restore(copy, tmp_path / "tablo.sqlite")
    assert head(tmp_path / "tablo.sqlite") == before


def test_a_copy_that_was_begun_by_a_killed_process_is_removed(journal: SQLiteJournal, tmp_path: Path) -> None:
    folder = backup_folder(tmp_path / "tablo.sqlite")
    folder.mkdir()
    forgotten, under_way = folder / "tablo-1.sqlite.part", folder / "tablo-2.sqlite.part"
    for part in (forgotten, under_way):
        part.touch()
    long_ago = (datetime.now(UTC) - 2 * ABANDONED_COPY_AGE).timestamp()
    os.utime(forgotten, (long_ago, long_ago))
    backup_in_rotation(journal)
    assert not forgotten.exists()
    assert under_way.exists()


def test_a_disk_that_nothing_can_be_written_to_is_a_sentence(journal: SQLiteJournal, tmp_path: Path) -> None:
    copy = backup(journal, tmp_path / "copy.sqlite").path
    with pytest.raises(CannotWrite):
        restore(copy, Path("/proc/nowhere/tablo.sqlite"))
    with pytest.raises(CannotWrite):
        restore(copy, Path("/proc/tablo.sqlite"))
