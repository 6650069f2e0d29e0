"""A hall that is never quiet: `python -m tests.live.soak --seconds 600 --sockets 2000`.

Pages come, go without a word, and fall asleep; results come twenty times a second to a server in a process of its own.
At the end every page must show exactly what a fresh one shows, and the server must have stopped growing early.
"""

import argparse
import heapq
import json
import resource
import select
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from tests.live.hall import Frame, Reader
from tests.live.raw import handshake

SERVER = "tests.live.soak_server"
SLEEPY = 0.1
"""Of all pages, how many read only now and then."""
PATIENCE = 30.0
STAY = 20.0
"""Seconds a page stays on average before it is torn away."""


class Page:
    """One page somewhere: what it shows, and the bytes it has not understood yet."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.reader = Reader()
        self.rest = b""
        self.greeted = False
        self.sock = socket.socket()
        self.frames: dict[str, int] = {}

    def connect(self) -> None:
        self.sock.close()
        self.sock = socket.create_connection(self.address.split(":"))
        after = self.reader.position if self.reader.path else None
        self.sock.sendall(handshake(self.address, after=after))
        self.sock.setblocking(False)
        self.rest, self.greeted = b"", False

    def hear(self) -> bool:
        """Read what there is; False if the server has closed."""
        try:
            data = self.sock.recv(1 << 18)
        except (BlockingIOError, InterruptedError):
            return True
        except ConnectionError:
            return False
        self.rest += data
        if not self.greeted and b"\r\n\r\n" in self.rest:
            self.greeted, self.rest = True, self.rest.partition(b"\r\n\r\n")[2]
        for opcode, payload in self._frames():
            self._understand(opcode, payload)
        return bool(data)

    def _understand(self, opcode: int, payload: bytes) -> None:
        if opcode == 9:
            self.sock.send(b"\x8a\x80\0\0\0\0")
        elif opcode == 1:
            frame: Frame = msgspec.json.decode(payload)
            self.frames[frame["type"]] = self.frames.get(frame["type"], 0) + 1
            self.reader.read([frame])
            del self.reader.path[:-1]

    def _frames(self) -> Iterator[tuple[int, bytes]]:
        while self.greeted and len(self.rest) >= 2:
            size, start = self.rest[1], 2
            if size >= 126:
                start = 4 if size == 126 else 10
                size = int.from_bytes(self.rest[2:start], "big")
            if len(self.rest) < start + size:
                return
            frame, self.rest = self.rest[: start + size], self.rest[start + size :]
            yield frame[0] & 15, frame[start:]


@dataclass(slots=True)
class Hall:
    """All pages, and what will happen to them."""

    pages: list[Page]
    dice: Random = field(default_factory=lambda: Random(7))
    poll: select.epoll = field(default_factory=select.epoll)
    by_socket: dict[int, Page] = field(default_factory=dict)
    plans: list[tuple[float, int, Callable[[], None]]] = field(default_factory=list)
    planned: int = 0
    closed_by_server: int = 0

    def later(self, seconds: float, what: Callable[[], None]) -> None:
        self.planned += 1
        heapq.heappush(self.plans, (time.monotonic() + seconds, self.planned, what))

    def come(self, page: Page) -> None:
        page.connect()
        self.by_socket[page.sock.fileno()] = page
        self.poll.register(page.sock.fileno(), select.EPOLLIN)

    def go(self, page: Page) -> None:
        if self.by_socket.pop(page.sock.fileno(), None) is not None:
            self.poll.unregister(page.sock.fileno())
        page.sock.close()

    def live(self, page: Page) -> None:
        """Come, and be torn away after a while."""
        self.come(page)
        self.later(self.dice.expovariate(1 / STAY), lambda: self.tear(page))

    def tear(self, page: Page) -> None:
        self.go(page)
        self.later(self.dice.random() * 2, lambda: self.live(page))

    def doze(self, page: Page) -> None:
        """The page reads nothing for a while, then goes on."""
        fd = page.sock.fileno()
        if fd in self.by_socket:
            self.poll.modify(fd, 0)
            self.later(self.dice.random() * 5, lambda: self.wake(fd))
        self.later(self.dice.random() * 8, lambda: self.doze(page))

    def wake(self, fd: int) -> None:
        if fd in self.by_socket:
            self.poll.modify(fd, select.EPOLLIN)

    def work(self, patience: float) -> int:
        """Read what has come; do what is planned. How many sockets had something."""
        while self.plans and self.plans[0][0] <= time.monotonic():
            heapq.heappop(self.plans)[2]()
        events = self.poll.poll(patience)
        for fd, _ in events:
            page = self.by_socket.get(fd)
            if page is not None and not page.hear():
                self.closed_by_server += 1
                self.go(page)
        return len(events)


@dataclass(frozen=True, slots=True)
class Report:
    """How it ended. `growth` in octets, from a fifth of the time on."""

    wrong: list[str]
    growth: int
    resumed: int
    snapshots: int


def soak(seconds: float, sockets: int, say: Callable[[str], None] = lambda line: None) -> Report:
    with server() as (address, pid):
        hall = Hall([Page(address) for _ in range(sockets)])
        for number, page in enumerate(hall.pages):
            hall.live(page)
            if number < sockets * SLEEPY:
                hall.later(hall.dice.random() * 5, lambda page=page: hall.doze(page))  # type: ignore[misc]
        began, early, told = time.monotonic(), 0, 0.0
        while (passed := time.monotonic() - began) < seconds:
            hall.work(0.02)
            early = early or (memory(pid) if passed > seconds / 5 else 0)
            if passed - told > 10:
                told = passed
                say(f"{passed:5.0f} s, {memory(pid) >> 20} MB, {ask(address, '/counters')}")
        growth = memory(pid) - early
        ask(address, "/quiet")
        fresh = ask(address, "/view")
        finish(hall, dict(fresh))
        wrong = [f"page {n} at {p.reader.position}" for n, p in enumerate(hall.pages) if p.reader.parts != dict(fresh)]
        counted = ask(address, "/counters")
        for page in hall.pages:
            hall.go(page)
    return Report(wrong, growth, int(counted["resumed"]), sum(page.frames.get("snapshot", 0) for page in hall.pages))


def finish(hall: Hall, fresh: dict[str, str]) -> None:
    """Everybody comes back once more, and has half a minute to get there."""
    hall.plans.clear()
    for page in hall.pages:
        hall.go(page)
        hall.come(page)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and any(page.reader.parts != fresh for page in hall.pages):
        hall.work(0.2)


@contextmanager
def server() -> Iterator[tuple[str, int]]:
    process = subprocess.Popen([sys.executable, "-m", SERVER], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), process.pid
    finally:
        process.terminate()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()


def ask(address: str, path: str) -> dict[str, str]:
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"http://{address}{path}", timeout=20) as answer:
        found: dict[str, str] = json.load(answer)
        return found


def memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * resource.getpagesize()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--sockets", type=int, default=2000)
    given = parser.parse_args()
    report = soak(given.seconds, given.sockets, lambda line: print(line, flush=True))
    print(f"{report.resumed} resumed, {report.snapshots} snapshots, grew by {report.growth >> 10} kB")
    print(f"{len(report.wrong)} pages are wrong", *report.wrong[:20])
    return bool(report.wrong)


if __name__ == "__main__":
    sys.exit(main())
