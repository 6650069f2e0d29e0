"""Programs at the desk: the keys they write with, and the webhooks that tell them."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from domain.refusals import Refusal
from domain.stewards.events import (
    ApiKeyMade,
    ApiKeyRevoked,
    Scope,
    Topic,
    WebhookRemoved,
    WebhookSecretRotated,
    WebhookSet,
)

OLD_SECRET_HOURS = 24
"""The time that the secret before the newest one signs along."""


class NoSuchKey(Refusal):
    id: str


class NoSuchWebhook(Refusal):
    id: str


@dataclass(frozen=True, slots=True)
class ApiKey:
    """The key of a program: what was agreed when it was made, and what has happened since."""

    made: ApiKeyMade
    revoked: bool = False

    def ended(self, now: datetime) -> bool:
        return self.revoked or (bool(self.made.until) and now >= datetime.fromisoformat(self.made.until))

    def allows(self, scope: Scope | None) -> bool:
        """None = what every key may."""
        return scope is None or scope in self.made.scopes or Scope.EVERYTHING in self.made.scopes


@dataclass(frozen=True, slots=True)
class Webhook:
    id: str
    url: str
    topics: tuple[Topic, ...]
    tournament: str = ""
    since: str = ""
    rotations: int = 0
    """The times its secret was changed, which is the number of the newest one."""
    rotated_at: str = ""
    removed: bool = False

    def signing(self, now: datetime) -> tuple[int, ...]:
        """The numbers of the secrets that sign now, the newest first."""
        young = self.rotated_at and now < datetime.fromisoformat(self.rotated_at) + timedelta(hours=OLD_SECRET_HOURS)
        return (self.rotations, self.rotations - 1) if young else (self.rotations,)

    def wants(self, tournament: str) -> bool:
        return not self.removed and self.tournament in ("", tournament)


ProgramEvent = ApiKeyMade | ApiKeyRevoked | WebhookSet | WebhookRemoved | WebhookSecretRotated


@dataclass(slots=True)
class Programs:
    keys: dict[str, ApiKey] = field(default_factory=dict)
    webhooks: dict[str, Webhook] = field(default_factory=dict)

    def key(self, id: str) -> ApiKey:
        """Raises NoSuchKey."""
        if id not in self.keys:
            raise NoSuchKey(id)
        return self.keys[id]

    def webhook(self, id: str) -> Webhook:
        """Raises NoSuchWebhook."""
        if id not in self.webhooks or self.webhooks[id].removed:
            raise NoSuchWebhook(id)
        return self.webhooks[id]

    def told(self, tournament: str) -> list[Webhook]:
        return [one for one in self.webhooks.values() if one.wants(tournament)]


def evolve_programs(programs: Programs, event: ProgramEvent) -> None:
    keys, webhooks = programs.keys, programs.webhooks
    match event:
        case ApiKeyMade(id=id):
            keys[id] = ApiKey(event)
        case ApiKeyRevoked(id=id):
            keys[id] = replace(keys[id], revoked=True)
        case WebhookSet(id=id):
            webhooks[id] = Webhook(id, event.url, event.topics, event.tournament, event.since)
        case WebhookRemoved(id=id):
            webhooks[id] = replace(webhooks[id], removed=True)
        case WebhookSecretRotated(id=id):
            webhooks[id] = replace(webhooks[id], rotations=webhooks[id].rotations + 1, rotated_at=event.at)
