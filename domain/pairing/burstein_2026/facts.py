"""Facts of the account of a pairing by Burstein 2026: data for `web/wording/pairing/burstein_2026.py`, no sentences."""

from dataclasses import dataclass
from enum import StrEnum

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
class VirtualPoints:
    """The virtual points of an accelerated event for the brackets of this round; the Index knows none (1.7.2)."""

    half_points: int
    players: tuple[int, ...]


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
    """The first against the last, the second against the last but one, and so on: nothing came in between."""


@dataclass(frozen=True, slots=True)
class OutgoingFloaters:
    """Unpaired here: on to the next bracket."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NotMet:
    """A criterion that this bracket could not meet in full, and how often it is not met."""

    times: int


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of 5.2 that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    numbers: tuple[int, int]
    """In-bracket sequence-numbers of White and of Black."""


@dataclass(frozen=True, slots=True)
class Unsatisfied:
    """Two whom a criterion does not suit."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByeGiven:
    """The bye, given before anybody was paired (3.1)."""

    player: int
    score: int
    games: int
    barred: tuple[int, ...]
    """Players before them in the order of 3.1 who cannot have it (C2)."""
    needed: tuple[int, ...]
    """Players before them without whom not everybody else could be paired (C4)."""


class Reason(StrEnum):
    """The reason two players do not meet."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    BYE = "bye"
    """One of them has the bye, which is given first."""
    FORBIDDEN = "forbidden"
    """C1, C3, or the arbiter's ban."""
    OTHER_BRACKETS = "other-brackets"
    NOT_COMPLETED = "not-completed"
    """With this pair not everybody else could be paired (C4)."""
    WORSE = "worse"
    """The best pairing with this pair meets a criterion worse."""
    LATER = "later"
    """Just as good, but it comes later in the order of section 4."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The criterion that would be met worse, or those that forbid the pair, are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    bracket: int = 0
    """The bracket where they could have met; 0 = none."""
