"""The time from the desk's key until the last wall and the last phone have the row, beside a loop that only writes."""

import asyncio
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from server.cli.bench import live
from tests.benchmarks.curves.drawing import Chart, Curve

PLAYERS, SCREENS = 600, 100
RESULTS = 20
"""For each number of phones."""
MOST_PHONES = 3000
"""More of them are not read fast enough by the one process that watches all."""
CROWD = ["server.cli.bench.crowd"]


def result_chart(sizes: Sequence[int]) -> Chart:
    walls: list[tuple[float, float]] = []
    phones: list[tuple[float, float]] = []
    loop: list[tuple[float, float]] = []
    for sockets in filter(MOST_PHONES.__ge__, sizes):
        wall, phone = _of_a_result(sockets)
        walls.append((sockets, wall))
        phones.append((sockets, phone))
        loop.append((sockets, _of_a_loop(sockets + SCREENS)))
    curves = [
        Curve(f"Tablo: the last of {SCREENS} walls", walls),
        Curve("Tablo: the last phone", phones),
        Curve("a loop that only writes", loop),
    ]
    return Chart(f"A result of {PLAYERS} players", "number of phones", "from the key until the row is there", curves)


def _of_a_result(phones: int) -> tuple[float, float]:
    """Milliseconds until the last wall and the last phone, medians."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tablo-curve-"))
        asyncio.run(live.write_bench_journal(Path(folder), PLAYERS, SCREENS))
        port = live.free_port()
        words = ["server.cli", "serve", "--data", folder, "--port", str(port)]
        server = stack.enter_context(live.running(words, 0, live.ENVIRONMENT, quiet=True))
        crowd = stack.enter_context(live.running(CROWD, 1))
        live.wait_for(port)
        desk = live.Desk(port)
        crowd.ask({"open": list(live.followers(SCREENS, phones)), "port": port})
        groups = []
        for board in range(1, RESULTS + 1):
            server.free_its_workers()
            time.sleep(live.KEY_PAUSE_SECONDS)
            groups.append(crowd.ask({"post": desk.result(board, "1=0"[board % 3]), "marker": f'b{board}","'})["groups"])
    return median(max(last for _, last in each[:-1]) for each in groups), median(each[-1][1] for each in groups)


def _of_a_loop(sockets: int) -> float:
    """Milliseconds until the last socket of a program that only writes, the median."""
    port = live.free_port()
    with live.running(["server.cli.bench.one_frame", "limit", str(port)], 0), live.running(CROWD, 1) as crowd:
        live.wait_for(port)
        crowd.ask({"open": [[live.FOLLOW_PATH, sockets]], "port": port})
        last = []
        for number in range(RESULTS):
            time.sleep(live.FRAME_PAUSE_SECONDS)
            last.append(max(ms for _, ms in live.publish(crowd, port, 1001 + number)))
    return median(last)
