"""One frame through gateways beside one process: `python -m tests.benchmarks.bench_gateway_feed [SOCKETS]`.

A table of 600 rows of which three change, 150 times; SOCKETS followers. Processor time of each process for each frame,
and the messages that NATS has taken and given for each. The turns are taken one after the other, twice.
"""

import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from server.cluster.bus import bus_address, connected
from server.cluster.feed import RemoteViews
from server.http.protocol import live_server
from server.live.frames import Part
from server.live.hub import Channel, Hub, Parts
from server.live.limits import UNLIMITED
from server.live.routes import live_routes
from tests.cluster.feeding import Leases, worker
from tests.cluster.nats_servers import free_ports, nats_servers
from tests.live.raw import handshake

ROWS, CHANGED, ROW_BYTES = 600, 3, 250
FRAMES, APART_SECONDS, TURNS = 150, 0.06, 2
TOPIC = "t/open/pairings"


# The processes


@dataclass
class Table:
    position: int = 1
    rows: dict[str, Part] = field(default_factory=lambda: {f"b{n}": "x" * ROW_BYTES for n in range(ROWS)})

    def __call__(self, channel: Channel, before: Parts | None) -> Parts | None:
        return Parts(self.position, dict(self.rows)) if channel.topic == TOPIC else None

    def change(self) -> None:
        self.position += 1
        for n in range(CHANGED):
            self.rows[f"b{(self.position * 7 + n) % ROWS}"] = str(self.position).ljust(ROW_BYTES, "x")


async def serve(kind: str, port: int, nats: str) -> None:
    table = Table()
    hub = Hub(table, limits=UNLIMITED)
    async with contextlib.AsyncExitStack() as stack:
        if kind == "owner":
            await stack.enter_async_context(worker(nats, hub, Leases()))
        elif kind == "gateway":
            bus = await stack.enter_async_context(connected(bus_address(nats), "gateway"))
            hub = (await stack.enter_async_context(RemoteViews(UNLIMITED).running(bus))).hub

        async def publish(_request: Request) -> Response:
            table.change()
            hub.changed([TOPIC], table.position)
            return Response(status_code=204)

        app = Starlette(routes=[*live_routes(lambda _: hub), Route("/publish", publish, methods=["POST"])])
        server = live_server(app, lambda: hub, port=port, backlog=4096, access_log=False, log_level="warning")
        await server.serve()


# Those who measure


@dataclass
class Server:
    kind: str
    nats: str = "-"
    port: int = field(default_factory=lambda: free_ports(1)[0])

    def __enter__(self) -> "Server":
        command = [sys.executable, "-m", "tests.benchmarks.bench_gateway_feed", self.kind, str(self.port), self.nats]
        self.process = subprocess.Popen(command)
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return self

    def __exit__(self, *_error: object) -> None:
        self.process.terminate()
        self.process.wait()

    def cpu(self) -> float:
        """Seconds so far."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def publish(self) -> None:
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}/publish", method="POST")
        urllib.request.urlopen(asked).close()


class Crowd:
    """Sockets that are read and counted by a thread of their own."""

    def __init__(self, ports: list[int], sockets: int) -> None:
        self.octets = 0
        self.epoll = select.epoll()
        self.sockets = {}
        for n in range(sockets):
            sock = socket.create_connection(("127.0.0.1", ports[n % len(ports)]))
            sock.sendall(handshake(f"127.0.0.1:{ports[n % len(ports)]}", TOPIC))
            sock.setblocking(False)
            self.sockets[sock.fileno()] = sock
            self.epoll.register(sock.fileno(), 1)
        threading.Thread(target=self.read, daemon=True).start()
        self.until_quiet()

    def read(self) -> None:
        while True:
            for fd, _ in self.epoll.poll():
                self.octets += len(os.read(fd, 1 << 18))

    def until_quiet(self) -> None:
        before = -1
        while before != self.octets:
            before = self.octets
            time.sleep(1)


def messages(port: int) -> tuple[int, int]:
    found = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/varz"))
    return found["in_msgs"], found["out_msgs"]


def turn(gateways: int, sockets: int) -> Iterator[tuple[str, float]]:
    """Microseconds of each process for a frame, and messages."""
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        nats = stack.enter_context(nats_servers(folder / "nats"))
        monitor = nats.servers[0].monitor
        owner = stack.enter_context(Server("owner" if gateways else "alone", nats.url))
        halls = [stack.enter_context(Server("gateway", nats.url)) for _ in range(gateways)] or [owner]
        crowd = Crowd([hall.port for hall in halls], sockets)
        before = [one.cpu() for one in (owner, *halls)]
        counted = messages(monitor)
        for _ in range(FRAMES):
            owner.publish()
            time.sleep(APART_SECONDS)
        crowd.until_quiet()
        used = [(one.cpu() - was) / FRAMES * 1e6 for one, was in zip((owner, *halls), before, strict=True)]
        told = [(now - was) / FRAMES for now, was in zip(messages(monitor), counted, strict=True)]
        name = f"{gateways} gateways, {sockets} sockets" if gateways else f"one process, {sockets} sockets"
        yield f"{name}: owner, us a frame", used[0]
        if gateways:
            yield f"{name}: each gateway, us a frame", median(used[1:])
            yield f"{name}: messages that NATS took, a frame", told[0]
            yield f"{name}: messages that NATS gave, a frame", told[1]


def main(sockets: int) -> None:
    found: dict[str, list[float]] = {}
    for _ in range(TURNS):
        for gateways, many in ((0, sockets), (1, sockets), (0, 4), (1, 4), (4, 4)):
            for name, figure in turn(gateways, many):
                print(f"{name}: {figure:.2f}", file=sys.stderr, flush=True)
                found.setdefault(name, []).append(figure)
    for name, figures in found.items():
        print(f"{name}: {median(figures):.2f}  ({', '.join(f'{figure:.2f}' for figure in figures)})")


if __name__ == "__main__":
    if len(sys.argv) > 3:
        uvloop.run(serve(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
