"""The row of the Handbook's table about one tie-break."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, Reach, TiebreakColumn, Value
from domain.ranking.tiebreaks.working import Contribution, Fact
from domain.words.articles import Article


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
    """The functions behind a row. Either `column` or `within` is there."""

    column: Callable[[Field, Tiebreak], TiebreakColumn] | None = None
    within: Callable[[Field, Tiebreak, Sequence[int], bool], Tiers] | None = None
    """Type A: the tied in tiers; the flag says whether they are tied for first place."""
    rounds: Callable[[Field, Tiebreak, int], list[Contribution]] | None = None
    """The working of a value, round by round."""
    facts: Callable[[Field, Tiebreak, int], dict[Fact, Value]] | None = None
    boards: Callable[[Field, int], Sequence[int]] | None = None
    """Half-points by board that the value is made of."""
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
