"""What comes next in every tournament that is played, worked out by processes of low priority while the hall goes on.

The office is told of each change, and sends what has happened to its workers: to one the question of the next round if
it ended now, to the other in steps of less than half a second first the likely opponents and the chances, then the
points of the line through the rounds. Whoever has waited longest comes first. What a step has found belongs to the
position that it was asked about, and is thrown away when the tournament has moved on, unless what is shown is very old
by then.
"""

import asyncio
import logging
import pickle
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import NamedTuple

from domain.festival.events import SectionsLinked
from domain.records import dataclass
from domain.refusals import FileKind
from domain.tournament import Tournament
from domain.words.players import EntrantId
from projections.chances.rest import NotPlayedOut
from projections.moment.chances_found import (
    NOT_PLAYED_OUT,
    NOTHING_YET,
    AimKind,
    ChancesFound,
    LinePoint,
    NextRound,
    Share,
)
from projections.round.results import Withheld
from server.office.chances.steps import (
    IN_QUIET_TIME,
    OPPONENTS_SHOWN_AT_ONCE,
    Behind,
    StepAsked,
    StepKind,
    Told,
    step_taken,
)
from server.office.tournaments import Office, TournamentOffice
from server.supervisor import QuietLog
from server.workers.pool import Workers

STEP_SECONDS = 0.4
"""Of the processor: another tournament that has changed meanwhile waits so long for its likely opponents."""
SECONDS_BY_KIND: Mapping[StepKind, float] = {StepKind.OPPONENTS: 8.0, StepKind.CHANCES: 10.0, StepKind.POINT: 5.0}
"""Of the processor, for all steps at one question."""
SECONDS_BETWEEN_ROUNDS = 30.0
"""For the chances when no game is open: they stay for long."""
RHYTHM_SECONDS = 60.0
"""Between two beginnings at the chances while a round is played, and before a step that has failed is tried again."""
SCREENS_FIRST_SECONDS = 0.25
"""After a change, before anything is done: screens show a result first."""
BURST_SECONDS = 1.0
"""Between two questions about the next round while changes follow each other faster than screens show them: an answer
that comes after the next change is thrown away, and what works it out would stand in the way of the hall."""
SETTLED_SECONDS = 1.5
"""After a change, before chances are begun."""
OUTDATED_SECONDS: Mapping[StepKind, float] = {
    StepKind.NEXT_ROUND: 3.0,
    StepKind.OPPONENTS: 10.0,
    StepKind.CHANCES: 120.0,
}
"""Once what is shown is so old, a newer answer counts although the tournament has moved on since it was asked for."""
HEAD_START_SECONDS = 2.0
"""Of the likely opponents before chances that wait as long."""
EVENTS_AT_ONCE = 1_000
"""Told to a worker in one message: more of them would keep the loop."""
MOST_OCTETS = 16 * 1024 * 1024
"""Of all rows that are kept, as they came from the worker."""
LOOKED_AT_FOR = timedelta(days=60)
"""After its newest entry a tournament is worked at because somebody looks at it: a league has a round a month."""

log = logging.getLogger("tablo.chances")


def nothing_hidden(_office: TournamentOffice) -> Withheld | None:
    """Everybody sees all results."""
    return None


def no_links(_slug: str) -> Sequence[SectionsLinked]:
    """Nobody goes on from here."""
    return ()


async def always_mine(_slug: str) -> bool:
    return True


def nobody_shows(_office: TournamentOffice, _chances: bool) -> None:
    """Nobody is told."""


class Point(NamedTuple):
    """Of the line through the rounds."""

    mark: str
    """Of the results up to its round."""
    first: Mapping[EntrantId, Share]
    octets: int


