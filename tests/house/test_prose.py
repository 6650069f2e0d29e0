"""Docstrings and comments in plain English: the subject first, and "they" for a person."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = sorted(
    path for package in ("domain", "projections", "web", "server", "tests") for path in (ROOT / package).rglob("*.py")
)
TEMPLATES = sorted((ROOT / "web" / "templates").rglob("*.html"))
SCRIPTS = sorted(path for kind in ("*.js", "*.css") for path in (ROOT / "web" / "static").rglob(kind))

WITHOUT_A_HEAD = re.compile(r"(Who|Whom|Whose|Whoever|What|Whatever)\b")
"""A clause that begins so is no subject: "Players who ..." says the same and has one."""
SENTENCE_END = re.compile(r"(?<=[.!?])\s(?=[A-Z])")
A_QUESTION = re.compile(r"(How|Which|Why|Where|When)\b")
"""A docstring that begins so asks: "The number of ..." and "The reason ..." answer."""
OF_A_PAGE = re.compile(r"(?:\{#|/\*|//)\s+(Who|Whom|Whose|Whoever|What|Whatever)\b.*")
COMMENT = re.compile(r"(?:^|  )#\s(.*)")
ONE_SEX = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)


def documented(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and text of every docstring, those below a constant or a field too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            for statement in node.body:
                match statement:
                    case ast.Expr(value=ast.Constant(value=str(text))):
                        yield statement.lineno, text


def comments(source: str) -> Iterator[tuple[int, str]]:
    for line, text in enumerate(source.splitlines(), 1):
        if found := COMMENT.search(text):
            yield line, found[1]


@cache
def prose() -> tuple[tuple[str, str], ...]:
    """Place and text of all docstrings and comments."""
    found = []
    for path in FILES:
        source = path.read_text()
        for line, text in (*documented(ast.parse(source)), *comments(source)):
            found.append((f"{path.relative_to(ROOT)}:{line}", text))
    return tuple(found)


def sentences(text: str) -> list[str]:
    return SENTENCE_END.split(" ".join(text.split()))


def test_no_sentence_begins_with_a_clause_without_a_head() -> None:
    assert [f"{place}: {one}" for place, text in prose() for one in sentences(text) if WITHOUT_A_HEAD.match(one)] == []


def test_no_docstring_begins_with_a_question() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in FILES
        for line, text in documented(ast.parse(path.read_text()))
        if A_QUESTION.match(text)
    ]
    assert found == []


def test_no_comment_of_a_page_does_either() -> None:
    found = [
        (path.name, match.group()) for path in (*TEMPLATES, *SCRIPTS) for match in OF_A_PAGE.finditer(path.read_text())
    ]
    assert found == []


def test_a_person_is_they() -> None:
    printed = [(f"{path.relative_to(ROOT)}", path.read_text()) for path in TEMPLATES]
    found = [(place, match.group()) for place, text in (*prose(), *printed) for match in ONE_SEX.finditer(text)]
    assert found == []
