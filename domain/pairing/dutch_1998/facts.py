"""Facts of the account of a pairing of 1998: data for `web/wording/pairing/dutch_1998.py`, no sentences."""

from dataclasses import dataclass
from enum import StrEnum

from domain.pairing.dutch_1998.engine import NAME
from domain.words.articles import Article


def article(number: str) -> Article:
    """An article of this edition."""
    return Article(NAME, number)


class Treatment(StrEnum):
    """The way a group was cut into S1 and S2 (A.3, A.6)."""

    HOMOGENEOUS = "homogeneous"
    HETEROGENEOUS = "heterogeneous"
    """S1 are the players moved down; what they leave is the remainder."""
    MIXED = "mixed"
    """At least half were moved down: treated as homogeneous (A.3)."""


class PairRole(StrEnum):
    """The origin of a pair inside its bracket."""

    MOVED_DOWN = "moved-down"
    """The higher player had been moved down and met a player of S2 (C.6)."""
    REMAINDER = "remainder"
    HOMOGENEOUS = "homogeneous"


class Reopening(StrEnum):
    """The fate of a bracket when the one below it could not be completed."""

    OTHERS_SENT = "others-sent"
    """C.12: paired again, so that others move down."""
    PAIRED_AGAIN = "paired-again"
    """C.13: paired again, for the last bracket."""
    MOVED_WHOLE = "moved-whole"
    """C.13: everybody in it moves down."""


@dataclass(frozen=True, slots=True)
class ScoreBracket:
    """One score bracket (A.3); its steps follow in the order of section C."""

    number: int
    """1 is the top."""
    score: int
    """Half-points of its own players."""
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    treatment: Treatment


@dataclass(frozen=True, slots=True)
class WithoutOpponent:
    """Moved on by C.1."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PairsMade:
    """The number of pairs, and what their colours may cost (A.6, A.8)."""

    made: int
    wanted: int
    """p as A.6 has it."""
    x: int
    """The least number of pairs that cannot satisfy both players (A.8)."""
    allowed: int
    """The x in force at acceptance; more than `x` after C.11."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Players exchanged between S1 and S2 (D.2); both empty for the first division."""

    from_s1: tuple[int, ...] = ()
    from_s2: tuple[int, ...] = ()
    number: int | None = 0
    """Its place in the order of D.2; 0 = none was needed, None = too far out to be counted."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The prescribed attempt that was accepted (D.1, D.2)."""

    s1: tuple[int, ...]
    s2: tuple[int, ...]
    """Both as they stood when the pairing was accepted, in the order of A.2."""
    transposition: int
    """Transpositions of S2 tried before; 0 = S2 as it stood. Only arrangements that change a pair count."""
    exchange: Exchange = Exchange()


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A step of C.9 to C.11 that relaxed a criterion."""

    criterion: Article
    times: int = 1


@dataclass(frozen=True, slots=True)
class FewerPairs:
    """C.14."""

    times: int


@dataclass(frozen=True, slots=True)
class Reopened:
    """C.12 or C.13, asked for by the bracket below."""

    how: Reopening


@dataclass(frozen=True, slots=True)
class Joined:
    """Residents of higher brackets that C.13 joined to the last one."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByeMovedDown:
    """A.5: a player moved down has the bye, because with nobody else left over the others can be paired."""

    player: int
    others: tuple[int, ...]
    """Residents who might have had it."""


@dataclass(frozen=True, slots=True)
class LeftOver:
    """Unpaired: down to the next bracket, or the bye in the last one."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ShortCount:
    """Transpositions were counted without those that change no pair."""


@dataclass(frozen=True, slots=True)
class BoardMade:
    """One board; its step's article is the rule of section E that gave the colours."""

    board: int
    white: int
    black: int
    bracket: int
    role: PairRole


@dataclass(frozen=True, slots=True)
class Unsatisfied:
    """Those whom a criterion of section B, or the arbiter's ban, does not suit."""

    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ByeGiven:
    player: int
    bracket: int


@dataclass(frozen=True, slots=True)
class Barred:
    """Players of the same bracket who could not have the bye (B.1b)."""

    players: tuple[int, ...]


class Reason(StrEnum):
    """The reason two players do not meet."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    FORBIDDEN = "forbidden"
    """An absolute criterion (B.1, B.2) or the arbiter's ban."""
    OTHER_BRACKETS = "other-brackets"
    """They were never in one bracket together."""
    NOT_COMPLETED = "not-completed"
    """With this pair the bracket cannot be completed with the pairs it has, whatever is relaxed."""
    WORSE = "worse"
    """A pairing with this pair gives up more."""
    BELOW = "below"
    """It would come earlier, but the bracket below could not be completed with those it moves down (C.12, C.13)."""
    LATER = "later"
    """Just as good, but it comes later in the prescribed order (D.1, D.2)."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    """The criteria that the pair would break and what its bracket would give up are the steps below it."""

    players: tuple[int, int]
    reason: Reason
    bracket: int = 0
    """The bracket where they could have met; 0 = none."""
