"""The cost of the desk's pages in a long tournament: `python -m tests.benchmarks.bench_desk [players] [rounds]`.

The whole application on a real journal, asked in this process; processor time in milliseconds, template and all. The
first time a page has to read the history of the tournament; all others find it read.
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

from server.journal import open_journal
from tests.crosstable import big_open
from tests.desk.browsers import Browser, browser, server

AT = "/desk/t/open"
PAGES = ("/history", "/history?page=50", "/history?player=17", "/history?round=5&board=3", "", "/settings?did=1")
TIMES = 9


async def cost(desk: Browser, path: str) -> Sequence[float]:
    spent: list[float] = []
    for _ in range(TIMES):
        start = process_time()
        answer = await desk.go(path)
        spent.append((process_time() - start) * 1000)
        if answer.status_code != 200:
            raise RuntimeError(f"{path} answers {answer.status_code}")
    return spent


async def main(players: int = 1000, rounds: int = 22) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        events = big_open(players, rounds)
        journal = open_journal(str(folder / "tablo.sqlite"))
        journal.append("open", 0, "Anna", "a-large-open", events, datetime.now(UTC))
        journal.close()
        print(f"{len(events)} entries, {players} players; load {os.getloadavg()[0]:.1f}")
        async with server(folder) as transport, browser(transport) as somebody:
            desk = await somebody.log_in("Anna")
            for page in PAGES:
                spent = await cost(desk, AT + page)
                print(f"  {AT + page:42} {statistics.median(spent):7.1f} ms, the first time {spent[0]:7.1f}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
