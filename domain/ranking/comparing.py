"""Two players of a table compared step by step.

why(ranked, a, b) -> Comparison
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from domain.ranking.order import Ranked
from domain.ranking.tiebreaks import Tiebreak, Value, rule_of
from domain.words.articles import Article
from domain.words.players import PairingNumber


class Verdict(StrEnum):
    FIRST = "first"
    """The one asked about first is ahead."""
    SECOND = "second"
    EQUAL = "equal"


@dataclass(frozen=True, slots=True)
class ComparisonStep:
    tiebreak: Tiebreak
    articles: tuple[Article, ...]
    first: Value | None
    second: Value | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of two players: the last step is the one that decides, if any does."""

    first: int
    second: int
    steps: tuple[ComparisonStep, ...]

    @property
    def verdict(self) -> Verdict:
        return self.steps[-1].verdict if self.steps else Verdict.EQUAL


def compare_players(ranked: Iterable[Ranked], a: PairingNumber, b: PairingNumber) -> Comparison:
    """Players `a` and `b` (pairing numbers) step by step, down to the tie-break that decides.

    Raises `KeyError` for a number that is not in the table.
    """
    rows = {row.number: row for row in ranked}
    one, two = rows[a], rows[b]
    steps: list[ComparisonStep] = []
    for tiebreak, x, y in zip(one.order, one.values, two.values, strict=True):
        if rule_of(tiebreak).how.only_shown:
            continue
        verdict = Verdict.EQUAL if x == y else Verdict.FIRST if _ahead(tiebreak, x, y) else Verdict.SECOND
        steps.append(ComparisonStep(tiebreak, rule_of(tiebreak).articles, x, y, verdict))
        if verdict is not Verdict.EQUAL:
            break
    return Comparison(a, b, tuple(steps))


def _ahead(tiebreak: Tiebreak, x: Value | None, y: Value | None) -> bool:
    """`x` is better than `y`, which is not its equal. An undefined value comes last."""
    if not isinstance(x, int | Fraction):
        return False
    if not isinstance(y, int | Fraction):
        return True
    better = min if rule_of(tiebreak).low_first(tiebreak) else max
    return x == better(x, y)
