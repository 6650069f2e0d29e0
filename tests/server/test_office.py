"""One writer per tournament: commands decided on memory, written, and only then true."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from domain.decisions.players.registering import NewPlayer, register
from domain.decisions.rounds.results import record_result
from domain.decisions.setup.announcing import amend_details
from domain.events import DetailsAmended
from domain.refusals import ResultDiffers
from domain.tournament import replay
from domain.words.games import Result
from domain.words.regulations import Details, Regulations
from server.journal import AsyncJournal, CommandIdReused, JournalTrouble, open_journal
from server.office.tournaments import NoSuchTournament, TournamentOffice
from tests.crosstable import announcement
from tests.server.offices import announced, office, with_round_one


async def test_a_command_is_in_the_journal_and_in_memory(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        outcome = await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")))
        stored = await running.journal.read(tournament.id)
    assert [entry.event for entry in stored] == tournament.tournament.history
    assert (outcome.position, outcome.entries[0].by) == (2, "Boris")


async def test_a_repeated_command_changes_nothing_and_answers_the_same(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        first = await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")))
        again = await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")))
    assert again.entries == first.entries
    assert len(tournament.tournament.players) == 1


async def test_a_command_is_known_again_after_a_restart(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        first = await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")))
    async with office(tmp_path) as running:
        tournament = await running.open("club-open")
        again = await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")))
    assert again.entries == first.entries


async def test_two_different_results_for_one_board_at_once_leave_one_and_a_refusal(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await with_round_one(running)
        answers = await asyncio.gather(
            tournament.command("a", "Anna", lambda t: record_result(t, 1, 1, Result.WHITE_WINS, None)),
            tournament.command("b", "Boris", lambda t: record_result(t, 1, 1, Result.DRAW, None)),
            return_exceptions=True,
        )
    assert tournament.tournament.round(1).game(1).result is Result.WHITE_WINS
    assert isinstance(answers[1], ResultDiffers)


async def test_results_of_different_boards_at_once_are_all_kept(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await with_round_one(running)
        boards = list(tournament.tournament.round(1).matches)
        await asyncio.gather(
            *(
                tournament.command(f"c{b}", "Anna", lambda t, b=b: record_result(t, 1, b, Result.DRAW, None))
                for b in boards
            )
        )
    assert all(game.result is Result.DRAW for game in tournament.tournament.round(1).games)


async def test_a_refused_command_leaves_the_journal_alone(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await with_round_one(running)
        before = tournament.position
        with pytest.raises(ResultDiffers):
            await tournament.command("x", "A", lambda t: record_result(t, 1, 1, Result.DRAW, Result.WHITE_WINS))
        assert len(await running.journal.read(tournament.id)) == before


async def test_a_failed_append_leaves_memory_unmoved_and_the_next_one_works(tmp_path: Path) -> None:
    journal = AsyncJournal(open_journal(str(tmp_path / "tablo.sqlite")))
    tournament = TournamentOffice("open", journal)
    await tournament.command("c", "A", lambda _: announcement())
    with closing(sqlite3.connect(tmp_path / "tablo.sqlite")) as disk:
        disk.execute("ALTER TABLE stored_events RENAME TO elsewhere")
        with pytest.raises(JournalTrouble):
            await tournament.command("x", "A", lambda t: register(t, NewPlayer("Euwe, Max")))
        assert tournament.tournament.players == {}
        disk.execute("ALTER TABLE elsewhere RENAME TO stored_events")
    await tournament.command("x", "A", lambda t: register(t, NewPlayer("Euwe, Max")))
    await journal.close()
    assert len(tournament.tournament.players) == 1


async def test_a_command_decides_again_after_another_process_wrote(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        other = AsyncJournal(open_journal(str(tmp_path / "tablo.sqlite")))
        elsewhere = await other.read(tournament.id)
        state = replay(entry.event for entry in elsewhere)
        await other.append(tournament.id, 1, "Other", "o1", register(state, NewPlayer("Tal, Mihail")))
        await tournament.command("mine", "Anna", lambda t: register(t, NewPlayer("Euwe, Max")))
        await other.close()
        names = [p.name for p in tournament.tournament.players.values()]
    assert names == ["Tal, Mihail", "Euwe, Max"]


async def test_a_new_tournament_of_another_process_appears(tmp_path: Path) -> None:
    async with office(tmp_path) as here, office(tmp_path) as there:
        await here.journal.following.take((await announced(there, "Elsewhere")).entries)
        assert (await here.open("elsewhere")).tournament.details.name == "Elsewhere"


async def test_a_caller_that_goes_away_does_not_break_the_command(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        task = asyncio.create_task(tournament.command("x", "A", lambda t: register(t, NewPlayer("Euwe, Max"))))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await tournament.rest()
        assert len(tournament.tournament.players) == 1
        assert len(await running.journal.read(tournament.id)) == tournament.position


async def test_every_change_is_told_once_and_in_order(tmp_path: Path) -> None:
    told: list[tuple[str, int]] = []
    async with office(tmp_path) as running:
        running.changed = lambda id, position, _news: told.append((id, position))
        tournament = await announced(running)
        for n in range(3):
            await tournament.command(f"c{n}", "A", lambda t, n=n: register(t, NewPlayer(f"P{n}")))
    assert told == [("club-open", n) for n in (1, 2, 3, 4)]


async def test_a_decision_without_events_writes_nothing(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        outcome = await tournament.command("same", "A", lambda t: amend_details(t, t.details))
    assert (outcome.entries, outcome.position) == ((), 1)


async def test_an_unknown_tournament_is_refused(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        with pytest.raises(NoSuchTournament):
            await running.open("nowhere")


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Купа „Левски“ 2026", "kupa-levski-2026"),
        ("Мемориал Щастливеца", "memorial-shtastlivetsa"),
        ("Großer Preis — Łódź", "grosser-preis-lodz"),
        ("棋", "qi"),
        ("???", "tournament"),
        ("hall", "hall-2"),
    ],
)
async def test_a_tournament_is_found_under_its_name_in_latin_letters(tmp_path: Path, name: str, slug: str) -> None:
    async with office(tmp_path) as running:
        assert (await announced(running, name)).id == slug


async def test_two_tournaments_of_one_name_have_two_addresses(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        await announced(running)
        decide = lambda _: [DetailsAmended(Details("Club open"))]  # noqa: E731
        assert (await running.create("Club open", "another", "Anna", decide)).id == "club-open-2"


async def test_creating_twice_with_one_command_gives_one_tournament(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        first = await announced(running)
        assert await announced(running) is first


async def test_a_name_taken_by_another_process_gets_another_address(tmp_path: Path) -> None:
    decide = lambda _: announcement(details=Details("Club open"))  # noqa: E731
    async with office(tmp_path) as here:
        other = AsyncJournal(open_journal(str(tmp_path / "tablo.sqlite")))
        await other.append("club-open", 0, "Other", "theirs", decide(None))
        made = await here.create("Club open", "mine", "Anna", decide)
        await other.close()
        assert made.id == "club-open-2"
        assert len(await here.journal.read("club-open")) == 1


async def test_an_impatient_double_click_creates_one_tournament(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        first, second = await asyncio.gather(announced(running), announced(running))
        assert first is second


async def with_a_damaged_one(folder: Path) -> None:
    """Alpha, Beta and Gamma, of which somebody with an editor has changed Beta."""
    async with office(folder) as running:
        for name, player in (("Alpha", "Euwe, Max"), ("Beta", "Tal, Mihail"), ("Gamma", "Keres, Paul")):
            tournament = await announced(running, name)
            await tournament.command(f"{name}-1", "A", lambda t, player=player: register(t, NewPlayer(player)))
    file = folder / "tablo.sqlite"
    file.write_bytes(file.read_bytes().replace(b"Tal, Mihail", b"Tal, Mikhai"))


async def test_a_damaged_tournament_keeps_no_other_from_being_read(tmp_path: Path) -> None:
    await with_a_damaged_one(tmp_path)
    async with office(tmp_path) as running:
        await running.started()
        assert {one.id for one in running.folded} == {"alpha", "gamma"}
        assert running.unread == 0
        assert "hash-does-not-fit" in str(running.unreadable["beta"].trouble)
        with pytest.raises(JournalTrouble):
            await running.open("beta")


async def test_a_tournament_that_cannot_be_read_is_called_by_its_address(tmp_path: Path) -> None:
    await with_a_damaged_one(tmp_path)
    async with office(tmp_path) as running:
        await running.started()
        assert [running.name_of(id) for id in running] == ["Alpha", "beta", "Gamma"]


async def test_a_damaged_tournament_keeps_nobody_from_announcing_another(tmp_path: Path) -> None:
    await with_a_damaged_one(tmp_path)
    async with office(tmp_path) as running:
        assert (await announced(running, "Delta")).id == "delta"


async def test_a_command_that_made_a_tournament_is_known_before_that_is_read(tmp_path: Path) -> None:
    await with_a_damaged_one(tmp_path)
    async with office(tmp_path) as running:
        made, _ = await asyncio.gather(announced(running, "Gamma"), running.started())
        assert (made.id, made.position) == ("gamma", 2)


async def test_a_command_id_sent_again_with_something_else_is_refused(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")), "first")
        with pytest.raises(CommandIdReused):
            await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Tal, Mikhail")), "second")
        again = await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")), "first")
    assert [player.name for player in tournament.tournament.players.values()] == ["Euwe, Max"]
    assert again.position == 2


async def test_after_a_restart_too_a_command_id_means_what_it_meant(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")), "first")
    async with office(tmp_path) as running:
        tournament = await running.open("club-open")
        with pytest.raises(CommandIdReused):
            await tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Tal, Mikhail")), "second")


async def test_of_two_commands_with_one_id_in_one_moment_the_second_is_refused(tmp_path: Path) -> None:
    async with office(tmp_path) as running:
        tournament = await announced(running)
        answers = await asyncio.gather(
            tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Euwe, Max")), "first"),
            tournament.command("c1", "Boris", lambda t: register(t, NewPlayer("Tal, Mikhail")), "second"),
            return_exceptions=True,
        )
    assert isinstance(answers[1], CommandIdReused)
    assert [player.name for player in tournament.tournament.players.values()] == ["Euwe, Max"]


async def test_the_id_that_made_a_tournament_makes_no_other_one(tmp_path: Path) -> None:
    decide = lambda _: announcement(Regulations(rounds=5), Details("Club open"))  # noqa: E731
    async with office(tmp_path) as running:
        made = await running.create("Club open", "create", "Anna", decide, "first")
        assert await running.create("Club open", "create", "Anna", decide, "first") is made
        with pytest.raises(CommandIdReused):
            await running.create("Blitz", "create", "Anna", decide, "second")
        assert list(running) == ["club-open"]
