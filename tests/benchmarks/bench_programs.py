"""An open run whole by a program: its players in one request, each round paired, and every result entered.

    python -m tests.benchmarks.bench_programs --players 1000 --rounds 2

The client knows the OpenAPI document alone and holds every answer against it. The players of one request are compared
with as many requests of one player as fit in a second or two, counted for all.
"""

import argparse
import asyncio
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from server.routes.api import bearer
from tests.api.reader import Reader
from tests.api.test_whole_events_by_program import boards, empty, pair, people

SINGLES = 20


async def measured(players: int, rounds: int) -> None:
    bearer.KEY_REQUESTS_A_MINUTE = 10**9
    with TemporaryDirectory() as folder:
        async with empty(Path(folder)) as (_, reader):
            slug = await _filled(reader, players, rounds)
            await reader.do("Set the initial colour", slug=slug)
            for _ in range(rounds):
                began = time.perf_counter()
                round = await pair(reader, slug)
                paired = time.perf_counter() - began
                seats = await boards(reader, slug, round)
                began = time.perf_counter()
                for one in seats:
                    body = {"board": one["board"], "result": "1-0"}
                    await reader.do("Enter the result of a board", body, slug=slug, round=round)
                each = (time.perf_counter() - began) / len(seats)
                print(f"round {round}: pair and publish {paired:.2f} s, a result {1000 * each:.1f} ms", flush=True)
            await reader.do("Close the tournament", {"reason": "measured"}, slug=slug)


async def _filled(reader: Reader, players: int, rounds: int) -> str:
    laws = {"rounds": max(rounds, 2)}
    slug = str((await reader.do("Create a tournament", {"name": "Open", "regulations": laws}))["tournament"])
    field = people(players)
    began = time.perf_counter()
    await reader.do("Register many players", {"players": field}, slug=slug)
    together = time.perf_counter() - began
    other = str((await reader.do("Create a tournament", {"name": "Singles"}))["tournament"])
    began = time.perf_counter()
    for one in field[:SINGLES]:
        await reader.do("Register a player", one, slug=other)
    alone = (time.perf_counter() - began) / SINGLES * players
    print(f"{players} players: one request {together:.2f} s, one by one {alone:.1f} s, {alone / together:.0f} times")
    return slug


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=2)
    wanted = parser.parse_args()
    asyncio.run(measured(wanted.players, wanted.rounds))
