"""The one-token changes that can be made to a file: found with `tokenize`, checked with `ast`."""

import ast
import random
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import islice
from pathlib import Path

_TURNED = [
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "//",
    "<<",
    ">>",
    "+=",
    "-=",
    "|=",
    "&=",
    "&",
    "|",
    "and",
    "or",
    "True",
    "False",
    "break",
    "continue",
    "min",
    "max",
    "any",
    "all",
]
_ONE_WAY = {"%": "//", "not": "", "in": "not in", "is": "is not"}
OTHER_WORD = dict(zip(_TURNED[::2], _TURNED[1::2], strict=True)) | dict(zip(_TURNED[1::2], _TURNED[::2], strict=True))
"""The replacement of a word or sign; a whole number becomes the next one."""


@dataclass(frozen=True, slots=True)
class Change:
    """One token of a file with another in its place; `line` counts from 1."""

    file: str
    line: int
    column: int
    was: str
    became: str
    source: str

    @property
    def old_line(self) -> str:
        return self.source.splitlines()[self.line - 1].strip()

    @property
    def new_line(self) -> str:
        return self._changed(self.source.splitlines()[self.line - 1]).strip()

    @property
    def statement(self) -> int:
        """The first line of the innermost statement around the token: where `coverage` may count it."""
        nodes = (node for node in ast.walk(ast.parse(self.source)) if isinstance(node, ast.stmt))
        return max(n.lineno for n in nodes if n.lineno <= self.line <= (n.end_lineno or n.lineno))

    def changed_source(self) -> str:
        lines = self.source.splitlines(keepends=True)
        lines[self.line - 1] = self._changed(lines[self.line - 1])
        return "".join(lines)

    def _changed(self, line: str) -> str:
        return line[: self.column] + self.became + line[self.column + len(self.was) :]


def chosen(changes: list[Change], count: int, seed: int) -> list[Change]:
    """As many of the changes that compile, by chance; the same for the same seed."""
    return list(islice(filter(_compiles, random.Random(seed).sample(changes, len(changes))), count))


def all_changes(tree: Path, packages: list[str]) -> list[Change]:
    files = sorted(path for package in packages for path in (tree / package).rglob("*.py"))
    return [change for path in files for change in _changes(str(path.relative_to(tree)), path.read_text("utf-8"))]


def _changes(file: str, source: str) -> Iterator[Change]:
    untouched = list(_without_behaviour(ast.parse(source)))
    for token in tokenize.generate_tokens(StringIO(source).readline):
        became = _other(token)
        if became is not None and not any(first <= token.start < last for first, last in untouched):
            yield Change(file, *token.start, token.string, became, source)


def _other(token: tokenize.TokenInfo) -> str | None:
    if token.type == tokenize.NUMBER:
        return str(int(token.string) + 1) if token.string.isdecimal() else None
    return (OTHER_WORD | _ONE_WAY).get(token.string) if token.type in (tokenize.NAME, tokenize.OP) else None


def _without_behaviour(tree: ast.Module) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """The spans of types, decorators and `strict=`."""
    for node in ast.walk(tree):
        parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        parts += getattr(node, "decorator_list", [])
        if isinstance(node, ast.keyword) and node.arg == "strict":
            parts.append(node.value)
        if node in tree.body and isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
            parts.append(node.value)
        for part in filter(None, parts):
            yield (part.lineno, part.col_offset), (part.end_lineno, part.end_col_offset)


def _compiles(change: Change) -> bool:
    try:
        compile(change.changed_source(), change.file, "exec", dont_inherit=True)
    except SyntaxError:
        return False
    return True
