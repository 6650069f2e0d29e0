"""Rows beside the journal, which may be erased: personal data, queues, subscriptions, deliveries, summaries."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

import msgspec

from domain.records import dataclass

Run = Callable[[str, Sequence[object]], list[tuple[object, ...]]]
"""Runs one statement in a transaction of its own; parameters are marked `?`."""


@dataclass(slots=True)
class SideTables:
    """Rows beside the journal, in the same store."""

    _run: Run
    _erased: Callable[[], None]
    """Told that something was erased for good."""


# Personal data that the law makes erasable: date of birth, e-mail and phone, beside the journal and never in it.

CREATE_PERSONAL = (
    "CREATE TABLE IF NOT EXISTS personal (stream TEXT NOT NULL, player BIGINT NOT NULL, "
    "birth_date TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL, PRIMARY KEY (stream, player))"
)

CREATE_PHOTOS = (
    "CREATE TABLE IF NOT EXISTS photos (stream TEXT NOT NULL, player BIGINT NOT NULL, data BYTEA NOT NULL, "
    "PRIMARY KEY (stream, player))"
)
"""Photos of players: personal data as well, of which the journal has the digests."""

ROWS_AT_ONCE = 1_000
"""Three parameters each: far below what SQLite and PostgreSQL take in one statement."""


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Empty = not known."""

    birth_date: str = ""
    """ISO date."""
    email: str = ""
    phone: str = ""


class SideStore(SideTables):
    """A row per player of a stream, and one for the photo; an erased row leaves nothing behind."""

    def keep(self, stream: str, player: int, data: PersonalData) -> None:
        """Keeps these data and erases those of before; empty data are erased, too."""
        if data == PersonalData():
            self._run("DELETE FROM personal WHERE stream = ? AND player = ?", (stream, player))
            self._erased()
            return
        before = self.find(stream, player)
        self._run(
            "INSERT INTO personal VALUES (?, ?, ?, ?, ?) ON CONFLICT (stream, player) DO UPDATE "
            "SET birth_date = excluded.birth_date, email = excluded.email, phone = excluded.phone",
            (stream, player, data.birth_date, data.email, data.phone),
        )
        if before not in (PersonalData(), data):
            self._erased()

    def keep_birth_dates(self, stream: str, dates: Mapping[int, str]) -> None:
        """Adds the dates of many players at once; addresses and phones stay. A date kept before stays too."""
        players = list(dates)
        for first in range(0, len(players), ROWS_AT_ONCE):
            part = players[first : first + ROWS_AT_ONCE]
            rows = ", ".join(["(?, ?, ?, '', '')"] * len(part))
            self._run(
                f"INSERT INTO personal VALUES {rows} ON CONFLICT (stream, player) DO UPDATE "  # noqa: S608
                "SET birth_date = excluded.birth_date WHERE personal.birth_date = ''",
                [value for player in part for value in (stream, player, dates[player])],
            )

    def find(self, stream: str, player: int) -> PersonalData:
        return self._by_player("stream = ? AND player = ?", stream, player).get(player, PersonalData())

    def of_stream(self, stream: str) -> dict[int, PersonalData]:
        return self._by_player("stream = ? ORDER BY player", stream)

    def _by_player(self, which: str, *values: str | int) -> dict[int, PersonalData]:
        rows = self._run(f"SELECT player, birth_date, email, phone FROM personal WHERE {which}", values)  # noqa: S608
        return {int(str(player)): PersonalData(*map(str, known)) for player, *known in rows}

    def keep_photo(self, stream: str, player: int, data: bytes) -> None:
        """In the place of the one before, which is erased."""
        self._run(
            "INSERT INTO photos VALUES (?, ?, ?) ON CONFLICT (stream, player) DO UPDATE SET data = excluded.data",
            (stream, player, data),
        )
        self._erased()

    def photo(self, stream: str, player: int) -> bytes:
        """Empty: there is none."""
        return self._photos("stream = ? AND player = ?", stream, player).get(player, b"")

    def photos(self, stream: str) -> dict[int, bytes]:
        return self._photos("stream = ? ORDER BY player", stream)

    def _photos(self, which: str, *values: str | int) -> dict[int, bytes]:
        rows = self._run(f"SELECT player, data FROM photos WHERE {which}", values)  # noqa: S608
        return {int(str(player)): bytes(data) for player, data in rows if isinstance(data, bytes | memoryview)}

    def erase_photo(self, stream: str, player: int) -> None:
        self._run("DELETE FROM photos WHERE stream = ? AND player = ?", (stream, player))
        self._erased()

    def erase(self, stream: str, player: int) -> bool:
        """All that is known of somebody beside the journal. False: there was nothing."""
        known = self.find(stream, player) != PersonalData() or bool(self.photo(stream, player))
        for statement in ERASURES:
            self._run(statement, (stream, player))
        self._erased()
        return known


