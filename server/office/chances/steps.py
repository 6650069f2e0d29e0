"""The workers' side of what comes next: they know tournaments by their events, and work on them in short steps.

The hall sends what has happened since the step before, so that it makes nothing of a tournament for this. A worker that
has just begun, or has known too many others since, is told everything once more. One worker pairs next rounds, for
which somebody waits; another, which gives way to everybody, does all the rest.
"""

import gc
import os
import pickle
import signal
import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from datetime import UTC, datetime
from enum import StrEnum
from functools import cache
from hashlib import sha256
from random import Random

from domain import events as e
from domain.events import Event
from domain.festival.events import SectionsLinked
from domain.records import dataclass
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId
from projections.chances.lots import EndsByLot, Lot
from projections.chances.rest import NotPlayedOut, RestOfEvent, rest_of_event
from projections.chances.tally import Meetings, Tally, draw_on, play_on
from projections.chances.worked_out import chances, next_round
from projections.moment.chances_found import FIRST, ChancesFound, NextRound, Share
from projections.round.reprojection import known_from_the_start
from projections.round.results import Withheld, for_everybody

NICE_BEYOND_OTHERS = 14
"""Below all other workers: somebody waits for their files."""
EVENTS_KEPT = 60_000
"""Of all tournaments that a worker knows; beyond them it forgets those that it was asked about longest ago."""
SHOWN_AFTER = (0.18, 0.5)
"""Shares of the time given, after which chances are shown, however rough."""
OPPONENTS_SHOWN_AT_ONCE = 3
"""Steps at the likely opponents that are shown one by one; the others come in quiet time, and are shown at the end."""
GOOD_ERROR = 0.014
"""The standard error with which chances are good enough."""


class StepKind(StrEnum):
    LEARN = "learn"
    """Nothing is asked: a part of what has happened."""
    NEXT_ROUND = "next_round"
    """The next round if it ended now."""
    OPPONENTS = "opponents"
    CHANCES = "chances"
    POINT = "point"
    """Of the line through the rounds."""


IN_QUIET_TIME = frozenset({StepKind.OPPONENTS, StepKind.CHANCES, StepKind.POINT})
"""Taken by the worker that gives way to everybody; the others take a moment."""


@dataclass(frozen=True, slots=True)
class StepAsked:
    house: str
    """Whoever asks: several servers of one process share their workers, and each has tournaments of its own."""
    slug: str
    kind: StepKind
    since: int
    """The position that the worker has been told of, as far as the hall knows."""
    events: Sequence[Event]
    """All since then."""
    position: int
    """Where the work that goes on has begun; other work begins at the newest."""
    seconds: float
    """Of the processor, for this step."""
    most_seconds: float
    """For all steps together."""
    withheld: Withheld | None = None
    """What everybody else does not see yet; None: the question is the desk's."""
    round: int = 0
    """Of a point."""
    mark: str = ""
    """Of the results up to it."""
    links: Sequence[SectionsLinked] = ()
    """That take entrants from it."""


@dataclass(frozen=True, slots=True)
class Told:
    """What a step has found; `done`: no further one is needed."""

    position: int
    done: bool
    stage: tuple[int, bool] = (0, False)
    """The newest published round, and whether all games are decided."""
    next_round: NextRound | None = None
    found: ChancesFound | None = None
    point: Mapping[EntrantId, Share] | None = None
    marks: Sequence[str] = ()
    """By round from the start, as long as all games are decided: a mark of the results up to it."""
    not_played_out: NotPlayedOut | None = None


@dataclass(frozen=True, slots=True)
class Behind:
    """The worker does not know what happened before the events that it was sent."""

    position: int
    """What it knows."""


@dataclass(slots=True)
class Runs:
    """The work at one question, step after step."""

    position: int
    withheld: Withheld | None
    rest: RestOfEvent
    lot: Lot
    meetings: Meetings
    tally: Tally
    mark: str = ""
    """Of the results before a point."""
    spent: float = 0.0
    shown: int = 0
    """Times that figures of it were given away."""

    @property
    def stage(self) -> tuple[int, bool]:
        return self.rest.task.round - 1, not self.rest.open


