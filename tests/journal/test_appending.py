"""Promises of a journal about appending, on every kind of store."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from msgspec.structs import replace

from domain.events import Event, InitialColourDrawn, ResultRecorded, RoundPublished
from domain.words.games import Colour, Result
from server.journal import AlreadyDone, Append, CommandIdReused, Journal, StaleVersion

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def result(board: int) -> Event:
    return ResultRecorded(1, board, Result.DRAW)


def add(
    journal: Journal, *events: Event, after: int | None = None, command_id: str = "", digest: str = ""
) -> list[int]:
    entries = journal.append("open", after, "Ivanova", command_id or str(uuid4()), events, AT, digest)
    return [entry.version for entry in entries]


def test_versions_count_from_one_within_each_stream(journal: Journal) -> None:
    add(journal, result(1), result(2))
    journal.append("hall", 0, "Petrov", "h", [RoundPublished(1)], AT)
    add(journal, result(3))
    assert [entry.version for entry in journal.read("open")] == [1, 2, 3]
    assert [entry.version for entry in journal.read("hall")] == [1]


def test_what_is_read_is_what_was_appended(journal: Journal) -> None:
    appended = journal.append("open", 0, "Ива́нова", "c", [InitialColourDrawn(Colour.WHITE, "seed")], AT)
    assert list(journal.read("open")) == appended
    assert appended[0].by == "Ива́нова"
    assert appended[0].event == InitialColourDrawn(Colour.WHITE, "seed")


def test_a_decision_on_an_old_state_is_refused(journal: Journal) -> None:
    add(journal, result(1), after=0)
    with pytest.raises(StaleVersion) as refusal:
        add(journal, result(2), after=0)
    assert (refusal.value.stream, refusal.value.expected, refusal.value.actual) == ("open", 0, 1)
    assert len(list(journal.read("open"))) == 1


def test_a_repeated_command_gives_the_entries_of_the_first_time(journal: Journal) -> None:
    add(journal, result(1))
    add(journal, result(2), result(3), after=1, command_id="tap", digest="d")
    with pytest.raises(AlreadyDone) as answer:
        add(journal, result(2), result(3), after=1, command_id="tap", digest="d")
    assert [entry.version for entry in answer.value.entries] == [2, 3]
    assert len(list(journal.read("open"))) == 3


def test_a_command_id_is_good_for_one_content_only(journal: Journal) -> None:
    add(journal, result(1), command_id="tap", digest="d")
    with pytest.raises(CommandIdReused) as refusal:
        add(journal, result(2), command_id="tap", digest="other")
    assert (refusal.value.first, refusal.value.last) == (1, 1)


def test_a_command_id_is_good_for_one_stream_only(journal: Journal) -> None:
    add(journal, result(1), command_id="tap")
    with pytest.raises(CommandIdReused):
        journal.append("other", 0, "Ivanova", "tap", [result(1)], AT)


def test_no_events_are_no_entry(journal: Journal) -> None:
    assert add(journal) == []
    assert journal.streams() == []


def test_the_clock_of_a_stream_never_goes_back(journal: Journal) -> None:
    journal.append("open", 0, "Ivanova", "a", [result(1)], AT)
    [later] = journal.append("open", 1, "Ivanova", "b", [result(2)], AT - timedelta(hours=3))
    assert later.recorded_at == AT


def test_a_batch_refuses_one_and_stores_its_neighbours(journal: Journal) -> None:
    asked = [Append("open", after, "Ivanova", f"c{after}", [result(after + 1)], AT) for after in (0, 1, 5, 2)]
    outcomes = journal.append_many(asked)
    assert [isinstance(outcome, StaleVersion) for outcome in outcomes] == [False, False, True, False]
    assert [entry.command_id for entry in journal.read("open")] == ["c0", "c1", "c2"]


def test_a_command_sent_twice_in_one_batch_is_stored_once(journal: Journal) -> None:
    asked = Append("open", None, "Ivanova", "tap", [result(1)], AT)
    first, second = journal.append_many([asked, asked])
    assert isinstance(first, list)
    assert isinstance(second, AlreadyDone)
    assert list(second.entries) == first


def test_a_repeated_command_in_a_new_batch_is_not_stale(journal: Journal) -> None:
    asked = Append("open", 0, "Ivanova", "tap", [result(1)], AT)
    journal.append_many([asked])
    again, stale = journal.append_many([asked, replace(asked, command_id="other")])
    assert isinstance(again, AlreadyDone)
    assert isinstance(stale, StaleVersion)


def test_two_processes_cannot_both_write_the_same_version(reopen: Callable[[], Journal], journal: Journal) -> None:
    other = reopen()
    add(journal, result(1), after=0)
    with pytest.raises(StaleVersion):
        add(other, result(1), after=0)
    add(other, result(2), after=1)
    with pytest.raises(StaleVersion):
        add(journal, result(2), after=1)
    assert add(journal, result(3), after=2) == [3]


def test_a_decision_that_counts_on_another_command_is_refused_if_somebody_else_wrote_as_much(
    reopen: Callable[[], Journal], journal: Journal
) -> None:
    add(journal, result(1), after=0)
    add(reopen(), result(2), after=1)
    asked = [
        Append("open", 1, "Ivanova", "a", [result(3)], AT),
        Append("open", 2, "Ivanova", "b", [result(4)], AT, follows="a"),
    ]
    assert [type(outcome) for outcome in journal.append_many(asked)] == [StaleVersion, StaleVersion]
    now = [replace(asked[0], after=2), replace(asked[1], after=3)]
    assert [type(outcome) for outcome in journal.append_many(now)] == [list, list]


def test_a_part_of_a_stream_is_read_by_version(journal: Journal) -> None:
    add(journal, *[result(board) for board in range(1, 8)])
    assert [entry.version for entry in journal.read("open", after=2, upto=5)] == [3, 4, 5]
    assert list(journal.read("open", after=7)) == []
    assert list(journal.read("nobody")) == []


def test_streams_are_listed_with_their_heads(journal: Journal) -> None:
    last = journal.append("open", 0, "Ivanova", "a", [result(1), result(2)], AT)[-1]
    journal.append("cup", 0, "Ivanova", "b", [result(1)], AT)
    cup, opened = journal.streams()
    assert (cup.stream, cup.version) == ("cup", 1)
    assert (opened.stream, opened.version, opened.hash, opened.recorded_at) == ("open", 2, last.hash, AT)


def test_a_journal_opened_again_goes_on_where_it_was(reopen: Callable[[], Journal], journal: Journal) -> None:
    add(journal, result(1), command_id="tap")
    journal.close()
    again = reopen()
    with pytest.raises(AlreadyDone):
        add(again, result(1), command_id="tap")
    assert add(again, result(2), after=1) == [2]
