"""Push notices to browsers (RFC 8030, 8188, 8291, 8292): encrypted for the browser, signed with the server's key.

await Pusher(pem, "https://chess.example").send(subscription, b'{"title": "Round 6 is out"}')
"""

import asyncio
import base64
from concurrent.futures import ThreadPoolExecutor
from dataclasses import field
from http import HTTPStatus
from importlib.util import find_spec
from typing import TYPE_CHECKING

from domain.fields import web_address
from domain.records import dataclass
from domain.refusals import BadField
from server.notifying.calling import UNREACHED, Caller, receiver_of
from server.notifying.outbox import Fate

if TYPE_CHECKING:
    from server.notifying.push_encryption import ServerKey

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


class BadSubscription(ValueError):
    """The endpoint is at no push service, or a key is none."""


def can_push() -> bool:
    """An installation without the extra `push` lacks these."""
    return all(find_spec(library) for library in ("cryptography", "http_ece", "py_vapid"))


def new_key() -> str:
    from server.notifying.push_encryption import generated_key

    return generated_key()


def raw(text: str) -> bytes:
    """Base64url without its padding, as browsers write it. Raises BadSubscription."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError as error:
        raise BadSubscription(text) from error


def check_key(p256dh: str) -> None:
    """Raises BadSubscription. It imports the libraries of cryptography: call it in a thread."""
    from server.notifying.push_encryption import is_public_key

    if not is_public_key(raw(p256dh)):
        raise BadSubscription(p256dh)


def check_subscription(endpoint: str, auth: str, others: tuple[str, ...]) -> None:
    """Raises BadSubscription. `others` are hosts that the operator allows besides the known services."""
    if not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
        raise BadSubscription(endpoint)
    try:
        url = web_address("endpoint", endpoint, LONGEST_ENDPOINT_CHARS)
    except BadField:
        raise BadSubscription(endpoint) from None
    host = url.host or ""
    known = any(host == name or host.endswith(f".{name}") for name in PUSH_SERVICES)
    if not (known and url.scheme == "https" and url.explicit_port is None) and url.raw_authority not in others:
        raise BadSubscription(host)
    if len(raw(auth)) != 16:
        raise BadSubscription(host)


@dataclass(slots=True)
class Pusher:
    pem: str
    contact: str
    """An address at which the makers of browsers reach the operator: `https:` or `mailto:`."""
    caller: Caller = field(default_factory=Caller)
    """It may call anywhere: hosts were checked by their names."""
    _key: "ServerKey | None" = None
    _sealing: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "seal"))
    """One thread: cryptography takes no more than one core from those who enter results."""

    @property
    def key(self) -> "ServerKey":
        """Read when somebody wants notices for the first time."""
        if self._key is None:
            from server.notifying.push_encryption import ServerKey

            self._key = ServerKey(self.pem)
        return self._key

    @property
    def public_key(self) -> str:
        return self.key.public

    async def close(self) -> None:
        self._sealing.shutdown(wait=False, cancel_futures=True)
        await self.caller.__aexit__()

    async def send(self, endpoint: str, p256dh: str, auth: str, notice: bytes, topic: str = "") -> Fate:
        """A later notice of the same topic takes the place of an earlier one that still waits at the service.

        Raises CannotSeal, BadSubscription, ValueError.
        """
        loop = asyncio.get_running_loop()
        headers, body = await loop.run_in_executor(self._sealing, self._sealed, endpoint, p256dh, auth, notice)
        if topic:
            headers["Topic"] = topic
        return _fate(await self.caller.post(endpoint, body, headers))

    def _sealed(self, endpoint: str, p256dh: str, auth: str, notice: bytes) -> tuple[dict[str, str], bytes]:
        from server.notifying.push_encryption import sealed_notice

        body = sealed_notice(notice, raw(p256dh), raw(auth))
        signed = self.key.signed(self.contact, receiver_of(endpoint))
        headers = {"Content-Encoding": "aes128gcm", "TTL": str(KEPT_SECONDS), "Urgency": "high"}
        return {**signed, **headers, "Content-Type": "application/octet-stream"}, body


def _fate(status: int) -> Fate:
    if status == UNREACHED:
        return Fate.AWAY
    if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return Fate.GONE
    if status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Fate.NOT_NOW
    return Fate.TAKEN if 200 <= status < 300 else Fate.LOST
