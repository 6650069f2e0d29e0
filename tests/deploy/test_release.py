"""`sh deploy/release` in a clone: the same bytes twice, refusals, and a release that anybody can verify."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from server.version import PROGRAM_VERSION
from tests.deploy.processes import PLAIN

ROOT = Path(__file__).parent.parent.parent
NEXT = "9.1.0"
WHO = {f"GIT_{role}_{what}": "anna@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


class Clone:
    def __init__(self, folder: Path) -> None:
        self.source = folder / "tablo"
        self.key = folder / "key"
        subprocess.run(("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.key)), check=True, timeout=30)
        files = subprocess.run(
            ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
            cwd=ROOT, capture_output=True, text=True, check=True, timeout=30,
        ).stdout.split("\0")  # fmt: skip
        for name in filter(None, files):
            if (ROOT / name).exists() and not name.startswith("tests/cases/"):
                (self.source / name).parent.mkdir(parents=True, exist_ok=True)
                (self.source / name).write_bytes((ROOT / name).read_bytes())
        self.git("init", "--quiet", "--initial-branch=main")
        self.commit()

    def git(self, *words: str) -> str:
        how: dict[str, Any] = {"cwd": self.source, "env": self.environment, "timeout": 60}
        return subprocess.run(("git", *words), capture_output=True, text=True, check=True, **how).stdout.strip()

    def commit(self) -> None:
        self.git("add", "--all", "--force", ".")
        self.git("commit", "--quiet", "--message", "As it is")

    @property
    def environment(self) -> dict[str, str]:
        return {**PLAIN, **WHO, "PYTHON": sys.executable, "HOME": str(self.source.parent)}

    def release(self, *words: str) -> "subprocess.CompletedProcess[str]":
        command = ("sh", "deploy/release", *words)
        return subprocess.run(
            command, cwd=self.source, capture_output=True, text=True, check=False, timeout=280, env=self.environment
        )

    @property
    def changelog(self) -> Path:
        return self.source / "CHANGELOG.md"


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Clone:
    """For tests that leave its files as they are."""
    made = Clone(tmp_path_factory.mktemp("clone"))
    made.git("tag", "v8.0.0")
    return made


@pytest.fixture
def own(tmp_path: Path) -> Clone:
    """For a test that changes its files."""
    return Clone(tmp_path)


def test_two_builds_in_two_places_are_the_same_bytes(clone: Clone, tmp_path: Path) -> None:
    """Also of another umask, and when the clock has gone on; `build` itself compares two."""
    for name, umask in (("one", 0o022), ("two", 0o077)):
        before = os.umask(umask)
        done = clone.release("build", str(tmp_path / name))
        os.umask(before)
        assert (done.returncode, done.stderr) == (0, "")
    built = [{path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("one", "two")]
    assert sorted(built[0]) == [
        f"tablo_chess-{PROGRAM_VERSION}-py3-none-any.whl",
        f"tablo_chess-{PROGRAM_VERSION}.tar.gz",
    ]
    assert built[0] == built[1]


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ("9.1", "'9.1' is no version such as 0.3.0"),
        (PROGRAM_VERSION, f"version {PROGRAM_VERSION} exists already in CHANGELOG.md"),
        ("0.0.9", f"version 0.0.9 does not come after {PROGRAM_VERSION}"),
        ("8.0.0", "version 8.0.0 exists already"),
    ],
)
def test_a_version_comes_after_all_others(clone: Clone, version: str, sentence: str) -> None:
    done = clone.release(version, str(clone.key))
    assert (done.returncode, done.stderr) == (2, f"release: {sentence}\n")


def test_what_is_not_committed_or_not_told_is_not_released(own: Clone) -> None:
    (own.source / "new.txt").write_text("new")
    assert own.release(NEXT, str(own.key)).stderr == "release: something is not committed: git status\n"
    (own.source / "new.txt").unlink()
    assert own.release(NEXT, "no-key").stderr.startswith("release: there is no key no-key")
    head, _, rest = own.changelog.read_text().partition("## Unreleased")
    own.changelog.write_text(f"{head}## Unreleased\n\n{rest[rest.index('## ') :]}")
    own.commit()
    assert own.release(NEXT, str(own.key)).stderr == "release: nothing stands below Unreleased in CHANGELOG.md\n"
    assert own.git("tag") == ""


def test_a_signature_holds_for_the_files_and_no_others(clone: Clone, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    (folder / "tablo.deb").write_text("a package")
    assert clone.release("sign", str(folder), str(clone.key)).returncode == 0
    assert verified(folder, clone.key)
    (folder / "tablo.deb").write_text("another package")
    assert not verified(folder, clone.key)


def verified(folder: Path, key: Path) -> bool:
    """As deploy/README.md tells whoever fetches a release."""
    signers = folder.parent / "signers"
    signers.write_text(f"releases@tablo {key.with_suffix('.pub').read_text()}")
    command = (
        f"ssh-keygen -Y verify -f {signers} -I releases@tablo -n tablo-release -s SHA256SUMS.sig <SHA256SUMS "
        "&& sha256sum --check SHA256SUMS"
    )
    return subprocess.run(command, shell=True, cwd=folder, capture_output=True, timeout=30, check=False).returncode == 0


@pytest.mark.whole
def test_one_command_makes_a_whole_release(own: Clone, tmp_path: Path) -> None:
    """With the bill of materials, for which everything in the lock is installed from the network."""
    done = own.release(NEXT, str(own.key), str(tmp_path / "made"))
    assert done.returncode == 0, done.stderr
    assert verified(tmp_path / "made", own.key)
    names = {path.name for path in (tmp_path / "made").iterdir()}
    assert names == {
        *(f"tablo_chess-{NEXT}-py3-none-any.whl", f"tablo_chess-{NEXT}.tar.gz", f"tablo-{NEXT}.cdx.json"),
        *("SHA256SUMS", "SHA256SUMS.sig"),
    }
    materials = json.loads((tmp_path / "made" / f"tablo-{NEXT}.cdx.json").read_text())
    assert len(materials["components"]) > 30
    assert (own.git("status", "--porcelain"), own.git("tag")) == ("", f"v{NEXT}")
    assert own.git("show", f"v{NEXT}:server/version.py").count(f'"{NEXT}"') == 1
    assert own.changelog.read_text().index("## Unreleased\n\n## 9.1.0 (") < own.changelog.read_text().index("\n- ")
