"""The bus between workers and gateways: NATS, with the subjects and messages that both sides share.

Subjects (`<token>` is `token_of` a lease key, such as `t/open`):

    own.<token>.web, own.<token>.view   requests to the worker that holds the lease of this key
    take, any.web                       requests to some worker, whichever is free
    feed.<token>.<channel>              frames, rendered by the owner
    pos.<token>                         the position reached; no content
    entry.<token>                       entries as they were written; workers alone hear them
    house.news                          passwords and sessions have changed; workers alone
    house.guess                         a program's key was guessed; workers alone, and all of them count it
    seen.<gateway>                      the screens that a gateway has connected
    part.<process>.<secret>             a large message, part by part, from the process that has it; where it would
                                        have gone, a message without content says so by the header `Tablo-Parts`

A gateway may use no more of this than `deploy/nats/gateway.conf` says, and nothing of JetStream.

Core NATS delivers at most once: whoever misses something finds it by its position, and asks.
"""

import asyncio
import logging
import re
import secrets
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import msgspec
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.api import KeyValueConfig
from nats.js.errors import APIError, BucketNotFoundError
from nats.js.kv import KeyValue
from nkeys import NkeysError, from_seed

from domain.records import dataclass
from server.notice import Noticed, notice
from server.supervisor import Supervisor

log = logging.getLogger("tablo.bus")

UNANSWERED_SECONDS = 3.0
"""Seconds that an answer may take before somebody looks whether its giver still lives."""
TAKE_SECONDS, TAKE_TRIES = 0.5, 4
"""For the word of any worker who answers for a key: one that hangs may be asked too until NATS drops it, and then
another one."""
ALONE_SECONDS = 2.0
"""Seconds without any worker after which this NATS server may be cut off from the others, which have them."""
NEXT_SERVER_SECONDS = 0.25
CONNECT_SECONDS = 10.0
PING_SECONDS = 2
PINGS_UNANSWERED = 2
"""Pings to the NATS server without an answer, after which the connection is given up for another server's."""
GIVE_WAY_SECONDS = 0.005
"""Seconds that a worker keeps news of a change: the answer to whoever has made it goes before everybody is woken."""
PENDING_BYTES = 8 * 1024 * 1024
"""Bytes told while there is no server that are kept until there is one."""
LARGEST_MESSAGE_BYTES = 512 * 1024
"""Questions and answers above it are fetched in parts of this size; a NATS server takes 1 MB by default."""
LARGE_KEPT_SECONDS = 120.0
"""Seconds that a large message waits to be fetched."""
PARTS_HEADER = "Tablo-Parts"
PART_BYTES = LARGEST_MESSAGE_BYTES - 64
"""What of a part is content."""
PART_NAME_BYTES = 16
INBOX = "_INBOX."
PART_SUBJECT = re.compile(r"part\.[\w-]+\.[\w-]+")

AskedT = TypeVar("AskedT", bound=msgspec.Struct)


class CannotConnect(Noticed):
    """There is no NATS server at this address, or it does not let us in."""


class NobodyThere(Exception):
    """Nobody listens to this subject."""


class Unanswered(Exception):
    """Somebody may have heard it; nobody has answered in time."""


# Messages of requests: pages, forms, commands.


class WebRequest(msgspec.Struct, frozen=True, omit_defaults=True):
    """An HTTP request as it came in; `client` is the visitor's address."""

    key: str
    method: str
    path: bytes
    """As it was sent, percent-encoded."""
    query: bytes = b""
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    client: str = ""
    scheme: str = "https"


class WebAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    status: int
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    misdirected: bool = False
    """The worker does not own the key; nothing was done."""
    by_position: bool = False
    """It depends on the address, the language and the position of its tournament alone."""


class Take(msgspec.Struct, frozen=True):
    """A question to any worker: who answers for this key? It takes the lease if nobody alive has it."""

    key: str


class Taken(msgspec.Struct, frozen=True):
    owner: str
    """The id of the worker that holds the lease; empty = nobody can be found for the moment."""
    anew: bool = False
    """The lease has changed hands by this question."""
    unknown: bool = False
    """The journal has nothing of this name: there is nothing to hold, and every worker can say so."""


class Tick(msgspec.Struct, frozen=True):
    """A stream has reached this position."""

    position: int


class EntriesWritten(msgspec.Struct, frozen=True):
    """Entries of one stream as a worker has written them, for the others."""

    by: str
    """The worker, which hears its own words too."""
    lines: list[bytes]
    """Packed entries (`server.journal.pack`)."""


