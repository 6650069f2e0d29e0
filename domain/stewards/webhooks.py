"""Webhooks set, removed, and given another secret: `(Stewards, ...) -> [event]`, or a refusal that carries data."""

import ipaddress
from datetime import datetime
from urllib.parse import urlsplit

from domain.refusals import BadField
from domain.stewards.events import StewardEvent, WebhookRemoved, WebhookSecretRotated, WebhookSet
from domain.stewards.programs import Webhook
from domain.stewards.state import Stewards

MAX_URL_CHARS = 500


def set_webhook(stewards: Stewards, wanted: Webhook, now: datetime) -> list[StewardEvent]:
    """`wanted.id` is new and made outside. Plain http is for the hall's own network."""
    url = wanted.url.strip()
    if len(url) > MAX_URL_CHARS:
        raise BadField("url", url, f"longest:{MAX_URL_CHARS}")
    if not _can_be_called(url):
        raise BadField("url", url, "webhook-url")
    if not wanted.topics:
        raise BadField("topics", "", "required")
    return [WebhookSet(wanted.id, url, wanted.topics, wanted.tournament, now.isoformat())]


def remove_webhook(stewards: Stewards, id: str) -> list[StewardEvent]:
    """Messages that still wait for it are dropped."""
    return [WebhookRemoved(stewards.programs.webhook(id).id)]


def rotate_secret(stewards: Stewards, id: str, now: datetime) -> list[StewardEvent]:
    """A new secret; the one before signs along for a day."""
    return [WebhookSecretRotated(stewards.programs.webhook(id).id, now.isoformat())]


def _can_be_called(url: str) -> bool:
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        return False
    plain = url.isascii() and url.isprintable() and " " not in url and "@" not in parts.netloc
    return plain and bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and _of_a_hall(host)))


def _of_a_hall(host: str) -> bool:
    """An address in a network of one's own, or a name without a domain."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".home.arpa", ".localhost"))
