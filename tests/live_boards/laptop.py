"""The laptop with the boards: what LiveChess writes there, and `tablo boards` as a process of its own."""

import re
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import httpx

from server.journal import open_journal
from tests.deploy.processes import PASSWORD, PLAIN, token_of
from tests.forked import Program, answer
from tests.live_boards.files import game

OPENING = ("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6", "c3", "O-O")


def made_key(url: str, scope: str = "boards") -> str:
    """A key for the tournament, as the desk shows it once."""
    with httpx.Client(base_url=url, follow_redirects=True, timeout=30) as anna:
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
class Laptop:
    """The folder of the boards and `tablo boards` beside it; `url` is the server, `database` its journal."""

    folder: Path
    url: str
    key: str
    said: Path
    database: str
    sender: Program | None = None

    def environment(self) -> dict[str, str]:
        return {**PLAIN, "TABLO_BOARDS_KEY": self.key}

    @property
    def words(self) -> tuple[str, ...]:
        return ("boards", "--from", str(self.folder), "--to", f"{self.url}/t/open")

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
        with closing(open_journal(self.database)) as journal:
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
            page = httpx.get(f"{self.url}/t/open/live.json", timeout=10)
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

    def run_once(self) -> "subprocess.CompletedProcess[str]":
        return answer(*self.words, "--once", **self.environment())
