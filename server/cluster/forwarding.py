"""A command goes to the process that owns its tournament, and its answer comes back from there.

`carried_out` is asked before the form is read: it runs the endpoint here if this process owns the tournament or can
take it, and forwards the whole request otherwise. A forwarded request carries a proof, signed with the key of the
sessions, for this method, address, body and person alone. It names the visitor: the owner neither forwards the request
again nor takes the forwarding process for the visitor. The answer says up to which position the tournament was
written, and is held back until this process has read that far, so that the next page shows what was done.

An owner that cannot be reached has died, or is about to end: the next attempt takes the tournament. An owner that gives
no sign of life is evicted, and nobody waits longer for one that has lost its session. This decides only
how long people wait, not what is right: an owner that wakes up finds its session gone, and the journal refuses what it
had begun to write, because its version is taken.
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, Self

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import Response

from domain.records import dataclass
from server.care.metrics import Metrics
from server.http.auth import Access, signed_within
from server.http.lan_address import lan_address
from server.http.middleware import Stopped
from server.journal import CannotEvict, Journal, JournalTrouble, Ownership
from server.notice import ServerNotice, notice
from server.office.tournaments import Office
from server.settings import EVERY_ADDRESS, Settings
from server.supervisor import Supervisor, stop

if TYPE_CHECKING:
    from server.cluster.relay import Relay


# The owner of each tournament: this process or another one.
# The first process that gets a command for a tournament takes it and keeps it until it ends. The others ask the
# lock for the owner's address and remember it until it turns out wrong.


@dataclass(slots=True)
class Owning:
    _journal: Journal
    _address: str
    _taken: Callable[[str], None]
    """Told the tournament whenever this process becomes its owner, before it decides anything."""
    _mine: dict[str, Ownership] = field(default_factory=dict)
    _elsewhere: dict[str, str] = field(default_factory=dict)
    _asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    _failed: tuple[float, JournalTrouble] = (0.0, JournalTrouble())
    """The last search that failed, by `monotonic`."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Everything is given back at the end, so that another process takes over at once."""
        try:
            yield self
        finally:
            await asyncio.to_thread(self._give_back)

    def surely_mine(self, id: str) -> bool:
        """As far as can be told without asking anybody."""
        owned = self._mine.get(id)
        return owned is not None and owned.sure

    async def owned(self, id: str) -> bool:
        """True if this process owns it. Nothing is taken."""
        held = self._mine.get(id)
        return held is not None and (held.sure or not await asyncio.to_thread(lambda: held.lost))

    async def mine(self, id: str) -> bool:
        """True if this process owns it, or takes it now. Raises JournalTrouble."""
        if self.surely_mine(id):
            return True
        async with self._one_search_at_a_time():
            return self.surely_mine(id) or await asyncio.to_thread(self._owned_or_taken, id)

    async def elsewhere(self, id: str) -> str | None:
        """The address of the process that owns it; None = this one does, empty = nobody can be found at the moment."""
        if id not in self._elsewhere:
            async with self._one_search_at_a_time():
                if id not in self._elsewhere:
                    return None if self.surely_mine(id) else await asyncio.to_thread(self._taken_or_owner, id)
        return self._elsewhere[id]

    def forget(self, id: str) -> None:
        self._elsewhere.pop(id, None)

    async def is_at(self, id: str, address: str) -> bool:
        """Whether the owner is there, as far as anybody can tell."""
        try:
            return await asyncio.to_thread(self._journal.owner, id) == address
        except JournalTrouble:
            return True

    async def evict(self, id: str, address: str) -> bool:
        """Takes the tournament from an owner that hangs. False: it is not the owner any more. Raises JournalTrouble."""
        self.forget(id)
        return await asyncio.to_thread(self._journal.evict, id, address)

    @asynccontextmanager
    async def _one_search_at_a_time(self) -> AsyncIterator[None]:
        """One search at a time; those who waited use what the search before them found out, errors too."""
        began = monotonic()
        async with self._asking:
            at, trouble = self._failed
            if at > began:
                raise trouble
            try:
                yield
            except JournalTrouble as trouble:
                self._failed = (monotonic(), trouble)
                raise

    def _taken_or_owner(self, id: str) -> str | None:
        """As `elsewhere`, from the lock itself."""
        if self._owned_or_taken(id):
            return None
        address = self._journal.owner(id)
        if address in ("", self._address):  # let go a moment ago, or held by a connection that we have lost
            return ""
        self._elsewhere[id] = address
        return address

    def _owned_or_taken(self, id: str) -> bool:
        """In a thread, to its end, even if nobody waits for the answer any more."""
        owned = self._mine.get(id)
        if owned is not None and not owned.lost:
            return True
        self._mine.pop(id, None)
        taken = self._journal.own(id, self._address)
        if taken is None:
            return False
        self.forget(id)
        self._taken(id)
        self._mine[id] = taken
        return True

    def _give_back(self) -> None:
        for owned in self._mine.values():
            owned.release()
        self._mine.clear()


