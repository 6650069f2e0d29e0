"""Rounds that are published at the time that was set for them, on a real journal, by a clock of the test."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from msgspec import structs

from domain import events as e
from domain.decisions.players.attendance import withdraw
from domain.decisions.rounds.pairing import discard_draft, pair_round, publish_rounds
from domain.decisions.setup.publication import plan_publication
from domain.decisions.undoing import undo
from domain.words.choices.publication import PublicationTime
from server.clock import hall_clock
from server.office.publishing import ClockState, RoundsByClock, publication_to_come
from server.office.stream import THE_PROGRAM
from server.office.tournaments import TournamentOffice
from tests.desk.browsers import Browser, browser, desk, server, with_players
from tests.festival.playing import do, services_of_test

DAY_BEFORE = datetime.fromisoformat("2020-01-01T00:00")


class Hall:
    """The hall of the tournament `open`: its first round is to be published in two hours, by the clock of the test."""

    def __init__(self, anna: Browser) -> None:
        self.anna = anna
        self.services = services_of_test(anna)
        self.at = hall_clock().replace(second=0, microsecond=0) + timedelta(hours=2)
        self.keeper = self.services.rounds_by_clock

    async def office(self) -> TournamentOffice:
        return await self.services.office.open("open")

    async def plan(self, at: datetime) -> None:
        times = [PublicationTime(1, at.isoformat(timespec="minutes"))]
        await do(self.services, "open", plan_publication, 0, times, DAY_BEFORE)

    async def look(self, later: timedelta = timedelta(), keeper: RoundsByClock | None = None) -> None:
        keeper = keeper or self.keeper
        keeper.clock = lambda: self.at + later
        keeper.changed("open")
        await keeper.look()

    async def published(self) -> list[tuple[str, bool]]:
        """Who published rounds, and whether by the clock."""
        entries = (await self.office()).entries
        return [(one.by, one.event.by_clock) for one in entries if isinstance(one.event, e.RoundPublished)]


async def hall_of(anna: Browser) -> Hall:
    await with_players(anna)
    await anna.go("/desk/t/open")
    await anna.send("/desk/t/open/colour", colour="w")
    return Hall(anna)


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with desk(tmp_path) as anna:
        yield await hall_of(anna)


async def test_a_paired_round_is_published_at_its_time_and_not_before(hall: Hall) -> None:
    await hall.plan(hall.at)
    await do(hall.services, "open", pair_round)
    await hall.look(timedelta(seconds=-1))
    assert await hall.published() == []
    await hall.look()
    assert await hall.published() == [(THE_PROGRAM, True)]
    await hall.look(timedelta(minutes=1))
    assert len(await hall.published()) == 1
    await hall.anna.go("/desk/t/open/history")
    assert "Round 1 published by the clock" in hall.anna.text


async def test_what_is_not_paired_is_not_published_and_the_desk_is_told(hall: Hall) -> None:
    await hall.plan(hall_clock() - timedelta(minutes=1))
    await hall.look(timedelta(days=1))
    await hall.anna.go("/desk/t/open")
    assert "and is not paired: it has not been published" in hall.anna.text
    await do(hall.services, "open", pair_round)
    await hall.look(timedelta(days=1))
    assert await hall.published() == []
    await hall.anna.go("/desk/t/open/rounds/1")
    assert "The draft of round 1 was made or changed after" in hall.anna.text
    await hall.anna.send("/desk/t/open/rounds/1/publish")
    assert await hall.published() == [("Anna", False)]
    await hall.anna.go("/desk/t/open")
    assert "by-the-clock" not in hall.anna.page.text


async def test_a_publication_that_was_undone_does_not_come_back(hall: Hall) -> None:
    hall.at = hall_clock() - timedelta(minutes=1)
    await hall.plan(hall.at)
    await do(hall.services, "open", pair_round)
    office = await hall.office()
    long_ago = [structs.replace(one, recorded_at=one.recorded_at - timedelta(hours=1)) for one in office.entries]
    office.entries[:] = long_ago
    await hall.look()
    assert await hall.published() == [(THE_PROGRAM, True)]
    await do(hall.services, "open", undo, office.position, "too early")
    await hall.look()
    assert office.tournament.published == 0


async def test_a_draft_that_cannot_be_published_is_left_and_the_desk_reads_why(hall: Hall) -> None:
    await hall.plan(hall.at)
    await do(hall.services, "open", pair_round)
    office = await hall.office()
    await do(hall.services, "open", withdraw, [next(iter(office.tournament.players))])
    await hall.look()
    assert await hall.published() == []
    await hall.anna.go("/desk/t/open")
    assert "Round 1 is to be published at" in hall.anna.text


async def test_a_draft_thrown_away_is_not_published(hall: Hall) -> None:
    await hall.plan(hall.at)
    await do(hall.services, "open", pair_round)
    await do(hall.services, "open", discard_draft, 1)
    await hall.look()
    assert await hall.published() == []


async def test_a_server_that_was_away_publishes_when_it_is_back(tmp_path: Path) -> None:
    async with desk(tmp_path) as anna:
        hall = await hall_of(anna)
        await hall.plan(hall.at)
        await do(hall.services, "open", pair_round)
    async with server(tmp_path) as transport, browser(transport) as somebody:
        back = Hall(await somebody.log_in())
        back.at = hall.at
        await back.look(timedelta(minutes=5))
        assert await back.published() == [(THE_PROGRAM, True)]


async def test_of_two_servers_one_publishes_and_only_the_owner(hall: Hall) -> None:
    async def not_mine(_slug: str) -> bool:
        return False

    await hall.plan(hall.at)
    await do(hall.services, "open", pair_round)
    await hall.look(keeper=RoundsByClock(hall.services.office, not_mine))
    assert await hall.published() == []
    other = RoundsByClock(hall.services.office)
    await asyncio.gather(hall.look(), hall.look(keeper=other))
    assert await hall.published() == [(THE_PROGRAM, True)]


async def test_whoever_publishes_by_hand_is_first(hall: Hall) -> None:
    await hall.plan(hall.at)
    await do(hall.services, "open", pair_round)
    await do(hall.services, "open", publish_rounds, 1)
    await hall.look()
    assert [by_clock for _, by_clock in await hall.published()] == [False]


async def test_the_state_goes_by_the_clock(hall: Hall) -> None:
    await hall.plan(hall.at)
    office = await hall.office()

    def state(minutes: int) -> ClockState | None:
        coming = publication_to_come(office, hall.at + timedelta(minutes=minutes))
        return coming.state if coming else None

    assert (state(-1), state(1)) == (ClockState.TO_PAIR, ClockState.NOT_PAIRED)
    await do(hall.services, "open", pair_round)
    assert (state(-1), state(0)) == (ClockState.WAITS, ClockState.WAITS)


async def test_the_page_of_times_sets_the_rule_and_the_times_of_single_rounds(hall: Hall) -> None:
    anna, start = hall.anna, hall.at + timedelta(hours=1)
    await anna.go("/desk/t/open/settings")
    day, clock = start.isoformat(timespec="minutes").split("T")
    await anna.send("/desk/t/open/details", start_day_1=day, start_time_1=clock)
    await anna.go("/desk/t/open/times")
    assert "Some starts are not said yet." in anna.text
    await anna.send("/desk/t/open/publication", publish_minutes="30", by_hand_3="1", publish_at_2="2099-01-01T09:00")
    t = (await hall.office()).tournament
    assert t.publication.at(1, t.details.schedule) == start - timedelta(minutes=30)
    assert t.publication.times == (PublicationTime(2, "2099-01-01T09:00"), PublicationTime(3, ""))
    await anna.go("/desk/t/open/history")
    assert "Rounds published by the clock: 30 minutes before each start; round 2: Thu 1 Jan" in anna.text
    await anna.go("/desk/t/open/times")
    await anna.send("/desk/t/open/publication", publish_at_2="2020-01-01T09:00")
    assert anna.refusal == "Own time of a round is over already: choose a later time."
    await anna.go("/desk/t/open")
    assert "Round 1 is published by the clock, if it is paired" in anna.text


async def test_another_schedule_is_another_time(hall: Hall) -> None:
    t = (await hall.office()).tournament
    await do(hall.services, "open", plan_publication, 30, [], DAY_BEFORE)
    start = (hall.at + timedelta(minutes=30)).isoformat(timespec="minutes")
    await do(hall.services, "open", lambda t: [e.DetailsAmended(replace(t.details, schedule=(start,)))])
    await do(hall.services, "open", pair_round)
    await hall.look()
    assert t.published == 1
