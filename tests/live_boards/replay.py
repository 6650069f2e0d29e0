"""A round of electronic boards played again, faster: `python -m tests.live_boards.replay --boards 64 --speed 60`.

The moves and clocks are those of real broadcast games (tests/cases/broadcast_games.pgn), sent by a program's key as a
box in the hall would send them, twice a second, each changed game whole. Walls follow all pages of the boards, and an
arbiter types results all the time. Positions are compared with those of python-chess. Ends with code 1 if a limit of
`Limits` is missed.
"""

import argparse
import asyncio
import http.client
import json
import socket
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import accumulate, cycle, islice
from math import ceil
from pathlib import Path
from typing import Any, cast

import chess

from domain.moves.games import PgnGame, pgn_games
from domain.moves.writing import pgn_of
from domain.stewards.events import ApiKeyMade, Scope
from server.cli.bench.live import (
    ENVIRONMENT,
    FINISHED_ROUNDS,
    Desk,
    Process,
    free_port,
    running,
    wait_for,
    write_bench_journal,
)
from server.http.auth import key_text, secret_hash
from server.journal import AsyncJournal, open_journal
from server.office.stream import StewardOffice
from server.settings import from_environment
from tests.cluster.followers import Crowd, Follower

GAMES = Path(__file__).parent.parent / "cases" / "broadcast_games.pgn"
ROUND = FINISHED_ROUNDS + 1
FIRST_CLOCK, INCREMENT = 90 * 60, 30
BETWEEN_SENDINGS_SECONDS = 0.5
BOARDS_OF_A_PAGE = 12
BETWEEN_RESULTS_SECONDS = 0.2
WALL_SECONDS = 10.0
KEYS = {"1": "1-0", "=": "1/2-1/2", "0": "0-1"}
KEY_ID, SECRET = "replay", "replay-" * 6
"""Of the key; it means nothing outside this measurement."""


@dataclass(frozen=True, slots=True)
class Limits:
    wall_ms: float = 300.0
    desk: float = 1.2
    """Times the desk's p99 of a quiet hall."""
    memory_mb: float = 30.0


@dataclass(slots=True)
class Replayed:
    plies: int = 0
    wrong: list[str] = field(default_factory=list)
    walls_ms: list[float] = field(default_factory=list)
    """Of each message, from its sending until the last wall shows it."""
    quiet_ms: list[float] = field(default_factory=list)
    busy_ms: list[float] = field(default_factory=list)
    """Of each result, until the desk has its answer."""
    memory_mb: float = 0.0
    worked_ms: float = 0.0
    """Processor time of the server for each move sent, results and walls included."""

    def lines(self) -> Iterator[str]:
        yield f"{self.plies} moves, {len(self.wrong)} positions wrong"
        yield f"the last wall: median {statistics.median(self.walls_ms):.0f} ms, longest {max(self.walls_ms):.0f} ms"
        quiet, busy = p99(self.quiet_ms), p99(self.busy_ms)
        yield f"a result at the desk, p99: {quiet:.1f} ms quiet, {busy:.1f} ms during the games ({busy / quiet:.2f})"
        yield f"memory of the server: {self.memory_mb:+.1f} MB; processor time {self.worked_ms:.2f} ms a move"
        yield from self.wrong[:5]

    def missed(self, limits: Limits) -> list[str]:
        found = [] if not self.wrong else ["a position is wrong"]
        if max(self.walls_ms) > limits.wall_ms:
            found.append(f"the last wall came after {limits.wall_ms:.0f} ms")
        if p99(self.busy_ms) > limits.desk * p99(self.quiet_ms):
            found.append(f"the desk took more than {limits.desk} times as long")
        if self.memory_mb > limits.memory_mb:
            found.append(f"the server grew by more than {limits.memory_mb:.0f} MB")
        return found


def p99(values: Sequence[float]) -> float:
    return sorted(values)[ceil(0.99 * len(values)) - 1]


@dataclass(frozen=True, slots=True)
class Script:
    """What happens at each board, in seconds from the beginning of the round."""

    games: tuple[PgnGame, ...]
    times: tuple[tuple[float, ...], ...]

    def upto(self, board: int, seconds: float) -> int:
        """Half-moves played by then."""
        return sum(1 for at in self.times[board] if at <= seconds)

    def so_far(self, board: int, plies: int) -> PgnGame:
        game = self.games[board]
        if plies == len(game.moves):
            return game
        return replace(game, moves=game.moves[:plies], clocks=game.clocks[:plies], result=None, complete=True)

    @property
    def end(self) -> float:
        return max(times[-1] for times in self.times)