log = logging.getLogger("tablo.forwarding")

PROOF = "x-tablo-forwarded"
POSITION_HEADER = "x-tablo-position"
PROOF_SECONDS = 60
OWNER_PAUSES_SECONDS = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8, 1.6)
"""Seconds before each attempt to find an owner that answers."""
DATABASE_RESTART_SECONDS = 5.0
"""Seconds that a database may take to start again before anybody is told that it is away."""
DATABASE_POLL_SECONDS = 0.2
OWNER_PATIENCE_SECONDS = 30.0
READ_BACK_SECONDS = 2.0
"""Seconds that an answer waits for this process to have read what it speaks of."""
ASKED = (
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "cookie",
    "host",
    "idempotency-key",
    "if-match",
    "origin",
    "referer",
    "user-agent",
)
ANSWERED = frozenset(
    {
        "cache-control",
        "content-disposition",
        "content-type",
        "etag",
        "location",
        "retry-after",
        "set-cookie",
        POSITION_HEADER,
    }
)
MISDIRECTED = 421


@dataclass(eq=False)
class OwnerAway(Exception):
    """The owner of a tournament does not answer, and its tournament cannot be taken yet."""

    notice: ServerNotice = field(default_factory=lambda: notice("owner-away"))


AnswerHere = Callable[[], Awaitable[Response]]


