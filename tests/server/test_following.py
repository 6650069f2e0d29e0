"""What other processes write is told to the office of its stream, or found by a sweep."""

from collections.abc import Awaitable, Callable, Sequence
from typing import cast

import msgspec
import pytest

from domain.events import DetailsAmended, Event
from domain.festival.decisions import announce_festival
from domain.festival.events import FestivalDetails
from domain.screens import decisions
from domain.screens.state import Screens
from domain.words.regulations import Details
from domain.words.streams import FESTIVAL, SCREENS
from server.journal import AsyncJournal, Entry, Journal, open_journal, pack
from server.office.festivals import Festivals
from server.office.stream import ScreenOffice
from server.office.tournaments import Office, TournamentOffice
from tests.crosstable import announcement
from tests.journal.newer import NEWER, Invented
from tests.server.offices import nothing_can_be_written


async def sent(here: AsyncJournal, news: Sequence[Entry]) -> None:
    """As a cluster does."""
    await here.following.take(here.journal.unpack(pack(entry)) for entry in news)


async def found(here: AsyncJournal, news: Sequence[Entry]) -> None:
    """As where the messages of a cluster were lost."""
    await here.following.sweep()


@pytest.mark.parametrize("learnt", [sent, found])
async def test_each_office_takes_in_what_another_process_wrote_to_its_stream(
    journal: Journal, reopen: Callable[[], Journal], learnt: Callable[..., Awaitable[None]]
) -> None:
    here, there = AsyncJournal(journal), AsyncJournal(reopen())
    office, festivals = Office(here), Festivals(here)
    async with office.running(), festivals.running(), ScreenOffice(here).running() as screens:
        news = [
            *await there.append("open", 0, "Other", "a", announcement()),
            *await there.append(SCREENS, 0, "Other", "b", decisions.name_screen(Screens(), "bar", "At the bar")),
            *await there.append(f"{FESTIVAL}spring", 0, "Other", "c", announce_festival(FestivalDetails("Spring"))),
        ]
        await learnt(here, news)
        assert (await office.open("open")).tournament.details.name == "Open"
        assert list(screens.state.by_name) == ["bar"]
        assert "spring" in festivals
        assert list(office) == ["open"]
        position = (await office.open("open")).position
        second = await there.append("open", position, "Other", "d", [DetailsAmended(Details("Open 2026"))])
        await learnt(here, second)
        assert (await office.open("open")).tournament.details.name == "Open 2026"
    await here.close()
    await there.close()


@pytest.mark.parametrize("learnt", [sent, found])
async def test_an_entry_of_a_newer_program_hides_its_own_tournament_and_no_other(
    url: str, journal: Journal, learnt: Callable[..., Awaitable[None]]
) -> None:
    here, newer = AsyncJournal(journal), AsyncJournal(open_journal(url, NEWER))
    for name in ("cup", "open"):
        await newer.append(name, 0, "Other", name, announcement(details=Details(name)))
    told: list[str] = []
    office = Office(here, changed=lambda id, _position, _news: told.append(id))
    async with office.running():
        await office.open("cup")
        place = (await office.open("open")).position
        told.clear()
        unknown = await newer.append("cup", place, "Other", "new", [cast("Event", Invented("?"))])
        known = await newer.append("open", place, "Other", "b", [DetailsAmended(Details("Open 2026"))])
        await learnt(here, [*unknown, *known])
        assert [each.id for each in office.folded] == ["open"]
        assert office.unreadable["cup"].lasting
        assert sorted(told) == ["cup", "open"]
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
