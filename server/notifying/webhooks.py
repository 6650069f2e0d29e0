"""The messages of webhooks, signed as Standard Webhooks asks (standardwebhooks.com): id, time and body together."""

import base64
import hashlib
import hmac
from collections.abc import Iterable

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
