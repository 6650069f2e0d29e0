"""The next step of a series, from the clock and the last edition alone.

A server that slept asks once more and gets the steps that are due, each once: no counter, no timer decides anything.
All moments are aware; a slot is the local time of the plan in its zone, whatever daylight saving does.
"""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.festival import events as e
from domain.festival.decisions import add_section
from domain.festival.groups import LEAST_GROUP, GroupRules, draw_groups
from domain.festival.state import Festival
from domain.fields import iso_day, whole_number
from domain.records import dataclass
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.festivals import SATURDAY, Rhythm, SeriesPlan

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
        if plan.rhythm is Rhythm.CONSECUTIVE:
            return Schedule(last.number + 1, first_slot(plan, now)) if last.ended_at else None
        return Schedule(last.number + 1, first_slot(plan, max(now, last.starts_at)))
    return _at_the_start(plan, now, last) if now >= last.starts_at else None


def _at_the_start(plan: SeriesPlan, now: datetime, last: SeriesEdition) -> SeriesStep:
    rules = plan.entries
    few = 100 * last.entries < rules.share_percent * rules.capacity
    if not last.extended and few and not rules.pre_registration:  # nobody asks there for a share (RR12)
        until = _local(plan, _day_of(plan, last.starts_at) + timedelta(days=rules.extension_days))
        if until > now:
            return Extend(until)
    if last.entries < rules.minimum:
        return Postpone(later_slot(plan, max(now, last.starts_at)), rules.minimum)
    return Start()


def first_slot(plan: SeriesPlan, after: datetime) -> datetime:
    """The first slot of the series after a moment."""
    return next(slot for slot in _slots(plan, after) if _is_day(plan, _day_of(plan, slot)))


def is_slot(plan: SeriesPlan, moment: datetime) -> bool:
    day = _day_of(plan, moment)
    return day.isoformat() >= plan.first_day and _is_day(plan, day) and _local(plan, day) == moment


def next_day(festival: Festival, tournament: str) -> str:
    """The ISO day, in the plan's zone, of the edition that comes after this tournament; empty = none is open."""
    coming = festival.open_edition
    if festival.series is None or coming is None or coming.tournament == tournament:
        return ""
    return _day_of(festival.series.plan, datetime.fromisoformat(coming.starts_at)).isoformat()


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
            return day.day == min(plan.monthday, monthrange(day.year, day.month)[1])
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


def _day_of(plan: SeriesPlan, moment: datetime) -> date:
    return moment.astimezone(ZoneInfo(plan.zone)).date()


def _local(plan: SeriesPlan, day: date) -> datetime:
    """The plan's time on that day. An hour that the spring leaves out comes as much later, one that the autumn has
    twice is the first of the two.
    """
    at = datetime.combine(day, time.fromisoformat(plan.time), ZoneInfo(plan.zone))
    return at.astimezone(UTC)


CLOCK_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
MOST_ENTRIES = 10_000
MOST_NOTICE_HOURS = 24 * 14
BOUNDS_OF_ENTRIES = {
    **dict.fromkeys(("start_minimum", "class_minimum", "over_the_board_minimum"), (2, MOST_ENTRIES)),
    "qualifying_games": (0, MOST_ENTRIES),
    "share_percent": (0, 100),
    "capacity": (0, MOST_ENTRIES),
    "closing_minutes": (0, 60 * 24 * 14),
    "extension_days": (0, 7),
    "later_stage_days": (0, 60),
}
LAST_FIRST_DAY = "2999-12-31"


def set_series(festival: Festival, wanted: e.SeriesSet, entered: int, now: datetime) -> list[e.FestivalEvent]:
    """An open edition that nobody has entered follows a new plan at once; one with entries keeps its start.

    Raises BadField for a time, a zone or a number that cannot be.
    """
    _possible(wanted.plan)
    if festival.series == wanted:
        return []
    to = moved_start(festival, wanted.plan, now)
    moved = _moved(festival, to, entered) if to and not entered else []
    return [wanted, *moved]


def move_edition(festival: Festival, entered: int, now: datetime) -> list[e.FestivalEvent]:
    """The open edition follows the plan although players have entered; they are to be told. Twice changes nothing."""
    to = moved_start(festival, festival.series.plan, now, moved=True) if festival.series else None
    return _moved(festival, to, entered) if to else []


