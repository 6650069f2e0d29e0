"""Nobody changes a journal without being found out, at the very entry."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.events import Event, PlayerRegistered, ResultRecorded, RoundPublished
from domain.words.games import Result
from domain.words.players import Player, PlayerId
from server.journal import Broken, BrokenChain, Head, Journal, UnknownEvent, open_journal
from server.journal.chain import GENESIS, seal, sealed
from server.journal.codec import Codec
from server.journal.store import ROWS_PER_BLOCK, Named, checked, stream_id
from tests.tiers import tries

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Ten entries on the disk, nobody has the file open."""
    journal = open_journal(str(tmp_path / "t.sqlite"))
    for board in range(1, 11):
        journal.append("open", None, "Ivanova", f"c{board}", [ResultRecorded(1, board, Result.DRAW)], AT)
    journal.close()
    return tmp_path / "t.sqlite"


@pytest.fixture
def damaged(path: Path) -> Iterator[sqlite3.Connection]:
    """The file in the hands of somebody who knows how to get around a trigger."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("DROP TRIGGER stored_events_update")
        db.execute("DROP TRIGGER stored_events_delete")
        yield db


def verdict(path: Path) -> Head | Broken:
    journal = open_journal(str(path))
    try:
        return journal.verify("open")
    finally:
        journal.close()


def test_an_untouched_journal_holds(path: Path) -> None:
    found = verdict(path)
    assert isinstance(found, Head)
    assert found.version == 10


def test_one_byte_changed_on_the_disk_is_found_at_its_entry(path: Path) -> None:
    data = bytearray(path.read_bytes())
    at = data.index(b'"board":7')
    data[at + len(b'"board":')] = ord("8")
    path.write_bytes(data)
    found = verdict(path)
    assert isinstance(found, Broken)
    assert found.version == 7


def test_a_damaged_journal_is_not_folded_past_the_damage(path: Path) -> None:
    data = path.read_bytes().replace(b'"board":7', b'"board":8')
    path.write_bytes(data)
    journal = open_journal(str(path))
    seen = []
    with pytest.raises(BrokenChain) as trouble:
        seen.extend(entry.version for entry in journal.read("open"))
    journal.close()
    assert trouble.value.version == 7
    assert str(trouble.value) == ("journal-is-damaged stream=open version=7 why=hash-does-not-fit")


def test_an_entry_taken_out_is_found(path: Path, damaged: sqlite3.Connection) -> None:
    damaged.execute(
        "DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 4", (stream_id("open"),)
    )
    found = verdict(path)
    assert isinstance(found, Broken)
    assert found.version == 4


def test_a_beginning_is_never_taken_for_the_whole(path: Path) -> None:
    """In the file's index one entry is another stream's: the way from the first entry onwards ends before it."""
    with closing(sqlite3.connect(path)) as db:
        [(root,)] = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_stored_events_1'")
        [(size,)] = db.execute("PRAGMA page_size")
    data, id, found = path.read_bytes(), stream_id("open").encode(), list[str]()
    for place in range((root - 1) * size, root * size):
        if data.startswith(id, place):
            path.write_bytes(data[:place] + b"g" + data[place + 1 :])
            with closing(open_journal(str(path))) as journal:
                [info] = journal.streams() or [None]
                said = journal.verify("open")
            assert info is None or info.version == said.version or isinstance(said, Broken)
            found += [str(said.why)] if isinstance(said, Broken) else []
    assert "not-where-the-index-leads" in found


def test_a_newest_entry_that_cannot_be_read_is_the_trouble_of_its_own_stream(
    path: Path, damaged: sqlite3.Connection
) -> None:
    damaged.execute("UPDATE stored_events SET state = x'00' WHERE originator_version = 10")
    with closing(open_journal(str(path))) as journal:
        journal.append("other", 0, "Ivanova", "o", [ResultRecorded(1, 1, Result.DRAW)], AT)
        assert [(info.stream, info.version, bool(info.hash)) for info in journal.streams()] == [
            ("open", 10, False),
            ("other", 1, True),
        ]
        assert isinstance(journal.verify("other"), Head)
        assert isinstance(journal.verify("open"), Broken)
        with pytest.raises(BrokenChain):
            journal.append("open", 10, "Ivanova", "c", [ResultRecorded(1, 1, Result.DRAW)], AT)


def test_a_row_that_has_become_text_is_read_as_its_bytes(path: Path, damaged: sqlite3.Connection) -> None:
    """A flipped bit in the record's head does that."""
    damaged.execute("UPDATE stored_events SET state = CAST(state AS TEXT)")
    assert isinstance(verdict(path), Head)


