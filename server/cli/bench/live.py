"""`tablo bench live`: what one frame costs beside a loop that only writes, and from the desk's key to the screens."""

import argparse
import statistics
import sys
import time
from dataclasses import dataclass, field

from server.cli.bench import desk_to_screen
from server.cli.bench.measuring import Process, free_port, running, wait_for
from server.cli.options import OK, said

FRAMES_SENT = 40
TURNS_EACH = 2
FRAME_PAUSE_SECONDS = 0.06
"""Seconds between two frames: more than the hub's pace, so that each goes out at once."""
IDLE_SECONDS = 9.0
FOLLOW_PATH = "/live?topic=t/open/pairings"


@dataclass(slots=True)
class Cost:
    """Microseconds, milliseconds, octets and shares of a core; one entry for each turn or frame."""

    delivery: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)


def possible() -> bool:
    return sys.platform == "linux"


def run(arguments: argparse.Namespace) -> int:
    _say(said("kb-frame-to-sockets-core", sockets=arguments.sockets))
    costs = {said("loop-only-writes"): Cost(), "tablo": Cost()}
    for _ in range(TURNS_EACH):
        _measure("limit", arguments.sockets, costs[said("loop-only-writes")])
        _measure("tablo", arguments.sockets, costs["tablo"])
    for name, cost in costs.items():
        _say(f"  {name:24} {_figures(cost)}")
    ours, limit = (statistics.median(costs[name].delivery) for name in ("tablo", said("loop-only-writes")))
    _say(said("tablo-costs-times-limit", ours=f"{ours / limit:.2f}"))
    if arguments.screens:
        desk_to_screen.measure(arguments, _say)
    return OK


def _measure(which: str, sockets: int, cost: Cost) -> None:
    port = free_port()
    with (
        running(["server.cli.bench.one_frame", which, str(port)], 0) as server,
        running(["server.cli.bench.crowd"], 1) as crowd,
    ):
        wait_for(port)
        crowd.ask({"open": [[FOLLOW_PATH, 5]], "port": port})
        before = server.holds()
        crowd.ask({"open": [[FOLLOW_PATH, sockets - 5]], "port": port})
        cost.memory.append((server.holds() - before) / (sockets - 5))
        _publish(crowd, port, 1001)
        began = server.worked()
        for number in range(FRAMES_SENT):
            time.sleep(FRAME_PAUSE_SECONDS)
            cost.last.append(max(last for _, last in _publish(crowd, port, 1002 + number)))
        cost.delivery.append((server.worked() - began) / FRAMES_SENT / sockets)
        began = server.worked()
        time.sleep(IDLE_SECONDS)
        cost.idle.append((server.worked() - began) / IDLE_SECONDS / 1e4)


def _publish(crowd: Process, port: int, position: int) -> list[list[float]]:
    request = f"POST /publish HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\n\r\n"
    groups: list[list[float]] = crowd.ask({"post": request, "marker": f'"position":{position},'})["groups"]
    return groups


def _figures(cost: Cost) -> str:
    middle = statistics.median
    return said(
        "us-cpu-delivery-last-has",
        delivery=f"{middle(cost.delivery):6.2f}",
        last=f"{middle(cost.last):6.1f}",
        memory=f"{middle(cost.memory) / 1024:5.1f}",
        idle=f"{middle(cost.idle):.2f}",
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
