"""A PostgreSQL server of our own, on a socket in a temporary folder, that syncs like a real one."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from time import sleep

import psycopg
import pytest

SETTINGS = (
    "-c fsync=on -c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=60 "
    "-c client_min_messages=warning"
)

SOCKET = ".s.PGSQL.5432"


def programs() -> Path:
    """The folder of `initdb` and `pg_ctl`. Debian keeps them out of the path."""
    found = shutil.which("pg_ctl")
    if found:
        return Path(found).resolve().parent
    homes = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    if not homes:
        pytest.fail("PostgreSQL is not installed: install Debian's package `postgresql` to run these tests.")
    return homes[-1].parent


def alive(process: int) -> bool:
    """Neither gone nor waiting to be buried by a parent that has forgotten it."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


class Cluster:
    """Runs as the `postgres` user if the tests run as root: the server refuses root."""

    def __init__(self) -> None:
        self._programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="tablo-pg-"))
        self._data = self.folder / "data"
        self._user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:
            shutil.chown(self.folder, self._user)
        self._names: list[str] = []
        self._lent = 0
        self._run(
            "initdb",
            "-D",
            str(self._data),
            "-A",
            "trust",
            "-U",
            "postgres",
            "-E",
            "UTF8",
            "--no-instructions",
            "--no-sync",
        )
        self.start()

    def start(self) -> None:
        options = SETTINGS.format(folder=self.folder)
        self._run("pg_ctl", "-D", str(self._data), "-l", str(self.folder / "log"), "-w", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "-D", str(self._data), "-m", how, "-w", "stop")

    @property
    def everybody(self) -> tuple[int, ...]:
        """The processes of the postmaster and of all that it started."""
        postmaster = int((self._data / "postmaster.pid").read_text().splitlines()[0])
        children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
        return (postmaster, *map(int, children))

    def signal(self, what: signal.Signals) -> tuple[int, ...]:
        """To everybody, the postmaster first; whom it was said to."""
        everybody = self.everybody
        for process in everybody:
            with suppress(ProcessLookupError):
                os.kill(process, what)
        return everybody

    def halt(self) -> None:
        self.signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.signal(signal.SIGCONT)

    def kill(self) -> None:
        """kill -9 of all of them, as in a crash of the machine's memory."""
        everybody = self.signal(signal.SIGKILL)
        while any(map(alive, everybody)):
            sleep(0.005)
        for lock in (self._data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):  # a zombie looks alive to it
            lock.unlink()

    def crash(self) -> None:
        """Killed and started again; the server recovers from its log."""
        self.kill()
        self.start()

    @property
    def socket(self) -> Path:
        return self.folder / SOCKET

    def url(self, name: str) -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def database(self) -> str:
        """An empty one, lent until `clean`: making one takes longer than most tests."""
        if self._lent == len(self._names):
            self._names.append(f"tablo{self._lent}")
            with psycopg.connect(self.url("postgres"), autocommit=True) as db:
                db.execute(f"CREATE DATABASE {self._names[-1]}".encode())
        self._lent += 1
        return self.url(self._names[self._lent - 1])

    def clean(self) -> None:
        """Everything lent comes back and is emptied."""
        for name in self._names[: self._lent]:
            with psycopg.connect(self.url(name), autocommit=True) as db:
                db.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        self._lent = 0

    def close(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.getuid() == 0:
            command = ["runuser", "-u", self._user, "--", *command]
        # The server inherits standard output: a pipe would never end.
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT,
                              cwd=self.folder, timeout=60, check=False)  # fmt: skip
        if done.returncode:
            log = self.folder / "log"
            pytest.fail(f"{program} failed: {log.read_text()[-500:] if log.exists() else 'no log'}")
