"""Summaries of each stream are kept beside the journal, in every kind of store."""

from collections.abc import Callable
from datetime import UTC, datetime

from domain.words.regulations import Details
from server.journal import Journal, SummaryRow
from tests.crosstable import announcement

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def row(stream: str, version: int, body: str = "{}") -> SummaryRow:
    return SummaryRow(stream, version, "ab" * 32, body)


def test_what_was_kept_is_there_after_the_journal_was_opened_again(
    journal: Journal, reopen: Callable[[], Journal]
) -> None:
    many = [row(f"open-{n}", n, '{"city": "Велико Търново"}') for n in range(1, 251)]
    journal.summaries.keep(many)
    assert sorted(reopen().summaries.all()) == sorted(many)


def test_who_has_read_on_furthest_has_the_last_word(journal: Journal) -> None:
    journal.summaries.keep([row("open", 7, "seven")])
    journal.summaries.keep([row("open", 6, "six")])
    assert journal.summaries.all() == [row("open", 7, "seven")]
    journal.summaries.keep([row("open", 8, "eight")])
    assert journal.summaries.all() == [row("open", 8, "eight")]


def test_what_tells_of_more_than_there_is_can_be_dropped(journal: Journal) -> None:
    journal.summaries.keep([row("open", 7), row("cup", 3)])
    journal.summaries.drop(["open", "nowhere"])
    assert journal.summaries.all() == [row("cup", 3)]


def test_one_stream_is_asked_for_its_head_and_a_command_for_the_stream_it_founded(journal: Journal) -> None:
    for name in ("cup", "open"):
        journal.append(name, 0, "Anna", f"found-{name}", announcement(details=Details(name)), NOW)
    journal.append("cup", 1, "Anna", "later", announcement(details=Details("Again")), NOW)
    assert journal.head("cup") == next(info for info in journal.streams() if info.stream == "cup")
    assert journal.head("nowhere") is None
    assert [journal.founded_by(id) for id in ("found-open", "later", "unknown")] == ["open", "", ""]
