"""Telling the webhooks of other programs: a message for each webhook and entry of the journal, tried over a day.

Messages are signed as Standard Webhooks asks (standardwebhooks.com): id, time and body together.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from datetime import datetime

import msgspec

from domain.records import dataclass
from domain.stewards.state import Programs, Webhook
from server.clock import utc_now
from server.journal import Entry
from server.journal.side.deliveries import StoredMessage
from server.notifying.outbox import Way, WayLimits
from server.office.telling.deliveries import TRIES_AT_ONCE_OF_ONE, CallAnswer, Deliveries, utc_text
from server.office.tournaments import TournamentOffice
from web.api.programs import TOPICS, news

WEBHOOK_PAUSES_SECONDS = (5, 300, 1800, 7200, 18000, 36000)
"""After each try that failed; after the last one the message is given up."""
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


@dataclass(slots=True, kw_only=True)
class Webhooks(Deliveries[Webhook]):
    programs: Callable[[], Programs]
    key: Callable[[], str]
    """The server's own key, of which secrets are made."""
    pauses: Sequence[int] = WEBHOOK_PAUSES_SECONDS
    way: Way = field(
        default_factory=lambda: Way("webhooks", WayLimits(8, TRIES_AT_ONCE_OF_ONE, waiting_of_one=TRIES_AT_ONCE_OF_ONE))
    )
    reaches: Callable[[Webhook, str], bool] = every_tournament
    """Whether a webhook that wants to be told of a tournament may be."""

    async def receivers(self, *, anew: bool) -> Sequence[Webhook]:
        return [one for one in self.programs().webhooks.values() if not one.removed]

    def told(self, slug: str) -> Sequence[Webhook]:
        return [hook for hook in self.programs().told(slug) if self.reaches(hook, slug)]

    async def find(self, id: str) -> Webhook | None:
        hook = self.programs().webhooks.get(id)
        return None if hook is None or hook.removed else hook

    async def messages(
        self, office: TournamentOffice, fresh: Sequence[Entry], told: Sequence[Webhook]
    ) -> list[StoredMessage]:
        return [
            _message(office.id, one, hook)
            for one in fresh
            for hook in told
            if TOPICS.get(type(one.event)) in hook.topics and one.recorded_at >= datetime.fromisoformat(hook.since)
        ]

    async def tried(self, receiver: Webhook, one: StoredMessage) -> CallAnswer:
        now = utc_now()
        body, seconds = one.body.encode(), int(now.timestamp())
        secrets = [webhook_secret(self.key(), receiver.id, rotation) for rotation in receiver.signing(now)]
        return CallAnswer(await self._caller.post(receiver.url, body, signed(one.id, seconds, body, secrets)))

    def is_final(self, status: int) -> bool:
        return status == NOT_WANTED_STATUS


def _message(slug: str, entry: Entry, hook: Webhook) -> StoredMessage:
    id, body = f"msg_{hook.id}_{slug}_{entry.version}", news(slug, entry.version, entry.recorded_at, entry.event)
    text = msgspec.json.encode(body).decode()
    return StoredMessage(id, hook.id, str(body["type"]), text, utc_text(entry.recorded_at))
