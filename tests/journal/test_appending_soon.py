"""PostgreSQL is asked, and answers, through the event loop: whatever happens meanwhile, nothing is lost or doubled."""

import asyncio
import os
import select
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from domain.events import Board, Event, ResultRecorded, RoundPaired
from domain.words.games import Result
from domain.words.players import PlayerId
from server.journal import AsyncJournal, Entry, StaleVersion, open_journal
from server.journal.postgres.journal import PostgresJournal
from tests.journal.postgres import Cluster


def result(board: int) -> Event:
    return ResultRecorded(1, board, Result.DRAW)


@pytest.fixture
def url(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture
async def shared(url: str) -> AsyncIterator[AsyncJournal]:
    """It has done a commit of one row before: from now on such a one goes through the loop."""
    journal = AsyncJournal(open_journal(url))
    for number in range(3):
        await journal.append("open", number, "Ivanova", f"c{number}", [result(number)])
    yield journal
    await journal.close()


@contextmanager
def nobody_writes(url: str) -> Iterator[psycopg.Connection]:
    """While this session keeps the table to itself."""
    with psycopg.connect(url) as db:
        db.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
        yield db


async def waiting_writer(db: psycopg.Connection, besides: int = 0) -> int:
    """The process of the session that waits for the lock; each look lets the event loop go on."""
    async with asyncio.timeout(10):
        while True:
            found = db.execute(
                "SELECT pid FROM pg_locks WHERE locktype = 'relation' AND NOT granted AND database = "
                "(SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> %s",
                (besides,),
            ).fetchone()
            if found is not None:
                return int(found[0])
            await asyncio.sleep(0)


async def test_the_loop_goes_on_while_the_server_takes_its_time(url: str, shared: AsyncJournal) -> None:
    with nobody_writes(url) as db:
        first = asyncio.create_task(shared.append("open", 3, "Ivanova", "a", [result(7)]))
        await waiting_writer(db)
        second = asyncio.create_task(shared.append("open", 4, "Ivanova", "b", [result(8)], follows="a"))
        assert not first.done()
    entries = [*await first, *await second]
    assert [(entry.version, entry.command_id) for entry in entries] == [(4, "a"), (5, "b")]


async def test_an_answer_waits_for_no_further_turn_of_a_busy_loop(url: str, shared: AsyncJournal) -> None:
    with nobody_writes(url) as db:
        asked = asyncio.create_task(shared.append("open", 3, "Ivanova", "a", [result(7)]))
        await waiting_writer(db)
    writing: psycopg.Connection = shared.journal._db  # type: ignore[attr-defined]
    select.select([writing.pgconn.socket], [], [], 10)
    for _ in ("the answer is read", "who asked is woken", "we are"):
        await asyncio.sleep(0)
    assert asked.done()


async def test_a_connection_that_ends_meanwhile_loses_and_doubles_nothing(url: str, shared: AsyncJournal) -> None:
    with nobody_writes(url) as db:
        asked = asyncio.create_task(shared.append("open", 3, "Ivanova", "a", [result(7)]))
        db.execute("SELECT pg_terminate_backend(%s)", (await waiting_writer(db),))
    [entry] = await asked
    stored: list[Entry] = await shared.read("open")
    assert [each.command_id for each in stored] == ["c0", "c1", "c2", "a"]
    assert stored[-1] == entry


async def test_an_answer_that_is_lost_is_looked_up(url: str, shared: AsyncJournal) -> None:
    """A command reaches the disk through another session while ours is cut off."""
    twin = AsyncJournal(open_journal(url))
    with nobody_writes(url) as db:
        asked = asyncio.create_task(shared.append("open", 3, "Ivanova", "a", [result(7)], digest="d"))
        ours = await waiting_writer(db)
        again = asyncio.create_task(twin.append("open", 3, "Ivanova", "a", [result(7)], digest="d"))
        await waiting_writer(db, ours)
        db.execute("SELECT pg_terminate_backend(%s)", (ours,))
    assert {entry.version for entry in [*await asked, *await again]} == {4}
    assert len(await shared.read("open")) == 4
    await twin.close()


async def test_who_counts_on_what_another_process_changed_is_told(url: str, shared: AsyncJournal) -> None:
    other = AsyncJournal(open_journal(url))
    await other.append("open", 3, "Petrov", "theirs", [result(9)])
    with pytest.raises(StaleVersion):
        await shared.append("open", 3, "Ivanova", "mine", [result(7)])
    await other.close()
    assert [entry.command_id for entry in await shared.read("open")][3:] == ["theirs"]


async def test_a_long_entry_is_sent_piece_by_piece(shared: AsyncJournal) -> None:
    """Longer than what the kernel takes at once, as on a fresh connection to another machine."""
    writing: psycopg.Connection = shared.journal._db  # type: ignore[attr-defined]
    with socket.socket(fileno=os.dup(writing.pgconn.socket)) as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)
    boards = tuple(Board(n, PlayerId(2 * n), PlayerId(2 * n + 1)) for n in range(1, 1000))
    paired = RoundPaired(1, boards, None, tuple(map(PlayerId, range(2, 2002))), "test", "1", 0)
    [entry] = await asyncio.wait_for(shared.append("open", 3, "Ivanova", "long", [paired]), 20)
    [kept] = await asyncio.wait_for(shared.append("open", 4, "Ivanova", "short", [result(1)]), 20)
    assert (entry.event, kept.version) == (paired, 5)
    assert [each.version for each in await shared.read("open")] == [1, 2, 3, 4, 5]


async def test_a_stream_whose_first_request_was_refused_is_founded_by_the_next_one(shared: AsyncJournal) -> None:
    with pytest.raises(StaleVersion):
        await shared.append("cup", 7, "Ivanova", "too late", [result(1)])
    await shared.append("cup", 0, "Ivanova", "first", [result(1)])
    assert [(info.stream, info.version) for info in await shared.streams()] == [("cup", 1), ("open", 3)]


async def test_a_text_that_cannot_be_stored_is_refused_and_the_next_one_is_stored(shared: AsyncJournal) -> None:
    with pytest.raises(UnicodeEncodeError):
        await shared.append("open", 3, "\ud800", "bad", [result(7)])
    [entry] = await shared.append("open", 3, "Ivanova", "good", [result(7)])
    assert entry.version == 4


async def test_statements_that_the_driver_has_dropped_are_prepared_again(shared: AsyncJournal) -> None:
    """psycopg sends DEALLOCATE ALL after a ROLLBACK once it has prepared a statement of its own."""
    journal = shared.journal
    assert isinstance(journal, PostgresJournal)
    for command, version in (("a", 3), ("b", 4)):
        with journal._writer.db.cursor() as cursor:
            cursor.execute("DEALLOCATE ALL")
        [entry] = await shared.append("open", version, "Ivanova", command, [result(version)])
        assert (entry.version, entry.command_id) == (version + 1, command)
