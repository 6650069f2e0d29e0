"""Push notices to browsers (RFC 8030, 8188, 8291, 8292): encrypted for the browser, signed with the server's key.

Pusher(pem, "https://chess.example", ()).send(subscription, b'{"title": "Round 6 is out"}')
"""

import base64
import os
from dataclasses import dataclass, field
from enum import StrEnum
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02, VapidException

from server.notifying.posting import UNREACHED, status_of_post

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
    made = Vapid02()
    made.generate_keys()
    pem: bytes = made.private_pem()
    return pem.decode()


def raw(text: str) -> bytes:
    """Base64url without its padding, as browsers write it. Raises BadSubscription."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise BadSubscription(text) from error


def check_subscription(endpoint: str, p256dh: str, auth: str, others: tuple[str, ...]) -> None:
    """Raises BadSubscription. `others` are hosts that the operator allows besides the known services."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    known = any(host == name or host.endswith(f".{name}") for name in PUSH_SERVICES)
    good = len(endpoint) <= LONGEST_ENDPOINT_CHARS and ((known and parts.scheme == "https") or parts.netloc in others)
    if not good or len(raw(auth)) != 16:
        raise BadSubscription(host)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(p256dh))
    except ValueError as error:
        raise BadSubscription(host) from error


@dataclass(slots=True)
class Pusher:
    """Sends with one key; every call blocks until the service has answered."""

    pem: str
    contact: str
    """An address at which the makers of browsers reach the operator: `https:` or `mailto:`."""
    _vapid: Vapid02 = field(init=False)

    def __post_init__(self) -> None:
        self._vapid = Vapid02.from_pem(self.pem.encode())

    @property
    def public_key(self) -> str:
        """The key that browsers are given to subscribe with, in base64url."""
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).decode().rstrip("=")

    def send(self, endpoint: str, p256dh: str, auth: str, notice: bytes, topic: str = "") -> Pushed:
        """A later notice of the same topic takes the place of an earlier one that still waits at the service."""
        parts = urlsplit(endpoint)
        try:
            body = encrypted(notice, p256dh, auth)
            signed = self._vapid.sign({"sub": self.contact, "aud": f"{parts.scheme}://{parts.netloc}"})
        except (ValueError, VapidException, http_ece.ECEException):
            return Pushed.LOST
        headers = {**signed, "Content-Encoding": "aes128gcm", "TTL": str(KEPT_SECONDS), "Urgency": "high"}
        if topic:
            headers["Topic"] = topic
        return _posted(endpoint, body, {**headers, "Content-Type": "application/octet-stream"})


def encrypted(notice: bytes, p256dh: str, auth: str) -> bytes:
    """The notice for this browser alone (RFC 8291)."""
    once = ec.generate_private_key(ec.SECP256R1())
    sealed: bytes = http_ece.encrypt(
        notice, salt=os.urandom(16), private_key=once, dh=raw(p256dh), auth_secret=raw(auth), version="aes128gcm"
    )
    return sealed


def _posted(endpoint: str, body: bytes, headers: dict[str, str]) -> Pushed:
    status = status_of_post(endpoint, body, headers)
    if status in (404, 410):
        return Pushed.GONE
    if status == UNREACHED or status == 429 or status >= 500:
        return Pushed.NOT_NOW
    return Pushed.TAKEN if status < 300 else Pushed.LOST
