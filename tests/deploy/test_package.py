"""The package is the whole program: a wheel is built, looked into, put into a fresh venv and started."""

import subprocess
import sys
import sysconfig
import venv
import zipfile
from functools import partial
from pathlib import Path

import pytest

from server.version import PROGRAM_VERSION
from tests.deploy.processes import PLAIN, Server

ROOT = Path(__file__).parent.parent.parent
SOURCES = ("domain", "projections", "web", "server")
LEFT_OUT = {"__pycache__", ".mypy_cache", ".ruff_cache", "pictures", "README.md", "READINGS.md"}
"""The pictures are those of the README; the other texts are for whoever reads the source."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy: setuptools leaves its work beside what it builds."""
    folder = tmp_path_factory.mktemp("wheel")
    copy = folder / "tablo"
    copy.mkdir()
    subprocess.run(
        ("cp", "-r", *SOURCES, "deploy", "pyproject.toml", "README.md", "LICENSE", "NOTICE", str(copy)),
        cwd=ROOT,
        check=True,
        timeout=30,
    )
    command = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--disable-pip-version-check")
    subprocess.run((*command, "--wheel-dir", str(folder), str(copy)), check=True, timeout=60)
    [built] = folder.glob("tablo_chess-*.whl")
    return built


def files_of_the_program() -> set[str]:
    found = (path for source in SOURCES for path in (ROOT / source).rglob("*"))
    return {
        str(path.relative_to(ROOT))
        for path in found
        if path.is_file() and not LEFT_OUT & set(path.parts) and path.suffix != ".pyc"
    }


def test_nothing_of_the_program_stays_behind(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        packed = {name for name in opened.namelist() if not name.startswith("tablo_chess-")}
    assert files_of_the_program() - packed == set()


def test_nothing_else_is_packed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        tops = {name.partition("/")[0] for name in opened.namelist()}
    assert {top for top in tops if not top.startswith("tablo_chess-")} == set(SOURCES)


def test_the_licence_travels_with_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        packed = opened.namelist()
    assert all(any(name.endswith(f"licenses/{file}") for name in packed) for file in ("LICENSE", "NOTICE"))


def pip(folder: Path, *arguments: str) -> None:
    command = (sys.executable, "-m", "pip", "--python", str(folder), *arguments, "--quiet")
    subprocess.run(command, check=True, timeout=60)


def installed_in(folder: Path, wheel: Path) -> Path:
    """`tablo` of a fresh venv that sees the libraries of this one, but not this working copy."""
    venv.create(folder, with_pip=False)
    [packages] = folder.glob("lib/python*/site-packages")
    pip(folder, "install", "--no-deps", "--no-index", str(wheel))
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "bin" / "tablo"


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return installed_in(tmp_path_factory.mktemp("installed") / "venv", wheel)


def test_once_removed_no_package_of_it_is_left(wheel: Path, tmp_path: Path) -> None:
    """Though it has kept compiled templates and catalogues meanwhile: they would hide an editable install."""
    python = installed_in(tmp_path / "venv", wheel).with_name("python")
    environment = {name: value for name, value in PLAIN.items() if name != "PYTHONDONTWRITEBYTECODE"}
    compiling = "from web.wording import folder_of_compiled, language; language('bg'); print(folder_of_compiled())"
    run = partial(subprocess.run, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60, check=True)
    kept = Path(run((str(python), "-c", compiling)).stdout.strip())
    assert (kept / "bg.mo").is_file()
    pip(tmp_path / "venv", "uninstall", "--yes", "tablo-chess")
    left = f"from importlib.util import find_spec; print([one for one in {sorted(SOURCES)} if find_spec(one)])"
    assert run((str(python), "-c", left)).stdout == "[]\n"


def test_the_installed_program_knows_its_version(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        (str(installed), "--version"), capture_output=True, text=True, cwd=tmp_path, env=PLAIN, timeout=30, check=False
    )
    assert (done.returncode, done.stdout) == (0, f"tablo {PROGRAM_VERSION}\n")


def test_the_installed_program_serves_the_demo(installed: Path, tmp_path: Path) -> None:
    """With its templates, its static files and the tournament it shows."""
    demo = Server(tmp_path, "demo", "--data", str(tmp_path / "data"), TABLO_PORT="0")
    demo.start((str(installed), "demo"))
    assert demo.stop() == 0
