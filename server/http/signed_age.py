"""The age of what this server has signed, by a clock that somebody may set."""

from datetime import UTC, datetime

from itsdangerous import SignatureExpired, URLSafeTimedSerializer


def signed_age(serializer: URLSafeTimedSerializer, token: str) -> tuple[object, float]:
    """The content and its age in seconds, below zero after the clock was set back. Raises BadSignature."""
    content, signed = serializer.loads(token, return_timestamp=True)
    return content, (datetime.now(UTC) - signed).total_seconds()


def signed_within(serializer: URLSafeTimedSerializer, token: str, seconds: float) -> object:
    """The content of a token that is at most so old. Raises BadSignature.

    Nobody but us signs, so a token from the future was signed before the clock was set back: it holds. It may be as
    far ahead as it may be old, so that a clock that was years ahead for an hour signs nothing that holds for years.
    """
    content, age = signed_age(serializer, token)
    if abs(age) > seconds:
        raise SignatureExpired(f"signed {age:.0f} seconds ago, {seconds:.0f} are allowed")
    return content
