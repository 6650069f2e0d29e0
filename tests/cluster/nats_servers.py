"""NATS servers of a test: one, or a cluster of three, each a process that can be killed, stopped and begun again."""

import json
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

PROGRAM = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or "nats-server"


def free_ports(count: int) -> list[int]:
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


@dataclass
class NatsServer:
    name: str
    folder: Path
    port: int
    routes: str
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
            f'jetstream {{ store_dir: "{self.folder}" }}',
            self.routes,
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

    def signal(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def kill(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)
        self.process.kill()
        self.process.wait()
        self.log.close()


@dataclass
class NatsServers:
    servers: list[NatsServer] = field(default_factory=list)

    @property
    def url(self) -> str:
        return ",".join(server.url for server in self.servers)


@contextmanager
def nats_servers(folder: Path, count: int = 1) -> Iterator[NatsServers]:
    """`count` 1 or 3; their JetStream may take a moment more to choose its leader."""
    folder.mkdir(exist_ok=True)
    ports = free_ports(2 * count)
    at = ", ".join(f"nats://127.0.0.1:{port}" for port in ports[count:])
    servers = NatsServers()
    for n in range(count):
        routes = (
            f'cluster {{ name: tablo, listen: "127.0.0.1:{ports[count + n]}", routes: [{at}] }}' if count > 1 else ""
        )
        servers.servers.append(NatsServer(f"n{n}", folder / f"n{n}", ports[n], routes))
    try:
        for server in servers.servers:
            server.start()
        yield servers
    finally:
        for server in servers.servers:
            if server.process is not None and server.process.poll() is None:
                server.kill()
