"""Functions of at most 40 lines, and no file whose name says nothing."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for package in ("domain", "projections", "web", "server") for path in (ROOT / package).rglob("*.py")
)
LONGEST_FUNCTION_LINES = 40
UNNAMED = {"utils", "util", "helpers", "common", "base", "manager", "misc"}


def place(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_no_function_is_longer_than_forty_lines() -> None:
    found = [
        (place(path), node.name)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno >= LONGEST_FUNCTION_LINES
    ]
    assert found == []


def test_every_file_and_room_has_been_named() -> None:
    """The import contracts know the rooms; inside of them nothing else would notice a `utils.py`."""
    assert [place(path) for path in FILES if UNNAMED & {path.stem, *path.relative_to(ROOT).parts}] == []
