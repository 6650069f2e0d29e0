"""The scripts that copy and restore, and the drill that shows the copies can be used."""

import os
import shutil
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.journal import Head, open_journal
from server.settings import Settings
from tests.deploy.processes import PLAIN, published_round, serving, with_published_round

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
SCRIPTS = ("backup.sh", "restore.sh")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return with_published_round(tmp_path / "data", 4)


def lose(data: Path) -> None:
    """The disk of the server is gone."""
    shutil.rmtree(data)
    data.mkdir()


def made_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.sqlite"))


@pytest.fixture
def safe(tmp_path: Path) -> Path:
    """The folder on another disk."""
    folder = tmp_path / "safe"
    folder.mkdir()
    return folder


def script(name: str, data: Path, *words: str, **environment: str) -> str:
    """As an operator calls it, with this machine's `tablo` and data directory."""
    tablo = str(Path(sys.executable).parent / "tablo")
    environment = {**PLAIN, "TABLO": tablo, "TABLO_DATA": str(data), **environment}
    done = subprocess.run(
        ("sh", str(DEPLOY / name), *words), capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_drill_after_the_disk_is_gone_everything_of_the_copy_is_there(
    data: Path, safe: Path, tmp_path: Path
) -> None:
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        head = journal.verify("open")
    with serving(tmp_path, TABLO_DATA=str(data)):
        script("backup.sh", data, str(safe))
    lose(data)
    [copy] = made_in(safe)
    assert "open" in script("restore.sh", data, "--drill", str(copy))
    assert made_in(data) == []
    script("restore.sh", data, str(copy))
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        assert isinstance(head, Head)
        assert journal.verify("open") == head


def test_a_backup_is_for_its_owner_alone(data: Path, safe: Path) -> None:
    script("backup.sh", data, str(safe))
    [copy] = made_in(safe)
    assert oct(copy.stat().st_mode & 0o777) == "0o600"


def test_the_folder_may_be_named_in_the_environment(data: Path, safe: Path) -> None:
    script("backup.sh", data, TABLO_BACKUPS=str(safe))
    assert len(made_in(safe)) == 1


def test_a_stick_that_is_not_plugged_in_does_not_become_a_folder_on_this_disk(data: Path, safe: Path) -> None:
    with pytest.raises(AssertionError, match="Is its disk plugged in"):
        script("backup.sh", data, str(safe / "stick"))
    assert list(safe.iterdir()) == []


def test_older_copies_go_and_the_newest_stay(data: Path, safe: Path) -> None:
    for day in range(1, 32):
        (safe / f"tablo-202601{day:02d}T030000Z.sqlite").write_bytes(b"old")
    script("backup.sh", data, str(safe))
    left = sorted(path.name for path in safe.glob("*.sqlite"))
    assert len(left) == 30
    assert left[0] == "tablo-20260103T030000Z.sqlite"


def test_a_copy_stays_although_the_clock_was_set_back(data: Path, safe: Path) -> None:
    """A small computer without a battery begins in the past."""
    for day in range(1, 32):
        (safe / f"tablo-209901{day:02d}T030000Z.sqlite").write_bytes(b"of a day to come")
    script("backup.sh", data, str(safe))
    assert [path.name[6:10] != "2099" for path in made_in(safe)] == [True] + [False] * 29


def falsify(journal: Path) -> None:
    content = bytearray(journal.read_bytes())
    at = content.index(b"Federation Open")
    content[at : at + 4] = b"Fake"
    journal.write_bytes(bytes(content))


def test_a_copy_that_fails_leaves_nothing_begun(data: Path, safe: Path) -> None:
    falsify(data / "tablo.sqlite")
    with pytest.raises(AssertionError, match="is damaged at entry 1"):
        script("backup.sh", data, str(safe))
    assert list(safe.iterdir()) == []


def test_a_disk_that_is_full_is_the_one_of_the_copy(data: Path, safe: Path) -> None:
    """No file may grow beyond the index of the write-ahead log: as on a stick without room for the copy."""
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        for n in range(8):
            journal.append(f"more-{n}", 0, "Boris", f"more-{n}", published_round(4), datetime.now(UTC))
    tablo = str(Path(sys.executable).parent / "tablo")
    full = ("prlimit", "--fsize=32768", tablo, "backup", "--data", str(data), "--to", str(safe / "copy.sqlite"))
    done = subprocess.run(full, capture_output=True, text=True, env=PLAIN, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(f"tablo: Nothing was stored in the journal {safe / 'copy.sqlite'}: ")
    assert list(safe.iterdir()) == []


def test_a_damaged_copy_is_not_put_in_place(data: Path, safe: Path) -> None:
    script("backup.sh", data, str(safe))
    [copy] = made_in(safe)
    falsify(copy)
    before = (data / "tablo.sqlite").read_bytes()
    with pytest.raises(AssertionError, match="tablo"):
        script("restore.sh", data, str(copy))
    assert (data / "tablo.sqlite").read_bytes() == before


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_scripts_are_plain_shell(name: str) -> None:
    assert (DEPLOY / name).read_text().startswith("#!/bin/sh\n")
    assert os.access(DEPLOY / name, os.X_OK)
    subprocess.run(("sh", "-n", str(DEPLOY / name)), check=True, timeout=10)
