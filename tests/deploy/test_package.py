"""The package is the whole program: wheel and sdist are built, looked into, put beside a neighbour and started."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from functools import partial
from pathlib import Path

import httpx
import pytest

from server.version import PROGRAM_VERSION
from tests.deploy.processes import PLAIN, Server

ROOT = Path(__file__).parent.parent.parent
SOURCES = ("domain", "projections", "web", "server")
LEFT_OUT = {"__pycache__", ".mypy_cache", ".ruff_cache", "README.md", "READINGS.md"}
"""The texts are for whoever reads the source."""
TOOLS = Path(sys.executable).parent
NEIGHBOUR = """[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "neighbour"
version = "1.0"
scripts = {neighbour = "server:main"}

[tool.hatch.build.targets.wheel]
include = ["*.py"]
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of wheel and sdist."""
    folder = tmp_path_factory.mktemp("built")
    build(ROOT, folder, "wheel", "sdist")
    return folder


def build(source: Path, folder: Path, *targets: str) -> None:
    asked = [word for target in targets for word in ("--target", target)]
    command = (sys.executable, "-m", "hatchling", "build", *asked, "--directory", str(folder))
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=250)


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    [found] = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def sdist(built: Path) -> Path:
    [found] = built.glob("*.tar.gz")
    return found


def files_of_the_program() -> set[str]:
    found = (path for source in SOURCES for path in (ROOT / source).rglob("*"))
    return {
        str(path.relative_to(ROOT))
        for path in found
        if path.is_file() and not LEFT_OUT & set(path.parts) and path.suffix != ".pyc"
    }


def test_nothing_of_the_program_stays_behind(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        packed = set(opened.namelist())
    assert {f"tablo_chess/{name}" for name in files_of_the_program()} - packed == set()


def test_it_takes_no_name_that_somebody_else_may_have(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        tops = {name.partition("/")[0] for name in opened.namelist()}
    assert {top for top in tops if not top.startswith(f"tablo_chess-{PROGRAM_VERSION}.")} == {"tablo_chess"}


def test_an_index_has_nothing_to_say_against_either(built: Path) -> None:
    files = [str(path) for path in built.iterdir()]
    done = subprocess.run(
        (str(TOOLS / "twine"), "check", "--strict", *files), capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout.count(b"PASSED")) == (0, 2), done.stdout


def test_its_page_in_an_index_has_no_link_that_leads_nowhere(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        text = opened.read(f"tablo_chess-{PROGRAM_VERSION}.dist-info/METADATA").decode()
    assert "\n`uvx tablo-chess demo` " in text
    assert [line for line in text.splitlines() if "](" in line.replace("](http", "")] == []


def test_the_sdist_builds_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    """Byte for byte, also on a day on which the files are newer."""
    subprocess.run(("tar", "--extract", "--file", sdist, "--directory", tmp_path), check=True, timeout=60)
    [source] = tmp_path.iterdir()
    for path in source.rglob("*.py"):
        path.touch()
    build(source, tmp_path / "again", "wheel")
    assert (tmp_path / "again" / wheel.name).read_bytes() == wheel.read_bytes()


def test_the_licence_travels_with_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        packed = opened.namelist()
    assert all(any(name.endswith(f"licenses/{file}") for name in packed) for file in ("LICENSE", "NOTICE"))


def pip(folder: Path, *arguments: str) -> None:
    command = (sys.executable, "-m", "pip", "--python", str(folder), *arguments, "--quiet")
    subprocess.run(command, check=True, timeout=250)


def installed_in(folder: Path, *distributions: Path) -> Path:
    """The programs of a fresh venv that sees the libraries of this one, but not this working copy."""
    venv.create(folder, with_pip=False)
    [packages] = folder.glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip(folder, "install", "--no-deps", "--no-index", "--no-build-isolation", *map(str, distributions))
    return folder / "bin"


@pytest.fixture(scope="module")
def neighbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A distribution that has modules of our packages' names."""
    source = tmp_path_factory.mktemp("source")
    (source / "pyproject.toml").write_text(NEIGHBOUR)
    for name in SOURCES:
        (source / f"{name}.py").write_text(f"WHOSE = 'the {name} of the neighbour'\n")
    with (source / "server.py").open("a") as file:
        file.write("def main():\n    import domain, web\n    print(WHOSE, domain.WHOSE, web.WHOSE, sep=', ')\n")
    return source


@pytest.fixture(scope="module")
def installed(wheel: Path, neighbour: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_in(tmp_path_factory.mktemp("installed") / "venv", neighbour, wheel)


def said(*command: str | Path, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        [str(word) for word in command], capture_output=True, text=True, cwd=folder, env={**PLAIN, **environment},
        timeout=250, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_once_removed_no_package_of_it_is_left(wheel: Path, tmp_path: Path) -> None:
    """Though it has kept compiled templates and catalogues meanwhile: they would hide an editable install."""
    python = installed_in(tmp_path / "venv", wheel) / "python"
    run = partial(said, folder=tmp_path, PYTHONDONTWRITEBYTECODE="")
    compiling = (
        "import tablo_chess.web.compile_ahead; from web.wording import folder_of_compiled, language; "
        "language('bg'); print(folder_of_compiled())"
    )
    kept = Path(run(python, "-P", "-c", compiling).strip())
    assert (kept / "bg.mo").is_file()
    pip(tmp_path / "venv", "uninstall", "--yes", "tablo-chess")
    names = [*SOURCES, "tablo_chess"]
    left = f"from importlib.util import find_spec as f; print([one for one in {names} if (s := f(one)) and s.origin])"
    assert run(python, "-c", left) == "[]\n"


@pytest.mark.parametrize("command", ["tablo", "tablo-chess", "python -m tablo_chess"])
def test_the_installed_program_knows_its_version(installed: Path, tmp_path: Path, command: str) -> None:
    words = (installed / command.split()[0], *command.split()[1:], "--version")
    assert said(*words, folder=tmp_path) == f"tablo {PROGRAM_VERSION}\n"


def test_the_neighbour_has_its_own_names_still(installed: Path, tmp_path: Path) -> None:
    own = ", ".join(f"the {name} of the neighbour" for name in ("server", "domain", "web"))
    assert said(installed / "neighbour", folder=tmp_path) == f"{own}\n"


def test_the_installed_program_serves_the_demo(installed: Path, tmp_path: Path) -> None:
    """With its templates, its static files, the tournament it shows, and a worker that sets a paper."""
    demo = Server(tmp_path, "demo", "--still", "--data", str(tmp_path / "data"), TABLO_PORT="0")
    demo.start((str(installed / "tablo-chess"), "demo"))
    paper = httpx.get(f"{demo.url}/t/harbour-open/standings/1.pdf", timeout=60)
    assert demo.stop() == 0
    assert (paper.status_code, paper.content[:5]) == (200, b"%PDF-")


def test_the_installed_program_writes_its_manual(installed: Path, tmp_path: Path) -> None:
    said(installed / "tablo", "manual", "--to", "site", folder=tmp_path)
    assert "Swiss-Manager" in (tmp_path / "site" / "ru" / "index.html").read_text("utf-8")


@pytest.mark.whole
def test_the_installed_program_measures_with_processes_of_its_own(installed: Path, tmp_path: Path) -> None:
    asked = ("--sockets", "10", "--screens", "1", "--players", "10", "--results", "1")
    assert "10" in said(installed / "tablo", "bench", "live", *asked, folder=tmp_path)


@pytest.mark.whole
def test_uvx_shows_the_demo_from_an_index(wheel: Path, tmp_path: Path) -> None:
    """With what `tablo-chess` asks for and nothing else: no papers, no push."""
    index = tmp_path / "index"
    fetch = (sys.executable, "-m", "pip", "download", "--quiet", "--prefer-binary", "--dest", str(index), str(wheel))
    subprocess.run(fetch, check=True, capture_output=True, timeout=250)
    (index / wheel.name).write_bytes(wheel.read_bytes())
    alone = ("--offline", "--no-index", "--no-config", "--find-links", str(index), "--python", sys.executable)
    demo = Server(tmp_path, "uvx", TABLO_PORT="0", UV_CACHE_DIR=str(tmp_path / "cache"), PATH=os.environ["PATH"])
    demo.start((str(TOOLS / "uvx"), *alone, "tablo-chess", "demo"))
    page = httpx.get(f"{demo.url}/demo")
    assert demo.stop() == 0
    assert page.status_code == 200
