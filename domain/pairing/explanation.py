"""Why a pairing is what it is: data for a view behind each board, no sentences."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Treatment(StrEnum):
    """How a group was cut into S1 and S2 (A.3, A.6)."""

    HOMOGENEOUS = "homogeneous"
    HETEROGENEOUS = "heterogeneous"
    """S1 are the players moved down; what they leave is the remainder."""
    MIXED = "mixed"
    """At least half were moved down: treated as homogeneous (A.3)."""


class Role(StrEnum):
    """How a pair came about inside its bracket."""

    MOVED_DOWN = "moved-down"
    """The higher player had been moved down and met a player of S2 (C.6)."""
    REMAINDER = "remainder"
    HOMOGENEOUS = "homogeneous"


@dataclass(frozen=True, slots=True)
class Relaxation:
    """A step of section C that gave something up."""

    article: str
    """`C.9`, `C.10`, `C.11`, `C.12`, `C.13` or `C.14`."""
    criterion: str
    """What was given up: `B.3` to `B.6`."""
    amount: int = 1
    """Times the step was taken."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """Players exchanged between S1 and S2 (D.2); both empty for the first division."""

    from_s1: tuple[int, ...] = ()
    from_s2: tuple[int, ...] = ()
    number: int | None = 0
    """Its place in the order of D.2; 0 = none was needed, None = too far out to be counted."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Which of the prescribed attempts was accepted."""

    s1: tuple[int, ...]
    s2: tuple[int, ...]
    """Both as they stood when the pairing was accepted, in the order of A.2."""
    transposition: int
    """Transpositions of S2 tried before (D.1); 0 = S2 as it stood. Only arrangements that change a pair count."""
    exchange: Exchange = Exchange()


@dataclass(frozen=True, slots=True)
class BracketStory:
    """One score bracket from C.1 to its acceptance."""

    number: int
    """1 is the top."""
    score: int
    """Half-points of its own players."""
    moved_down: tuple[int, ...]
    residents: tuple[int, ...]
    without_opponent: tuple[int, ...]
    """Moved on by C.1."""
    treatment: Treatment
    pairs_wanted: int
    """p as A.6 has it."""
    pairs: int
    """p as accepted; less than wanted after C.14."""
    x: int
    """The least number of pairs that cannot satisfy both players (A.8)."""
    x_used: int
    """The x in force at acceptance; more than `x` after C.11."""
    candidates: tuple[Candidate, ...]
    """For a heterogeneous bracket the players moved down first, then the remainder."""
    relaxed: tuple[Relaxation, ...]
    floaters: tuple[int, ...]
    """Left unpaired: down to the next bracket, or the bye in the last one."""


@dataclass(frozen=True, slots=True)
class BoardStory:
    """One board."""

    board: int
    white: int
    black: int
    bracket: int
    role: Role
    colour_article: str
    """The rule of section E that gave the colours."""
    broken: tuple[tuple[str, int], ...]
    """Relative criteria this pair could not satisfy: (article, pairing number)."""


@dataclass(frozen=True, slots=True)
class ByeStory:
    player: int
    bracket: int
    broken: tuple[tuple[str, int], ...]
    barred: Mapping[int, str]
    """Present players of the same bracket who could not have it, with the article."""


@dataclass(frozen=True, slots=True)
class Explanation:
    brackets: tuple[BracketStory, ...]
    boards: tuple[BoardStory, ...]
    """In the order of the pairing."""
    bye: ByeStory | None = None


class Reason(StrEnum):
    """Why two players do not meet."""

    THEY_DO = "they-do"
    ABSENT = "absent"
    FORBIDDEN = "forbidden"
    """An absolute criterion (B.1, B.2) or the arbiter's ban: see `broken`."""
    OTHER_BRACKETS = "other-brackets"
    """They were never in one bracket together."""
    NOT_COMPLETED = "not-completed"
    """With this pair the bracket cannot be completed with the pairs it has, whatever is relaxed."""
    WORSE = "worse"
    """A pairing with this pair gives up more: see `relaxed`."""
    BELOW = "below"
    """It would come earlier, but the bracket below could not be completed with those it moves down (C.12, C.13)."""
    LATER = "later"
    """Just as good, but it comes later in the prescribed order (D.1, D.2)."""


@dataclass(frozen=True, slots=True)
class WhyNot:
    players: tuple[int, int]
    reason: Reason
    broken: tuple[tuple[str, int], ...] = ()
    """Criteria the pair itself would break: (article, pairing number)."""
    bracket: int = 0
    """The bracket where they could have met; 0 = none."""
    relaxed: tuple[Relaxation, ...] = ()
    """What a pairing of that bracket with this pair would have to give up."""
    candidates: tuple[Candidate, ...] = ()
    """The best attempt with this pair."""
