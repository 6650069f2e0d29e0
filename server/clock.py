"""The time of this machine, which is the venue's."""

from datetime import datetime


def local_now() -> datetime:
    """With the venue's zone."""
    return datetime.now().astimezone()


def hall_clock() -> datetime:
    """Without a zone, as schedules say it."""
    return local_now().replace(tzinfo=None)
