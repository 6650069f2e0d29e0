"""`tablo bench live`: what one frame costs beside a loop that only writes, and from the desk's key to the screens.

For the second a tournament is written into a fresh journal, `tablo serve` runs on it, televisions follow their own
screens and phones the public pages; then results are typed at the desk, one after the other, as a browser sends them.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from random import Random
from typing import Any

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.decisions.rounds.pairing import pair_round, publish_round
from domain.decisions.setup.announcing import announce_tournament
from domain.records import dataclass
from domain.screens import decisions
from domain.screens.events import Content, ContentKind, ScreenEvent
from domain.screens.state import Screens
from domain.screens.state import evolve_screens as evolve_hall
from domain.tournament import Tournament, evolve
from domain.words.games import Colour, Result
from domain.words.regulations import Details, Regulations
from server.cli.terminal import OK, print_lines, said, say
from server.journal import AsyncJournal, open_journal
from server.office.stream import ScreenOffice
from server.office.tournaments import Office
from server.settings import from_environment

# Starting servers and crowds, and reading from /proc what they cost.

START_SECONDS = 30.0
"""Seconds a server may take to listen."""


class Process:
    """A started program: how long it worked and how much memory it holds."""

    def __init__(self, words: Sequence[str], core: int | None, environment: dict[str, str], quiet: bool) -> None:
        """`core`: where it and all that it starts run; None: wherever there is room."""
        cores = sorted(os.sched_getaffinity(0))
        self._core = None if core is None else cores[core % len(cores)]
        self.process = subprocess.Popen(
            [sys.executable, "-m", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if quiet else None,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
            text=True,
        )
        if self._core is not None:
            os.sched_setaffinity(self.process.pid, {self._core})

    def worked(self) -> float:
        """Microseconds of CPU so far, all threads that are still there."""
        total = 0.0
        for task in Path(f"/proc/{self.process.pid}/task").iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
                total += _worked(task)
        return total

    def loop_worked(self) -> float:
        """The same of its first thread, in which the event loop runs."""
        return _worked(Path(f"/proc/{self.process.pid}/task/{self.process.pid}"))

    def free_its_workers(self) -> None:
        """Its workers get the other cores, as they would without us: a core of the server's own is not theirs."""
        everywhere = os.sched_getaffinity(0)
        others = everywhere - {self._core} or everywhere
        for children in Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            with suppress(FileNotFoundError, ProcessLookupError):
                for worker in children.read_text().split():
                    os.sched_setaffinity(int(worker), others)

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


def _worked(task: Path) -> float:
    return int((task / "schedstat").read_text().split()[0]) / 1000


