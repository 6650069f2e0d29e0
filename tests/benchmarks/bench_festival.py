"""The cost of a result in a festival of many groups: `python -m tests.benchmarks.bench_festival [groups] [players]`.

The application's own offices on a real journal. A result is entered, and everything that somebody follows is made
again: the table of its group, and the festival's front page. The same with one group, and their ratio; processor time
in microseconds, medians of seven runs over the groups in turn.
"""

import asyncio
import os
import statistics
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

from domain.decisions.rounds.results import clear_result, record_result
from domain.festival.events import FestivalAnnounced, FestivalDetails, FestivalEvent, SectionAdded
from domain.words.games import Result
from server.journal import open_journal
from server.live.frames import Channel
from server.services import Services
from tests.crosstable import big_open
from tests.desk.browsers import server

FRONT = Channel("f/cup", "html")
RUNS = 7
MOST_GROUPS = 32
ROUNDS = 7


def build(folder: Path, groups: int, players: int) -> None:
    journal = open_journal(str(folder / "tablo.sqlite"))
    now, slugs = datetime.now(UTC), [f"group-{number}" for number in range(groups)]
    for number, slug in enumerate(slugs):
        journal.append(slug, 0, "Anna", f"seed-{slug}", big_open(players, ROUNDS, played=4, seed=number), now)
    festival: list[FestivalEvent] = [FestivalAnnounced(FestivalDetails("Cup"))]
    festival += [SectionAdded(slug, slug) for slug in slugs]
    journal.append("festival/cup", 0, "Anna", "seed-cup", festival, now)  # type: ignore[arg-type]
    journal.close()


async def results(services: Services, slugs: Sequence[str]) -> list[float]:
    """Microseconds of each result, entered and taken out again, with all views of it."""
    before, tables, spent = services.festivals(FRONT), {}, list[float]()
    for run in range(RUNS):
        for slug in slugs:
            office = await services.office.open(slug)
            table, round = Channel(f"t/{slug}/standings", "html"), office.tournament.published
            tables.setdefault(slug, services.live(table))
            for decide in (
                lambda t, round=round: record_result(t, round, 1, Result.DRAW, None),
                lambda t, round=round: clear_result(t, round, 1, Result.DRAW),
            ):
                began = process_time()
                await office.command(f"{slug}-{run}-{office.position}", "Anna", decide)
                before = services.festivals(FRONT, before)
                tables[slug] = services.live(table, tables[slug])
                spent.append((process_time() - began) * 1e6)
    return spent


async def measured(groups: int, players: int) -> list[float]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder, groups, players)
        async with server(folder) as transport:
            services: Services = transport.app.state.services  # type: ignore[attr-defined]
            await services.festivals.ready(FRONT.topic)
            return await results(services, [f"group-{number}" for number in range(groups)])


async def main(groups: int = MOST_GROUPS, players: int = 8) -> None:
    print(f"groups of {players}, round 5 of {ROUNDS}; load {os.getloadavg()[0]:.1f}")
    one = statistics.median(await measured(1, players))
    many = statistics.median(await measured(groups, players))
    print(f"  one group {one:.0f} µs, {groups} groups {many:.0f} µs a result: {many / one:.2f} times")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
