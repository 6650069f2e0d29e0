"""`tablo upgrade`: real wheels and packages, installed in a machine whose /opt, /etc, /var and /run are its own."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from server.cli.upgrade.journals import ServiceJournal
from server.journal import open_journal
from server.settings import of_settings_file
from server.version import PROGRAM_VERSION
from tests.deploy.processes import PLAIN, free_port, published_round, until_ready
from tests.deploy.test_package import ROOT, build, installed_in
from tests.journal.postgres import Cluster
from tests.tiers import sample

NEWER = "9.1.0"
OWN = "mount -t tmpfs tmpfs {upper} && " + " && ".join(
    f"mkdir {{upper}}/{name} {{upper}}/{name}.work && mount -t overlay overlay "
    f"-o lowerdir=/{name},upperdir={{upper}}/{name},workdir={{upper}}/{name}.work /{name}"
    for name in ("opt", "etc", "var")
)
SYSTEMCTL = """#!/bin/sh
# What systemd would do with the one service of this machine
end() {{
    for one in $(cat /run/started); do kill $one && while kill -0 $one; do sleep 0.01; done; done 2>/dev/null
    : >/run/started
}}
case $1 in
    is-active) kill -0 "$(cat /run/started)" ;;
    stop) end ;;
    restart) end; /opt/tablo/bin/tablo serve --settings /etc/tablo/tablo.env >>{log} 2>&1 & echo $! >/run/started ;;
