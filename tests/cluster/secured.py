"""NATS servers with the keys and the configuration that `tablo cluster-keys` writes."""

import os
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from server.cli import main
from server.cluster.bus import Bus, BusAddress, bus_address, connected
from tests.cluster.nats_servers import PROGRAM, free_ports

FEDERATIONS = ("bg", "ro", "third", "fourth", "fifth")


class SecuredServers:
    def __init__(self, folder: Path, ports: Sequence[int]) -> None:
        self.folder = folder
        self.ports = ports
        self.started: dict[int, subprocess.Popen[bytes]] = {}
        self.make()

    def make(self) -> None:
        """As an operator does, the first time and again."""
        words = [f"--server=127.0.0.1:{port}" for port in self.ports]
        federations = [f"--federation={name}" for name in FEDERATIONS]
        assert main(["cluster-keys", str(self.folder), *words, *federations]) == 0

    def log(self, port: int) -> Path:
        return self.folder / f"{port}.log"

    def start(self, port: int) -> None:
        """Returns when it takes connections."""
        place = self.folder / "servers" / f"127.0.0.1-{port}"
        with self.log(port).open("ab") as log:
            self.started[port] = process = subprocess.Popen(
                [PROGRAM, "-c", "nats.conf"],
                cwd=place, stdout=log, stderr=log, env={**os.environ, "TABLO_NATS_STORE": str(place / "store")},
            )  # fmt: skip
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                continue
            return
        raise AssertionError(self.log(port).read_text())

    def read_again(self) -> None:
        """The servers take their configuration in."""
        for port, process in self.started.items():
            before = self.log(port).read_text().count("Reloaded")
            process.send_signal(signal.SIGHUP)
            while self.log(port).read_text().count("Reloaded: authorization users") <= before:
                assert process.poll() is None

    @property
    def url(self) -> str:
        return ",".join(f"tls://127.0.0.1:{port}" for port in self.ports)

    def address(self, federation: str, user: str) -> BusAddress:
        return bus_address(self.url, self.folder / federation / f"{user}.seed", self.folder / "authority.pem")

    @asynccontextmanager
    async def bus(self, federation: str, user: str) -> AsyncIterator[Bus]:
        async with connected(self.address(federation, user), user) as bus:
            yield bus

    def public(self, federation: str, user: str) -> str:
        return (self.folder / federation / f"{user}.pub").read_text().strip()


def cluster_ports(count: int) -> list[int]:
    """Ports of servers whose other port, for each other, can be taken too: 2000 above."""
    found: list[int] = []
    while len(found) < count:
        [port] = [one - 2000 for one in free_ports(1)]
        with socket.socket() as asked:
            try:
                asked.bind(("127.0.0.1", port))
            except OSError:
                continue
        found.append(port)
    return found


@contextmanager
def secured_servers(folder: Path, count: int = 1) -> Iterator[SecuredServers]:
    servers = SecuredServers(folder, cluster_ports(count))
    try:
        for port in servers.ports:
            servers.start(port)
        yield servers
    finally:
        for process in servers.started.values():
            process.kill()
            process.wait()