@dataclass(slots=True)
class Known:
    tournament: Tournament = field(default_factory=Tournament)
    runs: dict[tuple[StepKind, bool], Runs] = field(default_factory=dict)
    """By what is asked, and whether for everybody."""


_known: OrderedDict[tuple[str, str], Known] = OrderedDict()


def step_taken(step: StepAsked) -> bytes:
    """The work of a worker, which gives way for good when it is for quiet time."""
    if step.kind not in IN_QUIET_TIME:
        return step_answered(step)
    _give_way()
    with _stepping_aside():
        return step_answered(step)


def step_answered(step: StepAsked) -> bytes:
    """`Told` or `Behind`, pickled, so that the hall counts what it keeps."""
    key = step.house, step.slug
    known = _known.setdefault(key, Known())
    _known.move_to_end(key)
    t = known.tournament
    if t.version < step.since:
        return pickle.dumps(Behind(t.version))
    known.tournament = replay(step.events[t.version - step.since :], t)
    _forget_others()
    try:
        return pickle.dumps(WORK_BY_KIND[step.kind](step, known))
    except NotPlayedOut as why:
        return pickle.dumps(Told(known.tournament.version, done=True, not_played_out=why))


@cache
def _give_way() -> None:
    """Once: from now on this process works while nobody else does, and looks seldom for garbage: a run makes none."""
    gc.set_threshold(200_000, 20, 50)
    if sys.platform == "linux":  # a process that is only nice goes on for 3 ms when the hall has something to do
        with suppress(OSError):  # a unit that lets nobody say who goes first
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(NICE_BEYOND_OTHERS)


ALARM_SECONDS, ASIDE_SECONDS = 0.001, 0.000_05
"""Between two alarms, and of each sleep."""
ALARMS_ALONE = 5
"""Alarms in a row, after which a process has its processor to itself: in a full machine a turn is shorter."""


@dataclass(slots=True)
class StepAside:
    """Sleeps for a moment at each alarm, so that the kernel can go on with what it has to do here.

    A policy or niceness counts only within the scheduler's group of this process. The kernel's threads are in another
    one, and a commit of the journal waited for this process up to the next tick, which is 4 ms long. Where somebody
    else has taken the processor since the last alarm, the kernel has had its turn too.
    """

    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    _alone: int = 0
    _last: float = 0.0

    def __call__(self, *_: object) -> None:
        self._alone = self._alone + 1 if self.clock() - self._last < 2 * ALARM_SECONDS else 0
        if self._alone >= ALARMS_ALONE:
            self.sleep(ASIDE_SECONDS)
        self._last = self.clock()


