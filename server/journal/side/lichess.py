"""Rounds that lichess broadcasts, with its tokens, and rounds that are played there, with players' names and links."""

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from domain.records import dataclass
from server.journal.side.rows import SideTables

CREATE_BROADCASTS = (
    "CREATE TABLE IF NOT EXISTS broadcast_rounds (stream TEXT NOT NULL, round BIGINT NOT NULL, id TEXT NOT NULL, "
    "token TEXT NOT NULL, PRIMARY KEY (stream, round))"
)


@dataclass(frozen=True, slots=True)
class BroadcastRound:
    """A round at lichess: its id there, and the token that may write it."""

    id: str
    token: str = field(repr=False)


class BroadcastStore(SideTables):
    def keep(self, stream: str, round: int, there: BroadcastRound) -> None:
        self._run(
            "INSERT INTO broadcast_rounds (stream, round, id, token) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (stream, round) DO UPDATE SET id = excluded.id, token = excluded.token",
            (stream, round, there.id, there.token),
        )

    def drop(self, stream: str, round: int) -> None:
        self._run("DELETE FROM broadcast_rounds WHERE stream = ? AND round = ?", (stream, round))
        self._erased()

    def of_stream(self, stream: str) -> dict[int, BroadcastRound]:
        rows = self._run("SELECT round, id, token FROM broadcast_rounds WHERE stream = ? ORDER BY round", (stream,))
        return {int(str(round)): BroadcastRound(str(id), str(token)) for round, id, token in rows}

    def streams(self) -> set[str]:
        return {str(stream) for (stream,) in self._run("SELECT DISTINCT stream FROM broadcast_rounds", ())}


CREATE_PLAYED_THERE = (
    "CREATE TABLE IF NOT EXISTS lichess_names (stream TEXT NOT NULL, player BIGINT NOT NULL, name TEXT NOT NULL, "
    "PRIMARY KEY (stream, player))",
    "CREATE TABLE IF NOT EXISTS lichess_games (stream TEXT NOT NULL, round BIGINT NOT NULL, white BIGINT NOT NULL, "
    "black BIGINT NOT NULL, number BIGINT NOT NULL, id TEXT NOT NULL, white_url TEXT NOT NULL, "
    "black_url TEXT NOT NULL, PRIMARY KEY (stream, round, white, black, number))",
)


class GameThere(NamedTuple):
    """By its players: who is paired anew gets another game."""

    round: int
    white: int
    black: int
    number: int
    """Of the game in its match."""
    id: str
    white_url: str
    black_url: str


class PlayedThereStore(SideTables):
    def names(self, stream: str) -> dict[int, str]:
        rows = self._run("SELECT player, name FROM lichess_names WHERE stream = ?", (stream,))
        return {int(str(player)): str(name) for player, name in rows}

    def keep_names(self, stream: str, names: Mapping[int, str]) -> None:
        """An empty one is taken out."""
        for player, name in names.items():
            self._run("DELETE FROM lichess_names WHERE stream = ? AND player = ?", (stream, player))
            if name:
                self._run("INSERT INTO lichess_names (stream, player, name) VALUES (?, ?, ?)", (stream, player, name))

    def games(self, stream: str) -> list[GameThere]:
        asked = "SELECT round, white, black, number, id, white_url, black_url FROM lichess_games WHERE stream = ?"
        rows = [tuple(map(str, row)) for row in self._run(asked, (stream,))]
        return [GameThere(*map(int, row[:4]), *row[4:]) for row in rows]  # type: ignore[arg-type]

    def keep(self, stream: str, game: GameThere) -> None:
        self._run("INSERT INTO lichess_games VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", (stream, *game))

    def drop(self, stream: str, round: int) -> None:
        self._run("DELETE FROM lichess_games WHERE stream = ? AND round = ?", (stream, round))
