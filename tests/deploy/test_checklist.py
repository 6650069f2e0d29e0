"""CHECKLIST.md: every yes has its proof, every no its reason, and the count is right."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from starlette.routing import Route

from server.addresses import DESK_ROUTES
from server.cli import MODULES

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "CHECKLIST.md").read_text()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\| \d.*$", TEXT, re.MULTILINE)]
PAGES = {route.path for route in DESK_ROUTES if isinstance(route, Route)}
YES = [row for row in ROWS if row[2] == "yes"]
PROOFS = sorted({proof for row in YES for proof in re.findall(r"`([^`]+)`", row[3])})


@cache
def functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def stands(proof: str) -> bool:
    """A test, a page or a command of this name is there."""
    if proof.startswith("/desk"):
        return proof in PAGES
    if proof.startswith("tablo "):
        return proof.split()[1] in MODULES
    file, _, name = proof.partition("::")
    path = ROOT / file
    return path.exists() and name.startswith("test_") and name in functions(path)


@pytest.mark.parametrize("proof", PROOFS)
def test_what_is_named_as_a_proof_is_there(proof: str) -> None:
    assert stands(proof)


@pytest.mark.parametrize("proof", ["/desk/nowhere", "tablo nothing", "tests/conftest.py::test_gone", "x::y"])
def test_what_is_not_there_proves_nothing(proof: str) -> None:
    assert not stands(proof)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_yes_has_a_proof_and_a_no_has_a_reason(row: list[str]) -> None:
    _, question, answer, why = row
    assert question
    assert answer in ("yes", "no")
    assert bool(re.search(r"`[^`]+`", why)) if answer == "yes" else len(why.split()) > 2


def test_each_question_stands_once_and_in_order() -> None:
    numbers = [int(row[0]) for row in ROWS]
    assert numbers == sorted(set(numbers))


def test_the_count_is_that_of_the_tables() -> None:
    said = re.search(r"^Asked: (\d+)\. Yes: (\d+)\. No: (\d+)\.$", TEXT, re.MULTILINE)
    assert said is not None
    assert [int(number) for number in said.groups()] == [len(ROWS), len(YES), len(ROWS) - len(YES)]
