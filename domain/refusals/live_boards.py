"""Refusals about files of live boards."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal


@dataclass(eq=False)
class NoFolderOfBoards(Refusal):
    """The operator has not said in which folder files of live boards may stand."""


@dataclass(eq=False)
class OutsideTheFolderOfBoards(Refusal):
    """The path leads out of the folder that the operator has named."""

    path: str
    folder: str


@dataclass(eq=False)
class NoGamesFile(Refusal):
    """There is neither a PGN file nor a folder of this name."""

    path: str


@dataclass(eq=False)
class NoResultOffered(Refusal):
    """No board says a result that is missing: somebody was quicker, or the file says another one by now."""
