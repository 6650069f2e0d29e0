"""The installed program: Debian's package or a wheel in its venv, kept before another one takes its place."""

import re
import shutil
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from subprocess import run
from typing import Protocol

from domain.records import dataclass
from server.cli.setup.services import run_program
from server.cli.terminal import BadInput, bad_input

DEBIAN = "tablo"
PYTHON = "tablo-chess"
EXTRAS = {"accounts": "webauthn", "hall": "zeroconf", "paper": "typst", "push": "py_vapid", "postgres": "psycopg"}
"""A module of each extra: the new program gets what this one has."""
COMPILE_AHEAD = """
import contextlib, runpy
with contextlib.suppress(ImportError):
    import tablo_chess
runpy.run_module("web.compile_ahead", run_name="__main__")
"""
"""A service may not write what is compiled beside the program."""


class InstalledProgram(Protocol):
    def version(self) -> str: ...

    def keep(self, folder: Path) -> Path:
        """What brings this program back by `put_back`, in a folder that is root's alone."""

    def install(self, file: Path) -> None:
        """Raises BadInput."""

    def put_back(self, kept: Path) -> None:
        """Raises BadInput."""


@dataclass(frozen=True, slots=True)
class DebianPackage:
    """Installed by dpkg. A package that is installed can be packed again, wherever its file has gone."""

    def version(self) -> str:
        return run_program("dpkg-query", "--show", "--showformat=${Version}", DEBIAN)

    def keep(self, folder: Path) -> Path:
        tree = folder / "tree"
        (tree / "DEBIAN").mkdir(parents=True)
        (tree / "DEBIAN/control").write_text(self._control(), encoding="utf-8")
        for name in run_program("dpkg-query", "--control-list", DEBIAN).split():
            if name not in ("md5sums", "list"):
                path = run_program("dpkg-query", "--control-path", DEBIAN, name).strip()
                shutil.copy2(path, tree / "DEBIAN" / name)
        paths = [Path(line) for line in run_program("dpkg-query", "--listfiles", DEBIAN).splitlines() if line != "/."]
        folders = {parent for one in paths for parent in one.parents}
        for one in paths:
            _copy(one, tree / one.relative_to("/"), is_folder=one in folders)
        made = folder / f"{DEBIAN}_{self.version().replace(':', '%3a')}.deb"
        run_program("dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(made))
        shutil.rmtree(tree)
        return made

    def install(self, file: Path) -> None:
        options = ("--yes", "--quiet", "--allow-downgrades", "--reinstall", "--no-install-recommends")
        run_program("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", *options, str(file.resolve()))

    def put_back(self, kept: Path) -> None:
        """By dpkg itself: what this package needs was there when it was installed."""
        run_program("dpkg", "--force-downgrade", "--install", str(kept))

    def _control(self) -> str:
        """As it was built: without what dpkg has added of the machine."""
        text = run_program("dpkg-query", "--status", DEBIAN)
        return re.sub(r"(?m)^(Status|Config-Version|Conffiles):.*\n( .*\n)*", "", text)


def _copy(path: Path, to: Path, *, is_folder: bool) -> None:
    """A link to a folder below which the package has files is a folder to it."""
    if path.is_symlink() and not is_folder:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.symlink_to(path.readlink())
    elif path.is_dir():
        to.mkdir(parents=True, exist_ok=True)
        shutil.copystat(path, to)
    elif path.exists():
        shutil.copy2(path, to)


@dataclass(frozen=True, slots=True)
class Venv:
    """Installed by pip into a venv that is Tablo's alone."""

    folder: Path

    def version(self) -> str:
        return version(PYTHON)

    def keep(self, folder: Path) -> Path:
        return Path(shutil.copytree(self.folder, folder / "venv", symlinks=True))

    def install(self, file: Path) -> None:
        extras = ",".join(extra for extra, module in EXTRAS.items() if find_spec(module))
        wanted = f"{PYTHON}[{extras}] @ {file.resolve().as_uri()}"
        python = str(self.folder / "bin/python")
        pip = (python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")  # a hall has no network
        run_program(*pip, "--upgrade", "--force-reinstall", "--no-deps", wanted)
        run_program(*pip, wanted)
        run_program(python, "-P", "-c", COMPILE_AHEAD)

    def put_back(self, kept: Path) -> None:
        shutil.rmtree(self.folder)
        shutil.copytree(kept, self.folder, symlinks=True)


def installed_program() -> InstalledProgram:
    """The one that runs here. Raises BadInput for a working copy."""
    command = Path(sys.prefix) / "bin/tablo"
    asking = ("dpkg-query", "--search", str(command))
    if shutil.which("dpkg-query") and run(asking, capture_output=True, check=False).returncode == 0:
        return DebianPackage()
    if sys.prefix == sys.base_prefix or not command.exists() or (Path(__file__).parents[3] / "pyproject.toml").exists():
        raise bad_input("This Tablo was neither installed as a package of Debian nor as a wheel in a venv of its own")
    return Venv(Path(sys.prefix))


def check_program_file(file: Path, program: InstalledProgram) -> str:
    """The version in the file; raises BadInput if it cannot take the program's place."""
    if not file.is_file():
        raise bad_input("There is no file {path}", path=file)
    if isinstance(program, DebianPackage) != (file.suffix == ".deb"):
        kind = ".deb" if isinstance(program, DebianPackage) else ".whl"
        raise bad_input("This Tablo was installed from a {kind}: give a {kind} of the newer one", kind=kind)
    if file.suffix == ".deb":
        name, found = _deb_says(file, "Package"), _deb_says(file, "Version")
    else:
        name, _, rest = file.name.partition("-")
        found = rest.partition("-")[0]
    if name not in (DEBIAN, PYTHON.replace("-", "_")):
        raise bad_input("{path} is no Tablo", path=file)
    return found


def _deb_says(file: Path, field: str) -> str:
    try:
        return run_program("dpkg-deb", "--field", str(file), field).strip()
    except BadInput:
        raise bad_input("{path} is no Tablo", path=file) from None
