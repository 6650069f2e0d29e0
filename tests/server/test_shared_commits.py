"""Commands that arrive together share a commit, and are decided as if they had come one after the other."""

import asyncio
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.rounds.results import clear_result, record_result
from domain.events import Event
from domain.refusals import Refusal, ResultDiffers
from domain.tournament import Tournament, replay
from domain.words.games import Result
from server.journal import AsyncJournal, Journal, JournalTrouble, open_journal
from server.office.stream import Outcome
from server.office.tournaments import Decide, TournamentOffice
from tests.crosstable import announcement
from tests.deploy.processes import published_round
from tests.journal.postgres import Cluster
from tests.journal.test_appending_soon import nobody_writes, waiting_writer
from tests.server.offices import nothing_can_be_written
from tests.tiers import tries

BOARDS = 3


def entering(board: int, result: Result, seen: Result | None = None) -> Decide:
    return lambda t: record_result(t, 1, board, result, seen)


def registering(name: str) -> Decide:
    return lambda t: register(t, NewPlayer(name))


async def founded(journal: AsyncJournal) -> TournamentOffice:
    office = TournamentOffice("open", journal)
    await office.command("found", "Anna", lambda _: announcement())
    return office


async def with_boards(journal: AsyncJournal, stream: str = "open") -> TournamentOffice:
    await journal.append(stream, 0, "Anna", f"seed {stream}", published_round(BOARDS))
    return await TournamentOffice(stream, journal).ready()