ABOUT_A_PLAYER = ("personal", "photos", "lichess_names")
ERASURES = tuple(f"DELETE FROM {table} WHERE stream = ? AND player = ?" for table in ABOUT_A_PLAYER)  # noqa: S608


# Messages to webhooks, and to channels of messengers, until they are taken or given up: beside the journal, and shared
# by all processes over it.


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
        rows = self._run(f"SELECT position FROM {self._name}_told WHERE stream = ?", (stream,))  # noqa: S608
        return int(str(rows[0][0])) if rows else 0

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
        rows = self._run(f"SELECT count(*) FROM {self._rows} WHERE state = ?", (DeliveryState.WAITING,))  # noqa: S608
        return int(str(rows[0][0]))

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


# Channels of messengers with the tokens that open them: beside the journal, so that they can be taken out for good.

CREATE_CHANNELS = (
    "CREATE TABLE IF NOT EXISTS channels (id TEXT PRIMARY KEY, stream TEXT NOT NULL, kept TEXT NOT NULL, "
    "since TEXT NOT NULL, answer TEXT NOT NULL)"
)


@dataclass(frozen=True, slots=True)
class KeptChannel:
    """A channel of a messenger that a tournament is told in."""

    id: str
    stream: str
    kept: str = field(repr=False)
    """How it is reached, and what it is told, as JSON; with its secrets."""
    since: str
    """ISO time in UTC: nothing older is told."""
    answer: str = ""
    """The words of the service about the last message that it did not take; empty = it took the last one."""


class ChannelStore(SideTables):
    def keep(self, one: KeptChannel) -> None:
        values = (one.id, one.stream, one.kept, one.since, one.answer)
        self._run("INSERT INTO channels (id, stream, kept, since, answer) VALUES (?, ?, ?, ?, ?)", values)

    def find(self, id: str) -> KeptChannel | None:
        return next(iter(self._found("id = ?", id)), None)

    def of_stream(self, stream: str) -> list[KeptChannel]:
        return self._found("stream = ?", stream)

    def all(self) -> list[KeptChannel]:
        return self._found("stream <> ?", "")

    def note(self, id: str, answer: str) -> None:
        self._run("UPDATE channels SET answer = ? WHERE id = ?", (answer, id))

    def drop(self, id: str) -> None:
        self._run("DELETE FROM channels WHERE id = ?", (id,))
        self._erased()

    def _found(self, which: str, value: str) -> list[KeptChannel]:
        asked = f"SELECT id, stream, kept, since, answer FROM channels WHERE {which} ORDER BY since, id"  # noqa: S608
        return [KeptChannel(*map(str, row)) for row in self._run(asked, (value,))]


# Entries that players ask for by themselves: beside the journal until somebody decides, and then deleted.

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
        rows = self._run("SELECT count(*) FROM entry_queue WHERE stream = ? AND stage = 'waiting'", (stream,))
        return int(str(rows[0][0]))

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


# How far letters about entries have been written: beside the journal, so that none is written twice.

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


# Subscriptions to push notices, and the server's key for them: beside the journal, and gone when they are dropped.

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
        return int(str(self._run("SELECT count(*) FROM push_subscriptions", ())[0][0]))

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


# Rounds that are sent to broadcasts of lichess, with the token that lichess gave for it: beside the journal, so that it
# can be taken out for good.

