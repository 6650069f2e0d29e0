"""A crowd of followers in a process of its own: `python -m server.cli.bench.crowd`, spoken to in lines of JSON.

{"open": [[path, count], ...], "port": n}      opens the sockets, one group for each path; answers when all is quiet
{"post": "HTTP request", "marker": "text"}     sends it, and waits until every group has seen the marker; answers
                                               {"answered": ms, "groups": [[median, last] in ms, ...]}
"""

import json
import re
import resource
import select
import socket
import statistics
import sys
import time

SOCKETS_PER_ADDRESS = 20_000
"""Sockets from one source address, below the number of ports."""

MAX_MARKER_BYTES = 64
PING_BYTES, PONG_BYTES = b"\x89\x00", b"\x8a\x80\0\0\0\0"
"""The server's question for a sign of life, which comes as a frame of its own, and the answer."""
ANSWER_PATIENCE_SECONDS = 20.0


class Crowd:
    """Sockets that look for a marker and forget everything else."""

    def __init__(self) -> None:
        self.groups: list[list[socket.socket]] = []
        self.sockets: dict[int, socket.socket] = {}
        self.tails: dict[int, bytes] = {}
        self.poll = select.epoll()
        self.port = 0
        self.buffer = memoryview(bytearray(1 << 20))
        self.control = socket.socket()

    def open(self, port: int, wanted: list[tuple[str, int]]) -> None:
        self.port = port
        self.control = socket.create_connection(("127.0.0.1", port), ANSWER_PATIENCE_SECONDS)
        for path, count in wanted:
            self.groups.append([self._connect(path) for _ in range(count)])
        while self._look(b"", {}, 0.5):
            """Until the snapshots are read."""

    def post(self, request: bytes, marker: bytes) -> dict[str, object]:
        """Milliseconds from the send until the answer, and until each socket has the marker.

        Until the answer comes it sleeps: one that asks without a pause holds the core on which the kernel serves the
        disk of the journal. After the answer it never sleeps: the kernel would wake it within the server's write, at
        the cost of the server, which no phone across a network does.
        """
        self.tails = dict.fromkeys(self.tails, b"")
        seen: dict[int, float] = {}
        begin = time.perf_counter()
        self.control.sendall(request)
        answered = self._answered()
        while len(seen) < len(self.sockets):
            if time.perf_counter() - begin > ANSWER_PATIENCE_SECONDS:
                raise TimeoutError(f"{len(self.sockets) - len(seen)} sockets did not get {marker!r}")
            self._look(marker, seen, 0)
        groups = [[(seen[sock.fileno()] - begin) * 1000 for sock in group] for group in self.groups]
        return {
            "answered": (answered - begin) * 1000,
            "groups": [[statistics.median(group), max(group)] for group in groups],
        }

    def _answered(self) -> float:
        """The time at which the whole answer was there. Raises RuntimeError where it is no success."""
        reply = b""
        while not answer_complete(reply):
            piece = self.control.recv(65536)
            if not piece:
                raise ConnectionError(f"no whole answer: {reply[:300]!r}")
            reply += piece
        return time.perf_counter()

    def _look(self, marker: bytes, seen: dict[int, float], patience: float) -> int:
        events = self.poll.poll(patience)
        for fd, _ in events:
            size = self.sockets[fd].recv_into(self.buffer)
            if not size:
                raise ConnectionError("the server closed a socket")
            data = self.tails[fd] + self.buffer[:size]
            if data.endswith(PING_BYTES):
                self.sockets[fd].send(PONG_BYTES)
            if marker and fd not in seen and marker in data:
                seen[fd] = time.perf_counter()
            self.tails[fd] = data[-MAX_MARKER_BYTES:]
        return len(events)

    def _connect(self, path: str) -> socket.socket:
        sock = socket.socket()
        sock.bind((f"127.0.0.{2 + len(self.sockets) // SOCKETS_PER_ADDRESS}", 0))
        sock.connect(("127.0.0.1", self.port))
        sock.sendall(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        answer = sock.recv(65536)
        if not answer.startswith(b"HTTP/1.1 101"):
            raise ConnectionError(f"no handshake for {path}: {answer[:200]!r}")
        sock.setblocking(False)
        self.sockets[sock.fileno()] = sock
        self.tails[sock.fileno()] = b""
        self.poll.register(sock.fileno(), select.EPOLLIN)
        return sock


def answer_complete(reply: bytes) -> bool:
    """The whole answer is there; raises RuntimeError where it is no success."""
    head, found, body = reply.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
    if len(body) < (int(length.group(1)) if length is not None else 0) or not found:
        return False
    if not reply.startswith(b"HTTP/1.1 2"):
        raise RuntimeError(reply.decode(errors="replace"))
    return True


def main() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    crowd = Crowd()
    for line in sys.stdin:
        asked = json.loads(line)
        answer: dict[str, object] = {}
        if "open" in asked:
            crowd.open(asked["port"], asked["open"])
        else:
            answer = crowd.post(asked["post"].encode(), asked["marker"].encode())
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
