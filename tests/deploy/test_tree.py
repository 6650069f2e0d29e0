"""CONTRIBUTING's tree names rooms that are there, and every room of the four packages is in it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("domain", "projections", "web", "server")
TREE = (ROOT / "CONTRIBUTING.md").read_text().split("## The tree")[1].split("## Where a line lives")[0]


def described(package: str) -> set[str]:
    """The folders that the tree names below a package, deeper ones by their last name."""
    lines = re.split(r"\n(?=    \w+/)", TREE)
    [of_package] = [line for line in lines if line.strip().startswith(f"{package}/")]
    return set(re.findall(r"(\w+)/", of_package)) - {package}


def rooms(package: str) -> set[str]:
    return {path.parent.name for path in (ROOT / package).glob("*/*.py")}


@pytest.mark.parametrize("package", PACKAGES)
def test_the_tree_names_every_room(package: str) -> None:
    assert rooms(package) <= described(package)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_tree_names_no_room_that_is_not_there(package: str) -> None:
    folders = {path.name for path in (ROOT / package).rglob("*") if path.is_dir()}
    assert described(package) <= folders
