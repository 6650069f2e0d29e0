"""Facts of the account of a pairing of 2026: data for `web/wording/pairing/dubov_2026.py`, no sentences."""

from dataclasses import dataclass

from domain.pairing.dubov_2026.engine import NAME
from domain.words.articles import Article


def article(number: str) -> Article:
    """An article of this edition."""
    return Article(NAME, number)


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """One bracket (1.3.2); its steps follow."""

    number: int
    """1 is the top."""
    score: int
    """Half-points of its residents, virtual ones included."""
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    """From lower scoregroups (3.2.1, 3.2.2)."""


@dataclass(frozen=True, slots=True)
class Divided:
    """G1 and G2 before any shift (3.2.3)."""

    g1: tuple[int, ...]
    g2: tuple[int, ...]
    by_colour: bool
    """G1 seeks White; otherwise nobody has played yet and G1 is the first half by number."""


@dataclass(frozen=True, slots=True)
class Shifted:
    """Players who changed from one subgroup into the other (3.2.4)."""

    players: tuple[int, ...]
    into_g1: bool
    unavoidable: bool
    """True: they left the smaller subgroup, where pairs within it were unavoidable; False: to make the sizes equal."""


@dataclass(frozen=True, slots=True)
class Transposed:
    """S1 by ARO, and T2 in the order of S1 (3.2.5)."""

    s1: tuple[int, ...]
    averages: tuple[int, ...]
    """The average ratings of the opponents of S1 (1.7)."""
    t2: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of 5.2 that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    upfloater: int | None
    """The one of the two who came from below."""
