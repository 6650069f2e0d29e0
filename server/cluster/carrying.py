"""A request carried to the worker that answers for it, and the answer back.

Where nobody listens, some worker is asked to take the key over. Where nobody answers, it is asked whether the owner
still lives: one that has been replaced answers no more. A request that may have been carried out already is sent again
only if that does no harm.
"""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from dataclasses import field
from itertools import chain, repeat
from time import monotonic
from typing import TypeVar

import msgspec

from domain.records import dataclass
from server.cluster.bus import (
    LARGEST_MESSAGE_BYTES,
    UNANSWERED_SECONDS,
    Bus,
    NobodyThere,
    Take,
    Taken,
    Unanswered,
    WebAnswer,
    WebRequest,
    token_of,
)
from server.supervisor import Supervisor

log = logging.getLogger("tablo.gateway")

NO_OWNER = ""
"""The key of what every worker can answer."""
ANY_WORKER = "any.web"
AWAY_SECONDS = 10.0
"""Seconds in which somebody must be found who answers."""
OWNER_PAUSES_SECONDS = (0.0, 0.05, 0.1, 0.2, 0.4)
"""Before each attempt to find an owner; the last one again and again."""
OWNER_ANSWER_SECONDS = (10.0, 30.0)
"""Seconds that an owner who lives may take until the request is sent again, if that does no harm: its answer, or the
request, may have been lost with a NATS server. The last is for the requests that are not sent again."""
WONDER_AGAIN_SECONDS = 1.0
TAKE_SECONDS = 0.7
"""Seconds for the question who answers: a worker that hangs is asked too until NATS drops it, and then the next one."""
MOST_OWNERS = 20_000


Reply = TypeVar("Reply", bound=msgspec.Struct)


class OwnerAway(Exception):
    """Nobody answers for what was asked, and nobody has taken it over yet."""


class Replaced(Exception):
    """Whoever was asked owns it no more, and will not answer."""


@dataclass(slots=True, eq=False)
class Carrier:
    bus: Bus | None = None
    """None = NATS has not been found yet."""
    away_seconds: float = AWAY_SECONDS
    background: Supervisor = field(default_factory=Supervisor)
    fates: Counter[str] = field(default_factory=Counter)
    """How often a request was carried, sent again, or given up."""
    _owners: dict[str, str] = field(default_factory=dict)
    """By key, as it was heard last."""
    waiting: set[asyncio.Timeout] = field(default_factory=set)

    async def carry(self, request: WebRequest, seconds: float | None = None) -> WebAnswer:
        """The answer with its body; `seconds`: the time in which an owner must be found. Raises OwnerAway."""
        seconds = seconds or self.away_seconds
        until, again = monotonic() + seconds, safe_twice(request)
        for pause in chain(OWNER_PAUSES_SECONDS, repeat(OWNER_PAUSES_SECONDS[-1])):
            if monotonic() + pause > until:
                break
            await asyncio.sleep(pause)
            try:
                answer = await self._answered(request, OWNER_ANSWER_SECONDS[not again])
            except NobodyThere:
                self._owners.pop(request.key, None)
            except (Replaced, Unanswered) as why:
                self._owners.pop(request.key, None)
                log.warning("no answer", extra={"facts": {"key": request.key, "why": type(why).__name__}})
                if not again:
                    break
                again, until = False, monotonic() + seconds
                self.fates["sent again"] += 1
            else:
                self.fates["carried"] += 1
                return answer
        self.fates["given up"] += 1
        raise OwnerAway

    async def _answered(self, request: WebRequest, seconds: float) -> WebAnswer:
        """Raises NobodyThere where nothing has been done, Unanswered and Replaced where it may have been."""
        if self.bus is None or not self.bus.up:
            raise NobodyThere
        owner = NO_OWNER if request.key == NO_OWNER else self._owners.get(request.key) or await self._taken(request.key)
        if len(request.body) > LARGEST_MESSAGE_BYTES:
            request = msgspec.structs.replace(request, body=b"", stored=await self.bus.stored(request.body))
        if owner == NO_OWNER:
            return await self._with_body(await self.bus.ask_some_worker(ANY_WORKER, request, WebAnswer))
        answer = await self._asked(owner, request, seconds)
        if answer.misdirected:
            raise NobodyThere
        return await self._with_body(answer)

    async def _taken(self, key: str) -> str:
        """The owner as the workers say, or `NO_OWNER` where there is nothing to own. Raises NobodyThere."""
        assert self.bus is not None
        try:
            taken = await self.bus.ask_some_worker("take", Take(key), Taken, TAKE_SECONDS)
        except Unanswered:
            raise NobodyThere from None
        if taken.unknown:
            return NO_OWNER
        if not taken.owner:
            raise NobodyThere
        if len(self._owners) >= MOST_OWNERS:
            self._owners.clear()
        self._owners[key] = taken.owner
        return taken.owner

    async def _asked(self, owner: str, request: WebRequest, seconds: float) -> WebAnswer:
        """The owner's answer, for as long as it lives. Raises NobodyThere, Unanswered, Replaced."""
        assert self.bus is not None
        wondering: list[asyncio.Task[None]] = []

        def wonder() -> None:
            work = self.background.begin("wondering", lambda: self._wonder(owner, request.key, waiting))
            wondering.append(work)

        timer = asyncio.get_running_loop().call_later(UNANSWERED_SECONDS, wonder)
        try:
            async with asyncio.timeout(None) as waiting:
                self.waiting.add(waiting)
                return await self.bus.ask(f"own.{token_of(request.key)}.web", request, WebAnswer, seconds)
        except TimeoutError:
            raise Replaced from None
        finally:
            self.waiting.discard(waiting)
            timer.cancel()
            for work in wondering:
                work.cancel()

    async def _wonder(self, owner: str, key: str, waiting: asyncio.Timeout) -> None:
        """Look again and again who owns it; if it is another one, or long nobody, nobody waits any longer."""
        until = monotonic() + AWAY_SECONDS - UNANSWERED_SECONDS
        while monotonic() < until:
            with suppress(NobodyThere):
                if await self._taken(key) != owner:
                    break
                until = monotonic() + AWAY_SECONDS
            await asyncio.sleep(WONDER_AGAIN_SECONDS)
        _give_up(waiting)

    def connection_lost(self) -> None:
        """What was under way to us is lost; it may have been carried out."""
        for waiting in self.waiting:
            _give_up(waiting)

    async def _with_body(self, answer: WebAnswer) -> WebAnswer:
        """Raises Unanswered where the worker that kept it is gone."""
        if not answer.stored:
            return answer
        assert self.bus is not None
        return msgspec.structs.replace(answer, body=await self.bus.body(answer.stored), stored="")


def _give_up(waiting: asyncio.Timeout) -> None:
    if not waiting.expired():
        waiting.reschedule(asyncio.get_running_loop().time())


def safe_twice(request: WebRequest) -> bool:
    """It reads, or its command is known by a name, and carried out once."""
    names = {name for name, _ in request.headers}
    return request.method in ("GET", "HEAD") or b"command_id" in request.body or b"idempotency-key" in names
