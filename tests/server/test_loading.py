"""A tournament that cannot be read at the start is read later by itself, if that can help."""

import asyncio
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from domain.events import RoundPublished
from domain.screens import state as h
from domain.screens.events import Content, ContentKind, ScreenNamed, ScreenSet
from server.journal import AsyncJournal, BrokenChain, JournalTrouble, open_journal
from server.live.frames import Channel, NotYet
from server.live.topics import Live, ScreenViews
from server.office.festivals import Festivals
from server.office.snapshots import Snapshots
from server.office.stream import ScreenOffice
from server.office.tournaments import READ_PAUSES_SECONDS, Loading, Office
from tests.server.offices import announced, office


@pytest.fixture
async def folder(tmp_path: Path) -> Path:
    """With a journal that has one tournament."""
    async with office(tmp_path) as running:
        await announced(running)
    return tmp_path


@contextmanager
def rows_away(folder: Path) -> Iterator[None]:
    """No row can be read meanwhile."""
    with closing(sqlite3.connect(folder / "tablo.sqlite")) as disk:
        disk.execute("ALTER TABLE stored_events RENAME TO elsewhere")
        yield
        disk.execute("ALTER TABLE elsewhere RENAME TO stored_events")


async def test_it_is_read_as_soon_as_the_trouble_has_passed(folder: Path) -> None:
    changed = asyncio.Event()
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    soon = Loading(pauses=[0.01] * 1000)
    async with Office(journal, changed=lambda _id, _position, _news: changed.set(), loading=soon).running() as running:
        with rows_away(folder):
            await running.started()
            assert running.unreadable["club-open"].tried_again
            assert running.folded == []
        await asyncio.wait_for(changed.wait(), 10)
        assert (running.unreadable, [one.id for one in running.folded]) == ({}, ["club-open"])
    await journal.close()


@pytest.mark.parametrize("pauses", [(), (0.0, 0.0)])
async def test_after_the_last_pause_it_waits_for_somebody_who_opens_it(folder: Path, pauses: Sequence[float]) -> None:
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    async with Office(journal, loading=Loading(pauses)).running() as running:
        with rows_away(folder):
            await running.started()
            async with asyncio.timeout(10):
                while running.unreadable["club-open"].tried_again:
                    with pytest.raises(JournalTrouble):
                        await running.open("club-open")
        assert (await running.open("club-open")).position == 1
        assert running.unreadable == {}
    await journal.close()


async def test_a_history_that_never_happened_keeps_no_other_from_being_read(folder: Path) -> None:
    """Sound in every byte, and no fold can take it."""
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    await journal.append("before", 0, "Somebody", "nonsense", [RoundPublished(7)])
    async with Office(journal).running() as running:
        await running.started()
        assert ([one.id for one in running.folded], running.unread) == (["club-open"], 0)
        with pytest.raises(BrokenChain, match="does-not-follow"):
            await running.open("before")
    await journal.close()


async def test_a_list_that_waited_for_one_in_vain_is_sent_whole_to_who_saw_it_wait(folder: Path) -> None:
    """Nothing is written when it turns out that it cannot be read."""
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    await journal.append("before", 0, "Somebody", "nonsense", [RoundPublished(7)])
    async with Office(journal).running() as running:
        live, catalogue = Live(running), Channel("catalogue", "json")
        early = live(catalogue)
        await running.started()
        late = live(catalogue)
    await journal.close()
    assert early is not None
    assert late is not None
    assert (list(early.parts), list(late.parts)) == (["club-open", "~unread"], ["club-open"])
    assert (early.position == late.position, late.settled) == (True, False)


async def test_a_screen_whose_tournament_is_being_read_is_not_shown_half_of_it(folder: Path) -> None:
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    hall = ScreenOffice(journal)
    named = ScreenNamed("bar", "At the bar"), ScreenSet("bar", Content(ContentKind.STANDINGS, "club-open"))
    hall.state = h.replay_screens(named)
    async with Office(journal).running() as running:
        screens = ScreenViews(running, hall, Snapshots(), Festivals(journal))
        with pytest.raises(NotYet) as not_yet:
            screens(Channel("screen/bar", "html"))
        assert not_yet.value.soon
        await screens.ready("screen/bar")
        shown = screens(Channel("screen/bar", "html"))
    await journal.close()
    assert shown is not None
    assert "standings:club-open" in shown.parts


async def test_what_a_screen_showed_a_second_ago_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a screen that comes and goes would leave a view behind each time, all night."""
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    hall = ScreenOffice(journal)
    hall.state = h.replay_screens(
        [ScreenNamed("bar", "At the bar"), ScreenSet("bar", Content(ContentKind.STANDINGS, "club-open"))]
    )
    async with Office(journal).running() as running:
        screens = ScreenViews(running, hall, Snapshots(), Festivals(journal))
        await screens.ready("screen/bar")
        for second in range(5):
            monkeypatch.setattr("server.live.topics.time.time", lambda now=second: float(now))
            screens(Channel("screen/bar", "html"))
            screens(Channel("screen/bar", "html", "bg"))
        assert len(screens._alike) == 2
    await journal.close()


def test_the_pauses_grow_and_end() -> None:
    assert list(READ_PAUSES_SECONDS) == sorted(READ_PAUSES_SECONDS)
    assert 3000 < sum(READ_PAUSES_SECONDS) < 4000
