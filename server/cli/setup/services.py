"""The services of this machine: systemd, PostgreSQL, Caddy, and Tablo itself."""

import os
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterable
from http.client import HTTPException
from pathlib import Path

from server.cli.terminal import bad_input

ANSWER_SECONDS = 2
READY_SECONDS = 90
PAUSE_SECONDS = 0.1
CADDY = "http://127.0.0.1:2019/config/"
SAYS_READY = "ready"
OF_TABLO = (SAYS_READY, "not ready", "nothing can be written")
"""The beginnings of what `/readyz` says."""
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def run_program(*words: str) -> str:
    """What a program of this machine says. Raises BadInput with the last line of its complaint."""
    command = " ".join(words)
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise bad_input("`{command}` failed: there is no such program", command=command) from None
    if done.returncode:
        why = (done.stderr.strip() or done.stdout.strip() or str(done.returncode)).splitlines()[-1]
        raise bad_input("`{command}` failed: {why}", command=command, why=why)
    return done.stdout


def systemd_runs(root: Path) -> bool:
    return (root / "run/systemd/system").is_dir()


def start_service(ended: Iterable[str], with_caddy: bool) -> None:
    """Now and with the machine; one that runs begins anew with the new settings. Raises BadInput."""
    run_program("systemctl", "daemon-reload")
    for service in ended:
        run_program("systemctl", "disable", "--now", service)
    run_program("systemctl", "enable", "tablo")
    run_program("systemctl", "restart", "tablo")
    if with_caddy:
        run_program("systemctl", "enable", "caddy")
        run_program("systemctl", "reload-or-restart", "caddy")


def _psql(command: str, database: str = "postgres") -> str:
    """What the server on this machine says to its own user. Raises BadInput."""
    as_postgres = () if os.geteuid() else ("runuser", "-u", "postgres", "--")
    how = ("--no-psqlrc", "--tuples-only", "--no-align", "--dbname", database)
    return run_program(*as_postgres, "psql", *how, "--command", command).strip()


def kept_access(database: str) -> str:
    """Password and key of the desk as the database of this name keeps them. Raises BadInput."""
    return _psql("SELECT kept FROM access", database)


def make_database() -> None:
    """The role and the database `tablo`, where they are not there yet. Raises BadInput."""
    if not _psql("SELECT 1 FROM pg_roles WHERE rolname = 'tablo'"):
        _psql("CREATE ROLE tablo LOGIN")
    if not _psql("SELECT 1 FROM pg_database WHERE datname = 'tablo'"):
        _psql("CREATE DATABASE tablo OWNER tablo ENCODING 'UTF8' TEMPLATE template0")


def _asked(url: str) -> str | None:
    """What stands there; None = nobody answers. Whoever answers with an error answers too."""
    try:
        with _opener.open(url, timeout=ANSWER_SECONDS) as answer:
            return str(answer.read().decode("utf-8", "replace"))
    except urllib.error.HTTPError as error:
        return error.read().decode("utf-8", "replace")
    except (OSError, HTTPException):
        return None


def caddy_answers() -> bool:
    return _asked(CADDY) is not None


def answers(port: int) -> bool:
    """A Tablo listens there, ready or not."""
    return (_asked(f"http://127.0.0.1:{port}/readyz") or "").startswith(OF_TABLO)


def wait_until_ready(port: int, seconds: float = READY_SECONDS) -> bool:
    """False when the time is over; a server whose database is away says so meanwhile in its log."""
    deadline = time.monotonic() + seconds
    while not (_asked(f"http://127.0.0.1:{port}/readyz") or "").startswith(SAYS_READY):
        if time.monotonic() > deadline:
            return False
        time.sleep(PAUSE_SECONDS)
    return True
