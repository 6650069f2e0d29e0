"""Copies: one at every published round, and what is said when one is missing."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from domain import events as e
from server.care.copies import Copies, newest_copy
from server.journal import open_journal
from server.journal.sqlite.backup import backup_folder
from server.journal.sqlite.backup import copies as copies_of
from server.settings import Settings
from tests.deploy.processes import (
    AS_PROGRAM,
    Server,
    log_in,
    published_round,
    serving,
)
from tests.server.offices import office, with_round_one


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
    """The place of the copies, where nobody may write."""
    folder = backup_folder(data / "tablo.sqlite")
    folder.mkdir(0o500)
    yield folder
    let_in(folder)


def let_in(folder: Path) -> None:
    folder.chmod(0o700)


@pytest.fixture
def stopped_by_permissions(data: Path, tmp_path: Path) -> Iterator[Server]:
    tablo = Server(tmp_path, "tablo", ordinary=True, TABLO_DATA=str(data))
    try:
        yield tablo.start()
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


async def test_after_a_restart_a_copy_that_fails_is_said_again(
    closed_folder: Path, stopped_by_permissions: Server
) -> None:
    server = stopped_by_permissions
    await publish(server)
    await until_metric(server, "tablo_copy_failures_total", 1)
    since = (await said_at_the_desk(server)).partition(":")[0]
    assert server.stop() == 0
    server.start()
    await until_metric(server, "tablo_copy_failures_total", 1)
    said = await said_at_the_desk(server)
    assert said.startswith(since)
    assert str(closed_folder) in said


async def test_a_copy_that_was_not_made_any_more_is_made_at_the_next_start(data: Path, tmp_path: Path) -> None:
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        for id in ("open", "second"):
            last = published_round(4)[-1]
            journal.append(id, None, "Boris", f"publish-{id}", [last], datetime.now(UTC))
    with serving(tmp_path, TABLO_DATA=str(data)) as server:
        await until_metric(server, "tablo_copies_total", 1)
    [copy] = copies_of(data / "tablo.sqlite")
    assert set(versions(copy)) == {"open", "second"}


@pytest.mark.parametrize(("patience", "made"), [(timedelta(0), 1), (timedelta(hours=1), 0)])
async def test_after_a_copy_that_failed_the_next_entry_tries_again_but_not_at_once(
    tmp_path: Path, patience: timedelta, made: int
) -> None:
    async with office(tmp_path) as running:
        in_the_way = backup_folder(Path(str(running.journal.journal.where)))
        in_the_way.write_text("A file where the folder belongs.")
        copies = Copies(running.journal, patience, began=datetime.min.replace(tzinfo=UTC))
        tournament = await with_round_one(running)
        async with copies.running():
            copies.changed(tournament.id, tournament.entries)
        assert copies.failing is not None
        since = copies.failing.since
        in_the_way.unlink()
        async with copies.running():
            copies.changed(tournament.id, ())
        assert (copies.made, copies.failures) == (made, 1)
        assert (copies.failing.since if copies.failing else None) == (None if made else since)


def test_a_file_of_somebody_else_is_no_copy(data: Path) -> None:
    folder = backup_folder(data / "tablo.sqlite")
    folder.mkdir()
    for name in ("20260711T180000.000000Z", "old", "20991231", "20260711T170000.000000Z"):
        (folder / f"tablo-{name}.sqlite").touch()
    assert newest_copy(data / "tablo.sqlite") == datetime(2026, 7, 11, 18, tzinfo=UTC)
