"""Facts of the account of a pairing by this procedure: data for `web/wording/pairing/top_scoregroup.py`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """One bracket (1.3.2); its steps follow."""

    number: int
    """1 is the top."""
    score: int
    """Half-points of its residents, virtual ones included."""
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    """From lower scoregroups (3.5)."""


@dataclass(frozen=True, slots=True)
class Identified:
    """The first identifier (3.6): the top members, and their opponents in the same order."""

    tops: tuple[int, ...]
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of article 4 that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    upfloater: int | None
    """The one of the two who came from below."""
