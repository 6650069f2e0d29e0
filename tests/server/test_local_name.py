"""`tablo.local`: two servers and somebody who asks, each in a network of its own, joined by a cable."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.http.local_name import LocalName
from server.settings import from_environment

ASKS = """
import sys
from zeroconf import AddressResolver, Zeroconf
with Zeroconf() as asking:
    asked = AddressResolver(sys.argv[1])
    print(asked.request(asking, 2000) and asked.parsed_addresses())
"""
PORT = "8080"


class Hall:
    """Two machines at one cable. Their networks live as long as the processes that hold them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        user = ("--map-root-user",) if os.getuid() else ()
        first = ("unshare", *user, "--net", "sh", "-c", "echo there && exec cat")
        self._holders = [subprocess.Popen(first, stdin=subprocess.PIPE, stdout=subprocess.PIPE)]
        self._wait_for(self._holders[0])
        second = self._inside(0, "unshare", "--net", "sh", "-c", "echo there && exec cat")
        self._holders.append(subprocess.Popen(second, stdin=subprocess.PIPE, stdout=subprocess.PIPE))
        self._wait_for(self._holders[1])
        other = str(self._holders[1].pid)
        self.run(0, "ip", "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", other)
        for n in (0, 1):
            for line in (f"addr add 10.9.0.{n + 1}/24 dev cable", "link set cable up", "link set lo up"):
                self.run(n, "ip", *line.split())
        self._servers: list[subprocess.Popen[str]] = []

    def serve(self, machine: int) -> str:
        """The line in which a server there says its name."""
        environment = {**os.environ, "TABLO_DATA": str(self.folder / f"data-{machine}"), "TABLO_PORT": PORT}
        command = (sys.executable, "-m", "server.cli", "serve", "--host", "0.0.0.0")
        log = (self.folder / f"log-{machine}").open("w")
        server = subprocess.Popen(
            self._inside(machine, *command), stdout=subprocess.PIPE, stderr=log, text=True, env=environment
        )
        log.close()
        self._servers.append(server)
        assert server.stdout is not None
        return next(line for line in server.stdout if ".local" in line).strip()

    def found(self, machine: int, name: str) -> str:
        return self.run(machine, sys.executable, "-c", ASKS, name).strip()

    def run(self, machine: int, *words: str) -> str:
        done = subprocess.run(self._inside(machine, *words), capture_output=True, text=True, timeout=60, check=False)
        if done.returncode:
            raise AssertionError(done.stderr)
        return done.stdout

    def end(self) -> None:
        for server in self._servers:
            server.send_signal(signal.SIGTERM)
            server.communicate(timeout=60)
        for holder in reversed(self._holders):
            holder.communicate(timeout=20)

    def _inside(self, machine: int, *words: str) -> tuple[str, ...]:
        user = ("--user", "--preserve-credentials") if os.getuid() else ()
        return ("nsenter", "--target", str(self._holders[machine].pid), *user, "--net", *words)

    def _wait_for(self, holder: "subprocess.Popen[bytes]") -> None:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"there\n"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    hall = Hall(tmp_path)
    yield hall
    hall.end()


def test_the_second_server_in_a_hall_has_another_name_and_both_are_found(hall: Hall) -> None:
    assert hall.serve(0) == "By name        http://tablo.local:8080   (in this network)"
    assert hall.serve(1) == "By name        http://tablo-2.local:8080   (in this network)"
    assert hall.found(1, "tablo.local.") == "['10.9.0.1']"
    assert hall.found(0, "tablo-2.local.") == "['10.9.0.2']"


async def test_where_another_program_answers_for_the_machine_its_own_name_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("server.http.local_name.AVAHI", tmp_path)
    monkeypatch.setattr("socket.gethostname", lambda: "arbiter.example.org")
    told: list[str] = []
    await LocalName(8080, told.append).keep()
    assert told == ["http://arbiter.local:8080"]


async def test_a_server_without_a_port_for_it_has_no_name() -> None:
    none = LocalName()
    await none.keep()
    assert none.address == ""


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({"TABLO_HOST": "0.0.0.0"}, True),
        ({"TABLO_HOST": "0.0.0.0", "TABLO_NATS": "nats://127.0.0.1:4222"}, False),
        ({"TABLO_HOST": "192.168.1.5"}, True),
        ({}, False),
        ({"TABLO_HOST": "0.0.0.0", "TABLO_MDNS": "0"}, False),
        ({"TABLO_HOST": "0.0.0.0", "TABLO_PUBLIC_URL": "https://chess.example.org"}, False),
    ],
)
def test_a_server_is_found_by_name_where_its_network_reaches_it(environment: dict[str, str], found: bool) -> None:
    assert from_environment({"TABLO_DATA": "/nowhere", **environment}).found_by_name is found
