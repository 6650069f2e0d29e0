"""Two attacks on the live feed of a real server, each beside its control: `python -m tests.live.floods`.

1. Sockets that ask to resume after every result and read next to nothing; the control asks nothing.
2. Sockets with a made-up language each; the controls are nobody, and as many sockets with one language.

Nobody logs in. A second address does not help: everything comes from this machine, on a network of its own.
"""

import argparse
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from string import ascii_lowercase

from server.cli.bench.live import Desk, Process, percentile, running
from tests.live.raw import handshake, said
from tests.live.soak import enough, served, typing

PLAYERS = 400
PER_SECOND = 8.6
"""Results."""
SIP_BYTES, SIP_SECONDS = 8192, 0.11
"""Bytes and pauses of a greedy socket's reading, so that the system does not take it for dead."""
GREEDY_TOPICS = ("pairings", "standings", "crosstable", "seats", "places", "results")
GREEDY_FORMS = ("form=html&lang=en", "form=json&lang=en", "form=html&lang=bg", "form=json&lang=bg")
LANGUAGE_TOPICS = ("pairings", "standings", "leaders", "latest")
FOLLOWED = "/live?topic=t/bench/pairings&form=html&lang=en"
WARM = 5
"""Results that come first and are not counted."""
REST_SECONDS = 0.15
"""Between two results whose way is measured."""
MEGABYTE = 1 << 20

MOST_RESUME_MEGABYTES = 15
MOST_LANGUAGE_MEGABYTES = 40
MOST_SLOWED = 2.0

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Crowded:
    """The cost of a crowd: megabytes, seconds until all had joined, milliseconds from a key to an ordinary follower."""

    megabytes: float
    joined: float
    took: list[float]

    @property
    def middle(self) -> float:
        return statistics.median(self.took)


class Sockets:
    """Raw followers that are read in a thread: as fast as it comes, or by sips."""

    def __init__(self, port: int, paths: list[str], sip: int = 0, question: str = "") -> None:
        self.port = port
        self.paths = paths
        self.sip = sip
        self.question = said(question) if question else b""
        self.opened = 0
        """Also again, where the server had closed one."""
        self.socks = [self._open(path) for path in paths]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        for sock in self.socks:
            sock.close()

    def _open(self, path: str) -> socket.socket:
        """A socket that has its first frame."""
        sock = socket.socket()
        if self.sip:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SIP_BYTES)
        sock.connect(("127.0.0.1", self.port))
        sock.sendall(handshake(f"127.0.0.1:{self.port}", path))
        answer = b""
        while not answer.partition(b"\r\n\r\n")[2]:
            if not (got := sock.recv(SIP_BYTES)):
                raise ConnectionError(f"no frame of {path}: {answer!r}")
            answer += got
        sock.setblocking(False)
        self.opened += 1
        return sock

    def _read(self) -> None:
        while not self._over.wait(SIP_SECONDS):
            for number, sock in enumerate(self.socks):
                if not self._sips(sock):
                    sock.close()
                    self.socks[number] = self._open(self.paths[number])

    def _sips(self, sock: socket.socket) -> bool:
        """False if the server has closed."""
        try:
            if self.question:
                sock.send(self.question)
            while got := sock.recv(self.sip or MEGABYTE):
                if self.sip or len(got) < MEGABYTE:
                    return True
        except BlockingIOError:
            return True
        except ConnectionError:
            return False
        return False


@contextmanager
def sockets(port: int, paths: list[str], sip: int = 0, question: str = "") -> Iterator[Sockets]:
    opened = Sockets(port, paths, sip, question)
    try:
        yield opened
    finally:
        opened.close()


def topics(names: tuple[str, ...]) -> str:
    return "&topic=".join(f"t/bench/{name}" for name in names)


