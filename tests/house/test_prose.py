"""A person is "they" in every docstring, comment and page."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for package in ("domain", "projections", "web", "server", "tests") for path in (ROOT / package).rglob("*.py")
)
TEMPLATES = sorted((ROOT / "web" / "templates").rglob("*.html"))
COMMENT = re.compile(r"(?:^|  )#\s(.*)")
ONE_SEX = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)


def prose(path: Path) -> Iterator[str]:
    """Docstrings, those below a constant or a field too, and comments."""
    source = path.read_text()
    if not ONE_SEX.search(source):
        return  # most files: reading them as Python takes a hundred times as long
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body:
                match statement:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield text
    yield from (found[1] for line in source.splitlines() if (found := COMMENT.search(line)))


def test_a_person_is_they() -> None:
    printed = [(path, path.read_text()) for path in TEMPLATES]
    written = [(path, text) for path in FILES for text in prose(path)]
    found = [
        (str(path.relative_to(ROOT)), m.group()) for path, text in (*written, *printed) for m in ONE_SEX.finditer(text)
    ]
    assert found == []
