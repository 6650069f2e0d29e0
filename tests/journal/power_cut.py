"""A power cut, simulated: only what was synced survives, of the rest nothing or anything.

A child appends results and acknowledges each one on its standard output, while `strace` writes down every system call
on the journal's files. Then the power is cut between any two of these calls: each file is rebuilt from the writes that
a sync had covered before, plus none of the later ones (`kept=0`) or a random part of them in any order of files, as
a disk without a sync may do. The journal must open, its chain must hold, and everything acknowledged must be in it.

    python -m tests.journal.power_cut --cuts 120
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from domain.events import ResultRecorded
from domain.words.games import Result
from server.journal import Head, open_journal

CALLS = "trace=openat,pwrite64,write,fdatasync,fsync,ftruncate,unlink"
WRITE = re.compile(r'pwrite64\(\d+<(?P<path>[^>]+)>, "(?P<data>[^"]*)", \d+, (?P<at>\d+)\) = \d+')
SYNC = re.compile(r"(?:fdatasync|fsync)\(\d+<(?P<path>[^>]+)>\)\s+= 0")
CUT = re.compile(r"ftruncate\(\d+<(?P<path>[^>]+)>, (?P<size>\d+)\)\s+= 0")
GONE = re.compile(r'unlink\("(?P<path>[^"]*)"\)\s+= 0')
ACK = re.compile(r'write\(1<[^>]*>, "(?P<data>[^"]*)", \d+\)\s+= \d+')


@dataclass(frozen=True, slots=True)
class Step:
    """One system call: a write, truncation, sync or removal of a file, or an acknowledgement."""

    kind: str
    path: str = ""
    at: int = 0
    data: bytes = b""


@dataclass(slots=True)
class Disk:
    """A disk: bytes on the platter, and bytes that are only in the cache."""

    durable: dict[str, bytearray] = field(default_factory=dict)
    cached: dict[str, list[Step]] = field(default_factory=dict)

    def take(self, step: Step) -> None:
        if step.kind == "sync":
            for waiting in self.cached.pop(step.path, []):
                self._apply(waiting)
        elif step.kind == "unlink":  # folders are taken to be durable
            self.cached.pop(step.path, None)
            self.durable.pop(step.path, None)
        else:
            self.cached.setdefault(step.path, []).append(step)

    def cut(self, kept: float, dice: random.Random) -> dict[str, bytes]:
        """The files after the power is back; each cached write made it with the chance `kept`."""
        for waiting in self.cached.values():
            for step in waiting:
                if dice.random() < kept:
                    self._apply(step)
        return {path: bytes(data) for path, data in self.durable.items()}

    def _apply(self, step: Step) -> None:
        data = self.durable.setdefault(step.path, bytearray())
        if step.kind == "truncate":
            del data[step.at :]
            return
        if len(data) < step.at:
            data.extend(bytes(step.at - len(data)))
        data[step.at : step.at + len(step.data)] = step.data


def record(folder: Path, results: int) -> list[Step]:
    """The system calls of a child that appends so many results."""
    if shutil.which("strace") is None:
        pytest.fail("strace is not installed: install Debian's package `strace` to simulate power cuts.")
    trace = folder / "trace"
    child = [sys.executable, "-m", "tests.journal.power_cut", "--append", str(results), str(folder / "tablo.sqlite")]
    done = subprocess.run(
        ["strace", "-y", "-xx", "-s", "10000000", "-e", CALLS, "-o", str(trace), *child],
        capture_output=True, check=False,
    )  # fmt: skip
    if done.returncode:
        pytest.fail(f"strace could not watch the journal: {done.stderr.decode()[-300:]}")
    return list(steps(trace, str(folder)))


def steps(trace: Path, folder: str) -> Iterator[Step]:
    with trace.open() as lines:
        for line in lines:
            if (found := WRITE.match(line)) and unhex(found["path"]).startswith(folder):
                yield Step("write", Path(unhex(found["path"])).name, int(found["at"]), raw(found["data"]))
            elif (found := SYNC.match(line)) and unhex(found["path"]).startswith(folder):
                yield Step("sync", Path(unhex(found["path"])).name)
            elif (found := CUT.match(line)) and unhex(found["path"]).startswith(folder):
                yield Step("truncate", Path(unhex(found["path"])).name, int(found["size"]))
            elif (found := GONE.match(line)) and unhex(found["path"]).startswith(folder):
                yield Step("unlink", Path(unhex(found["path"])).name)
            elif found := ACK.match(line):
                yield Step("ack", data=raw(found["data"]))


def raw(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))


def unhex(path: str) -> str:
    return raw(path).decode() if path.startswith("\\x") else path


def after_cut(taken: list[Step], where: int, kept: float, seed: int) -> tuple[set[str], set[str], bool]:
    """Acknowledged commands, commands in the journal, and whether its chain holds, if the power goes at `where`."""
    disk, acknowledged = Disk(), set[str]()
    for step in taken[:where]:
        if step.kind == "ack":
            acknowledged.update(step.data.decode().split())
        else:
            disk.take(step)
    with tempfile.TemporaryDirectory() as name:
        for path, data in disk.cut(kept, random.Random(seed)).items():
            if not path.endswith("-shm"):
                (Path(name) / path).write_bytes(data)
        journal = open_journal(f"{name}/tablo.sqlite")
        stored = {entry.command_id for entry in journal.read("open")}
        sound = isinstance(journal.verify("open"), Head)
        journal.close()
    return acknowledged, stored, sound


def append(path: str, results: int) -> None:
    """The child."""
    journal = open_journal(path)
    for board in range(1, results + 1):
        event = ResultRecorded(1, board, Result.DRAW)
        journal.append("open", board - 1, "Ivanova", f"c{board}", [event], datetime.now(UTC))
        os.write(1, f"c{board}\n".encode())
    journal.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuts", type=int, default=120)
    parser.add_argument("--results", type=int, default=600)
    parser.add_argument("--append", nargs=2, metavar=("RESULTS", "PATH"))
    given = parser.parse_args()
    if given.append:
        append(given.append[1], int(given.append[0]))
        return
    with tempfile.TemporaryDirectory() as name:
        taken = record(Path(name), given.results)
    for kept in (0.0, 0.5):
        lost = broken = most = 0
        for seed in range(given.cuts):
            acknowledged, stored, sound = after_cut(taken, random.Random(seed).randrange(len(taken)), kept, seed)
            lost += len(acknowledged - stored)
            broken += not sound
            most = max(most, len(acknowledged))
        print(f"{given.cuts} cuts, {kept:.0%} of unsynced writes kept: {lost} lost of up to {most}, {broken} broken")


if __name__ == "__main__":
    main()
