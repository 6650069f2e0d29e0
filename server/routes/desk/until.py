"""The end of an invitation: a wall clock in forms, an instant in the journal."""

from datetime import UTC, datetime

from domain.refusals import BadField


def typed_until(typed: str) -> str:
    """The server's wall clock, as the form shows it, to an instant. Raises BadField."""
    if not typed:
        return ""
    try:
        return datetime.fromisoformat(typed).astimezone(UTC).isoformat()
    except (ValueError, OverflowError, OSError):
        raise BadField("until", typed, "date") from None


def local_until(until: str) -> datetime | None:
    return datetime.fromisoformat(until).astimezone() if until else None
