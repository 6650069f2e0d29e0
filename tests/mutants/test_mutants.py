"""The command, tried on a package of six lines of which the tests hold one."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.__main__ import CHECKOUT
from tests.mutants.changes import all_changes, chosen
from tests.mutants.recording import Recording

PURSE = """from dataclasses import dataclass

@dataclass(frozen=True)
class Purse:
    coins: int | None

    def holds(self, other):
        return self.coins + other

    def is_light(self):
        return self.coins < 5
"""
TESTS = """from purses.purse import Purse

def test_a_purse_holds_what_is_put_in():
    assert Purse(3).holds(4) == 7

def test_an_empty_purse_is_light():
    assert Purse(0).is_light()
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for path, text in (("purses/purse.py", PURSE), ("tests/test_purse.py", TESTS), ("pyproject.toml", "[tool.pytest]")):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def test_a_change_that_a_test_sees_is_noticed_and_one_that_none_sees_is_printed(tree: Path) -> None:
    command = [sys.executable, "-m", "tests.mutants", "--tree", str(tree), "--packages", "purses", "--tests", "tests"]

    said = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout

    assert "self.coins - other" not in said
    assert "purses/purse.py:11\n  was    return self.coins < 5\n  became return self.coins <= 5\n" in said
    assert "purses/purse.py:11\n  was    return self.coins < 5\n  became return self.coins < 6\n" in said
    assert said.endswith("3 changes, 1 noticed\n")
    assert (tree / "purses/purse.py").read_text() == PURSE


def test_types_and_decorators_are_left_alone(tree: Path) -> None:
    changes = all_changes(tree, ["purses"])

    assert [(change.was, change.became) for change in changes] == [("+", "-"), ("<", "<="), ("5", "6")]


def test_the_same_seed_chooses_the_same_changes(tree: Path) -> None:
    changes = all_changes(tree, ["purses"])

    assert chosen(changes, 2, seed=4) == chosen(changes, 2, seed=4)
    assert len(chosen(changes, 2, seed=4)) == 2


def test_a_change_that_does_not_compile_is_not_chosen(tree: Path) -> None:
    (tree / "purses/purse.py").write_text("for coin in range(1):\n    print(coin)\n")

    changes = chosen(all_changes(tree, ["purses"]), 10, seed=1)

    assert [change.new_line for change in changes] == ["for coin in range(2):"]


def test_one_line_can_be_tried_alone(tree: Path) -> None:
    command = [sys.executable, "-m", "tests.mutants", "--tree", str(tree), "--packages", "purses", "--tests", "tests"]

    alone = subprocess.run(
        [*command, "--only", "purses/purse.py:8"], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )

    assert alone.stdout.endswith("1 changes, 1 noticed\n")


def test_for_a_line_run_at_import_tests_of_the_module_and_wide_ones_come_before_strangers(tree: Path) -> None:
    (tree / "purses/purse.py").write_text("COINS = 5\n\n\ndef coins():\n    return COINS\n")
    [change] = all_changes(tree, ["purses"])
    seconds = {"a stranger": 0.1, "wide": 18.0, "narrow": 19.5, "quick": 1.0, "limits[purses.purse]": 8.0, "slow": 60.0}
    lines = {"5": ["wide", "narrow", "quick", "slow"], "4": ["wide"]}
    recording = Recording(seconds, {"purses/purse.py": lines}, {"purses/purse.py": [1, 4]})

    assert recording.is_run_at_import(change)
    assert recording.tests_of(change) == ["limits[purses.purse]", "quick", "wide", "a stranger"]
