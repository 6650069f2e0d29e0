"""Several processes over one journal: versions tell what others wrote, and no stream waits for another."""

from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from threading import Thread
from typing import cast

import pytest

from domain.events import Event, ResultRecorded
from domain.words.games import Result
from server.journal import AlreadyDone, AsyncJournal, Entry, Head, Journal, UnknownEvent, Unread, open_journal, pack
from server.journal.postgres.journal import PostgresJournal
from server.journal.store import StoredRow, stream_id
from tests.journal.newer import NEWER, Invented
from tests.journal.postgres import Cluster

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def add(journal: Journal, board: int, stream: str = "open") -> Entry:
    [entry] = journal.append(stream, None, "Ivanova", f"{stream}-{board}", [ResultRecorded(1, board, Result.DRAW)], AT)
    return entry


def test_versions_tell_what_another_process_has_written(journal: Journal, reopen: Callable[[], Journal]) -> None:
    other = reopen()
    assert journal.versions() == {}
    add(other, 1)
    add(other, 2)
    add(other, 1, "cup")
    assert journal.versions() == {"open": 2, "cup": 1}


def test_an_entry_is_the_same_in_the_next_process(journal: Journal) -> None:
    assert journal.unpack(pack(add(journal, 1))) == next(journal.read("open"))


def test_an_entry_that_nobody_here_can_read_is_handed_out_as_such(url: str, journal: Journal) -> None:
    with closing(open_journal(url, NEWER)) as newer:
        [entry] = newer.append("cup", 0, "Ivanova", "new", [cast("Event", Invented("?"))], AT)
    unread = journal.unpack(pack(entry))
    assert isinstance(unread, Unread)
    assert (unread.stream, unread.version) == ("cup", 1)
    assert isinstance(unread.trouble, UnknownEvent)


@pytest.mark.parametrize("streams", [1, 8])
def test_eight_writers_lose_and_double_nothing(journal: Journal, reopen: Callable[[], Journal], streams: int) -> None:
    def write(mine: Journal, number: int) -> None:
        for board in range(25):
            event = ResultRecorded(1, board, Result.DRAW)
            mine.append(f"t{number % streams}", None, "Ivanova", f"{number}-{board}", [event], AT)

    writers = [Thread(target=write, args=(reopen(), number)) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    versions = {f"t{number}": 200 // streams for number in range(streams)}
    assert journal.versions() == versions
    for stream, version in versions.items():
        assert isinstance(journal.verify(stream), Head)
        assert len({entry.command_id for entry in journal.read(stream)}) == version


def test_a_stream_does_not_wait_for_another_one(cluster: Cluster) -> None:
    """While a transaction of one process is open the other stores a row of its own, with and without looking."""
    url = cluster.database()
    with closing(open_journal(url)) as first, closing(open_journal(url)) as second:
        assert isinstance(first, PostgresJournal)
        with first._writer.transaction():
            first.recorder.insert_events([StoredRow(stream_id("cup"), 1, "T", b"1", "c1")], new_streams=["cup"])
            assert [add(second, 1).version, add(second, 2).version] == [1, 2]
            assert second.versions() == {"open": 2}
        assert second.versions() == {"open": 2, "cup": 1}


async def test_a_cluster_is_told_of_every_commit_and_of_nothing_else(journal: Journal) -> None:
    told = list[tuple[str, list[int]]]()
    note = lambda stream, news: told.append((stream, [entry.version for entry in news]))  # noqa: E731
    shared = AsyncJournal(journal, written=note)
    events = [ResultRecorded(1, board, Result.DRAW) for board in (1, 2)]
    await shared.append("open", 0, "Ivanova", "a", events)
    with pytest.raises(AlreadyDone):
        await shared.append("open", 0, "Ivanova", "a", events)
    await shared.append("cup", 0, "Ivanova", "b", events[:1])
    await shared.append("open", 2, "Ivanova", "c", events[:1])
    await shared.close()
    assert told == [("open", [1, 2]), ("cup", [1]), ("open", [3])]
