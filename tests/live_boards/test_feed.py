"""Positions travel on their own: a move tells the topic of live boards alone, and a result prints no board again."""

from pathlib import Path

from domain.events import ResultRecorded
from domain.moves.games import pgn_games
from domain.words.games import Result
from server.journal import AsyncJournal, open_journal
from server.live.frames import Channel, difference
from server.live.topics import Live
from server.office.tournaments import Office
from tests.crosstable import history
from tests.live_boards.files import game
from tests.public.served import write

OPEN = history("Ann ?w3\nBob ?w4\nCid ?b1\nDee ?b2")
LIVE = Channel("t/open/live", "html")
PAIRINGS = Channel("t/open/pairings", "html")


async def test_a_move_and_a_result_change_what_they_concern_and_nothing_else(tmp_path: Path) -> None:
    begun = game("1. e4", Round="1.1", White="?", Black="?") + game(Round="1.2", White="?", Black="?")
    journal = AsyncJournal(open_journal(f"sqlite://{tmp_path / 'tablo.sqlite'}"))
    await write(journal, "open", OPEN)
    async with Office(journal).running() as office:
        tournament = await office.open("open")
        await office.games.take("open", "api", pgn_games(begun), "Tablo")
        live = Live(office)
        boards, pairings = live(LIVE), live(PAIRINGS)
        assert boards is not None
        assert pairings is not None
        await office.games.take("open", "api", pgn_games(begun.replace("1. e4 ", "1. e4 e5 ", 1)), "Tablo")
        moved = live(LIVE, boards)
        assert moved is not None
        patch = difference(boards.parts, moved.parts)
        assert patch is not None
        assert [key for key, _ in patch.changed] == ["b1"]
        assert moved.position > boards.position
        assert (live(PAIRINGS, pairings) or pairings).parts == pairings.parts
        await tournament.command("c1", "Anna", lambda _: [ResultRecorded(1, 2, Result.DRAW)])
        after = live(LIVE, moved)
        assert after is not None
        assert after.parts["b1"] is moved.parts["b1"]
    await journal.close()