CREATE_BROADCASTS = (
    "CREATE TABLE IF NOT EXISTS broadcast_rounds (stream TEXT NOT NULL, round BIGINT NOT NULL, id TEXT NOT NULL, "
    "token TEXT NOT NULL, PRIMARY KEY (stream, round))"
)


@dataclass(frozen=True, slots=True)
class BroadcastRound:
    """A round at lichess: its id there, and the token that may write it."""

    id: str
    token: str = field(repr=False)


class BroadcastStore(SideTables):
    def keep(self, stream: str, round: int, there: BroadcastRound) -> None:
        self._run(
            "INSERT INTO broadcast_rounds (stream, round, id, token) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (stream, round) DO UPDATE SET id = excluded.id, token = excluded.token",
            (stream, round, there.id, there.token),
        )

    def drop(self, stream: str, round: int) -> None:
        self._run("DELETE FROM broadcast_rounds WHERE stream = ? AND round = ?", (stream, round))
        self._erased()

    def of_stream(self, stream: str) -> dict[int, BroadcastRound]:
        rows = self._run("SELECT round, id, token FROM broadcast_rounds WHERE stream = ? ORDER BY round", (stream,))
        return {int(str(round)): BroadcastRound(str(id), str(token)) for round, id, token in rows}

    def streams(self) -> set[str]:
        return {str(stream) for (stream,) in self._run("SELECT DISTINCT stream FROM broadcast_rounds", ())}


# Rounds that are played at lichess: the players' names there, and of each game its id and the links of both players.

CREATE_PLAYED_THERE = (
    "CREATE TABLE IF NOT EXISTS lichess_names (stream TEXT NOT NULL, player BIGINT NOT NULL, name TEXT NOT NULL, "
    "PRIMARY KEY (stream, player))",
    "CREATE TABLE IF NOT EXISTS lichess_games (stream TEXT NOT NULL, round BIGINT NOT NULL, white BIGINT NOT NULL, "
    "black BIGINT NOT NULL, number BIGINT NOT NULL, id TEXT NOT NULL, white_url TEXT NOT NULL, "
    "black_url TEXT NOT NULL, PRIMARY KEY (stream, round, white, black, number))",
)


class GameThere(NamedTuple):
    """By its players: who is paired anew gets another game."""

    round: int
    white: int
    black: int
    number: int
    """Of the game in its match."""
    id: str
    white_url: str
    black_url: str


class PlayedThereStore(SideTables):
    def names(self, stream: str) -> dict[int, str]:
        rows = self._run("SELECT player, name FROM lichess_names WHERE stream = ?", (stream,))
        return {int(str(player)): str(name) for player, name in rows}

    def keep_names(self, stream: str, names: Mapping[int, str]) -> None:
        """An empty one is taken out."""
        for player, name in names.items():
            self._run("DELETE FROM lichess_names WHERE stream = ? AND player = ?", (stream, player))
            if name:
                self._run("INSERT INTO lichess_names (stream, player, name) VALUES (?, ?, ?)", (stream, player, name))

    def games(self, stream: str) -> list[GameThere]:
        asked = "SELECT round, white, black, number, id, white_url, black_url FROM lichess_games WHERE stream = ?"
        rows = [tuple(map(str, row)) for row in self._run(asked, (stream,))]
        return [GameThere(*map(int, row[:4]), *row[4:]) for row in rows]  # type: ignore[arg-type]

    def keep(self, stream: str, game: GameThere) -> None:
        self._run("INSERT INTO lichess_games VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", (stream, *game))

    def drop(self, stream: str, round: int) -> None:
        self._run("DELETE FROM lichess_games WHERE stream = ? AND round = ?", (stream, round))


# Password, key and ended sessions of the desk, as one text: with PostgreSQL all processes over it share them.

CREATE_ACCESS = "CREATE TABLE IF NOT EXISTS access (one INTEGER PRIMARY KEY, kept TEXT NOT NULL)"