@dataclass(slots=True, eq=False)
class Case:
    """A tournament as one kind of readers sees it, and how far the work at it has come. Moments by `monotonic`."""

    slug: str
    withheld: Withheld | None
    """None: the desk's, with everything."""
    changed_at: float
    waits_since: float
    """The first change that no answer knows of; infinite: all are known."""
    shown_at: dict[StepKind, float] = field(default_factory=dict)
    """When the answer that is shown came."""
    done: dict[StepKind, int] = field(default_factory=dict)
    """The position for which nothing is left to do."""
    drawn: int = 0
    """Steps at the likely opponents so far."""
    at_work: dict[StepKind, int] = field(default_factory=dict)
    """The position of work that goes on."""
    begun: tuple[float, object] = (float("-inf"), None)
    """When the chances were begun last, and at which stage of the event."""
    stage: tuple[int, bool] = (0, False)
    """The round, and whether all games are decided."""
    served_at: float = float("-inf")
    asked_at: float = float("-inf")
    """When the next round was asked for last."""
    not_before: dict[bool, float] = field(default_factory=dict)
    """By whether the step is for quiet time: while one is taken, and after it has failed."""
    marks: Sequence[str] = ()
    line_of: Sequence[str] = ()
    """The marks of the points of the line that is shown."""
    found: ChancesFound = NOTHING_YET
    octets: dict[StepKind, int] = field(default_factory=dict)
    not_played_out: NotPlayedOut | None = None

    def is_overtaken(self, kind: StepKind, position: int, newest: int, now: float) -> bool:
        """The tournament has moved on since, and what is shown is not so old that any newer answer counts."""
        shown_at = self.shown_at.get(kind, float("-inf"))
        return position != newest and now - shown_at <= OUTDATED_SECONDS.get(kind, 0.0)


class Due(NamedTuple):
    """A step, by what comes first."""

    rank: int
    """0 the next round, 1 opponents and chances, 2 the line."""
    since: float
    """When it began to wait."""
    kind: StepKind
    case: Case
    round: int = 0

    @property
    def quiet(self) -> bool:
        return self.kind in IN_QUIET_TIME


