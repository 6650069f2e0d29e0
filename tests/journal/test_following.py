"""A follower of the journal sees everything, once, in order, whoever wrote it."""

import asyncio
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Thread
from typing import cast

from domain.events import Event, ResultRecorded
from domain.words.games import Result
from server.journal import AsyncJournal, Entry, Journal, JournalFollower, UnknownEvent, Unread, open_journal
from server.journal.codec import Codec
from tests.journal.newer import NEWER, Invented

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
PATIENCE = 20.0


def add(journal: Journal, board: int, stream: str = "open") -> None:
    journal.append(stream, None, "Ivanova", f"{stream}-{board}", [ResultRecorded(1, board, Result.DRAW)], AT)


def collect(follower: JournalFollower, wanted: int) -> list[tuple[int, Entry | Unread]]:
    found: list[tuple[int, Entry | Unread]] = []
    while len(found) < wanted and (more := follower.wait(PATIENCE)):
        found += more
    return found


def test_a_follower_sees_what_its_own_process_appends(journal: Journal) -> None:
    with journal.follow() as follower:
        add(journal, 1)
        [(_, entry)] = collect(follower, 1)
    assert entry == next(journal.read("open"))


def test_a_follower_sees_what_another_process_appends(journal: Journal, reopen: Callable[[], Journal]) -> None:
    other = reopen()
    with journal.follow() as follower:
        writer = Thread(target=add, args=(other, 1))
        writer.start()
        [(_, entry)] = collect(follower, 1)
        writer.join()
    assert entry.command_id == "open-1"


def test_a_follower_sees_all_streams_in_the_order_of_commit(journal: Journal) -> None:
    with journal.follow() as follower:
        for board in range(1, 4):
            add(journal, board, "open")
            add(journal, board, "cup")
        seen = [(entry.stream, entry.version) for _, entry in collect(follower, 6)]
    assert seen == [(stream, version) for version in (1, 2, 3) for stream in ("open", "cup")]


def test_an_entry_that_nobody_here_can_read_is_handed_out_as_such(url: str, journal: Journal) -> None:
    newer = open_journal(url, NEWER)
    with journal.follow() as follower:
        newer.append("cup", 0, "Ivanova", "new", [cast("Event", Invented("?"))], AT)
        add(newer, 1)
        (_, unread), (_, entry) = collect(follower, 2)
    newer.close()
    assert isinstance(unread, Unread)
    assert (unread.stream, unread.version) == ("cup", 1)
    assert isinstance(unread.trouble, UnknownEvent)
    assert entry == next(journal.read("open"))


def test_a_follower_goes_on_from_a_position(journal: Journal) -> None:
    for board in range(1, 6):
        add(journal, board)
    with journal.follow(0) as follower:
        everything = collect(follower, 5)
    third = everything[2][0]
    with journal.follow(third) as follower:
        assert collect(follower, 2) == everything[3:]


def test_a_follower_starts_with_what_comes_next(journal: Journal) -> None:
    add(journal, 1)
    with journal.follow() as follower:
        add(journal, 2)
        [(_, entry)] = collect(follower, 1)
    assert entry.version == 2


def test_a_follower_without_news_ends_its_wait_in_time(journal: Journal) -> None:
    with journal.follow() as follower:
        assert follower.wait(0.1) == []


def test_a_waiting_follower_can_be_stopped_from_elsewhere(journal: Journal) -> None:
    answers: list[list[tuple[int, Entry]]] = []
    with journal.follow() as follower:
        waiting = Thread(target=lambda: answers.append(follower.wait(PATIENCE)))
        waiting.start()
        follower.stop()
        waiting.join(PATIENCE)
    assert answers == [[]]


def test_eight_writers_lose_nothing_for_a_follower(journal: Journal, reopen: Callable[[], Journal]) -> None:
    def write(mine: Journal, name: str) -> None:
        for board in range(25):
            add(mine, board, name)

    writers = [Thread(target=write, args=(reopen(), f"t{number}")) for number in range(8)]
    with journal.follow() as follower:
        for writer in writers:
            writer.start()
        found = collect(follower, 200)
        for writer in writers:
            writer.join()
    assert len({(entry.stream, entry.version) for _, entry in found}) == 200
    assert [position for position, _ in found] == sorted({position for position, _ in found})


async def test_an_event_loop_follows_too(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    followed = shared.follow(0)
    await shared.append("open", 0, "Ivanova", "a", [ResultRecorded(1, 1, Result.DRAW)])
    _, entry = await asyncio.wait_for(anext(followed), PATIENCE)
    await followed.aclose()
    await shared.close()
    assert entry.version == 1


async def test_closing_the_journal_ends_its_followers(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    seen = asyncio.Event()

    async def follow() -> int:
        count = 0
        async for _ in shared.follow(0):
            count += 1
            seen.set()
        return count

    await shared.append("open", 0, "Ivanova", "a", [ResultRecorded(1, 1, Result.DRAW)])
    following = asyncio.create_task(follow())
    await asyncio.wait_for(seen.wait(), PATIENCE)
    await shared.close()
    assert await asyncio.wait_for(following, PATIENCE) == 1


async def test_the_store_is_closed_when_its_followers_have_read(url: str) -> None:
    reading, read = threading.Event(), threading.Event()

    class Slow(Codec):
        def read(self, name: str, row: bytes, stream: str, version: int) -> Entry:
            reading.set()
            read.wait(PATIENCE)
            return super().read(name, row, stream, version)

    shared = AsyncJournal(open_journal(url, Slow()))
    for stream in ("open", "cup"):
        await shared.append(stream, 0, "Ivanova", stream, [ResultRecorded(1, 1, Result.DRAW)])
    followed = shared.follow(0)
    first = asyncio.ensure_future(anext(followed))
    await asyncio.to_thread(reading.wait, PATIENCE)
    closing = asyncio.create_task(shared.close())
    await asyncio.wait([closing], timeout=0.2)
    read.set()
    seen = [await first, *[found async for found in followed]]
    await closing
    assert [entry.stream for _, entry in seen] == ["open", "cup"]
