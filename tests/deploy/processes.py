"""Programs as an operator runs them: `tablo serve` with an environment, Caddy before it, and who works at them."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import randrange

import httpx
from websockets.asyncio.client import ClientConnection

from domain import events as e
from domain.decisions.players.registering import NewPlayer, register_many
from domain.tournament import replay
from domain.words.games import Colour
from domain.words.regulations import Details, Regulations
from server.journal import open_journal
from server.settings import Settings
from tests.crosstable import announced, published
from tests.forked import Program, announced_port, answer
from tests.live.loopback import Reader, frames
from tests.locked_door import lock_door

PASSWORD = "correct-horse-battery"
AS_PROGRAM = {"Accept": "application/json"}
PLAIN = {name: value for name, value in os.environ.items() if not name.startswith("TABLO_")}
"""The environment without what whoever runs the tests has set for a server of their own."""


class Server:
    """One `tablo serve`; `log` is what it wrote to standard error.

    An `ordinary` one is stopped by permissions, even if the tests run as root.
    """

    verb = "serve"
    ready_at = "/readyz"

    def __init__(self, folder: Path, name: str, *words: str, ordinary: bool = False, **environment: str) -> None:
        self.log = folder / f"{name}.log"
        self.said = folder / f"{name}.out"
        self._words = words
        self._ordinary = ordinary
        self._environment = {**PLAIN, "TABLO_PORT": "0", "TABLO_PASSWORD": PASSWORD, **environment}
        self.port = 0
        self.process: subprocess.Popen[bytes] | Program | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def feed(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self, command: Sequence[str] = ()) -> "Server":
        """Returns when it has said where it listens and is ready. `command` instead of a forked `tablo serve`."""
        self.said.write_bytes(b"")
        if command:
            with self.log.open("ab") as log, self.said.open("ab") as said:
                self.process = subprocess.Popen(
                    (*command, *self._words), stdout=said, stderr=log, env=self._environment
                )
        else:
            data, password = self._environment.get("TABLO_DATA"), self._environment["TABLO_PASSWORD"]
            if data and password:
                lock_door(Path(data), password)
            words = (self.verb, *self._words)
            self.process = Program(words, self.said, self.log, self._environment, ordinary=self._ordinary)
        self.port = int(self._environment["TABLO_PORT"]) or announced_port(self.process, self.said)
        until_ready(f"{self.url}{self.ready_at}")
        return self

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Its exit code; raises TimeoutExpired after a minute."""
        if self.process is None:
            raise RuntimeError("not started")
        self.process.send_signal(by)
        code = self.process.wait(timeout=60)
        self.process = None
        return code


@contextmanager
def serving(folder: Path, name: str = "tablo", *words: str, **environment: str) -> Iterator[Server]:
    """Nothing plays out what comes next unless the environment says so."""
    server = Server(folder, name, *words, **{"TABLO_CHANCES": "0", **environment})
    try:
        yield server.start()
    finally:
        if server.process is not None:
            server.process.kill()
            server.process.wait()


def until_ready(url: str, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while True:
        try:
            if httpx.get(url, timeout=10).status_code == 200:
                return
        except httpx.TransportError:
            pass
        if time.monotonic() > deadline:
            raise AssertionError(f"{url} did not get ready")
        time.sleep(0.02)


def refused_to_start(*words: str, **environment: str) -> str:
    """The one sentence of a server that ends at once with exit code 2."""
    done = answer("serve", *words, **{**PLAIN, "TABLO_PORT": "0", "TABLO_PASSWORD": PASSWORD, **environment})
    if done.returncode != 2 or done.stdout:
        raise AssertionError(f"exit code {done.returncode}, said {done.stdout!r} and {done.stderr!r}")
    return done.stderr


def free_port() -> int:
    """Below those that the system gives to outgoing connections, which could take it before its server does."""
    while True:
        port = randrange(20_000, 32_000)
        with socket.socket() as asking:
            try:
                asking.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


@contextmanager
def caddy(folder: Path, text: str, **environment: str) -> Iterator[None]:
    """Debian's Caddy with this Caddyfile; its own state stays in the folder."""
    file = folder / "Caddyfile"
    file.write_text(text)
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "caddy.log").open("wb") as log:
        command = ("caddy", "run", "--adapter", "caddyfile", "--config", str(file))
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**PLAIN, **home, **environment})
    try:
        yield
    finally:
        process.kill()  # asked to end, it waits for the end of every feed that it still carries
        process.wait(timeout=60)


@cache
def published_round(boards: int) -> tuple[e.Event, ...]:
    """The history of a tournament whose first round has just been published."""
    state = announced(Regulations(rounds=9), Details("Federation Open"))
    replay(register_many(state, [NewPlayer(f"P{n:04d}", rating=2600 - n) for n in range(2 * boards)]), state)
    replay([e.InitialColourDrawn(Colour.WHITE)], state)
    published(state)
    return tuple(state.history)


def with_published_round(data: Path, boards: int) -> Path:
    """A data directory whose SQLite journal holds that tournament, as `open`."""
    data.mkdir()
    with closing(open_journal(Settings(data=data).journal_url)) as journal:
        journal.append("open", 0, "Boris", "seed", published_round(boards), datetime.now(UTC))
    return data


def token_of(page: str) -> str:
    found = re.search(r'name="form_token" value="([^"]+)"', page)
    if found is None:
        raise AssertionError("the page has no form")
    return found[1]


async def log_in(client: httpx.AsyncClient, url: str, name: str = "Anna", password: str = PASSWORD) -> str:
    """The token of the session's forms."""
    page = await client.get(f"{url}/desk/login")
    sent = {"form_token": token_of(page.text), "name": name, "password": password}
    answer = await client.post(f"{url}/desk/login", data=sent)
    if answer.status_code != 303:
        raise AssertionError(answer.text)
    return token_of((await client.get(f"{url}/desk/new")).text)


async def reading(follower: ClientConnection, reader: Reader, upto: int) -> Reader:
    """Read until the reader stands at that position."""
    async with asyncio.timeout(20):
        while reader.position < upto:
            reader.read(await frames(follower, 1))
    return reader
