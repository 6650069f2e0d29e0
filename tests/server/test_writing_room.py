"""Whoever watches the server is told when nothing can be written, and the disk is not asked for each of them."""

import errno
import os
import tempfile
from pathlib import Path

import pytest

from server.care.writing_room import PROBE_SECONDS, WritingRoom
from tests.desk.browsers import desk


async def test_a_folder_that_takes_files_has_room(tmp_path: Path) -> None:
    assert await WritingRoom(tmp_path).trouble() == ""
    assert not os.listdir(tmp_path)


async def test_the_reason_is_that_of_the_operating_system(tmp_path: Path) -> None:
    assert await WritingRoom(tmp_path / "gone").trouble() == "no such file or directory"


async def test_the_disk_is_asked_once_in_a_while(tmp_path: Path) -> None:
    now = 100.0
    folder = tmp_path / "journal"
    room = WritingRoom(folder, lambda: now)
    assert await room.trouble()
    folder.mkdir()
    assert await room.trouble()
    now += PROBE_SECONDS
    assert not await room.trouble()


async def test_a_server_on_a_full_disk_is_not_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> object:
        raise OSError(errno.ENOSPC, "No space left on device")

    async with desk(tmp_path) as anna:
        monkeypatch.setattr(tempfile, "TemporaryFile", full)
        answer = await anna.go("/readyz")
    assert (answer.status_code, answer.text) == (503, "nothing can be written: no space left on device\n")