class AccessRows(SideTables):
    def kept(self) -> str:
        """Empty before the first one."""
        rows = self._run("SELECT kept FROM access WHERE one = ?", (1,))
        return str(rows[0][0]) if rows else ""

    def first(self, text: str) -> str:
        """Keeps this text where there is none; returns the one that is kept."""
        self._run("INSERT INTO access (one, kept) VALUES (?, ?) ON CONFLICT (one) DO NOTHING", (1, text))
        return self.kept()

    def changed(self, before: str, after: str) -> bool:
        """False where another process was quicker: the text is no longer the one of before."""
        return bool(self._run("UPDATE access SET kept = ? WHERE one = 1 AND kept = ? RETURNING one", (after, before)))


# The pictures that screens show whole, by fingerprint: with PostgreSQL all processes over it share them.

CREATE_SCREEN_PICTURES = (
    "CREATE TABLE IF NOT EXISTS screen_pictures (fingerprint TEXT PRIMARY KEY, data BYTEA NOT NULL)"
)


class ScreenPictureRows(SideTables):
    def keep(self, fingerprint: str, data: bytes) -> None:
        kept = "INSERT INTO screen_pictures (fingerprint, data) VALUES (?, ?) ON CONFLICT (fingerprint) DO NOTHING"
        self._run(kept, (fingerprint, data))

    def read(self, fingerprint: str) -> bytes | None:
        rows = self._run("SELECT data FROM screen_pictures WHERE fingerprint = ?", (fingerprint,))
        return next((bytes(data) for (data,) in rows if isinstance(data, bytes | memoryview)), None)


# The answers that programs got, and when each key was last used: beside the journal, and dropped when they are old.

CREATE_PROGRAM_TABLES = (
    "CREATE TABLE IF NOT EXISTS program_answers (command TEXT PRIMARY KEY, digest TEXT NOT NULL, "
    "status BIGINT NOT NULL, body TEXT NOT NULL, at TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS program_keys_used (key TEXT PRIMARY KEY, at TEXT NOT NULL)",
)


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    digest: str
    status: int
    body: str


class ProgramStore(SideTables):
    def answer(self, command: str) -> KeptAnswer | None:
        """The answer that this command got; None: it is new, or its answer is dropped."""
        rows = self._run("SELECT digest, status, body FROM program_answers WHERE command = ?", (command,))
        return next((KeptAnswer(str(digest), int(str(status)), str(body)) for digest, status, body in rows), None)

    def keep(self, command: str, answer: KeptAnswer, at: str, oldest: str) -> None:
        """The first answer stays. Those from before `oldest` are dropped; both are times in ISO form, UTC."""
        self._run("DELETE FROM program_answers WHERE at < ?", (oldest,))
        self._run(
            "INSERT INTO program_answers (command, digest, status, body, at) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (command) DO NOTHING",
            (command, answer.digest, answer.status, answer.body, at),
        )

    def used(self, key: str, at: str) -> None:
        self._run(
            "INSERT INTO program_keys_used (key, at) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET at = excluded.at",
            (key, at),
        )

    def last_uses(self) -> dict[str, str]:
        """Key to the time it was last used."""
        return {str(key): str(at) for key, at in self._run("SELECT key, at FROM program_keys_used", ())}


# A row for each stream beside the journal: what the lists say of it, so that nobody has to read it for a list.
# It can always be made again from the stream, and it counts only as long as it names the stream's newest entry.

CREATE_SUMMARIES = (
    "CREATE TABLE IF NOT EXISTS summaries (stream TEXT PRIMARY KEY, version BIGINT NOT NULL, "
    "hash TEXT NOT NULL, body TEXT NOT NULL)"
)
ALL = "SELECT stream, version, hash, body FROM summaries"
SUMMARY_ROWS_PER_STATEMENT = 100


class SummaryRow(NamedTuple):
    stream: str
    version: int
    """The entry up to which it tells."""
    hash: str
    body: str
    """The text of the office that keeps it."""


ReadRows = Callable[[str], list[SummaryRow]]
"""Runs one statement that changes nothing, on the side of the readers."""


