"""Copies: one at every published round, and the drill that shows they can be used."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from domain import events as e
from server.journal import Head, open_journal
from server.journal.backup import copies
from server.settings import Settings
from tests.deploy.processes import AS_PROGRAM, PLAIN, Server, log_in, published_round, serving

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
        journal.append("open", 0, "Boris", "seed", unpublished(), datetime.now(UTC))
    return folder


@pytest.fixture
def server(data: Path, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, TABLO_DATA=str(data)) as running:
        yield running


async def publish(server: Server) -> None:
    async with httpx.AsyncClient(timeout=30) as anna:
        sent = {"form_token": await log_in(anna, server.url), "command_id": "publish-the-round", "confirmed": "4"}
        answer = await anna.post(f"{server.url}/desk/t/open/rounds/1/publish", data=sent)
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
    [copy] = copies(data / "tablo.sqlite")
    assert versions(copy)["open"] == len(published_round(4))


async def test_a_result_leaves_none_and_neither_does_a_restart(server: Server, data: Path) -> None:
    await publish(server)
    assert server.stop() == 0
    server.start()
    await enter(server, 1)
    assert server.stop() == 0
    assert len(copies(data / "tablo.sqlite")) == 1


def lose(data: Path) -> None:
    """The disk of the server is gone."""
    shutil.rmtree(data)
    data.mkdir()


def made_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.sqlite"))


def script(name: str, data: Path, *words: str) -> str:
    """As an operator calls it, with this machine's `tablo` and data directory."""
    tablo = str(Path(sys.executable).parent / "tablo")
    environment = {**PLAIN, "TABLO": tablo, "TABLO_DATA": str(data)}
    done = subprocess.run(
        ("sh", str(DEPLOY / name), *words), capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_the_drill_after_the_disk_is_gone_everything_of_the_copy_is_there(
    server: Server, data: Path, tmp_path: Path
) -> None:
    await publish(server)
    await enter(server, 2)
    script("backup.sh", data, str(tmp_path / "safe"))
    assert server.stop() == 0
    lose(data)
    [copy] = made_in(tmp_path / "safe")
    assert "open" in script("restore.sh", data, "--drill", str(copy))
    assert made_in(data) == []
    script("restore.sh", data, str(copy))
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        assert isinstance(journal.verify("open"), Head)
        assert [entry.by for entry in journal.read("open")][-2:] == ["Anna", "Anna"]


def test_a_backup_is_for_its_owner_alone(data: Path, tmp_path: Path) -> None:
    script("backup.sh", data, str(tmp_path / "safe"))
    [copy] = made_in(tmp_path / "safe")
    assert oct(copy.stat().st_mode & 0o777) == "0o600"


def test_older_copies_go_and_the_newest_stay(data: Path, tmp_path: Path) -> None:
    safe = tmp_path / "safe"
    safe.mkdir()
    for day in range(1, 32):
        (safe / f"tablo-202601{day:02d}T030000Z.sqlite").write_bytes(b"old")
    script("backup.sh", data, str(safe))
    left = sorted(path.name for path in safe.glob("*.sqlite"))
    assert len(left) == 30
    assert left[0] == "tablo-20260103T030000Z.sqlite"


def test_a_damaged_copy_is_not_put_in_place(data: Path, tmp_path: Path) -> None:
    script("backup.sh", data, str(tmp_path / "safe"))
    [copy] = made_in(tmp_path / "safe")
    content = bytearray(copy.read_bytes())
    at = content.index(b"Federation Open")
    content[at : at + 4] = b"Fake"
    copy.write_bytes(bytes(content))
    before = (data / "tablo.sqlite").read_bytes()
    with pytest.raises(AssertionError, match="tablo"):
        script("restore.sh", data, str(copy))
    assert (data / "tablo.sqlite").read_bytes() == before


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_scripts_are_plain_shell(name: str) -> None:
    assert (DEPLOY / name).read_text().startswith("#!/bin/sh\n")
    assert os.access(DEPLOY / name, os.X_OK)
    subprocess.run(("sh", "-n", str(DEPLOY / name)), check=True, timeout=10)
