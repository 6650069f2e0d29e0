"""One 2 kB frame to thousands of sockets, all servers in the same run: `python -m tests.benchmarks.bench_live`.

Each server runs on one core, the crowd that counts bytes (crowd.c) on another; the servers take turns, so that a busy
moment of the machine is shared by all. The figures are medians. Needs gcc; nginx with nchan and node with `ws` are
measured where they are installed (NCHAN=/path/to/ngx_nchan_module.so, NODE_PATH=/path/to/node_modules).
"""

import argparse
import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
OCTETS = 2048
PAGE = resource.getpagesize()


@dataclass(frozen=True, slots=True)
class Peer:
    """A server that can be started on a port."""

    name: str
    command: Callable[[int, Path], list[str]]
    follow: str = "/follow"
    body: int = 0


@dataclass(slots=True)
class Figures:
    """Figures of one server, all runs together. Times in microseconds, memory in octets."""

    cpu: list[float] = field(default_factory=list)
    median: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    burst: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)


class Process:
    """A started server: how long it worked and how much it holds, with its children."""

    def __init__(self, command: list[str], core: int) -> None:
        self.process = subprocess.Popen(
            command, cwd=HERE.parent.parent, preexec_fn=lambda: os.sched_setaffinity(0, {core})
        )

    def pids(self) -> list[int]:
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def worked(self) -> float:
        """Microseconds of CPU so far."""
        tasks = [task for pid in self.pids() for task in Path(f"/proc/{pid}/task").iterdir()]
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1000

    def holds(self) -> int:
        return sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE for pid in self.pids())

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Crowd:
    """crowd.c, and the lines one speaks with it."""

    def __init__(self, program: Path, port: int, sockets: int, peer: Peer, core: int) -> None:
        words = [str(program), "127.0.0.1", str(port), str(sockets), peer.follow, "/publish", str(peer.body)]
        self.process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )
        if not self._line().startswith("ready"):
            raise RuntimeError(f"the crowd could not connect to {peer.name}")

    def ask(self, words: str) -> list[list[float]]:
        assert self.process.stdin is not None
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self._line()) != "done":
            if not line:
                raise RuntimeError("the crowd has gone")
            lines.append([float(word) for word in line.split()])
        return lines

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()


def peers(folder: Path) -> Iterator[Peer]:
    """The servers that can be measured on this machine."""
    us = [sys.executable, "-m", "tests.benchmarks.peers"]
    query = "/live?topic=t/open/pairings"
    yield Peer("the limit: epoll in C", lambda port, at: [str(folder / "limit"), str(port), str(OCTETS)])
    yield Peer("tablo, every frame by itself", lambda port, at: [*us, "tablo", str(port), "0"], query)
    yield Peer("tablo as it ships, at most 20 a second", lambda port, at: [*us, "tablo", str(port)], query)
    yield Peer("naive: a loop of send_text", lambda port, at: [*us, "naive", str(port)])
    yield Peer("queued: a queue and a task each", lambda port, at: [*us, "queued", str(port)])
    nchan = os.environ.get("NCHAN", "/usr/lib/nginx/modules/ngx_nchan_module.so")
    if shutil.which("nginx") and Path(nchan).exists():
        yield Peer("nginx + nchan", lambda port, at: ["nginx", "-c", str(_nchan(nchan, port, at))], body=OCTETS)
    else:
        print("absent: nginx + nchan")
    if shutil.which("node") and subprocess.run(["node", "-e", "require('ws')"], capture_output=True).returncode == 0:
        yield Peer("node ws", lambda port, at: ["node", str(HERE / "node_ws.js"), str(port), str(OCTETS)])
    else:
        print("absent: node ws")


def _nchan(module: str, port: int, folder: Path) -> Path:
    settings = (HERE / "nchan.conf").read_text()
    for word, value in (("@MODULE@", module), ("@PORT@", str(port)), ("@FOLDER@", str(folder))):
        settings = settings.replace(word, value)
    path = folder / "nginx.conf"
    path.write_text(settings)
    return path


@contextmanager
def hall(peer: Peer, programs: Path, sockets: int, figures: Figures) -> Iterator[tuple[Process, Crowd]]:
    """One server and its crowd, connected; the memory of the connections is noted on the way."""
    port = _free_port()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = Process(peer.command(port, folder), core=0)
        stack.callback(server.stop)
        _wait_for(port)
        Crowd(programs / "crowd", port, 10, peer, core=1).stop()
        empty = server.holds()
        crowd = Crowd(programs / "crowd", port, sockets, peer, core=1)
        stack.callback(crowd.stop)
        figures.memory.append((server.holds() - empty) / sockets)
        yield server, crowd


def measure(peer: Peer, programs: Path, sockets: int, given: argparse.Namespace, figures: Figures) -> None:
    """One turn of one server: single frames, bursts of eight, and some idle seconds."""
    seconds: float = given.idle
    rounds = max(4, min(60, 60_000 // sockets))
    with hall(peer, programs, sockets, figures) as (server, crowd):
        before = server.worked()
        times = crowd.ask(f"each {rounds} {given.pause}")
        figures.cpu.append((server.worked() - before) / (rounds * sockets))
        figures.median += [row[0] for row in times]
        figures.last += [row[1] for row in times]
        before = server.worked()
        crowd.ask("burst 3 8")
        figures.burst.append((server.worked() - before) / (3 * 8 * sockets))
        before = server.worked()
        time.sleep(seconds)
        figures.idle.append((server.worked() - before) / seconds / 1e4)


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nobody listens on {port}")


def table(results: dict[str, Figures], sockets: int) -> Iterator[str]:
    middle = statistics.median
    limit = next(iter(results.values()))
    yield f"\n{sockets} sockets (medians)"
    heads = ["CPU us per delivery", "x limit", "in a burst of 8, us", "last socket, ms", "x limit", "kB per socket"]
    yield " | ".join(["| server", *heads, "idle, % of a core |"])
    yield "|---" * 8 + "|"
    for name, f in results.items():
        yield (
            f"| {name} | {middle(f.cpu):.2f} | {middle(f.cpu) / middle(limit.cpu):.2f} | {middle(f.burst):.2f} "
            f"| {middle(f.last) / 1000:.1f} | {middle(f.last) / middle(limit.last):.2f} "
            f"| {middle(f.memory) / 1024:.1f} | {middle(f.idle):.2f} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, nargs="+", default=[1000, 5000, 10000])
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--idle", type=float, default=4.0)
    parser.add_argument("--pause", type=int, default=5, metavar="MS", help="between two frames")
    parser.add_argument("--only", default="", help="only servers whose name contains this (and the limit)")
    parser.add_argument("--json", type=Path, help="also write all figures here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        programs = Path(folder)
        for name in ("crowd", "limit"):
            subprocess.run(["gcc", "-O2", "-o", str(programs / name), str(HERE / f"{name}.c")], check=True)
        chosen = [peer for peer in peers(programs) if given.only in peer.name or "limit" in peer.name]
        for sockets in given.sockets:
            results = {peer.name: Figures() for peer in chosen}
            for _ in range(given.turns):
                for peer in chosen:
                    measure(peer, programs, sockets, given, results[peer.name])
            print("\n".join(table(results, sockets)), flush=True)
            if given.json is not None:
                everything = {name: {key: getattr(f, key) for key in f.__slots__} for name, f in results.items()}
                given.json.with_suffix(f".{sockets}.json").write_text(json.dumps(everything))


if __name__ == "__main__":
    main()