def moved_start(festival: Festival, plan: SeriesPlan, now: datetime, moved: bool = False) -> datetime | None:
    """The start that a plan gives to the open edition; None = the one it has. `moved`: the plan is in force already."""
    last = festival.editions[-1] if festival.editions else None
    if last is None or last.started:
        return None
    before = festival.series.plan if festival.series and not moved else None
    if before is not None and _times(before) == _times(plan):
        return None
    has = datetime.fromisoformat(last.starts_at)
    if moved and (last.postponed or last.extended or is_slot(plan, has)):
        return None
    to = first_slot(plan, now)
    return None if to == has else to


def _moved(festival: Festival, to: datetime, entered: int) -> list[e.FestivalEvent]:
    last = festival.editions[-1]
    return [e.EditionMoved(last.number, in_utc(to), last.starts_at, entered)]


def _times(plan: SeriesPlan) -> tuple[object, ...]:
    return plan.rhythm, plan.time, plan.zone, plan.weekday, plan.monthday, plan.first_day


def end_series(festival: Festival) -> list[e.FestivalEvent]:
    """Twice changes nothing."""
    return [e.SeriesEnded()] if festival.series else []


def last_edition(festival: Festival, entries: int, ended_at: datetime | None) -> SeriesEdition | None:
    if not festival.editions:
        return None
    last = festival.editions[-1]
    starts_at = datetime.fromisoformat(last.starts_at)
    return SeriesEdition(last.number, starts_at, last.postponed, last.extended, last.started, ended_at, entries)


def take_step(
    festival: Festival, step: SeriesStep, tournament: str, entered: Tournament | None, counted: int
) -> list[e.FestivalEvent]:
    """The events of a step that `next_step` has named.

    `entered` is the tournament in which players have entered, `counted` how many of them count for the start.
    """
    last = festival.editions[-1] if festival.editions else None
    match step:
        case Schedule(number, starts_at) if last is None or last.number < number:
            taken = set(festival.sections.values())
            titles = (f"{number}{'′' * more}" for more in range(len(taken) + 1))
            title = next(one for one in titles if one not in taken)
            scheduled: list[e.FestivalEvent] = [e.EditionScheduled(number, in_utc(starts_at), tournament)]
            return scheduled + ([] if tournament in festival.sections else add_section(festival, tournament, title))
        case Postpone(starts_at, minimum) if last and entered:
            return [e.EditionPostponed(last.number, in_utc(starts_at), last.starts_at, counted, minimum)]
        case Extend(starts_at) if last and entered:
            return [e.EditionExtended(last.number, in_utc(starts_at), last.starts_at, counted)]
        case Start() if last and entered and not last.started:
            return _started(festival, entered)
    return []


def present(tournament: Tournament) -> int:
    return sum(not tournament.away(player, 1) for player in tournament.players)


def in_utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _started(festival: Festival, entered: Tournament) -> list[e.FestivalEvent]:
    last, series = festival.editions[-1], festival.series
    started: list[e.FestivalEvent] = [e.EditionStarted(last.number, present(entered), entered.version)]
    few = present(entered) < LEAST_GROUP
    if series is None or not series.grouped or few or last.tournament in festival.groups:
        return started
    prefix = festival.sections.get(last.tournament, str(last.number))
    rules = GroupRules(series.regulations, seeding=series.seeding, stages=series.stages, prefix=prefix)
    return started + draw_groups(festival, last.tournament, entered, rules, f"{last.tournament} {last.starts_at}")


def _possible(plan: SeriesPlan) -> None:
    if not CLOCK_TIME.fullmatch(plan.time):
        raise BadField("time", plan.time, "clock-time")
    try:
        ZoneInfo(plan.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadField("zone", plan.zone, "time-zone") from None
    least = SATURDAY if plan.rhythm is Rhythm.WEEKEND else 0
    whole_number("weekday", plan.weekday, least, SUNDAY)
    whole_number("monthday", plan.monthday, 1, 31)
    whole_number("notice_hours", plan.notice_hours, 0, MOST_NOTICE_HOURS)
    if iso_day("first_day", plan.first_day) != plan.first_day or plan.first_day > LAST_FIRST_DAY:
        raise BadField("first_day", plan.first_day, "date")
    for name, (least, most) in BOUNDS_OF_ENTRIES.items():
        whole_number(name, getattr(plan.entries, name), least, most)
