"""Public pages beside nginx serving the same bytes from a file: `python -m tests.benchmarks.bench_pages [seconds]`.

Both servers have one process; 32 connections ask one after the other with keep-alive. The figure is the CPU time of
the server for one answer: its inverse is what one core can serve. nginx is left out where it is not installed.
"""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import uvicorn
from starlette.middleware import Middleware

from server.http.middleware import Remember
from server.http.page_cache import ReadyPages
from server.http.protocol import fast_protocol
from tests.crosstable import big_open
from tests.public.served import public_app

PATH = "/t/big/standings"
CONNECTIONS = 32
TICKS = os.sysconf("SC_CLK_TCK")


def serve(port: int, folder: str, fast: bool) -> None:
    """The child: public pages of a 400-player open."""
    ready = ReadyPages()
    app = public_app(str(Path(folder) / f"{port}.sqlite"), {"big": big_open(400, 9, played=8)})
    app.user_middleware.insert(0, Middleware(Remember, ready))
    http = fast_protocol(ready) if fast else "httptools"
    uvicorn.run(app, port=port, http=http, access_log=False, log_level="error")


class Client(asyncio.Protocol):
    """Asks again as soon as the answer is whole; the length is known beforehand."""

    def __init__(self, request: bytes, length: int) -> None:
        self.request, self.length, self.received, self.answers = request, length, 0, 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(self.request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self.received >= self.length:
            self.received -= self.length
            self.answers += 1
            self.transport.write(self.request)  # type: ignore[attr-defined]


def cpu(pids: list[int]) -> float:
    """User and system seconds of these processes."""
    total = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


async def measure(port: int, path: str, pids: list[int], seconds: float) -> tuple[float, float]:
    """(answers a second, CPU microseconds an answer)."""
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAccept-Encoding: gzip\r\n\r\n".encode()
    length = await whole_length(port, request)
    loop = asyncio.get_running_loop()
    clients = [Client(request, length) for _ in range(CONNECTIONS)]
    pairs = [await loop.create_connection(lambda c=c: c, "127.0.0.1", port) for c in clients]  # type: ignore[misc]
    await asyncio.sleep(0.5)
    answers, spent, start = sum(c.answers for c in clients), cpu(pids), time.perf_counter()
    await asyncio.sleep(seconds)
    answers, spent = sum(c.answers for c in clients) - answers, cpu(pids) - spent
    elapsed = time.perf_counter() - start
    for transport, _ in pairs:
        transport.close()
    return answers / elapsed, spent / answers * 1e6


async def whole_length(port: int, request: bytes) -> int:
    """Octets of one answer, headers and all; asked twice, so that it is a remembered one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(2):
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        size = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if b"content-length" in line)
        await reader.readexactly(size)
    writer.close()
    return len(head) + size


@contextlib.contextmanager
def tablo(folder: str, fast: bool) -> Iterator[tuple[int, list[int]]]:
    port = free_port()
    child = subprocess.Popen([sys.executable, "-m", __spec__.name, "serve", str(port), folder, str(int(fast))])
    try:
        wait_for(port)
        yield port, [child.pid]
    finally:
        child.send_signal(signal.SIGTERM)
        child.wait(10)


@contextlib.contextmanager
def nginx(folder: str, content: bytes) -> Iterator[tuple[int, list[int]]]:
    """One worker, the file gzipped beforehand, nothing logged."""
    port, root = free_port(), Path(folder)
    (root / "page.html").write_bytes(content)
    os.chmod(root, 0o755)
    (root / "nginx.conf").write_text(
        f"worker_processes 1; pid {root}/pid; error_log /dev/null; events {{}}\n"
        f"http {{ access_log off; keepalive_requests 100000000; sendfile on; open_file_cache max=100;\n"
        f"types {{ text/html html; }} server {{ listen 127.0.0.1:{port}; root {root};\n"
        f"add_header Content-Encoding gzip; }} }}\n"
    )
    master = subprocess.Popen(["nginx", "-c", str(root / "nginx.conf"), "-g", "daemon off;"])
    try:
        wait_for(port)
        workers = Path(f"/proc/{master.pid}/task/{master.pid}/children").read_text().split()
        yield port, [int(pid) for pid in workers]
    finally:
        master.terminate()
        master.wait(10)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


def wait_for(port: int) -> None:
    for _ in range(200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise TimeoutError(port)


def fetched(port: int) -> bytes:
    asked = urllib.request.Request(f"http://127.0.0.1:{port}{PATH}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked) as answer:
        content: bytes = answer.read()
    return content


def main(seconds: float = 4.0) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with tablo(folder, fast=True) as (port, pids):
            content = fetched(port)
            rows = [("Tablo", *asyncio.run(measure(port, PATH, pids, seconds)))]
        with tablo(folder, fast=False) as (port, pids):
            rows.append(("Tablo without ready pages", *asyncio.run(measure(port, PATH, pids, seconds))))
        if shutil.which("nginx"):
            with nginx(folder, content) as (port, pids):
                rows.append(("nginx, the same bytes", *asyncio.run(measure(port, "/page.html", pids, seconds))))
    print(f"standings of 400 players, {len(content)} octets gzipped, {CONNECTIONS} connections")
    for name, rate, cost in rows:
        print(
            f"  {name:24} {rate:8.0f} a second here   {cost:7.1f} us CPU each   {1e6 / cost:8.0f} a second on one core"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(int(sys.argv[2]), sys.argv[3], sys.argv[4] == "1")
    else:
        main(*map(float, sys.argv[1:]))
