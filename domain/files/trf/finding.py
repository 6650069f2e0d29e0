"""Finding all that is wrong with a file before refusing it."""

from collections.abc import Callable
from typing import TypeVar

from domain.files.trf.problems import Several, Unreadable

Problems = list[Unreadable]
FoundRecord = TypeVar("FoundRecord")
Instead = TypeVar("Instead")


def tried(problems: Problems, read: Callable[[], FoundRecord], otherwise: Instead) -> FoundRecord | Instead:
    """The answer of `read`; if it refuses, the refusal is noted and `otherwise` stands in for it."""
    try:
        return read()
    except Unreadable as problem:
        problems += problem.problems if isinstance(problem, Several) else [problem]
        return otherwise


def refuse(problems: Problems) -> None:
    """Raises what was found, if anything was."""
    if len(problems) == 1:
        raise problems[0]
    if problems:
        ordered = sorted(problems, key=lambda problem: (problem.line, problem.column))
        raise Several(ordered[0].line, ordered[0].column, tuple(ordered))
