"""deploy/tablo.service: its command line runs as written, systemd has nothing to say against it."""

import os
import re
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path

import httpx
import pytest

import server
from server.cli import parser
from server.journal import open_journal
from tests.deploy.processes import PLAIN, Server, free_port, with_published_round

ROOT = Path(__file__).parent.parent.parent
UNIT = (ROOT / "deploy" / "tablo.service").read_text()
MIRROR = (ROOT / "deploy" / "tablo-mirror.service").read_text()
EXAMPLE = (ROOT / "deploy" / "tablo.env.example").read_text()
SERVICES = sorted(path.name for path in (ROOT / "deploy").glob("*.service"))
INSTALLED = "/opt/tablo/bin/tablo"
NATS_SERVER, NATS_HERE = "/usr/sbin/nats-server", str(Path(sys.executable).parent / "nats-server")
HERE = str(Path(sys.executable).parent / "tablo")


def said(key: str) -> list[str]:
    return [line.partition("=")[2] for line in UNIT.splitlines() if line.startswith(f"{key}=")]


def names_the_program_reads() -> set[str]:
    sources = "".join(path.read_text() for path in Path(server.__file__).parent.rglob("*.py"))
    return set(re.findall(r'(?:environment|environ)(?:\.get\(|\[)"(TABLO_\w+)"', sources))


def test_its_command_line_and_environment_start_the_server(tmp_path: Path) -> None:
    """The venv and the data directory are this machine's; everything else is the unit's own."""
    [command] = said("ExecStart")
    assert command.startswith(f"{INSTALLED} ")
    environment = dict(line.split("=", 1) for line in said("Environment"))
    assert environment.pop("TABLO_DATA") == "/var/lib/tablo"
    tablo = Server(tmp_path, "unit", TABLO_DATA=str(tmp_path / "state"), **environment)
    tablo.start(command.replace(INSTALLED, HERE).split())
    assert tablo.stop() == 0
    assert (tmp_path / "state" / "tablo.sqlite").exists()


def test_systemd_finds_no_fault_in_it(tmp_path: Path) -> None:
    unit = tmp_path / "tablo.service"
    unit.write_text(UNIT.replace(INSTALLED, HERE))
    done = subprocess.run(
        ("systemd-analyze", "verify", str(unit)), capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, "tablo.service" in done.stderr) == (0, False), done.stderr