def test_two_entries_exchanged_are_found(path: Path, damaged: sqlite3.Connection) -> None:
    for old, new in ((4, 99), (5, 4), (99, 5)):
        damaged.execute(
            "UPDATE stored_events SET originator_version = ? WHERE originator_id = ? AND originator_version = ?",
            (new, stream_id("open"), old),
        )
    found = verdict(path)
    assert isinstance(found, Broken)
    assert found.version == 4


def test_an_event_stored_under_another_name_is_found(path: Path, damaged: sqlite3.Connection) -> None:
    damaged.execute("UPDATE stored_events SET topic = 'ResultCleared' WHERE originator_version = 3")
    found = verdict(path)
    assert isinstance(found, Broken)
    assert found.version == 3


def test_an_event_this_program_does_not_know_stops_the_reading(path: Path) -> None:
    old_program = Codec({"RoundPublished": RoundPublished}, {})
    journal = open_journal(str(path), old_program)
    with pytest.raises(UnknownEvent) as trouble:
        list(journal.read("open"))
    journal.close()
    assert (trouble.value.version, trouble.value.name) == (1, "ResultRecorded")


EVENTS: list[Event] = [
    PlayerRegistered(Player(PlayerId(1), 'Ива́нова, "Анна" \\ Б.', 2100, club='"name":"RoundPublished","event":{')),
    RoundPublished(1),
    ResultRecorded(1, 1, Result.DRAW),
]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Named]:
    """More than are checked together."""
    journal = open_journal(str(tmp_path_factory.mktemp("rows") / "rows.sqlite"))
    journal.append("open", None, 'Ива́нова "Аня"', "c", EVENTS * 50, AT)
    lines = list(journal.lines("open"))
    journal.close()
    assert len(lines) > 2 * ROWS_PER_BLOCK
    return [(type(event).__name__, line) for event, line in zip(EVENTS * 50, lines, strict=True)]


def trouble_with(rows: list[Named]) -> BrokenChain | UnknownEvent | None:
    try:
        list(checked("open", rows, 0, Codec()))
    except (BrokenChain, UnknownEvent) as trouble:
        return trouble
    return None


@settings(max_examples=tries(300), deadline=None)
@given(st.data())
def test_any_change_of_any_byte_is_found_at_its_row(rows: list[Named], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(rows) - 1))
    name, row = rows[number]
    place = data.draw(st.integers(0, len(row) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda value: value != row[place]))
    changed = row[:place] + bytes([other]) + row[place + 1 :]
    trouble = trouble_with([*rows[:number], (name, changed), *rows[number + 1 :]])
    assert isinstance(trouble, BrokenChain)
    assert (trouble.version, str(trouble.why)) == (number + 1, "hash-does-not-fit")


@pytest.mark.parametrize("place", range(1, len(',"hash":"') + 64 + len('"}') + 1))
def test_no_byte_of_the_seal_can_be_another_one(rows: list[Named], place: int) -> None:
    name, row = rows[0]
    for other in {0x20, 0x22, 0x30, 0x41, 0x7D, row[-place] ^ 0x20} - {row[-place]}:
        changed = row[:-place] + bytes([other]) + row[len(row) - place + 1 :]
        trouble = trouble_with([(name, changed)])
        assert isinstance(trouble, BrokenChain)
        assert str(trouble.why) == "hash-does-not-fit"


