"""Webhooks set, removed, and given another secret: `(Stewards, ...) -> [event]`, or a refusal that carries data."""

import ipaddress
from datetime import datetime

from domain.fields import web_address
from domain.refusals import BadField
from domain.stewards.events import StewardEvent, WebhookRemoved, WebhookSecretRotated, WebhookSet
from domain.stewards.programs import Webhook
from domain.stewards.state import Stewards


def set_webhook(stewards: Stewards, wanted: Webhook, now: datetime) -> list[StewardEvent]:
    """`wanted.id` is new and made outside. Plain http is for the hall's own network."""
    url = web_address("url", wanted.url)
    if url.scheme == "http" and not _of_a_hall(url.host or ""):
        raise BadField("url", wanted.url, "webhook-url")
    if not wanted.topics:
        raise BadField("topics", "", "required")
    return [WebhookSet(wanted.id, str(url), wanted.topics, wanted.tournament, now.isoformat())]


def remove_webhook(stewards: Stewards, id: str) -> list[StewardEvent]:
    """Messages that still wait for it are dropped."""
    return [WebhookRemoved(stewards.programs.webhook(id).id)]


def rotate_secret(stewards: Stewards, id: str, now: datetime) -> list[StewardEvent]:
    """A new secret; the one before signs along for a day."""
    return [WebhookSecretRotated(stewards.programs.webhook(id).id, now.isoformat())]


def _of_a_hall(host: str) -> bool:
    """An address in a network of one's own, or a name without a domain."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".localhost"))
