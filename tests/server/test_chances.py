"""What comes next is worked out by a process of its own, which is told of each change and never holds up the hall."""

import asyncio
import os
import pickle
import re
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path

import pytest

from domain import events as e
from domain.decisions.rounds.correcting import correct_result
from domain.decisions.rounds.pairing import close_round, pair_round, publish_round
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.chances import show_chances
from domain.festival.events import SectionsLinked
from domain.screens.events import ContentKind
from domain.tournament import Tournament, replay
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.games import Result
from domain.words.players import EntrantId
from domain.words.regulations import Regulations
from projections.chances.rest import rest_of_event
from projections.chances.tally import Meetings
from projections.chances.worked_out import next_round
from projections.moment.chances_found import (
    NOT_PLAYED_OUT,
    NOTHING_YET,
    Aim,
    AimKind,
    ChancesFound,
    NextRound,
    PackedRows,
    Share,
)
from server.office.chances.office import ChancesOffice, Due, newest, nothing_hidden
from server.office.chances.steps import (
    Behind,
    StepAside,
    StepAsked,
    StepKind,
    Told,
    after_round,
    marks_of,
    step_answered,
)
from server.office.tournaments import Office, TournamentOffice
from server.workers.pool import Workers
from server.workers.worker import NICE
from tests import crosstable
from tests.screens.site import open_of, running_site
from tests.screens.site import shown as in_hall
from tests.server.offices import office, with_round_one

RESULTS = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
names = count()


def played(rounds: int, open: int = 0, field: int = 12) -> Tournament:
    """An event of six rounds after so many, with so many open boards in the newest."""
    t = crosstable.entered(field, Regulations(rounds=6))
    for round in range(1, rounds + 1):
        t = crosstable.published(t if round == 1 else replay(close_round(t, round - 1), t))
        for board in t.round(round).matches:
            if round < rounds or board > open:
                t = replay(record_result(t, round, board, RESULTS[board % 3], None), t)
    return t


def asked(t: Tournament, kind: StepKind, **more: object) -> StepAsked:
    """A step about a tournament that the worker has never heard of."""
    return StepAsked(
        house="here",
        slug=f"never-{next(names)}",
        kind=kind,
        since=0,
        events=tuple(t.history),
        position=t.version,
        seconds=0.1,
        most_seconds=0.5,
        **more,
    )


def answered(step: StepAsked) -> Told:
    answer = pickle.loads(step_answered(step))
    assert isinstance(answer, Told)
    return answer


def told_by(next_round: NextRound | None) -> object:
    assert next_round is not None
    return next_round.upcoming, next_round.open_games, next_round.round


def test_a_worker_says_how_much_it_knows_and_goes_on_from_there() -> None:
    t = played(1, open=2)
    whole = asked(t, StepKind.NEXT_ROUND)
    rest = replace(whole, since=5, events=whole.events[5:])
    assert pickle.loads(step_answered(rest)) == Behind(0)
    learnt = answered(replace(whole, kind=StepKind.LEARN, events=whole.events[:5]))
    assert learnt.position == 5
    assert told_by(answered(rest).next_round) == told_by(answered(whole).next_round)


def test_a_step_outside_a_worker_leaves_its_process_its_turn() -> None:
    before = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0)
    answered(asked(played(3), StepKind.OPPONENTS))
    assert (os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0)) == before


def test_servers_that_share_a_worker_have_tournaments_of_their_own() -> None:
    t, other = played(3), played(1, field=8)
    here = asked(t, StepKind.NEXT_ROUND)
    there = replace(asked(other, StepKind.NEXT_ROUND), house="there", slug=here.slug)
    answered(here)
    assert answered(there).position == other.version


def test_the_next_round_is_that_of_the_tournament_in_each_way() -> None:
    t = played(3, open=2)
    found = answered(asked(t, StepKind.NEXT_ROUND))
    direct = next_round(rest_of_event(t), t.version, datetime.now(UTC), Meetings())
    assert told_by(found.next_round) == told_by(direct)
    assert (found.position, found.stage) == (t.version, (3, False))