class KeyGuessed(msgspec.Struct, frozen=True):
    """Somebody at this address has no key that holds."""

    by: str
    """As in `EntriesWritten`."""
    address: str


class RestAsked(msgspec.Struct, frozen=True):
    """A question for the rest of a large message."""

    start: int


class MessagePart(msgspec.Struct, frozen=True):
    content: bytes
    of: int
    """Bytes of the whole."""


def inbox_of(public: str) -> str:
    """The beginning of the subjects at which the user of this public key is answered, and nobody else."""
    return f"{INBOX}{public}"


def token_of(key: str) -> str:
    """A lease key as one token of a subject, and as a key of a bucket: letters, digits, `-`, `_` and `=`."""
    return quote(key, safe="").replace(".", "%2E").replace("~", "%7E").replace("%", "=")


@dataclass(slots=True, eq=False)
class Bus:
    """One connection of a process. Make it with `connected`."""

    client: Client
    replicas: int = 1
    """Copies that JetStream keeps: 3 where three servers were named."""
    reconnected: list[Callable[[], None]] = field(default_factory=list)
    """Told whenever the connection is back: what came meanwhile has been missed."""
    background: Supervisor = field(default_factory=Supervisor)
    _under_way: set[asyncio.Task[None]] = field(default_factory=set)
    """Messages that are being answered beside each other."""
    _alone_since: float | None = None
    """Since when no worker has been found at this NATS server."""
    own: str = field(default_factory=lambda: secrets.token_urlsafe(PART_NAME_BYTES))
    """The public key by which the servers know this process, if they ask for one."""
    trouble: Exception | None = None
    """The newest of this connection."""
    _finding: dict[str, asyncio.Future[Taken]] = field(default_factory=dict)
    _kept: dict[str, bytes] = field(default_factory=dict)
    _giving: Subscription | None = None

    @property
    def up(self) -> bool:
        return self.client.is_connected

    @property
    def server(self) -> str:
        """Host and port of the NATS server that this process is connected to; empty = none."""
        url = self.client.connected_url
        return f"{url.hostname}:{url.port}" if url is not None else ""

    async def tell(self, subject: str, message: msgspec.Struct | bytes) -> None:
        """Send without an answer; nothing is kept for who does not listen now."""
        payload = message if isinstance(message, bytes) else msgspec.msgpack.encode(message)
        with suppress(nats.errors.ConnectionClosedError, nats.errors.OutboundBufferLimitError):
            await self.client.publish(subject, payload)

    async def ask(
        self, subject: str, message: msgspec.Struct, kind: type[AskedT], seconds: float = UNANSWERED_SECONDS
    ) -> AskedT:
        """The answer. Raises NobodyThere and Unanswered."""
        answer = await self._asked(subject, *await self._sent(message), seconds)
        self._alone_since = None
        return await self.opened(answer, kind)

    async def _asked(self, subject: str, content: bytes, headers: dict[str, str] | None, seconds: float) -> Msg:
        try:
            return await self.client.request(subject, content, timeout=seconds, headers=headers)
        except nats.errors.NoRespondersError:
            raise NobodyThere from None
        except (TimeoutError, nats.errors.Error) as error:
            raise Unanswered(type(error).__name__) from None

    async def ask_some_worker(
        self, subject: str, message: msgspec.Struct, kind: type[AskedT], seconds: float = UNANSWERED_SECONDS
    ) -> AskedT:
        """The answer of whichever worker is free; where there is none for long, it is looked for from elsewhere.

        Raises NobodyThere and Unanswered.
        """
        try:
            return await self.ask(subject, message, kind, seconds)
        except (NobodyThere, Unanswered):  # a server that is cut off may still think that it knows some
            now = monotonic()
            self._alone_since = self._alone_since or now
            if now - self._alone_since > ALONE_SECONDS and self.replicas > 1:
                self._alone_since = None
                await self.elsewhere()
            raise

    async def owner(self, key: str) -> Taken:
        """The word of any worker who does not hang about who answers for the key; empty = there is none.

        One asks for all who look for the same.
        """
        if (finding := self._finding.get(key)) is None:
            finding = self._finding[key] = asyncio.get_running_loop().create_future()
            self.background.begin("requests", lambda: self._find(key, finding))
        return await asyncio.shield(finding)

    async def _find(self, key: str, finding: asyncio.Future[Taken]) -> None:
        taken = Taken("")
        try:
            with suppress(NobodyThere):
                for _ in range(TAKE_TRIES):
                    with suppress(Unanswered):
                        taken = await self.ask_some_worker("take", Take(key), Taken, TAKE_SECONDS)
                        break
        finally:
            del self._finding[key]
            finding.set_result(taken)

    async def hear(
        self, subject: str, heard: Callable[[Msg], Awaitable[None]], queue: str = "", *, in_order: bool = True
    ) -> Subscription:
        """Call `heard` with each message: one after the other, or each in a task of its own.

        Returns when the server knows of it.
        """

        async def one(message: Msg) -> None:
            try:
                await heard(message)
            except Exception:
                log.exception("a message was not taken in", extra={"facts": {"subject": message.subject}})

        async def beside(message: Msg) -> None:
            task = self.background.begin("requests", lambda: one(message))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

        subscription = await self.client.subscribe(subject, queue=queue, cb=one if in_order else beside)
        await self.settled()
        return subscription

    @asynccontextmanager
    async def hearing(
        self, subject: str, heard: Callable[[Msg], Awaitable[None]], queue: str = "", *, in_order: bool = True
    ) -> AsyncIterator[None]:
        """As `hear`, to the end of its scope."""
        subscription = await self.hear(subject, heard, queue, in_order=in_order)
        try:
            yield
        finally:
            with suppress(nats.errors.Error):  # the connection may be closed already
                await subscription.unsubscribe()

    async def idle(self, seconds: float) -> None:
        """Return when everything that was asked has been answered, but not later than that."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)

    async def settled(self, seconds: int = 1) -> bool:
        """Return when the server has taken everything sent before; False if there is no server.

        The client's ping overtakes what still waits to be sent, so it is sent twice.
        """
        try:
            await self.client.flush(seconds)
            await self.client.flush(seconds)
        except nats.errors.Error:
            return False
        return self.up

    async def elsewhere(self) -> None:
        """Leave a server that answers for itself alone: cut off from the others, it keeps its clients."""
        log.warning("bus leaves its server", extra={"facts": {"nats": self.server}})
        with suppress(nats.errors.Error):
            await self.client.force_reconnect()

    async def answer(self, message: Msg, answer: msgspec.Struct) -> None:
        """At an inbox alone: NATS lets whoever asks name any subject, and a gateway would have frames sent for it."""
        if not message.reply.startswith(INBOX):
            return
        content, headers = await self._sent(answer)
        with suppress(nats.errors.Error):
            await self.client.publish(message.reply, content, headers=headers)

    async def bucket(self, name: str, seconds: float | None = None) -> KeyValue:
        """A bucket of JetStream, made if it is not there; `seconds` is the time to live of its keys."""
        jetstream = self.client.jetstream()
        try:
            return await jetstream.key_value(name)
        except BucketNotFoundError:
            config = KeyValueConfig(bucket=name, ttl=seconds, history=1, replicas=self.replicas)
        try:
            return await jetstream.create_key_value(config)
        except APIError:  # another process has made it meanwhile
            return await jetstream.key_value(name)

    async def opened(self, message: Msg, kind: type[AskedT]) -> AskedT:
        """The question or answer in a message, fetched where it is large. Raises Unanswered where nobody has it."""
        stored = (message.headers or {}).get(PARTS_HEADER)
        return msgspec.msgpack.decode(await self.fetched(stored) if stored else message.data, type=kind)

    async def _sent(self, message: msgspec.Struct) -> tuple[bytes, dict[str, str] | None]:
        """Content and headers; what is large stays here for a moment, and the headers say where it is fetched."""
        content = msgspec.msgpack.encode(message)
        if len(content) <= LARGEST_MESSAGE_BYTES:
            return content, None
        return b"", {PARTS_HEADER: await self.kept(content)}

    async def kept(self, content: bytes) -> str:
        """The subject at which the other side fetches it, part by part."""
        if self._giving is None:
            self._giving = await self.hear(f"part.{self.own}.*", self._give_part)
        subject = f"part.{self.own}.{secrets.token_urlsafe(PART_NAME_BYTES)}"
        self._kept[subject] = content
        asyncio.get_running_loop().call_later(LARGE_KEPT_SECONDS, self._kept.pop, subject, None)
        return subject

    async def fetched(self, stored: str) -> bytes:
        """What lies at this subject, and is then forgotten. Raises Unanswered if it is not there any more."""
        if not PART_SUBJECT.fullmatch(stored):  # a gateway's word: nothing else is sent anything for it
            raise Unanswered(stored)
        parts, got = list[bytes](), 0
        while True:
            try:
                found = await self._asked(stored, msgspec.msgpack.encode(RestAsked(got)), None, UNANSWERED_SECONDS)
            except NobodyThere:
                raise Unanswered(stored) from None
            part = msgspec.msgpack.decode(found.data, type=MessagePart)
            parts.append(part.content)
            got += len(part.content)
            if got >= part.of:
                return b"".join(parts)
            if not part.content:
                raise Unanswered(stored)

    async def _give_part(self, message: Msg) -> None:
        start = msgspec.msgpack.decode(message.data, type=RestAsked).start
        whole = self._kept.get(message.subject, b"")
        content = whole[start : start + PART_BYTES]
        if start + len(content) >= len(whole):
            self._kept.pop(message.subject, None)
        await self.answer(message, MessagePart(content, len(whole) or start + 1))

    async def close(self) -> None:
        """Everything that was told is sent first."""
        with suppress(nats.errors.Error, asyncio.TimeoutError):
            await self.client.drain()


@dataclass(frozen=True, slots=True)
class BusAddress:
    """Where the NATS servers are, and who we are for them."""

    urls: tuple[str, ...]
    """`nats://host:port` or `tls://host:port`, without secrets."""
    nkey: Path | None = None
    """The file of the seed; None = the servers ask nobody for one."""
    ca: Path | None = None
    """The certificate that signed those of the servers; None = the system's."""

    def __str__(self) -> str:
        return ", ".join(without_secrets(url) for url in self.urls)