def test_systemd_finds_no_fault_in_the_copy_of_every_night(tmp_path: Path) -> None:
    for name in ("tablo-backup.service", "tablo-backup.timer"):
        text = (ROOT / "deploy" / name).read_text()
        (tmp_path / name).write_text(text.replace("/opt/tablo/deploy", str(ROOT / "deploy")))
    done = subprocess.run(
        ("systemd-analyze", "verify", str(tmp_path / "tablo-backup.timer"), str(tmp_path / "tablo-backup.service")),
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert (done.returncode, "tablo-backup" in done.stderr) == (0, False), done.stderr


def test_systemd_finds_no_fault_in_the_mirror(tmp_path: Path) -> None:
    unit = tmp_path / "tablo-mirror.service"
    unit.write_text(MIRROR.replace(INSTALLED, HERE))
    done = subprocess.run(
        ("systemd-analyze", "verify", str(unit)), capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, "tablo-mirror" in done.stderr) == (0, False), done.stderr


def test_the_mirror_is_confined_as_the_server_whose_file_it_reads() -> None:
    """One user, so that each may write what the other has made beside the journal. It has no process beside itself."""
    start = UNIT.index("User=tablo"), MIRROR.index("User=tablo")
    others = ("#", "SystemCallFilter=setpriority sched_setscheduler")
    of_the_server = [line for line in UNIT[start[0] :].splitlines() if not line.startswith(others)]
    assert MIRROR[start[1] :].splitlines() == of_the_server


def test_the_mirror_takes_everything_from_the_file_of_settings(tmp_path: Path) -> None:
    [command] = [line.partition("=")[2] for line in MIRROR.splitlines() if line.startswith("ExecStart=")]
    open_journal(str(tmp_path / "tablo.sqlite")).close()
    given = {"TABLO_DATA": str(tmp_path), "TABLO_MIRROR_TO": "http://127.0.0.1:1/", "TABLO_MIRROR_TOKEN": "x" * 20}
    words = [*command.replace(INSTALLED, HERE).split(), "--once"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=30, check=False, env={**PLAIN, **given})
    assert (done.returncode, done.stderr) == (0, "")


CLUSTER = ("tablo-nats.service", "tablo-worker@.service", "tablo-gateway@.service")


def beside(folder: Path, name: str) -> Path:
    """The service with the programs of this machine; of a template its first instance."""
    unit = folder / name.replace("@.", "@1.")
    unit.write_text((ROOT / "deploy" / name).read_text().replace(INSTALLED, HERE).replace(NATS_SERVER, NATS_HERE))
    return unit


@pytest.mark.parametrize("name", CLUSTER)
def test_systemd_finds_no_fault_in_the_services_of_a_cluster(tmp_path: Path, name: str) -> None:
    unit = beside(tmp_path, name)
    done = subprocess.run(
        ("systemd-analyze", "verify", str(unit)), capture_output=True, text=True, timeout=30, check=False
    )
    assert (done.returncode, "tablo-" in done.stderr) == (0, False), done.stderr


@pytest.mark.parametrize("name", CLUSTER[1:])
def test_the_program_understands_the_command_of_a_service(name: str) -> None:
    [command] = re.findall(r"^ExecStart=(.*)$", (ROOT / "deploy" / name).read_text(), re.MULTILINE)
    given = command.removeprefix(f"{INSTALLED} ").replace("%i", "1").split()
    arguments = parser(given).parse_args(given)
    assert callable(arguments.run)
    assert arguments.port == ("8081" if "worker" in name else "8091")


def test_a_gateway_is_not_told_what_the_workers_are() -> None:
    """How to reach the database stands in their file of settings."""
    text = (ROOT / "deploy" / "tablo-gateway@.service").read_text()
    assert re.findall(r"^EnvironmentFile=(.*)$", text, re.MULTILINE) == ["/etc/tablo/gateway.env"]
    assert "DynamicUser=yes" in text.splitlines()


@pytest.mark.parametrize("name", SERVICES)
def test_systemd_calls_every_service_hardly_exposed(tmp_path: Path, name: str) -> None:
    unit = beside(tmp_path, name)
    command = ("systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", str(unit))
    done = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 0, done.stdout[-200:]


@pytest.mark.parametrize("name", SERVICES)
@pytest.mark.parametrize("limit", ["MemoryMax", "TasksMax"])
def test_no_service_can_take_the_machine(name: str, limit: str) -> None:
    assert re.search(rf"^{limit}=\d+M?$", (ROOT / "deploy" / name).read_text(), re.MULTILINE)


def test_it_waits_longer_than_the_server_needs_to_end() -> None:
    [seconds] = said("TimeoutStopSec")
    assert int(seconds) > 5


def test_it_never_gives_up() -> None:
    """Ten failed starts in a minute would be the end: a database that is away for half a minute comes back."""
    assert (said("Restart"), said("StartLimitIntervalSec")) == (["always"], ["0"])


def test_it_may_open_as_many_files_as_a_large_hall_needs() -> None:
    [files] = said("LimitNOFILE")
    assert int(files) >= 20_000


def test_every_name_of_the_example_is_one_that_the_program_reads() -> None:
    named = set(re.findall(r"^#?(TABLO_\w+)=", EXAMPLE, re.MULTILINE))
    assert named
    assert named <= names_the_program_reads() | {"TABLO_SITE", "TABLO_BACKUPS"}


def test_every_name_that_the_program_reads_is_in_the_example() -> None:
    assert names_the_program_reads() <= set(re.findall(r"TABLO_\w+", EXAMPLE))


@pytest.mark.parametrize("line", [line for line in EXAMPLE.splitlines() if re.match(r"#?[A-Z]", line)])
def test_the_example_sets_nothing_by_itself(line: str) -> None:
    """A password or a database that everybody has is worse than none."""
    assert line.startswith("#")


def test_with_every_line_of_the_example_it_starts(tmp_path: Path) -> None:
    given = dict(re.findall(r"^#(TABLO_\w+)=(.+)$", EXAMPLE, re.MULTILINE))
    here = {
        "TABLO_DATA": str(tmp_path / "state"),
        "TABLO_PORT": str(free_port()),
        "TABLO_DATABASE": "",
        "TABLO_NATS": "",
        "TABLO_READ_ONLY": "0",
    }
    tablo = Server(tmp_path, "example", **{**given, **here}).start()
    assert tablo.stop() == 0


def test_the_server_makes_no_system_call_that_the_unit_forbids(tmp_path: Path) -> None:
    """From its start over some pages and a paper to its end: processes beside the server have its limits.

    As root SQLite also gives files an owner; the unit is not root.
    """
    trace = tmp_path / "trace"
    data = with_published_round(tmp_path / "state", 2)
    tablo = Server(tmp_path, "traced", TABLO_DATA=str(data))
    tablo.start(("strace", "-f", "-qq", "-o", str(trace), sys.executable, "-m", "server.cli", "serve"))
    for page in ("/", "/desk/login", "/screen"):
        assert httpx.get(tablo.url + page, timeout=10).status_code == 200
    assert httpx.get(f"{tablo.url}/t/open/pairings/1.pdf", timeout=60).content.startswith(b"%PDF")
    end_the_traced(tablo)
    made = set(re.findall(r"^\d+ +(\w+)\(", trace.read_text(), re.MULTILINE))
    assert {"bind", "epoll_wait", "fdatasync"} & made
    assert made - allowed() - {"fchown"} == set()


def end_the_traced(tablo: Server) -> None:
    """The signal is for the server; strace ends with it and with its exit code."""
    assert tablo.process is not None
    [child] = Path(f"/proc/{tablo.process.pid}/task/{tablo.process.pid}/children").read_text().split()
    os.kill(int(child), signal.SIGTERM)
    assert tablo.process.wait(timeout=60) == 0
    tablo.process = None


def allowed() -> set[str]:
    """The calls that `SystemCallFilter=` leaves: each line allows, those with a tilde take away."""
    left = set(calls("@default"))
    for line in said("SystemCallFilter"):
        for name in line.removeprefix("~").split():
            of_it = calls(name) if name.startswith("@") else {name}
            left = left - of_it if line.startswith("~") else left | of_it
    return left


@cache
def calls(name: str) -> frozenset[str]:
    """A set of systemd's, with the sets inside it."""
    done = subprocess.run(
        ("systemd-analyze", "syscall-filter", name), capture_output=True, text=True, timeout=30, check=True
    )
    words = [line.strip() for line in done.stdout.splitlines()[1:] if line.strip() and "#" not in line]
    inside = (calls(word) if word.startswith("@") else {word} for word in words)
    return frozenset[str]().union(*inside)
