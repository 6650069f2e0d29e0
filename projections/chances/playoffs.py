"""The play-off of an ending for a place that several are level for (article 32.5), by lot and the ratings."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import TypeVar

from domain.cards.card import Cards
from domain.ranking.game_chances import GameChances, game_chances
from domain.ranking.order import tabulate
from domain.ranking.tiebreaks import Context, Field, Tiebreak
from domain.words.games import Result
from domain.words.players import PairingNumber
from projections.chances.lots import Lot

Equal = TypeVar("Equal", bound=Hashable)
PLAYOFF_AMONG_TIEBREAKS = "PLAYOFF"


def played_off(cards: Cards, context: Context, order: Sequence[Tiebreak], places: int, lot: Lot) -> Mapping[int, int]:
    """Points of the play-off by the number of those who win a place in it, more for the better place; else nothing.

    Those are in it who are level in all that stands before it, where the last of its places is theirs in part. The
    chance of each is as their expected score against the mean rating of all of them: of two it is that of one game.
    """
    at = next((at for at, one in enumerate(order) if one.code == PLAYOFF_AMONG_TIEBREAKS), None)
    if at is None or not cards:
        return {}
    rows = tabulate(Field.of(cards, context), tuple(order[:at])).rows
    level = [row for row in rows if row.place and row.place <= places < row.place + row.tied_with - 1]
    if not level or any(row.number in context.playoff for row in level):
        return {}
    won = places - level[0].place + 1
    winners = _winners([row.number for row in level], won, cards, lot)
    return {number: won - at for at, number in enumerate(winners)}


def _winners(level: Sequence[PairingNumber], won: int, cards: Cards, lot: Lot) -> Iterator[PairingNumber]:
    mean = round(fsum(cards[number].rating for number in level) / len(level))
    expected = {number: game_chances(cards[number].rating, mean).expected for number in level}
    left = {number: share / (1 - share) for number, share in expected.items()}
    for _ in range(won):
        winner = _winner(left, lot)
        del left[winner]
        yield winner


def in_drawn_order(equals: Iterable[Equal], lot: Lot) -> Iterator[Equal]:
    """All of them, every order as likely as any other."""
    left = dict.fromkeys(equals, 1.0)
    while left:
        winner = _winner(left, lot)
        del left[winner]
        yield winner


def _winner(left: Mapping[Equal, float], lot: Lot) -> Equal:
    """Drawn in proportion, one after the other being asked."""
    *asked, last = left
    whole = fsum(left.values())
    for number in asked:
        share = min(1.0, left[number] / whole)
        if lot(GameChances(share, 0.0, 1 - share)) is Result.WHITE_WINS:
            return number
        whole -= left[number]
    return last