def script(boards: int, plies: int | None = None) -> Script:
    """So many real games, each at a board of the round; some are played at two boards."""
    games = islice(cycle(pgn_games(GAMES.read_text(encoding="utf-8"))), boards)
    seated = [_at_board(game, board, plies) for board, game in enumerate(games, 1)]
    return Script(tuple(seated), tuple(tuple(accumulate(_thought(game))) for game in seated))


def _at_board(game: PgnGame, board: int, plies: int | None) -> PgnGame:
    tags = {"Event": "Replay", "Round": f"{ROUND}.{board}", "White": "?", "Black": "?"}
    if plies is not None and plies < len(game.moves):
        return replace(game, tags=tags, moves=game.moves[:plies], clocks=game.clocks[:plies], result=None)
    return replace(game, tags=tags)


def _thought(game: PgnGame) -> Iterator[float]:
    """Seconds for each move, by the clocks."""
    left = [FIRST_CLOCK, FIRST_CLOCK]
    for ply, clock in enumerate(game.clocks):
        now = left[ply % 2] if clock is None else clock
        yield max(1.0, left[ply % 2] + INCREMENT - now)
        left[ply % 2] = now


def squares_after_each_move(game: PgnGame) -> list[str]:
    """Letters as in FEN from a1 to h8, points for empty squares: before the first move, and after each."""
    board = chess.Board()
    found = [_squares(board)]
    for move in game.moves:
        board.push_san(move)
        found.append(_squares(board))
    return found


def _squares(board: chess.Board) -> str:
    pieces = (board.piece_at(square) for square in chess.SQUARES)
    return "".join(piece.symbol() if piece else "." for piece in pieces)


