"""The office of the screens on a real journal: what was set stays set, once, and for every process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from domain.screens import decisions as decide
from domain.screens import state as h
from domain.screens.events import (
    SCREEN_EVENTS,
    AnnouncementShown,
    AnnouncementWithdrawn,
    Content,
    ContentKind,
    FamilySet,
    FocusSet,
    GlassSet,
    HallSet,
    LookSet,
    PictureAdded,
    PictureRemoved,
    RotationSet,
    ScreenEvent,
    ScreenNamed,
    ScreenRemoved,
    ScreenSet,
    Theme,
)
from domain.words.streams import SCREENS
from server.journal import AsyncJournal, CommandIdReused, open_journal
from server.office.stream import ScreenOffice

PAIRINGS = Content(ContentKind.PAIRINGS, "open")


@asynccontextmanager
async def screen_office(folder: Path) -> AsyncIterator[ScreenOffice]:
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    try:
        async with ScreenOffice(journal).running() as office:
            yield office
    finally:
        await journal.close()


async def test_what_was_set_is_there_after_a_restart(tmp_path: Path) -> None:
    async with screen_office(tmp_path) as office:
        await office.command("one", "Anna", lambda screens: decide.name_screen(screens, "bar", "At the bar"))
        await office.command(
            "two", "Anna", lambda screens: decide.show_contents(screens, "bar", [PAIRINGS, PAIRINGS], 20)
        )
        await office.command("three", "Anna", lambda screens: decide.show_announcement(screens, "Lunch", ["bar"]))
        before = office.state
    async with screen_office(tmp_path) as again:
        assert again.state == before


async def test_every_events_of_the_screens_survives_the_journal(tmp_path: Path) -> None:
    events: list[ScreenEvent] = [
        ScreenNamed("bar", "At the bar"),
        ScreenSet("bar", Content(ContentKind.CARD, "open", player=7)),
        RotationSet("bar", (PAIRINGS, Content(ContentKind.COUNTDOWN, until="2026-11-21T15:30", text="Blitz")), 30),
        FamilySet("bar", 3),
        FocusSet("bar", 5),
        LookSet("bar", Theme.LIGHT, "bg"),
        GlassSet("bar", 85, 12),
        HallSet("bar", in_hall=True),
        PictureAdded("ab" * 32, "image/png", "Sponsor"),
        AnnouncementShown("Обяд", ("bar",)),
        AnnouncementWithdrawn(),
        PictureRemoved("ab" * 32),
        ScreenRemoved("bar"),
    ]
    assert {type(event) for event in events} == set(SCREEN_EVENTS.values())
    async with screen_office(tmp_path) as office:
        for number, event in enumerate(events):
            await office.command(f"c{number}", "Anna", lambda _, event=event: [event])
        kept = [entry.event for entry in await office.journal.read(SCREENS)]
    assert kept == events


async def test_a_command_that_is_sent_twice_is_carried_out_once(tmp_path: Path) -> None:
    async with screen_office(tmp_path) as office:
        for _ in range(2):
            await office.command("same", "Anna", lambda screens: decide.name_screen(screens, "bar"))
        assert office.position == 1


async def test_a_refusal_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    async with screen_office(tmp_path) as office:
        with pytest.raises(h.NoSuchScreen):
            await office.command("one", "Anna", lambda screens: decide.show_contents(screens, "nowhere", [PAIRINGS]))
        assert await office.journal.read(SCREENS) == []


async def test_what_another_process_sets_is_seen_here_and_told(tmp_path: Path) -> None:
    async with screen_office(tmp_path) as here, screen_office(tmp_path) as there:
        told = list[int]()
        here.changed = lambda _stream, position, _news: told.append(position)
        written = await there.command("one", "Boris", lambda screens: decide.name_screen(screens, "bar"))
        await here.journal.following.take(written.entries)
        assert told == [1]
        assert "bar" in here.state.by_name


async def test_two_processes_that_decide_at_once_both_get_their_way(tmp_path: Path) -> None:
    async with screen_office(tmp_path) as here, screen_office(tmp_path) as there:
        await asyncio.gather(
            here.command("one", "Anna", lambda screens: decide.name_screen(screens, "bar")),
            there.command("two", "Boris", lambda screens: decide.name_screen(screens, "door")),
        )
        entries = await here.journal.read(SCREENS)
    assert sorted(entry.version for entry in entries) == [1, 2]


async def test_a_command_id_with_something_else_is_refused(tmp_path: Path) -> None:
    async with screen_office(tmp_path) as office:
        await office.command("same", "Anna", lambda screens: decide.name_screen(screens, "bar"), "first")
        with pytest.raises(CommandIdReused):
            await office.command("same", "Anna", lambda screens: decide.name_screen(screens, "foyer"), "second")
        assert list(office.state.by_name) == ["bar"]
