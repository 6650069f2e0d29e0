"""People who read the public pages: `python -m tests.live.soak_readers <port> <readers> <pages a second>`.

Each has a connection of its own and asks for one page after the other until the standard input is closed; then
one line of JSON says how many pages there were, how long they took (ms), and how many were no success.
"""

import http.client
import json
import sys
import threading
import time
from dataclasses import dataclass, field
from random import Random

from server.cli.bench.live import percentile

THREADS = 10
PAGES = (
    "",
    "/pairings",
    "/standings",
    "/crosstable",
    "/results",
    "/players",
    "/players/5",
    "/pairings.json",
    "/compare?a=5&b=6",
)


@dataclass
class Readers:
    """Some of them, who take turns in one thread."""

    port: int
    count: int
    pause: float
    """Seconds from one page to the next, of all of them together."""
    over: threading.Event
    dice: Random
    took: list[float] = field(default_factory=list)
    failed: int = 0

    def read(self) -> None:
        lines = [http.client.HTTPConnection("127.0.0.1", self.port, timeout=30) for _ in range(self.count)]
        due = time.monotonic()
        while not self.over.wait(max(0.0, due - time.monotonic())):
            due += self.pause
            self._page(self.dice.choice(lines), self.dice.choice(PAGES))
        for line in lines:
            line.close()

    def _page(self, line: http.client.HTTPConnection, path: str) -> None:
        began = time.perf_counter()
        try:
            line.request("GET", f"/t/bench{path}", headers={"Accept-Encoding": "gzip"})
            answer = line.getresponse()
            answer.read()
        except (http.client.HTTPException, ConnectionError):
            line.close()  # an idle connection was closed by the server: it is opened again the next time
            return
        self.took.append(1000 * (time.perf_counter() - began))
        self.failed += answer.status != 200


def main(port: int, count: int, rate: float) -> int:
    over = threading.Event()
    shares = [Readers(port, count // THREADS, THREADS / rate, over, Random(number)) for number in range(THREADS)]
    threads = [threading.Thread(target=share.read) for share in shares]
    for thread in threads:
        thread.start()
    print("begun", flush=True)
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join()
    took = [each for share in shares for each in share.took]
    if not took:
        print(json.dumps({"pages": 0, "failed": sum(share.failed for share in shares)}))
        return 0
    worst = {name: round(percentile(took, share), 1) for name, share in (("p50", 0.5), ("p99", 0.99), ("worst", 1.0))}
    print(json.dumps({"pages": len(took), **worst, "failed": sum(share.failed for share in shares)}))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
