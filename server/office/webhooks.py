"""Telling the webhooks of other programs: each message is stored first and sent then.

A change only leaves a mark here. The owner of the tournament writes the messages, one for each webhook and entry of
the journal, under ids that are the same whoever writes them; a look through all tournaments brings what a process
that ended has left. Each message is leased to one process while it is tried, and tried again over a day. Messages are
signed as Standard Webhooks asks (standardwebhooks.com): id, time and body together.
"""

import asyncio
import base64
import hashlib
import hmac
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta
from itertools import takewhile

import msgspec

from domain.records import dataclass
from domain.stewards.state import Programs, Webhook
from projections.round.results import Withheld, game_entered
from server.journal import Entry, JournalTrouble
from server.journal.side_store import DeliveryState, DeliveryStore, WebhookMessage
from server.notifying.calling import UNREACHED, Caller, MayCall, not_itself, receiver_of
from server.notifying.outbox import Fate, Way, WayLimits
from server.office.mailings import nobody_else
from server.office.tournaments import NoSuchTournament, Office, TournamentOffice, nothing_withheld
from server.supervisor import QuietLog
from web.api.programs import TOPICS, news

log = logging.getLogger("tablo.webhooks")

WEBHOOK_PAUSES_SECONDS = (5, 300, 1800, 7200, 18000, 36000)
"""After each try that failed; after the last one the message is given up."""
LEASE_SECONDS = 60
DUE_LOOK_SECONDS = 5.0
"""Between two looks for messages that are due."""
LEFT_BEHIND_SECONDS = 15
"""After the time for a try, when whoever has the house makes it for the owner."""
LOOKED_AT_OF_ONE = 16
"""Due messages of one webhook: the oldest ones may be another process's."""
SWEEP_EVERY_LOOKS = 12
TRIES_AT_ONCE_OF_ONE = 2
"""To one webhook, so that a slow one keeps no other waiting."""
MOST_WAITING_OF_ONE = 5000
KEPT_DAYS = 14
NOT_WANTED_STATUS = 410
SECRET_PREFIX = "whsec_"


def webhook_secret(key: str, webhook: str, rotation: int) -> bytes:
    """The secret of a webhook, made of the server's own key: it stands nowhere."""
    return hmac.new(key.encode(), f"webhook:{webhook}:{rotation}".encode(), hashlib.sha256).digest()


def secret_text(secret: bytes) -> str:
    """The secret as the other program keeps it."""
    return SECRET_PREFIX + base64.b64encode(secret).decode()


def signed(id: str, seconds: int, body: bytes, secrets: Iterable[bytes]) -> dict[str, str]:
    """The headers of a message sent at this time (seconds since 1970); a signature for each secret in force."""
    said = b".".join((id.encode(), str(seconds).encode(), body))
    signatures = (base64.b64encode(hmac.digest(secret, said, "sha256")).decode() for secret in secrets)
    return {
        "Content-Type": "application/json",
        "User-Agent": "Tablo",
        "webhook-id": id,
        "webhook-timestamp": str(seconds),
        "webhook-signature": " ".join(f"v1,{one}" for one in signatures),
    }


def every_tournament(_webhook: Webhook, _slug: str) -> bool:
    """One organiser has all tournaments of this server."""
    return True


