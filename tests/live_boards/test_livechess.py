"""Rounds in the shapes of DGT LiveChess: an index with a file for each game, and a PGN file for each game."""

import json
from pathlib import Path

import pytest

from domain.moves.games import played
from domain.words.games import Result
from server.live_boards.livechess import UnreadableRound, indexed_game, round_index
from server.live_boards.watching import MOST_RETRIES, GamesPlace
from tests.live_boards.files import game

INDEX = {
    "date": "2026-11-28",
    "pairings": [
        {
            "white": {"fname": "Ann", "mname": None, "lname": "Able", "title": "WGM", "fideid": 1234567},
            "black": {"fname": "Bob", "mname": "B.", "lname": "Baker", "title": None, "fideid": None},
            "result": "*",
            "live": True,
        },
        {"white": None, "black": None, "result": "0-1", "live": False},
    ],
}
FIRST = {
    "live": True,
    "serialNr": "45539",
    "firstMove": 1702888257332,
    "chess960": 518,
    "result": None,
    "comment": None,
    "clock": {"white": 4860, "black": 5400, "time": 1702888259000},
    "moves": ["e4 4903+556", "c5 5453+8", "Nf3 +13", "d6 5390", "d4"],
}
SECOND = {"live": False, "chess960": 518, "result": "BLACKWIN", "clock": None, "moves": ["f3", "e5", "g4", "Qh4#"]}


def write(folder: Path, name: str, content: object) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(content if isinstance(content, str) else json.dumps(content))


def test_a_game_has_moves_clocks_and_the_players_of_the_index() -> None:
    one = indexed_game(json.dumps(FIRST).encode(), round_index(json.dumps(INDEX).encode()), round=3, board=1)
    assert one.moves == ("e4", "c5", "Nf3", "d6", "d4")
    assert one.clocks == (4903, 5453, None, 5390, 4860)
    assert (one.tags["White"], one.tags["Black"]) == ("Able, Ann", "Baker, Bob B.")
    assert (one.tags["WhiteFideId"], one.tags["Round"], one.tags["Date"]) == ("1234567", "3.1", "2026.11.28")
    assert "FEN" not in one.tags
    assert played(one).read == 5


def test_a_board_that_has_not_begun_says_nothing() -> None:
    empty = {"live": False, "moves": None, "result": None, "clock": {"white": 5400.0, "black": None}}
    one = indexed_game(json.dumps(empty).encode(), round_index(json.dumps(INDEX).encode()), round=3, board=1)
    assert (one.moves, one.clocks, one.result) == ((), (), None)


def test_chess960_begins_at_the_position_of_its_number() -> None:
    moved = {**FIRST, "chess960": 0, "moves": ["Nd3"]}
    one = indexed_game(json.dumps(moved).encode(), round_index(json.dumps(INDEX).encode()), round=3, board=1)
    assert one.tags["FEN"].startswith("bbqnnrkr/")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b'{"moves": ["e4"',
        b"[]",
        b'{"moves": 3}',
        b'{"chess960": 960}',
        b"\xff",
        b'{"moves": ["\xff"]}',
        b"[" * 9000,
    ],
)
def test_half_a_file_and_other_files_are_unreadable(content: bytes) -> None:
    with pytest.raises(UnreadableRound):
        indexed_game(content, round_index(json.dumps(INDEX).encode()), round=3, board=1)


def test_a_folder_is_read_round_by_round(tmp_path: Path) -> None:
    write(tmp_path / "round-3", "index.json", INDEX)
    write(tmp_path / "round-3", "game-1.json", FIRST)
    write(tmp_path / "round-3", "game-2.json", SECOND)
    place = GamesPlace(tmp_path)
    assert place.look()
    first, second = place.games
    assert (first.tags["Round"], len(first.moves), first.result) == ("3.1", 5, None)
    assert (second.tags["Round"], len(second.moves), second.result) == ("3.2", 4, Result.BLACK_WINS)
    assert not place.look()
    write(tmp_path / "round-3", "game-1.json", {**FIRST, "moves": [*FIRST["moves"], "cxd4 5300"]})
    assert place.look()
    assert len(place.games[0].moves) == 6


def test_a_file_that_stays_unreadable_is_named_and_stops_no_other(tmp_path: Path) -> None:
    write(tmp_path / "round-3", "index.json", INDEX)
    write(tmp_path / "round-3", "game-1.json", FIRST)
    write(tmp_path / "round-3", "game-2.json", SECOND)
    place = GamesPlace(tmp_path)
    place.look()
    write(tmp_path / "round-3", "game-1.json", '{"moves": ["e4", "')
    for _ in range(MOST_RETRIES + 2):
        place.look()
    assert place.unreadable == ["game-1.json"]
    assert [len(one.moves) for one in place.games] == [5, 4]
    write(tmp_path / "round-3", "game-1.json", FIRST)
    place.look()
    assert place.unreadable == []


def test_a_game_in_a_file_of_its_own_is_placed_by_its_folder(tmp_path: Path) -> None:
    write(tmp_path / "round-3", "game-7.pgn", game(White="Ann"))
    write(tmp_path / "round-3", "game-8.pgn", game(White="Cid", Round="2.1"))
    write(tmp_path, "game-9.pgn", game(White="Eve", Round="?"))
    place = GamesPlace(tmp_path)
    place.look()
    where = {one.tags["White"]: one.tags for one in place.games}
    assert (where["Ann"]["Round"], where["Cid"]["Round"], where["Eve"]["Board"]) == ("3.7", "2.1", "9")