def without_secrets(url: str) -> str:
    parts = urlsplit(url if "://" in url else f"nats://{url}")
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    return f"{parts.scheme}://{host}:{parts.port or 4222}"


def bus_address(text: str, nkey: Path | None = None, ca: Path | None = None) -> BusAddress:
    """Of the text of `--nats`: addresses with commas between them."""
    return BusAddress(tuple(re.split(r"[,\s]+", text.strip())), nkey, ca)


@asynccontextmanager
async def connected(to: BusAddress, name: str) -> AsyncIterator[Bus]:
    """A bus that comes back by itself whenever a server goes. Raises CannotConnect if none is there at the start."""
    client = Client()
    bus = Bus(client, replicas=3 if len(to.urls) > 2 else 1)

    try:
        async with asyncio.timeout(CONNECT_SECONDS):  # after a certificate that it does not trust, the client hangs
            await client.connect(list(to.urls), name=name, max_reconnect_attempts=1, **_settings(to, bus))
    except (TimeoutError, nats.errors.Error, NkeysError, OSError, ValueError) as error:
        last = bus.trouble or error
        raise CannotConnect(notice("no-bus", where=str(to), why=str(last) or type(last).__name__)) from None
    client.options["max_reconnect_attempts"] = -1  # from now on it waits for a server as long as it takes
    try:
        yield bus
    finally:
        await bus.close()


