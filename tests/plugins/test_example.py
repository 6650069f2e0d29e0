"""The example is installed into a folder of its own: a server beside it has what it brings, and one without keeps."""

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import httpx
import pytest

from tests.desk.browsers import PASSWORD, Browser
from tests.forked import announced_port
from tests.locked_door import lock_door

EXAMPLE = Path(__file__).parent / "example"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("installed")
    install(EXAMPLE, folder)
    return folder


def install(package: Path, folder: Path) -> None:
    """As `pip install` does it, without the network and into a folder that others do not see."""
    words = ("install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", folder, package)
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)


def seeing(folder: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), os.getcwd())), "LANG": "en_GB.UTF-8"}


def tablo(folder: Path, *words: object) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "server.cli", *map(str, words)], env=seeing(folder), capture_output=True, text=True
    )
    return done.stdout + done.stderr


def test_what_is_installed_is_listed_and_is_in_use(installed: Path) -> None:
    assert tablo(installed, "plugins", "list").splitlines() == [
        "monrad (pairing system, tablo-example 1.0): in use",
        "MEDR (tie-break, tablo-example 1.0): in use",
        "boards-text (download, tablo-example 1.0): in use",
        "json-list (reader of files, tablo-example 1.0): in use",
    ]


def test_the_system_pairs_whole_events_and_the_tiebreak_ranks_them(installed: Path, tmp_path: Path) -> None:
    made = tablo(installed, "generate", "--system", "monrad", "--players", 11, "--rounds", 5, "--seed", 1)
    (tmp_path / "event.trf").write_text(made)
    said = tablo(installed, "check", tmp_path / "event.trf", "--system", "monrad")
    assert said.startswith("5 of 5 rounds are as monrad pairs them.")
    assert "MEDR" in tablo(installed, "standings", tmp_path / "event.trf", "--tiebreaks", "PTS,MEDR")


FAULTY = {
    "breaks": ('"tablo.readers"', "raise ValueError('no such list')\n"),
    "leaves": ('"tablo.readers"', "raise SystemExit('what is needed is missing')\n"),
    "dutch-2026": (
        '"tablo.pairing"',
        "TABLO_PLUGIN_API = 1\nfrom tablo_example.monrad import Monrad\n"
        "class brought(Monrad):\n    name = 'dutch-2026'\n",
    ),
    "fails": (
        '"tablo.downloads"',
        "TABLO_PLUGIN_API = 1\nfrom web.downloads.plugged import PluggedDownload\n"
        "brought = PluggedDownload('fails', 'txt', 'text/plain', 'Fails', lambda snapshot, language: 1 / 0)\n",
    ),
    "old": ('"tablo.downloads"', "TABLO_PLUGIN_API = 0\nbrought = None\n"),
    "bare": ('"tablo.pairing"', "TABLO_PLUGIN_API = 1\nclass brought:\n    name = 'bare'\n"),
}
"""By the name of the entry point: its group, and the module that it leads to."""


def with_faulty(folder: Path) -> None:
    """Packages as pip leaves them: a module each, and what is said about it in a folder beside."""
    for name, (group, source) in FAULTY.items():
        module = f"faulty_{name.replace('-', '_')}"
        (folder / f"{module}.py").write_text(source)
        about = folder / f"{module}-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[{group.strip(chr(34))}]\n{name} = {module}:brought\n")


@contextmanager
def serving(folder: Path, data: Path) -> Iterator[str]:
    """The address of a server that has what is installed in the folder: a process that has imported nothing before."""
    lock_door(data, PASSWORD)
    said = data.parent / "said"
    words = ("-m", "server.cli", "serve", "--data", str(data), "--port", "0")
    with said.open("wb") as out, subprocess.Popen([sys.executable, *words], env=seeing(folder), stdout=out) as server:
        try:
            yield f"http://127.0.0.1:{announced_port(server, said)}"
        finally:
            server.terminate()


@asynccontextmanager
async def beside(folder: Path, data: Path) -> AsyncIterator[Browser]:
    with serving(folder, data) as url:
        async with httpx.AsyncClient(base_url=url, follow_redirects=True, timeout=60) as client:
            yield await Browser(client).log_in()


async def test_an_event_by_plugins_stays_whole_where_they_are_missing(tmp_path: Path) -> None:
    install(EXAMPLE, tmp_path / "beside")
    with_faulty(tmp_path / "beside")
    async with beside(tmp_path / "beside", tmp_path / "data") as anna:
        await anna.go("/desk/new")
        await anna.send(
            "/desk/new",
            tournament_name="Open",
            start="2026-11-29",
            rounds="3",
            system="monrad",
            fide_mode="off",
            order="BH MEDR",
        )
        await anna.go("/desk/t/open/players/import")
        people = [{"name": f"Player {letter}", "elo": 2000 - 10 * at} for at, letter in enumerate("ABCDEF")]
        await anna.send(
            "/desk/t/open/players/import", files={"file": ("x.json", json.dumps({"players": people}).encode())}
        )
        await anna.send("/desk/t/open/players/import")
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        await anna.send("/desk/t/open/rounds/1/publish")
        assert (await anna.go("/t/open/boards-text.txt")).text.startswith("Open 1\n1. Player B – Player A\n")
        assert "Boards for a messenger" in (await anna.go("/t/open/downloads")).text
        assert (await anna.go("/t/open/fails.txt")).status_code == 404
        await anna.go("/desk/health")
        said = anna.text
        assert "breaks reader of files · faulty_breaks 1.0 left out, as it cannot be loaded: ValueError" in said
        assert "leaves reader of files · faulty_leaves 1.0 left out, as it cannot be loaded: SystemExit" in said
        assert "dutch-2026 pairing system · faulty_dutch_2026 1.0 left out, as the name is taken: dutch-2026" in said
        assert "fails download · faulty_fails 1.0 in use, but its last piece of work went wrong: Zero" in said
        assert "old download · faulty_old 1.0 left out, as it is made for another version" in said
        assert "bare pairing system · faulty_bare 1.0 left out, as something is missing in it: version" in said
        assert "monrad pairing system · tablo-example 1.0 in use" in said
    async with beside(tmp_path / "nothing", tmp_path / "data") as anna:
        shown = ("", "/pairings/1", "/standings", "/crosstable", "/players", "/players/1", "/report.trf")
        assert {path: (await anna.go(f"/t/open{path}")).status_code for path in shown} == dict.fromkeys(shown, 200)
        assert "Player B" in (await anna.go("/t/open/pairings/1")).text
        desk = ("", "/rounds/1", "/settings", "/players", "/standings", "/history", "/papers")
        assert {path: (await anna.go(f"/desk/t/open{path}")).status_code for path in desk} == dict.fromkeys(desk, 200)
        await anna.go("/desk/t/open/standings")
        assert "The tie-break MEDR is not here: it came with a plugin." in anna.text
        await anna.go("/desk/t/open/rounds/1/why")
        assert "The pairing system monrad is not here" in anna.text
        await anna.go("/desk/t/open/rounds/1")
        for board in "123":
            await anna.send("/desk/t/open/rounds/1/results", board=board, seen="", result="1-0")
        await anna.go("/desk/t/open")
        await anna.send("/desk/t/open/pair", confirmed="2")
        assert "The pairing system monrad is not here: it came with a plugin." in anna.text
