"""The working of a value, as data: the words that explain it to people live elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Value
from domain.ranking.tiebreaks.unplayed import Ruleset, StandIn
from domain.words.articles import Article
from domain.words.games import Code


class Cut(StrEnum):
    LOW = "low"
    """Among the least significant (C.07, 14.1)."""
    HIGH = "high"
    """Among the most significant (C.07, 14.2)."""
    VOLUNTARY = "voluntary"
    """An unplayed round of one's own choice goes first (C.07, 16.5)."""
    BYE = "bye"
    """The round of the bye goes first (Olympiad)."""
    BEGINNING = "beginning"
    """The first rounds of a progressive score (article 32.1.1.1)."""


class Fact(StrEnum):
    LIMIT = "limit"
    """Koya: the least score that counts."""
    AVERAGE = "average"
    """Average rating of the opponents, rounded."""
    GAMES = "games"
    RESULT = "result"
    """Points from the games that count."""
    PERCENTAGE = "percentage"
    DIFFERENCE = "difference"
    """dp of the table."""
    DIVISOR = "divisor"
    PRIMARY = "primary"
    """SSSC: the primary Buchholz."""
    SECONDARY = "secondary"
    """SSSC: the secondary score."""
    START = "start"
    """McMahon: starting points."""
    SCORED = "scored"
    """McMahon: points scored."""


@dataclass(frozen=True, slots=True)
class Contribution:
    round: int
    """From 1."""
    code: Code
    points: Fraction
    kind: StandIn
    opponent: int | None
    """Pairing number of the scheduled opponent, also where somebody stands in for them."""
    face: Fraction | None
    """The opponent's own score in the table."""
    counted: Fraction
    """The number counted of the opponent: score, rating or Buchholz."""
    amount: Fraction
    article: Article | None = None
    """The rule that put the counted number in the place of the face value; None = nothing did."""
    cut: Cut | None = None
    """Not None = left out of the sum."""


@dataclass(frozen=True, slots=True)
class Working:
    number: int
    tiebreak: Tiebreak
    articles: tuple[Article, ...]
    ruleset: Ruleset
    value: Value
    contributions: tuple[Contribution, ...] = ()
    facts: Mapping[Fact, Value] = field(default_factory=dict)
    among: tuple[int, ...] = ()
    """Type A: the tied players the value is about."""
    boards: tuple[Fraction, ...] = ()
    """For teams the points of each board that the value is made of, from the first."""