def _settings(to: BusAddress, bus: Bus) -> dict[str, Any]:
    """What the client is told, and whom it tells. Raises as `_identity`, and OSError and ValueError."""

    async def back() -> None:
        log.warning("bus found again", extra={"facts": {"nats": bus.server}})
        for told in bus.reconnected:
            told()

    async def lost() -> None:
        log.info("bus lost", extra={"facts": {"nats": str(to)}})

    async def trouble(error: Exception) -> None:
        if "authorization" not in str(bus.trouble).lower():  # whoever is not let in may find the line closed next
            bus.trouble = error
        log.info("bus", extra={"facts": {"why": type(error).__name__, "said": str(error)}})

    settings: dict[str, Any] = {
        "error_cb": trouble,
        "disconnected_cb": lost,
        "reconnected_cb": back,
        "reconnect_time_wait": NEXT_SERVER_SECONDS,
        "connect_timeout": 2,
        "ping_interval": PING_SECONDS,
        "max_outstanding_pings": PINGS_UNANSWERED,
        "pending_size": PENDING_BYTES,
    }
    if to.nkey:
        bus.own, settings["nkeys_seed_str"] = _identity(to.nkey)
        settings["inbox_prefix"] = inbox_of(bus.own).encode()
    if to.ca or any(url.startswith("tls:") for url in to.urls):
        settings["tls"] = ssl.create_default_context(cafile=str(to.ca) if to.ca else None)
    return settings


def _identity(nkey: Path) -> tuple[str, str]:
    """The public key of a file's seed, and the seed. Raises OSError, ValueError and NkeysError."""
    seed = nkey.read_text("ascii").strip()
    return from_seed(bytearray(seed, "ascii")).public_key.decode(), seed