class SummaryStore:
    """Of several processes that keep a summary the one that has read on furthest has the last word."""

    def __init__(self, run: Run, read: ReadRows) -> None:
        self._run = run
        self._read = read

    def all(self) -> list[SummaryRow]:
        return self._read(ALL)

    def keep(self, rows: Sequence[SummaryRow]) -> None:
        for start in range(0, len(rows), SUMMARY_ROWS_PER_STATEMENT):
            some = rows[start : start + SUMMARY_ROWS_PER_STATEMENT]
            self._run(
                f"INSERT INTO summaries VALUES {','.join(['(?, ?, ?, ?)'] * len(some))} "  # noqa: S608 only marks
                "ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash, "
                "body = excluded.body WHERE excluded.version >= summaries.version",
                list(chain(*some)),
            )

    def drop(self, streams: Sequence[str]) -> None:
        """Drop summaries that tell of entries that the journal does not have."""
        for stream in streams:
            self._run("DELETE FROM summaries WHERE stream = ?", (stream,))


# Who is behind an account, and the browsers in which somebody is logged in by it: erased when the account is closed.

CREATE_ACCOUNTS = (
    "CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL UNIQUE, "
    "password_hash TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS account_sessions (id TEXT PRIMARY KEY, account TEXT NOT NULL, begun_at TEXT NOT NULL, "
    "browser TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS passkeys (id TEXT PRIMARY KEY, account TEXT NOT NULL, name TEXT NOT NULL, "
    "public_key TEXT NOT NULL, counter BIGINT NOT NULL, made_at TEXT NOT NULL, used_at TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS identities (issuer TEXT NOT NULL, subject TEXT NOT NULL, account TEXT NOT NULL, "
    "PRIMARY KEY (issuer, subject))",
    "CREATE TABLE IF NOT EXISTS confirmed_addresses (account TEXT PRIMARY KEY, email TEXT NOT NULL, at TEXT NOT NULL)",
)
OF_ACCOUNTS = ("account_sessions", "passkeys", "identities", "confirmed_addresses")
"""Tables whose rows go with the account."""


@dataclass(frozen=True, slots=True)
class KeptAccount:
    """The person behind an account."""

    id: str
    name: str
    email: str
    """In small letters: one account an address."""
    password_hash: str


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A browser in which somebody is logged in."""

    id: str
    begun_at: str
    """ISO time in UTC."""
    browser: str


class AccountRows(SideTables):
    def open(self, account: KeptAccount) -> bool:
        """False where somebody else has an account with this address."""
        kept = "INSERT INTO accounts VALUES (?, ?, ?, ?) ON CONFLICT (email) DO NOTHING RETURNING id"
        return bool(self._run(kept, (account.id, account.name, account.email, account.password_hash)))

    def find(self, id: str) -> KeptAccount | None:
        return self._found("id = ?", id)

    def with_email(self, email: str) -> KeptAccount | None:
        return self._found("email = ?", email.lower())

    def names(self, ids: Sequence[str]) -> dict[str, str]:
        """The names of those of these accounts that are not erased."""
        if not ids:
            return {}
        places = ", ".join("?" * len(ids))
        rows = self._run(f"SELECT id, name FROM accounts WHERE id IN ({places})", ids)  # noqa: S608
        return {str(id): str(name) for id, name in rows}

    def set_password(self, id: str, password_hash: str) -> None:
        self._run("UPDATE accounts SET password_hash = ? WHERE id = ?", (password_hash, id))
        self._erased()

    def change_email(self, id: str, email: str) -> bool:
        """False where somebody else has it."""
        changed = (
            "UPDATE accounts SET email = ? WHERE id = ? "
            "AND NOT EXISTS (SELECT 1 FROM accounts AS others WHERE others.email = ? AND others.id <> ?) RETURNING id"
        )
        done = bool(self._run(changed, (email, id, email, id)))
        self._erased()
        return done

    def confirm_email(self, id: str, email: str, at: str) -> bool:
        """It is theirs, as they have read a message that went there. False where somebody else has it."""
        if not self.change_email(id, email):
            return False
        self._run(
            "INSERT INTO confirmed_addresses VALUES (?, ?, ?) ON CONFLICT (account) DO UPDATE "
            "SET email = excluded.email, at = excluded.at",
            (id, email, at),
        )
        return True

    def confirmed_at(self, account: KeptAccount) -> str:
        """ISO time in UTC; empty for an address that nobody has confirmed."""
        asked = "SELECT at FROM confirmed_addresses WHERE account = ? AND email = ?"
        return next((str(at) for (at,) in self._run(asked, (account.id, account.email))), "")

    def erase(self, id: str) -> None:
        """The person and every way in; the account's id stays in the journal and means nobody."""
        for table in OF_ACCOUNTS:
            self._run(f"DELETE FROM {table} WHERE account = ?", (id,))  # noqa: S608 ours alone
        self._run("DELETE FROM accounts WHERE id = ?", (id,))
        self._erased()

    def begin_session(self, account: str, session: KeptSession) -> None:
        kept = "INSERT INTO account_sessions VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
        self._run(kept, (session.id, account, session.begun_at, session.browser))

    def sessions(self, account: str) -> list[KeptSession]:
        """The newest first."""
        asked = "SELECT id, begun_at, browser FROM account_sessions WHERE account = ? ORDER BY begun_at DESC, id"
        return [KeptSession(*map(str, row)) for row in self._run(asked, (account,))]

    def end_sessions(self, account: str, ids: Sequence[str]) -> None:
        for id in ids:
            self._run("DELETE FROM account_sessions WHERE account = ? AND id = ?", (account, id))

    def _found(self, which: str, value: str) -> KeptAccount | None:
        rows = self._run(f"SELECT id, name, email, password_hash FROM accounts WHERE {which}", (value,))  # noqa: S608
        return KeptAccount(*map(str, rows[0])) if rows else None


