"""A tournament is read when somebody asks for it and forgotten when nobody has for a while; the lists stay."""

import asyncio
import gc
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from weakref import ref

import pytest

from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.setup.announcing import amend_details
from domain.screens.events import Content, ContentKind, ScreenNamed, ScreenSet
from domain.words.regulations import Details
from server.journal import AsyncJournal, open_journal
from server.live.connections import Mailbox
from server.live.frames import Channel
from server.office.snapshots import Snapshots
from server.office.tournaments import Histories, Office, Room, TournamentOffice
from tests.desk.browsers import browser, server
from tests.server.offices import announced, office, with_round_one

ASKED_FOR = Room(read_ahead_entries=0, look_seconds=3600.0)
"""Nothing is read that nobody has asked for."""
NAMES = ("Alpha", "Beta", "Gamma")


@asynccontextmanager
async def roomy(folder: Path, room: Room) -> AsyncIterator[Office]:
    journal = AsyncJournal(open_journal(str(folder / "tablo.sqlite")))
    try:
        async with Office(journal, room=room).running() as running:
            yield running
    finally:
        await journal.close()


@pytest.fixture
async def archive(tmp_path: Path) -> Path:
    """With three tournaments, and a summary of each."""
    async with office(tmp_path) as running:
        for name in NAMES:
            await announced(running, name)
    return tmp_path


@contextmanager
def disk(folder: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(folder / "tablo.sqlite", isolation_level=None)) as open_file:
        yield open_file


def after_a_while(running: Office) -> None:
    """Nobody has asked for anything for as long as a tournament stays."""
    before, running.room = running.room, replace(running.room, idle_seconds=-1.0)
    running.forget_surplus()
    running.room = before


def names(running: Office) -> list[str]:
    return sorted(row.overview.details.name for row in running.catalogue)


def in_memory(running: Office) -> list[str]:
    return [one.id for one in running.folded]


async def test_the_lists_are_there_before_any_tournament_is_read(archive: Path) -> None:
    async with roomy(archive, ASKED_FOR) as running:
        assert (names(running), in_memory(running), running.unread) == (list(NAMES), [], 0)
        assert (await running.open("beta")).tournament.details.name == "Beta"
        assert in_memory(running) == ["beta"]


async def test_the_newest_tournaments_are_read_ahead_as_far_as_there_is_room(archive: Path) -> None:
    async with office(archive) as running:
        gamma = await running.open("alpha")
        await gamma.command("late", "A", lambda t: register(t, NewPlayer("Euwe, Max")))
    async with roomy(archive, Room(read_ahead_entries=1)) as running:
        await running.started()
        assert in_memory(running) == ["alpha"]


async def test_the_lists_wait_for_nothing_that_they_know(archive: Path) -> None:
    async with roomy(archive, Room()) as running:
        await running.listed()
        assert (names(running), in_memory(running)) == (list(NAMES), [])
        await running.started()
        assert in_memory(running) == ["alpha", "beta", "gamma"]


async def test_what_nobody_uses_is_forgotten_and_read_again_when_somebody_asks(archive: Path) -> None:
    async with roomy(archive, ASKED_FOR) as running:
        before = (await running.open("beta")).entries
        after_a_while(running)
        assert in_memory(running) == []
        assert (await running.open("beta")).entries == before
        assert names(running) == list(NAMES)


async def test_what_is_followed_or_shown_on_a_screen_is_not_forgotten(archive: Path) -> None:
    async with roomy(archive, ASKED_FOR) as running:
        running.in_use = lambda: {"beta"}
        await running.open("beta")
        await running.open("gamma")
        after_a_while(running)
        assert in_memory(running) == ["beta"]


async def test_a_command_under_way_keeps_its_tournament(archive: Path) -> None:
    async with roomy(archive, ASKED_FOR) as running:
        beta = await running.open("beta")
        entering = asyncio.create_task(beta.command("c", "A", lambda t: register(t, NewPlayer("Euwe, Max"))))
        await asyncio.sleep(0)
        after_a_while(running)
        assert in_memory(running) == ["beta"]
        await entering
        after_a_while(running)
        assert in_memory(running) == []