@contextmanager
def _stepping_aside() -> Iterator[None]:
    if not hasattr(signal, "setitimer"):  # Windows has no such groups
        yield
        return
    signal.signal(signal.SIGALRM, StepAside())
    signal.setitimer(signal.ITIMER_REAL, ALARM_SECONDS, ALARM_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _forget_others() -> None:
    while sum(one.tournament.version for one in _known.values()) > EVENTS_KEPT and len(_known) > 1:
        _known.popitem(last=False)


def _seen(step: StepAsked, t: Tournament) -> Tournament:
    """What whoever asks may see of it."""
    return for_everybody(t, step.withheld) if step.withheld is not None else t


def _runs(step: StepAsked, known: Known) -> Runs:
    """The work to go on with, or new work. Raises NotPlayedOut."""
    key = step.kind, step.withheld is not None
    runs = known.runs.get(key)
    if runs is None or (runs.position, runs.withheld) != (step.position, step.withheld):
        rest, position = rest_of_event(_seen(step, known.tournament), step.links), known.tournament.version
        runs = known.runs[key] = _begun(step, rest, position, f"{position}")
    return runs


def _begun(step: StepAsked, rest: RestOfEvent, position: int, seed: str) -> Runs:
    lot = EndsByLot(Random(f"tablo chances {step.slug} {seed}").random)
    return Runs(position, step.withheld, rest, lot, Meetings(), Tally(tuple(rest.task.cards)), step.mark)


def _times(runs: Runs, seconds: float) -> Iterator[None]:
    """Once, and again until so many seconds of the processor are spent."""
    began, before = time.process_time(), runs.spent
    while True:
        yield
        runs.spent = before + time.process_time() - began
        if runs.spent - before >= seconds:
            return


def _learn(_step: StepAsked, known: Known) -> Told:
    return Told(known.tournament.version, done=True)


def _next_round(step: StepAsked, known: Known) -> Told:
    seen, position = _seen(step, known.tournament), known.tournament.version
    rest = rest_of_event(seen, without_lots=True)
    made = next_round(rest, position, datetime.now(UTC), Meetings())
    stage = rest.task.round - 1, not rest.open
    return Told(position, done=True, stage=stage, next_round=made, marks=marks_of(seen))


def _opponents(step: StepAsked, known: Known) -> Told:
    """Without open games every draw is the same."""
    runs = _runs(step, known)
    once = runs.stage[1] or not runs.rest.rounds_to_pair
    if runs.rest.rounds_to_pair:
        draw_on(runs.meetings, runs.rest, runs.lot, iter([None]) if once else _times(runs, step.seconds))
    done = once or runs.spent >= step.most_seconds
    runs.shown += 1
    if not done and runs.shown > OPPONENTS_SHOWN_AT_ONCE:
        return Told(runs.position, done=False, stage=runs.stage)
    made = next_round(runs.rest, runs.position, datetime.now(UTC), runs.meetings)
    return Told(runs.position, done, runs.stage, made)


def _chances(step: StepAsked, known: Known) -> Told:
    runs = _runs(step, known)
    _play_on(step, runs)
    done = _done(step, runs)
    if not done and (runs.shown >= len(SHOWN_AFTER) or runs.spent < SHOWN_AFTER[runs.shown] * step.most_seconds):
        return Told(runs.position, done=False, stage=runs.stage)
    runs.shown += 1
    found = chances(runs.rest, runs.position, datetime.now(UTC), runs.tally)
    return Told(runs.position, done or found.error <= GOOD_ERROR, runs.stage, found=found)


def _play_on(step: StepAsked, runs: Runs) -> None:
    """Once where all endings are the same."""
    play_on(runs.tally, runs.rest, runs.lot, iter([None]) if runs.rest.over else _times(runs, step.seconds))


def _done(step: StepAsked, runs: Runs) -> bool:
    return runs.rest.over or runs.spent >= step.most_seconds


def _point(step: StepAsked, known: Known) -> Told:
    """The chances of the first place after a round, by what was known when the next one was paired."""
    key, position = (step.kind, False), known.tournament.version
    runs = known.runs.get(key)
    if runs is None or runs.mark != step.mark:
        rest = rest_of_event(after_round(known.tournament, step.round))
        runs = known.runs[key] = _begun(step, rest, position, f"after {step.round}")
    _play_on(step, runs)
    if not _done(step, runs):
        return Told(position, done=False)
    del known.runs[key]
    tally, ids = runs.tally, runs.rest.ids
    point = {ids[number - 1]: tally.best_to(number, FIRST.places) for number in tally.numbers} if tally.runs else {}
    return Told(position, done=True, point=point)


def after_round(t: Tournament, round: int) -> Tournament:
    """The event as it stood before the next round was paired, with the results up to this one as known now."""
    paired = [n for n, event in enumerate(t.history) if isinstance(event, e.RoundPaired) and event.round == round + 1]
    then = replay(t.history[: paired[-1]]) if paired and t.published > round else t.copy()
    then.rounds = known_from_the_start(t, round + 1).rounds
    return then


def marks_of(t: Tournament) -> list[str]:
    so_far, marks = sha256(repr(t.regulations).encode()), list[str]()
    for number in range(t.published + 1):
        games = t.round(number).games if number else ()
        if not all(game.decided for game in games):
            break
        so_far.update(repr([(game.board, game.versions[-1][1:]) for game in games]).encode())
        if won := sorted(winner for round, winner in t.armageddons if round == number):
            so_far.update(repr(won).encode())
        marks.append(so_far.hexdigest()[:16])
    return marks


WORK_BY_KIND: Mapping[StepKind, Callable[[StepAsked, Known], Told]] = {
    StepKind.LEARN: _learn,
    StepKind.NEXT_ROUND: _next_round,
    StepKind.OPPONENTS: _opponents,
    StepKind.CHANCES: _chances,
    StepKind.POINT: _point,
}