class Hall:
    """The server, and those who send to it and look at it."""

    def __init__(self, port: int, server: Process, played: Script, walls: int) -> None:
        self.port, self.server, self.script = port, server, played
        self.expected = [squares_after_each_move(game) for game in played.games]
        pages = ceil(len(played.games) / BOARDS_OF_A_PAGE)
        topics = ["t/bench/live", *(f"t/bench/live/page/{page}" for page in range(2, pages + 1))]
        self.walls = [Follower(port, "t/bench", topics[n % pages]) for n in range(walls)]
        self.desk = Desk(port)
        self.shown = [""] * (len(played.games) + 1)

    async def replay(self, speed: float, results: int) -> Replayed:
        done = Replayed()
        done.quiet_ms = [await self._result(n) for n in range(results)]
        memory, worked = self.server.holds(), self.server.worked()
        await asyncio.to_thread(self._begin_all, done)
        async with Crowd(self.walls):
            typing = asyncio.create_task(self._type(done, results))
            await self._send_all(speed, done)
            typing.cancel()
            await asyncio.gather(typing, return_exceptions=True)
            done.memory_mb = (self.server.holds() - memory) / 1e6
            done.worked_ms = (self.server.worked() - worked) / 1000 / max(1, done.plies)
        await asyncio.to_thread(self._compare, done)
        return done

    def _begin_all(self, done: Replayed) -> None:
        """The first move of each board: a page of boards is there once its games have begun."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port)) as sender:
            answer = post_games(sender, "\n".join(pgn_of(self.script.so_far(n, 1)) for n in range(len(self.expected))))
        done.wrong += [str(trouble) for trouble in answer["trouble"]]
        done.plies = len(self.expected)

    async def _send_all(self, speed: float, done: Replayed) -> None:
        began, known = time.monotonic(), [1] * len(self.script.games)
        with closing(http.client.HTTPConnection("127.0.0.1", self.port)) as sender:
            await self._send_until_the_end(sender, began, known, speed, done)

    async def _send_until_the_end(
        self, sender: http.client.HTTPConnection, began: float, known: list[int], speed: float, done: Replayed
    ) -> None:
        while True:
            now = (time.monotonic() - began) * speed
            due = [max(1, self.script.upto(board, now)) for board in range(len(known))]
            changed = [board for board, plies in enumerate(due) if plies > known[board]]
            if changed:
                await self._send(sender, changed, due, done)
                done.plies += sum(due[board] - known[board] for board in changed)
                known = due
            if now > self.script.end:
                return
            await asyncio.sleep(BETWEEN_SENDINGS_SECONDS)

    async def _send(
        self, sender: http.client.HTTPConnection, boards: Sequence[int], plies: Sequence[int], done: Replayed
    ) -> None:
        body = "\n".join(pgn_of(self.script.so_far(board, plies[board])) for board in boards)
        sent = time.monotonic()
        answer = await asyncio.to_thread(post_games, sender, body)
        done.wrong += [str(trouble) for trouble in answer["trouble"]]
        async with asyncio.timeout(WALL_SECONDS):
            for wall in self.walls:
                await wall.until_true(lambda wall=wall: self._is_up(wall, plies, done))  # type: ignore[misc]
        done.walls_ms.append((time.monotonic() - sent) * 1000)

    def _is_up(self, wall: Follower, plies: Sequence[int], done: Replayed) -> bool:
        """All boards that it shows are where they are by now; each position is looked at."""
        shown = [part for part in wall.reader.parts.values() if isinstance(part, dict) and "squares" in part]
        for one in shown:
            if one["squares"] != self.expected[one["board"] - 1][one["half_moves"]]:
                done.wrong.append(f"board {one['board']} after {one['half_moves']} half-moves on {wall.topic}")
        return bool(shown) and all(one["half_moves"] >= plies[one["board"] - 1] for one in shown)

    async def _type(self, done: Replayed, results: int) -> None:
        for number in range(results, 1_000_000):
            done.busy_ms.append(await self._result(number))
            await asyncio.sleep(BETWEEN_RESULTS_SECONDS)

    async def _result(self, number: int) -> float:
        """Milliseconds until the desk has its answer; each board in turn, and then another result over it."""
        board, times = number % len(self.script.games) + 1, number // len(self.script.games)
        keys = list(KEYS)
        seen = KEYS[keys[(times - 1) % 3]] if times else ""
        request = self.desk.result(board, keys[times % 3], seen, f"replay-{number:06}")
        began = time.monotonic()
        await asyncio.to_thread(type_result, self.port, request)
        return (time.monotonic() - began) * 1000

    def _compare(self, done: Replayed) -> None:
        """Every position of every game as its page has it, and the file of the round, with what was sent."""
        for board, game in enumerate(self.script.games, 1):
            page = got(self.port, f"/t/bench/game/{ROUND}.{board}.json")["data"]
            rows = [row[side] for row in page["moves"] for side in ("white", "black") if row[side]]
            found = [page["start"], *(ply["squares"] for ply in rows)]
            if found != self.expected[board - 1]:
                done.wrong.append(f"game {ROUND}.{board}: {len(found) - 1} moves of {len(game.moves)}")
        file = {game.tags["Round"]: game for game in pgn_games(text_of(self.port, f"/t/bench/pairings/{ROUND}.pgn"))}
        for game in self.script.games:
            written = file.get(game.tags["Round"])
            if written is None or (written.moves, written.clocks) != (game.moves, game.clocks):
                done.wrong.append(f"the file of the round: board {game.tags['Round']}")


def post_games(sender: http.client.HTTPConnection, body: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {key_text(KEY_ID, SECRET)}", "Content-Type": "application/x-chess-pgn"}
    sender.request("POST", "/api/t/bench/boards", body.encode(), headers)
    response = sender.getresponse()
    text = response.read().decode()
    sender.close()  # between two moves the server may close it
    if response.status != 200:
        raise AssertionError(f"{response.status} {text}")
    return cast("dict[str, Any]", json.loads(text))


def type_result(port: int, request: str) -> None:
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(request.encode())
        answer = line.recv(65536).decode()
    if " 200 " not in answer.partition("\r\n")[0]:
        raise AssertionError(answer)


def text_of(port: int, path: str) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}") as page:
        return str(page.read().decode())


def got(port: int, path: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(text_of(port, path)))


async def make_key(folder: Path) -> None:
    """Whoever sends the games holds it; it can do nothing else."""
    journal = AsyncJournal(open_journal(from_environment({"TABLO_DATA": str(folder)}).journal_url))
    try:
        async with StewardOffice(journal).running() as office:
            made = ApiKeyMade(KEY_ID, "Boards", secret_hash(SECRET), (Scope.BOARDS,), tournament="bench")
            await office.command("key", "Bench", lambda _: [made])
    finally:
        await journal.close()


def replayed(boards: int, speed: float, *, plies: int | None = None, walls: int = 60, results: int = 150) -> Replayed:
    with tempfile.TemporaryDirectory(prefix="tablo-replay-") as folder:
        asyncio.run(write_bench_journal(Path(folder), 2 * boards, 0))
        asyncio.run(make_key(Path(folder)))
        port = free_port()
        with running(
            ["server.cli", "serve", "--data", folder, "--port", str(port)], 0, ENVIRONMENT, quiet=True
        ) as server:
            wait_for(port)
            return asyncio.run(Hall(port, server, script(boards, plies), walls).replay(speed, results))


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.live_boards.replay", description=__doc__)
    parser.add_argument("--boards", type=int, default=64)
    parser.add_argument("--speed", type=float, default=60)
    parser.add_argument("--plies", type=int, default=None, help="of each game; default: all")
    parser.add_argument("--walls", type=int, default=60)
    asked = parser.parse_args(words)
    done = replayed(asked.boards, asked.speed, plies=asked.plies, walls=asked.walls)
    print("\n".join(done.lines()))
    missed = done.missed(Limits())
    print("\n".join(missed))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
