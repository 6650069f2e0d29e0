"""Games are entries of a stream of their own: they outlive their file, their server and the process that read them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.games.events import DESK, GameNews, GamesMoved
from domain.moves.games import GameOnBoard, PgnGame, pgn_games
from domain.refusals import FileKind, FileTooSlow
from domain.words.streams import games_stream, is_stream, is_tournament, owner_of, tournament_of_games
from server.care.mirror.sender import Mirror, MirrorRefuses, push, ship
from server.cli import main
from server.cluster.lease_keys import key_of_stream
from server.journal import AsyncJournal, BrokenChain, Head, Journal, open_journal
from server.journal.jsonl import check_story, export, import_lines
from server.office.games.kept import MOST_PLIES_OF_A_WORKER, ToPlay, play_all
from server.office.tournaments import Office
from tests.crosstable import history
from tests.journal.test_mirror import TOKEN, free_port, serving, told_into
from tests.live_boards.files import game
from tests.moves.test_games import OPERA
from tests.public.served import write

FOUR = history("Ann ?w3\nBob ?w4\nCid ?b1\nDee ?b2")
SOURCE = "api:hall"
NINE = datetime(2026, 11, 28, 9, tzinfo=UTC)
CANNOT_FOLLOW = GamesMoved(SOURCE, (GameNews(("1.1",), None, 3, ("e4",), (None,)),))


def games(*moves: str) -> list[PgnGame]:
    return pgn_games("".join(game(text, Round=f"1.{n}", White="?", Black="?") for n, text in enumerate(moves, 1)))


@asynccontextmanager
async def offices(journal: Journal) -> AsyncIterator[Office]:
    """With one tournament, which is open."""
    store = AsyncJournal(journal)
    if store.journal.head("open") is None:
        await write(store, "open", FOUR)
    async with Office(store).running() as office:
        await office.open("open")
        yield office


def moves_in(office: Office) -> list[int]:
    return [len(kept.game.moves) for kept in office.games.all("open").games.values()]


async def test_games_are_there_after_the_journal_was_opened_again(reopen: Callable[[], Journal]) -> None:
    async with offices(reopen()) as office:
        await office.games.take("open", SOURCE, games("1. e4 e5", "1. d4"), "Anna")
        before = office.games.shown("open")
    async with offices(reopen()) as office:
        after = office.games.shown("open")
        assert (moves_in(office), after.revision) == ([2, 1], before.revision)
        assert [one.at for one in after.games.values()] == [one.at for one in before.games.values()]
        assert after.boards(1) == before.boards(1)


async def test_what_is_known_already_writes_no_entry(journal: Journal) -> None:
    async with offices(journal) as office:
        for _ in range(3):
            taken = await office.games.take("open", SOURCE, games("1. e4 e5", "1. d4"), "Anna")
            assert [len(kept.game.moves) for kept in taken] == [2, 1]
        assert journal.versions()[games_stream("open")] == 1


async def test_messages_of_the_same_moment_follow_each_other(journal: Journal) -> None:
    async with offices(journal) as office:
        said = [games("1. e4"), games("1. e4 e5"), games("1. e4 e5 2. Nf3")]
        await asyncio.gather(*(office.games.take("open", SOURCE, one, "Anna") for one in said))
        assert moves_in(office) == [3]


async def test_two_processes_that_meet_decide_anew(journal: Journal) -> None:
    async with offices(journal) as one, offices(journal) as two:
        await one.games.take("open", "a", games("1. e4 e5"), "Anna")
        await two.games.take("open", "b", games("1. e4 e5 2. Nf3", "1. d4"), "Boris")
        await one.games.take("open", "a", games("1. e4 e5 2. Nf3 Nc6"), "Anna")
        assert moves_in(one) == [4, 1]
        assert journal.versions()[games_stream("open")] == 3


async def test_what_another_process_writes_is_heard(journal: Journal) -> None:
    async with offices(journal) as one, offices(journal) as two:
        for text in ("1. e4 e5", "1. e4 e5 2. Nf3"):
            await one.games.take("open", "a", games(text), "Anna")
            await two.journal.following.sweep()
            assert two.games.shown("open").boards(1) == one.games.shown("open").boards(1)
        await one.games.take("open", "a", games("1. e4 e5 2. Nf3 Nc6"), "Anna")
        await two.journal.following.take(journal.read(games_stream("open"), 2))
        assert moves_in(two) == [4]


async def test_many_moves_at_once_are_worked_out_elsewhere(journal: Journal) -> None:
    async with offices(journal) as office:
        long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3"
        taken = await office.games.take("open", SOURCE, games(*[long] * 8), "Anna")
        assert [kept.waiting for kept in taken] == [0] * 8
        assert {kept.on_board.read for kept in taken} == {17}


async def test_the_desk_removes_a_game(journal: Journal) -> None:
    async with offices(journal) as office:
        [kept] = await office.games.take("open", SOURCE, games("1. e4 e5"), "Anna")
        await office.games.leave("open", DESK, kept.game.key, "Anna")
        await office.games.leave("open", DESK, kept.game.key, "Anna")
        assert (moves_in(office), journal.versions()[games_stream("open")]) == ([], 2)


async def test_many_moves_are_given_to_workers_in_pieces(journal: Journal) -> None:
    given: list[int] = []

    async def play(games: ToPlay) -> list[GameOnBoard]:
        given.append(sum(len(game.moves) for game, _ in games))
        return play_all(games)

    async with offices(journal) as office:
        office.games.play = play
        [opera] = pgn_games(OPERA)
        many = [PgnGame({"Round": f"1.{n}"}, opera.moves, opera.clocks, None, True) for n in range(300)]
        taken = await office.games.take("open", SOURCE, many, "Anna")
        assert (sum(given), {kept.on_board.read for kept in taken}) == (300 * 33, {33})
        assert max(given) <= MOST_PLIES_OF_A_WORKER + 33
        assert office.known("open").weight > 300  # type: ignore[union-attr]


async def test_a_worker_that_fails_keeps_no_move_from_the_journal(journal: Journal) -> None:
    async def fail(games: ToPlay) -> list[GameOnBoard]:
        raise FileTooSlow("", FileKind.GAMES, 10)

    async with offices(journal) as office:
        office.games.play = fail
        [opera] = pgn_games(OPERA)
        many = [PgnGame({"Round": f"1.{n}"}, opera.moves, opera.clocks, None, True) for n in range(3)]
        taken = await office.games.take("open", SOURCE, many, "Anna")
        assert [kept.on_board.read for kept in taken] == [33] * 3


async def test_games_as_they_were_at_an_earlier_time(journal: Journal) -> None:
    async with offices(journal) as office:
        [first] = await office.games.take("open", SOURCE, games("1. e4 e5"), "Anna")
        await office.games.take("open", SOURCE, games("1. e4 e5 2. Nf3"), "Anna")
        then = await asyncio.to_thread(office.games.shown_then, "open", first.at[-1])
        assert [len(kept.game.moves) for kept in then.games.values()] == [2]


async def test_the_first_games_are_told_as_such(journal: Journal) -> None:
    told: list[tuple[str, bool]] = []
    async with offices(journal) as office:
        office.games.changed = lambda slug, first: told.append((slug, first))
        await office.games.take("open", SOURCE, games("1. e4"), "Anna")
        await office.games.take("open", SOURCE, games("1. e4 e5"), "Anna")
    assert told == [("open", True), ("open", False)]


async def test_a_damaged_stream_of_games_keeps_the_tournament_in_view(tmp_path: Path) -> None:
    journal = open_journal(f"sqlite://{tmp_path / 'tablo.sqlite'}")
    await write(AsyncJournal(journal), games_stream("open"), [CANNOT_FOLLOW])
    async with offices(journal) as office:
        assert office.known("open") is not None
        assert not office.games.has("open")
        with pytest.raises(BrokenChain):
            await office.games.take("open", SOURCE, games("1. e4"), "Anna")
    journal.close()


def test_an_export_and_an_import_carry_them(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    here, there = tmp_path / "here.sqlite", tmp_path / "there.sqlite"
    with closing(open_journal(str(here))) as journal:
        asyncio.run(_written(journal))
        lines = list(export(journal, [info.stream for info in journal.streams()]))
    with closing(open_journal(str(there))) as other:
        assert {one.stream for one in import_lines(other, lambda: lines, "x")} == {"open", "games/open"}
        assert isinstance(other.verify("games/open"), Head)
        check_story("games/open", other.read("games/open"))
    assert main(["journal", "export", "open", "--database", str(here)]) == 0
    assert b'"stream":"games/open"' in capfdbinary.readouterr().out


def test_a_mirror_gets_the_games_of_the_tournaments_it_gets(journal: Journal, tmp_path: Path) -> None:
    hall = open_journal(str(tmp_path / "hall.sqlite"))
    asyncio.run(_written(hall))
    with serving(journal, free_port()) as url:
        assert ship(hall, Mirror(url, TOKEN), ["open"], True, told_into([]))
        asyncio.run(_written(hall, "1. e4 e5 2. Nf3"))
        assert ship(hall, Mirror(url, TOKEN), [], True, told_into([]))
    assert journal.head("games/open") == hall.head("games/open")
    hall.close()


def test_a_mirror_takes_no_news_of_a_game_that_is_not_there(journal: Journal, tmp_path: Path) -> None:
    hall = open_journal(str(tmp_path / "hall.sqlite"))
    hall.append("games/open", 0, "Anna", "c", [CANNOT_FOLLOW], NINE)
    with serving(journal, free_port()) as url, pytest.raises(MirrorRefuses):
        push(hall, Mirror(url, TOKEN), "games/open")
    assert journal.streams() == []
    hall.close()


async def _written(journal: Journal, moves: str = "1. e4 e5") -> None:
    async with offices(journal) as office:
        await office.games.take("open", SOURCE, games(moves), "Anna")


def test_the_stream_is_named_for_its_tournament() -> None:
    assert games_stream("open") == "games/open"
    assert [tournament_of_games(one) for one in ("games/open", "games/hall", "games/", "open")] == ["open", "", "", ""]
    assert is_stream("games/open")
    assert not is_tournament("games/open")
    assert (owner_of("games/open"), owner_of("open")) == ("open", "open")
    assert key_of_stream("games/open") == "t/open"
