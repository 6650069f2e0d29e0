"""Entries that players ask for by themselves until somebody decides, and how far letters about entries are written."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import StrEnum

import msgspec

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_ENTRY_QUEUE = (
    "CREATE TABLE IF NOT EXISTS entry_queue (token TEXT PRIMARY KEY, stream TEXT NOT NULL, at TEXT NOT NULL, "
    "stage TEXT NOT NULL, player TEXT NOT NULL, email TEXT NOT NULL, reason TEXT NOT NULL, entrant BIGINT NOT NULL)"
)
DAYS_UNCONFIRMED, DAYS_UNDECIDED, DAYS_DECIDED = 1, 30, 14
"""Days that a request is kept as long as nobody confirms it, as long as nobody decides, and that the decision is kept
without what was asked.
"""
ORIGIN = "origin"
"""Kept among the fields of the player, so that it goes with them."""
COLUMNS_OF_QUEUE = "token,stream,at,stage,player,email,reason,entrant"


class QueueStage(StrEnum):
    UNCONFIRMED = "unconfirmed"
    """A message was sent, and its link has not been opened: no arbiter sees it."""
    WAITING = "waiting"
    ACCEPTED = "accepted"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class QueuedRequest:
    """A request for an entry. Once it is decided nothing is left in it but the decision."""

    token: str
    """The secret part of the address at which the applicant finds it."""
    stream: str
    at: str
    """ISO time in UTC: asked, or decided."""
    stage: QueueStage
    player: Mapping[str, str | int]
    """The fields of the player as they were typed; empty once it is decided."""
    email: str
    reason: str = ""
    entrant: int = 0
    """The player that came of it; 0 = none."""
    origin: str = ""
    """A mark of the address it came from, the same for each of them; it is kept and deleted with the fields."""


class EntryQueueStore(SideTables):
    def add(self, one: QueuedRequest, most: int) -> bool:
        """False where `most` wait for this tournament already, or this one does."""
        packed = msgspec.json.encode({**one.player, ORIGIN: one.origin}).decode()
        added = self._run(
            f"INSERT INTO entry_queue ({COLUMNS_OF_QUEUE}) SELECT ?, ?, ?, ?, ?, ?, ?, ? "  # noqa: S608
            "WHERE (SELECT count(*) FROM entry_queue WHERE stream = ? AND stage IN ('waiting', 'unconfirmed')) < ? "
            "ON CONFLICT (token) DO NOTHING RETURNING token",
            (one.token, one.stream, one.at, one.stage, packed, one.email, one.reason, one.entrant, one.stream, most),
        )
        return bool(added)

    def find(self, stream: str, token: str) -> QueuedRequest | None:
        return next(iter(self._requests("stream = ? AND token = ?", stream, token)), None)

    def waiting(self, stream: str) -> list[QueuedRequest]:
        """Entries that nobody has decided about, the first who came first."""
        return self._requests("stream = ? AND stage = 'waiting' ORDER BY at, token", stream)

    def undecided(self, stream: str) -> list[QueuedRequest]:
        """Entries that wait, and entries that nobody has confirmed yet."""
        return self._requests("stream = ? AND stage IN ('waiting', 'unconfirmed')", stream)

    def _requests(self, which: str, *values: str) -> list[QueuedRequest]:
        rows = self._run(f"SELECT {COLUMNS_OF_QUEUE} FROM entry_queue WHERE {which}", values)  # noqa: S608 ours alone
        return list(map(_request, rows))

    def confirm(self, stream: str, token: str, now: datetime) -> None:
        """An arbiter sees it from now on; nothing where somebody has decided already."""
        self._run(
            "UPDATE entry_queue SET stage = 'waiting', at = ? WHERE stream = ? AND token = ? AND stage = 'unconfirmed'",
            (now.astimezone(UTC).isoformat(), stream, token),
        )

    def withdraw(self, token: str) -> None:
        """Delete a request that nobody can confirm."""
        self._run("DELETE FROM entry_queue WHERE token = ? AND stage = 'unconfirmed'", (token,))
        self._erased()

    def count(self, stream: str) -> int:
        return self._number("SELECT count(*) FROM entry_queue WHERE stream = ? AND stage = 'waiting'", stream)

    def newest_waiting(self) -> dict[str, str]:
        """The time of the newest entry that waits, by tournament."""
        rows = self._run("SELECT stream, max(at) FROM entry_queue WHERE stage = 'waiting' GROUP BY stream", ())
        return {str(stream): str(at) for stream, at in rows}

    def decide(self, token: str, stage: QueueStage, now: datetime, reason: str = "", entrant: int = 0) -> None:
        """Delete what was asked; the decision stays for the applicant to read."""
        self._decide(token, stage, now, reason, entrant)
        self._erased()

    def refuse(self, tokens: Sequence[str], now: datetime, reason: str) -> None:
        for token in tokens:
            self._decide(token, QueueStage.REFUSED, now, reason, 0)
        self._erased()

    def _decide(self, token: str, stage: QueueStage, now: datetime, reason: str, entrant: int) -> None:
        self._run(
            "UPDATE entry_queue SET stage = ?, at = ?, reason = ?, entrant = ?, player = '{}', email = '' "
            "WHERE token = ? AND stage = 'waiting'",
            (stage, now.astimezone(UTC).isoformat(), reason, entrant, token),
        )

    def forget_old(self, now: datetime) -> None:
        """Delete what is older than the form promises."""
        kept = (DAYS_UNCONFIRMED, DAYS_UNDECIDED, DAYS_DECIDED)
        gone = self._run(
            "DELETE FROM entry_queue WHERE (stage = 'unconfirmed' AND at < ?) OR (stage = 'waiting' AND at < ?) "
            "OR (stage NOT IN ('unconfirmed', 'waiting') AND at < ?) RETURNING token",
            tuple((now.astimezone(UTC) - timedelta(days=days)).isoformat() for days in kept),
        )
        if gone:
            self._erased()


def _request(row: Sequence[object]) -> QueuedRequest:
    token, stream, at, stage, player, email, reason, entrant = map(str, row)
    fields = msgspec.json.decode(player, type=dict[str, str | int])
    origin = str(fields.pop(ORIGIN, ""))
    return QueuedRequest(token, stream, at, QueueStage(stage), fields, email, reason, int(entrant), origin)


CREATE_LETTERS = (
    "CREATE TABLE IF NOT EXISTS letters_told (stream TEXT PRIMARY KEY, position BIGINT NOT NULL, "
    "digested BIGINT NOT NULL, asked_at TEXT NOT NULL)"
)


@dataclass(frozen=True, slots=True)
class LettersTold:
    position: int
    """Up to which players have been written to."""
    digested: int
    """Up to which the organiser has been told."""
    asked_at: str
    """The time of the newest request for an entry that the organiser has been told of, as it is kept."""


class LetterRows(SideTables):
    def find(self, stream: str) -> LettersTold | None:
        rows = self._run("SELECT position, digested, asked_at FROM letters_told WHERE stream = ?", (stream,))
        return next((LettersTold(int(str(one)), int(str(two)), str(at)) for one, two, at in rows), None)

    def note(self, stream: str, told: LettersTold) -> None:
        self._run(
            "INSERT INTO letters_told VALUES (?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE SET "
            "position = excluded.position, digested = excluded.digested, asked_at = excluded.asked_at",
            (stream, told.position, told.digested, told.asked_at),
        )

    def undigested(self) -> list[str]:
        """Tournaments whose organiser is still to be told of something."""
        return [str(stream) for (stream,) in self._run("SELECT stream FROM letters_told WHERE digested < position", ())]