@dataclass(eq=False)
class Forwarding:
    """For the guards of the desk; `carried_out` is all they need."""

    _owning: Owning
    _office: Office
    _access: Access
    _metrics: Metrics
    _alone: bool
    """No other process is expected over this journal."""
    _background: Supervisor = field(default_factory=Supervisor)

    def __post_init__(self) -> None:
        self._patience = Patience(self._lives, self._background)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        async with self._owning.running():
            try:
                if not self._alone:
                    self._relay  # noqa: B018 made now, so that nobody waits for it
                yield self
            finally:
                await self._patience.close()
                if "_relay" in self.__dict__:
                    await self._relay.close()

    async def accept(self, request: Request) -> bool:
        """Forwarded to us, by its proof: from here on the visitor's address is its client. Raises Stopped."""
        proof = request.headers.get(PROOF)
        if proof is None:
            return False
        try:
            content = signed_within(self._signature, proof, PROOF_SECONDS)
        except BadSignature:
            content = None
        match content:
            case [*said, str(visitor)] if said == _signed_of(request, await request.body()):
                request.scope["client"] = (visitor, 0)
                return True
        self._metrics.note_refused_request(request, "", "forged forwarding")
        raise Stopped(403, notice("foreign-forwarding"))

    async def carried_out(self, request: Request, id: str, forwarded: bool, endpoint: AnswerHere) -> Response:
        """The endpoint's answer, from here or from the process that owns the tournament. Raises OwnerAway."""
        if forwarded:
            return await self._for_another(id, endpoint)
        if self._owning.surely_mine(id) or id not in self._office:
            return await endpoint()
        try:
            answer = await self._from_the_owner(request, id)
        except CannotEvict as trouble:
            log.error("owner not evicted", extra={"facts": {"tournament": id, "why": str(trouble)}})
            raise OwnerAway(notice("owner-hangs", why=trouble)) from trouble
        return answer or await endpoint()

    async def _for_another(self, id: str, endpoint: AnswerHere) -> Response:
        """Carried out, with the position reached; refused if another process is the owner, or may be by now."""
        try:
            if not await self._owning.mine(id):
                return Response(status_code=MISDIRECTED)
        except JournalTrouble as trouble:
            log.warning("cut off from the journal", extra={"facts": {"tournament": id, "why": str(trouble)}})
            return Response(status_code=MISDIRECTED)
        answer = await endpoint()
        answer.headers[POSITION_HEADER] = str((await self._office.open(id)).position)
        return answer

    async def _from_the_owner(self, request: Request, id: str) -> Response | None:
        """None: this process is the owner now. Raises OwnerAway, JournalTrouble."""
        with suppress(TimeoutError):
            async with asyncio.timeout(OWNER_PATIENCE_SECONDS):
                for pause in OWNER_PAUSES_SECONDS:
                    await asyncio.sleep(pause)
                    address = await self._owner(id)
                    if address is None:
                        return None
                    if address and (answer := await self._asked(address, request, id)):
                        return answer
                    self._owning.forget(id)
        raise OwnerAway

    async def _owner(self, id: str) -> str | None:
        """As `Owning.elsewhere`; a journal that is away for a moment is waited for. Raises JournalTrouble."""
        now = asyncio.get_running_loop().time
        enough = now() + DATABASE_RESTART_SECONDS
        while True:
            try:
                return await self._owning.elsewhere(id)
            except JournalTrouble:
                if now() > enough:
                    raise
                await asyncio.sleep(DATABASE_POLL_SECONDS)

    async def _asked(self, address: str, request: Request, id: str) -> Response | None:
        """The answer of the process there; None: it is not the owner, or not there. Raises OwnerAway."""
        body = await request.body()
        headers = {name: request.headers[name] for name in ASKED if name in request.headers}
        visitor = request.client.host if request.client else "unknown"
        headers[PROOF] = self._signature.dumps([*_signed_of(request, body), visitor])
        try:
            async with self._patience.waiting_for((address, id)):
                answer = await self._relay.send(request.method, address + _target(request), headers, body)
        except Hangs:
            said = "owner evicted" if await self._owning.evict(id, address) else "owner gone"
            log.error(said, extra={"facts": {"tournament": id, "owner": address}})
            _refuse_without_command_id(request, body)
            return None
        if not isinstance(answer, Response):
            log.warning("no answer", extra={"facts": {"tournament": id, "owner": address, "why": answer.why}})
            if answer.sent:
                _refuse_without_command_id(request, body)
            return None
        if answer.status_code == MISDIRECTED:
            return None
        if POSITION_HEADER in answer.headers:
            office, position = await self._office.open(id), int(answer.headers[POSITION_HEADER])
            with suppress(TimeoutError):  # a page that is a moment behind is better than none
                async with asyncio.timeout(READ_BACK_SECONDS):
                    await office.reached(position)
            del answer.headers[POSITION_HEADER]
        return answer

    async def _lives(self, there: tuple[str, str], seconds: float) -> bool:
        """It answers, and its session at the database is there too."""
        address, id = there
        return await self._owning.is_at(id, address) and await self._relay.healthy(address, seconds)

    @property
    def _signature(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._access.stored.key, salt="tablo.forwarding")

    @cached_property
    def _relay(self) -> "Relay":
        """Imported where it is needed: a server that is alone starts earlier without it."""
        from server.cluster.relay import Relay

        return Relay(ANSWERED)


