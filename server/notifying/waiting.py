"""How a program that sends to a server waits for it, and says why it does not answer."""

REQUEST_TIMEOUT_SECONDS = 30.0
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 1.0, 60.0
"""Seconds before the server is tried again, doubled each time."""


def why_unreached(error: Exception) -> str:
    """In the words of the operating system, without its number."""
    reason = getattr(error, "reason", error)
    words: str = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return words.lower()