def test_what_is_withheld_counts_as_open() -> None:
    t = played(2, open=0)
    board = next(iter(t.round(2).matches))
    found = answered(asked(t, StepKind.NEXT_ROUND, withheld=frozenset({(2, board, 1)})))
    assert found.next_round is not None
    assert found.next_round.open_games == 1
    assert found.stage == (2, False)


def test_chances_come_in_steps_until_they_are_good() -> None:
    t = played(4, open=2)
    step = asked(t, StepKind.CHANCES)
    answers = [answered(step)]
    while not answers[-1].done:
        answers.append(answered(replace(step, since=t.version, events=(), position=answers[-1].position)))
    found = answers[-1].found
    assert found is not None
    assert found.runs > 0
    assert sum(one.aims[0].chance for one in found.entrants.values()) == pytest.approx(1, abs=0.2)


def test_places_that_go_on_to_another_section_are_an_aim() -> None:
    t = played(6, open=1)
    step = asked(t, StepKind.CHANCES, links=(SectionsLinked(("here",), 4, "there"),))
    found = answered(replace(step, most_seconds=0.05)).found
    assert found is not None
    assert Aim(AimKind.QUALIFY, 4) in found.aims


def test_work_begins_anew_where_the_tournament_has_moved_on() -> None:
    t = played(4, open=2)
    step = asked(t, StepKind.CHANCES)
    before = answered(step)
    more = record_result(t, 4, 1, Result.DRAW, None)
    after = answered(replace(step, since=t.version, events=tuple(more), position=t.version + 1))
    assert (before.position, after.position) == (t.version, t.version + 1)


def test_after_a_round_the_event_stands_as_before_the_next_pairing() -> None:
    then, now = played(2), played(4, open=1)
    before, again = rest_of_event(then), rest_of_event(after_round(now, 2))
    assert again.table == before.table
    assert again.rounds_to_pair == before.rounds_to_pair
    assert rest_of_event(after_round(now, 0)).rounds_to_pair == range(1, 7)


def test_a_corrected_result_marks_its_round_and_the_later_ones_anew() -> None:
    t = played(4)
    before = marks_of(t)
    wrong = t.round(2).game(1).result
    right = next(result for result in RESULTS if result is not wrong)
    t = replay(correct_result(t, 2, 1, right, "read again"), t)
    after = marks_of(t)
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, True, False, False, False]
    assert marks_of(played(4, open=1)) == before[:4]


def test_a_point_of_the_line_is_the_chance_of_the_first_place_then() -> None:
    t = played(5)
    step = asked(t, StepKind.POINT, round=2, mark=marks_of(t)[2])
    found = answered(step)
    while not found.done:
        found = answered(step)
    assert found.point is not None
    assert sum(share.chance for share in found.point.values()) == pytest.approx(1, abs=0.2)
    assert len(found.point) == 12


# The office, with a real worker.


@asynccontextmanager
async def chances_of(running: Office, **more: object) -> AsyncIterator[ChancesOffice]:
    workers = Workers()
    try:
        yield ChancesOffice(workers, running, pace=0.02, **more)
    finally:
        await asyncio.to_thread(workers.close)


class Hours:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


async def worked(chances: ChancesOffice, clock: Hours, until: Callable[[], bool]) -> list[Due]:
    """The steps that were taken; between them time goes on as if nobody waited in vain."""
    taken: list[Due] = []
    while not until():
        due, wait = chances.next_step()
        if due is None:
            assert wait is not None, "nothing is left to do"
            clock.now += wait
            continue
        taken.append(due)
        await chances.take(due)
    return taken


def rows(chances: ChancesOffice, tournament: TournamentOffice) -> ChancesFound:
    found = chances.found(tournament.id)
    assert found is not None
    return found


async def test_rows_come_without_anybody_looking(tmp_path: Path) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        tournament = await with_round_one(running)
        chances.changed(tournament.id)
        taken = await worked(chances, clock, lambda: rows(chances, tournament).runs > 0)
    found = rows(chances, tournament)
    assert [due.kind for due in taken][:2] == [StepKind.NEXT_ROUND, StepKind.OPPONENTS]
    assert found.version == tournament.tournament.version
    assert found.next_round is not None
    assert found.next_round.draws > 0
    assert all(found.opponents(id) for id in tournament.tournament.numbers)


