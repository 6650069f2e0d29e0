"""One follower of the journal tells each office what another process wrote to its stream."""

import asyncio
from collections.abc import Callable, Sequence
from typing import cast

import msgspec

from domain.events import DetailsAmended, Event
from domain.screens import decisions
from domain.screens.state import Screens
from domain.words.regulations import Details
from domain.words.streams import SCREENS
from server.journal import AsyncJournal, Entry, Journal, open_journal
from server.office.stream import Following, ScreenOffice
from server.office.tournaments import Office, TournamentOffice
from tests.crosstable import announcement
from tests.journal.newer import NEWER, Invented
from tests.server.offices import nothing_can_be_written


async def test_each_office_hears_of_its_own_stream_from_the_follower_they_share(
    journal: Journal, reopen: Callable[[], Journal]
) -> None:
    here, there = AsyncJournal(journal), AsyncJournal(reopen())
    following = Following(here)
    tournament, hall = asyncio.Event(), asyncio.Event()
    office = Office(here, changed=lambda _id, _position, _news: tournament.set(), following=following)
    async with office.running(), ScreenOffice(here, following).running() as screens:
        screens.changed = lambda _stream, _position, _news: hall.set()
        await there.append("open", 0, "Other", "a", announcement())
        await there.append(SCREENS, 0, "Other", "b", decisions.name_screen(Screens(), "bar", "At the bar"))
        await asyncio.wait_for(asyncio.gather(tournament.wait(), hall.wait()), 20)
        assert (await office.open("open")).tournament.details.name == "Open"
        assert list(screens.state.by_name) == ["bar"]
        assert SCREENS not in office
    await here.close()
    await there.close()


async def test_what_was_written_before_is_read_and_what_is_written_after_is_heard(
    journal: Journal, reopen: Callable[[], Journal]
) -> None:
    here, there = AsyncJournal(journal), AsyncJournal(reopen())
    await there.append(SCREENS, 0, "Other", "a", decisions.name_screen(Screens(), "bar", "At the bar"))
    async with ScreenOffice(here).running() as screens:
        assert list(screens.state.by_name) == ["bar"]
        heard = asyncio.Event()
        screens.changed = lambda _stream, _position, _news: heard.set()
        await there.append(SCREENS, 1, "Other", "b", decisions.name_screen(screens.state, "foyer", "In the foyer"))
        await asyncio.wait_for(heard.wait(), 20)
        assert list(screens.state.by_name) == ["bar", "foyer"]
    await here.close()
    await there.close()


async def test_an_entry_of_a_newer_program_hides_its_own_tournament_and_no_other(url: str, journal: Journal) -> None:
    here, newer = AsyncJournal(journal), AsyncJournal(open_journal(url, NEWER))
    for name in ("cup", "open"):
        await newer.append(name, 0, "Other", name, announcement(details=Details(name)))
    told: list[str] = []
    renamed = asyncio.Event()

    def changed(id: str, _position: int, _news: Sequence[Entry]) -> None:
        told.append(id)
        if office.folded and office.folded[0].tournament.details.name == "Open 2026":
            renamed.set()

    office = Office(here, changed=changed)
    async with office.running():
        await office.open("cup")
        place = (await office.open("open")).position
        told.clear()
        await newer.append("cup", place, "Other", "new", [cast("Event", Invented("?"))])
        await newer.append("open", place, "Other", "b", [DetailsAmended(Details("Open 2026"))])
        await asyncio.wait_for(renamed.wait(), 20)
        assert [each.id for each in office.folded] == ["open"]
        assert office.unreadable["cup"].lasting
        assert told == ["cup", "open"]
    await here.close()
    await newer.close()


async def heard_of(journal: AsyncJournal, other: AsyncJournal) -> tuple[TournamentOffice, Entry]:
    """An office, and what another process has written since it read."""
    await other.append("open", 0, "Other", "a", announcement())
    office = await TournamentOffice("open", journal).ready()
    [entry] = await other.append("open", office.position, "Other", "b", [DetailsAmended(Details("Open 2026"))])
    return office, entry


async def test_what_is_heard_and_follows_on_what_is_known_is_not_read_again(
    url: str, journal: Journal, reopen: Callable[[], Journal]
) -> None:
    here, there = AsyncJournal(journal), AsyncJournal(reopen())
    office, entry = await heard_of(here, there)
    with nothing_can_be_written(url):
        await office.heard(entry)
        assert office.tournament.details.name == "Open 2026"
    await here.close()
    await there.close()


async def test_what_was_not_written_as_it_is_heard_is_read(journal: Journal, reopen: Callable[[], Journal]) -> None:
    here, there = AsyncJournal(journal), AsyncJournal(reopen())
    office, entry = await heard_of(here, there)
    await office.heard(msgspec.structs.replace(entry, by="Somebody else"))
    assert office.entries[-1] == entry
    await here.close()
    await there.close()
