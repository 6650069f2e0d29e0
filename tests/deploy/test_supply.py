"""The tested packages are the installed ones: the lock, the licences, and what pyproject.toml asks for."""

import ast
import re
import tomllib
from importlib.metadata import requires, version
from pathlib import Path
from sys import stdlib_module_names
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from server.version import PROGRAM_VERSION

ROOT = Path(__file__).parent.parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCK = (ROOT / "requirements.lock").read_text()
NOTICE = (ROOT / "NOTICE").read_text()
STUBS = {"_typeshed"}
"""Known to a type checker alone."""
OURS = {"domain", "projections", "web", "server"}
OTHER_NAMES = {
    "stdnum": "python-stdnum",
    "nats": "nats-py",
    "markdown_it": "markdown-it-py",
    "PIL": "pillow",
    "argon2": "argon2-cffi",
    "psycopg_pool": "psycopg",
}
"""Modules that are not called like what brings them."""


def locked() -> dict[str, set[str]]:
    """The versions of each library that a machine of this kind installs."""
    found: dict[str, set[str]] = {}
    for text in re.findall(r"^([\w.-]+==[^\\]+)", LOCK, re.MULTILINE):
        asked = Requirement(text.strip())
        if asked.marker is None or asked.marker.evaluate():
            found.setdefault(canonicalize_name(asked.name), set()).add(next(iter(asked.specifier)).version)
    return found


def imported() -> set[str]:
    """The first word of everything that the program imports, from anywhere in it."""
    found: set[str] = set()
    for package in OURS:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Import):
                    found |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    found.add(node.module.partition(".")[0])
    return found


def asked() -> list[Requirement]:
    """The requirements of the program with all that its extras bring, and of its build."""
    groups = (
        PROJECT["project"]["dependencies"],
        *(
            PROJECT["project"]["optional-dependencies"][extra]
            for extra in ("accounts", "cluster", "hall", "paper", "push", "postgres")
        ),
        PROJECT["dependency-groups"]["build"],
    )
    return [Requirement(text) for group in groups for text in group]


def test_the_program_and_its_package_have_one_version() -> None:
    assert PROJECT["project"]["version"] == PROGRAM_VERSION


@pytest.mark.parametrize("requirement", asked(), ids=str)
def test_the_lock_has_what_the_program_asks_for(requirement: Requirement) -> None:
    exact = locked()[canonicalize_name(requirement.name)]
    assert [one for one in exact if not requirement.specifier.contains(one)] == []


def test_the_lock_has_what_its_libraries_ask_for() -> None:
    """As they are installed here, on this machine."""
    missing = [
        f"{name} asks for {text}"
        for name in locked()
        for text in requires(name) or ()
        for requirement in [Requirement(text)]
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if canonicalize_name(requirement.name) not in locked()
    ]
    assert missing == []


def test_every_line_of_the_lock_has_hashes() -> None:
    entries = re.split(r"\n(?=[\w])", re.sub(r"^#.*\n", "", LOCK, flags=re.MULTILINE).strip())
    assert len(entries) > 30
    assert [entry.partition(" ")[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("name", ["uvicorn", "websockets"])
def test_what_the_server_leans_on_from_inside_is_tested_in_the_version_that_is_locked(name: str) -> None:
    """Their private names are used, so a newer one is tested before it is allowed."""
    [requirement] = [one for one in asked() if one.name == name]
    assert any(limit.operator == "<" for limit in requirement.specifier)
    assert requirement.specifier.contains(version(name))


def test_every_library_of_the_lock_has_its_licence_in_the_notice() -> None:
    named = {canonicalize_name(line.split()[0]) for line in NOTICE.splitlines() if line.startswith(" ")} - {"name"}
    assert locked().keys() == named


def test_container_and_package_install_from_the_lock() -> None:
    for name in ("Containerfile", "debian/build"):
        text = (ROOT / "deploy" / name).read_text()
        lines = [line for line in text.splitlines() if "pip install" in line and "uv==" not in line]
        assert all("--require-hashes" in line or "--no-deps" in line or "--reinstall" in line for line in lines)
        assert len(lines) == 2


def test_every_import_of_the_program_is_asked_for() -> None:
    """No import counts on what another library happens to bring along."""
    named = {canonicalize_name(one.name) for one in asked()}
    libraries = {module for module in imported() if module not in stdlib_module_names | OURS | STUBS}
    assert len(libraries) > 12
    assert [one for one in libraries if canonicalize_name(OTHER_NAMES.get(one, one)) not in named] == []
