"""The row of the Handbook's table about one tie-break, and the working of a value as data."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from fractions import Fraction

from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, Reach, TiebreakColumn, Value
from domain.ranking.tiebreaks.unplayed import Ruleset, StandIn
from domain.records import dataclass
from domain.words.articles import Article
from domain.words.games import Code
from domain.words.games import points as in_points


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
    GAMES = "games"
    RESULT = "result"
    PERCENTAGE = "percentage"
    DIFFERENCE = "difference"
    DIVISOR = "divisor"
    PRIMARY = "primary"
    SECONDARY = "secondary"
    START = "start"
    SCORED = "scored"
    OWN_VALUE = "own-value"
    """Keizer: the value of one's own place, which everybody has from the start."""


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
    counted: Fraction
    """The number counted of the opponent: score, rating or Buchholz."""
    amount: Fraction
    article: Article | None = None
    """The rule that put the counted number in the place of the face value; None = nothing did."""
    cut: Cut | None = None


def contribution(field: Field, i: int, r: int, kind: StandIn, counted: Fraction, cut: Cut | None) -> Contribution:
    """Round `r` (from 0) of player `i`: the scheduled opponent's score is the face, what is counted the amount."""
    foe = field.foes[i][r] if field.foes[i][r] >= 0 else None
    return Contribution(
        round=r + 1,
        code=field.line(i, r).code,
        points=in_points(field.points[i][r]),
        kind=kind,
        opponent=None if foe is None else field.cards[foe].number,
        face=None if foe is None else in_points(field.scores[foe]),
        counted=counted,
        amount=counted,
        cut=cut,
    )


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


class Type(StrEnum):
    """The moment when a value is known (C.07, 4.3)."""

    TIED = "A"
    """From the games among the tied only."""
    OWN = "B"
    """From own results or data: at once."""
    OPPONENTS = "C"
    """From the opponents' final results: at the end."""
    PRIOR = "D"
    """From what is known of the opponents when the round is paired."""


class Best(StrEnum):
    HIGH = "high"
    LOW = "low"


class TiebreakGroup(StrEnum):
    """The five groups of article 32, only one of which may be used (33.2)."""

    OWN = "32.1"
    TEAM = "32.2"
    OPPONENTS = "32.3"
    RATINGS = "32.4"
    PLAYOFF = "32.5"
    NONE = ""
    """Points, lots and the like: not a system of article 32."""


Articles = tuple[Article, ...]
Tiers = list[list[int]]
"""Players, as places in the field, in groups that stay tied, best first."""


@dataclass(frozen=True, slots=True)
class How:
    column: Callable[[Field, Tiebreak], TiebreakColumn] | None = None
    within: Callable[[Field, Tiebreak, Sequence[int], bool], Tiers] | None = None
    """Type A: the tied in tiers; the flag says whether they are tied for first place."""
    rounds: Callable[[Field, Tiebreak, int], list[Contribution]] | None = None
    facts: Callable[[Field, Tiebreak, int], dict[Fact, Value]] | None = None
    boards: Callable[[Field, int], Sequence[int]] | None = None
    reach: Reach = Reach.OPPONENTS
    """The distance of the cards that a value and its working are made of; no matter for type A."""
    only_shown: bool = False
    """Nobody stands before another by it."""


@dataclass(frozen=True, slots=True)
class Rule:
    code: str
    name: str
    articles: Articles
    """Its article in each text that has it."""
    type: Type
    best: Best
    group: TiebreakGroup
    modifiers: str
    """Letters allowed: C M L K P F R U, and `:` for :MP and :GP."""
    how: How

    def low_first(self, tiebreak: Tiebreak) -> bool:
        return (self.best is Best.LOW) is not tiebreak.reversed