@dataclass(slots=True, eq=False)
class ChancesOffice:
    workers: Workers
    office: Office
    mine: Callable[[str], Awaitable[bool]] = always_mine
    hidden: Callable[[TournamentOffice], Withheld | None] = nothing_hidden
    """What everybody does not see yet; None: everybody sees what the desk sees."""
    told: Callable[[TournamentOffice, bool], None] = nobody_shows
    """Told of new rows, and whether they are more than those of the next round."""
    links: Callable[[str], Sequence[SectionsLinked]] = no_links
    """Of festivals, that take entrants from a tournament."""
    allowed: bool = True
    """In this house."""
    pace: float = 1.0
    """The seconds of the processor that are given, as a share of the usual ones."""
    most_octets: int = MOST_OCTETS
    clock: Callable[[], float] = monotonic
    house: str = field(default_factory=lambda: secrets.token_hex(8))
    """By which the worker knows its tournaments from those of other servers."""
    _cases: dict[tuple[str, bool], Case] = field(default_factory=dict)
    """By tournament, and whether it is for everybody, who sees less than the desk just now."""
    _public: dict[str, ChancesFound] = field(default_factory=dict)
    _points: dict[str, dict[int, Point]] = field(default_factory=dict)
    """By tournament and round."""
    _known: dict[str, dict[bool, int]] = field(default_factory=dict)
    """The position that each worker has been told of, by whether it is that of quiet time."""
    _wakes: dict[bool, asyncio.Event] = field(default_factory=lambda: {True: asyncio.Event(), False: asyncio.Event()})
    """By whether the work is that of quiet time."""
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    # Asked by pages and views

    def found(self, slug: str) -> ChancesFound | None:
        """The desk's rows, perhaps of an earlier position; None where nothing is worked out."""
        office = self.office.known(slug)
        if office is None or not self._wanted(office.tournament):
            return None
        self._looked_at(office)
        case = self._cases.get((slug, False))
        return case.found if case is not None else self._not_yet(office)

    def not_played_out(self, slug: str) -> NotPlayedOut | None:
        """Why nothing is to be found of the tournament as it is; None: that is not so, or not known yet."""
        case, office = self._cases.get((slug, False)), self.office.known(slug)
        current = case and office and case.done.get(StepKind.NEXT_ROUND) == office.tournament.version
        return case.not_played_out if case is not None and current else None

    def for_everybody(self, office: TournamentOffice) -> ChancesFound | None:
        """The rows that everybody may see; None: not these people, or not yet this round."""
        t = office.tournament
        if not self._wanted(t) or not t.chances.for_everybody(t.published):
            return None
        self._looked_at(office)
        return self._public.get(office.id) or self._not_yet(office)

    def _wanted(self, t: Tournament) -> bool:
        return self.allowed and not t.chances.off and not t.thrown_away

    def _looked_at(self, office: TournamentOffice) -> None:
        if (office.id, False) not in self._cases and not self._asleep(office):
            self.changed(office.id)

    def _asleep(self, office: TournamentOffice) -> bool:
        """Nothing has happened in it for long."""
        return not office.entries or datetime.now(UTC) - office.entries[-1].recorded_at >= LOOKED_AT_FOR

    def _not_yet(self, office: TournamentOffice) -> ChancesFound:
        known = (office.id, False) in self._cases
        return NOTHING_YET if known or not self._asleep(office) else NOT_PLAYED_OUT

    # Told by everybody who changes something

    def changed(self, slug: str) -> None:
        office = self.office.known(slug)
        if office is None:
            return
        if not self._wanted(office.tournament):
            self.forget({slug})
            return
        now = self.clock()
        self._case(slug, None, now)
        withheld = self.hidden(office)
        if withheld is not None and office.tournament.chances.for_everybody(office.tournament.published):
            self._case(slug, withheld, now)
        else:
            self._cases.pop((slug, True), None)
        if withheld is None:
            self._show_all(office)
        self._wakes[False].set()  # the work of quiet time waits for the next round

    def _show_all(self, office: TournamentOffice) -> None:
        """Nothing is hidden any more: the rows of the desk, which may be the newest already, are for everybody."""
        found = self._cases[office.id, False].found
        if found is not NOTHING_YET and self._public.get(office.id) is not found:
            self._public[office.id] = found
            self.told(office, True)

    def _case(self, slug: str, withheld: Withheld | None, now: float) -> None:
        key = slug, withheld is not None
        case = self._cases.get(key)
        if case is None or case.withheld != withheld:
            self._cases[key] = case = Case(slug, withheld, now, now, found=case.found if case else NOTHING_YET)
        case.changed_at, case.waits_since = now, min(case.waits_since, now)

    def forget(self, slugs: set[str]) -> None:
        for slug in slugs:
            for one in (True, False):
                self._cases.pop((slug, one), None)
            for kept in (self._public, self._points, self._known):
                kept.pop(slug, None)

    # The work

    async def pair_next_rounds(self) -> None:
        await self._work(quiet=False)

    async def work_in_quiet_time(self) -> None:
        await self._work(quiet=True)

    async def _work(self, *, quiet: bool) -> None:
        wake, other = self._wakes[quiet], self._wakes[not quiet]
        while True:
            due, wait = self.next_step(quiet)
            if due is not None:
                await self.take(due)
                other.set()  # of a next round follows what the other worker has to do
                continue
            wake.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await wake.wait()

    def next_step(self, quiet: bool | None = None) -> tuple[Due | None, float | None]:
        """The step to be taken now; or None, and the seconds after which one is due (None: not before a change).

        `quiet`: of those for quiet time, or of the others; None: of all.
        """
        now, best, later = self.clock(), None, list[float]()
        for case in list(self._cases.values()):
            office = self.office.known(case.slug)
            if office is None:
                continue
            for moment, due in self._steps(case, office.tournament.version, now):
                moment = max(moment, case.not_before.get(due.quiet, moment))
                if quiet is not None and due.quiet is not quiet:
                    continue
                if moment > now:
                    later.append(moment - now)
                elif best is None or due[:2] < best[:2]:
                    best = due
        return best, min(later, default=None)

    def _steps(self, case: Case, newest: int, now: float) -> Iterator[tuple[float, Due]]:
        """What is left to do at a case, and from when on; the line waits for everything else."""
        if case.done.get(StepKind.NEXT_ROUND) != newest:
            calm = case.changed_at + SCREENS_FIRST_SECONDS
            latest = max(case.waits_since, case.asked_at) + BURST_SECONDS
            yield min(calm, latest), Due(0, case.waits_since, StepKind.NEXT_ROUND, case)
        if case.not_played_out is not None or StepKind.NEXT_ROUND not in case.shown_at:
            return
        ready = case.done.get(StepKind.NEXT_ROUND) == newest
        if StepKind.OPPONENTS not in case.at_work:
            case.drawn = 0
        if case.done.get(StepKind.OPPONENTS) != newest and (ready or StepKind.OPPONENTS in case.at_work):
            rank = 1 if case.drawn < OPPONENTS_SHOWN_AT_ONCE else 2
            yield now, Due(rank, max(case.changed_at, case.served_at) - HEAD_START_SECONDS, StepKind.OPPONENTS, case)
        if case.done.get(StepKind.CHANCES) != newest:
            moment = self._chances_due(case)
            yield moment, Due(1, max(moment, case.served_at), StepKind.CHANCES, case)
        elif (missing := self._missing_point(case)) is not None:
            yield now, Due(2, case.served_at, StepKind.POINT, case, missing)

    def _chances_due(self, case: Case) -> float:
        """At once at a new stage, such as after the last result of a round; else in a quiet rhythm."""
        if StepKind.CHANCES in case.at_work:
            return case.served_at
        begun_at, stage = case.begun
        calm = case.changed_at + SETTLED_SECONDS
        return calm if stage != case.stage else max(calm, begun_at + RHYTHM_SECONDS)

    def _missing_point(self, case: Case) -> int | None:
        """The first round without a point of its results; those of the desk are for everybody as far as known."""
        if case.withheld is not None:
            return None
        points = self._points.get(case.slug, {})
        return next((n for n, mark in enumerate(case.marks) if n not in points or points[n].mark != mark), None)

    async def take(self, due: Due) -> None:
        """A step that fails is logged, and tried again later."""
        with self._quiet.going_on("chances are not worked out", tournament=due.case.slug):
            await self._take(due)

    async def _take(self, due: Due) -> None:
        case, kind = due.case, due.kind
        case.served_at = now = self.clock()
        case.not_before[due.quiet] = now + RHYTHM_SECONDS  # if it fails
        office = self.office.known(case.slug)
        if office is None or not await self.mine(case.slug):
            self.forget({case.slug})
            return
        if case.is_overtaken(kind, case.at_work.get(kind, office.tournament.version), office.tournament.version, now):
            case.at_work.pop(kind, None)
            del case.not_before[due.quiet]
            return
        if kind is StepKind.NEXT_ROUND:
            case.asked_at = now
        if kind is StepKind.CHANCES and kind not in case.at_work:
            case.begun = now, case.stage
        if kind is StepKind.OPPONENTS:
            case.drawn = case.drawn + 1 if kind in case.at_work else 1
        told, octets = await self._asked(due, office)
        del case.not_before[due.quiet]
        if self._cases.get((case.slug, case.withheld is not None)) is not case:
            return
        if case.is_overtaken(kind, told.position, office.tournament.version, self.clock()):
            case.at_work.pop(kind, None)
            return
        self._answered(due, office, told, octets)

    async def _asked(self, due: Due, office: TournamentOffice) -> tuple[Told, int]:
        """The worker's answer, once it knows the tournament up to its newest entry."""
        t, case = office.tournament, due.case
        while True:
            known = self._known.setdefault(case.slug, {})
            since = known.get(due.quiet, 0)
            part = t.history[since : since + EVENTS_AT_ONCE]
            learns = since + len(part) < t.version
            between = due.kind is StepKind.CHANCES and case.stage[1]
            most = SECONDS_BETWEEN_ROUNDS if between else SECONDS_BY_KIND.get(due.kind, STEP_SECONDS)
            step = StepAsked(
                house=self.house,
                slug=case.slug,
                kind=StepKind.LEARN if learns else due.kind,
                since=since,
                events=part,
                position=case.at_work.get(due.kind, t.version),
                seconds=self.pace * STEP_SECONDS,
                most_seconds=self.pace * most,
                withheld=case.withheld,
                round=due.round,
                mark=case.marks[due.round] if due.kind is StepKind.POINT else "",
                links=self.links(case.slug),
            )
            answer, octets = await self._sent(step, FileKind.CHANCES if due.quiet else FileKind.NEXT_ROUND)
            if isinstance(answer, Behind):
                known[due.quiet] = answer.position
                continue
            known[due.quiet] = since + len(part)
            if not learns:
                return answer, octets

    async def _sent(self, step: StepAsked, worker: FileKind) -> tuple[Told | Behind, int]:
        answer = await self.workers.run(worker, step.slug, step_taken, step)
        return pickle.loads(answer), len(answer)  # in no time: its rows are read by whoever looks at them

    def _answered(self, due: Due, office: TournamentOffice, told: Told, octets: int) -> None:
        case, kind = due.case, due.kind
        if told.done:
            case.at_work.pop(kind, None)
            case.done[kind] = told.position
        else:
            case.at_work[kind] = told.position
        case.not_played_out = told.not_played_out
        if kind is StepKind.NEXT_ROUND:
            case.stage, case.marks = told.stage, told.marks
            if told.position == office.tournament.version:
                case.waits_since = float("inf")
        rows = self._rows(due, told, octets)
        if kind is StepKind.NEXT_ROUND or rows is not case.found:
            case.shown_at[kind] = self.clock()
        if rows is not case.found or told.not_played_out is not None:
            case.found, case.octets[kind] = rows, octets
            self._make_room(case)
            self._show(case, office, kind is not StepKind.NEXT_ROUND and kind is not StepKind.OPPONENTS)

    def _rows(self, due: Due, told: Told, octets: int) -> ChancesFound:
        """The rows of a case with what a step has found; the same object if that is nothing to be shown."""
        case, shown = due.case, NOTHING_YET if due.case.found is NOT_PLAYED_OUT else due.case.found
        if told.not_played_out is not None:
            return NOT_PLAYED_OUT
        if told.next_round is not None:
            return replace(shown, next_round=newest(told.next_round, shown.next_round))
        if due.kind is StepKind.NEXT_ROUND and shown.next_round is not None:
            return replace(shown, next_round=None)
        if told.found is not None:
            if told.done and told.stage[1] and case.withheld is None and told.stage == case.stage:
                self._keep_point(case, told.stage[0], _first(told.found), octets)
            return replace(told.found, next_round=shown.next_round, line=self._line(case))
        if told.point is not None:
            self._keep_point(case, due.round, told.point, octets)
            return replace(shown, line=self._line(case))
        return shown

    def _keep_point(self, case: Case, round: int, first: Mapping[EntrantId, Share], octets: int) -> None:
        if round < len(case.marks):
            self._points.setdefault(case.slug, {})[round] = Point(case.marks[round], first, octets)

    def _line(self, case: Case) -> Mapping[EntrantId, Sequence[LinePoint]]:
        """The points of results that hold, as far as whoever sees it knows them."""
        known = self._points.get(case.slug, {})
        rounds = [round for round, mark in enumerate(case.marks) if round in known and known[round].mark == mark]
        marks = [known[round].mark for round in rounds]
        if marks == case.line_of:
            return case.found.line
        line: dict[EntrantId, list[LinePoint]] = {}
        for round in rounds:
            for entrant, share in known[round].first.items():
                line.setdefault(entrant, []).append(LinePoint(round, share))
        case.line_of = marks
        return line

    def _show(self, case: Case, office: TournamentOffice, chances: bool) -> None:
        if case.withheld is not None or self.hidden(office) is None:
            self._public[case.slug] = case.found
        self.told(office, chances)

    def _make_room(self, newest: Case) -> None:
        """What was worked at longest ago goes where all rows together are too large."""
        while self.octets > self.most_octets:
            others = [one for one in self._cases.values() if one.slug != newest.slug and one.octets]
            if not others:
                return
            self.forget({min(others, key=lambda one: one.served_at).slug})

    @property
    def octets(self) -> int:
        """Of all rows, as they came from the worker."""
        rows = sum(sum(case.octets.values()) for case in self._cases.values())
        return rows + sum(point.octets for points in self._points.values() for point in points.values())


def newest(made: NextRound, shown: NextRound | None) -> NextRound:
    """The newer round, and the newer likely opponents: until there are new ones, those of a moment ago."""
    if shown is None or shown.round != made.round:
        return made
    newer, drawn = shown if shown.version > made.version else made, made if made.draws else shown
    return replace(newer, draws=drawn.draws, drawn_at=drawn.drawn_at, opponents=drawn.opponents)


def _first(found: ChancesFound) -> Mapping[EntrantId, Share]:
    at = next((at for at, aim in enumerate(found.aims) if aim.kind is AimKind.FIRST), None)
    return {} if at is None else {id: one.aims[at] for id, one in found.entrants.items()}