async def test_an_overtaken_answer_is_thrown_away(tmp_path: Path) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        tournament = await with_round_one(running)
        chances.changed(tournament.id)
        await worked(chances, clock, lambda: rows(chances, tournament).next_round is not None)
        await worked(
            chances, clock, lambda: rows(chances, tournament).opponents(tournament.tournament.numbers[0]) != ()
        )
        before = rows(chances, tournament)
        chances.pace = 2.0
        due, _ = chances.next_step()
        assert due is not None
        assert due.kind is StepKind.OPPONENTS
        step = asyncio.create_task(chances.take(due))
        await tournament.command("r", "Anna", lambda t: record_result(t, 1, 1, Result.DRAW, None))
        chances.changed(tournament.id)
        await step
        after, next_due = rows(chances, tournament), chances.next_step()
    assert after is before
    assert next_due[0] is None or next_due[0].kind is StepKind.NEXT_ROUND


async def test_results_that_follow_each_other_fast_are_taken_together(tmp_path: Path) -> None:
    clock, asked_at = Hours(), list[float]()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        tournament = await with_round_one(running)
        chances.changed(tournament.id)
        await worked(chances, clock, lambda: rows(chances, tournament).next_round is not None)
        clock.now = 2000.0
        for number in range(6):
            result = (Result.DRAW, Result.WHITE_WINS)[number % 2]
            await tournament.command(f"r{number}", "Anna", lambda _, result=result: [e.ResultRecorded(1, 1, result)])
            chances.changed(tournament.id)
            clock.now += 0.2
            due, wait = chances.next_step(quiet=False)
            if due is not None:
                asked_at.append(clock.now)
                await chances.take(due)
    assert asked_at == [pytest.approx(2001.0)]
    assert wait == pytest.approx(0.05)


