"""The pages of a hall that is never quiet: they come, go without a word, and fall asleep."""

import heapq
import select
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

import msgspec

from tests.live.loopback import Frame, Reader
from tests.live.raw import handshake

STAY = 20.0
"""Seconds a page stays on average before it is torn away."""


class Page:
    """One page somewhere: what it shows, and the bytes it has not understood yet."""

    def __init__(self, address: str, topic: str) -> None:
        self.address = address
        self.topic = topic
        self.reader = Reader()
        self.rest = b""
        self.greeted = False
        self.sock = socket.socket()
        self.frames: dict[str, int] = {}
        self.resumed = 0
        """Times it came back and went on without a snapshot."""
        self._back = False

    def connect(self) -> None:
        self.sock.close()
        host, port = self.address.split(":")
        self.sock = socket.create_connection((host, int(port)))
        after = self.reader.position if self.reader.path else None
        self.sock.sendall(handshake(self.address, f"{self.topic}&form=html", after))
        self.sock.setblocking(False)
        self.rest, self.greeted, self._back = b"", False, after is not None

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
            self._count(frame["type"])
            self.reader.read([frame])
            del self.reader.path[:-1]

    def _count(self, kind: str) -> None:
        self.frames[kind] = self.frames.get(kind, 0) + 1
        if kind in ("patch", "snapshot"):
            self.resumed += self._back and kind == "patch"
            self._back = False

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