@contextmanager
def running(
    words: Sequence[str], core: int | None, environment: dict[str, str] | None = None, quiet: bool = False
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
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def middle_and_worst(values: Sequence[float]) -> str:
    return f"p50 {statistics.median(values):.1f} ms, p99 {percentile(values, 0.99):.1f} ms"


# One frame.

FRAMES_SENT = 40
TURNS_EACH = 2
FRAME_PAUSE_SECONDS = 0.06
"""Seconds between two frames: more than the hub's pace, so that each goes out at once."""
IDLE_SECONDS = 9.0
FOLLOW_PATH = "/live?topic=t/open/pairings"


@dataclass(slots=True)
class Cost:
    """Microseconds, milliseconds, octets and shares of a core; one entry for each turn or frame."""

    delivery: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    idle: list[float] = field(default_factory=list)


def possible() -> bool:
    return sys.platform == "linux"


def run(arguments: argparse.Namespace) -> int:
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    say("One 2 kB frame to {sockets} sockets, one core for the server:", sockets=arguments.sockets)
    alone = said("a loop that only writes")
    costs = {alone: Cost(), "tablo": Cost()}
    for _ in range(TURNS_EACH):
        _measure("limit", arguments.sockets, costs[alone])
        _measure("tablo", arguments.sockets, costs["tablo"])
    for name, cost in costs.items():
        print_lines([f"  {name:24} {_figures(cost)}"])
    ours, limit = (statistics.median(costs[name].delivery) for name in ("tablo", alone))
    say("  tablo costs {ours} times the limit", ours=f"{ours / limit:.2f}")
    if arguments.screens:
        measure_from_desk(arguments)
    return OK


def _measure(which: str, sockets: int, cost: Cost) -> None:
    port = free_port()
    with (
        running(["server.cli.bench.one_frame", which, str(port)], 0) as server,
        running(["server.cli.bench.crowd"], 1) as crowd,
    ):
        wait_for(port)
        crowd.ask({"open": [[FOLLOW_PATH, 5]], "port": port})
        before = server.holds()
        crowd.ask({"open": [[FOLLOW_PATH, sockets - 5]], "port": port})
        cost.memory.append((server.holds() - before) / (sockets - 5))
        publish(crowd, port, 1001)
        began = server.worked()
        for number in range(FRAMES_SENT):
            time.sleep(FRAME_PAUSE_SECONDS)
            cost.last.append(max(last for _, last in publish(crowd, port, 1002 + number)))
        cost.delivery.append((server.worked() - began) / FRAMES_SENT / sockets)
        began = server.worked()
        time.sleep(IDLE_SECONDS)
        cost.idle.append((server.worked() - began) / IDLE_SECONDS / 1e4)


def publish(crowd: Process, port: int, position: int) -> list[list[float]]:
    request = f"POST /publish HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Length: 0\r\n\r\n"
    groups: list[list[float]] = crowd.ask({"post": request, "marker": f'"position":{position},'})["groups"]
    return groups


def _figures(cost: Cost) -> str:
    middle = statistics.median
    return said(
        "{delivery} us of CPU a delivery, the last has it after {last} ms, {memory} kB a socket, idle {idle} % of a "
        "core",
        delivery=f"{middle(cost.delivery):6.2f}",
        last=f"{middle(cost.last):6.1f}",
        memory=f"{middle(cost.memory) / 1024:5.1f}",
        idle=f"{middle(cost.idle):.2f}",
    )


# From the desk to the screens.

PASSWORD = "only for this measurement"
ENVIRONMENT = {"TABLO_PASSWORD": PASSWORD, "TABLO_FEED_SOCKETS_PER_ADDRESS": "0"}
"""All phones of the measurement come from one address."""
FINISHED_ROUNDS = 2
"""Rounds that are finished before the one whose results are typed."""
OUTCOMES = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
SCREEN_CONTENTS = (
    (ContentKind.PAIRINGS,),
    (ContentKind.BOARDS,),
    (ContentKind.PAIRINGS, ContentKind.STANDINGS),
    (ContentKind.BOARDS, ContentKind.LATEST),
)
"""Contents of the screens: all of them the boards, some in turn with something that every result changes."""
KEY_PAUSE_SECONDS = 0.12
"""Seconds between two keys."""


def measure_from_desk(arguments: argparse.Namespace) -> None:
    phones, screens = arguments.sockets, arguments.screens
    say(
        "From the desk to {screens} screens: {players} players, {phones} phones, SQLite on the disk:",
        screens=screens,
        players=arguments.players,
        phones=phones,
    )
    with tempfile.TemporaryDirectory(prefix="tablo-bench-") as folder:
        asyncio.run(write_bench_journal(Path(folder), arguments.players, screens))
        port = free_port()
        words = ["server.cli", "serve", "--data", folder, "--port", str(port)]
        with (
            running(words, 0, ENVIRONMENT, quiet=True) as server,
            running(["server.cli.bench.crowd"], 1) as crowd,
        ):
            wait_for(port)
            desk = Desk(port)  # whose page is there when the tournament has been read
            crowd.ask({"open": list(followers(screens, phones)), "port": port})
            _enter(arguments.results, server, crowd, desk)


def followers(screens: int, phones: int) -> Iterator[tuple[str, int]]:
    """Every television shows the boards; the phones are where people are: pairings mostly."""
    for number in range(screens):
        yield f"/live?topic=screen/s{number}&form=html&screen=s{number}", 1
    yield "/live?topic=t/bench/pairings&form=html", phones


class Desk:
    """A browser that has logged in: its cookie and the token of its forms."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.base = f"http://127.0.0.1:{port}"
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor(self.jar)
        )
        token = self._token("/desk/login")
        form = {"form_token": token, "name": "Bench", "password": PASSWORD}
        self.opener.open(self.base + "/desk/login", urllib.parse.urlencode(form).encode()).close()
        self.token = self._token("/desk/t/bench")

    def result(self, board: int, key: str, seen: str = "", command_id: str = "") -> str:
        """The request that types a result; `seen` is what the board showed."""
        command_id = command_id or f"bench-{board:06}"
        form = {"form_token": self.token, "board": board, "result": key, "seen": seen, "command_id": command_id}
        body = urllib.parse.urlencode(form)
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)
        head = [
            f"POST /desk/t/bench/rounds/{FINISHED_ROUNDS + 1}/results HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            f"Origin: {self.base}",
            "Accept: application/json",
            f"Cookie: {cookies}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        ]
        return "\r\n".join([*head, "", body])

    def _token(self, path: str) -> str:
        with self.opener.open(self.base + path) as page:
            found = re.search(r'name="form_token" value="([^"]+)"', page.read().decode())
        if found is None:
            raise LookupError(said("no form on {path}", path=path))
        return found.group(1)


def _enter(results: int, server: Process, crowd: Process, desk: Desk) -> None:
    answered, screen, phone = [], [], []
    began = server.worked()
    for board in range(1, results + 1):
        server.free_its_workers()
        time.sleep(KEY_PAUSE_SECONDS)
        answer = crowd.ask({"post": desk.result(board, "1=0"[board % 3]), "marker": f'b{board}","'})
        answered.append(answer["answered"])
        screen.append(max(last for _, last in answer["groups"][:-1]))
        phone.append(answer["groups"][-1][1])
    say("  the desk has its answer       {answered}", answered=middle_and_worst(answered))
    say("  the last screen has the row   {screen}", screen=middle_and_worst(screen))
    say("  the last phone has the row    {phone}", phone=middle_and_worst(phone))
    say("  CPU of the server a result    {server} ms", server=f"{(server.worked() - began) / results / 1000:.1f}")


async def write_bench_journal(folder: Path, players: int, screens: int) -> None:
    """A journal with the tournament `bench` in its third round, and televisions s0, s1, ..."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("TABLO_")}
    settings = from_environment({"TABLO_DATA": str(folder), **clean})
    journal = AsyncJournal(open_journal(settings.journal_url))
    try:
        await Office(journal).create("bench", "bench-tournament", "Bench", lambda _: list(_history(players)))
        async with ScreenOffice(journal).running() as office:
            for number in range(screens):
                contents = [Content(kind, "bench") for kind in SCREEN_CONTENTS[number % len(SCREEN_CONTENTS)]]
                await office.command(f"bench-{number}", "Bench", partial(_television, f"s{number}", contents))
    finally:
        await journal.close()


def _television(name: str, contents: list[Content], screens: Screens) -> list[ScreenEvent]:
    named = decisions.name_screen(screens, name)
    ahead = Screens()
    for event in named:
        evolve_hall(ahead, event)
    return [*named, *decisions.show_contents(ahead, name, contents)]


def _history(players: int) -> Iterator[e.Event]:
    """The events of a tournament of so many players: some rounds played, one published."""
    dice = Random(6)
    t = Tournament()

    def happened(events: list[e.Event]) -> Iterator[e.Event]:
        for event in events:
            evolve(t, event)
            yield event

    yield from happened(announce_tournament(Details("Bench"), Regulations(rounds=9)))
    people = [
        NewPlayer(f"Player {number:04}, Given", rating=2700 - number * 2 // 3, fide_id=1_000_000 + number)
        for number in range(players)
    ]
    yield from happened(register_many(t, people))
    yield from happened([e.InitialColourDrawn(Colour.WHITE)])
    for round in range(1, FINISHED_ROUNDS + 2):
        yield from happened(pair_round(t))
        yield from happened(publish_round(t, round))
        if round <= FINISHED_ROUNDS:
            boards = range(1, len(t.round(round).matches) + 1)
            yield from happened([e.ResultRecorded(round, board, dice.choice(OUTCOMES)) for board in boards])
