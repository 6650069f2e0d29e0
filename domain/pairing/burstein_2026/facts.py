"""Facts of the account of a pairing by Burstein 2026: data for `web/wording/pairing/burstein_2026.py`, no sentences."""

from dataclasses import dataclass

from domain.pairing.burstein_2026.index import Index
from domain.words.articles import Article

NAME = "burstein-2026"


def article(number: str) -> Article:
    """An article of this edition."""
    return Article(NAME, number)


@dataclass(frozen=True, slots=True)
class FirstRounds:
    """This round is one of the first, which the Dutch system pairs (1.6)."""

    round: int
    many: int


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """One bracket (1.2.2); its steps follow."""

    number: int
    """1 is the top."""
    score: int
    """Half-points of its residents, virtual ones included."""
    incoming: tuple[int, ...]
    residents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    player: int
    index: Index


@dataclass(frozen=True, slots=True)
class Ranking:
    """All players of a bracket by Index and pairing number, whatever their scores (1.8)."""

    players: tuple[RankedPlayer, ...]


@dataclass(frozen=True, slots=True)
class PairsInOrder:
    """The pairs by the in-bracket sequence-numbers of their players, the smaller number first (4)."""

    pairs: tuple[tuple[int, int], ...]
    folded: bool
    """The first meets the last, the second the last but one, and so on: no criterion asked for another pairing."""


@dataclass(frozen=True, slots=True)
class OutgoingFloaters:
    """Unpaired here: on to the next bracket."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of 5.2 that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    numbers: tuple[int, int]
    """In-bracket sequence-numbers of White and of Black."""
