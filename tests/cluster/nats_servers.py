"""NATS servers of a test: one, or a cluster of three, each a process that can be killed, stopped and cut off."""

import json
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.deploy.processes import free_port

PROGRAM = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or "nats-server"


def free_ports(count: int) -> list[int]:
    found: set[int] = set()
    while len(found) < count:
        found.add(free_port())
    return list(found)


class Door:
    """What a process speaks through, if it is to be cut off: see `tests.cluster.door`."""

    def __init__(self, *ways: str) -> None:
        command = [sys.executable, "-m", "tests.cluster.door", *ways]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        if self.process.stdout.readline() != "open\n":
            raise AssertionError(f"no door: {ways}")

    def shut(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def open(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@dataclass
class NatsServer:
    name: str
    folder: Path
    port: int
    monitor: int
    settings: str
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"nats://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Returns when it takes connections."""
        self.folder.mkdir(exist_ok=True)
        settings = [
            f"server_name: {self.name}",
            f'listen: "127.0.0.1:{self.port}"',
            f'http: "127.0.0.1:{self.monitor}"',
            f'jetstream {{ store_dir: "{self.folder}" }}',
            self.settings,
        ]
        (self.folder / "nats.conf").write_text("\n".join(settings))
        self.log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [PROGRAM, "-c", str(self.folder / "nats.conf")], stdout=self.log, stderr=subprocess.STDOUT
        )
        while self.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as asked:
                    if json.loads(asked.recv(4096).split(b"\n")[0].removeprefix(b"INFO "))["jetstream"]:
                        return
            except OSError:
                continue
        raise AssertionError((self.folder / "log").read_text())

    def caught_up(self) -> bool:
        """Its JetStream knows the leader and has what the others have."""
        try:
            return httpx.get(f"http://127.0.0.1:{self.monitor}/healthz", timeout=10).status_code == 200
        except httpx.TransportError:
            return False

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def halt(self) -> None:
        self.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()
        self.log.close()


@dataclass
class NatsServers:
    servers: list[NatsServer] = field(default_factory=list)
    doors: dict[frozenset[str], Door] = field(default_factory=dict)

    @property
    def url(self) -> str:
        return ",".join(server.url for server in self.servers)

    def named(self, name: str) -> NatsServer:
        return next(server for server in self.servers if server.name == name)

    def until_caught_up(self, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not all(server.caught_up() for server in self.servers):
            if time.monotonic() > deadline:
                raise AssertionError("the NATS servers do not agree")
            time.sleep(0.02)

    def cut_off(self, server: NatsServer) -> None:
        """It and the others do not hear each other any more; its clients still reach it. For servers with doors."""
        for names, door in self.doors.items():
            if server.name in names:
                door.shut()

    def mend(self) -> None:
        for door in self.doors.values():
            door.open()


@contextmanager
def nats_servers(folder: Path, count: int = 1, *, doors: bool = False, settings: str = "") -> Iterator[NatsServers]:
    """`count` 1 or 3. `doors`: one of three can be cut off. `settings`: further lines of each, as of its accounts."""
    folder.mkdir(exist_ok=True)
    names, ports = [f"n{n}" for n in range(count)], free_ports(3 * count)
    clients, monitors, routes = ports[:count], ports[count : 2 * count], ports[2 * count :]
    servers = NatsServers()
    try:
        found = _doors_between(dict(zip(names, routes, strict=True)), servers) if doors else {}
        for n, name in enumerate(names):
            there = [found.get((name, other), port) for other, port in zip(names, routes, strict=True) if other != name]
            lines = "\n".join([settings, _of_cluster(routes[n], there) if there else ""])
            servers.servers.append(NatsServer(name, folder / name, clients[n], monitors[n], lines))
        for server in servers.servers:
            server.start()
        servers.until_caught_up()
        yield servers
    finally:
        for server in servers.servers:
            if server.process is not None and server.process.poll() is None:
                server.kill()
        for door in servers.doors.values():
            door.close()


def _of_cluster(port: int, routes: list[int]) -> str:
    """Servers find each other by these routes alone: those that they would tell each other go past the doors."""
    at = ", ".join(f"nats://127.0.0.1:{port}" for port in routes)
    alone = 'no_advertise: true, advertise: "127.0.0.1:1"'
    return f'cluster {{ name: tablo, listen: "127.0.0.1:{port}", routes: [{at}], {alone} }}'


def _doors_between(routes: dict[str, int], servers: NatsServers) -> dict[tuple[str, str], int]:
    """The port at which one server finds another, by their names. Each pair has a door with a way in each direction."""
    names, ports = list(routes), {}
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            ports[one, other], ports[other, one] = free_ports(2)
            ways = f"{ports[one, other]}={routes[other]}", f"{ports[other, one]}={routes[one]}"
            servers.doors[frozenset((one, other))] = Door(*ways)
    return ports
