"""A bare Debian in a folder: what `debootstrap` makes of a mirror, entered by `chroot`. For root alone."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent
CODENAMES = {12: "bookworm", 13: "trixie"}
ENVIRONMENT = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}


class Debian:
    def __init__(self, root: Path, release: int) -> None:
        self.root, self.release = root, release

    def run(self, *words: str, at: str = "/root", **environment: str) -> str:
        """What it says. Raises AssertionError with the complaint."""
        done = subprocess.run(
            self.command("env", "-C", at, *words), env={**ENVIRONMENT, **environment}, capture_output=True, text=True,
            check=False, timeout=900, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        if done.returncode:
            raise AssertionError(f"{' '.join(words)}: {done.returncode}\n{done.stdout[-1000:]}\n{done.stderr[-2000:]}")
        return done.stdout

    def command(self, *words: str) -> tuple[str, ...]:
        return ("chroot", str(self.root), *words)

    def install(self, package: Path) -> str:
        (self.root / "root" / package.name).write_bytes(package.read_bytes())
        return self.run("apt-get", "install", "--yes", "--no-install-recommends", f"./{package.name}")


@contextmanager
def bare_debian(folder: Path, release: int) -> Iterator[Debian]:
    root = folder / f"debian-{release}"
    codename = CODENAMES[release]
    made = ("debootstrap", "--variant=minbase", codename, str(root))
    subprocess.run(made, check=True, capture_output=True, timeout=900)
    subprocess.run(("mount", "-t", "proc", "proc", str(root / "proc")), check=True)
    try:
        debian = Debian(root, release)
        debian.run("apt-get", "update")
        yield debian
    finally:
        subprocess.run(("umount", str(root / "proc")), check=True)


@cache
def package_for(release: int) -> Path:
    """The package for this release, made by the command of `deploy/README.md`."""
    made = subprocess.run(
        ("sh", "deploy/debian/build", str(release)), cwd=ROOT, capture_output=True, text=True, check=True, timeout=900
    )
    return ROOT / made.stdout.strip()


def install_by_hand(debian: Debian, commit: str, wheels: Path) -> None:
    """Tablo as that commit's `deploy/README.md` installs it, command by command; its libraries come from a folder."""
    source = debian.root / "root" / "tablo"
    source.mkdir()
    packed = subprocess.run(("git", "archive", commit), cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(("tar", "-x", "-C", str(source)), input=packed, check=True)
    debian.run("apt-get", "install", "--yes", "--no-install-recommends", "sudo", "systemd")
    python = {12: "3.11", 13: "3.13"}[debian.release]
    fetch_libraries(source / "requirements.lock", wheels, python)
    subprocess.run(("cp", "-r", str(wheels), str(debian.root / "wheels")), check=True)
    (debian.root / "etc" / "pip.conf").write_text("[global]\nno-index = true\nfind-links = /wheels\n")
    guide = (source / "deploy" / "README.md").read_text()
    [first, *_] = re.findall(r"^```sh\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)
    for line in first.splitlines():
        if line != "sudo systemctl daemon-reload":  # no systemd runs there that could read its units again
            debian.run("sh", "-c", line, at="/root/tablo")


def fetch_libraries(lock: Path, folder: Path, python: str, machine: str = "x86_64") -> None:
    """All that is locked, for that Python on Linux of that machine, as files; sources where there is no wheel."""
    folder.mkdir(exist_ok=True)
    chosen = folder.with_name(f"{folder.name}.lock")
    chosen.write_text("\n".join(locked_for(lock.read_text(), python)))
    glibcs = [
        word for glibc in ("2_28", "2_27", "2_26", "2_17") for word in ("--platform", f"manylinux_{glibc}_{machine}")
    ]
    command = ("-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes", "--requirement", str(chosen))
    where = ("--dest", str(folder), "--python-version", python, "--platform", f"manylinux2014_{machine}", *glibcs)
    subprocess.run((sys.executable, *command, *where), check=True, capture_output=True, timeout=900)


def locked_for(lock: str, python: str) -> Iterator[str]:
    """The entries for that Python, without their markers: `pip` would ask them about the Python that runs it."""
    of_python = {"python_version": python, "python_full_version": f"{python}.0"}
    for entry in re.split(r"\n(?=\w)", re.sub(r"^#.*\n", "", lock, flags=re.MULTILINE)):
        asked, _, hashes = entry.partition(" \\\n")
        requirement = Requirement(asked)
        if requirement.marker is None or requirement.marker.evaluate(of_python):
            yield f"{requirement.name}{requirement.specifier} \\\n{hashes}"
