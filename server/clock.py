"""The clock of this machine: the time of the venue, and UTC."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    return datetime.now(UTC)


def local_now() -> datetime:
    """With the venue's zone."""
    return datetime.now().astimezone()


def hall_clock() -> datetime:
    """Without a zone, as schedules say it."""
    return local_now().replace(tzinfo=None)
