"""The bus between workers and gateways: NATS, with the subjects and messages that both sides share.

Subjects (`<token>` is `token_of` a lease key, such as `t/open`):

    own.<token>.web, own.<token>.view   requests to the worker that holds the lease of this key
    take, any.web                       requests to some worker, whichever is free
    wants.<token>                       the channels that a gateway follows
    feed.<token>.<channel>              frames, rendered by the owner
    pos.<token>                         the position reached; no content
    entry.<token>                       entries as they were written; workers alone hear them
    house.news                          passwords and sessions have changed; workers alone
    seen.<gateway>                      the screens that a gateway has connected

Core NATS delivers at most once: whoever misses something finds it by its position, and asks.
"""

import asyncio
import logging
import re
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import msgspec
import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.aio.subscription import Subscription
from nats.js.api import KeyValueConfig, ObjectStoreConfig
from nats.js.errors import APIError, BucketNotFoundError, NotFoundError
from nats.js.kv import KeyValue
from nats.js.object_store import ObjectStore
from nats.nuid import NUID

from domain.records import dataclass
from server.notice import Noticed, notice
from server.supervisor import Supervisor

log = logging.getLogger("tablo.bus")

UNANSWERED_SECONDS = 3.0
"""Seconds that an answer may take before somebody looks whether its giver still lives."""
NEXT_SERVER_SECONDS = 0.25
PING_SECONDS = 2
PINGS_UNANSWERED = 2
"""Pings to the NATS server without an answer, after which the connection is given up for another server's."""
PENDING_BYTES = 8 * 1024 * 1024
"""Bytes told while there is no server that are kept until there is one."""
LARGEST_MESSAGE_BYTES = 512 * 1024
"""Bodies above it go through the object store; a NATS server takes 1 MB by default."""
BODIES = "bodies"
BODY_SECONDS = 120.0

M = TypeVar("M", bound=msgspec.Struct)


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
    stored: str = ""
    """The name of a large body in the object store; empty = it is `body`."""
    client: str = ""
    scheme: str = "https"


class WebAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    status: int
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes = b""
    stored: str = ""
    misdirected: bool = False
    """The worker does not own the key; nothing was done."""


class Take(msgspec.Struct, frozen=True):
    """A question to any worker: who answers for this key? It takes the lease if nobody alive has it."""

    key: str


class Taken(msgspec.Struct, frozen=True):
    owner: str
    """The id of the worker that holds the lease; empty = nobody can be found for the moment."""
    anew: bool = False
    """The lease has changed hands by this question."""


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

    async def ask(self, subject: str, message: msgspec.Struct, kind: type[M], seconds: float = UNANSWERED_SECONDS) -> M:
        """The answer. Raises NobodyThere and Unanswered."""
        try:
            found = await self.client.request(subject, msgspec.msgpack.encode(message), timeout=seconds)
        except nats.errors.NoRespondersError:
            raise NobodyThere from None
        except (TimeoutError, nats.errors.Error) as error:
            raise Unanswered(type(error).__name__) from None
        return msgspec.msgpack.decode(found.data, type=kind)

    async def hear(
        self, subject: str, heard: Callable[[Msg], Awaitable[None]], queue: str = "", *, in_order: bool = True
    ) -> Subscription:
        """Call `heard` with each message: one after the other, or each in a task of its own."""

        async def one(message: Msg) -> None:
            try:
                await heard(message)
            except Exception:
                log.exception("a message was not taken in", extra={"facts": {"subject": message.subject}})

        async def beside(message: Msg) -> None:
            self.background.begin("requests", lambda: one(message))

        return await self.client.subscribe(subject, queue=queue, cb=one if in_order else beside)

    @staticmethod
    async def answer(message: Msg, answer: msgspec.Struct) -> None:
        with suppress(nats.errors.Error):
            await message.respond(msgspec.msgpack.encode(answer))

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

    async def stored(self, body: bytes) -> str:
        """Keep a large body for a moment; the name under which the other side finds it."""
        name = NUID().next().decode()
        await (await self._bodies()).put(name, body)
        return name

    async def body(self, stored: str) -> bytes:
        """A large body, which is then forgotten. Raises Unanswered if it is not there any more."""
        bodies = await self._bodies()
        try:
            found = (await bodies.get(stored)).data
            await bodies.delete(stored)
        except NotFoundError:
            raise Unanswered(BODIES) from None
        return found or b""

    async def _bodies(self) -> ObjectStore:
        jetstream = self.client.jetstream()
        try:
            return await jetstream.object_store(BODIES)
        except (BucketNotFoundError, NotFoundError):
            config = ObjectStoreConfig(bucket=BODIES, ttl=BODY_SECONDS, replicas=self.replicas)
            return await jetstream.create_object_store(BODIES, config)

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

    async def back() -> None:
        log.warning("bus found again", extra={"facts": {"nats": bus.server}})
        for told in bus.reconnected:
            told()

    async def lost() -> None:
        log.info("bus lost", extra={"facts": {"nats": str(to)}})

    async def trouble(error: Exception) -> None:
        log.info("bus", extra={"facts": {"why": type(error).__name__, "said": str(error)}})

    try:
        await client.connect(
            list(to.urls),
            name=name,
            error_cb=trouble,
            disconnected_cb=lost,
            reconnected_cb=back,
            max_reconnect_attempts=1,
            **_settings(to),
        )
    except (TimeoutError, nats.errors.Error, OSError) as error:
        raise CannotConnect(notice("no-bus", where=str(to), why=str(error) or type(error).__name__)) from None
    client.options["max_reconnect_attempts"] = -1  # from now on it waits for a server as long as it takes
    try:
        yield bus
    finally:
        await bus.close()


def _settings(to: BusAddress) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "reconnect_time_wait": NEXT_SERVER_SECONDS,
        "connect_timeout": 2,
        "ping_interval": PING_SECONDS,
        "max_outstanding_pings": PINGS_UNANSWERED,
        "pending_size": PENDING_BYTES,
    }
    if to.nkey:
        settings["nkeys_seed"] = str(to.nkey)
    if to.ca or any(url.startswith("tls:") for url in to.urls):
        settings["tls"] = ssl.create_default_context(cafile=str(to.ca) if to.ca else None)
    return settings
