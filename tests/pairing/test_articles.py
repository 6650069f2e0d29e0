"""A reader with the document in hand finds each article in the code by its number."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import domain.pairing.dutch_1998

SOURCES = sorted(Path(domain.pairing.dutch_1998.__path__[0]).glob("*.py"))
ARTICLES = [
    *(f"A.{n}" for n in (2, 3, 4, 5, 6, 7, 8)),
    *(f"B.{n}" for n in range(1, 7)),
    *(f"C.{n}" for n in range(1, 15)),
    *(f"D.{n}" for n in (1, 2)),
    *(f"E.{n}" for n in range(1, 6)),
    *(f"F.{n}" for n in (1, 2, 3, 5, 6)),
]


@cache
def cited() -> set[str]:
    """Articles named in docstrings, ranges such as `C.4-C.11` included."""
    found: set[str] = set()
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= set(re.findall(r"\b[A-F]\.\d+", node.value))
                for first, letter, last in re.findall(r"\b[A-F]\.(\d+)(?: to |-)([A-F])\.(\d+)", node.value):
                    found |= {f"{letter}.{n}" for n in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize("article", ARTICLES)
def test_the_article_is_named_where_it_is_done(article: str) -> None:
    assert article in cited()
