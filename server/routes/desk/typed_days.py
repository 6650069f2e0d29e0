"""Days and times as people write them, `21.11.2026 15:00`, or as a picker sends them, `2026-11-21T15:00`."""

import re
from datetime import date, datetime, time

from domain.refusals import BadField

TYPED_DAY = re.compile(r"(?P<day>[0-9]{1,2})[./](?P<month>[0-9]{1,2})[./](?P<year>[0-9]{4})")
TYPED_TIME = re.compile(r"(?P<hour>[0-9]{1,2})[:.](?P<minute>[0-9]{2})")


def typed_day(field: str, typed: str) -> str:
    """An ISO date; empty for nothing typed. Raises BadField."""
    try:
        return _day(typed).isoformat() if typed else ""
    except ValueError:
        raise BadField(field, typed, "date") from None


def typed_time(field: str, typed: str) -> str:
    """`15:00`; empty for nothing typed. Raises BadField."""
    try:
        return _time(typed).isoformat("minutes") if typed else ""
    except ValueError:
        raise BadField(field, typed, "clock-time") from None


def typed_moment(field: str, typed: str) -> str:
    """An ISO date and time without seconds. Raises BadField."""
    try:
        return _moment(typed).replace(tzinfo=None).isoformat(timespec="minutes")
    except ValueError:
        raise BadField(field, typed, "moment") from None


def _moment(typed: str) -> datetime:
    day, _, clock = typed.partition(" ")
    if TYPED_DAY.fullmatch(day):
        return datetime.combine(_day(day), _time(clock.strip()))
    return datetime.fromisoformat(typed)


def _day(typed: str) -> date:
    found = TYPED_DAY.fullmatch(typed.strip())
    if found is None:
        return date.fromisoformat(typed.strip())
    return date(int(found["year"]), int(found["month"]), int(found["day"]))


def _time(typed: str) -> time:
    found = TYPED_TIME.fullmatch(typed)
    return time(int(found["hour"]), int(found["minute"])) if found else time.fromisoformat(typed)
