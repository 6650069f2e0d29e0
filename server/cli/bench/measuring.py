"""Starting servers and crowds, and reading from /proc what they cost."""

import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

START_SECONDS = 30.0
"""Seconds a server may take to listen."""


class Process:
    """A started program: how long it worked and how much memory it holds."""

    def __init__(self, words: Sequence[str], core: int, environment: dict[str, str], quiet: bool) -> None:
        cores = sorted(os.sched_getaffinity(0))
        self._core = cores[core % len(cores)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            env={**os.environ, **environment},
            text=True,
        )
        os.sched_setaffinity(self.process.pid, {self._core})

    def worked(self) -> float:
        """Microseconds of CPU so far, all threads."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1000

    def holds(self) -> int:
        """Octets of memory."""
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * resource.getpagesize()

    def ask(self, question: dict[str, object]) -> dict[str, Any]:
        """One line of JSON there, one back."""
        if self.process.stdin is None or self.process.stdout is None:
            raise TypeError("the process has no pipes")
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline() or '{"failed": true}')
        if answer.get("failed"):
            raise RuntimeError("the crowd could not go on")
        return answer


@contextmanager
def running(
    words: Sequence[str], core: int, environment: dict[str, str] | None = None, quiet: bool = False
) -> Iterator[Process]:
    """A process that is stopped at the end, whatever happens. `quiet`: its log is not shown."""
    started = Process(words, core, environment or {}, quiet)
    process = started.process
    try:
        yield started
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def wait_for(port: int) -> None:
    """Until somebody listens; raises TimeoutError."""
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        with socket.socket() as sock:
            if sock.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nobody listens on port {port}")


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def middle_and_worst(values: Sequence[float]) -> str:
    return f"p50 {statistics.median(values):.1f} ms, p99 {percentile(values, 0.99):.1f} ms"
