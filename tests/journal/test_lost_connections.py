"""Connections to PostgreSQL die: appends go on."""

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest

from domain.events import ResultRecorded
from domain.words.games import Result
from server.journal import (
    AlreadyDone,
    CannotRead,
    CannotWrite,
    Entry,
    Journal,
    open_journal,
)
from server.journal.postgres import journal as postgres_journal
from tests.journal.postgres import Cluster

AT = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)


def add(journal: Journal, board: int) -> list[Entry]:
    return journal.append("open", board - 1, "Ivanova", f"c{board}", [ResultRecorded(1, board, Result.DRAW)], AT)


def terminate_all(url: str) -> None:
    """Every connection to the database except the one that says so; they are gone when it returns."""
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


@pytest.fixture
def url(cluster: Cluster) -> str:
    return cluster.database()


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    opened = open_journal(url)
    yield opened
    opened.close()


def test_an_append_survives_a_lost_connection(url: str, journal: Journal) -> None:
    add(journal, 1)
    terminate_all(url)
    assert [entry.version for entry in add(journal, 2)] == [2]
    assert [entry.version for entry in journal.read("open")] == [1, 2]


def test_an_append_whose_answer_was_lost_is_recognised_as_its_own(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit happened, the acknowledgement did not arrive: the caller sees success, once."""
    add(journal, 1)
    insert = postgres_journal.PostgresJournal._insert
    calls: list[int] = []

    def lose_the_answer(self: postgres_journal.PostgresJournal, made: object) -> None:
        insert(self, made)  # type: ignore[arg-type]
        calls.append(1)
        self._tips.clear()
        self._db.close()
        raise postgres_journal.ConnectionLost

    monkeypatch.setattr(postgres_journal.PostgresJournal, "_insert", lose_the_answer)
    assert [entry.version for entry in add(journal, 2)] == [2]
    assert calls == [1]
    assert [entry.command_id for entry in journal.read("open")] == ["c1", "c2"]


def test_a_command_repeated_after_a_lost_connection_is_still_a_repetition(url: str, journal: Journal) -> None:
    add(journal, 1)
    terminate_all(url)
    with pytest.raises(AlreadyDone):
        add(journal, 1)


def test_a_server_that_stays_away_is_a_sentence(
    postgres_server: Cluster, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    add(journal, 1)
    monkeypatch.setattr(postgres_journal, "RETRY_PAUSES_SECONDS", (0.01, 0.01))
    postgres_server.stop()
    try:
        with pytest.raises(CannotWrite, match="database-server-does-not-answer"):
            add(journal, 2)
        with pytest.raises(CannotRead):
            journal.streams()
    finally:
        postgres_server.start()
    assert [entry.version for entry in add(journal, 2)] == [2]
