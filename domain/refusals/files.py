"""Refusals of files that could not be handled within their limits."""

from dataclasses import dataclass
from enum import StrEnum

from domain.refusals.refusal import Refusal


class FileKind(StrEnum):
    """The kinds of file that are read or made apart from the hall."""

    TABLE = "table"
    """Players or teams: CSV or a spreadsheet."""
    LIST = "list"
    """The rating list of a federation."""
    PICTURE = "picture"
    GAMES = "games"
    """PGN of live boards."""
    PAPER = "paper"


@dataclass(eq=False)
class PapersNotInstalled(Refusal):
    """The library that sets papers is not there."""


@dataclass(eq=False)
class FileTooHeavy(Refusal):
    """It took more memory than a file of its kind gets, or it ended the process that handled it."""

    file: str
    kind: FileKind
    megabytes: int


@dataclass(eq=False)
class FileTooSlow(Refusal):
    """It took more time than a file of its kind gets."""

    file: str
    kind: FileKind
    seconds: int
