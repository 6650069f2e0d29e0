"""The Debian package: its parts fit each other, and it is installed into bare Debians, upgraded to and left again."""

import json
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.deploy.bare_debian import Debian, bare_debian, fetch_libraries, install_by_hand, package_for
from tests.deploy.processes import Server, free_port
from tests.desk.browsers import PASSWORD, Browser, with_round_one

ROOT = Path(__file__).parent.parent.parent
DEBIAN = ROOT / "deploy" / "debian"
SCRIPTS = ("preinst", "postinst", "prerm", "postrm")
VERSION_0_2 = "386cae87"
DATA = "/var/lib/tablo"
STRANGER = 61184
"""A user as systemd makes one up for a service (`DynamicUser=`)."""


def text_of(name: str) -> str:
    return (DEBIAN / name).read_text()


@pytest.mark.parametrize("name", ["build", *SCRIPTS])
def test_debians_own_shell_understands(name: str) -> None:
    done = subprocess.run(("dash", "-n", str(DEBIAN / name)), capture_output=True, timeout=30, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_build_packs_every_script_and_fills_in_every_field() -> None:
    build = text_of("build")
    assert f"for script in {' '.join(SCRIPTS)}; do" in build
    fields = set(re.findall(r"@[A-Z_]+@", text_of("control")))
    assert len(fields) == 5
    assert [field for field in fields if field not in build] == []


def test_units_and_scripts_call_the_program_where_the_package_has_it() -> None:
    files = [*(ROOT / "deploy").glob("*.service"), *(ROOT / "deploy").glob("*.sh")]
    called = {found for path in files for found in re.findall(r"/opt/tablo/[\w./-]+", path.read_text())}
    assert called == {"/opt/tablo/bin/tablo", "/opt/tablo/deploy/backup.sh"}
    build = text_of("build")
    assert '"$1/opt/tablo/bin/tablo"' in build
    assert 'cp deploy/*.sh "$1/opt/tablo/deploy/"' in build


def test_the_user_of_the_units_is_made() -> None:
    for name in ("tablo.service", "tablo-mirror.service"):
        assert "\nUser=tablo\n" in (ROOT / "deploy" / name).read_text()
    assert re.search(r"useradd --system --user-group .* tablo$", text_of("postinst"), re.MULTILINE)


def test_every_unit_put_there_by_hand_is_set_aside() -> None:
    units = {path.name for kind in ("service", "timer") for path in (ROOT / "deploy").glob(f"*.{kind}")}
    found = re.search(r"for name in (.*?); do", text_of("postinst"), re.DOTALL)
    assert found
    assert set(found[1].replace("\\", "").split()) == units


def run_script(name: str, folder: Path, *words: str, **environment: str) -> str:
    """A script of the package, with everything below / in that folder."""
    moved = re.sub(r"(?<![\w.@])/(?=(?:var|etc|opt|run)/)", f"{folder}/", text_of(name))
    done = subprocess.run(
        ("dash", "-c", moved, name, *words), capture_output=True, text=True, timeout=30, check=False,
        env={"PATH": "/usr/bin:/bin", **environment},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_purging_keeps_the_journal_and_says_where_it_is(tmp_path: Path) -> None:
    for folder in ("var/lib/tablo", "etc/tablo"):
        (tmp_path / folder).mkdir(parents=True)
    journal = tmp_path / "var/lib/tablo/tablo.sqlite"
    journal.touch()
    assert str(journal.parent) in run_script("postrm", tmp_path, "purge")
    assert (journal.exists(), (tmp_path / "etc/tablo").exists()) == (True, False)
    assert run_script("postrm", tmp_path, "purge", TABLO_PURGE="data") == ""
    assert not journal.exists()


def test_removing_leaves_the_folder_of_other_programs(tmp_path: Path) -> None:
    """An empty `/opt` goes with the files of the package, before `postrm` is called."""
    for step in ("remove", "purge"):
        run_script("postrm", tmp_path, step)
        (tmp_path / "opt").rmdir()


def test_removing_leaves_no_compiled_file(tmp_path: Path) -> None:
    compiled = tmp_path / "opt/tablo/lib/python3.11/site-packages/tablo_chess/__pycache__"
    compiled.mkdir(parents=True)
    (compiled / "x.pyc").touch()
    run_script("prerm", tmp_path, "upgrade")
    assert not compiled.exists()
    assert compiled.parent.exists()


@pytest.mark.whole
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("python", ["3.11", "3.13"])
@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_nothing_needs_a_compiler(tmp_path: Path, machine: str, python: str) -> None:
    """Not on a Raspberry Pi either: every library has a wheel, but one that is Python alone."""
    fetch_libraries(ROOT / "requirements.lock", tmp_path, python, machine)
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".whl"] == ["http_ece-1.2.1.tar.gz"]


@pytest.mark.whole
@pytest.mark.timeout(1800)
def test_the_same_source_gives_the_same_package() -> None:
    first = package_for(13).read_bytes()
    assert package_for.__wrapped__(13).read_bytes() == first


# In a bare Debian


@pytest.fixture(params=[12, 13])
def debian(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Debian]:
    with bare_debian(tmp_path, request.param) as made:
        yield made


@asynccontextmanager
async def serving(debian: Debian, folder: Path, *command: str, **environment: str) -> AsyncIterator[Browser]:
    port = free_port()
    server = Server(folder, "debian", TABLO_PORT=str(port), TABLO_PASSWORD="", **environment)
    server.start(debian.command(*command, "--port", str(port)))
    try:
        async with httpx.AsyncClient(base_url=server.url, follow_redirects=True, timeout=60) as client:
            yield Browser(client)
    finally:
        code = server.stop()
    assert code in (0, -signal.SIGTERM)  # `runuser` ends by the signal that it hands on


def setup_code(folder: Path) -> str:
    """As the server has printed it; empty where none is asked for."""
    found = re.search(r"Setup code +(\w+)", (folder / "debian.out").read_text())
    return found[1] if found else ""


async def first_password(somebody: Browser, code: str) -> None:
    await somebody.go("/desk")
    asked = {"setup_token": code} if "setup_token" in somebody.page.text else {}
    await somebody.send("/desk/first", name="Anna", password=PASSWORD, again=PASSWORD, **asked)
    assert somebody.page.url.path == "/desk"


def set_up(debian: Debian) -> list[str]:
    """The words that start the server, as `tablo setup` says them where systemd does not run."""
    [start] = json.loads(debian.run("tablo", "setup", "--hall", "--yes", "--json"))["start"]
    return str(start).split(" --port ")[0].split()


@pytest.mark.whole
@pytest.mark.timeout(3600)
async def test_from_a_bare_debian_to_a_published_round(debian: Debian, tmp_path: Path) -> None:
    """`apt install ./tablo_*.deb`, `tablo setup`, then what the guide of the first evening says; removed and purged."""
    assert debian.install(package_for(debian.release)).count("Now: sudo tablo setup") == 1
    async with serving(debian, tmp_path, *set_up(debian)) as anna:
        await first_password(anna, setup_code(tmp_path))
        await with_round_one(anna)
        page = await anna.go("/t/open/pairings/1")
        assert (page.status_code, "Player A" in anna.text) == (200, True)
        paper = await anna.go("/t/open/pairings/1.pdf")
        assert paper.content[:5] == b"%PDF-"
    assert list((debian.root / "opt/tablo/lib").rglob("bg-*.compiled"))
    debian.run("apt-get", "purge", "--yes", "tablo")
    assert list((debian.root / "opt").iterdir()) == []
    assert not (debian.root / "etc/tablo").exists()
    assert (debian.root / "var/lib/tablo/tablo.sqlite").is_file()


@pytest.mark.whole
@pytest.mark.timeout(3600)
async def test_from_version_0_2_and_back_nothing_is_lost(debian: Debian, tmp_path: Path) -> None:
    install_by_hand(debian, VERSION_0_2, tmp_path / "wheels")
    private = debian.root / "var/lib/private/tablo"
    private.mkdir(parents=True)
    (debian.root / "var/lib/tablo").symlink_to("private/tablo")
    debian.run("chown", str(STRANGER), "/var/lib/private/tablo")
    debian.run("chmod", "711", "/var/lib/private")  # systemd leads the service past that door
    before = ("setpriv", f"--reuid={STRANGER}", f"--regid={STRANGER}", "--clear-groups")
    old = "/opt/tablo/.venv/bin/tablo"
    async with serving(debian, tmp_path, *before, old, "serve", TABLO_DATA=DATA) as anna:
        await first_password(anna, setup_code(tmp_path))
        await with_round_one(anna)
    written = debian.run(old, "verify", "--data", DATA)

    said = debian.install(package_for(debian.release))
    assert "/etc/systemd/system/tablo.service is set aside as tablo.service.by-hand" in said
    assert debian.run("sh", "-c", "command -v tablo") == "/usr/bin/tablo\n"
    assert debian.run("tablo", "verify", "--data", DATA) == written
    assert debian.run("stat", "-c", "%U %F", DATA, f"{DATA}/tablo.sqlite") == "tablo directory\ntablo regular file\n"
    async with serving(debian, tmp_path, *set_up(debian)) as anna:
        await anna.log_in()
        await anna.go("/desk/t/open/rounds/1")
        await anna.send("/desk/t/open/rounds/1/results", board="1", result="1-0")
        assert anna.refusal == ""
    newer = debian.run("tablo", "verify", "--data", DATA)

    debian.run("apt-get", "remove", "--yes", "tablo")
    assert debian.run(old, "verify", "--data", DATA) == newer != written
    async with serving(debian, tmp_path, "runuser", "-u", "tablo", "--", old, "serve", TABLO_DATA=DATA) as anna:
        await anna.log_in()
        await anna.go("/t/open/pairings/1")
        assert "Player A" in anna.text
