"""The journal behind an event loop: one writer, order kept, one refusal touches nobody else."""

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from domain.events import Event, ResultRecorded
from domain.words.games import Result
from server.journal import AlreadyDone, Append, AsyncJournal, Journal, JournalTrouble, StaleVersion, open_journal
from server.journal.asynchronous import MAX_LOOP_COMMIT_SECONDS, Pace
from server.journal.entries import AppendOutcome
from server.journal.sqlite.journal import SQLiteJournal


class Counting(SQLiteJournal):
    """Remembers how many requests came into each commit."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.commits: list[int] = []

    def append_many(self, requests: Sequence[Append]) -> list[AppendOutcome]:
        self.commits.append(len(requests))
        return super().append_many(requests)


def result(board: int) -> Event:
    return ResultRecorded(1, board, Result.DRAW)


async def test_requests_are_stored_in_the_order_they_were_made(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    asked = [shared.append("open", board, "Ivanova", f"c{board}", [result(board)]) for board in range(200)]
    await asyncio.gather(*asked)
    stored = await shared.read("open")
    await shared.close()
    assert [entry.command_id for entry in stored] == [f"c{board}" for board in range(200)]


async def test_a_stale_request_does_not_hurt_its_neighbours(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    answers = await asyncio.gather(
        shared.append("open", 0, "Ivanova", "a", [result(1)]),
        shared.append("open", 9, "Ivanova", "b", [result(2)]),
        shared.append("open", 1, "Ivanova", "c", [result(3)]),
        return_exceptions=True,
    )
    await shared.close()
    assert [type(answer) for answer in answers] == [list, StaleVersion, list]


async def test_a_name_that_cannot_be_written_does_not_hurt_its_neighbours(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    answers = await asyncio.gather(
        shared.append("open", None, "Ivanova", "a", [result(1)]),
        shared.append("open", None, "\ud800", "b", [result(2)]),
        shared.append("open", None, "Ivanova", "c", [result(3)]),
        return_exceptions=True,
    )
    kept = await shared.read("open")
    await shared.close()
    assert isinstance(answers[1], UnicodeEncodeError)
    assert [entry.command_id for entry in kept] == ["a", "c"]


async def test_a_repeated_command_is_told_so(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    [first] = await shared.append("open", 0, "Ivanova", "tap", [result(1)])
    with pytest.raises(AlreadyDone) as answer:
        await shared.append("open", 0, "Ivanova", "tap", [result(1)])
    await shared.close()
    assert list(answer.value.entries) == [first]


async def test_who_asks_alone_does_not_wait_for_another_turn(memory_folder: Path) -> None:
    shared = AsyncJournal(open_journal(str(memory_folder / "t.sqlite")))
    with pytest.raises(StopIteration) as stored:
        shared.append("open", 0, "Ivanova", "a", [result(1)]).send(None)
    second = asyncio.create_task(shared.append("open", 1, "Ivanova", "b", [result(2)]))
    third = asyncio.create_task(shared.append("open", 2, "Ivanova", "c", [result(3)]))
    [entry], [after], [last] = [*stored.value.value], await second, await third
    await shared.close()
    assert [entry.version, after.version, last.version] == [1, 2, 3]


async def test_who_comes_in_company_shares_the_next_commit(memory_folder: Path) -> None:
    journal = Counting(str(memory_folder / "t.sqlite"))
    shared = AsyncJournal(journal)
    for turn in range(4):
        await asyncio.gather(*(shared.append("open", None, "I", f"{turn}/{n}", [result(n)]) for n in range(8)))
    await shared.close()
    assert journal.commits == [1, 7, 8, 8, 8]


async def test_closing_stores_what_was_asked_for_before(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    asked = [asyncio.ensure_future(shared.append("open", None, "I", f"c{n}", [result(n)])) for n in range(50)]
    await asyncio.sleep(0)
    await shared.close()
    assert [entry.version for [entry] in await asyncio.gather(*asked)] == list(range(1, 51))


async def test_a_caller_who_goes_away_does_not_undo_the_request(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    asked = asyncio.ensure_future(shared.append("open", None, "Ivanova", "a", [result(1)]))
    await asyncio.sleep(0)
    asked.cancel()
    await shared.append("open", None, "Ivanova", "b", [result(2)])
    kept = await shared.read("open")
    await shared.close()
    assert [entry.command_id for entry in kept] == ["a", "b"]


async def test_a_closed_journal_refuses_instead_of_hanging(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    await shared.close()
    with pytest.raises(JournalTrouble, match="server-is-stopping-nothing-was"):
        await shared.append("open", None, "Ivanova", "late", [result(1)])


async def test_the_order_holds_while_the_disk_turns_slow_and_swift_again(journal: Journal) -> None:
    pace = Pace()
    shared, asked = AsyncJournal(journal, pace), list[asyncio.Task[object]]()
    for board in range(60):
        asked.append(asyncio.create_task(shared.append("open", None, "Ivanova", f"c{board}", [result(board)])))
        if board % 3 == 0:
            await asyncio.sleep(0)
        if board == 20:
            pace.took(1000 * MAX_LOOP_COMMIT_SECONDS)
        if board == 40:
            pace.again = 0.0
    await asyncio.gather(*asked)
    stored = await shared.read("open")
    await shared.close()
    assert [entry.command_id for entry in stored] == [f"c{board}" for board in range(60)]


def test_a_slow_commit_among_swift_ones_is_forgiven_several_are_not() -> None:
    pace = Pace()
    for seconds in (
        MAX_LOOP_COMMIT_SECONDS / 10,
        MAX_LOOP_COMMIT_SECONDS / 10,
        5 * MAX_LOOP_COMMIT_SECONDS,
        MAX_LOOP_COMMIT_SECONDS / 10,
        MAX_LOOP_COMMIT_SECONDS / 10,
    ):
        pace.took(seconds)
    assert pace.swift
    for _ in range(8):
        pace.took(2 * MAX_LOOP_COMMIT_SECONDS)
    assert not pace.swift


async def test_the_loop_does_not_wait_for_another_process_that_writes(memory_folder: Path) -> None:
    journal = open_journal(str(memory_folder / "tablo.sqlite"))
    shared = AsyncJournal(journal)
    await shared.append("open", 0, "Ivanova", "a", [result(1)])
    with closing(sqlite3.connect(memory_folder / "tablo.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert journal.append_at_once([Append("open", 1, "Ivanova", "b", [result(2)])]) is None
        asked = asyncio.create_task(shared.append("open", 1, "Ivanova", "b", [result(2)]))
        await asyncio.sleep(0)
        other.execute("COMMIT")
    [second] = await asked
    await shared.close()
    assert second.version == 2
