"""Ratings that titles ask for, with the score that is needed of the games to come (FIDE B.01, B.02, 8.3)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from domain.cards.card import Card, CardLine, Cards
from domain.ranking import elo
from domain.words.games import Code
from domain.words.players import EntrantId, PlayerId
from projections.moment.snapshot import Snapshot
from projections.table.norms_in_reach import (
    MOST_GAMES_TO_COME,
    OpponentToPlay,
    one_rated_game_a_round,
    opponents_to_play,
)
from projections.table.rating_report import (
    cards_of_report,
    coefficient,
    number_in_report,
    periods_begun,
    rule_in_force,
    year_of,
)

RATINGS_OF_TITLES = (2200, 2300, 2400, 2500)
"""Of CM, FM, IM and GM; the first two are those of WIM and WGM too (B.01)."""
CODES_BY_HALVES = (Code.LOSS, Code.DRAW, Code.WIN)


class RatingInReach(NamedTuple):
    rating: int
    half_points: int
    """Needed of the games to come; 0: no result can spoil it."""
    games: int
    """To come."""
    average: int
    """Of the opponents in them."""
    known: bool
    """They are those of the pairings; else some of them are the likely ones."""


def ratings_in_reach(
    snapshot: Snapshot, player: EntrantId, likely: Sequence[EntrantId] = ()
) -> tuple[RatingInReach, ...]:
    """The lowest first, of those above the rating at the start. `likely` are opponents, the likeliest first.

    Nothing while more than four games are to come, where the opponent of one is not known or has no rating, and in an
    event of several rating periods.
    """
    t = snapshot.tournament
    if not one_rated_game_a_round(t) or snapshot.round != t.published or player not in t.players:
        return ()
    cards, number = cards_of_report(snapshot, None), number_in_report(snapshot, player)
    card = cards.get(number)
    if card is None or not card.rating or periods_begun(snapshot):
        return ()
    coming = [*opponents_to_play(snapshot, cards, player, likely)]
    games = [one for one in coming if one is not None and cards[one.opponent].rating]
    if not 0 < len(coming) <= MOST_GAMES_TO_COME or len(games) < len(coming):
        return ()
    k = coefficient(t.players[PlayerId(player)], year_of(t))

    after = [_rating_after(cards, card, games, won, k, rule_in_force(t)) for won in range(2 * len(games) + 1)]
    average, known = elo.average([cards[one.opponent].rating for one in games]), all(one.known for one in games)
    wanted = [rating for rating in RATINGS_OF_TITLES if card.rating < rating <= after[-1]]
    return tuple(RatingInReach(one, _fewest(after, one), len(games), average, known) for one in wanted)


def _fewest(after: Sequence[int], wanted: int) -> int:
    return next(won for won, rating in enumerate(after) if rating >= wanted)


def _rating_after(
    cards: Cards, card: Card, games: Sequence[OpponentToPlay], half_points: int, k: int, rule: elo.FourHundred
) -> int:
    """The new rating with so many half-points of the games to come: it is the same from whichever they come."""
    lines = list(card.lines)
    for one in games:
        halves = min(2, half_points)
        half_points -= halves
        line = CardLine(CODES_BY_HALVES[halves], halves, one.opponent)
        lines[one.round - 1 : one.round] = [line]
    completed = {**cards, card.number: replace(card, lines=tuple(lines))}
    return elo.rating_changes(completed, {card.number: k}, rule)[card.number].new_rating