COLUMNS_OF_PASSKEY = "id,account,name,public_key,counter,made_at,used_at"


@dataclass(frozen=True, slots=True)
class KeptPasskey:
    """A passkey of an account: its public half, which opens nothing by itself. Times are in ISO form, UTC."""

    id: str
    """In base64url, as browsers name it."""
    account: str
    name: str
    """The name that its owner gave it."""
    public_key: str
    """In base64url."""
    counter: int
    """The uses that it has told of; 0 for one that does not count."""
    made_at: str
    used_at: str = ""
    """Somebody came in by it last; empty = nobody has yet."""


class PasskeyRows(SideTables):
    def add(self, one: KeptPasskey) -> bool:
        """False where it is there already."""
        kept = (
            f"INSERT INTO passkeys ({COLUMNS_OF_PASSKEY}) VALUES (?, ?, ?, ?, ?, ?, ?) "  # noqa: S608
            "ON CONFLICT (id) DO NOTHING RETURNING id"
        )
        values = (one.id, one.account, one.name, one.public_key, one.counter, one.made_at, one.used_at)
        return bool(self._run(kept, values))

    def find(self, id: str) -> KeptPasskey | None:
        return next(iter(self._found("id = ?", id)), None)

    def of_account(self, account: str) -> list[KeptPasskey]:
        return self._found("account = ? ORDER BY made_at, id", account)

    def used(self, id: str, counter: int, asked_at: str, now: str) -> bool:
        """False where it was used since somebody was asked for it: an answer counts once, whoever sends it again."""
        noted = "UPDATE passkeys SET counter = ?, used_at = ? WHERE id = ? AND used_at < ? RETURNING id"
        return bool(self._run(noted, (counter, now, id, asked_at)))

    def rename(self, account: str, id: str, name: str) -> None:
        self._run("UPDATE passkeys SET name = ? WHERE account = ? AND id = ?", (name, account, id))

    def remove(self, account: str, id: str) -> None:
        self._run("DELETE FROM passkeys WHERE account = ? AND id = ?", (account, id))
        self._erased()

    def _found(self, which: str, value: str) -> list[KeptPasskey]:
        rows = self._run(f"SELECT {COLUMNS_OF_PASSKEY} FROM passkeys WHERE {which}", (value,))  # noqa: S608
        return list(map(_passkey, rows))


def _passkey(row: Sequence[object]) -> KeptPasskey:
    id, account, name, public_key, counter, made_at, used_at = map(str, row)
    return KeptPasskey(id, account, name, public_key, int(counter), made_at, used_at)


