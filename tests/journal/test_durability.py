"""Promises of a store before the journal trusts it with a result."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from domain.events import ResultRecorded
from domain.words.games import Result
from server.journal import CannotOpen, CannotWrite, Journal, open_journal
from server.journal.sqlite.journal import (
    APPLICATION_ID,
    MINIMUM_SQLITE,
    SQLiteJournal,
    connect,
    error_reason,
    sqlite_uri,
)
from server.notice import notice
from tests.journal.postgres import Cluster

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def add(journal: Journal, board: int) -> None:
    journal.append("open", None, "Ivanova", f"c{board}", [ResultRecorded(1, board, Result.DRAW)], AT)


def pragma(db: sqlite3.Connection, name: str) -> object:
    return db.execute(f"PRAGMA {name}").fetchone()[0]


def test_every_connection_writes_each_commit_to_the_disk(tmp_path: Path) -> None:
    with closing(connect(*sqlite_uri(str(tmp_path / "t.sqlite")))) as db:
        kept = [pragma(db, name) for name in ("journal_mode", "synchronous", "fullfsync", "checkpoint_fullfsync")]
    assert kept == ["wal", 2, 1, 1]


def test_a_file_system_without_a_write_ahead_log_is_refused(tmp_path: Path) -> None:
    """`unix-dotfile` is what SQLite uses where the file system cannot lock."""
    with pytest.raises(CannotOpen, match="file-system-cannot-"):
        open_journal(f"sqlite://{tmp_path}/t.sqlite?vfs=unix-dotfile")


@pytest.mark.parametrize("code", ["SQLITE_IOERR_LOCK", "SQLITE_IOERR_SHMMAP", "SQLITE_PROTOCOL"])
def test_a_file_system_that_cannot_lock_is_called_so(code: str) -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = code
    assert error_reason(error) == notice("file-system-cannot-lock-files")


def test_an_sqlite_that_is_too_old_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 34, 1))
    with pytest.raises(CannotOpen, match=r"needed=3\.35\.0"):
        open_journal(str(tmp_path / "t.sqlite"))
    assert MINIMUM_SQLITE == (3, 35, 0)


def test_a_read_only_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    open_journal(str(tmp_path / "t.sqlite")).close()
    with pytest.raises(CannotOpen, match="file-is-read-only"):
        open_journal(f"sqlite://{tmp_path}/t.sqlite?mode=ro")


def test_a_missing_folder_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="file-cannot-be-opened-created"):
        open_journal(str(tmp_path / "nowhere" / "t.sqlite"))


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.sqlite").write_bytes(b"This is a letter to my aunt. " * 100)
    with pytest.raises(CannotOpen, match="file-is-damaged-is-no"):
        open_journal(str(tmp_path / "t.sqlite"))


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(CannotOpen, match="is-another-program-database"):
        open_journal(str(tmp_path / "t.sqlite"))
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_a_journal_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    open_journal(str(tmp_path / "t.sqlite")).close()
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as db:
        db.execute("PRAGMA user_version=99")
    with pytest.raises(CannotOpen, match="newer-format"):
        open_journal(str(tmp_path / "t.sqlite"))


def test_the_file_says_whose_it_is(tmp_path: Path) -> None:
    open_journal(str(tmp_path / "t.sqlite")).close()
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as db:
        assert pragma(db, "application_id") == APPLICATION_ID


@pytest.mark.parametrize("statement", ["UPDATE stored_events SET topic = 'x'", "DELETE FROM stored_events"])
def test_rows_can_be_neither_changed_nor_deleted(tmp_path: Path, statement: str) -> None:
    journal = open_journal(str(tmp_path / "t.sqlite"))
    add(journal, 1)
    with (
        closing(sqlite3.connect(tmp_path / "t.sqlite")) as db,
        pytest.raises(sqlite3.IntegrityError, match="append-only"),
    ):
        db.execute(statement)
    journal.close()


@pytest.mark.parametrize(
    "statement", ["UPDATE stored_events SET topic = 'x'", "DELETE FROM stored_events", "TRUNCATE stored_events"]
)
def test_rows_in_postgres_can_be_neither_changed_nor_deleted(cluster: Cluster, statement: str) -> None:
    url = cluster.database()
    journal = open_journal(url)
    add(journal, 1)
    with psycopg.connect(url) as db, pytest.raises(psycopg.errors.RaiseException, match="append-only"):
        db.execute(statement.encode())
    journal.close()


def fill(journal: Journal) -> int:
    """Until the disk is full; how many were acknowledged."""
    for board in range(2, 500):
        try:
            add(journal, board)
        except CannotWrite as trouble:
            if str(trouble.why) == "disk-is-full":
                return board - 1
            raise
    pytest.fail("the disk never became full")


def test_a_full_disk_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    journal = SQLiteJournal(str(tmp_path / "t.sqlite"))
    add(journal, 1)
    (pages,) = journal._db.execute("PRAGMA page_count").fetchone()
    journal._db.execute(f"PRAGMA max_page_count={pages + 2}")
    stored = fill(journal)
    assert [entry.command_id for entry in journal.read("open")] == [f"c{board}" for board in range(1, stored + 1)]
    journal._db.execute("PRAGMA max_page_count=1000000")
    add(journal, stored + 1)
    assert journal.verify("open").version == stored + 1
    journal.close()


def test_a_locked_file_is_refused_in_a_sentence(tmp_path: Path) -> None:
    journal = SQLiteJournal(str(tmp_path / "t.sqlite"))
    journal._db.execute("PRAGMA busy_timeout=50")
    with closing(sqlite3.connect(tmp_path / "t.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(CannotWrite, match="another-program-keeps-file-locked"):
            add(journal, 1)
    add(journal, 1)
    journal.close()


def open_until_refused(url: str) -> None:
    """The server reads its new configuration when it likes."""
    while True:
        open_journal(url).close()


def test_a_server_that_does_not_sync_is_refused(cluster: Cluster) -> None:
    url = cluster.database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute("ALTER SYSTEM SET full_page_writes = off")
        db.execute("SELECT pg_reload_conf()")
    try:
        with pytest.raises(CannotOpen, match="setting=full_page_writes"):
            open_until_refused(url)
    finally:
        with psycopg.connect(url, autocommit=True) as db:
            db.execute("ALTER SYSTEM RESET full_page_writes")
            db.execute("SELECT pg_reload_conf()")


def test_a_server_that_is_not_there_is_a_sentence_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(CannotOpen) as refusal:
        open_journal(f"postgresql://me:secret@/tablo?host={tmp_path}")
    assert "secret" not in str(refusal.value)
    assert str(refusal.value).count("\n") == 0


def test_a_clock_that_is_set_back_does_not_disorder_the_journal(
    journal: Journal, reopen: Callable[[], Journal]
) -> None:
    add(journal, 1)
    [entry] = reopen().append(
        "open", 1, "Ivanova", "later", [ResultRecorded(1, 2, Result.DRAW)], AT - timedelta(days=400)
    )
    assert entry.recorded_at == AT
    assert journal.verify("open").version == 2


def test_closing_waits_for_those_who_read(tmp_path: Path) -> None:
    journal = open_journal(str(tmp_path / "t.sqlite"))
    assert isinstance(journal, SQLiteJournal)
    add(journal, 1)
    with ThreadPoolExecutor(1) as other:
        with journal._datastore.reading() as db:
            closed = other.submit(journal.close)
            assert not wait([closed], timeout=0.5).done
            assert db.execute("SELECT count(*) FROM stored_events").fetchone()[0] == 1
        closed.result(timeout=30)
