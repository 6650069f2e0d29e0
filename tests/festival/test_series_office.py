"""A series on a real journal: set at the desk, moved on by the clock."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path

import pytest
from icalendar import Calendar

from domain.decisions.rounds.closing import close_tournament
from domain.decisions.rounds.results import record_result
from server.office.series import SeriesKeeper
from server.office.telling.mailings import Mailings
from tests.desk.browsers import Browser, browser, desk, server
from tests.festival.playing import do, favourite_wins, play_to_the_end, services_of_test
from tests.festival.series import BLITZ, CLOCK, FIRST, SUNDAY, WEDNESDAY, desk_of_a_series, enter, look, set_series


@pytest.fixture
async def anna(tmp_path: Path) -> AsyncIterator[Browser]:
    async with desk_of_a_series(tmp_path) as somebody:
        yield somebody


async def test_the_next_edition_is_open_for_entries_at_once(anna: Browser) -> None:
    _, office = await set_series(anna)
    [edition] = office.festival.editions
    assert (edition.tournament, edition.starts_at) == (FIRST, f"{WEDNESDAY}:00+00:00")
    details = (await anna.go(f"/t/{FIRST}/overview.json")).json()["data"]
    assert (details["name"], details["schedule"]) == ("Blitz 1", ["2026-11-25T19:30"])
    await anna.go(f"{BLITZ}/series")
    assert "open for entries" in anna.text


async def test_the_front_page_says_when_the_next_edition_begins(anna: Browser) -> None:
    await set_series(anna)
    await anna.go("/f/blitz")
    assert "Start: Wed 25 Nov, 19:30" in anna.text


async def test_the_calendar_of_an_edition_has_the_time_zone_of_the_series(anna: Browser) -> None:
    await set_series(anna)
    [event] = Calendar.from_ical((await anna.go(f"/t/{FIRST}/calendar.ics")).content).events
    assert str(event.start) == "2026-11-25 19:30:00+02:00"
    assert event["DTSTART"].params["TZID"] == "Europe/Sofia"


async def test_with_few_entries_the_start_moves_and_the_entries_stay(anna: Browser) -> None:
    services, office = await set_series(anna)
    await enter(services, 14)
    festival = await look(services, office, WEDNESDAY)
    [edition] = festival.editions
    assert (edition.starts_at, edition.postponed) == ("2026-11-26T17:30:00+00:00", 1)
    overview = (await anna.go(f"/t/{FIRST}/overview.json")).json()["data"]
    assert (overview["players"], overview["schedule"]) == (14, ["2026-11-26T19:30"])
    await anna.go(f"{BLITZ}/series")
    assert "moved once" in anna.text


async def test_with_enough_it_begins_and_the_next_one_is_announced(anna: Browser) -> None:
    services, office = await set_series(anna)
    await enter(services, 15)
    festival = await look(services, office, WEDNESDAY)
    assert [(one.number, one.started, one.starts_at[:10]) for one in festival.editions] == [
        (1, True, "2026-11-25"),
        (2, False, "2026-12-02"),
    ]


async def test_a_server_that_slept_starts_what_was_due_and_doubles_nothing(tmp_path: Path) -> None:
    CLOCK.set(SUNDAY)
    async with desk(tmp_path) as somebody:
        services_of_test(somebody).series.clock = CLOCK
        await somebody.go("/desk/festivals")
        await somebody.send("/desk/festivals", name="Blitz")
        services, _ = await set_series(somebody)
        await enter(services, 15)
    async with server(tmp_path) as transport, browser(transport) as somebody:
        services = services_of_test(somebody)
        services.series.clock = CLOCK
        office = services.festivals.festivals.open("blitz")
        await look(services, office, "2026-12-20T10:00")
        before = office.position
        festival = await look(services, office, "2026-12-20T10:00")
        assert [(one.number, one.started, one.starts_at[:10]) for one in festival.editions] == [
            (1, True, "2026-11-25"),
            (2, False, "2026-12-23"),
        ]
        assert office.position == before


async def test_two_servers_over_one_journal_take_each_step_once(anna: Browser) -> None:
    services, office = await set_series(anna)
    await enter(services, 3)
    CLOCK.set(WEDNESDAY)
    other = SeriesKeeper(services.stages, Mailings(services.stages), services.entries, CLOCK)
    await asyncio.gather(services.series.advance(office), other.advance(office))
    assert [one.postponed for one in office.festival.editions] == [1]


async def test_one_after_another_waits_for_the_end(anna: Browser) -> None:
    services, office = await set_series(anna, rhythm="one-after-another", start_minimum="4", edition_rounds="3")
    await enter(services, 4)
    festival = await look(services, office, "2026-11-23T18:00")
    assert [one.number for one in festival.editions] == [1]
    await play_to_the_end(services, FIRST)
    festival = await look(services, office, "2026-11-23T20:00")
    assert [(one.number, one.starts_at) for one in festival.editions][1:] == [(2, "2026-11-24T17:30:00+00:00")]


async def test_the_podium_of_an_edition_says_when_the_next_one_is_unless_the_desk_says_it(anna: Browser) -> None:
    services, office = await set_series(anna, start_minimum="4", edition_rounds="3")
    await enter(services, 4)
    await look(services, office, WEDNESDAY)
    await play_to_the_end(services, FIRST)
    await anna.go(f"/t/{FIRST}/screen")
    by_itself = "Next time: 2 December 2026" in anna.text
    await anna.go(f"/desk/t/{FIRST}/settings")
    await anna.send(f"/desk/t/{FIRST}/details", next_time="19.11.2027")
    await anna.go(f"/t/{FIRST}/screen")
    assert (by_itself, "Next time: 19 November 2027" in anna.text) == (True, True)


async def test_an_edition_in_groups_goes_on_to_its_final(anna: Browser) -> None:
    services, office = await set_series(anna, grouped="1", final_title="Final", start_minimum="8")
    await enter(services, 8)
    festival = await look(services, office, WEDNESDAY)
    announced = festival.announced[FIRST]
    assert [len((await services.office.open(slug)).tournament.players) for slug in announced.groups] == [4, 4]
    assert festival.links[announced.stages[0]].sources == announced.groups


async def test_an_edition_can_begin_without_an_arbiter(anna: Browser) -> None:
    services, office = await set_series(anna, begins_by_itself="1", edition_rounds="5")
    await enter(services, 16)
    await look(services, office, WEDNESDAY)
    pairings = (await anna.go(f"/t/{FIRST}/pairings.json")).json()["data"]
    assert (pairings["round"], len(pairings["boards"])) == (1, 8)


async def test_groups_and_their_final_begin_one_after_the_other(anna: Browser) -> None:
    services, office = await set_series(
        anna, grouped="1", begins_by_itself="1", edition_format="round-robin", final_title="Final",
        final_format="round-robin", start_minimum="8",
    )  # fmt: skip
    await enter(services, 8)
    announced = (await look(services, office, WEDNESDAY)).announced[FIRST]
    for group in announced.groups:
        t = (await services.office.open(group)).tournament
        assert t.published == 3
        for round in t.rounds:
            for game in round.games:
                await do(services, group, record_result, round.number, game.board, favourite_wins(game), None)
        await do(services, group, close_tournament)
        await services.stages._send_from(group)
    await look(services, office, "2026-11-25T21:00")
    final = (await services.office.open(announced.stages[0])).tournament
    assert (len(final.players), final.published) == (4, 3)


async def test_a_series_is_ended(anna: Browser) -> None:
    services, office = await set_series(anna)
    await anna.go(f"{BLITZ}/series")
    await anna.send(f"{BLITZ}/series/end")
    await enter(services, 15)
    assert [one.started for one in (await look(services, office, WEDNESDAY)).editions] == [False]


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("zone", "Europe/Nowhere", "Time zone must be a name of the time zone database such as Europe/Sofia"),
        ("time", "25:00", "Time of the start must be a time such as 19:30"),
        ("monthday", "32", "Day of the month must be a whole number from 1 to 31"),
        ("first_day", "tomorrow", "First day must be a date"),
        ("closing_minutes", "20161", "Entries close, minutes before the start must be a whole number from 0 to 20160"),
    ],
)
async def test_a_plan_that_cannot_be_is_refused(anna: Browser, field: str, typed: str, said: str) -> None:
    _, office = await set_series(anna, **{field: typed})
    assert said in anna.refusal
    assert office.festival.series is None


async def test_the_first_edition_waits_for_the_first_day_and_entries_close_before_it(anna: Browser) -> None:
    services, office = await set_series(anna, first_day="2026-12-10", closing_minutes="90", entry_form="direct")
    [edition] = office.festival.editions
    assert edition.starts_at == "2026-12-16T17:30:00+00:00"
    await anna.go(f"{BLITZ}/series")
    form = anna.form(f"{BLITZ}/series")
    assert (form["first_day"], form["closing_minutes"]) == ("2026-12-10", "90")
    assert "Entries until Wed 16 Dec, 18:00." in (await anna.go("/enter/blitz")).text
    services.series.clock = lambda: datetime.fromisoformat("2026-12-16T16:00:00+00:00")
    assert "Nobody can enter or leave by themselves just now" in (await anna.go("/enter/blitz")).text


# Messages
