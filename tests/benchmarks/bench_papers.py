"""Slips and badges with codes, in a process that has just begun: `python -m tests.benchmarks.bench_papers [players]`.

Laying them out is the server's; drawing the codes and setting is a worker's that is ready, as the server has it. By
the clock and in time of the processor, the first time and again.
"""

import os
import resource
import sys
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256

from domain.refusals import FileKind
from domain.tournament import replay
from projections.moment.overview import overview
from server.cli.bench.live import _history as bench_history
from server.workers.pool import Workers
from tests.paper.printed import ORIGIN, request
from web.links import Frame, Site
from web.paper.papers import SIZES, paper
from web.paper.typesetting import get_ready_to_set, typeset


def signed(player: int) -> str:
    """An address with a signature, in which no letter is as in another."""
    return f"{ORIGIN}/t/open/report/{player}.{sha256(str(player).encode()).hexdigest()[:27]}"


def page(player: int) -> str:
    return f"{ORIGIN}/t/open/players/{player}"


def main(players: int = 300) -> None:
    print(f"{players} players; load {os.getloadavg()[0]:.1f}; ms by the clock (of processor)")
    t = replay(bench_history(players))
    frame = Frame(Site("open"), overview(t), "", 7, "1a2b3c4d5e6f", "", moment=datetime.now(UTC), origin=ORIGIN)
    with closing(Workers()) as workers:
        workers.do(FileKind.PAPER, "", partial(get_ready_to_set, signed(1)))
        for turn in ("first", "again"):
            for name in ("slips", "badges"):
                asked = replace(request(t), report_at=signed, page_of=page)
                began, used = time.perf_counter(), time.process_time()
                made = paper(name, asked, frame, SIZES["a4"], True)
                laid, spent = time.perf_counter(), time.process_time() - used
                if made is None:
                    raise RuntimeError(f"no {name}")
                size = len(workers.do(FileKind.PAPER, name, partial(typeset, made)))
                done = time.perf_counter()
                print(
                    f"  {name} {turn}: laid out in {1000 * (laid - began):.0f} ({1000 * spent:.0f}), set in "
                    f"{1000 * (done - laid):.0f}, together {1000 * (done - began):.0f}; {size // 1024} kB"
                )
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"  the worker in all, its start included: {1000 * (children.ru_utime + children.ru_stime):.0f} of processor")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