class IdentityRows(SideTables):
    """Who somebody is at a provider of OpenID Connect."""

    def add(self, issuer: str, subject: str, account: str) -> bool:
        """False where it is an account's already."""
        kept = "INSERT INTO identities VALUES (?, ?, ?) ON CONFLICT (issuer, subject) DO NOTHING RETURNING account"
        return bool(self._run(kept, (issuer, subject, account)))

    def account(self, issuer: str, subject: str) -> str:
        """Empty = nobody's."""
        asked = "SELECT account FROM identities WHERE issuer = ? AND subject = ?"
        return next((str(account) for (account,) in self._run(asked, (issuer, subject))), "")

    def of_account(self, account: str) -> list[str]:
        """The providers that know somebody."""
        asked = "SELECT issuer FROM identities WHERE account = ? ORDER BY issuer, subject"
        return [str(issuer) for (issuer,) in self._run(asked, (account,))]

    def remove(self, account: str) -> None:
        self._run("DELETE FROM identities WHERE account = ?", (account,))
        self._erased()


# Copies that were handed off to another machine, or that this machine plays: the secret that seals what is carried.

CREATE_HANDOFFS = (
    "CREATE TABLE IF NOT EXISTS handoffs (id TEXT PRIMARY KEY, stream TEXT NOT NULL, secret TEXT NOT NULL, "
    "place TEXT NOT NULL)"
)


class HandoffPlace(StrEnum):
    AWAY = "away"
    """Handed off from this machine."""
    HERE = "here"
    """Played on this machine."""
    GIVEN_BACK = "given-back"
    """Was played on this machine."""


@dataclass(frozen=True, slots=True)
class KeptHandoff:
    id: str
    stream: str
    secret: str = field(repr=False)
    place: HandoffPlace


class HandoffRows(SideTables):
    def keep(self, one: KeptHandoff) -> None:
        """What is known of it already stays."""
        kept = "INSERT INTO handoffs VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
        self._run(kept, (one.id, one.stream, one.secret, one.place))

    def find(self, id: str) -> KeptHandoff | None:
        rows = self._run("SELECT id, stream, secret, place FROM handoffs WHERE id = ?", (id,))
        found = [tuple(map(str, row)) for row in rows]
        return next((KeptHandoff(id, stream, secret, HandoffPlace(at)) for id, stream, secret, at in found), None)

    def is_played_here(self, id: str) -> bool:
        return bool(self._run("SELECT 1 FROM handoffs WHERE id = ? AND place = ?", (id, HandoffPlace.HERE)))

    def moved(self, id: str, place: HandoffPlace) -> None:
        self._run("UPDATE handoffs SET place = ? WHERE id = ? AND place <> ?", (place, id, HandoffPlace.AWAY))


# Everybody who plays in any tournament, to be found by name over all of them: made of the journal, and again whenever
# somebody comes, goes or is called otherwise. And requests of people who do not want to be found.

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
        self._insert("entrances", 4, list(rows))
        words = [(word, row.stream, row.player) for row, heard in rows.items() for word in heard]
        self._insert("entrance_words", 3, words)

    def _insert(self, table: str, columns: int, rows: Sequence[Sequence[object]]) -> None:
        marks = f"({', '.join('?' * columns)})"
        for first in range(0, len(rows), ROWS_AT_ONCE):
            part = rows[first : first + ROWS_AT_ONCE]
            self._run(f"INSERT INTO {table} VALUES {', '.join([marks] * len(part))}", list(chain(*part)))  # noqa: S608

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


CREATE_TABLES = (
    *CREATE_ACCOUNTS,
    *CREATE_PERSONS,
    CREATE_PERSONAL,
    CREATE_PHOTOS,
    CREATE_ENTRY_QUEUE,
    CREATE_LETTERS,
    *CREATE_PUSH_TABLES,
    *CREATE_PROGRAM_TABLES,
    *CREATE_DELIVERY_TABLES,
    CREATE_CHANNELS,
    CREATE_BROADCASTS,
    *CREATE_PLAYED_THERE,
    CREATE_HANDOFFS,
    CREATE_SUMMARIES,
)
"""The tables beside the events, in both databases."""
