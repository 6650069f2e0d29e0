"""Decisions about a series: its plan, and each step of its editions."""

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from domain.festival import events as e
from domain.festival.decisions import add_section
from domain.festival.groups import LEAST_GROUP, GroupRules, draw_groups
from domain.festival.series import (
    SUNDAY,
    Extend,
    Postpone,
    Schedule,
    SeriesEdition,
    SeriesStep,
    Start,
    first_slot,
    is_slot,
)
from domain.festival.state import Festival
from domain.fields import iso_day, whole_number
from domain.refusals import BadField
from domain.tournament import Tournament
from domain.words.festivals import SATURDAY, Rhythm, SeriesPlan

CLOCK_TIME = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")
MOST_ENTRIES = 10_000
MOST_DAYS = 60
MOST_NOTICE_HOURS = 24 * 14
MOST_CLOSING_MINUTES = 60 * 24 * 14
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
            title = _title(festival, number)
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
    rules = GroupRules(
        series.regulations,
        seeding=series.seeding,
        stages=series.stages,
        prefix=festival.sections.get(last.tournament, str(last.number)),
    )
    return started + draw_groups(festival, last.tournament, entered, rules, f"{last.tournament} {last.starts_at}")


def _title(festival: Festival, number: int) -> str:
    taken = set(festival.sections.values())
    return next(one for one in (f"{number}{'′' * more}" for more in range(len(taken) + 1)) if one not in taken)


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
    rules = plan.entries
    for name in ("start_minimum", "class_minimum", "over_the_board_minimum"):
        whole_number(name, getattr(rules, name), 2, MOST_ENTRIES)
    whole_number("qualifying_games", rules.qualifying_games, 0, MOST_ENTRIES)
    whole_number("share_percent", rules.share_percent, 0, 100)
    whole_number("capacity", rules.capacity, 0, MOST_ENTRIES)
    whole_number("closing_minutes", rules.closing_minutes, 0, MOST_CLOSING_MINUTES)
    whole_number("extension_days", rules.extension_days, 0, 7)
    whole_number("later_stage_days", rules.later_stage_days, 0, MOST_DAYS)
