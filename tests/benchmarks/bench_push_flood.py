"""An arbiter's results beside a flood of push subscriptions: `python -m tests.benchmarks.bench_push_flood [seconds]`.

A server of its own, a push service that takes everything, and a process with two clients at each of ten addresses of
this machine. Results are entered before the flood, beside it, after it, and after `kill -9` and a restart. Goals: at
most 100 subscriptions kept in a minute, the p50 of a result at most 3 times its control, 60 MB more at most, and a
subscriber from another address is answered in 2 s.
"""

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx

from domain.words.games import Result
from server.journal import open_journal
from server.settings import Settings
from tests.deploy.processes import AS_PROGRAM, Server, log_in, serving, with_published_round
from tests.push.service import PushService

BOARDS = 120
ADDRESSES = 10
CLIENTS_OF_EACH = 2
RESULTS = 40
SECONDS_BETWEEN = 0.1
CYCLE = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)


class TakesEverything(BaseHTTPRequestHandler):
    """A push service, in a process of its own."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing to say."""


def serve_pushes() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), TakesEverything) as running:
        print(running.server_address[1], flush=True)
        running.serve_forever()


def body_of(host: str, name: str) -> bytes:
    subscription = PushService(host=host).subscription(*range(1, 13))
    return json.dumps({**subscription, "endpoint": f"http://{host}/{name}"}).encode()


async def flood(port: int, host: str, seconds: float) -> Counter[str]:
    """New browsers as fast as they are answered, by plain sockets: the flood is to cost the server, not itself."""
    until, statuses, sample = time.monotonic() + seconds, Counter[str](), body_of(host, "NAME")

    async def from_address(address: int, who: int) -> None:
        number, streams = 0, None
        while time.monotonic() < until:
            number += 1
            body = sample.replace(b"NAME", f"{address}-{who}-{number}".encode())
            head = f"POST /t/open/push HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
            if streams is None:
                streams = await asyncio.open_connection("127.0.0.1", port, local_addr=(f"127.0.1.{address}", 0))
            reader, writer = streams
            writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            answer = await reader.readuntil(b"\r\n\r\n")
            statuses[answer[9:12].decode()] += 1
            await reader.readexactly(int(answer.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
            if b"connection: close" in answer.lower():
                writer.close()
                streams = None
        if streams is not None:
            streams[1].close()

    who = [(address + 1, client) for address in range(ADDRESSES) for client in range(CLIENTS_OF_EACH)]
    await asyncio.gather(*(from_address(*one) for one in who))
    return statuses


class Arbiter:
    """Somebody who enters results of the first boards, whose players the flood follows."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.client = httpx.AsyncClient(timeout=60)
        self.token = ""
        self.seen: dict[int, str] = {}
        self.entered = 0

    async def __aenter__(self) -> "Arbiter":
        self.token = await log_in(self.client, self.server.url)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.client.aclose()

    async def enter(self) -> float:
        """Milliseconds."""
        self.entered += 1
        board, result = self.entered % 6 + 1, CYCLE[self.entered // 6 % 3]
        data = {
            "form_token": self.token,
            "command_id": f"flood-{self.server.port}-{os.getpid()}-{id(self)}-{self.entered}",
            "board": str(board),
            "result": result.value,
            "seen": self.seen.get(board, ""),
        }
        began = time.perf_counter()
        answer = await self.client.post(
            f"{self.server.url}/desk/t/open/rounds/1/results", data=data, headers=AS_PROGRAM
        )
        took = (time.perf_counter() - began) * 1000
        if answer.status_code != 200:
            raise RuntimeError(answer.text[:500])
        self.seen[board] = answer.json()["result"]
        return took

    async def series(self, said: str, control: float = 0.0) -> float:
        taken = []
        for _ in range(RESULTS):
            taken.append(await self.enter())
            await asyncio.sleep(SECONDS_BETWEEN)
        p50, ratio = statistics.median(taken), ""
        if control:
            ratio = f", {p50 / control:.1f} x control"
        memory = memory_of(self.server)
        print(f"  {said:34} p50 {p50:6.1f} ms, max {max(taken):6.1f}{ratio}; {memory:.0f} MB", flush=True)
        return p50


def memory_of(server: Server) -> float:
    """Megabytes."""
    if server.process is None:
        raise RuntimeError("not started")
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def kept(data: Path) -> int:
    with closing(open_journal(Settings(data=data).journal_url, read_only=True)) as journal:
        return len(journal.pushes.all())


async def honest(server: Server, host: str, number: int) -> float:
    """Seconds that somebody at another address, each time a new one, waits for the first notice."""
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.2.{number}")
    async with httpx.AsyncClient(transport=transport, timeout=60) as client:
        began = time.perf_counter()
        kind = {"Content-Type": "application/json"}
        answer = await client.post(f"{server.url}/t/open/push", content=body_of(host, f"h{number}"), headers=kind)
        if answer.json() != {"outcome": "taken"}:
            raise RuntimeError(answer.text)
        return time.perf_counter() - began


@contextmanager
def pushes() -> Iterator[str]:
    """The host of a push service that takes everything."""
    command = (sys.executable, "-m", "tests.benchmarks.bench_push_flood", "service")
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield f"127.0.0.1:{running.stdout.readline().strip() if running.stdout else ''}"
        finally:
            running.terminate()


async def main(seconds: float = 60.0) -> None:
    with tempfile.TemporaryDirectory() as name, pushes() as host:
        folder = Path(name)
        data = with_published_round(folder / "data", BOARDS)
        words = {"TABLO_DATA": str(data), "TABLO_PUSH_SERVICES": host}
        print(f"{ADDRESSES * CLIENTS_OF_EACH} clients at {ADDRESSES} addresses, load {os.getloadavg()[0]:.1f}")
        with serving(folder, **words) as server:
            async with Arbiter(server) as anna:
                await anna.series("warming up")
                control = await anna.series("control")
                await beside_the_flood(anna, host, seconds, control)
                print(f"  kept: {kept(data)} after {seconds:.0f} s")
                await anna.series("after the flood", control)
                server.stop(signal.SIGKILL)
        with serving(folder, **words) as server:
            async with Arbiter(server) as anna:
                anna.seen = await results_of(anna)
                await anna.series("after kill -9 and a restart", control)
            began = time.perf_counter()
            print(f"  stopped with exit code {server.stop()} in {time.perf_counter() - began:.1f} s")


async def beside_the_flood(anna: Arbiter, host: str, seconds: float, control: float) -> None:
    command = ("flood", str(anna.server.port), host, str(seconds))
    program = (sys.executable, "-m", "tests.benchmarks.bench_push_flood", *command)
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as flooding:  # noqa: ASYNC220
        number = 0
        while flooding.poll() is None:
            number += 1
            await anna.series("beside the flood", control)
            if flooding.poll() is None:
                print(f"  an honest subscriber waits {await honest(anna.server, host, number):.2f} s", flush=True)
        print(f"  answers by status: {flooding.stdout.read().strip() if flooding.stdout else ''}")


async def results_of(anna: Arbiter) -> dict[int, str]:
    """The results that stand, by board."""
    page = (await anna.client.get(f"{anna.server.url}/t/open/pairings/1.json")).json()["data"]
    return {one["board"]: one["result"] or "" for one in page["boards"]}


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["service"]:
            serve_pushes()
        case ["flood", port, host, seconds]:
            print(dict(asyncio.run(flood(int(port), host, float(seconds)))))
        case given:
            asyncio.run(main(*map(float, given)))
