"""Files with addresses of people are their owner's alone, whatever the folder allows."""

import stat
from pathlib import Path

import pytest

from server.journal import Journal, open_journal
from server.journal.sqlite.backup import backup_folder, backup_in_rotation
from server.journal.sqlite.journal import SQLiteJournal
from tests.deploy.processes import serving


def rights(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir() if path.is_file()}


@pytest.fixture
def anybodys(tmp_path: Path) -> Path:
    """A folder that everybody may look into."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    return folder


def open_in(folder: Path) -> Journal:
    return open_journal(f"sqlite://{folder / 'tablo.sqlite'}")


def test_a_new_journal_and_its_log_are_the_owners_alone(anybodys: Path) -> None:
    journal = open_in(anybodys)
    try:
        assert set(rights(anybodys)) >= {"tablo.sqlite", "tablo.sqlite-wal", "tablo.sqlite-shm"}
        assert set(rights(anybodys).values()) == {0o600}
    finally:
        journal.close()


def test_a_journal_that_others_could_read_is_closed_to_them(anybodys: Path) -> None:
    open_in(anybodys).close()
    (anybodys / "tablo.sqlite").chmod(0o644)
    open_in(anybodys).close()
    assert rights(anybodys)["tablo.sqlite"] == 0o600


def test_a_copy_is_the_owners_alone(anybodys: Path) -> None:
    journal = open_in(anybodys)
    assert isinstance(journal, SQLiteJournal)
    try:
        backup_in_rotation(journal)
    finally:
        journal.close()
    assert set(rights(backup_folder(anybodys / "tablo.sqlite")).values()) == {0o600}


def test_all_that_a_server_writes_is_the_owners_alone(anybodys: Path) -> None:
    with serving(anybodys.parent, TABLO_DATA=str(anybodys), TABLO_PASSWORD=""):
        assert "access.json" in rights(anybodys)
        assert set(rights(anybodys).values()) == {0o600}