@dataclass(slots=True)
class Webhooks:
    office: Office
    store: DeliveryStore
    programs: Callable[[], Programs]
    key: Callable[[], str]
    """The server's own key, of which secrets are made."""
    withheld: Callable[[TournamentOffice], Withheld] = nothing_withheld
    """The games whose end everybody is told later."""
    may_call: MayCall = not_itself
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process owns the tournament of this name, and so sends what is to be told of it."""
    has_house: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process sends what nobody else does."""
    pauses: Sequence[int] = WEBHOOK_PAUSES_SECONDS
    way: Way = field(
        default_factory=lambda: Way("webhooks", WayLimits(8, TRIES_AT_ONCE_OF_ONE, waiting_of_one=TRIES_AT_ONCE_OF_ONE))
    )
    reaches: Callable[[Webhook, str], bool] = every_tournament
    """Whether a webhook that wants to be told of a tournament may be."""
    _caller: Caller = field(default_factory=Caller)
    _changed: set[str] = field(default_factory=set)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Webhooks"]:
        async with Caller(self.may_call) as self._caller:
            yield self

    def changed(self, slug: str) -> None:
        if self._told(slug):
            self._changed.add(slug)
            self._wake.set()

    def wake(self) -> None:
        """Something is to be sent now."""
        self._wake.set()

    async def work(self) -> None:
        """Write what is to be told and hand what is due to the way out."""
        looks = 0
        while True:
            try:
                await self._look(sweep=looks % SWEEP_EVERY_LOOKS == 0)
            except JournalTrouble as trouble:
                self._quiet.warn("webhooks are not told", str(trouble))
            looks += 1
            try:
                await asyncio.wait_for(self._wake.wait(), DUE_LOOK_SECONDS)
            except TimeoutError:
                continue
            self._wake.clear()

    def _told(self, slug: str) -> list[Webhook]:
        return [hook for hook in self.programs().told(slug) if self.reaches(hook, slug)]

    async def _look(self, *, sweep: bool) -> None:
        hooks = [one for one in self.programs().webhooks.values() if not one.removed]
        if not hooks:
            self.way.stored = 0
            return
        changed, self._changed = self._changed, set()
        for slug in changed:
            await self._written(slug, only_mine=True)
        if sweep and await self.has_house(""):
            for slug in await self._untold():
                await self._written(slug, only_mine=False)
            for hook in hooks:
                await asyncio.to_thread(self.store.give_up_surplus, hook.id, MOST_WAITING_OF_ONE)
            await asyncio.to_thread(self.store.drop_old, _text(_now() - timedelta(days=KEPT_DAYS)))
        await self.post_due()
        self.way.stored = await asyncio.to_thread(self.store.waiting)

    async def _written(self, slug: str, *, only_mine: bool) -> None:
        """A tournament that cannot be told keeps no other; a later sweep tries it again."""
        with self._quiet.going_on("webhooks are not told", tournament=slug):
            if not only_mine or await self.mine(slug):
                await self.write(slug)

    async def _untold(self) -> set[str]:
        """Tournaments that somebody is to be told of, and that have moved since they were told last."""
        told = await asyncio.to_thread(self.store.all_told)
        streams = [one for one in await self.office.journal.streams() if one.version > told.get(one.stream, 0)]
        return {
            one.stream
            for one in streams
            if one.stream in self.office
            and any(one.recorded_at >= datetime.fromisoformat(hook.since) for hook in self._told(one.stream))
        }

    async def write(self, slug: str) -> None:
        """Store the messages of this tournament that are not stored yet."""
        try:
            office = await self.office.open(slug)
        except NoSuchTournament:
            return
        told = await asyncio.to_thread(self.store.told, slug)
        fresh, hooks = self._fresh(office, told), self._told(slug)
        position = told + len(fresh)
        messages = [
            _message(slug, one, hook)
            for one in fresh
            for hook in hooks
            if TOPICS.get(type(one.event)) in hook.topics and one.recorded_at >= datetime.fromisoformat(hook.since)
        ]
        if position > told:
            await asyncio.to_thread(self.store.tell, slug, position, messages)

    def _fresh(self, office: TournamentOffice, told: int) -> Sequence[Entry]:
        """In their order, up to the first result that is withheld: what comes behind it waits too."""
        withheld, fresh = self.withheld(office), office.entries[told:]
        return list(takewhile(lambda entry: game_entered(entry.event) not in withheld, fresh)) if withheld else fresh

    async def post_due(self) -> None:
        """Hand the messages that are due to the way out, a few of each webhook; a webhook that is silent rests."""
        programs = self.programs()
        for one in await asyncio.to_thread(self.store.due, _text(_now()), LOOKED_AT_OF_ONE):
            hook = programs.webhooks.get(one.webhook)
            if hook is None or hook.removed:
                await asyncio.to_thread(self.store.drop, one.webhook)
                continue
            if not await self.sends(one):
                continue
            call = WebhookCall(hook, one, self)
            if self.way.has_room(call.address) and not self.way.holds(call.key) and not self.way.rests(call.receiver):
                self.way.post(call)

    async def sends(self, one: WebhookMessage) -> bool:
        """The owner of a tournament sends what is told of it; what is late, whoever has the house."""
        stream, late = one.id.split("_")[-2], _now() - datetime.fromisoformat(one.next_at)
        return await self.mine(stream) or (
            late >= timedelta(seconds=LEFT_BEHIND_SECONDS) and await self.has_house(stream)
        )

    async def call(self, hook: Webhook, one: WebhookMessage) -> Fate:
        """One try, by the one process that has it in hand."""
        now = _now()
        until = _text(now + timedelta(seconds=LEASE_SECONDS))
        if self.programs().webhooks[hook.id].removed:
            return Fate.GONE
        if not await asyncio.to_thread(self.store.lease, one.id, _text(now), until):
            return Fate.TAKEN  # another process has it in hand
        body, seconds = one.body.encode(), int(now.timestamp())
        secrets = [webhook_secret(self.key(), hook.id, rotation) for rotation in hook.signing(now)]
        status = UNREACHED
        try:
            status = await self._caller.post(hook.url, body, signed(one.id, seconds, body, secrets))
        finally:
            await asyncio.to_thread(self._note, one, status)
        return _fate(status)

    def _note(self, one: WebhookMessage, status: int) -> None:
        now, tries = _now(), one.tries + 1
        if 200 <= status < 300:
            self.store.note(one.id, DeliveryState.TAKEN, tries, "", status)
        elif status == NOT_WANTED_STATUS or tries > len(self.pauses):
            log.warning("a webhook is given up", extra={"facts": {"webhook": one.webhook, "status": status}})
            self.store.note(one.id, DeliveryState.GIVEN_UP, tries, "", status)
        else:
            later = _text(now + timedelta(seconds=self.pauses[tries - 1]))
            self.store.note(one.id, DeliveryState.WAITING, tries, later, status)


@dataclass(frozen=True, slots=True)
class WebhookCall:
    """A message of a webhook that is tried once now; what comes of it stands in the store."""

    hook: Webhook
    told: WebhookMessage
    webhooks: Webhooks

    @property
    def key(self) -> str:
        return self.told.id

    @property
    def address(self) -> str:
        return self.hook.id

    @property
    def receiver(self) -> str:
        return receiver_of(self.hook.url)

    async def send(self) -> Fate:
        return await self.webhooks.call(self.hook, self.told)

    async def ended(self, fate: Fate) -> None:
        """The next one that is due."""
        self.webhooks.wake()


def _fate(status: int) -> Fate:
    if status == UNREACHED:
        return Fate.AWAY
    if status == NOT_WANTED_STATUS:
        return Fate.GONE
    return Fate.TAKEN if 200 <= status < 300 else Fate.NOT_NOW


def _message(slug: str, entry: Entry, hook: Webhook) -> WebhookMessage:
    id, body = f"msg_{hook.id}_{slug}_{entry.version}", news(slug, entry.version, entry.recorded_at, entry.event)
    text = msgspec.json.encode(body).decode()
    return WebhookMessage(id, hook.id, str(body["type"]), text, _text(entry.recorded_at))


def _now() -> datetime:
    return datetime.now(UTC)


def _text(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="seconds")
