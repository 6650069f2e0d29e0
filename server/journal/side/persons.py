"""Everybody who plays anywhere, to be found by name; and requests of people who do not want to be found."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.records import dataclass
from server.journal.side.rows import Run, SideTables

CREATE_PERSONS = (
    "CREATE TABLE IF NOT EXISTS entrances (stream TEXT NOT NULL, player BIGINT NOT NULL, fide_id BIGINT NOT NULL, "
    "name TEXT NOT NULL, PRIMARY KEY (stream, player))",
    "CREATE INDEX IF NOT EXISTS entrances_by_fide_id ON entrances (fide_id)",
    "CREATE TABLE IF NOT EXISTS entrance_words (word TEXT NOT NULL, stream TEXT NOT NULL, player BIGINT NOT NULL, "
    "PRIMARY KEY (word, stream, player))",
    "CREATE INDEX IF NOT EXISTS entrance_words_by_stream ON entrance_words (stream, player, word)",
    "CREATE TABLE IF NOT EXISTS entrances_read (stream TEXT PRIMARY KEY, position BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS hiding_requests (person TEXT PRIMARY KEY, at TEXT NOT NULL, email TEXT NOT NULL, "
    "words TEXT NOT NULL, lang TEXT NOT NULL)",
)
LAST_LETTERS = "zzzzzz"
"""What stands behind a word sorts behind all that begin with it, whatever order a database has for other signs."""
ENTRANCES_FOUND_AT_MOST = 500
BEGINNINGS_LOOKED_AT = 20_000


class EntranceRow(NamedTuple):
    stream: str
    player: int
    fide_id: int
    """0 = none."""
    name: str


class HidingRequest(NamedTuple):
    person: str
    at: str
    """ISO time."""
    email: str
    words: str
    lang: str


@dataclass(slots=True)
class EntranceRows(SideTables):
    _read: Run

    def read(self) -> dict[str, int]:
        """The position up to which each tournament has been read."""
        rows = self._run("SELECT stream, position FROM entrances_read", ())
        return {str(stream): int(str(position)) for stream, position in rows}

    def note(self, stream: str, position: int) -> None:
        self._run(
            "INSERT INTO entrances_read VALUES (?, ?) ON CONFLICT (stream) DO UPDATE SET position = excluded.position",
            (stream, position),
        )

    def put(self, stream: str, rows: Mapping[EntranceRow, Sequence[str]]) -> None:
        """Everybody in a tournament, with the words of their names, in place of those before."""
        self._run("DELETE FROM entrance_words WHERE stream = ?", (stream,))
        self._run("DELETE FROM entrances WHERE stream = ?", (stream,))
        self._insert_many("entrances", list(rows))
        words = [(word, row.stream, row.player) for row, heard in rows.items() for word in heard]
        self._insert_many("entrance_words", words)

    def of_stream(self, stream: str) -> list[EntranceRow]:
        return self._rows("stream = ? ORDER BY player", stream)

    def with_fide_id(self, fide_id: int) -> list[EntranceRow]:
        return self._rows("fide_id = ?", fide_id)

    def with_words(self, words: Sequence[str]) -> list[EntranceRow]:
        """Those with a word of their name for each of these that begins with it; so many at most."""
        first, *others = sorted(words, key=len, reverse=True)
        beginning = "SELECT stream, player FROM entrance_words WHERE word BETWEEN ? AND ?"
        which = f"(stream, player) IN ({beginning} LIMIT {BEGINNINGS_LOOKED_AT})"
        has = (
            " AND EXISTS (SELECT 1 FROM entrance_words AS w WHERE w.stream = entrances.stream "
            "AND w.player = entrances.player AND w.word BETWEEN ? AND ?)"
        )
        bounds = [bound for word in (first, *others) for bound in (word, word + LAST_LETTERS)]
        return self._rows(f"{which}{has * len(others)} LIMIT {ENTRANCES_FOUND_AT_MOST}", *bounds)

    def _rows(self, which: str, *values: str | int) -> list[EntranceRow]:
        """By a reader's connection, so that no result waits for a search."""
        rows = self._read(f"SELECT stream, player, fide_id, name FROM entrances WHERE {which}", values)  # noqa: S608
        return [EntranceRow(str(one), int(str(player)), int(str(fide)), str(name)) for one, player, fide, name in rows]

    def ask_to_hide(self, request: HidingRequest, most: int) -> bool:
        """False where `most` wait already; a second request of a person takes the place of the first."""
        return bool(
            self._run(
                "INSERT INTO hiding_requests SELECT ?, ?, ?, ?, ? WHERE (SELECT count(*) FROM hiding_requests) < ? "
                "ON CONFLICT (person) DO UPDATE SET at = excluded.at, email = excluded.email, words = excluded.words, "
                "lang = excluded.lang RETURNING person",
                (*request, most),
            )
        )

    def asked_to_hide(self) -> list[HidingRequest]:
        """The first who asked first."""
        rows = self._run("SELECT person, at, email, words, lang FROM hiding_requests ORDER BY at, person", ())
        return [HidingRequest(*map(str, row)) for row in rows]

    def hiding_answered(self, person: str) -> None:
        """Nothing is kept of a request that was answered."""
        self._run("DELETE FROM hiding_requests WHERE person = ?", (person,))
        self._erased()
