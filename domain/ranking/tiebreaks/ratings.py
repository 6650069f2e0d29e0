"""Rating tie-breaks: averages and performances (article 32.4; C.07, 10). Only games over the board."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from domain.ranking import elo
from domain.ranking.tiebreaks.context import Divisor, Unrated
from domain.ranking.tiebreaks.descriptor import Tiebreak
from domain.ranking.tiebreaks.field import Field, Reach, TiebreakColumn, Value
from domain.ranking.tiebreaks.rule import Contribution, Cut, Fact, How, contribution
from domain.ranking.tiebreaks.unplayed import VOLUNTARY, StandIn
from domain.words.games import Code

BY_RESULTS = frozenset({"TPR", "TPR400", "PTP"})
"""Of ratings and of the score against them."""


def _ratings(field: Field, tiebreak: Tiebreak) -> list[int]:
    """Everybody's rating as opponents count it; 0 = none at all."""
    instead = tiebreak.unrated or (field.context.floor if field.context.unrated is Unrated.FLOOR else 0)

    def ratings(players: Sequence[int]) -> list[int]:
        return [field.cards[i].rating or instead for i in players]

    return field.memory.list_of(("ratings", instead), Reach.OWN, ratings)


def _rating_in(field: Field, i: int, at: int, otherwise: int) -> int:
    """The rating of somebody in round `at + 1`; where the regulations count the first one, the one on the card."""
    card = field.cards[i]
    return field.context.rating_in(card.number, at + 1, card.rating) or otherwise


def ratings_missing(field: Field, tiebreak: Tiebreak) -> bool:
    """Somebody is unrated and nothing says how they count: then nobody has a value (C.07, 10).

    The earlier rules only advise against ratings there (article 33.1): a value is missing for those alone who met an
    unrated player.
    """
    context = field.context
    said = tiebreak.unrated or context.unrated is not Unrated.UNDEFINED
    if not context.ruleset.c07 or said:
        return False
    return not all(one.rating or one.number in context.later_ratings for one in field.cards)


def _of_each(
    field: Field, tiebreak: Tiebreak, value: Callable[[int], int | None], reach: Reach = Reach.OPPONENTS
) -> TiebreakColumn:
    """Everybody's value, by places in the field; nobody's where ratings are missing."""
    if ratings_missing(field, tiebreak):
        return TiebreakColumn([None] * len(field))
    return TiebreakColumn(field.memory.list_of(tiebreak, reach, lambda players: list(map(value, players))))


def _rated(field: Field, i: int, ratings: Sequence[int]) -> list[tuple[int, int]] | None:
    """(round, rating of the opponent) of the games that count; None = one of them has no rating."""
    away, later = field.missed.get(i, ()), field.context.later_ratings
    met = [(r, ratings[foe]) for r, foe in enumerate(field.foes[i]) if r not in away]
    if later:
        foes = field.foes[i]
        met = [(r, _rating_in(field, foes[r], r, rating)) for r, rating in met]
    if all(rating for _, rating in met):
        return met
    return [(r, rating) for r, rating in met if rating] if field.context.unrated is Unrated.SKIPPED else None


