"""A server that is killed in the middle of a round has every move that it had answered, and the senders go on."""

import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Condition, Event
from typing import cast

import httpx
import pytest

from domain.games.events import GamesMoved
from domain.moves.games import pgn_games
from domain.stewards.events import ApiKeyMade, Scope
from domain.words.streams import STEWARDS
from server.http.auth import key_text, secret_hash
from server.journal import Journal, open_journal
from server.settings import Settings
from tests.deploy.processes import Server, free_port, with_published_round
from tests.moves.test_games import OPERA

BOARDS, SENDERS, KILLS = 8, 4, 3
[GAME] = pgn_games(OPERA)
PLIES = len(GAME.moves)
KEY = ApiKeyMade("k0", "Boards", secret_hash("secret"), (Scope.BOARDS,))


class Hall:
    """Senders of games, each with boards of its own, and how far each board was answered."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.answered = Counter[int]()
        self.refused = 0
        self.up = Event()
        self.moved = Condition()

    def play(self, boards: Sequence[int]) -> None:
        """Move by move; without an answer the same again, as soon as the server is back."""
        headers = {"Authorization": f"Bearer {key_text('k0', 'secret')}"}
        with httpx.Client(base_url=self.url, headers=headers, timeout=60, trust_env=False) as client:
            for plies in range(1, PLIES + 1):
                for board in boards:
                    self._send(client, board, plies)

    def _send(self, client: httpx.Client, board: int, plies: int) -> None:
        said = {"round": 1, "games": [{"board": board, "moves": GAME.moves[:plies]}]}
        while True:
            self.up.wait()
            try:
                answer = client.post("/api/t/open/boards", json=said)
            except httpx.TransportError:
                with self.moved:
                    self.refused += 1
                continue
            assert answer.status_code == 200, answer.text
            with self.moved:
                self.answered[board] = plies
                self.moved.notify_all()
            return

    def until(self, moves: int) -> None:
        with self.moved:
            assert self.moved.wait_for(lambda: self.answered.total() >= moves, timeout=120)


@contextmanager
def journal_of(data: Path) -> Iterator[Journal]:
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        yield journal


def written(journal: Journal) -> Counter[int]:
    """The number of moves in the journal by board, those that were written twice counted twice."""
    found = Counter[int]()
    for entry in journal.read("games/open"):
        for news in cast(GamesMoved, entry.event).news:
            found[int(news.key[0].partition(".")[2])] += len(news.moves)
    return found


@pytest.mark.process
def test_no_move_that_was_answered_is_lost_and_none_is_kept_twice(tmp_path: Path) -> None:
    data, port = with_published_round(tmp_path / "data", BOARDS), free_port()
    with journal_of(data) as journal:
        journal.append(STEWARDS, 0, "Anna", "key", [KEY], datetime.now(UTC))
    server = Server(tmp_path, "tablo", TABLO_DATA=str(data), TABLO_PORT=str(port)).start()
    hall = Hall(server.url)
    with ThreadPoolExecutor(SENDERS) as senders:
        each = [range(first, BOARDS + 1, SENDERS) for first in range(1, SENDERS + 1)]
        playing = [senders.submit(hall.play, boards) for boards in each]
        for kill in range(1, KILLS + 1):
            hall.up.set()
            hall.until(kill * BOARDS * PLIES // (KILLS + 1))
            hall.up.clear()
            server.stop(signal.SIGKILL)
            with journal_of(data) as journal:
                kept = written(journal)
            assert all(kept[board] >= plies for board, plies in hall.answered.items())
            server.start()
        hall.up.set()
        for one in playing:
            one.result(timeout=120)
    boards = httpx.get(f"{server.url}/t/open/live.json", trust_env=False).json()["data"]["boards"]
    assert {board["half_moves"] for board in boards} == {PLIES}
    server.stop()
    with journal_of(data) as journal:
        assert written(journal) == Counter(dict.fromkeys(range(1, BOARDS + 1), PLIES))
    assert hall.refused
