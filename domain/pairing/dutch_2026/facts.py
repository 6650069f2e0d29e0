"""Facts of the account of a pairing of 2026: data for `web/wording/pairing/dutch_2026.py`, no sentences."""

from dataclasses import dataclass
from enum import StrEnum

from domain.pairing.dutch_2026.engine import NAME
from domain.words.articles import Article


def article(number: str) -> Article:
    """An article of this edition."""
    return Article(NAME, number)


class PairRole(StrEnum):
    """The origin of a pair inside its bracket."""

    MOVED_DOWN = "moved-down"
    REMAINDER = "remainder"
    HOMOGENEOUS = "homogeneous"


@dataclass(frozen=True, slots=True)
class PairingBracket:
    """One bracket (1.3); its steps follow."""

    number: int
    """1 is the top."""
    score: int
    """Half-points of its residents, virtual ones included."""
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FirstOpponents:
    """The MDPs that are paired, with their opponents in the same order (3.4, 4.2)."""

    moved_down: tuple[int, ...]
    opponents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Halves:
    """S1 and the opponents it got from S2, of the whole bracket or of its remainder (3.2, 4.2, 4.3)."""

    s1: tuple[int, ...]
    opponents: tuple[int, ...]
    from_s1: tuple[int, ...] = ()
    """Exchanged, out of the original S1."""
    from_s2: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Downfloaters:
    """Unpaired here: on to the next bracket, or the bye."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of 5.2 that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    role: PairRole


@dataclass(frozen=True, slots=True)
class ByeGiven:
    player: int
    bracket: int
    barred: tuple[int, ...]
    """Players of the same score or a lower one who cannot have it (C2)."""


class Reason(StrEnum):
    """The reason two players do not meet."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    FORBIDDEN = "forbidden"
    """C1, C3, or the arbiter's ban."""
    OTHER_BRACKETS = "other-brackets"
    NOT_COMPLETED = "not-completed"
    """With this pair not everybody else could be paired, whoever has the bye (C4)."""
    NOT_BELOW = "not-below"
    """With this pair not all others could be paired who are left after the brackets above (C4)."""
    WORSE = "worse"
    """The best candidate with this pair meets a criterion worse."""
    LATER = "later"
    """Just as good, but it comes later in the order of section 4."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The criterion that would be met worse, or those that forbid the pair, are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    bracket: int = 0
    """The bracket where they could have met; 0 = none."""
