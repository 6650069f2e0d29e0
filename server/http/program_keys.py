"""The keys of programs as texts: `tablo_<id>_<secret>`; of the secret only a hash is kept."""

import hashlib
import hmac
import secrets

PREFIX = "tablo"
SECRET_BYTES = 32


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def key_text(id: str, secret: str) -> str:
    """The key as the program keeps it."""
    return f"{PREFIX}_{id}_{secret}"


def id_and_secret(text: str) -> tuple[str, str]:
    """Both are empty for what is no key of ours."""
    prefix, _, rest = text.strip().partition("_")
    id, _, secret = rest.partition("_")
    return (id, secret) if prefix == PREFIX else ("", "")


def secret_hash(secret: str) -> str:
    """SHA-256: a secret of 256 random bits needs no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def fits(secret: str, hashed: str) -> bool:
    return hmac.compare_digest(hashed, secret_hash(secret))
