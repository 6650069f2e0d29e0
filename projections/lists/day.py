"""The day of a tournament as the desk sees it: what was done when, what begins when, and the latest entries."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, tzinfo
from enum import StrEnum
from itertools import groupby, islice

from domain import events as e
from domain.decisions.rounds.lateness import awaited_games, default_time
from domain.records import dataclass
from domain.tournament import Tournament
from projections.lists.history import EVERYTHING, Filter, History, HistoryRow
from projections.moment.overview import Overview, Phase, next_publication

FEWEST_TOGETHER = 3
"""Entries of a kind, one after the other, that are told in one line."""
RESULTS_COMING_IN = (e.ResultRecorded, e.DisputeSettled, e.AdjournedGameFinished)
MOST_LOOKED_AT = 400
"""Entries of the journal that are looked through for the latest lines."""


class Happening(StrEnum):
    PAIRED = "paired"
    PUBLISHED = "published"
    BEGINS = "begins"
    """As the schedule says."""
    DEFAULT_TIME = "default-time"
    """Whoever comes later loses."""
    DECIDED = "decided"
    """The last result came in."""
    NOW = "now"
    BY_CLOCK = "by-clock"
    """The next round is published by the clock."""
    TO_PUBLISH = "to-publish"
    """The next step of the arbiter, as are the two that follow."""
    TO_PAIR = "to-pair"
    TO_CLOSE = "to-close"


@dataclass(frozen=True, slots=True)
class DayMoment:
    happening: Happening
    round: int
    at: datetime | None = None
    """None: now, or as soon as it can be done."""
    past: bool = False


def moments_of_day(history: History, t: Tournament, view: Overview, round: int, now: datetime) -> list[DayMoment]:
    """Moments of the round that the desk works at: what is past, now, the next step, and the starts to come.

    `round` is that round, 0 = none is paired. Empty: there is neither a schedule nor a round.
    """
    near = (round,) if t.draft else (round, round + 1)
    starts = [one for one in _starts(t, now.tzinfo) if one.round in near]
    began = [replace(one, past=True) for one in starts if one.at and one.at <= now]
    later = [one for one in starts if one.at and one.at > now and view.phase is not Phase.CLOSED]
    done = [*_done(history, t, view, round, now.tzinfo)] if round else []
    if not (done or began or later):
        return []
    step, by_clock = _next_step(t, view, round), _by_clock(t, now)
    if by_clock and step and step.happening is Happening.TO_PUBLISH:
        step = None
    before_step = [one for one in later if one.round == round and not t.draft and step]
    past = sorted((*done, *began), key=lambda one: one.at or now)
    after_step = [one for one in later if one not in before_step]
    return [*past, DayMoment(Happening.NOW, round), *before_step, *([step] if step else []), *by_clock, *after_step]


def _by_clock(t: Tournament, now: datetime) -> list[DayMoment]:
    local = next_publication(t)
    at = local.replace(tzinfo=now.tzinfo) if local else None
    return [DayMoment(Happening.BY_CLOCK, t.published + 1, at)] if at and at > now else []


def _starts(t: Tournament, zone: tzinfo | None) -> Iterator[DayMoment]:
    """Announced starts; those of a day without an hour are left out."""
    for round, start in enumerate(t.details.schedule, 1):
        if "T" in start:
            yield DayMoment(Happening.BEGINS, round, datetime.fromisoformat(start).replace(tzinfo=zone))
        late = default_time(t, round)
        if late is not None and any(awaited_games(t, round)):
            yield DayMoment(Happening.DEFAULT_TIME, round, late.replace(tzinfo=zone))


def _next_step(t: Tournament, view: Overview, round: int) -> DayMoment | None:
    arena_goes_on = t.regulations.is_arena and not t.arena.ended
    if view.phase is Phase.CLOSED or t.playoff.declared or arena_goes_on or len(t.entrants) < 2:
        return None
    if t.draft:
        return DayMoment(Happening.TO_PUBLISH, t.draft.number)
    if t.published < view.rounds and view.phase is not Phase.OVER:
        return DayMoment(Happening.TO_PAIR, t.published + 1) if _somebody_is_left(t) else None
    return DayMoment(Happening.TO_CLOSE, round) if round >= view.rounds else None


def _somebody_is_left(t: Tournament) -> bool:
    """Two for the next round of a Swiss; a table and a bracket go on without those who have left."""
    if t.regulations.from_tables or t.regulations.with_bracket:
        return True
    upcoming = t.published + 1
    return len([*islice((id for id in t.entrants if t.present(id, upcoming)), 2)]) > 1


def _done(history: History, t: Tournament, view: Overview, round: int, zone: tzinfo | None) -> Iterator[DayMoment]:
    """The newest pairing while it is a draft, else its publication, and the last of all results."""
    published = t.round(round).published
    wanted: list[tuple[Happening, tuple[type[e.Event], ...]]] = [(Happening.PUBLISHED, (e.RoundPublished,))]
    if not published:
        wanted = [(Happening.PAIRED, (e.RoundPaired,))]
    elif view.round == round and view.games and view.decided == view.games:
        wanted.append((Happening.DECIDED, RESULTS_COMING_IN))
    for happening, kinds in wanted:
        if (newest := history.newest(kinds, Filter(round=round))) is not None:
            yield DayMoment(happening, round, newest.at.astimezone(zone), past=True)


# The latest entries, those of many results in one line.


@dataclass(frozen=True, slots=True)
class Lately:
    """Entries of one kind that came one after the other, the newest first."""

    rows: tuple[HistoryRow, ...]

    @property
    def newest(self) -> HistoryRow:
        return self.rows[0]

    @property
    def together(self) -> bool:
        return len(self.rows) >= FEWEST_TOGETHER

    @property
    def registered(self) -> bool:
        return isinstance(self.newest.event, e.PlayerRegistered)

    @property
    def boards(self) -> tuple[int, int]:
        """The lowest and the highest."""
        boards = [row.board for row in self.rows]
        return min(boards), max(boards)

    @property
    def by(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.by for row in self.rows))


def lately(history: History, most: int, wanted: Filter = EVERYTHING) -> list[Lately]:
    """The newest entries in at most so many lines: first results of one round, and registrations, are one line."""
    newest = map(history.row, history.versions(wanted)[:MOST_LOOKED_AT])
    return [*islice(_lines(groupby(newest, lambda row: _alike(row) or row.version)), most)]


def _alike(row: HistoryRow) -> tuple[type[e.Event], int] | None:
    """What entries of one line have in common; None: this one is told alone."""
    told_together = isinstance(row.event, e.ResultRecorded | e.PlayerRegistered) and row.before is None
    return (type(row.event), row.round) if told_together and not row.undone_by else None


def _lines(groups: Iterable[tuple[object, Iterable[HistoryRow]]]) -> Iterator[Lately]:
    """Two alone are two lines."""
    for _, together in groups:
        rows = tuple(together)
        yield from [Lately(rows)] if len(rows) >= FEWEST_TOGETHER else [Lately((row,)) for row in rows]