async def test_with_too_much_in_memory_the_longest_unused_goes_first(archive: Path) -> None:
    told: list[str] = []
    async with roomy(archive, Room(idle_entries=2, read_ahead_entries=0)) as running:
        running.forgotten = lambda gone: told.extend(one.id for one in gone)
        for id in ("beta", "alpha", "beta"):
            await running.open(id)
        assert told == []
        await running.open("gamma")
        assert (told, in_memory(running)) == (["alpha", "beta"], ["gamma"])


async def test_the_tournament_used_last_stays_however_long_it_is(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        await with_round_one(running)
    async with roomy(tmp_path, Room(idle_entries=2, read_ahead_entries=0)) as running:
        await running.open("club-open")
        running.forget_surplus()
        assert in_memory(running) == ["club-open"]


async def test_nothing_of_a_forgotten_tournament_stays_in_memory(tmp_path: Path) -> None:
    """Without any help from the collector of garbage, which may be told to look away from what is old."""
    async with office(tmp_path) as running:
        await with_round_one(running)
    snapshots, histories = Snapshots(), Histories()
    async with roomy(tmp_path, ASKED_FOR) as running:
        gc.disable()
        try:
            gone = await looked_at(running, snapshots, histories)
            after_a_while(running)
            assert gone() is None
        finally:
            gc.enable()


async def looked_at(running: Office, snapshots: Snapshots, histories: Histories) -> "ref[TournamentOffice]":
    opened = await running.open("club-open")
    snapshots.now(opened)
    await snapshots.still(opened)
    histories.of(opened)
    return ref(opened)


async def test_whoever_still_holds_a_forgotten_tournament_holds_the_only_one(archive: Path) -> None:
    async with roomy(archive, ASKED_FOR) as running:
        held = await running.open("beta")
        after_a_while(running)
        assert await running.open("beta") is held


async def test_who_remembers_something_of_a_forgotten_tournament_is_told(archive: Path) -> None:
    told: list[str] = []
    async with roomy(archive, ASKED_FOR) as running:
        running.forgotten = lambda gone: told.extend(one.id for one in gone)
        standing = (await running.open("beta")).standing
        after_a_while(running)
        assert told == ["beta"]
        again = await running.open("beta")
        await again.command("c", "A", lambda t: register(t, NewPlayer("Euwe, Max")))
        assert standing.position == 2, "what was made before is out of date, whoever made it"


async def test_a_tournament_that_is_read_again_has_nothing_new_to_say(archive: Path) -> None:
    told: list[tuple[str, int]] = []
    async with roomy(archive, ASKED_FOR) as running:
        running.changed = lambda id, position, _news: told.append((id, position))
        for _ in range(2):
            await running.open("beta")
            after_a_while(running)
    assert told == []


async def test_what_changed_before_it_was_forgotten_stands_in_the_lists(archive: Path) -> None:
    async with roomy(archive, ASKED_FOR) as running:
        beta = await running.open("beta")
        await beta.command("c", "A", lambda t: amend_details(t, Details("Beta, renamed")))
        del beta
        after_a_while(running)
        assert names(running) == ["Alpha", "Beta, renamed", "Gamma"]
    async with roomy(archive, ASKED_FOR) as running:
        assert (names(running), in_memory(running)) == (["Alpha", "Beta, renamed", "Gamma"], [])


async def test_another_process_that_writes_to_a_forgotten_tournament_is_heard(archive: Path) -> None:
    async with roomy(archive, ASKED_FOR) as here, office(archive) as there:
        beta = await there.open("beta")
        await beta.command("c", "A", lambda t: amend_details(t, Details("Beta, renamed")))
        await here.journal.following.take([beta.entries[-1]])
        assert names(here) == ["Alpha", "Beta, renamed", "Gamma"]


@pytest.mark.parametrize(
    "spoilt",
    [
        "DROP TABLE summaries",
        "DELETE FROM summaries WHERE stream = 'beta'",
        "UPDATE summaries SET body = '{\"shape\": 0}'",
        "UPDATE summaries SET body = 'what is this?'",
        "UPDATE summaries SET hash = 'another'",
        "UPDATE summaries SET version = version - 1",
        "UPDATE summaries SET version = version + 1",
    ],
)
async def test_summaries_that_do_not_fit_the_journal_are_made_again(archive: Path, spoilt: str) -> None:
    with disk(archive) as file:
        whole = file.execute("SELECT * FROM summaries ORDER BY stream").fetchall()
        file.execute(spoilt)
    async with roomy(archive, ASKED_FOR) as running:
        await running.started()
        assert (names(running), running.unread) == (list(NAMES), 0)
    with disk(archive) as file:
        assert file.execute("SELECT * FROM summaries ORDER BY stream").fetchall() == whole


async def test_a_summary_that_somebody_changed_is_put_right_when_its_tournament_is_read(archive: Path) -> None:
    with disk(archive) as file:
        file.execute("UPDATE summaries SET body = replace(body, 'Beta', 'Nonsense')")
    async with roomy(archive, ASKED_FOR) as running:
        assert names(running) == ["Alpha", "Gamma", "Nonsense"]
        await running.open("beta")
        assert names(running) == list(NAMES)


async def test_a_damaged_tournament_leaves_the_lists_when_somebody_has_asked_for_it(archive: Path) -> None:
    async with office(archive) as running:
        beta = await running.open("beta")
        await beta.command("c", "A", lambda t: register(t, NewPlayer("Tal, Mihail")))
    file = archive / "tablo.sqlite"
    file.write_bytes(file.read_bytes().replace(b"Tal, Mihail", b"Tal, Mikhai"))
    async with roomy(archive, ASKED_FOR) as running:
        await running.read("beta")
        assert names(running) == ["Alpha", "Gamma"]
        assert (list(running.unreadable), running.unread) == (["beta"], 0)
        assert [running.name_of(id) for id in running] == ["Alpha", "beta", "Gamma"]


async def test_whoever_follows_a_tournament_that_is_not_in_memory_has_it_read_and_kept(archive: Path) -> None:
    async with server(archive) as transport:
        running, hub = transport.app.state.services.office, transport.app.state.services.hub  # type: ignore[attr-defined]
        await running.started()
        after_a_while(running)
        assert in_memory(running) == []
        with hub.arriving("192.0.2.7") as guest:
            wanted = [(Channel("t/beta/standings", "html"), None)]
            await hub.prepare(wanted, guest)
            assert hub.follow(Mailbox(guest), wanted) == ""
        after_a_while(running)
        assert in_memory(running) == ["beta"]


async def test_what_a_screen_shows_stays_in_memory_whether_or_not_a_television_is_on(archive: Path) -> None:
    async with server(archive) as transport:
        state = transport.app.state.services  # type: ignore[attr-defined]
        await state.office.started()
        shown = [ScreenNamed("bar", "At the bar"), ScreenSet("bar", Content(ContentKind.STANDINGS, "gamma"))]
        await state.screens.screen_office.command("screen", "Anna", lambda _: shown)
        after_a_while(state.office)
        assert in_memory(state.office) == ["gamma"]


async def test_pages_of_a_forgotten_tournament_are_made_again_and_right(archive: Path) -> None:
    async with server(archive) as transport, browser(transport) as somebody:
        running, cache = transport.app.state.services.office, transport.app.state.services.pages  # type: ignore[attr-defined]
        first = await somebody.go("/t/beta")
        octets = cache.octets
        after_a_while(running)
        assert cache.octets < octets
        assert transport.app.state.services.ready_pages.octets == 0  # type: ignore[attr-defined]
        beta = await running.open("beta")
        await beta.command("c", "A", lambda t: amend_details(t, Details("Beta, renamed")))
        assert "Beta, renamed" not in first.text
        assert "Beta, renamed" in (await somebody.go("/t/beta")).text
