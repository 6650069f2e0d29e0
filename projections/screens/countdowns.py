"""Countdowns: the announced start that a hall waits for."""

from dataclasses import replace
from datetime import datetime, timedelta

from domain.decisions.rounds.lateness import default_time
from domain.records import dataclass
from domain.screens.events import Content
from projections.moment.overview import Phase, next_publication, phase_of
from projections.moment.snapshot import Snapshot

COUNTDOWN_HOLD = timedelta(minutes=15)
"""The time that a countdown stands at nought before it looks for the next round."""

COUNTDOWN_AFTERWARDS = timedelta(minutes=2)
"""The time that a countdown at nought stays among other contents."""


@dataclass(frozen=True, slots=True)
class Countdown:
    until: datetime | None
    """None = nothing is announced."""
    round: int = 0
    text: str = ""
    another_day: bool = False
    """The day of `until` has to be said as well."""
    default_time: bool = False
    """The round has begun: whoever comes after `until` loses."""
    pairings_at: datetime | None = None
    """The clock publishes that round then, before it starts, or at `until`; None = by hand, or it is published."""
    arena: bool = False
    """No game of an arena begins after `until`."""

    @property
    def gone_at(self) -> datetime | None:
        return self.until and self.until + COUNTDOWN_AFTERWARDS


def countdown(content: Content, snapshot: Snapshot | None, now: datetime) -> Countdown:
    """To the time that was typed, else to the next start of the schedule, else to the next pairings."""
    schedule = snapshot.tournament.details.schedule if snapshot else ()
    if content.until:
        until = local(content.until, now)
        round = schedule.index(content.until) + 1 if content.until in schedule else 0
        late = _late_round(snapshot, content.until) if snapshot and not round else 0
        typed = Countdown(until, round or late, content.text, _another_day(until, now), bool(late))
        return _with_pairings(typed, snapshot, now)
    ends = arena_end(snapshot, now) if snapshot else None
    if ends is not None:
        return Countdown(ends, another_day=_another_day(ends, now), arena=True)
    for round, start in enumerate(schedule, 1):
        moment, late_at = local(start, now), _default_time(snapshot, round, now) if snapshot else None
        if moment is not None and late_at is not None and moment <= now < late_at + COUNTDOWN_AFTERWARDS:
            return Countdown(late_at, round, another_day=_another_day(late_at, now), default_time=True)
        if moment is not None and moment + COUNTDOWN_HOLD > now and (late_at is None or now < moment):
            return _with_pairings(Countdown(moment, round, another_day=_another_day(moment, now)), snapshot, now)
    until = _pairings_at(snapshot, now)
    return _with_pairings(Countdown(until, text=content.text, another_day=_another_day(until, now)), snapshot, now)


def _with_pairings(found: Countdown, snapshot: Snapshot | None, now: datetime) -> Countdown:
    at = _pairings_at(snapshot, now)
    if snapshot is None or at is None or found.until is None:
        return found
    coming = snapshot.tournament.published + 1
    awaited = found.round == coming and at < found.until
    return replace(found, round=coming, pairings_at=at) if awaited or at == found.until else found


def _pairings_at(snapshot: Snapshot | None, now: datetime) -> datetime | None:
    """The time at which the clock publishes the next round; None = it is over, or there is none."""
    at = next_publication(snapshot.tournament) if snapshot else None
    moment = at.replace(tzinfo=now.tzinfo) if at else None
    return moment if moment is not None and moment > now else None


def arena_end(snapshot: Snapshot, now: datetime) -> datetime | None:
    """The end of an arena that goes on; None: it is over, or nothing of the kind."""
    arena = snapshot.tournament.arena
    ends = local(arena.ends, now) if arena.ends and not arena.ended else None
    return ends if ends is not None and now < ends + COUNTDOWN_AFTERWARDS else None


def _default_time(snapshot: Snapshot, round: int, now: datetime) -> datetime | None:
    late = default_time(snapshot.tournament, round)
    return late.replace(tzinfo=now.tzinfo) if late is not None else None


def _late_round(snapshot: Snapshot, until: str) -> int:
    """The round whose default time ends then; 0 = none."""
    t = snapshot.tournament
    moments = ((round, default_time(t, round)) for round in range(1, len(t.details.schedule) + 1))
    return next((round for round, at in moments if at and at.isoformat(timespec="minutes") == until), 0)


def awaited_start(snapshot: Snapshot, now: datetime) -> str:
    """The start of the round that everybody waits for, as the schedule has it; empty = none is announced.

    It is the published round that has not begun, or the one to come when nothing is being played. Of one that has
    begun it is the end of its default time, if there is one. Where no start is announced it is the time at which the
    clock publishes the next round.
    """
    playing = phase_of(snapshot) is Phase.PLAYING
    round = snapshot.current + (not playing)
    start = snapshot.tournament.details.schedule[round - 1 : round]
    moment = local(start[0], now) if start else None
    if moment is None:
        pairings_at = None if playing else _pairings_at(snapshot, now)
        return pairings_at.replace(tzinfo=None).isoformat() if pairings_at else ""
    if moment > now:
        return start[0]
    late = default_time(snapshot.tournament, round) if playing else None
    return late.isoformat(timespec="minutes") if late and late.replace(tzinfo=now.tzinfo) > now else ""


def _another_day(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment.date() != now.date()


def local(text: str, now: datetime) -> datetime | None:
    """A local date and time of the venue; None for what is not one."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=now.tzinfo)
