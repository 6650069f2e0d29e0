"""The median of the opponents' ratings: one very strong or very weak opponent does not move it."""

from statistics import median_low

from domain.ranking.tiebreaks import Best, Field, Rule, Tiebreak, TiebreakColumn, TiebreakGroup, Type
from domain.ranking.tiebreaks.rule import How

TABLO_PLUGIN_API = 1


def medians(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    return TiebreakColumn([_median(field, i) for i in range(len(field))])


def _median(field: Field, i: int) -> int | None:
    """None where somebody met nobody who has a rating."""
    met = [field.cards[foe].rating for foe in field.foes[i] if foe >= 0]
    return median_low(rated) if (rated := [rating for rating in met if rating]) else None


MEDIAN_RATING = Rule(
    "MEDR", "median rating of opponents", (), Type.OPPONENTS, Best.HIGH, TiebreakGroup.RATINGS, "", How(medians)
)