def greedy(players: int, seconds: float, question: str, say: Say) -> float:
    """Megabytes that the server holds after four sockets have hardly read for so long."""
    paths = [f"{topics(GREEDY_TOPICS)}&{form}" for form in GREEDY_FORMS]
    with served(players) as (port, server), typing(port, players // 2, PER_SECOND) as desk:
        with sockets(port, paths, SIP_BYTES, question) as opened:
            held = [server.holds() / MEGABYTE for _ in ticks(seconds, max(1.0, seconds / 6))]
            count = opened.opened
        results = enough(desk)["results"]
    path, what = ", ".join(f"{size:.0f}" for size in held), "resume after every result" if question else "no question"
    say(f"   {what}: {path} MB ({results} results, {count} joined)")
    return held[-1]


def ticks(seconds: float, every: float) -> Iterator[float]:
    """The time gone by, now and then; the end for certain."""
    began = time.monotonic()
    while (gone := time.monotonic() - began) < seconds:
        time.sleep(min(every, seconds - gone))
        yield time.monotonic() - began


def crowded(players: int, codes: list[str], results: int, say: Say, name: str) -> Crowded:
    """The cost of this many sockets with these languages, and how long a result takes to somebody ordinary."""
    paths = [f"{topics(LANGUAGE_TOPICS)}&form=html&lang={code}" for code in codes]
    with served(players) as (port, server), running(["server.cli.bench.crowd"], 1) as ordinary:
        desk = Desk(port)
        with sockets(port, [f"{topics(LANGUAGE_TOPICS)}&form=html&lang=en"]):
            before, began = server.holds(), time.monotonic()
        with sockets(port, paths):
            joined = time.monotonic() - began
            ordinary.ask({"open": [[FOLLOWED, 1]], "port": port})
            took = typed(ordinary, desk, range(1, 1 + WARM + results))[WARM:]
            found = Crowded((server.holds() - before) / MEGABYTE, joined, took)
    say(
        f"   {name}: {found.megabytes:.0f} MB more, all joined after {found.joined:.1f} s; from the key to an ordinary "
        f"follower p50 {found.middle:.1f} ms, p99 {percentile(took, 0.99):.1f} ms"
    )
    return found


def typed(ordinary: Process, desk: Desk, boards: range) -> list[float]:
    """Milliseconds from each key until the follower has the row."""
    took = []
    for board in boards:
        time.sleep(REST_SECONDS)
        asked = {"post": desk.result(board, "1=0"[board % 3]), "marker": f'b{board}","'}
        took.append(float(ordinary.ask(asked)["groups"][0][1]))
    return took


def made_up(count: int) -> list[str]:
    """Codes of two letters, few of which are languages and none of which is ours."""
    words = (first + second for first, second in product(ascii_lowercase, repeat=2))
    return [word for word in words if word not in ("en", "bg", "ru")][:count]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="of the first flood (default: 60)")
    parser.add_argument("--sockets", type=int, default=500, help="of the second flood (default: 500)")
    parser.add_argument("--results", type=int, default=60, help="whose way is measured (default: 60)")
    given = parser.parse_args()
    return flood(given.seconds, given.sockets, given.results, lambda line: print(line, flush=True))


def flood(seconds: float, count: int, results: int, say: Say, players: int = PLAYERS) -> int:
    """0 if what the attacks cost stays below the limits."""
    say(f"1. Four sockets with {len(GREEDY_TOPICS)} topics that hardly read, {players} players, {seconds:.0f} s")
    control = greedy(players, seconds, "", say)
    attack = greedy(players, seconds, '{"resume": 0}', say)
    say(f"   the attack costs {attack - control:.0f} MB more than its control (limit: {MOST_RESUME_MEGABYTES})")
    say(f"2. {count} sockets with {len(LANGUAGE_TOPICS)} topics, {players} players")
    nobody = crowded(players, [], results, say, "nobody")
    crowded(players, ["en"] * count, results, say, "one language")
    many = crowded(players, made_up(count), results, say, "made-up languages")
    slowed = many.middle / nobody.middle
    say(f"   the attack costs {many.megabytes:.0f} MB (limit: {MOST_LANGUAGE_MEGABYTES}),")
    say(f"   an ordinary follower waits {slowed:.1f} times as long as beside nobody (limit: {MOST_SLOWED:.0f})")
    well = attack - control < MOST_RESUME_MEGABYTES and many.megabytes < MOST_LANGUAGE_MEGABYTES
    return 0 if well and slowed < MOST_SLOWED else 1


if __name__ == "__main__":
    sys.exit(main())
