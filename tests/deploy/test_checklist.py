"""CHECKLIST.md: every yes has its proof, every no its reason, and the count is right.

That a proof notices when its claim is broken is tried by `python -m tests.deploy.broken_claims`.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from starlette.routing import Route

from server.addresses import DESK_ROUTES
from server.cli import COMMANDS
from tests.deploy.broken_claims import BROKEN, NO_BEHAVIOUR, NOT_YET_BROKEN, Broken

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "CHECKLIST.md").read_text()
ASKED_TEXT, SKIPPED_TEXT = TEXT.split("## Not asked on our path")


def rows_of(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\| \d.*$", text, re.M)]


ASKED, SKIPPED = rows_of(ASKED_TEXT), rows_of(SKIPPED_TEXT)
ROWS = [*ASKED, *SKIPPED]
PAGES = {route.path for route in DESK_ROUTES if isinstance(route, Route)}
YES = [row for row in ASKED if row[2] == "yes"]
PROOFS = sorted({proof for row in ROWS if row[2] == "yes" for proof in re.findall(r"`([^`]+)`", row[3])})
NUMBERS_OF_YES = {int(row[0]) for row in YES}


@cache
def functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def stands(proof: str) -> bool:
    """A test, a page or a command of this name is there."""
    if proof.startswith("/desk"):
        return proof in PAGES
    if proof.startswith("tablo "):
        return proof.split()[1] in COMMANDS
    return is_a_test(proof)


def is_a_test(proof: str) -> bool:
    file, _, within = proof.partition("::")
    path, name = ROOT / file, within.rpartition("::")[2]
    return path.exists() and name.startswith("test_") and name in functions(path)


@pytest.mark.parametrize("proof", PROOFS)
def test_what_is_named_as_a_proof_is_there(proof: str) -> None:
    assert stands(proof)


@pytest.mark.parametrize("proof", ["/desk/nowhere", "tablo nothing", "tests/conftest.py::test_gone", "x::y"])
def test_what_is_not_there_proves_nothing(proof: str) -> None:
    assert not stands(proof)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_yes_names_a_test_and_a_no_has_a_reason(row: list[str]) -> None:
    _, question, answer, why = row
    assert question
    assert answer in ("yes", "no")
    named = any(map(is_a_test, re.findall(r"`([^`]+)`", why)))
    assert named if answer == "yes" else len(why.split()) > 2


@pytest.mark.parametrize("rows", [ASKED, SKIPPED], ids=["asked", "skipped"])
def test_each_question_stands_once_and_in_order(rows: list[list[str]]) -> None:
    numbers = [int(row[0]) for row in rows]
    assert numbers == sorted(set(numbers))


def test_no_question_is_both_asked_and_skipped() -> None:
    assert {row[0] for row in ASKED}.isdisjoint(row[0] for row in SKIPPED)


def test_the_count_is_that_of_the_tables() -> None:
    said = re.search(r"^Asked: (\d+)\. Yes: (\d+)\. No: (\d+)\.$", TEXT, re.MULTILINE)
    assert said is not None
    assert [int(number) for number in said.groups()] == [len(ASKED), len(YES), len(ASKED) - len(YES)]


def test_each_yes_is_broken_once_or_is_said_not_to_be() -> None:
    broken = {one.row for one in BROKEN}
    assert broken.isdisjoint(NO_BEHAVIOUR.keys() | NOT_YET_BROKEN)
    assert NOT_YET_BROKEN.isdisjoint(NO_BEHAVIOUR)
    assert broken | NO_BEHAVIOUR.keys() | NOT_YET_BROKEN == NUMBERS_OF_YES


@pytest.mark.parametrize("one", BROKEN, ids=lambda one: f"{one.row}: {one.became[:30]}")
def test_a_claim_can_be_broken_and_its_row_names_the_test_that_notices(one: Broken) -> None:
    (row,) = (row for row in YES if int(row[0]) == one.row)
    assert one.text in (ROOT / one.file).read_text()
    assert one.text != one.became
    assert f"`{one.test}`" in row[3]
