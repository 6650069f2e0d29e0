"""A small lichess, as its published description says it takes broadcasts: `POST /api/broadcast/round/{id}/push`.

https://github.com/lichess-org/api, doc/specs/tags/broadcasts: text/plain, a bearer token, up to 100 games, 200 with
what became of each game, 400 with an error. Too many requests are answered 429, as everywhere there.
"""

import io
import json
import queue
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import chess.pgn

from tests.stand_ins import StandIn, standing_in

MOST_GAMES = 100
PUSH = re.compile(r"/api/broadcast/round/(?P<round>[A-Za-z0-9]{8})/push")


@dataclass
class Lichess:
    token: str
    rounds: dict[str, dict[str, chess.pgn.Game]] = field(default_factory=dict)
    """By round and the tag Round, the game as it was pushed last."""
    answers: list[int] = field(default_factory=list)
    """Statuses of the next calls, before it answers as it should."""
    refused: str = ""
    """The White of a game that it does not take."""
    url: str = ""
    pushed: "queue.Queue[tuple[str, int, int]]" = field(default_factory=queue.Queue)
    """Round, status and number of games of each call."""

    def take(self, path: str, bearer: str, kind: str, body: str) -> tuple[int, object]:
        found = PUSH.fullmatch(path)
        if self.answers:
            return self.answers.pop(0), {"error": "not now"}
        if bearer != f"Bearer {self.token}":
            return 401, {"error": "No such token"}
        if found is None or found["round"] not in self.rounds:
            return 404, {"error": "Not found"}
        games = list(_read(body))
        if not kind.startswith("text/plain") or not games or len(games) > MOST_GAMES:
            return 400, {"error": "No games, or too many"}
        return 200, {"games": [self._kept(found["round"], game) for game in games]}

    def _kept(self, round: str, game: chess.pgn.Game) -> dict[str, object]:
        tags = dict(game.headers)
        if game.errors or tags["White"] == self.refused:
            return {"tags": tags, "error": "Invalid PGN"}
        self.rounds[round][tags["Round"]] = game
        return {"tags": tags, "moves": game.end().ply()}

    def moves(self, round: str, board: str) -> list[str]:
        return [node.san() for node in self.rounds[round][board].mainline()]


def _read(text: str) -> Iterator[chess.pgn.Game]:
    file = io.StringIO(text)
    while (found := chess.pgn.read_game(file)) is not None:
        yield found


@contextmanager
def lichess(token: str, *rounds: str) -> Iterator[Lichess]:
    there = Lichess(token, {round: {} for round in rounds})

    class Handler(StandIn):
        def do_POST(self) -> None:
            body = self.body().decode()
            bearer, kind = self.headers["Authorization"], self.headers["Content-Type"]
            status, said = there.take(self.path, bearer, kind, body)
            self.answer(status, json.dumps(said).encode(), "application/json")
            there.pushed.put((self.path.split("/")[4], status, body.count("[Event ")))

    with standing_in(Handler) as host:
        there.url = f"http://{host}"
        yield there
