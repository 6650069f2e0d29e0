"""Messages to webhooks until they are taken or given up: beside the journal, and shared by all processes over it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from server.journal.personal_data import Run

CREATE_DELIVERY_TABLES = (
    "CREATE TABLE IF NOT EXISTS webhook_told (stream TEXT PRIMARY KEY, position BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS webhook_deliveries (id TEXT PRIMARY KEY, webhook TEXT NOT NULL, topic TEXT NOT NULL, "
    "body TEXT NOT NULL, at TEXT NOT NULL, state TEXT NOT NULL, tries BIGINT NOT NULL, next_at TEXT NOT NULL, "
    "leased_until TEXT NOT NULL, status BIGINT NOT NULL)",
)
DELIVERY_COLUMNS = "id, webhook, topic, body, at, state, tries, next_at, status"


class DeliveryState(StrEnum):
    WAITING = "waiting"
    TAKEN = "taken"
    GIVEN_UP = "given-up"


@dataclass(frozen=True, slots=True)
class WebhookMessage:
    """A message to one webhook. Times are in ISO form, UTC, to the second."""

    id: str
    webhook: str
    topic: str
    body: str
    at: str
    state: DeliveryState = DeliveryState.WAITING
    tries: int = 0
    next_at: str = ""
    status: int = 0
    """The answer to the last try."""


class DeliveryStore:
    def __init__(self, run: Run) -> None:
        self._run = run

    def told(self, stream: str) -> int:
        """The position up to which all messages of a stream are here."""
        rows = self._run("SELECT position FROM webhook_told WHERE stream = ?", (stream,))
        return int(str(rows[0][0])) if rows else 0

    def all_told(self) -> dict[str, int]:
        return {
            str(s): int(str(position)) for s, position in self._run("SELECT stream, position FROM webhook_told", ())
        }

    def tell(self, stream: str, position: int, messages: Sequence[WebhookMessage]) -> None:
        """Keep new messages, each once whichever process brings it; then note how far the stream has been told."""
        for one in messages:
            self._run(
                f"INSERT INTO webhook_deliveries ({DELIVERY_COLUMNS}, leased_until) "  # noqa: S608
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (id) DO NOTHING",
                (one.id, one.webhook, one.topic, one.body, one.at, one.state.value, 0, one.at, 0, ""),
            )
        self._run(
            "INSERT INTO webhook_told (stream, position) VALUES (?, ?) ON CONFLICT (stream) DO UPDATE "
            "SET position = excluded.position WHERE webhook_told.position < excluded.position",
            (stream, position),
        )

    def due(self, now: str, most: int) -> list[WebhookMessage]:
        """The oldest of each webhook that are to be tried and that no process has in hand."""
        rows = self._run(
            f"SELECT {DELIVERY_COLUMNS} FROM (SELECT {DELIVERY_COLUMNS}, row_number() OVER "  # noqa: S608
            "(PARTITION BY webhook ORDER BY next_at, at, id) AS place FROM webhook_deliveries "
            "WHERE state = ? AND next_at <= ? AND leased_until <= ?) AS oldest WHERE place <= ? "
            "ORDER BY next_at, at, id",
            (DeliveryState.WAITING.value, now, now, most),
        )
        return [_delivery(row) for row in rows]

    def waiting(self) -> int:
        """The number that waits, of all webhooks."""
        rows = self._run("SELECT count(*) FROM webhook_deliveries WHERE state = ?", (DeliveryState.WAITING.value,))
        return int(str(rows[0][0]))

    def give_up_surplus(self, webhook: str, most: int) -> None:
        """Of a webhook that takes nothing the newest are kept waiting, so many."""
        self._run(
            "UPDATE webhook_deliveries SET state = ? WHERE state = ? AND id IN (SELECT id FROM webhook_deliveries "
            "WHERE webhook = ? AND state = ? ORDER BY at DESC, id DESC LIMIT 1000000 OFFSET ?)",
            (
                DeliveryState.GIVEN_UP.value,
                DeliveryState.WAITING.value,
                webhook,
                DeliveryState.WAITING.value,
                most,
            ),
        )

    def lease(self, id: str, now: str, until: str) -> bool:
        """True for the one process that may try it until then."""
        return bool(
            self._run(
                "UPDATE webhook_deliveries SET leased_until = ? WHERE id = ? AND state = ? AND leased_until <= ? "
                "RETURNING id",
                (until, id, DeliveryState.WAITING.value, now),
            )
        )

    def note(self, id: str, state: DeliveryState, tries: int, next_at: str, status: int) -> None:
        """The outcome of a try."""
        self._run(
            "UPDATE webhook_deliveries SET state = ?, tries = ?, next_at = ?, status = ?, leased_until = '' "
            "WHERE id = ?",
            (state.value, tries, next_at, status, id),
        )

    def again(self, id: str, now: str) -> None:
        """Try a message that was given up from the beginning."""
        self._run(
            "UPDATE webhook_deliveries SET state = ?, tries = 0, next_at = ? WHERE id = ? AND state = ?",
            (DeliveryState.WAITING.value, now, id, DeliveryState.GIVEN_UP.value),
        )

    def latest(self, webhook: str, most: int) -> list[WebhookMessage]:
        rows = self._run(
            f"SELECT {DELIVERY_COLUMNS} FROM webhook_deliveries WHERE webhook = ? ORDER BY at DESC, id DESC LIMIT ?",  # noqa: S608
            (webhook, most),
        )
        return [_delivery(row) for row in rows]

    def drop(self, webhook: str) -> None:
        """Forget what was for a webhook that is removed."""
        self._run("DELETE FROM webhook_deliveries WHERE webhook = ?", (webhook,))

    def drop_old(self, before: str) -> None:
        """Forget what is older, whether it was taken or not."""
        self._run("DELETE FROM webhook_deliveries WHERE at < ?", (before,))


def _delivery(row: Sequence[object]) -> WebhookMessage:
    id, webhook, topic, body, at, state, tries, next_at, status = map(str, row)
    return WebhookMessage(id, webhook, topic, body, at, DeliveryState(state), int(tries), next_at, int(status))
