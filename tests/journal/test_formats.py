"""Stores made by an older version are brought up when they are opened. Their dumps in `tests/journals/` never change.

`0.1.sqlite.sql` and `0.1.postgresql.sql` hold the journals `0.1-demo.jsonl` and `0.1-every-event.jsonl` as version
0.1.0 kept them (format 1): each command's claim was a row of its own. Made with `iterdump` and `pg_dump --inserts`.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest

from domain.events import TournamentClosed
from server.journal import AlreadyDone, CommandIdReused, Head, Journal, open_journal
from server.journal.codec import row_claims
from server.journal.store import first_rows
from tests.journal.postgres import Cluster

HERE = Path(__file__).parent.parent / "journals"
LINES: dict[str, list[bytes]] = {}
for name in ("0.1-demo.jsonl", "0.1-every-event.jsonl"):
    for line in (HERE / name).read_bytes().splitlines():
        LINES.setdefault(row_claims(line).stream, []).append(line)
AT = datetime(2027, 1, 1, tzinfo=UTC)


@pytest.fixture
def old(url: str) -> str:
    """A store of format 1."""
    if url.startswith("postgresql:"):
        with psycopg.connect(url, autocommit=True) as db:
            db.execute((HERE / "0.1.postgresql.sql").read_bytes())
    else:
        with closing(sqlite3.connect(url)) as disk:
            disk.executescript((HERE / "0.1.sqlite.sql").read_text())
    return url


@pytest.fixture
def journal(old: str, reopen: Callable[[], Journal]) -> Journal:
    return reopen()


def test_every_byte_of_an_old_store_is_still_there(journal: Journal) -> None:
    assert {info.stream for info in journal.streams()} == set(LINES)
    for stream, lines in LINES.items():
        assert list(journal.lines(stream)) == lines
        assert journal.verify(stream) == Head(len(lines), row_claims(lines[-1]).hash)


def test_what_was_done_then_is_recognised(journal: Journal) -> None:
    for lines in LINES.values():
        rows = [row_claims(line) for line in lines]
        for row in rows:
            with pytest.raises(AlreadyDone) as done:
                journal.append(row.stream, None, "Ivanova", row.command_id, [TournamentClosed()], AT, row.digest)
            mine = [each.version for each in rows if each.command_id == row.command_id]
            assert [entry.version for entry in done.value.entries] == mine
            with pytest.raises(CommandIdReused):
                journal.append(row.stream, None, "Ivanova", row.command_id, [TournamentClosed()], AT, "another digest")


def test_it_goes_on_where_it_was(journal: Journal, reopen: Callable[[], Journal]) -> None:
    before = journal.versions()
    [entry] = journal.append("demo", len(LINES["demo"]), "Ivanova", "new", [TournamentClosed()], AT)
    assert before == {stream: len(lines) for stream, lines in LINES.items()}
    assert reopen().versions() == before | {"demo": entry.version}


def test_a_program_of_the_old_format_is_told_when_it_goes_on_writing(cluster: Cluster) -> None:
    url = cluster.database()
    with psycopg.connect(url, autocommit=True) as db:
        db.execute((HERE / "0.1.postgresql.sql").read_bytes())
        db.execute("SET search_path TO public")
        append_two = "SELECT append_two(gen_random_uuid(), 1, %s, %b, gen_random_uuid(), 1, %s, %b)"
        db.execute(append_two, ("CommandClaimed", b"{}", "T", b"{}"))
        open_journal(url).close()
        with pytest.raises(psycopg.errors.RaiseException, match="a newer version of Tablo"):
            db.execute(append_two, ("CommandClaimed", b"{}", "T", b"{}"))


def test_a_damaged_row_claims_nothing_and_hinders_nobody() -> None:
    lines = LINES["every-event"]
    rows = [(position, "s", line) for position, line in enumerate(lines, start=1)]
    sound = dict(first_rows(rows))
    damaged = [(position, stream, b"?" + row if position == 3 else row) for position, stream, row in rows]
    found = dict(first_rows(damaged))
    assert 3 in sound.values()
    assert found == {command: position for command, position in sound.items() if position != 3}
