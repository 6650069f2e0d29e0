"""Push notices to browsers (RFC 8030, 8188, 8291, 8292): encrypted for the browser, signed with the server's key.

Pusher(pem, "https://chess.example", ()).send(subscription, b'{"title": "Round 6 is out"}')
"""

import base64
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from server.notifying.posting import UNREACHED, status_of_post

if TYPE_CHECKING:
    from server.notifying.push_keys import ServerKey

KEPT_SECONDS = 3600
"""The time a push service keeps a notice for a browser that is away: after an hour it is no news."""
LONGEST_ENDPOINT_CHARS = 800

PUSH_SERVICES = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    "push.services.mozilla.com",
    "push.apple.com",
    "notify.windows.com",
)
"""Domains of the makers of browsers. Nothing is sent anywhere else, or a stranger could choose whom we call."""


class Pushed(StrEnum):
    """The fate of a notice."""

    TAKEN = "taken"
    GONE = "gone"
    """The browser does not want any more, or is no more: forget it (404, 410)."""
    NOT_NOW = "not-now"
    """No network, or a service in trouble: worth trying again."""
    LOST = "lost"
    """The service will not have this notice."""


class BadSubscription(ValueError):
    """The endpoint is at no push service, or a key is none."""


def new_key() -> str:
    """A private key in PEM, made here."""
    from server.notifying.push_keys import generated_key

    return generated_key()


def raw(text: str) -> bytes:
    """Base64url without its padding, as browsers write it. Raises BadSubscription."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise BadSubscription(text) from error


def check_subscription(endpoint: str, p256dh: str, auth: str, others: tuple[str, ...]) -> None:
    """Raises BadSubscription. `others` are hosts that the operator allows besides the known services."""
    from server.notifying.push_keys import is_public_key

    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    known = any(host == name or host.endswith(f".{name}") for name in PUSH_SERVICES)
    good = len(endpoint) <= LONGEST_ENDPOINT_CHARS and ((known and parts.scheme == "https") or parts.netloc in others)
    if not good or len(raw(auth)) != 16:
        raise BadSubscription(host)
    if not is_public_key(raw(p256dh)):
        raise BadSubscription(host)


@dataclass(slots=True)
class Pusher:
    """Sends with one key; every call blocks until the service has answered."""

    pem: str
    contact: str
    """An address at which the makers of browsers reach the operator: `https:` or `mailto:`."""
    _key: "ServerKey | None" = None

    @property
    def key(self) -> "ServerKey":
        """Read when somebody wants notices for the first time."""
        if self._key is None:
            from server.notifying.push_keys import ServerKey

            self._key = ServerKey(self.pem)
        return self._key

    @property
    def public_key(self) -> str:
        """The key that browsers are given to subscribe with, in base64url."""
        return self.key.public

    def send(self, endpoint: str, p256dh: str, auth: str, notice: bytes, topic: str = "") -> Pushed:
        """A later notice of the same topic takes the place of an earlier one that still waits at the service."""
        from server.notifying.push_keys import CannotSeal, sealed_notice

        parts = urlsplit(endpoint)
        try:
            body = sealed_notice(notice, raw(p256dh), raw(auth))
            signed = self.key.signed(self.contact, f"{parts.scheme}://{parts.netloc}")
        except (CannotSeal, BadSubscription):
            return Pushed.LOST
        headers = {**signed, "Content-Encoding": "aes128gcm", "TTL": str(KEPT_SECONDS), "Urgency": "high"}
        if topic:
            headers["Topic"] = topic
        return _posted(endpoint, body, {**headers, "Content-Type": "application/octet-stream"})


def _posted(endpoint: str, body: bytes, headers: dict[str, str]) -> Pushed:
    status = status_of_post(endpoint, body, headers)
    if status in (404, 410):
        return Pushed.GONE
    if status == UNREACHED or status == 429 or status >= 500:
        return Pushed.NOT_NOW
    return Pushed.TAKEN if status < 300 else Pushed.LOST
