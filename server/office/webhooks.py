"""Telling the webhooks of other programs: what is to be told is stored first and sent then.

A change only leaves a mark here. The owner of the tournament writes the messages, one for each webhook and entry of
the journal, under ids that are the same whoever writes them; a look through all tournaments brings what a process
that ended has left. Each message is leased to one process while it is tried, and tried again over a day.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import msgspec

from domain.stewards.programs import Programs, Webhook
from server.journal import Entry, JournalTrouble
from server.journal.delivery_store import DeliveryState, DeliveryStore, WebhookMessage
from server.notifying.posting import MayCall, not_itself, status_of_post
from server.notifying.webhooks import signed, webhook_secret
from server.office.outbox import nobody_else
from server.office.tournaments import NoSuchTournament, Office
from web.api.news import TOPICS, news

log = logging.getLogger("tablo.webhooks")

WEBHOOK_PAUSES_SECONDS = (5, 300, 1800, 7200, 18000, 36000)
"""After each try that failed; after the last one the message is given up."""
LEASE_SECONDS = 60
DUE_LOOK_SECONDS = 5.0
"""Between two looks for messages that are due."""
SWEEP_EVERY_LOOKS = 12
WEBHOOKS_AT_ONCE = 4
KEPT_DAYS = 14
NOT_WANTED_STATUS = 410


@dataclass(slots=True)
class Webhooks:
    office: Office
    store: DeliveryStore
    programs: Callable[[], Programs]
    key: Callable[[], str]
    """The server's own key, of which secrets are made."""
    may_call: MayCall = not_itself
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process owns the tournament of this name."""
    pauses: Sequence[int] = WEBHOOK_PAUSES_SECONDS
    _changed: set[str] = field(default_factory=set)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _threads: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(WEBHOOKS_AT_ONCE, "webhook"))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Webhooks"]:
        working = asyncio.create_task(self._work())
        try:
            yield self
        finally:
            working.cancel()
            self._threads.shutdown(wait=False, cancel_futures=True)

    def changed(self, slug: str, _position: int) -> None:
        """A tournament has moved."""
        if self.programs().told(slug):
            self._changed.add(slug)
            self._wake.set()

    def wake(self) -> None:
        """Something is to be sent now."""
        self._wake.set()

    async def _work(self) -> None:
        looks = 0
        while True:
            try:
                await self._look(sweep=looks % SWEEP_EVERY_LOOKS == 0)
            except JournalTrouble as trouble:
                log.warning("webhooks are not told", extra={"facts": {"why": str(trouble)}})
            looks += 1
            try:
                await asyncio.wait_for(self._wake.wait(), DUE_LOOK_SECONDS)
            except TimeoutError:
                continue
            self._wake.clear()

    async def _look(self, *, sweep: bool) -> None:
        if not any(not one.removed for one in self.programs().webhooks.values()):
            return
        changed, self._changed = self._changed, set()
        for slug in changed:
            if await self.mine(slug):
                await self.write(slug)
        if sweep:
            for slug in await self._untold():
                await self.write(slug)
        while await self.send_due():
            pass

    async def _untold(self) -> set[str]:
        """Tournaments that somebody is to be told of, and that have moved since they were told last."""
        told, hooks = await asyncio.to_thread(self.store.all_told), self.programs()
        streams = [one for one in await self.office.journal.streams() if one.version > told.get(one.stream, 0)]
        return {
            one.stream
            for one in streams
            if one.stream in self.office
            and any(one.recorded_at >= datetime.fromisoformat(hook.since) for hook in hooks.told(one.stream))
        }

    async def write(self, slug: str) -> None:
        """Store the messages of this tournament that are not stored yet."""
        try:
            office = await self.office.open(slug)
        except NoSuchTournament:
            return
        position = office.position
        told = await asyncio.to_thread(self.store.told, slug)
        fresh, hooks = office.entries[told:position], self.programs().told(slug)
        messages = [_message(slug, one, hook) for one in fresh for hook in hooks if _wants(hook, one)]
        if position > told:
            await asyncio.to_thread(self.store.tell, slug, position, messages)

    async def send_due(self) -> int:
        """Try the messages that are due; the number that this process has tried."""
        now = _now()
        due = await asyncio.to_thread(self.store.due, _text(now), WEBHOOKS_AT_ONCE)
        return sum(await asyncio.gather(*(self._try(one, now) for one in due)))

    async def _try(self, one: WebhookMessage, now: datetime) -> bool:
        until = _text(now + timedelta(seconds=LEASE_SECONDS))
        if not await asyncio.to_thread(self.store.lease, one.id, _text(now), until):
            return False
        hook = self.programs().webhooks.get(one.webhook)
        if hook is None or hook.removed:
            await asyncio.to_thread(self.store.drop, one.webhook)
            return True
        status = await asyncio.get_running_loop().run_in_executor(self._threads, self._post, hook, one)
        await asyncio.to_thread(self._note, one, status)
        return True

    def _post(self, hook: Webhook, one: WebhookMessage) -> int:
        body, now = one.body.encode(), _now()
        secrets = [webhook_secret(self.key(), hook.id, rotation) for rotation in hook.signing(now)]
        return status_of_post(hook.url, body, signed(one.id, int(now.timestamp()), body, secrets), self.may_call)

    def _note(self, one: WebhookMessage, status: int) -> None:
        now, tries = _now(), one.tries + 1
        if 200 <= status < 300:
            self.store.note(one.id, DeliveryState.TAKEN, tries, "", status)
            self.store.drop_taken(_text(now - timedelta(days=KEPT_DAYS)))
        elif status == NOT_WANTED_STATUS or tries > len(self.pauses):
            log.warning("a webhook is given up", extra={"facts": {"webhook": one.webhook, "status": status}})
            self.store.note(one.id, DeliveryState.GIVEN_UP, tries, "", status)
        else:
            later = _text(now + timedelta(seconds=self.pauses[tries - 1]))
            self.store.note(one.id, DeliveryState.WAITING, tries, later, status)


def _wants(hook: Webhook, entry: Entry) -> bool:
    young = entry.recorded_at >= datetime.fromisoformat(hook.since)
    return young and TOPICS.get(type(entry.event)) in hook.topics


def _message(slug: str, entry: Entry, hook: Webhook) -> WebhookMessage:
    body = news(slug, entry.version, entry.recorded_at, entry.event)
    text = msgspec.json.encode(body).decode()
    return WebhookMessage(
        f"msg_{hook.id}_{slug}_{entry.version}", hook.id, str(body["type"]), text, _text(entry.recorded_at)
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _text(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="seconds")
