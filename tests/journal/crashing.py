"""Kill what keeps the journal, again and again, while eight clients insist on their results.

A child process serves the journal on a socket. Each client sends one command, repeats it with the same id until
it is acknowledged, and goes on to the next. The child, or the database server under it, is killed with signal 9
after a random number of acknowledgements. In the end the journal must hold each acknowledged command, at the
version that was acknowledged, once, without gaps.

    python -m tests.journal.crashing --rounds 50            kills the child on SQLite
    python -m tests.journal.crashing --rounds 50 --postgres kills the child on PostgreSQL
    python -m tests.journal.crashing --rounds 50 --server   kills the PostgreSQL server itself
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from domain.events import ResultRecorded
from domain.words.games import Result
from server.journal import AlreadyDone, AsyncJournal, Head, JournalTrouble, open_journal
from tests.journal.postgres import Cluster

CLIENTS = 8
PATIENCE = 60.0
PAUSE = 0.005


@dataclass(slots=True)
class Figures:
    """The answers to the clients, and the content of the journal."""

    acknowledged: dict[str, int] = field(default_factory=dict)
    """Command id to version."""
    recognised: int = 0
    """Commands that were stored but not acknowledged when the kill came, and not stored again."""
    lost: int = 0
    doubled: int = 0
    gaps: int = 0
    moved: int = 0
    """Acknowledged at another version than they have now."""
    sound: bool = False

    def check(self, url: str) -> None:
        journal = open_journal(url)
        entries = list(journal.read("open"))
        self.sound = isinstance(journal.verify("open"), Head)
        journal.close()
        times = Counter(entry.command_id for entry in entries)
        versions = {entry.command_id: entry.version for entry in entries}
        self.lost = sum(command not in times for command in self.acknowledged)
        self.doubled = sum(count > 1 for count in times.values())
        self.gaps = sum(entry.version != place for place, entry in enumerate(entries, 1))
        self.moved = sum(versions.get(command) != version for command, version in self.acknowledged.items())

    def __str__(self) -> str:
        return (
            f"{len(self.acknowledged)} acknowledged: {self.lost} lost, {self.doubled} doubled, {self.gaps} gaps, "
            f"{self.moved} moved; {self.recognised} stored but unacknowledged at a kill and recognised; "
            f"chain {'holds' if self.sound else 'BROKEN'}"
        )


async def insist(socket: Path, figures: Figures, done: asyncio.Event) -> None:
    """One client: the next command only after this one is acknowledged."""
    while not done.is_set():
        command = str(uuid4())
        answer = b""
        while not answer.endswith(b"\n"):
            with suppress(OSError, ConnectionError):
                answer = await _ask(socket, command)
            if not answer:
                await asyncio.sleep(PAUSE)
        word, version = answer.split()
        figures.recognised += word == b"again"
        figures.acknowledged[command] = int(version)


async def _ask(socket: Path, command: str) -> bytes:
    reader, writer = await asyncio.open_unix_connection(socket)
    try:
        writer.write(command.encode() + b"\n")
        await writer.drain()
        return await asyncio.wait_for(reader.readline(), PATIENCE)
    finally:
        writer.close()


async def crash(url: str, rounds: int, kill_server: Callable[[], None] | None = None) -> Figures:
    """`kill_server` kills and restarts what is under the journal; without it the journal's process is killed."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        child = Child(url, Path(folder) / "journal")
        await child.start()
        try:
            await _insist_while(figures, child, rounds, kill_server)
        finally:
            await child.kill()
    await asyncio.to_thread(figures.check, url)
    return figures


async def _insist_while(figures: Figures, child: "Child", rounds: int, kill_server: Callable[[], None] | None) -> None:
    done = asyncio.Event()
    async with asyncio.TaskGroup() as clients:
        for _ in range(CLIENTS):
            clients.create_task(insist(child.socket, figures, done))
        for _ in range(rounds):
            await _more(figures, random.randint(5, 200))
            if kill_server is not None:
                await asyncio.to_thread(kill_server)
            else:
                await child.kill()
                await child.start()
        await _more(figures, 20)
        done.set()


@dataclass(slots=True)
class Child:
    """The process that keeps the journal."""

    url: str
    socket: Path
    process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.journal.crashing", "--serve", self.url, self.socket
        )

    async def kill(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()


async def _more(figures: Figures, count: int) -> None:
    wanted = len(figures.acknowledged) + count
    async with asyncio.timeout(PATIENCE):
        while len(figures.acknowledged) < wanted:  # noqa: ASYNC110 eight writers, one reader: an event would need a lock
            await asyncio.sleep(PAUSE)


async def serve(url: str, socket: Path) -> None:
    """The child: one line in, one line out, for ever."""
    journal = AsyncJournal(open_journal(url))

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        command = (await reader.readline()).decode().strip()
        event = ResultRecorded(1, len(command), Result.DRAW)
        with suppress(JournalTrouble):  # the client asks again
            try:
                entries = await journal.append(
                    "open", None, "Ivanova", command, [event], datetime.now(UTC), command[:8]
                )
                writer.write(f"new {entries[0].version}\n".encode())
            except AlreadyDone as before:
                writer.write(f"again {before.entries[0].version}\n".encode())
        with suppress(ConnectionError):
            await writer.drain()
        writer.close()

    socket.unlink(missing_ok=True)  # noqa: ASYNC240 nothing else runs yet
    listening = await asyncio.start_unix_server(answer, socket)
    await listening.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--server", action="store_true")
    parser.add_argument("--serve", nargs=2, metavar=("URL", "SOCKET"))
    given = parser.parse_args()
    if given.serve:
        asyncio.run(serve(given.serve[0], Path(given.serve[1])))
        return
    if not given.postgres and not given.server:
        with tempfile.TemporaryDirectory() as folder:
            print(asyncio.run(crash(f"{folder}/tablo.sqlite", given.rounds)))
        return
    cluster = Cluster()
    try:
        print(asyncio.run(crash(cluster.database(), given.rounds, cluster.crash if given.server else None)))
    finally:
        cluster.close()


if __name__ == "__main__":
    main()
