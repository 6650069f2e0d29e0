"""Copies: one at every published round, and the drill that shows they can be used."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from domain import events as e
from server.copies import Copies
from server.journal import Head, open_journal
from server.journal.backup import backup_folder
from server.journal.backup import copies as copies_of
from server.settings import Settings
from tests.deploy.processes import (
    AS_ORDINARY_ROOT,
    AS_PROGRAM,
    PLAIN,
    TABLO,
    Server,
    log_in,
    published_round,
    serving,
)
from tests.server.offices import office, with_round_one

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
SCRIPTS = ("backup.sh", "restore.sh")


def unpublished() -> list[e.Event]:
    """Everything but the last word."""
    *before, last = published_round(4)
    assert isinstance(last, e.RoundPublished)
    return before


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(open_journal(Settings(data=folder).journal_url)) as journal:
        for id in ("open", "second"):
            journal.append(id, 0, "Boris", f"seed-{id}", unpublished(), datetime.now(UTC))
    return folder


@pytest.fixture
def server(data: Path, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, TABLO_DATA=str(data)) as running:
        yield running


async def publish(server: Server, id: str = "open") -> None:
    async with httpx.AsyncClient(timeout=30) as anna:
        sent = {"form_token": await log_in(anna, server.url), "command_id": f"publish-{id}", "confirmed": "4"}
        answer = await anna.post(f"{server.url}/desk/t/{id}/rounds/1/publish", data=sent)
        assert answer.status_code == 303, answer.text


async def enter(server: Server, board: int) -> None:
    async with httpx.AsyncClient(timeout=30) as anna:
        what = {"board": str(board), "result": "1-0", "seen": "", "command_id": f"board-number-{board}"}
        sent = {"form_token": await log_in(anna, server.url), **what}
        answer = await anna.post(f"{server.url}/desk/t/open/rounds/1/results", data=sent, headers=AS_PROGRAM)
        assert answer.status_code == 200, answer.text


def versions(path: Path) -> dict[str, int]:
    with closing(open_journal(str(path))) as journal:
        return {info.stream: info.version for info in journal.streams()}


async def test_a_published_round_leaves_a_copy_beside_the_journal(server: Server, data: Path) -> None:
    await publish(server)
    assert server.stop() == 0
    [copy] = copies_of(data / "tablo.sqlite")
    assert versions(copy)["open"] == len(published_round(4))


async def test_a_result_leaves_none_and_neither_does_a_restart(server: Server, data: Path) -> None:
    await publish(server)
    assert server.stop() == 0
    server.start()
    await enter(server, 1)
    assert server.stop() == 0
    assert len(copies_of(data / "tablo.sqlite")) == 1


@pytest.fixture
def closed_folder(data: Path) -> Iterator[Path]:
    """Where the copies belong, and nobody may write there."""
    folder = backup_folder(data / "tablo.sqlite")
    folder.mkdir(0o500)
    yield folder
    let_in(folder)


def let_in(folder: Path) -> None:
    folder.chmod(0o700)


@pytest.fixture
def stopped_by_permissions(data: Path, tmp_path: Path) -> Iterator[Server]:
    """Like everybody, even if the tests run as root."""
    tablo = Server(tmp_path, "tablo", TABLO_DATA=str(data))
    command = (*TABLO, "serve")
    tablo.start((*AS_ORDINARY_ROOT, *command) if os.getuid() == 0 else command)
    try:
        yield tablo
    finally:
        if tablo.process is not None:
            tablo.stop()


async def said_at_the_desk(server: Server) -> str:
    async with httpx.AsyncClient(timeout=30) as anna:
        await log_in(anna, server.url)
        page = (await anna.get(f"{server.url}/desk/t/open")).text
    found = re.search(r'<div class="notice warn" id="copies">(.*?)</div>', page, re.DOTALL)
    return found[1] if found else ""


async def metric(server: Server, name: str) -> float:
    async with httpx.AsyncClient(timeout=30) as collector:
        shown = (await collector.get(f"{server.url}/metrics")).text
    return float(next(line.split()[1] for line in shown.splitlines() if line.startswith(f"{name} ")))


async def until_metric(server: Server, name: str, value: float) -> None:
    async with asyncio.timeout(20):
        while await metric(server, name) != value:
            pass


async def test_a_copy_that_fails_is_said_at_the_desk_until_the_next_good_one(
    closed_folder: Path, stopped_by_permissions: Server
) -> None:
    server = stopped_by_permissions
    assert await said_at_the_desk(server) == ""
    await publish(server)
    await until_metric(server, "tablo_copy_failures_total", 1)
    assert await metric(server, "tablo_copies_failing") == 1
    said = await said_at_the_desk(server)
    assert "No copy of the journal could be made since" in said
    assert str(closed_folder) in said
    let_in(closed_folder)
    await publish(server, "second")
    await until_metric(server, "tablo_copies_total", 1)
    assert await metric(server, "tablo_copies_failing") == 0
    assert await said_at_the_desk(server) == ""


@pytest.mark.parametrize(("patience", "made"), [(timedelta(0), 1), (timedelta(hours=1), 0)])
async def test_after_a_copy_that_failed_the_next_entry_tries_again_but_not_at_once(
    tmp_path: Path, patience: timedelta, made: int
) -> None:
    async with office(tmp_path) as running:
        in_the_way = backup_folder(Path(str(running.journal.journal.where)))
        in_the_way.write_text("A file where the folder belongs.")
        copies = Copies(running, running.journal, patience, began=datetime.min.replace(tzinfo=UTC))
        tournament = await with_round_one(running)
        async with copies.running():
            copies.changed(tournament.id, tournament.position)
        assert copies.failing is not None
        since = copies.failing.since
        in_the_way.unlink()
        async with copies.running():
            copies.changed(tournament.id, tournament.position)
        assert (copies.made, copies.failures) == (made, 1)
        assert (copies.failing.since if copies.failing else None) == (None if made else since)


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


async def test_the_drill_after_the_disk_is_gone_everything_of_the_copy_is_there(
    server: Server, data: Path, safe: Path
) -> None:
    await publish(server)
    await enter(server, 2)
    script("backup.sh", data, str(safe))
    assert server.stop() == 0
    lose(data)
    [copy] = made_in(safe)
    assert "open" in script("restore.sh", data, "--drill", str(copy))
    assert made_in(data) == []
    script("restore.sh", data, str(copy))
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        assert isinstance(journal.verify("open"), Head)
        assert [entry.by for entry in journal.read("open")][-2:] == ["Anna", "Anna"]


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
            journal.append(f"more-{n}", 0, "Boris", f"more-{n}", unpublished(), datetime.now(UTC))
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
