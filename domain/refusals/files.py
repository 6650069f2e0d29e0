"""Refusals of files that could not be handled within their limits."""

from enum import StrEnum

from domain.refusals.refusal import Refusal


class FileKind(StrEnum):
    TABLE = "table"
    LIST = "list"
    PICTURE = "picture"
    GAMES = "games"
    PAPER = "paper"


class PapersNotInstalled(Refusal):
    pass


class FileTooHeavy(Refusal):
    """It took more memory than a file of its kind gets, or it ended the process that handled it."""

    file: str
    kind: FileKind
    megabytes: int


class FileTooSlow(Refusal):
    file: str
    kind: FileKind
    seconds: int
