"""The time until the last of so many sockets has one frame, ours beside servers that only write."""

import argparse
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.benchmarks.bench_live import HERE, Figures, measure, peers
from tests.benchmarks.curves.drawing import Chart, Curve

SHOWN = {
    "tablo as it ships, at most 20 a second": "Tablo",
    "the limit: epoll in C": "a loop in C that only writes",
    "naive: a loop of send_text": "Starlette: await send_text",
    "nginx + nchan": "nginx + nchan",
    "node ws": "node ws",
}
"""The servers of `bench_live`."""


def feed_chart(sizes: Sequence[int], turns: int) -> Chart:
    given = argparse.Namespace(idle=0.1, pause=60)
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in SHOWN.values()}
    with tempfile.TemporaryDirectory() as folder:
        programs = Path(folder)
        for name in ("crowd", "limit"):
            subprocess.run(["gcc", "-O2", "-o", str(programs / name), str(HERE / f"{name}.c")], check=True)
        chosen = [peer for peer in peers(programs) if peer.name in SHOWN]
        for sockets in sizes:
            results = {peer.name: Figures() for peer in chosen}
            for _ in range(turns):
                for peer in chosen:
                    measure(peer, programs, sockets, given, results[peer.name])
            for name, figures in results.items():
                found[SHOWN[name]].append((sockets, median(figures.last) / 1000))
    curves = [Curve(name, points) for name, points in found.items() if points]
    return Chart("A frame of 2 kB to all who watch", "number of sockets", "until the last socket has it", curves)
