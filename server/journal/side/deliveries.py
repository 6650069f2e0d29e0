"""Messages to webhooks, and to channels of messengers, until they are taken or given up: shared by all processes."""

from collections.abc import Sequence
from enum import StrEnum

from domain.records import dataclass
from server.journal.side.rows import SideTables


def _delivery_tables(name: str) -> tuple[str, ...]:
    return (
        f"CREATE TABLE IF NOT EXISTS {name}_told (stream TEXT PRIMARY KEY, position BIGINT NOT NULL)",
        f"CREATE TABLE IF NOT EXISTS {name}_deliveries (id TEXT PRIMARY KEY, {name} TEXT NOT NULL, "
        "topic TEXT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL, tries BIGINT NOT NULL, "
        "next_at TEXT NOT NULL, leased_until TEXT NOT NULL, status BIGINT NOT NULL)",
    )


CREATE_DELIVERY_TABLES = (*_delivery_tables("webhook"), *_delivery_tables("channel"))


class DeliveryState(StrEnum):
    WAITING = "waiting"
    TAKEN = "taken"
    GIVEN_UP = "given-up"


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message to one receiver. Times are in ISO form, UTC, to the second."""

    id: str
    receiver: str
    topic: str
    body: str
    at: str
    state: DeliveryState = DeliveryState.WAITING
    tries: int = 0
    next_at: str = ""
    status: int = 0
    """The answer to the last try."""


@dataclass(slots=True)
class DeliveryStore(SideTables):
    _name: str
    """The receivers are called so: a column is, and both tables begin with it."""

    @property
    def _rows(self) -> str:
        return f"{self._name}_deliveries"

    @property
    def _columns(self) -> str:
        return f"id, {self._name}, topic, body, at, state, tries, next_at, status"

    def told(self, stream: str) -> int:
        """The position up to which all messages of a stream are here."""
        return self._number(f"SELECT position FROM {self._name}_told WHERE stream = ?", stream)  # noqa: S608

    def all_told(self) -> dict[str, int]:
        rows = self._run(f"SELECT stream, position FROM {self._name}_told", ())  # noqa: S608
        return {str(stream): int(str(position)) for stream, position in rows}

    def tell(self, stream: str, position: int, messages: Sequence[StoredMessage]) -> None:
        """Keep new messages; then note how far the stream has been told."""
        self.add(messages)
        told = f"{self._name}_told"
        self._run(
            f"INSERT INTO {told} (stream, position) VALUES (?, ?) ON CONFLICT (stream) DO UPDATE "  # noqa: S608
            f"SET position = excluded.position WHERE {told}.position < excluded.position",
            (stream, position),
        )

    def add(self, messages: Sequence[StoredMessage]) -> None:
        """Keep new messages, each once whichever process brings it."""
        for one in messages:
            self._run(
                f"INSERT INTO {self._rows} ({self._columns}, leased_until) "  # noqa: S608
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
                (one.id, one.receiver, one.topic, one.body, one.at, one.state, 0, one.at, 0, ""),
            )

    def due(self, now: str, most: int) -> list[StoredMessage]:
        """The oldest of each receiver that are to be tried and that no process has in hand."""
        rows = self._run(
            f"SELECT {self._columns} FROM (SELECT {self._columns}, row_number() OVER "  # noqa: S608
            f"(PARTITION BY {self._name} ORDER BY next_at, at, id) AS place FROM {self._rows} "
            "WHERE state = ? AND next_at <= ? AND leased_until <= ?) AS oldest WHERE place <= ? "
            "ORDER BY next_at, at, id",
            (DeliveryState.WAITING, now, now, most),
        )
        return list(map(_stored_message, rows))

    def waiting(self) -> int:
        """The number that waits, of all receivers."""
        return self._number(f"SELECT count(*) FROM {self._rows} WHERE state = ?", DeliveryState.WAITING)  # noqa: S608

    def give_up_surplus(self, receiver: str, most: int) -> None:
        """Of a receiver that takes nothing the newest are kept waiting, so many."""
        self._run(
            f"UPDATE {self._rows} SET state = ? WHERE state = ? AND id IN (SELECT id FROM {self._rows} "  # noqa: S608
            f"WHERE {self._name} = ? AND state = ? ORDER BY at DESC, id DESC LIMIT 1000000 OFFSET ?)",
            (DeliveryState.GIVEN_UP, DeliveryState.WAITING, receiver, DeliveryState.WAITING, most),
        )

    def lease(self, id: str, now: str, until: str) -> bool:
        """True for the one process that may try it until then."""
        free = "id = ? AND state = ? AND leased_until <= ?"
        asked = f"UPDATE {self._rows} SET leased_until = ? WHERE {free} RETURNING id"  # noqa: S608
        return bool(self._run(asked, (until, id, DeliveryState.WAITING, now)))

    def note(self, id: str, state: DeliveryState, tries: int, next_at: str, status: int) -> None:
        self._run(
            f"UPDATE {self._rows} SET state = ?, tries = ?, next_at = ?, status = ?, leased_until = '' "  # noqa: S608
            "WHERE id = ?",
            (state, tries, next_at, status, id),
        )

    def again(self, receiver: str, id: str, now: str) -> None:
        """Try a message that was given up from the beginning."""
        self._run(
            f"UPDATE {self._rows} SET state = ?, tries = 0, next_at = ? "  # noqa: S608
            f"WHERE {self._name} = ? AND id = ? AND state = ?",
            (DeliveryState.WAITING, now, receiver, id, DeliveryState.GIVEN_UP),
        )

    def latest(self, receiver: str, most: int) -> list[StoredMessage]:
        ordered = f"WHERE {self._name} = ? ORDER BY at DESC, id DESC LIMIT ?"
        rows = self._run(f"SELECT {self._columns} FROM {self._rows} {ordered}", (receiver, most))  # noqa: S608
        return list(map(_stored_message, rows))

    def drop(self, receiver: str) -> None:
        self._run(f"DELETE FROM {self._rows} WHERE {self._name} = ?", (receiver,))  # noqa: S608

    def drop_old(self, before: str) -> None:
        """Forget what is older, whether it was taken or not."""
        self._run(f"DELETE FROM {self._rows} WHERE at < ?", (before,))  # noqa: S608


def _stored_message(row: Sequence[object]) -> StoredMessage:
    id, receiver, topic, body, at, state, tries, next_at, status = map(str, row)
    return StoredMessage(id, receiver, topic, body, at, DeliveryState(state), int(tries), next_at, int(status))