esac
"""


class Machine:
    """Its mounts live as long as the process that holds them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "upper").mkdir()
        own = OWN.format(upper=folder / "upper")
        ids = ("--map-root-user",) if os.getuid() else ()
        holding = f"{own} && mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system && echo there && exec cat"
        self._holder = subprocess.Popen(
            ("unshare", "--mount", *ids, "sh", "-c", holding), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline() == b"there\n"
        self.port = free_port()
        systemctl = folder / "bin/systemctl"
        systemctl.parent.mkdir()
        systemctl.write_text(SYSTEMCTL.format(log=folder / "log"))
        systemctl.chmod(0o755)
        settings = f"TABLO_DATA={folder}/data\nTABLO_HOST=127.0.0.1\nTABLO_PORT={self.port}\n"
        self.run("sh", "-c", f"mkdir -p /etc/tablo && printf %s {shlex.quote(settings)} >/etc/tablo/tablo.env")
        (folder / "data").mkdir()
        self.enter("seed")

    def run(self, *words: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
        path = f"{self.folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        user = ("--user", "--preserve-credentials") if os.getuid() else ()
        inside = ("nsenter", "--target", str(self._holder.pid), "--mount", *user)
        done = subprocess.run(
            (*inside, *words), capture_output=True, text=True, timeout=200, check=False, cwd="/",
            env={**PLAIN, "PATH": path, "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "", "PIP_NO_COMPILE": "1"},
        )  # fmt: skip
        if check and done.returncode:
            raise AssertionError(done.stdout + done.stderr)
        return done

    def upgrade(self, *words: str) -> "subprocess.CompletedProcess[str]":
        return self.run("/opt/tablo/bin/tablo", "upgrade", "--wait", "20", *words, check=False)

    def enter(self, stream: str) -> None:
        """A round is published while the server runs or not."""
        journal = open_journal(str(self.folder / "data/tablo.sqlite"))
        journal.append(stream, 0, "Boris", f"seed-{stream}", published_round(4), datetime.now(UTC))
        journal.close()

    @property
    def version(self) -> str:
        return self.run("/opt/tablo/bin/tablo", "--version").stdout.split()[1]

    @property
    def streams(self) -> list[str]:
        said = self.run("/opt/tablo/bin/tablo", "verify", "--settings", "/etc/tablo/tablo.env").stdout
        return re.findall(r"(?m)^(\S+): \d+ entries", said)

    def serves(self) -> bool:
        until_ready(f"http://127.0.0.1:{self.port}/readyz", 20)
        return True

    def end(self) -> None:
        self.run("systemctl", "stop", check=False)
        assert self._holder.stdin is not None
        self._holder.stdin.close()
        assert self._holder.stdout is not None
        self._holder.stdout.close()
        self._holder.wait(timeout=20)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build(ROOT, folder, "wheel")
    [built] = folder.glob("*.whl")
    (folder / "few").mkdir()
    return changed(built, folder / "few", PROGRAM_VERSION, **COMPILES_FEW)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A venv for /opt/tablo with this wheel, which sees the libraries of the tests but not this working copy."""
    made = tmp_path_factory.mktemp("opt") / "tablo"
    command = installed_in(made, wheel) / "tablo"
    command.write_text(command.read_text().replace(str(made), "/opt/tablo"))
    return made


def changed(wheel: Path, folder: Path, version: str = NEWER, **texts: tuple[str, str]) -> Path:
    """The wheel of another version, in whose modules some text is another one."""
    made = folder / f"tablo_chess-{version}-py3-none-any.whl"
    texts["version.py"] = (PROGRAM_VERSION, version)
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w") as new:
        for one in old.infolist():
            octets = old.read(one)
            for path, (before, after) in texts.items():
                if one.filename.endswith(f"/{path}"):
                    assert before.encode() in octets
                    octets = octets.replace(before.encode(), after.encode())
            if one.filename.endswith(".dist-info/METADATA"):
                octets = octets.replace(f"\nVersion: {PROGRAM_VERSION}\n".encode(), f"\nVersion: {version}\n".encode())
            new.writestr(one.filename.replace(f"-{PROGRAM_VERSION}.", f"-{version}."), octets)
    return made


COMPILES_FEW = {"web/compile_ahead.py": ("list_templates(), key=turn)", "list_templates(), key=turn)[:3]")}
"""All templates in all languages take longer than everything else here, at each change of the program."""
STARTS_NOT = {"cli/serve.py": ("def run_serve(", "raise RuntimeError\n\n\ndef run_serve(")}
READS_NOT = {"cli/verify.py": ("def add(", "raise RuntimeError\n\n\ndef add(")}
BRINGS_UP = "version < store.FORMAT:\n        db.execute('PRAGMA user_version=3')\n    if False:"
NEWER_FORMAT = {
    "journal/store.py": ("\nFORMAT = 2\n", "\nFORMAT = 3\n"),
    "sqlite/journal.py": ("version == store.CLAIMS_AS_ROWS:", BRINGS_UP),
}


@pytest.fixture
def machine(tmp_path: Path, installed: Path) -> Iterator[Machine]:
    machine = Machine(tmp_path)
    machine.run("cp", "--archive", str(installed), "/opt/tablo")
    machine.run("systemctl", "restart")
    yield machine
    machine.end()


def test_a_newer_wheel_comes_and_goes(machine: Machine, wheel: Path) -> None:
    done = machine.upgrade(str(changed(wheel, machine.folder)))
    assert (done.returncode, machine.version, machine.serves()) == (0, NEWER, True), done.stdout + done.stderr
    assert f"Version {NEWER} is installed. `tablo upgrade --back` returns to {PROGRAM_VERSION}." in done.stdout
    [_copy] = (machine.folder / "data").glob(f"tablo.sqlite.before-{PROGRAM_VERSION}-*")
    machine.enter("later")
    done = machine.upgrade("--back")
    assert (done.returncode, machine.version, machine.serves()) == (0, PROGRAM_VERSION, True), done.stdout + done.stderr
    assert f"The journal stays as it is: {PROGRAM_VERSION} reads it." in done.stdout
    assert sorted(machine.streams) == ["later", "seed"]


@pytest.mark.parametrize("broken", sample([READS_NOT, STARTS_NOT], 1))
def test_what_does_not_run_gives_way_by_itself(
    machine: Machine, wheel: Path, broken: dict[str, tuple[str, str]]
) -> None:
    done = machine.upgrade(str(changed(wheel, machine.folder, **broken)))
    assert (done.returncode, machine.version, machine.serves()) == (1, PROGRAM_VERSION, True), done.stdout + done.stderr
    assert done.stdout.endswith(f"Back to {PROGRAM_VERSION}.\n")
    assert machine.streams == ["seed"]


@pytest.mark.whole
def test_a_journal_that_the_older_program_cannot_read_is_its_copy_again(machine: Machine, wheel: Path) -> None:
    assert machine.upgrade(str(changed(wheel, machine.folder, **NEWER_FORMAT))).returncode == 0
    done = machine.upgrade("--back")
    assert (done.returncode, machine.version, machine.serves()) == (0, PROGRAM_VERSION, True), done.stdout + done.stderr
    assert "Nothing was entered since: the copy is its journal." in done.stdout
    assert machine.streams == ["seed"]


def test_what_was_entered_with_the_newer_program_is_never_thrown_away(machine: Machine, wheel: Path) -> None:
    assert machine.upgrade(str(changed(wheel, machine.folder, **NEWER_FORMAT))).returncode == 0
    late = machine.folder / "late.csv"
    late.write_text("name,rating\nKeres,2600\n")
    machine.run("systemctl", "stop")
    machine.run("/opt/tablo/bin/tablo", "import", "--data", f"{machine.folder}/data", "--into", "seed", str(late))
    machine.run("systemctl", "restart")
    done = machine.upgrade("--back")
    assert (done.returncode, machine.version, machine.serves()) == (1, NEWER, True), done.stdout + done.stderr
    assert f"{PROGRAM_VERSION} cannot read what was entered since. {NEWER} stays." in done.stdout


@pytest.mark.whole
def test_a_package_of_debian_is_packed_again_before_a_newer_one_comes(machine: Machine, wheel: Path) -> None:
    older, newer = packed(machine, PROGRAM_VERSION), packed(machine, NEWER, changed(wheel, machine.folder))
    machine.run("systemctl", "stop")
    machine.run("rm", "-r", "/opt/tablo")
    machine.run("dpkg", "--install", str(older))
    machine.run("systemctl", "restart")
    done = machine.upgrade(str(newer))
    assert (done.returncode, machine.version, machine.serves()) == (0, NEWER, True), done.stdout + done.stderr
    older.unlink()
    done = machine.upgrade("--back")
    assert (done.returncode, machine.version, machine.serves()) == (0, PROGRAM_VERSION, True), done.stdout + done.stderr
    assert machine.run("dpkg-query", "--show", "--showformat=${Version}", "tablo").stdout == PROGRAM_VERSION
    assert machine.run("cat", "/var/lib/made-by-postinst").stdout.split() == [PROGRAM_VERSION, NEWER, PROGRAM_VERSION]


def packed(machine: Machine, version: str, wheel: Path | None = None) -> Path:
    """/opt/tablo as a package, with a script that notes each of its installations."""
    tree = machine.folder / f"tree-{version}"
    (tree / "DEBIAN").mkdir(parents=True)
    machine.run("cp", "-r", "--parents", "/opt/tablo", str(tree))
    if wheel:
        python = (sys.executable, "-m", "pip", "--python", f"{tree}/opt/tablo")
        machine.run(*python, "install", "--quiet", "--no-deps", "--no-index", "--upgrade", str(wheel))
        command = tree / "opt/tablo/bin/tablo"
        command.write_text(command.read_text().replace(str(tree), ""))
    who = "Architecture: all\nMaintainer: T <t@example.org>\nDescription: chess\n more\n"
    control = f"Package: tablo\nVersion: {version}\n{who}"
    (tree / "DEBIAN/control").write_text(control)
    (tree / "DEBIAN/postinst").write_text(
        f"#!/bin/sh\n[ $1 = configure ] && echo {version} >>/var/lib/made-by-postinst\n"
    )
    (tree / "DEBIAN/postinst").chmod(0o755)
    made = machine.folder / f"tablo_{version}.deb"
    machine.run("dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(made))
    shutil.rmtree(tree)
    return made


def test_what_cannot_be_is_one_sentence_and_changes_nothing(machine: Machine) -> None:
    machine.run("touch", "/etc/x.deb", "/etc/x.whl")
    told = {
        (): "Say the file of the newer program, or --back",
        ("--back",): "No previous program is kept in /var/lib/tablo-upgrade",
        ("nothing.whl",): "There is no file nothing.whl",
        ("/etc/x.whl",): "/etc/x.whl is no Tablo",
        ("/etc/x.deb",): "This Tablo was installed from a .whl: give a .whl of the newer one",
    }
    for words, sentence in told.items():
        done = machine.upgrade(*words)
        assert (done.returncode, done.stderr) == (2, f"tablo: {sentence}.\n")
    assert machine.serves()


def test_a_journal_in_postgresql_is_copied_and_put_back(cluster: Cluster, tmp_path: Path) -> None:
    url, file = cluster.database(), tmp_path / "tablo.env"
    file.write_text(f"TABLO_DATA={tmp_path}\nTABLO_DATABASE={url}\n")
    journal = ServiceJournal(of_settings_file(file), file)
    for stream in ("seed", "later"):
        with closing(open_journal(url)) as opened:
            opened.append(stream, 0, "Boris", f"seed-{stream}", published_round(4), datetime.now(UTC))
        if stream == "seed":
            before, copy = journal.heads(), journal.copy(PROGRAM_VERSION)
    assert set(journal.heads()) == {"seed", "later"}
    journal.put_back(copy)
    assert journal.heads() == before