@pytest.mark.parametrize(
    "tail", [b', "hash":"%b"}', b',"hash":"%b" }', b',"hash":"%b"}\n', b',"hash":"%b","hash":"%b"}']
)
def test_a_seal_that_is_written_another_way_is_none(rows: list[Named], tail: bytes) -> None:
    """Even by somebody who reckons the hash anew."""
    name, row = rows[0]
    body, _, _ = row.rpartition(b',"hash":"')
    hash = seal(GENESIS, body).encode()
    assert trouble_with([(name, sealed(body, hash.decode()))]) is None
    assert isinstance(trouble_with([(name, body + tail.replace(b"%b", hash))]), BrokenChain)


@settings(max_examples=tries(100), deadline=None)
@given(st.data())
def test_rows_that_are_missing_doubled_or_exchanged_are_found(rows: list[Named], data: st.DataObject) -> None:
    first = data.draw(st.integers(0, len(rows) - 2))
    second = data.draw(st.integers(first + 1, len(rows) - 1))
    before, between, after = rows[:first], rows[first + 1 : second], rows[second + 1 :]
    for damaged, found_at in (
        ([*before, rows[second], *between, rows[first], *after], first),
        ([*before, *rows[first + 1 :]], first),
        ([*rows[: second + 1], *rows[second:]], second + 1),
    ):
        trouble = trouble_with(damaged)
        assert isinstance(trouble, BrokenChain)
        assert trouble.version == found_at + 1


@pytest.mark.parametrize("number", [0, 1, 2, ROWS_PER_BLOCK - 1, ROWS_PER_BLOCK, 2 * ROWS_PER_BLOCK])
def test_every_row_is_stored_under_its_name_or_found(rows: list[Named], number: int) -> None:
    name, row = rows[number]
    other = "RoundClosed" if name == "RoundPublished" else "RoundPublished"
    trouble = trouble_with([*rows[:number], (other, row), *rows[number + 1 :]])
    assert isinstance(trouble, BrokenChain)
    assert trouble.version == number + 1


@pytest.mark.parametrize(
    ("unknown", "broken"), [(3, 5), (5, 3), (ROWS_PER_BLOCK, ROWS_PER_BLOCK + 1), (ROWS_PER_BLOCK + 1, ROWS_PER_BLOCK)]
)
def test_the_first_of_two_troubles_is_told(rows: list[Named], unknown: int, broken: int) -> None:
    damaged = [*rows]
    damaged[unknown] = ("TwoKingsOnTheBoard", rows[unknown][1])
    damaged[broken] = (rows[broken][0], rows[broken][1].replace(b'"open"', b'"Open"'))
    trouble = trouble_with(damaged)
    assert isinstance(trouble, UnknownEvent if unknown < broken else BrokenChain)
    assert trouble.version == min(unknown, broken) + 1


@pytest.mark.parametrize("after", [1, ROWS_PER_BLOCK - 1, ROWS_PER_BLOCK, ROWS_PER_BLOCK + 1, 2 * ROWS_PER_BLOCK])
def test_reading_goes_on_anywhere(rows: list[Named], after: int) -> None:
    versions = [entry.version for entry in checked("open", rows[after - 1 :], after, Codec())]
    assert versions == list(range(after + 1, len(rows) + 1))


def test_the_chain_can_be_checked_without_this_program(journal: Journal) -> None:
    """As `chain.py` promises: four lines of any language."""
    journal.append("open", 0, "Ivanova", "a", [RoundPublished(1), RoundPublished(2)], AT)
    previous = "0" * 64
    for line in journal.lines("open"):
        body, _, seal = line.partition(b',"hash":"')
        previous = sha256(previous.encode() + body).hexdigest()
        assert seal == previous.encode() + b'"}'
    assert journal.verify("open") == Head(2, previous)
