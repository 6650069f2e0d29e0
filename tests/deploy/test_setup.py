"""`tablo setup` on a machine of its own: files below a folder, names and ports of a namespace, the real Caddy."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests.deploy.processes import PLAIN, free_port
from tests.journal.postgres import Cluster

ROOT = Path(__file__).parent.parent.parent
NAME = "chess.example.org"
OF_ANOTHER = "other.example.org {\n\trespond hello\n}\n"
SYSTEMCTL = """#!/bin/sh
# What systemd would do with these services: start each with its file of settings
echo "$*" >>{root}/calls
[ "$1" = restart ] || exit 0
shift
for service in "$@"; do
    set -- serve --settings {root}/etc/tablo/tablo.env
    {python} -m server.cli "$@" >>{root}/log 2>&1 &
    echo $! >>{root}/started
done
"""


class Machine:
    """A Debian as far as `tablo setup` looks at it. Its network is its own unless it shares that of the tests."""

    def __init__(self, root: Path, *, systemd: bool = False, hosts: str = f"127.0.0.1 localhost {NAME}\n") -> None:
        self.root = root
        self.environment = {**PLAIN, "HOME": str(root), "LC_ALL": "C.UTF-8"}
        (root / "etc/caddy").mkdir(parents=True)
        (root / "etc/caddy/Caddyfile").write_text(OF_ANOTHER)
        (root / "usr/lib/systemd/system").mkdir(parents=True)
        unit = (ROOT / "deploy/tablo.service").read_text()
        (root / "usr/lib/systemd/system/tablo.service").write_text(unit)
        (root / "hosts").write_text(hosts)
        self.keep(f"TABLO_DATA={root}/data\n")
        if systemd:
            self._with_systemd()

    def _with_systemd(self) -> None:
        (self.root / "run/systemd/system").mkdir(parents=True)
        (self.root / "bin").mkdir()
        systemctl = self.root / "bin/systemctl"
        systemctl.write_text(SYSTEMCTL.format(root=self.root, python=sys.executable))
        systemctl.chmod(0o755)
        self.environment["PATH"] = f"{self.root}/bin:{self.environment['PATH']}"

    def keep(self, lines: str) -> None:
        """Settings that an operator has written."""
        (self.root / "etc/tablo").mkdir(exist_ok=True)
        with (self.root / "etc/tablo/tablo.env").open("a") as file:
            file.write(lines)

    def setup(self, *words: str, before: str = "true", **how: Any) -> "subprocess.CompletedProcess[str]":
        """`own_network=False` shares that of the tests."""
        net = ("--net",) if how.pop("own_network", True) else ()
        apart = ("unshare", "--mount", *net, *(("--map-root-user",) if os.getuid() else ()))
        own = f"mount --bind {self.root}/hosts /etc/hosts && {{ ip link set lo up || true; }}"
        command = (sys.executable, "-m", "server.cli", "setup", "--root", str(self.root), *words)
        given: dict[str, Any] = {"capture_output": True, "text": True, "stdin": subprocess.DEVNULL, **how}
        inside = (*apart, "sh", "-c", f'{own} && {before} && exec "$@"', "sh", *command)
        return subprocess.run(inside, timeout=200, check=False, env=self.environment, **given)

    def text(self, path: str) -> str:
        return (self.root / path).read_text()

    def settings(self) -> dict[str, str]:
        lines = self.text("etc/tablo/tablo.env").splitlines()
        return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))

    def adapted(self) -> dict[str, list[str]]:
        """The sites that Caddy would serve, and the processes behind each."""
        command = ("caddy", "adapt", "--adapter", "caddyfile", "--config", str(self.root / "etc/caddy/Caddyfile"))
        done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True, env=self.environment)
        servers = json.loads(done.stdout)["apps"]["http"]["servers"].values()
        return {
            route["match"][0]["host"][0]: re.findall(r'"dial": "([^"]+)', json.dumps(route))
            for server in servers
            for route in server["routes"]
        }

    def end(self) -> None:
        for line in (self.root / "started").read_text().split() if (self.root / "started").exists() else ():
            with suppress(ProcessLookupError):
                os.kill(int(line), signal.SIGTERM)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path, systemd=True)
    yield machine
    machine.end()


def test_a_hall_is_ready_with_its_addresses_and_the_setup_code(running: Machine) -> None:
    port = free_port()
    done = running.setup("--hall", "--yes", "--port", str(port), own_network=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert httpx.get(f"http://127.0.0.1:{port}/readyz").text == "ready\n"
    [code] = [line.split()[2] for line in running.text("log").splitlines() if "Setup code" in line]
    assert f"Setup code     {code}   (asked for there)" in done.stdout
    assert f":{port}/desk\n" in done.stdout
    assert "█" in done.stdout or "▄" in done.stdout
    assert running.text("calls").splitlines() == ["daemon-reload", "enable tablo", "restart tablo"]


def test_a_script_reads_what_became_of_it(running: Machine) -> None:
    port = free_port()
    done = running.setup("--hall", "--yes", "--json", "--port", str(port), own_network=False)
    report = json.loads(done.stdout)
    assert (report["mode"], report["running"], report["start"], len(report["setup_code"])) == ("hall", True, [], 8)
    assert report["changed"] == [str(running.root / "etc/tablo/tablo.env")]
    assert report["addresses"][-1] == f"http://127.0.0.1:{port}"


def test_without_systemd_it_says_the_command_that_starts(machine: Machine) -> None:
    done = machine.setup("--hall", "--yes")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("  runuser -u tablo -- tablo serve --settings /etc/tablo/tablo.env")
    assert machine.settings() == {"TABLO_DATA": f"{machine.root}/data", "TABLO_HOST": "0.0.0.0"}


def test_a_second_time_nothing_changes(machine: Machine) -> None:
    machine.setup("--hall", "--yes")
    before = (machine.root / "etc/tablo/tablo.env").stat().st_mtime_ns
    done = machine.setup()
    assert (done.returncode, "Nothing changes" in done.stdout) == (0, True), done.stderr
    assert (machine.root / "etc/tablo/tablo.env").stat().st_mtime_ns == before


def test_the_world_comes_by_caddy_and_other_sites_stay(machine: Machine) -> None:
    done = machine.setup("--world", NAME, "--yes")
    assert done.returncode == 0, done.stderr
    assert machine.settings()["TABLO_PUBLIC_URL"] == f"https://{NAME}"
    assert machine.settings()["TABLO_HOST"] == "127.0.0.1"
    assert machine.adapted() == {"other.example.org": [], NAME: ["127.0.0.1:8080"]}


def test_what_the_operator_wrote_stays_and_no_secret_is_shown(machine: Machine) -> None:
    machine.keep("TABLO_SMTP=smtp://anna:hidden@mail.example.org\nTABLO_PASSWORD=hidden-too\n")
    machine.setup("--hall", "--yes")
    done = machine.setup("--world", NAME, "--yes", "--port", "8090")
    assert ("-TABLO_HOST=0.0.0.0" in done.stdout, "+TABLO_HOST=127.0.0.1" in done.stdout) == (True, True)
    assert "hidden" not in done.stdout
    assert machine.settings()["TABLO_SMTP"] == "smtp://anna:hidden@mail.example.org"
    assert machine.adapted()[NAME] == ["127.0.0.1:8090"]


def test_back_in_the_hall_the_site_is_gone(machine: Machine) -> None:
    machine.setup("--world", NAME, "--yes")
    done = machine.setup("--hall", "--yes")
    assert done.returncode == 0, done.stderr
    assert machine.adapted() == {"other.example.org": []}
    assert "TABLO_PUBLIC_URL" not in machine.settings()
    assert not (machine.root / "etc/caddy/tablo.caddy").exists()


def test_a_caddyfile_that_was_copied_by_hand_becomes_a_site_of_its_own(machine: Machine) -> None:
    (machine.root / "etc/caddy/Caddyfile").write_text((ROOT / "deploy/Caddyfile").read_text())
    assert machine.setup("--world", NAME, "--yes").returncode == 0
    assert machine.adapted() == {NAME: ["127.0.0.1:8080"]}


def test_what_caddy_does_not_understand_is_not_left_behind(machine: Machine) -> None:
    (machine.root / "etc/caddy/Caddyfile").write_text("nonsense {\n")
    done = machine.setup("--world", NAME, "--yes")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith("tablo: `caddy validate")
    assert machine.text("etc/caddy/Caddyfile") == "nonsense {\n"
    assert machine.settings() == {"TABLO_DATA": f"{machine.root}/data"}


def test_nothing_is_written_before_somebody_says_yes(machine: Machine) -> None:
    done = machine.setup("--hall")
    assert (done.returncode, done.stderr) == (2, "tablo: Nothing was changed: --yes writes without asking.\n")
    assert "+TABLO_HOST=0.0.0.0" in done.stdout
    assert machine.settings() == {"TABLO_DATA": f"{machine.root}/data"}


def test_somebody_at_a_terminal_is_asked(machine: Machine) -> None:
    leader, terminal = pty.openpty()
    os.write(leader, f"2\n{NAME}\nn\ny\n".encode())
    done = machine.setup(stdin=terminal)
    os.close(leader)
    os.close(terminal)
    assert done.returncode == 0, done.stderr
    assert "Who is to see this server?" in done.stdout
    assert machine.adapted()[NAME] == ["127.0.0.1:8080"]


LISTENS = (
    f"{{ timeout 60 {sys.executable} -m http.server --bind 0.0.0.0 %s >/dev/null 2>&1 & }} && "
    "until curl -s localhost:%s >/dev/null; do :; done"
)


@pytest.mark.parametrize(
    ("words", "before", "sentence"),
    [
        ("", "true", "Say --hall (its own network) or --world NAME (TLS, for everybody)"),
        ("--world nowhere.example.org", "true", "The name nowhere.example.org leads nowhere yet"),
        ("--world 203.0.113.7", "true", "'203.0.113.7' is no name such as chess.example.org"),
        (
            f"--world {NAME}",
            "PATH=/usr/sbin",
            "Caddy is not installed, which fetches the certificate: apt install caddy",
        ),
        ("--hall --postgresql", "PATH=/usr/sbin", "PostgreSQL is not installed: apt install postgresql"),
        ("--hall", LISTENS % (8080, 8080), "Port 8080 is taken by another program: --port takes another one"),
        (f"--world {NAME}", LISTENS % (443, 443), "Port 443, which Caddy needs, is taken by another program"),
    ],
)
def test_what_stands_against_it_is_one_sentence(machine: Machine, words: str, before: str, sentence: str) -> None:
    done = machine.setup(*words.split(), "--yes", before=before)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert done.stderr.startswith(f"tablo: {sentence}")


def test_whoever_is_not_root_hears_how_to_become_it() -> None:
    """Nobody may read here what root may, since the source may lie in root's own folder."""
    command = (sys.executable, "-m", "server.cli", "setup", "--hall", "--yes")
    reads = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
    as_nobody = ("setpriv", "--reuid=65534", "--clear-groups", *reads) if os.getuid() == 0 else ()
    done = subprocess.run((*as_nobody, *command), capture_output=True, text=True, timeout=60, check=False, env=PLAIN)
    assert (done.returncode, done.stderr) == (2, "tablo: Only root may set this machine up: sudo tablo setup.\n")