def internal_address(settings: Settings) -> str:
    """The address at which the other processes reach this one."""
    if settings.internal_url:
        return settings.internal_url
    host = lan_address() if settings.host in EVERY_ADDRESS else settings.host
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


def _target(request: Request) -> str:
    raw: bytes = request.scope["raw_path"]
    query: bytes = request.scope["query_string"]
    return (raw + b"?" + query if query else raw).decode("latin-1")


def _signed_of(request: Request, body: bytes) -> list[str]:
    """The request that a proof is for: no other step, body or person."""
    who = [request.headers.get(name, "") for name in ("cookie", "authorization")]
    return [request.method, _target(request), hashlib.sha256(body).hexdigest(), *who]


def _refuse_without_command_id(request: Request, body: bytes) -> None:
    """Raises OwnerAway for a request that would be carried out twice if it were sent again."""
    if b"command_id" not in body and "idempotency-key" not in request.headers:
        raise OwnerAway


# A check that a process still lives while its answer takes long.
# A process that hangs keeps its session at the database and its sockets open: nothing says so. While somebody has
# been waiting for a process for more than `SLOW_ANSWER_SECONDS` it is asked for a sign of life. If it gives none to
# all `PROBES`, it hangs, and everybody who waits for it is told: after 15 to 20 seconds in all. Long pairings,
# garbage collection and a machine at its limits hold the loop of a process for a second or two; a process that is
# slow with one command answers about its health meanwhile. A process that is thought to hang in error loses nothing
# but its place.

SLOW_ANSWER_SECONDS = 5.0
PROBES = 5
"""Several short ones: of who was stopped itself in the meantime, one runs out unheard at most."""
PROBE_TIMEOUT_SECONDS = 2.0


class Hangs(Exception):
    """The process that is waited for says nothing at all."""


ProbedStream = tuple[str, str]
"""The address of a process, and the tournament it is asked for."""


@dataclass(slots=True)
class Patience:
    """Everybody who waits for an answer waits within `waiting_for`."""

    _lives: Callable[[ProbedStream, float], Awaitable[bool]]
    _background: Supervisor = field(default_factory=Supervisor)
    _waiting: dict[ProbedStream, dict[asyncio.Timeout, float]] = field(default_factory=dict)
    _wondering: dict[ProbedStream, asyncio.Task[None]] = field(default_factory=dict)

    @asynccontextmanager
    async def waiting_for(self, asked: ProbedStream) -> AsyncIterator[None]:
        """Raises Hangs."""
        waiting = self._waiting.setdefault(asked, {})
        if asked not in self._wondering:
            self._wondering[asked] = self._background.begin("probes", lambda: self._probe(asked, waiting))
        try:
            async with asyncio.timeout(None) as scope:
                waiting[scope] = asyncio.get_running_loop().time()
                try:
                    yield
                finally:
                    del waiting[scope]
        except TimeoutError:
            if scope.expired():
                raise Hangs from None
            raise

    async def close(self) -> None:
        await stop(self._wondering.values())

    async def _probe(self, asked: ProbedStream, waiting: dict[asyncio.Timeout, float]) -> None:
        """As long as anybody waits."""
        now = asyncio.get_running_loop().time
        try:
            while waiting:
                await asyncio.sleep(SLOW_ANSWER_SECONDS)
                longest = now() - next(iter(waiting.values()), now())
                if longest >= SLOW_ANSWER_SECONDS and not await self._answers_probe(asked):
                    for scope in waiting:
                        scope.reschedule(now())
        finally:
            del self._wondering[asked]

    async def _answers_probe(self, asked: ProbedStream) -> bool:
        for _ in range(PROBES):
            if await self._lives(asked, PROBE_TIMEOUT_SECONDS):
                return True
        return False
