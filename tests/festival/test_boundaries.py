"""Each decision of a festival at its edge: the last that is possible, and the refusal one further."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.decisions.players.attendance import withdraw
from domain.decisions.players.registering import NewPlayer, register_many
from domain.festival.decisions import add_section, announce_festival, move_section
from domain.festival.entering import (
    LONGEST_ENTRY_REASON,
    LONGEST_PETITION_REASON,
    MOST_OPEN_PETITIONS,
    MOST_SIGNERS,
    MOST_WAITING_ENTRIES,
    ask_entry,
    decline_petition,
    granting,
    open_edition,
    open_petition,
    sign_petition,
    take_in,
    turn_down_entry,
    withdraw_entry,
)
from domain.festival.events import (
    EditionScheduled,
    EditionStarted,
    EntryAsked,
    FestivalDetails,
    FestivalEvent,
    MessagesDelivered,
    PetitionOpened,
    PetitionSigned,
    SeriesSet,
)
from domain.festival.outbox import note_delivery, report_stage, write_mailing
from domain.festival.series import Extend, Postpone, Start, set_series, take_step
from domain.festival.state import Festival, replay_festival
from domain.refusals import (
    AlreadyEntered,
    AlreadySigned,
    BadField,
    EditionFull,
    NoOpenEdition,
    NoSuchSection,
    OtherLevel,
    PetitionExists,
    TooFewSigners,
    TooManyWait,
)
from domain.tournament import Tournament, replay
from domain.words.festivals import EntryForm, EntryRules, Occasion, Rhythm, SeriesPlan
from domain.words.players import EntrantId, PlayerId
from domain.words.regulations import Details, Regulations
from tests.crosstable import announced
from tests.festival.series import FIRST

NOW = datetime(2026, 11, 22, 10, tzinfo=UTC)
STARTS = "2026-11-25T17:30:00+00:00"
START = datetime.fromisoformat(STARTS)
RULES = EntryRules(petitions=True, entry_form=EntryForm.QUEUE, class_minimum=3)
PLAN = SeriesPlan(Rhythm.WEEKLY, "19:30", "Europe/Sofia", 2, entries=RULES)


def series(plan: SeriesPlan = PLAN, *more: FestivalEvent) -> Festival:
    """With one open edition."""
    events = announce_festival(FestivalDetails("Blitz"))
    events += set_series(replay_festival(events), SeriesSet(plan, Regulations(rounds=3)), 0, NOW)
    return replay_festival([*events, EditionScheduled(1, STARTS, FIRST), *more])


def limited(**rules: Any) -> Festival:
    return series(replace(PLAN, entries=replace(RULES, **rules)))


def entered(players: int = 0) -> Tournament:
    t = announced(Regulations(rounds=3), Details("Blitz 1"))
    return replay(register_many(t, [NewPlayer(f"Player {n}", 2000) for n in range(players)]), t)


def asked(count: int) -> Festival:
    player = NewPlayer("x").registered_as(PlayerId(1))
    return series(PLAN, *(EntryAsked(n, FIRST, replace(player, name=f"Waiting {n}")) for n in range(1, count + 1)))


def opened(count: int = 1, signers: int = 1, **levels: int) -> Festival:
    player = NewPlayer("x").registered_as(PlayerId(1))
    petitions = [
        PetitionOpened(n, f"Level {n}", **{"least_rating": 0, "most_rating": 0, **levels}) for n in range(1, count + 1)
    ]
    signed = [PetitionSigned(1, replace(player, name=f"Signer {n}")) for n in range(1, signers + 1)]
    return series(PLAN, *petitions, *signed)


def petition(f: Festival, least: int = 0, most: int = 0, title: str = "New") -> list[FestivalEvent]:
    return open_petition(f, title, least, most, NewPlayer("Anna", 1500))


def planned(**more: Any) -> list[FestivalEvent]:
    rules = {name: more.pop(name) for name in list(more) if hasattr(RULES, name)}
    wanted = replace(PLAN, entries=replace(RULES, **rules), **more)
    return set_series(Festival(), SeriesSet(wanted, Regulations(rounds=3)), 0, NOW)


def left() -> Tournament:
    t = entered(2)
    return replay(withdraw(t, [PlayerId(1)], 1), t)


ANNA = NewPlayer("Anna", 1500)
POSSIBLE: dict[str, Callable[[], object]] = {
    "the last signer": lambda: sign_petition(opened(signers=MOST_SIGNERS - 1), 1, ANNA),
    "the last petition": lambda: petition(opened(MOST_OPEN_PETITIONS - 1)),
    "a petition of one rating": lambda: petition(series(), 1500, 1500),
    "a petition from a rating on": lambda: petition(series(), 1500),
    "a signer of the least rating": lambda: sign_petition(opened(least_rating=1500), 1, ANNA),
    "a signer of the most rating": lambda: sign_petition(opened(most_rating=1500), 1, ANNA),
    "enough signers": lambda: granting(opened(signers=3), 1),
    "the longest reason of a petition": lambda: decline_petition(opened(), 1, "x" * LONGEST_PETITION_REASON),
    "the last who may wait": lambda: ask_entry(asked(MOST_WAITING_ENTRIES - 1), ANNA, entered(), NOW),
    "the last place": lambda: ask_entry(limited(capacity=3), ANNA, entered(2), NOW),
    "the place of who has left": lambda: ask_entry(limited(capacity=2), ANNA, left(), NOW),
    "somebody who has left": lambda: ask_entry(series(), NewPlayer("Player 0", 2000), left(), NOW),
    "an entry in the last second": lambda: open_edition(series(), START - timedelta(seconds=1)),
    "an entry a second before entries close": lambda: open_edition(
        limited(closing_minutes=90), START - timedelta(minutes=90, seconds=1)
    ),
    "leaving after entries closed": lambda: open_edition(
        limited(closing_minutes=90), START - timedelta(seconds=1), to_enter=False
    ),
    "leaving where nobody enters by themselves": lambda: open_edition(
        limited(entry_form=EntryForm.NONE), NOW, to_enter=False
    ),
    "the longest reason of an entry": lambda: turn_down_entry(asked(1), 1, "x" * LONGEST_ENTRY_REASON),
    "leaving the queue": lambda: withdraw_entry(asked(1), 1, NOW),
    "midnight": lambda: planned(time="00:00"),
    "the last minute of a day": lambda: planned(time="23:59"),
    "a Monday": lambda: planned(weekday=0),
    "a Sunday": lambda: planned(weekday=6),
    "a Saturday of weekends": lambda: planned(rhythm=Rhythm.WEEKEND, weekday=5),
    "the first of the month": lambda: planned(monthday=1),
    "the last of the month": lambda: planned(monthday=31),
    "the last first day": lambda: planned(first_day="2999-12-31"),
    "no notice": lambda: planned(notice_hours=0),
    "two weeks' notice": lambda: planned(notice_hours=336),
    "two to start": lambda: planned(start_minimum=2),
    "ten thousand to start": lambda: planned(start_minimum=10_000),
    "two of a class": lambda: planned(class_minimum=2),
    "two over the board": lambda: planned(over_the_board_minimum=2),
    "no games to qualify": lambda: planned(qualifying_games=0),
    "a share of nothing": lambda: planned(share_percent=0),
    "a share of all": lambda: planned(share_percent=100),
    "places without end": lambda: planned(capacity=0),
    "no longer registration": lambda: planned(extension_days=0),
    "a week of longer registration": lambda: planned(extension_days=7),
    "no late stage": lambda: planned(later_stage_days=0),
    "sixty days of a late stage": lambda: planned(later_stage_days=60),
}


@pytest.mark.parametrize("what", POSSIBLE)
def test_the_last_that_is_possible_is_possible(what: str) -> None:
    assert POSSIBLE[what]()


def bad(field: str, value: str, rule: str) -> BadField:
    return BadField(field, value, rule)


REFUSED: dict[str, tuple[Callable[[], object], Exception]] = {
    "a signer too many": (lambda: sign_petition(opened(signers=MOST_SIGNERS), 1, ANNA), TooManyWait()),
    "a petition too many": (lambda: petition(opened(MOST_OPEN_PETITIONS)), TooManyWait()),
    "a petition up to less": (lambda: petition(series(), 1500, 1499), bad("most_rating", "1499", "at-least:1500")),
    "a petition of the same title": (lambda: petition(opened(), title="LEVEL 1"), PetitionExists("LEVEL 1")),
    "a signer below": (
        lambda: sign_petition(opened(least_rating=1501), 1, ANNA),
        OtherLevel("Anna", 1501, 4000),
    ),
    "a signer above": (
        lambda: sign_petition(opened(most_rating=1499), 1, ANNA),
        OtherLevel("Anna", 0, 1499),
    ),
    "a second signature": (lambda: sign_petition(opened(), 1, NewPlayer("Signer 1")), AlreadySigned("Signer 1")),
    "too few signers": (lambda: granting(opened(signers=2), 1), TooFewSigners(2, 3)),
    "too many who wait": (lambda: ask_entry(asked(MOST_WAITING_ENTRIES), ANNA, entered(), NOW), TooManyWait()),
    "no place": (lambda: ask_entry(limited(capacity=2), ANNA, entered(2), NOW), EditionFull(2)),
    "entered already": (
        lambda: ask_entry(series(), NewPlayer("Player 0", 2000), entered(1), NOW),
        AlreadyEntered("Player 0"),
    ),
    "asked already": (lambda: ask_entry(asked(1), NewPlayer("Waiting 1"), entered(), NOW), AlreadyEntered("Waiting 1")),
    "an entry at the start": (lambda: open_edition(series(), START), NoOpenEdition()),
    "an entry when entries close": (
        lambda: open_edition(limited(closing_minutes=90), START - timedelta(minutes=90)),
        NoOpenEdition(),
    ),
    "an entry where nobody enters by themselves": (
        lambda: open_edition(limited(entry_form=EntryForm.NONE), NOW),
        NoOpenEdition(),
    ),
    "an entry that nobody made": (lambda: turn_down_entry(series(), 1, "x"), NoOpenEdition()),
    "an hour that no clock has": (lambda: planned(time="24:00"), bad("time", "24:00", "clock-time")),
    "a Friday of weekends": (
        lambda: planned(rhythm=Rhythm.WEEKEND, weekday=4),
        bad("weekday", "4", "whole:5:6"),
    ),
    "a day before Monday": (lambda: planned(weekday=-1), bad("weekday", "-1", "whole:0:6")),
    "a day after Sunday": (lambda: planned(weekday=7), bad("weekday", "7", "whole:0:6")),
    "a day before the first": (lambda: planned(monthday=0), bad("monthday", "0", "whole:1:31")),
    "a day after the last": (lambda: planned(monthday=32), bad("monthday", "32", "whole:1:31")),
    "a first day that is none": (lambda: planned(first_day="2026-02-30"), bad("first_day", "2026-02-30", "date")),
    "a first day too late": (lambda: planned(first_day="3000-01-01"), bad("first_day", "3000-01-01", "date")),
    "notice afterwards": (lambda: planned(notice_hours=-1), bad("notice_hours", "-1", "whole:0:336")),
    "notice too early": (lambda: planned(notice_hours=337), bad("notice_hours", "337", "whole:0:336")),
    "one to start": (lambda: planned(start_minimum=1), bad("start_minimum", "1", "whole:2:10000")),
    "one of a class": (lambda: planned(class_minimum=1), bad("class_minimum", "1", "whole:2:10000")),
    "too many over the board": (
        lambda: planned(over_the_board_minimum=10_001),
        bad("over_the_board_minimum", "10001", "whole:2:10000"),
    ),
    "less than no games": (lambda: planned(qualifying_games=-1), bad("qualifying_games", "-1", "whole:0:10000")),
    "less than no share": (lambda: planned(share_percent=-1), bad("share_percent", "-1", "whole:0:100")),
    "more than all": (lambda: planned(share_percent=101), bad("share_percent", "101", "whole:0:100")),
    "less than no places": (lambda: planned(capacity=-1), bad("capacity", "-1", "whole:0:10000")),
    "registration that shortens": (lambda: planned(extension_days=-1), bad("extension_days", "-1", "whole:0:7")),
    "registration without end": (lambda: planned(extension_days=8), bad("extension_days", "8", "whole:0:7")),
    "a late stage before": (lambda: planned(later_stage_days=-1), bad("later_stage_days", "-1", "whole:0:60")),
    "a late stage too late": (lambda: planned(later_stage_days=61), bad("later_stage_days", "61", "whole:0:60")),
    "a place of no section": (lambda: move_section(series(), "nobody", up=True), NoSuchSection("nobody")),
}


@pytest.mark.parametrize("what", REFUSED)
def test_one_further_is_refused_and_says_what_is_possible(what: str) -> None:
    decide, refusal = REFUSED[what]
    with pytest.raises(type(refusal)) as refused:
        decide()
    assert (type(refused.value), vars(refused.value)) == (type(refusal), vars(refusal))


@pytest.mark.parametrize(
    ("section", "up", "order"),
    [
        ("a", True, "abc"),
        ("a", False, "bac"),
        ("b", True, "bac"),
        ("b", False, "acb"),
        ("c", True, "acb"),
        ("c", False, "abc"),
    ],
)
def test_a_section_moves_one_place_and_not_beyond_the_ends(section: str, up: bool, order: str) -> None:
    f = replay_festival(announce_festival(FestivalDetails("Summer")))
    for slug in "abc":
        f = replay_festival(add_section(f, slug, slug.upper()), f)
    f = replay_festival(move_section(f, section, up=up), f)
    assert "".join(f.sections) == order


@pytest.mark.parametrize("step", [Start(), Postpone(START, 15), Extend(START)])
def test_a_step_needs_an_edition_and_its_entries_and_a_start_comes_once(step: Start | Postpone | Extend) -> None:
    open, nothing = series(), Festival()
    assert take_step(open, step, FIRST, entered(3), 3)
    assert take_step(open, step, FIRST, None, 0) == []
    assert take_step(nothing, step, FIRST, entered(3), 3) == []
    begun = replay_festival([EditionStarted(1, 3, 1)], open)
    assert take_step(begun, Start(), FIRST, entered(3), 3) == []


def test_a_start_that_moves_to_and_fro_is_told_each_time_and_once() -> None:
    f = replay_festival([])
    here, there = "2026-11-25T17:30:00+00:00", "2026-11-26T17:30:00+00:00"

    def told(slug: str, starts_at: str) -> bool:
        made = write_mailing(f, Occasion.MOVED, slug, slug, [EntrantId(1)], NOW, starts_at)
        replay_festival(made, f)
        return bool(made)

    assert [told("blitz-1", here), told("blitz-1", here)] == [True, False]
    assert told("blitz-2", there)
    assert not told("blitz-1", here)
    assert [told("blitz-1", there), told("blitz-1", here)] == [True, True]


def test_a_delivery_is_noted_for_those_who_wait_and_once() -> None:
    f = replay_festival(write_mailing(replay_festival([]), Occasion.STAGE, "a", "a", [EntrantId(1), EntrantId(2)], NOW))
    assert note_delivery(f, 1, [], []) == []
    assert note_delivery(f, 1, [EntrantId(1), EntrantId(3)], []) == [MessagesDelivered(1, (EntrantId(1),), ())]
    assert note_delivery(f, 1, [], [EntrantId(2)]) == [MessagesDelivered(1, (), (EntrantId(2),))]
    both = note_delivery(f, 1, [EntrantId(1)], [EntrantId(1), EntrantId(2)])
    assert both == [MessagesDelivered(1, (EntrantId(1),), (EntrantId(2),))]
    assert note_delivery(replay_festival(both, f), 1, [EntrantId(1)], [EntrantId(2)]) == []


def test_the_news_of_a_section_are_written_once() -> None:
    f = replay_festival(announce_festival(FestivalDetails("Summer")))
    assert report_stage(f, "a") == []
    f = replay_festival(add_section(f, "a", "A"), f)
    news = report_stage(f, "a")
    assert news
    assert report_stage(replay_festival(news, f), "a") == []


def test_somebody_who_had_left_comes_back_and_somebody_who_is_there_stays() -> None:
    t = left()
    gone, there = t.players[PlayerId(1)], t.players[PlayerId(2)]
    assert not replay(take_in(t, gone), t.copy()).away(PlayerId(1), 1)
    assert take_in(t, there) == []
    assert len(replay(take_in(t, replace(gone, name="Anna")), t.copy()).players) == 3


def test_a_registration_that_goes_on_is_known_to_have_been_extended() -> None:
    f = series()
    f = replay_festival(take_step(f, Extend(START + timedelta(days=7)), FIRST, entered(3), 3), f)
    assert [(one.extended, one.postponed) for one in f.editions] == [(True, 0)]