async def test_a_step_that_fails_is_logged_and_tried_later(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        tournament = await with_round_one(running)
        chances.changed(tournament.id)
        await worked(
            chances, clock, lambda: rows(chances, tournament).opponents(tournament.tournament.numbers[0]) != ()
        )
        chances.pace = 50.0
        due, _ = chances.next_step()
        assert due is not None
        step = asyncio.create_task(chances.take(due))
        await asyncio.sleep(0.3)  # the worker is at it
        pid, _ = chances.workers.pids()
        os.kill(pid, signal.SIGKILL)
        await step
        nothing_now, wait = chances.next_step()
        chances.pace = 0.02
        await worked(chances, clock, lambda: rows(chances, tournament).runs > 0)
    assert nothing_now is None
    assert wait == pytest.approx(60.0)
    assert "chances are not worked out" in caplog.text


async def test_the_worker_of_next_rounds_is_nice_and_the_other_comes_after_everybody(tmp_path: Path) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        tournament = await with_round_one(running)
        chances.changed(tournament.id)
        await worked(
            chances, clock, lambda: rows(chances, tournament).opponents(tournament.tournament.numbers[0]) != ()
        )
        quiet, pairing = chances.workers.pids()
        assert (os.getpriority(os.PRIO_PROCESS, quiet), os.sched_getscheduler(quiet)) == (19, os.SCHED_IDLE)
        assert signal.SIGALRM in signals_handled_by(quiet)
        assert signal.SIGALRM not in signals_handled_by(pairing)
        mine = os.getpriority(os.PRIO_PROCESS, 0), os.sched_getscheduler(0)  # steps taken in this process lower it
        assert os.getpriority(os.PRIO_PROCESS, pairing) == min(19, mine[0] + NICE)
        assert os.sched_getscheduler(pairing) == mine[1]


def signals_handled_by(pid: int) -> set[int]:
    caught = re.search(r"^SigCgt:\s*(\w+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert caught is not None
    return {number for number in range(1, 65) if int(caught.group(1), 16) >> (number - 1) & 1}


def test_a_process_of_quiet_time_steps_aside_while_it_has_its_processor_to_itself() -> None:
    now, slept = 100.0, list[float]()
    step_aside = StepAside(slept.append, lambda: now)

    def alarms(count: int) -> int:
        nonlocal now
        before = len(slept)
        for _ in range(count):
            now += 0.001
            step_aside()
        return len(slept) - before

    assert alarms(15) == 10
    now += 0.004  # somebody else had the processor
    assert alarms(4) == 0
    assert alarms(10) == 9


async def test_the_next_round_waits_for_no_step_at_the_chances(tmp_path: Path) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        tournament = await with_round_one(running)
        chances.changed(tournament.id)
        await worked(
            chances, clock, lambda: rows(chances, tournament).opponents(tournament.tournament.numbers[0]) != ()
        )
        drawn = rows(chances, tournament).next_round
        chances.pace = 50.0
        slow, _ = chances.next_step(quiet=True)
        assert slow is not None
        step = asyncio.create_task(chances.take(slow))
        await tournament.command("r", "Anna", lambda t: record_result(t, 1, 1, Result.DRAW, None))
        chances.changed(tournament.id)
        clock.now += 1.0
        quick, _ = chances.next_step(quiet=False)
        assert quick is not None
        await chances.take(quick)
        found, goes_on = rows(chances, tournament).next_round, not step.done()
        step.cancel()
    assert goes_on
    assert found is not None
    assert drawn is not None
    assert found.version == tournament.tournament.version > drawn.version
    assert found.drawn_at == drawn.drawn_at


def test_likely_opponents_of_a_moment_ago_do_not_bring_back_an_older_round() -> None:
    newer = NextRound(9, datetime.now(UTC), 3, 1, ())
    older = replace(newer, version=8, open_games=2, draws=50)
    assert newest(older, newer) == replace(newer, draws=50)
    assert newest(newer, older) == replace(newer, draws=50)
    assert newest(replace(older, round=4), newer).round == 4


async def test_a_festival_of_eight_times_120_shares_the_processor_fairly(tmp_path: Path) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        chances.pace = 0.2
        sections = [await with_round_one(running, 120, f"Section {n}") for n in range(8)]
        for section in sections:
            chances.changed(section.id)
        counted: Counter[str] = Counter()

        def enough() -> bool:
            return sum(counted.values()) >= 8 * 3

        while not enough():
            due, wait = chances.next_step()
            if due is None:
                assert wait is not None, "nothing is left to do"
                clock.now += wait
                continue
            await chances.take(due)
            clock.now += 0.4
            if due.kind is StepKind.CHANCES:
                counted[due.case.slug] += 1
    assert max(counted.values()) - min(counted.values()) <= 1
    assert set(counted) == {section.id for section in sections}


async def test_the_rows_that_are_kept_are_bounded(tmp_path: Path) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        sections = [await with_round_one(running, name=f"Section {n}") for n in range(3)]
        kept: list[int] = []
        for section in sections:
            chances.changed(section.id)
            await worked(chances, clock, partial(has_rows, chances, section))
            kept.append(chances.octets)
            chances.most_octets = 3 * kept[0] // 2
            clock.now += 1.0
        newest, oldest = rows(chances, sections[-1]), rows(chances, sections[0])
    assert max(kept) <= chances.most_octets
    assert newest.runs > 0
    assert oldest is NOTHING_YET


def has_rows(chances: ChancesOffice, section: TournamentOffice) -> bool:
    return rows(chances, section).runs > 0


async def test_who_does_not_see_them_gets_none_and_off_is_off(tmp_path: Path) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        tournament = await with_round_one(running)
        chances.changed(tournament.id)
        await worked(chances, clock, lambda: rows(chances, tournament).runs > 0)
        at_the_desk_alone = chances.for_everybody(tournament)
        await shown(tournament, ChancesFor.PUBLIC)
        public = chances.for_everybody(tournament)
        await shown(tournament, ChancesFor.OFF)
        chances.changed(tournament.id)
        off = chances.found(tournament.id), chances.for_everybody(tournament), chances.next_step(), chances.octets
    assert at_the_desk_alone is None
    assert public is not None
    assert public.runs > 0
    assert off == (None, None, (None, None), 0)


async def all_drawn(tournament: TournamentOffice) -> None:
    for board in tournament.tournament.round(1).matches:
        drawn = partial(record_result, round=1, board=board, result=Result.DRAW, seen=None)
        await tournament.command(f"drawn-{board}", "Anna", drawn)


async def shown(tournament: TournamentOffice, whom: ChancesFor) -> None:
    await tournament.command(f"shown-{whom}", "Anna", lambda t: show_chances(t, whom, 1, OpenGames.DRAWN))


async def test_a_house_that_allows_none_works_nothing_out(tmp_path: Path) -> None:
    async with office(tmp_path) as running, chances_of(running, allowed=False) as chances:
        tournament = await with_round_one(running)
        chances.changed(tournament.id)
        assert (chances.found(tournament.id), chances.next_step()) == (None, (None, None))


async def test_what_has_lain_still_for_long_is_not_worked_at_because_somebody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.office.chances.office.LOOKED_AT_FOR", timedelta(0))
    async with office(tmp_path) as running, chances_of(running) as chances:
        tournament = await with_round_one(running)
        assert (chances.found(tournament.id), chances.next_step()) == (NOT_PLAYED_OUT, (None, None))
        chances.changed(tournament.id)
        assert chances.found(tournament.id) is NOTHING_YET


async def test_everybody_sees_nothing_of_results_that_are_withheld(tmp_path: Path) -> None:
    clock, withheld = Hours(), frozenset({(1, 1, 1)})
    async with office(tmp_path) as running, chances_of(running, clock=clock, hidden=lambda _: withheld) as chances:
        tournament = await with_round_one(running)
        await all_drawn(tournament)
        await shown(tournament, ChancesFor.PUBLIC)
        chances.changed(tournament.id)
        before = chances.for_everybody(tournament)
        await worked(chances, clock, lambda: (one := chances.for_everybody(tournament)) is not None and one.runs > 0)
        found = chances.for_everybody(tournament)
        await worked(chances, clock, lambda: rows(chances, tournament).version == tournament.tournament.version)
        at_the_desk = rows(chances, tournament)
        chances.hidden = nothing_hidden
        chances.changed(tournament.id)
        later = chances.for_everybody(tournament)
    assert before is NOTHING_YET
    assert found is not None
    assert found.open_games == 1
    assert at_the_desk.next_round is not None
    assert at_the_desk.next_round.open_games == 0
    assert later is at_the_desk


async def test_the_line_has_a_point_for_the_start_and_each_round(tmp_path: Path) -> None:
    clock = Hours()
    async with office(tmp_path) as running, chances_of(running, clock=clock) as chances:
        tournament = await with_round_one(running)
        await all_drawn(tournament)
        chances.changed(tournament.id)
        one = tournament.tournament.numbers[0]
        await worked(chances, clock, lambda: len(rows(chances, tournament).line.get(one, ())) == 2)
        line = rows(chances, tournament).line
        await tournament.command("close", "Anna", lambda t: close_round(t, 1))
        await tournament.command("pair-2", "Anna", pair_round)
        await tournament.command("publish-2", "Anna", lambda t: publish_round(t, 2))
        chances.changed(tournament.id)
        await worked(chances, clock, lambda: rows(chances, tournament).after_round == 2)
        later = rows(chances, tournament).line
    assert [point.round for point in line[one]] == [0, 1]
    assert later == line
    assert sum(points[0].first.chance for points in line.values()) == pytest.approx(1, abs=0.2)


def test_only_screens_that_show_chances_hear_of_new_ones(tmp_path: Path) -> None:
    with running_site(tmp_path, {"open": open_of(24)}) as site:
        for name, kind in (
            ("all", ContentKind.TOURNAMENT),
            ("who", ContentKind.CHANCES),
            ("next", ContentKind.NEXT_ROUND),
        ):
            site.screen(name, in_hall(kind))
        screens = site.app.state.services.screens
        assert screens.showing_chances("open") == ["screen/who", "screen/next"]
        assert screens.showing_next_round("open") == ["screen/next"]


def test_rows_are_read_when_somebody_looks_at_them() -> None:
    shares = {EntrantId(number): Share(number / 10, 0.01) for number in range(10)}
    rows = pickle.loads(pickle.dumps(PackedRows.of(shares)))
    assert rows == shares
    assert rows.get(EntrantId(10)) is None
