"""Subscriptions to push notices, and the server's key for them; gone when they are dropped."""

from collections.abc import Callable, Sequence

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_PUSH_TABLES = (
    "CREATE TABLE IF NOT EXISTS push_subscriptions (endpoint TEXT NOT NULL, stream TEXT NOT NULL, "
    "players TEXT NOT NULL, language TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL, "
    "PRIMARY KEY (endpoint, stream))",
    "CREATE TABLE IF NOT EXISTS push_encryption (one INTEGER PRIMARY KEY, pem TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS push_told (stream TEXT PRIMARY KEY, position BIGINT NOT NULL)",
)
OF_PERSON = "p/"
"""Before the name of a person who is followed over all tournaments, where the address of one stands otherwise."""
SUBSCRIPTION_COLUMNS = "endpoint,stream,players,language,p256dh,auth"


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that wants to be told of some players of a tournament, or of a person wherever they play."""

    endpoint: str
    """The address at its maker's push service: who knows it and the keys can write to this browser."""
    stream: str
    players: tuple[int, ...]
    language: str
    p256dh: str
    """The browser's public key, in base64url."""
    auth: str
    """A secret shared with the browser, in base64url."""


class PushStore(SideTables):
    def keep(self, one: Subscription) -> None:
        """Replaces what the same browser wanted of the same tournament before."""
        self._run(
            f"INSERT INTO push_subscriptions ({SUBSCRIPTION_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?) "  # noqa: S608
            "ON CONFLICT (endpoint, stream) DO UPDATE SET players = excluded.players, language = excluded.language, "
            "p256dh = excluded.p256dh, auth = excluded.auth",
            (one.endpoint, one.stream, "-".join(map(str, one.players)), one.language, one.p256dh, one.auth),
        )

    def drop(self, endpoint: str, stream: str = "") -> None:
        """Forget this browser, or what it wanted of one tournament."""
        self._run("DELETE FROM push_subscriptions WHERE endpoint = ? AND ? IN ('', stream)", (endpoint, stream))
        self._erased()

    def all(self, stream: str = "") -> list[Subscription]:
        """Subscriptions of one tournament, or of all."""
        of_one = " WHERE stream = ?" if stream else ""
        rows = self._run(f"SELECT {SUBSCRIPTION_COLUMNS} FROM push_subscriptions{of_one}", (stream,) if stream else ())  # noqa: S608
        return list(map(_subscription, rows))

    def of_persons(self) -> list[Subscription]:
        """Those of people who are followed over all tournaments."""
        asked = f"SELECT {SUBSCRIPTION_COLUMNS} FROM push_subscriptions WHERE stream LIKE ?"  # noqa: S608
        return list(map(_subscription, self._run(asked, (f"{OF_PERSON}%",))))

    def told(self, stream: str) -> int | None:
        """The position up to which every notice of a tournament has gone out; None: nobody has asked for any."""
        rows = self._run("SELECT position FROM push_told WHERE stream = ?", (stream,))
        return int(str(rows[0][0])) if rows else None

    def tell(self, stream: str, position: int) -> None:
        self._run(
            "INSERT INTO push_told (stream, position) VALUES (?, ?) ON CONFLICT (stream) DO UPDATE "
            "SET position = excluded.position WHERE push_told.position < excluded.position",
            (stream, position),
        )

    def browsers(self) -> int:
        """The number of subscriptions."""
        return self._number("SELECT count(*) FROM push_subscriptions")

    def key(self, made: Callable[[], str]) -> str:
        """The private key in PEM: the one kept, or the first one that any process has `made`."""
        rows = self._run("SELECT pem FROM push_encryption WHERE one = ?", (1,))
        if not rows:
            self._run("INSERT INTO push_encryption (one, pem) VALUES (?, ?) ON CONFLICT (one) DO NOTHING", (1, made()))
            rows = self._run("SELECT pem FROM push_encryption WHERE one = ?", (1,))
        return str(rows[0][0])


def _subscription(row: Sequence[object]) -> Subscription:
    endpoint, stream, players, language, p256dh, auth = map(str, row)
    return Subscription(endpoint, stream, tuple(int(one) for one in players.split("-") if one), language, p256dh, auth)
