"""Facts of the account of a pairing by Double-Swiss: data for `web/wording/pairing/double_swiss_2026.py`."""

from dataclasses import dataclass
from enum import StrEnum

from domain.pairing.double_swiss_2026.engine import NAME
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
    """From lower scoregroups (3.5)."""


@dataclass(frozen=True, slots=True)
class Identified:
    """The first identifier (3.6): the top members, and their opponents in the same order."""

    tops: tuple[int, ...]
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotMet:
    """A criterion that this bracket could not meet in full, and how often it is not met."""

    times: int


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of article 4 that gave the colours of the first game."""

    board: int
    white: int
    black: int
    bracket: int
    upfloater: int | None
    """The one of the two who came from below."""


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """The first thing decided (3.4)."""

    player: int
    score: int
    matches: int
    barred: tuple[int, ...]
    """Players before them in the order of the bye who cannot have it (C2)."""
    needed: tuple[int, ...]
    """Players before them without whom the others cannot all be paired (C3)."""


class Reason(StrEnum):
    """The reason two players do not meet."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    BYE = "bye"
    """One of them has the bye, which is given first."""
    FORBIDDEN = "forbidden"
    """C1, or the arbiter's ban."""
    OTHER_BRACKETS = "other-brackets"
    NOT_COMPLETED = "not-completed"
    """With this pair the rest of the bracket could not be paired."""
    WORSE = "worse"
    """With this pair the bracket meets C8 worse."""
    LATER = "later"
    """With this pair the identifier comes later."""


@dataclass(frozen=True, slots=True)
class Unsatisfied:
    """Two whom a criterion does not suit."""

    players: tuple[int, int]


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The rules that forbid the pair are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    bracket: int = 0
    """The bracket where they could have met; 0 = none."""