def average_of_opponents(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """ARO: the average rating of the opponents, rounded (article 32.4.1; C.07, 10.1).

    Divided by the games or by the rounds, as the context says; a cut leaves out the lowest
    (32.4.2). With nobody left the value is undefined.
    """
    ratings = _ratings(field, tiebreak)
    by_games = field.context.divisor is Divisor.GAMES and not field.context.later_ratings
    plain = by_games and not (tiebreak.cut or tiebreak.median) and all(ratings)

    def mean(i: int) -> int | None:
        if not plain:
            return _average(field, tiebreak, i, ratings)
        met = field.met(i)
        return elo.half_up(sum([ratings[foe] for foe in met]), len(met)) if met else None

    return _of_each(field, tiebreak, mean)


def _average(field: Field, tiebreak: Tiebreak, i: int, ratings: Sequence[int]) -> int | None:
    rated = _rated(field, i, ratings)
    if not rated:
        return None
    low, high = tiebreak.cut + tiebreak.median, tiebreak.median
    kept = sorted(rating for _, rating in rated)[low : max(low, len(rated) - high)]
    if not kept:
        return None
    return elo.half_up(sum(kept), _divisor(field, low + high, len(kept)))


def _divisor(field: Field, left_out: int, kept: int) -> int:
    if field.context.divisor is Divisor.GAMES:
        return kept
    return max(field.completed - left_out, 1)


def performances(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """TPR: average of the opponents plus the difference for the percentage scored (article 32.4.3).

    TPR400 first brings every opponent within 400 points of the player (32.4.3.1). A game in play is no lost one: it
    counts when it has a result.
    """
    ratings = _ratings(field, tiebreak)
    return _of_each(field, tiebreak, lambda i: _performance(field, tiebreak, i, ratings))


def _performance(field: Field, tiebreak: Tiebreak, i: int, ratings: Sequence[int]) -> int | None:
    rated = _decided(field, i, ratings)
    if not rated or _stayed_away(field, i):
        return None
    met = _clamped(field, tiebreak, i, rated)
    return elo.average(met) + elo.DP[elo.percentage(_halves(field, i, (r for r, _ in rated)), len(met))]


def _decided(field: Field, i: int, ratings: Sequence[int]) -> list[tuple[int, int]] | None:
    """As `_rated`, without games in play."""
    rated, codes = _rated(field, i, ratings), field.codes(i)
    return rated and [(r, rating) for r, rating in rated if codes[r] is not Code.PENDING]


def _stayed_away(field: Field, i: int) -> bool:
    """Whether the player chose not to play more than two games (article 32.4.3)."""
    return field.context.short_schedule_last and sum(code in VOLUNTARY for code in field.codes(i)) > 2


def _clamped(field: Field, tiebreak: Tiebreak, i: int, rated: Sequence[tuple[int, int]]) -> list[int]:
    if tiebreak.code != "TPR400":
        return [rating for _, rating in rated]
    return [_within_400(_rating_in(field, i, r, 0), rating) for r, rating in rated]


def _within_400(own: int, rating: int) -> int:
    most = elo.MAX_RATING_DIFFERENCE
    return max(own - most, min(own + most, rating)) if own else rating


def _halves(field: Field, i: int, rounds: Iterable[int]) -> int:
    """The score of the games that count, as 1, 1/2, 0, in half-points."""
    lines, scoring = field.cards[i].lines, field.context.scoring
    return sum(elo.rated_half_points(lines[r].code, lines[r].points, scoring) for r in rounds)


def perfect_performances(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """PTP: the lowest rating expected to score as much against the same opponents (C.07, 10.3)."""
    ratings = _ratings(field, tiebreak)
    return _of_each(field, tiebreak, lambda i: _perfect(field, i, ratings))


def _perfect(field: Field, i: int, ratings: Sequence[int]) -> int | None:
    rated = _decided(field, i, ratings)
    if not rated:
        return None
    return elo.perfect_performance([rating for _, rating in rated], _halves(field, i, (r for r, _ in rated)))


def average_of_performances(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """APRO: the average TPR of the opponents met over the board, rounded (C.07, 10.4)."""
    return _averages(field, tiebreak, performances(field, Tiebreak("TPR", unrated=tiebreak.unrated)))


def average_of_perfect(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """APPO: the average PTP of the opponents met over the board, rounded (C.07, 10.5)."""
    return _averages(field, tiebreak, perfect_performances(field, Tiebreak("PTP", unrated=tiebreak.unrated)))


def _averages(field: Field, tiebreak: Tiebreak, values: TiebreakColumn) -> TiebreakColumn:

    def mean(i: int) -> int | None:
        known = [x for foe in field.met(i) if (x := values.raw[foe]) is not None]
        return elo.average(known) if known else None

    return _of_each(field, tiebreak, mean, Reach.THEIR_OPPONENTS)


def own_rating(field: Field, tiebreak: Tiebreak) -> TiebreakColumn:
    """RTNG: the higher own rating is better, /R the lower (C.07 of 2026)."""
    newest = field.completed - 1
    return _of_each(field, tiebreak, lambda i: _rating_in(field, i, newest, 0) or None, Reach.OWN)


def rating_rounds(field: Field, tiebreak: Tiebreak, i: int) -> list[Contribution]:
    if ratings_missing(field, tiebreak):
        return []
    values = _brought(field, tiebreak)
    count = _decided if tiebreak.code in BY_RESULTS else _rated
    met = count(field, i, _ratings(field, tiebreak)) or []
    rated = [(r, values[field.foes[i][r]] if values else rating) for r, rating in met]
    kept = sorted(range(len(rated)), key=lambda at: rated[at][1])
    low, high = tiebreak.cut + tiebreak.median, tiebreak.median
    cuts = dict.fromkeys(kept[:low], Cut.LOW) | dict.fromkeys(kept[low:][::-1][:high], Cut.HIGH)
    shown = _clamped(field, tiebreak, i, rated)
    return [_row(field, i, r, shown[at], cuts.get(at)) for at, (r, _) in enumerate(rated)]


def _brought(field: Field, tiebreak: Tiebreak) -> list[int]:
    """The performance of everybody as an opponent that APRO and APPO average; nobody's for the others."""
    match tiebreak.code:
        case "APRO":
            column = performances(field, Tiebreak("TPR", unrated=tiebreak.unrated))
        case "APPO":
            column = perfect_performances(field, Tiebreak("PTP", unrated=tiebreak.unrated))
        case _:
            return []
    return [x or 0 for x in column.raw]


def _row(field: Field, i: int, r: int, counted: int, cut: Cut | None) -> Contribution:
    made = contribution(field, i, r, StandIn.OPPONENT, Fraction(counted), cut)
    return replace(made, face=Fraction(_rating_in(field, field.foes[i][r], r, 0)))


def rating_facts(field: Field, tiebreak: Tiebreak, i: int) -> dict[Fact, Value]:
    rows = [row for row in rating_rounds(field, tiebreak, i) if row.cut is None]
    if not rows:
        return {}
    left_out = 2 * tiebreak.median + tiebreak.cut
    facts: dict[Fact, Value] = {Fact.GAMES: len(rows), Fact.DIVISOR: _divisor(field, left_out, len(rows))}
    if tiebreak.code in BY_RESULTS:
        halves = _halves(field, i, (row.round - 1 for row in rows))
        share = elo.percentage(halves, len(rows))
        facts |= {Fact.RESULT: Fraction(halves, 2), Fact.PERCENTAGE: share, Fact.DIFFERENCE: elo.DP[share]}
        facts[Fact.AVERAGE] = elo.average([int(row.counted) for row in rows])
    return facts


OWN = How(own_rating)
AVERAGE_RATING = How(average_of_opponents, rounds=rating_rounds, facts=rating_facts)
PERFORMANCE = How(performances, rounds=rating_rounds, facts=rating_facts)
PERFECT = How(perfect_performances, rounds=rating_rounds, facts=rating_facts)
AVERAGE_PERFORMANCE = How(
    average_of_performances, rounds=rating_rounds, facts=rating_facts, reach=Reach.THEIR_OPPONENTS
)
AVERAGE_PERFECT = How(average_of_perfect, rounds=rating_rounds, facts=rating_facts, reach=Reach.THEIR_OPPONENTS)
