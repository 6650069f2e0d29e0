"""The next step of a series, from the clock and the last edition alone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.festival.series import (
    Extend,
    Postpone,
    Schedule,
    SeriesEdition,
    Start,
    first_slot,
    is_slot,
    later_slot,
    next_step,
)
from domain.festival.state import ScheduledEdition
from domain.words.festivals import EntryRules, Rhythm, SeriesPlan
from projections.festivals.sections import EditionRow

SOFIA = ZoneInfo("Europe/Sofia")
MANY, FEW = 20, 3
RHYTHMS = list(Rhythm)


def plan(rhythm: Rhythm = Rhythm.WEEKLY, weekday: int = 2, **more: object) -> SeriesPlan:
    """Wednesdays at half past seven, where nothing else is said."""
    return SeriesPlan(rhythm, "19:30", "Europe/Sofia", weekday, **more)  # type: ignore[arg-type]


def at(day: str, clock: str = "12:00") -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}").replace(tzinfo=SOFIA)


def edition(starts_at: datetime, entries: int = MANY, **more: object) -> SeriesEdition:
    return SeriesEdition(1, starts_at, entries=entries, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("wanted", "after", "slot"),
    [
        (plan(Rhythm.WEEKLY, 2), "2026-11-22", "2026-11-25"),
        (plan(Rhythm.WEEKEND, 5), "2026-11-22", "2026-11-28"),
        (plan(Rhythm.WEEKEND, 6), "2026-11-22", "2026-11-22"),
        (plan(Rhythm.WORKING_DAYS), "2026-11-20T20:00", "2026-11-23"),
        (plan(Rhythm.MONTHLY, monthday=1), "2026-11-22", "2026-12-01"),
        (plan(Rhythm.MONTHLY, monthday=31), "2026-11-22", "2026-11-30"),
        (plan(Rhythm.MONTHLY, monthday=30), "2027-02-01", "2027-02-28"),
        (plan(Rhythm.CONSECUTIVE), "2026-11-22T19:30", "2026-11-23"),
        (plan(first_day="2026-12-09"), "2026-11-22", "2026-12-09"),
        (plan(first_day="2026-12-10"), "2026-11-22", "2026-12-16"),
        (plan(Rhythm.CONSECUTIVE, first_day="2026-12-10"), "2026-11-22", "2026-12-10"),
        (plan(first_day="2020-01-01"), "2026-11-22", "2026-11-25"),
    ],
)
def test_the_first_slot_of_each_rhythm(wanted: SeriesPlan, after: str, slot: str) -> None:
    moment = datetime.fromisoformat(after).replace(tzinfo=SOFIA)
    assert first_slot(wanted, moment) == at(slot, "19:30")


def test_a_start_before_the_first_day_is_none_of_the_plan() -> None:
    assert is_slot(plan(), at("2026-11-25", "19:30"))
    assert not is_slot(plan(first_day="2026-11-26"), at("2026-11-25", "19:30"))


@pytest.mark.parametrize(
    ("rhythm", "moved"),
    [
        (Rhythm.WEEKEND, "2026-11-29"),
        (Rhythm.WORKING_DAYS, "2026-11-30"),
        (Rhythm.WEEKLY, "2026-11-30"),
        (Rhythm.CONSECUTIVE, "2026-11-29"),
        (Rhythm.MONTHLY, "2026-12-28"),
    ],
)
def test_a_start_with_few_entries_moves_and_keeps_them(rhythm: Rhythm, moved: str) -> None:
    saturday = at("2026-11-28", "19:30")
    step = next_step(plan(rhythm, 5, monthday=28), saturday, edition(saturday, FEW))
    assert step == Postpone(at(moved, "19:30"), 15)


def test_the_local_time_stays_when_the_clock_is_changed() -> None:
    wednesdays = [first_slot(plan(), at("2026-10-19"))]
    wednesdays.append(first_slot(plan(), wednesdays[0]))
    assert [slot.astimezone(SOFIA).strftime("%d %H:%M") for slot in wednesdays] == ["21 19:30", "28 19:30"]
    assert wednesdays[1] - wednesdays[0] == timedelta(days=7, hours=1)


def test_an_hour_that_the_spring_leaves_out_comes_as_much_later() -> None:
    night = SeriesPlan(Rhythm.WEEKEND, "03:30", "Europe/Sofia", 6)
    assert first_slot(night, at("2026-03-28")).astimezone(SOFIA).strftime("%d %H:%M") == "29 04:30"


def test_an_hour_that_the_autumn_has_twice_is_the_first_of_the_two() -> None:
    night = SeriesPlan(Rhythm.WEEKEND, "03:30", "Europe/Sofia", 6)
    assert first_slot(night, at("2026-10-24")) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_the_next_edition_is_announced_when_the_last_has_begun() -> None:
    wednesday = at("2026-11-25", "19:30")
    step = next_step(plan(), wednesday, edition(wednesday, started=True))
    assert step == Schedule(2, at("2026-12-02", "19:30"))


def test_one_after_another_waits_for_the_end() -> None:
    begun = edition(at("2026-11-25", "19:30"), started=True)
    ended = edition(at("2026-11-25", "19:30"), started=True, ended_at=at("2026-11-26"))
    later = at("2026-11-26")
    assert next_step(plan(Rhythm.CONSECUTIVE), later, begun) is None
    assert next_step(plan(Rhythm.CONSECUTIVE), later, ended) == Schedule(2, at("2026-11-26", "19:30"))


@pytest.mark.parametrize(
    ("rules", "minimum"),
    [
        (EntryRules(), 15),
        (EntryRules(pre_registration=False), 11),
        (EntryRules(over_the_board=True), 10),
        (EntryRules(start_minimum=4), 4),
    ],
)
def test_each_kind_of_event_has_its_minimum(rules: EntryRules, minimum: int) -> None:
    start = at("2026-11-25", "19:30")
    fewer = next_step(plan(entries=rules), start, edition(start, minimum - 1))
    assert isinstance(fewer, Postpone)
    assert fewer.minimum == minimum
    assert next_step(plan(entries=rules), start, edition(start, minimum)) == Start()


def test_below_the_share_of_the_places_the_registration_goes_on_for_a_week_once() -> None:
    rules = EntryRules(pre_registration=False, capacity=30)
    start = at("2026-11-25", "19:30")
    assert next_step(plan(entries=rules), start, edition(start, 17)) == Extend(at("2026-12-02", "19:30"))
    assert next_step(plan(entries=rules), start, edition(start, 18)) == Start()
    assert next_step(plan(entries=rules), start, edition(start, 17, extended=True)) == Start()


def test_with_registration_in_advance_nobody_asks_for_a_share() -> None:
    start = at("2026-11-25", "19:30")
    assert next_step(plan(entries=EntryRules(capacity=100)), start, edition(start, 15)) == Start()


# A server that sleeps

NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC)
moments = st.integers(0, 2 * 365 * 24 * 60).map(lambda minutes: NEW_YEAR + timedelta(minutes=minutes))
plans = st.builds(
    SeriesPlan,
    rhythm=st.sampled_from(RHYTHMS),
    time=st.sampled_from(("00:00", "02:30", "03:30", "12:00", "23:59")),
    zone=st.sampled_from(("Europe/Sofia", "America/New_York", "Pacific/Apia", "Asia/Kathmandu", "UTC")),
    weekday=st.sampled_from((5, 6)),
    monthday=st.integers(1, 31),
)


def woken(wanted: SeriesPlan, looks: list[datetime], entries: int) -> list[SeriesEdition]:
    """All editions after a server has looked at these moments, each ended by the next look."""
    editions: list[SeriesEdition] = []
    for now in looks:
        while step := next_step(wanted, now, editions[-1] if editions else None):
            match step:
                case Schedule(number, starts_at):
                    editions.append(SeriesEdition(number, starts_at, entries=entries))
                case Postpone(starts_at):
                    last = editions[-1]
                    editions[-1] = SeriesEdition(last.number, starts_at, last.postponed + 1, entries=entries)
                case Start():
                    last = editions[-1]
                    editions[-1] = SeriesEdition(last.number, last.starts_at, last.postponed, False, True, now, entries)
    return editions


@given(plans, st.lists(moments, min_size=1, max_size=8).map(sorted), st.sampled_from((FEW, MANY)))
def test_every_edition_comes_once_and_in_its_turn(wanted: SeriesPlan, looks: list[datetime], entries: int) -> None:
    editions = woken(wanted, looks, entries)
    assert [one.number for one in editions] == list(range(1, len(editions) + 1))
    starts = [one.starts_at for one in editions]
    assert starts == sorted(set(starts))
    assert all(one.started for one in editions[:-1])
    assert editions[-1].starts_at > looks[-1]


@given(plans, st.lists(moments, min_size=1, max_size=6).map(sorted), st.sampled_from((FEW, MANY)))
def test_to_look_twice_changes_nothing(wanted: SeriesPlan, looks: list[datetime], entries: int) -> None:
    twice = [now for now in looks for _ in range(2)]
    assert woken(wanted, twice, entries) == woken(wanted, looks, entries)


@given(plans, moments)
def test_every_slot_has_the_local_time_unless_the_clock_leaves_it_out(wanted: SeriesPlan, after: datetime) -> None:
    zone = ZoneInfo(wanted.zone)
    for slot in (first_slot(wanted, after), later_slot(wanted, after)):
        assert slot > after
        local = slot.astimezone(zone)
        naive = datetime.combine(local.date(), datetime.strptime(wanted.time, "%H:%M").time())  # noqa: DTZ007
        left_out = naive.replace(tzinfo=zone).astimezone(UTC).astimezone(zone).replace(tzinfo=None) != naive
        assert local.strftime("%H:%M") == wanted.time or left_out


@given(plans, moments, st.integers(1, 6))
def test_a_server_that_is_awake_holds_every_slot(wanted: SeriesPlan, first: datetime, count: int) -> None:
    looks = [first]
    for _ in range(count):
        looks.append(first_slot(wanted, looks[-1]))
    editions = woken(wanted, looks, MANY)
    assert [one.starts_at for one in editions] == [*looks[1:], first_slot(wanted, looks[-1])]


@pytest.mark.parametrize(("entries", "step"), [(599, Extend), (600, Start)])
def test_the_share_of_the_places_is_reached_exactly(entries: int, step: type[object]) -> None:
    start = at("2026-11-25", "19:30")
    rules = EntryRules(pre_registration=False, capacity=1000, share_percent=60)
    assert isinstance(next_step(plan(entries=rules), start, edition(start, entries)), step)


@pytest.mark.parametrize(
    ("rhythm", "after", "moved"),
    [
        (Rhythm.WEEKEND, "2026-11-27", "2026-11-28"),
        (Rhythm.WEEKEND, "2026-11-28", "2026-11-29"),
        (Rhythm.WEEKEND, "2026-11-29", "2026-12-05"),
        (Rhythm.WEEKLY, "2026-11-26", "2026-11-27"),
        (Rhythm.WEEKLY, "2026-11-27", "2026-11-30"),
        (Rhythm.WEEKLY, "2026-11-28", "2026-11-30"),
        (Rhythm.WORKING_DAYS, "2026-11-26", "2026-11-27"),
        (Rhythm.WORKING_DAYS, "2026-11-27", "2026-11-30"),
    ],
)
def test_a_start_moves_from_each_day_to_the_next_that_is_spare(rhythm: Rhythm, after: str, moved: str) -> None:
    """27 November 2026 is a Friday."""
    assert later_slot(plan(rhythm), at(after, "19:30")) == at(moved, "19:30")


@pytest.mark.parametrize(("times", "too_often"), [(4, False), (5, True)])
def test_an_edition_that_has_moved_more_than_four_times_is_pointed_out(times: int, too_often: bool) -> None:
    moved = ScheduledEdition(1, "2026-11-25T17:30:00+00:00", "blitz-1", postponed=times)
    assert EditionRow(moved, "", 0).too_often is too_often
