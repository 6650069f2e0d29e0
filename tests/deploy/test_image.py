"""deploy/Containerfile, built on a Debian of debootstrap instead of a registry's image, and started.

Buildah runs in the isolation `chroot`, which needs root and no more: the image's own user, environment and words, but
neither cgroups nor a network of its own.
"""

import asyncio
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.deploy.processes import (
    AS_PROGRAM,
    PASSWORD,
    PLAIN,
    free_port,
    log_in,
    until_ready,
    with_published_round,
)

ROOT = Path(__file__).parent.parent.parent
IMAGE = "localhost/tablo"
BASE = "localhost/python-of-debian"
PIP = "[global]\nno-index = true\nfind-links = /wheels\n"
COPIED = ("deploy", "domain", "projections", "web", "server", "requirements.lock", "pyproject.toml", "README.md")
pytestmark = [pytest.mark.whole, pytest.mark.timeout(1800)]


class Store:
    """Images and containers of this test alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: str) -> str:
        done = subprocess.run((*self.buildah, *words), capture_output=True, text=True, check=False, timeout=1500)
        if done.returncode:
            raise AssertionError(f"{words}: {done.stdout[-1000:]}{done.stderr[-1000:]}")
        return done.stdout.strip()

    @property
    def buildah(self) -> tuple[str, ...]:
        return ("buildah", "--root", str(self.folder), "--runroot", f"{self.folder}/run", "--storage-driver", "vfs")

    def about(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self("inspect", "--type", "image", IMAGE))["Docker"]["config"]
        return said


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    if os.getuid() or not (shutil.which("buildah") and shutil.which("debootstrap")):
        pytest.fail("An image is built as root, by Debian's packages `buildah` and `debootstrap`.")
    folder = tmp_path_factory.mktemp("image")
    store = Store(folder / "store")
    base_image(store, folder / "debian")
    (folder / "pip.conf").write_text(PIP)
    fetch_libraries(folder)
    build(store, folder)
    yield store
    shutil.rmtree(folder)


def base_image(store: Store, debian: Path) -> None:
    """In the place of `python:3.12-slim`: this machine's Debian with its Python."""
    packages = "--include=python3,python3-venv,python3-pip,ca-certificates"
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    command = ("debootstrap", "--variant=minbase", packages, release, str(debian))
    subprocess.run(command, check=True, capture_output=True, timeout=1500)
    (debian / "usr/bin/python").symlink_to("python3")
    made = store("from", "scratch")
    store("add", made, str(debian), "/")
    store("commit", "--rm", made, BASE)


def fetch_libraries(folder: Path) -> None:
    """By the settings of this machine's pip, which the build knows nothing of; for the Python of its Debian."""
    subprocess.run(("/usr/bin/python3", "-m", "venv", "--without-pip", str(folder / "venv")), check=True, timeout=60)
    command = (sys.executable, "-m", "pip", "--python", str(folder / "venv"), "download", "--quiet", "--require-hashes")
    lock = ("--requirement", str(ROOT / "requirements.lock"), "--dest", str(folder / "wheels"))
    subprocess.run((*command, *lock), check=True, timeout=900)


def build(store: Store, folder: Path) -> None:
    source = folder / "source"
    source.mkdir()
    for name in (*COPIED, "LICENSE", "NOTICE"):
        subprocess.run(("cp", "-r", str(ROOT / name), str(source)), check=True, timeout=60)
    mounts = (f"{folder}/wheels:/wheels:ro", f"{folder}/pip.conf:/etc/pip.conf:ro")
    store(
        *("build", "--isolation", "chroot", "--format", "docker", "--build-arg", f"PYTHON_IMAGE={BASE}"),
        *(word for mount in mounts for word in ("--volume", mount)),
        *("--file", str(source / "deploy/Containerfile"), "--tag", IMAGE, str(source)),
    )


@contextmanager
def started(store: Store, data: Path, log: Path) -> Iterator[str]:
    """Its address; at the end it is told to stop, as an engine does, and must end well."""
    about, port = store.about(), free_port()
    container = store("from", "--pull-never", IMAGE)
    [volume] = about["Volumes"]
    settings = ("--env", f"TABLO_PORT={port}", "--env", f"TABLO_PASSWORD={PASSWORD}", "--env", "TABLO_MDNS=0")
    words = ("run", "--isolation", "chroot", *settings, "--volume", f"{data}:{volume}", container, "--")
    with log.open("ab") as file:
        running = subprocess.Popen(
            (*store.buildah, *words, *about["Entrypoint"], *about["Cmd"]), stdout=file, stderr=file, env=PLAIN
        )
    try:
        until_ready(f"http://127.0.0.1:{port}/readyz", 200)
        yield f"http://127.0.0.1:{port}"
        server = process_of(port)
        assert os.stat(f"/proc/{server}").st_uid == 10001
        os.kill(server, getattr(signal, about["StopSignal"]))
        assert running.wait(timeout=60) == 0
    finally:
        running.kill()
        running.wait(timeout=60)
        store("rm", container)


def process_of(port: int) -> int:
    """The server inside, told by its environment: the first of its name, before its workers."""
    told = f"TABLO_PORT={port}".encode()
    return min(
        int(path.name)
        for path in Path("/proc").glob("[0-9]*")
        if b"/bin/tablo\0serve" in said_of(path, "cmdline") and told in said_of(path, "environ").split(b"\0")
    )


def said_of(process: Path, what: str) -> bytes:
    """Empty for one that has ended meanwhile, or is not ours to look at."""
    try:
        return (process / what).read_bytes()
    except OSError:
        return b""


async def enter(url: str) -> None:
    """White wins at the first board."""
    async with httpx.AsyncClient() as anna:
        token = await log_in(anna, url)
        sent = {"form_token": token, "command_id": "one-result-of-anna", "board": "1", "result": "1-0", "seen": ""}
        answer = await anna.post(f"{url}/desk/t/open/rounds/1/results", data=sent, headers=AS_PROGRAM)
    assert answer.status_code == 200


def test_a_result_survives_the_restart_of_the_image_that_the_containerfile_builds(store: Store, tmp_path: Path) -> None:
    about = store.about()
    assert (about["User"], about["Entrypoint"], about["Cmd"]) == ("tablo", ["tablo"], ["serve"])
    assert "readyz" in about["Healthcheck"]["Test"][-1]
    data = with_published_round(tmp_path / "data", 4)
    subprocess.run(("chown", "-R", "10001:10001", str(data)), check=True, timeout=30)
    with started(store, data, tmp_path / "log") as url:
        asyncio.run(enter(url))
    with started(store, data, tmp_path / "log") as url:
        shown = httpx.get(f"{url}/t/open/pairings.json").text
    assert '"1-0"' in shown
