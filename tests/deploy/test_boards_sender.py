"""The laptop with the boards, `tablo boards` on it, and a server that goes away: two processes as people run them."""

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import PASSWORD, PLAIN, Server, free_port, token_of, with_published_round
from tests.forked import Program, answer
from tests.live_boards.files import game

OPENING = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3", "O-O")


def made_key(server: Server, scope: str = "boards") -> str:
    """A key for the tournament, as the desk shows it once."""
    with httpx.Client(base_url=server.url, follow_redirects=True, timeout=30) as anna:
        token = token_of(anna.get("/desk/login").text)
        anna.post("/desk/login", data={"form_token": token, "name": "Anna", "password": PASSWORD})
        page = anna.get("/desk/t/open/keys").text
        command = re.search(r'name="command_id" value="([^"]+)"', page)
        assert command is not None
        form = {"form_token": token_of(page), "command_id": command[1], "name": "Hall", "scopes": scope}
        found = re.search(r'id="made">([^<]+)<', anna.post("/desk/t/open/keys", data=form).text)
        assert found is not None
        return found[1]


@dataclass
class Hall:
    folder: Path
    server: Server
    key: str
    said: Path
    sender: Program | None = None

    def environment(self) -> dict[str, str]:
        return {**PLAIN, "TABLO_BOARDS_KEY": self.key}

    @property
    def words(self) -> tuple[str, ...]:
        return ("boards", "--from", str(self.folder), "--to", f"{self.server.url}/t/open")

    def start(self) -> None:
        self.sender = Program(self.words, self.said, self.said, self.environment())

    def stop(self) -> None:
        if self.sender is not None and self.sender.poll() is None:
            self.sender.send_signal(signal.SIGKILL)
            self.sender.wait(60)

    def write(self, board: int, plies: int, result: str = "*") -> None:
        """As LiveChess does: the whole file anew."""
        moves = " ".join(f"{n // 2 + 1}. {one}" if n % 2 == 0 else one for n, one in enumerate(OPENING[:plies]))
        (self.folder / f"game-{board}.pgn").write_text(game(moves, result, Round=f"1.{board}", White="?", Black="?"))

    def kept(self) -> tuple[int, dict[str, int]]:
        """The version of the games in the journal, and the plies of each by round and board."""
        plies: dict[str, int] = {}
        version = 0
        with closing(open_journal(Settings(data=self.server.log.parent / "data").journal_url)) as journal:
            for entry in journal.read("games/open"):
                version = entry.version
                for news in getattr(entry.event, "news", ()):
                    plies[news.key[0]] = news.after + len(news.moves)
        return version, plies

    def has(self, board: int, plies: int) -> None:
        """Waits until the server shows so many moves."""
        self.until(lambda: self._shown().get(board) == plies)

    def _shown(self) -> dict[int, int]:
        try:
            page = httpx.get(f"{self.server.url}/t/open/live.json", timeout=10)
        except httpx.TransportError:
            return {}
        return {one["board"]: one["half_moves"] for one in page.json()["data"]["boards"]} if page.is_success else {}

    def says(self, text: str) -> None:
        self.until(lambda: self.said.exists() and text in self.said.read_text())

    def until(self, true: Callable[[], bool]) -> None:
        deadline = time.monotonic() + 60
        while not true():
            if time.monotonic() > deadline:
                raise AssertionError(self.said.read_text())
            time.sleep(0.02)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    data, folder = with_published_round(tmp_path / "data", 4), tmp_path / "boards"
    folder.mkdir()
    server = Server(tmp_path, "tablo", TABLO_DATA=str(data), TABLO_PORT=str(free_port()))
    server.start()
    found = Hall(folder, server, made_key(server), tmp_path / "sender.log")
    try:
        yield found
    finally:
        found.stop()
        if server.process is not None:
            server.process.kill()
            server.process.wait()


def test_a_server_that_is_killed_and_comes_back_has_every_move(hall: Hall) -> None:
    for board in range(1, 5):
        hall.write(board, 4)
    hall.start()
    for board in range(1, 5):
        hall.has(board, 4)
    hall.server.stop(signal.SIGKILL)
    assert hall.kept()[1] == {f"1.{board}": 4 for board in range(1, 5)}
    for board in range(1, 5):
        hall.write(board, 10, "1-0" if board == 3 else "*")
    hall.says("trying again")
    hall.server.start()
    for board in range(1, 5):
        hall.has(board, 10)
    hall.says("The server answers again")
    assert hall.kept()[1] == {f"1.{board}": 10 for board in range(1, 5)}
    assert hall.said.read_text().count("Ended 1-0: 1.3") == 1


def test_a_sender_that_begins_again_writes_nothing_twice(hall: Hall) -> None:
    for board in (1, 2):
        hall.write(board, 6)
    assert run_once(hall).returncode == 0
    version = hall.kept()[0]
    again = run_once(hall)
    assert (again.returncode, hall.kept()[0]) == (0, version)
    hall.write(2, 7)
    run_once(hall)
    assert hall.kept() == (version + 1, {"1.1": 6, "1.2": 7})


def run_once(hall: Hall) -> "subprocess.CompletedProcess[str]":
    return answer(*hall.words, "--once", **hall.environment())


def test_trouble_with_a_game_is_said_once_and_stops_no_other(hall: Hall) -> None:
    hall.start()
    hall.write(1, 3)
    (hall.folder / "game-2.pgn").write_text(game("1. e4 e5 2. Ra5 h6", Round="1.2", White="?", Black="?"))
    hall.has(1, 3)
    hall.write(1, 8)
    (hall.folder / "game-2.pgn").write_text(game("1. e4 e5 2. Ra5 h6 3. h4", Round="1.2", White="?", Black="?"))
    hall.has(1, 8)
    hall.write(1, 9)
    hall.has(1, 9)
    assert hall.said.read_text().count("2. Ra5") == 1
    hall.has(2, 2)


def test_json_of_livechess_is_sent_as_well(hall: Hall) -> None:
    there = hall.folder / "round-1"
    there.mkdir()
    pairings = [{"white": {"lname": "P0000"}, "black": {"lname": "P0004"}, "result": "*"}]
    (there / "index.json").write_text(json.dumps({"date": "2026-11-28", "pairings": pairings}))
    (there / "game-1.json").write_text(json.dumps({"moves": ["e4 5400+1", "e5 5390"], "result": None}))
    assert run_once(hall).returncode == 0
    hall.has(1, 2)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"TABLO_BOARDS_KEY": "tablo_0_guessed"}, "does not accept the key"),
        ({"TABLO_BOARDS_KEY": ""}, "key for boards is missing"),
    ],
)
def test_a_wrong_key_is_a_sentence_and_ends_it(hall: Hall, change: dict[str, str], said: str) -> None:
    hall.write(1, 2)
    done = answer(*hall.words, **{**hall.environment(), **change})
    assert done.returncode == 2
    assert said in done.stderr


def test_the_key_may_stand_in_a_file(hall: Hall, tmp_path: Path) -> None:
    hall.write(1, 2)
    (tmp_path / "key").write_text(f"{hall.key}\n")
    done = answer(*hall.words, "--once", "--key-file", str(tmp_path / "key"), **PLAIN)
    assert (done.returncode, "note" in done.stderr) == (0, False)
    hall.has(1, 2)


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
