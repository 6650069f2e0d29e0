"""deploy/bundle: the folder that PyInstaller makes on Linux is the whole program; the recipes for others."""

import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from server.version import PROGRAM_VERSION
from tests.deploy.processes import Server

ROOT = Path(__file__).parent.parent.parent
BUNDLE = ROOT / "deploy" / "bundle"


def test_every_recipe_says_whether_it_was_tried() -> None:
    for name in ("README.md", "windows.nsi", "macos"):
        assert "ot tried by us" in (BUNDLE / name).read_text() or "not been tried by us" in (BUNDLE / name).read_text()


def test_the_shell_understands_the_recipe_for_macos() -> None:
    subprocess.run(("dash", "-n", str(BUNDLE / "macos")), check=True, timeout=30)


@pytest.mark.whole
@pytest.mark.timeout(1800)
def test_the_folder_is_the_whole_program(tmp_path: Path) -> None:
    """Elsewhere, under another name than that of the source: pages, static files, and a worker that sets a paper."""
    work = ("--distpath", str(tmp_path), "--workpath", str(tmp_path / "work"), "--log-level", "ERROR")
    command = (str(Path(sys.executable).parent / "pyinstaller"), *work, str(BUNDLE / "tablo.spec"))
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=1500)
    program = shutil.move(tmp_path / "tablo", tmp_path / "a folder") / "tablo"
    demo = Server(tmp_path, "bundle", "--still", "--data", str(tmp_path / "data"))
    demo.start((str(program), "demo"))
    page = httpx.get(f"{demo.url}/t/harbour-open/standings?lang=bg", timeout=60)
    paper = httpx.get(f"{demo.url}/t/harbour-open/standings/1.pdf", timeout=60)
    assert demo.stop() == 0
    assert (page.status_code, "Класиране" in page.text) == (200, True)
    assert (paper.status_code, paper.content[:5]) == (200, b"%PDF-")
    said = subprocess.run((str(program), "--version"), capture_output=True, text=True, timeout=60, check=True).stdout
    assert said == f"tablo {PROGRAM_VERSION}\n"


@pytest.mark.whole
def test_nsis_builds_the_installer_of_windows(tmp_path: Path) -> None:
    """With any file for the program; what it installs has not been tried."""
    packed = tmp_path / "dist" / "tablo" / "_internal"
    packed.mkdir(parents=True)
    (packed.parent / "tablo.exe").touch()
    (packed / "python.dll").touch()
    (tmp_path / "deploy" / "bundle").mkdir(parents=True)
    script = shutil.copy(BUNDLE / "windows.nsi", tmp_path / "deploy" / "bundle")
    subprocess.run(
        ("makensis", f"-DVERSION={PROGRAM_VERSION}", "-WX", script), check=True, capture_output=True, timeout=60
    )
    assert (tmp_path / "dist" / f"tablo-{PROGRAM_VERSION}-setup.exe").read_bytes()[:2] == b"MZ"
