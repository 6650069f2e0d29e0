"""The next step of a series, from the clock and the last edition alone.

A server that slept asks once more and gets the steps that are due, each once: no counter, no timer decides anything.
All moments are aware; a slot is the local time of the plan in its zone, whatever daylight saving does.
"""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import TypeAlias
from zoneinfo import ZoneInfo

from domain.words.festivals import EntryRules, Rhythm, SeriesPlan

SUNDAY = 6
WARN_AFTER_POSTPONEMENTS = 4


@dataclass(frozen=True, slots=True)
class SeriesEdition:
    number: int
    starts_at: datetime
    postponed: int = 0
    extended: bool = False
    started: bool = False
    ended_at: datetime | None = None
    """The moment when its last stage was closed; None = it goes on."""
    entries: int = 0


@dataclass(frozen=True, slots=True)
class Schedule:
    number: int
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class Postpone:
    starts_at: datetime
    minimum: int


@dataclass(frozen=True, slots=True)
class Extend:
    starts_at: datetime


@dataclass(frozen=True, slots=True)
class Start:
    pass


SeriesStep: TypeAlias = Schedule | Postpone | Extend | Start


def next_step(plan: SeriesPlan, now: datetime, last: SeriesEdition | None) -> SeriesStep | None:
    """The step that is due at `now`; None = none is. A pure function of the plan, the clock and the last edition."""
    if last is None:
        return Schedule(1, first_slot(plan, now))
    if last.started:
        return _next_edition(plan, now, last)
    return _at_the_start(plan, now, last) if now >= last.starts_at else None


def _next_edition(plan: SeriesPlan, now: datetime, last: SeriesEdition) -> SeriesStep | None:
    if plan.rhythm is Rhythm.CONSECUTIVE:
        return Schedule(last.number + 1, first_slot(plan, now)) if last.ended_at else None
    return Schedule(last.number + 1, first_slot(plan, max(now, last.starts_at)))


def _at_the_start(plan: SeriesPlan, now: datetime, last: SeriesEdition) -> SeriesStep:
    rules = plan.entries
    if not last.extended and _small_share(rules, last.entries):
        until = _local(plan, _day_of(plan, last.starts_at) + timedelta(days=rules.extension_days))
        if until > now:
            return Extend(until)
    if last.entries < rules.minimum:
        return Postpone(later_slot(plan, max(now, last.starts_at)), rules.minimum)
    return Start()


def _small_share(rules: EntryRules, entries: int) -> bool:
    """Fewer than the share of the places is taken; nobody asks where players register in advance (RR12)."""
    return not rules.pre_registration and 100 * entries < rules.share_percent * rules.capacity


# Slots


def first_slot(plan: SeriesPlan, after: datetime) -> datetime:
    """The first slot of the series after a moment."""
    return next(slot for slot in _slots(plan, after) if _is_day(plan, _day_of(plan, slot)))


def is_slot(plan: SeriesPlan, moment: datetime) -> bool:
    day = _day_of(plan, moment)
    return day.isoformat() >= plan.first_day and _is_day(plan, day) and _local(plan, day) == moment


def later_slot(plan: SeriesPlan, after: datetime) -> datetime:
    """The slot that a start moves to: the next working day, or the next day of a weekend (rule b)."""
    return next(slot for slot in _slots(plan, after) if _is_spare_day(plan, _day_of(plan, slot)))


def _slots(plan: SeriesPlan, after: datetime) -> Iterator[datetime]:
    """The local time of every day from the first day of the plan on, from the first one after a moment."""
    first = _day_of(plan, after)
    if plan.first_day:
        first = max(first, date.fromisoformat(plan.first_day))
    slots = (_local(plan, first + timedelta(days=more)) for more in count())
    return (slot for slot in slots if slot > after)


def _is_day(plan: SeriesPlan, day: date) -> bool:
    match plan.rhythm:
        case Rhythm.WEEKEND | Rhythm.WEEKLY:
            return day.weekday() == plan.weekday
        case Rhythm.WORKING_DAYS:
            return day.weekday() < 5
        case Rhythm.MONTHLY:
            return day.day == min(plan.monthday, _last_day(day))
        case Rhythm.CONSECUTIVE:
            return True


def _is_spare_day(plan: SeriesPlan, day: date) -> bool:
    match plan.rhythm:
        case Rhythm.WEEKEND:
            return day.weekday() >= 5
        case Rhythm.WEEKLY:
            return day.weekday() < 5
        case _:
            return _is_day(plan, day)


def _last_day(day: date) -> int:
    return monthrange(day.year, day.month)[1]


def _day_of(plan: SeriesPlan, moment: datetime) -> date:
    return moment.astimezone(ZoneInfo(plan.zone)).date()


def _local(plan: SeriesPlan, day: date) -> datetime:
    """The plan's time on that day. An hour that the spring leaves out comes as much later, one that the autumn has
    twice is the first of the two.
    """
    at = datetime.combine(day, time.fromisoformat(plan.time), ZoneInfo(plan.zone))
    return at.astimezone(UTC)