async def test_commands_that_arrive_together_share_a_commit_and_know_of_each_other(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    office = await founded(shared)
    told: list[int] = []
    office.changed = lambda _id, position, _news: told.append(position)
    outcomes = await asyncio.gather(*(office.command(f"c{n}", f"by {n}", registering(f"P{n}")) for n in range(8)))
    stored = await shared.read("open")
    await shared.close()
    assert told == [9]
    assert [outcome.position for outcome in outcomes] == list(range(2, 10))
    assert [(entry.by, entry.command_id) for entry in stored[1:]] == [(f"by {n}", f"c{n}") for n in range(8)]
    assert len(office.tournament.players) == 8


async def test_who_only_reads_does_not_wait_for_a_commit_that_waits(cluster: Cluster) -> None:
    url = cluster.database()
    shared = AsyncJournal(open_journal(url))
    office = await with_boards(shared)
    with nobody_writes(url) as db:
        typed = asyncio.create_task(office.command("typed", "Anna", entering(1, Result.DRAW)))
        await waiting_writer(db)
        async with asyncio.timeout(10):
            await office.ready()
        before = office.position
    await typed
    after = office.position
    await shared.close()
    assert after == before + 1


async def test_memory_shows_nothing_that_is_not_on_the_disk(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    office = await founded(shared)
    seen: list[tuple[int, int]] = []

    def looking(name: str) -> Decide:
        def decide(t: Tournament) -> list[Event]:
            seen.append((len(t.players), len(office.tournament.players)))
            return register(t, NewPlayer(name))

        return decide

    await asyncio.gather(*(office.command(name, "Anna", looking(name)) for name in "abc"))
    await shared.close()
    assert seen == [(0, 0), (1, 0), (2, 0)]


async def test_a_refusal_touches_none_of_its_neighbours(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    office = await with_boards(shared)
    first, second, third = await asyncio.gather(
        office.command("a", "Anna", entering(1, Result.DRAW)),
        office.command("b", "Boris", entering(1, Result.WHITE_WINS)),
        office.command("c", "Vera", entering(2, Result.DRAW)),
        return_exceptions=True,
    )
    await shared.close()
    assert isinstance(second, ResultDiffers)
    assert isinstance(first, Outcome)
    assert isinstance(third, Outcome)
    assert third.position == first.position + 1


async def test_a_command_sent_twice_at_once_gets_one_answer(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    office = await with_boards(shared)
    answers = await asyncio.gather(*(office.command("tap", "Anna", entering(1, Result.DRAW)) for _ in range(3)))
    stored = await shared.read("open")
    await shared.close()
    assert [entry.command_id for entry in stored].count("tap") == 1
    assert {answer.entries for answer in answers} == {tuple(stored[-1:])}


async def test_a_failed_append_fails_all_of_its_commit_and_moves_nothing(journal: Journal, url: str) -> None:
    shared = AsyncJournal(journal)
    office = await founded(shared)
    with nothing_can_be_written(url):
        answers = await asyncio.gather(
            *(office.command(name, "Anna", registering(name)) for name in "ab"), return_exceptions=True
        )
    assert [isinstance(answer, JournalTrouble) for answer in answers] == [True, True]
    assert office.tournament.players == {}
    await asyncio.gather(*(office.command(name, "Anna", registering(name)) for name in "ab"))
    await shared.close()
    assert [player.name for player in office.tournament.players.values()] == ["a", "b"]


async def test_a_refusal_that_rests_on_a_failed_append_is_decided_anew(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    office = await with_boards(shared)
    unwritable, second, third = await asyncio.gather(
        office.command("a", "\ud800", entering(1, Result.DRAW)),
        office.command("b", "Boris", entering(1, Result.WHITE_WINS)),
        office.command("c", "Vera", entering(2, Result.DRAW)),
        return_exceptions=True,
    )
    await shared.close()
    assert isinstance(unwritable, UnicodeEncodeError)
    assert isinstance(second, Outcome)
    assert isinstance(third, Outcome)
    assert office.tournament.round(1).game(1).result is Result.WHITE_WINS


async def test_what_cannot_be_known_is_read_before_anything_is_decided(journal: Journal, url: str) -> None:
    """The append was stored although its writer was told that it failed: here another process stands for that."""
    shared = AsyncJournal(journal)
    office = await with_boards(shared)
    with nothing_can_be_written(url), pytest.raises(JournalTrouble):
        await office.command("a", "Anna", entering(1, Result.DRAW))
    stored = await shared.append("open", None, "Anna", "a", record_result(office.tournament, 1, 1, Result.DRAW, None))
    with pytest.raises(ResultDiffers):
        await office.command("b", "Boris", entering(1, Result.WHITE_WINS))
    again = await office.command("a", "Anna", entering(1, Result.DRAW))
    await shared.close()
    assert again.entries == tuple(stored)


async def test_as_many_entries_of_another_process_are_not_taken_for_our_own(
    journal: Journal, reopen: Callable[[], Journal]
) -> None:
    shared, other = AsyncJournal(journal), AsyncJournal(reopen())
    office = await with_boards(shared)
    theirs = record_result(office.tournament, 1, 1, Result.DRAW, None)
    await other.append("open", office.position, "Other", "theirs", theirs)
    first, second = await asyncio.gather(
        office.command("a", "Anna", entering(1, Result.WHITE_WINS)),
        office.command("b", "Boris", entering(1, Result.BLACK_WINS, seen=Result.WHITE_WINS)),
        return_exceptions=True,
    )
    await shared.close()
    await other.close()
    assert isinstance(first, ResultDiffers)
    assert isinstance(second, ResultDiffers)
    assert office.tournament.round(1).game(1).result is Result.DRAW


async def test_a_command_stored_by_another_process_leaves_no_gap_in_memory(
    journal: Journal, reopen: Callable[[], Journal]
) -> None:
    shared, other = AsyncJournal(journal), AsyncJournal(reopen())
    office = await with_boards(shared)
    theirs = record_result(office.tournament, 1, 1, Result.DRAW, None)
    await other.append("open", office.position, "Anna", "a", theirs)
    answers = await asyncio.gather(
        office.command("a", "Anna", entering(1, Result.DRAW)),
        office.command("b", "Boris", entering(1, Result.WHITE_WINS, seen=Result.DRAW)),
    )
    stored = await shared.read("open")
    await shared.close()
    await other.close()
    assert office.entries == stored
    assert [answer.entries for answer in answers] == [(stored[-2],), (stored[-1],)]


async def test_whoever_waits_for_a_position_is_woken_when_memory_stands_there(journal: Journal) -> None:
    shared = AsyncJournal(journal)
    office = await founded(shared)
    waiting = asyncio.create_task(office.reached(3))
    await office.command("a", "Anna", registering("a"))
    assert not waiting.done()
    await office.command("b", "Anna", registering("b"))
    await asyncio.wait_for(waiting, 10)
    await shared.close()


@pytest.fixture
def another(reopen: Callable[[], Journal]) -> Journal:
    return reopen()


Wish = tuple[int, int, Result | None, Result | None]
"""Command number (small, so that some are sent twice), board, result (None = clear it), result seen."""

RESULTS = st.sampled_from([Result.WHITE_WINS, Result.DRAW])
WISHES = st.lists(
    st.tuples(st.integers(1, 12), st.integers(1, BOARDS), st.none() | RESULTS, st.none() | RESULTS), max_size=16
)


def deciding(wish: Wish) -> Decide:
    _, board, result, seen = wish
    if result is None:
        return lambda t: clear_result(t, 1, board, seen)
    return lambda t: record_result(t, 1, board, result, seen)


@settings(max_examples=tries(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(here=WISHES, there=WISHES, turns=st.lists(st.integers(0, 3), min_size=16, max_size=16))
async def test_two_offices_at_once_write_what_one_command_after_the_other_would(
    journal: Journal, another: Journal, here: list[Wish], there: list[Wish], turns: list[int]
) -> None:
    """Every stored command is what its decision says of the state right before it, and is stored once."""
    shared, other = AsyncJournal(journal), AsyncJournal(another)
    stream = f"open-{len(journal.streams())}"
    one = await with_boards(shared, stream)
    two = await TournamentOffice(stream, other).ready()
    wishes: dict[str, Wish] = {}

    async def type_all(office: TournamentOffice, mine: list[Wish]) -> list[Outcome | BaseException]:
        sent = []
        for turn, wish in zip(turns, mine, strict=False):
            known = wishes.setdefault(f"{stream} {wish[0]}", wish)
            sent.append(asyncio.create_task(office.command(f"{stream} {known[0]}", "Anna", deciding(known))))
            for _ in range(turn):
                await asyncio.sleep(0)
        return await asyncio.gather(*sent, return_exceptions=True)

    answers = [*await asyncio.gather(type_all(one, here), type_all(two, there))]
    for office in (one, two):
        office.doubt()
        await office.ready()
    stored = await shared.read(stream)
    await shared.rest()
    await other.rest()

    assert one.entries == two.entries == stored
    assert one.tournament == two.tournament == replay(entry.event for entry in stored)
    seeds = len(published_round(BOARDS))
    for at, entry in enumerate(stored[seeds:], seeds):
        before = replay(earlier.event for earlier in stored[:at])
        assert deciding(wishes[entry.command_id])(before) == [entry.event]
    commands = [entry.command_id for entry in stored[seeds:]]
    assert len(commands) == len(set(commands))
    for answer in (a for found in answers for a in found):
        assert isinstance(answer, Outcome | Refusal)
        if isinstance(answer, Outcome):
            assert [*answer.entries] == [entry for entry in stored if entry in answer.entries]
