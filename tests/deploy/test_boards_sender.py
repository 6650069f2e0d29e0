"""The laptop with the boards, `tablo boards` on it, and a server that goes away: two processes as people run them."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from server.settings import Settings
from tests.deploy.processes import PLAIN, Server, free_port, with_published_round
from tests.forked import answer
from tests.live_boards.files import game
from tests.live_boards.laptop import Laptop, made_key


@dataclass
class Hall:
    server: Server
    laptop: Laptop


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    data, folder = with_published_round(tmp_path / "data", 4), tmp_path / "boards"
    folder.mkdir()
    server = Server(tmp_path, "tablo", TABLO_DATA=str(data), TABLO_PORT=str(free_port()))
    server.start()
    key, database = made_key(server.url), Settings(data=data).journal_url
    found = Hall(server, Laptop(folder, server.url, key, tmp_path / "sender.log", database))
    try:
        yield found
    finally:
        found.laptop.stop()
        if server.process is not None:
            server.process.kill()
            server.process.wait()


def test_a_server_that_is_killed_and_comes_back_has_every_move(hall: Hall) -> None:
    for board in range(1, 5):
        hall.laptop.write(board, 4)
    hall.laptop.start()
    for board in range(1, 5):
        hall.laptop.has(board, 4)
    hall.server.stop(signal.SIGKILL)
    assert hall.laptop.kept()[1] == {f"1.{board}": 4 for board in range(1, 5)}
    for board in range(1, 5):
        hall.laptop.write(board, 10, "1-0" if board == 3 else "*")
    hall.laptop.says("trying again")
    hall.server.start()
    for board in range(1, 5):
        hall.laptop.has(board, 10)
    hall.laptop.says("The server answers again")
    assert hall.laptop.kept()[1] == {f"1.{board}": 10 for board in range(1, 5)}
    assert hall.laptop.said.read_text().count("Ended 1-0: 1.3") == 1


def test_a_sender_that_begins_again_writes_nothing_twice(hall: Hall) -> None:
    for board in (1, 2):
        hall.laptop.write(board, 6)
    assert hall.laptop.run_once().returncode == 0
    version = hall.laptop.kept()[0]
    again = hall.laptop.run_once()
    assert (again.returncode, hall.laptop.kept()[0]) == (0, version)
    hall.laptop.write(2, 7)
    hall.laptop.run_once()
    assert hall.laptop.kept() == (version + 1, {"1.1": 6, "1.2": 7})


def test_trouble_with_a_game_is_said_once_and_stops_no_other(hall: Hall) -> None:
    hall.laptop.start()
    hall.laptop.write(1, 3)
    (hall.laptop.folder / "game-2.pgn").write_text(game("1. e4 e5 2. Ra5 h6", Round="1.2", White="?", Black="?"))
    hall.laptop.has(1, 3)
    hall.laptop.write(1, 8)
    (hall.laptop.folder / "game-2.pgn").write_text(game("1. e4 e5 2. Ra5 h6 3. h4", Round="1.2", White="?", Black="?"))
    hall.laptop.has(1, 8)
    hall.laptop.write(1, 9)
    hall.laptop.has(1, 9)
    assert hall.laptop.said.read_text().count("2. Ra5") == 1
    hall.laptop.has(2, 2)


def test_json_of_livechess_is_sent_as_well(hall: Hall) -> None:
    there = hall.laptop.folder / "round-1"
    there.mkdir()
    pairings = [{"white": {"lname": "P0000"}, "black": {"lname": "P0004"}, "result": "*"}]
    (there / "index.json").write_text(json.dumps({"date": "2026-11-28", "pairings": pairings}))
    (there / "game-1.json").write_text(json.dumps({"moves": ["e4 5400+1", "e5 5390"], "result": None}))
    assert hall.laptop.run_once().returncode == 0
    hall.laptop.has(1, 2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"TABLO_BOARDS_KEY": "tablo_0_guessed"}, "does not accept the key"),
        ({"TABLO_BOARDS_KEY": ""}, "key for boards is missing"),
    ],
)
def test_a_wrong_key_is_a_sentence_and_ends_it(hall: Hall, change: dict[str, str], said: str) -> None:
    hall.laptop.write(1, 2)
    done = answer(*hall.laptop.words, **{**hall.laptop.environment(), **change})
    assert done.returncode == 2
    assert said in done.stderr


def test_the_key_may_stand_in_a_file(hall: Hall, tmp_path: Path) -> None:
    hall.laptop.write(1, 2)
    (tmp_path / "key").write_text(f"{hall.laptop.key}\n")
    done = answer(*hall.laptop.words, "--once", "--key-file", str(tmp_path / "key"), **PLAIN)
    assert (done.returncode, "note" in done.stderr) == (0, False)
    hall.laptop.has(1, 2)


UNIX_ALONE = ("fcntl", "grp", "pwd", "resource", "termios", "uvloop")
"""What Python has not on Windows, where LiveChess runs."""


def test_it_begins_without_what_windows_lacks() -> None:
    lacking = f"import sys; sys.modules.update(dict.fromkeys({UNIX_ALONE}))"
    words = ["boards", "--from", "/nowhere", "--to", "http://127.0.0.1:1/t/open"]
    done = subprocess.run(
        [sys.executable, "-c", f"{lacking}; from server.cli import main; sys.exit(main({words}))"],
        capture_output=True,
        text=True,
        env=PLAIN,
        check=False,
    )
    assert (done.returncode, "There is no folder /nowhere" in done.stderr) == (2, True), done.stderr
