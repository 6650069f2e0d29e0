"""A small lichess at which games are played: `POST /api/challenge/open` and `POST /api/games/export/_ids`.

https://github.com/lichess-org/api, doc/specs/tags/challenges/api-challenge-open.yaml and
doc/specs/tags/games/api-games-export-_ids.yaml: forms are urlencoded, an error is 400 with its words, too many requests
are 429 as everywhere there; games come newest first, and those that nobody has begun not at all.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from tests.stand_ins import StandIn, standing_in

Said = tuple[int, str, str]
"""Status, type and body."""


@dataclass
class GamesThere:
    url: str = ""
    forms: list[dict[str, str]] = field(default_factory=list)
    """Of the challenges that were made."""
    most: int = 1000
    """Challenges that it makes before it asks for a pause."""
    sleeps: bool = False
    """Another page answers in its place."""
    closed: str = ""
    """A user whose account is closed."""
    moves: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By the id of a game, its moves and its result."""

    def take(self, path: str, kind: str, accept: str, body: str) -> Said:
        if self.sleeps:
            return 200, "text/html", "<h1>Back soon</h1>"
        if path == "/api/challenge/open":
            assert kind == "application/x-www-form-urlencoded"
            return self._challenge(dict(parse_qsl(body, strict_parsing=True)))
        assert urlsplit(path).path == "/api/games/export/_ids"
        assert (kind, accept) == ("text/plain", "application/x-chess-pgn")
        asked = [id for id in reversed(body.split(",")) if id in self.moves]
        return 200, accept, "\n".join(map(self._pgn, asked))

    def _challenge(self, form: dict[str, str]) -> Said:
        limit, increment = int(form["clock.limit"]), int(form["clock.increment"])
        assert 0 <= limit <= 10800
        assert 0 <= increment <= 60
        assert form["rated"] in ("true", "false")
        if len(self.forms) >= self.most:
            return 429, "application/json", json.dumps({"error": "Too many requests. Try again later."})
        if self.closed and self.closed in form.get("users", "").split(","):
            return 400, "application/json", json.dumps({"error": f"{self.closed} has a closed account"})
        self.forms.append(form)
        id = f"gameNo{len(self.forms):02}"
        at = f"{self.url}/{id}"
        said = {"id": id, "url": at, "urlWhite": f"{at}?color=white", "urlBlack": f"{at}?color=black"}
        return 200, "application/json", json.dumps(said | {"status": "created", "rated": False})

    def _pgn(self, id: str) -> str:
        moves, result = self.moves[id]
        tags = {"Event": "Casual", "Site": f"{self.url}/{id}", "White": "ann_1", "Black": "cid", "Result": result}
        return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves} {result}\n"


@contextmanager
def games_at_lichess() -> Iterator[GamesThere]:
    there = GamesThere()

    class Handler(StandIn):
        def do_POST(self) -> None:
            kind, accept = self.headers["Content-Type"], self.headers["Accept"] or ""
            status, said_kind, said = there.take(self.path, kind, accept, self.body().decode())
            self.answer(status, said.encode(), said_kind)

    with standing_in(Handler) as host:
        there.url = f"http://{host}"
        yield there
