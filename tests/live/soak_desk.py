"""Eight arbiters who never rest: `python -m tests.live.soak_desk <port> <boards> <results a second>`.

They type and change the results of one round of the real server until their standard input is closed,
then say in one line of JSON how many were acknowledged and how long that took (ms). A refusal ends them.
"""

import json
import sys
import threading
import time
from dataclasses import dataclass, field
from itertools import count
from socket import create_connection

from server.cli.bench.crowd import answer_complete
from server.cli.bench.live import Desk, percentile

ARBITERS = 8
KEYS = "1=0"


@dataclass
class Arbiter:
    """Has boards of its own, and changes what it typed there the last time."""

    desk: Desk
    boards: range
    pause: float
    """Seconds from one result to the next."""
    over: threading.Event
    took: list[float] = field(default_factory=list)
    shown: dict[int, str] = field(default_factory=dict)

    def type(self) -> None:
        with create_connection(("127.0.0.1", self.desk.port)) as line:
            due = time.monotonic()
            for number in count():
                due += self.pause
                if self.over.wait(max(0.0, due - time.monotonic())):
                    return
                board = self.boards[number % len(self.boards)]
                key = KEYS[(number // len(self.boards) + board) % len(KEYS)]
                request = self.desk.result(board, key, self.shown.get(board, ""), f"soak-{board}-{number}")
                began = time.perf_counter()
                line.sendall(request.encode())
                reply = b""
                while not answer_complete(reply):
                    reply += line.recv(65536)
                self.took.append(1000 * (time.perf_counter() - began))
                self.shown[board] = json.loads(reply.partition(b"\r\n\r\n")[2])["result"]


def main(port: int, boards: int, rate: float) -> int:
    desk, over = Desk(port), threading.Event()
    shares = [range(1 + n, boards + 1, ARBITERS) for n in range(ARBITERS)]
    arbiters = [Arbiter(desk, share, ARBITERS / rate, over) for share in shares]
    threads = [threading.Thread(target=arbiter.type) for arbiter in arbiters]
    for thread in threads:
        thread.start()
    print("begun", flush=True)
    sys.stdin.read()
    over.set()
    for thread in threads:
        thread.join()
    took = [each for arbiter in arbiters for each in arbiter.took]
    if not took:
        print(json.dumps({"results": 0}))
        return 0
    worst = {name: percentile(took, share) for name, share in (("p50", 0.5), ("p99", 0.99), ("worst", 1.0))}
    print(json.dumps({"results": len(took), **worst}))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))