def test_a_database_of_this_machine_is_made_where_there_is_none(running: Machine, postgres_server: Cluster) -> None:
    running.environment |= {"PGHOST": str(postgres_server.folder), "PGUSER": "postgres"}
    done = running.setup("--world", NAME, "--postgresql", "--yes", "--json")
    assert (done.returncode, done.stderr) == (0, ""), running.text("log")
    report = json.loads(done.stdout)
    assert (report["running"], report["addresses"]) == (True, [f"https://{NAME}"])
    assert f"Setup code     {report['setup_code']}" in running.text("log")
    assert running.adapted()[NAME] == ["127.0.0.1:8080"]
    with psycopg.connect(f"host={postgres_server.folder} user=tablo dbname=tablo") as connection:
        assert connection.execute("SELECT 1 FROM pg_tables WHERE schemaname = 'public'").fetchall() != []


def test_further_processes_of_an_earlier_version_are_ended(running: Machine) -> None:
    """Over one database without NATS there is one process; a second one would be refused at every start."""
    systemd = running.root / "etc/systemd/system"
    (systemd / "multi-user.target.wants").mkdir(parents=True)
    for unit in ("tablo@.service", "multi-user.target.wants/tablo@8081.service"):
        (systemd / unit).write_text("[Service]\nExecStart=/opt/tablo/bin/tablo serve --port %i\n")
    done = running.setup("--hall", "--yes", "--json", "--port", str(free_port()), own_network=False)
    assert done.returncode == 0, done.stderr
    assert str(systemd / "tablo@.service") in json.loads(done.stdout)["changed"]
    assert not (systemd / "tablo@.service").exists()
    assert "disable --now tablo@8081" in running.text("calls").splitlines()
