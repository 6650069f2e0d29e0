"""How much stronger or weaker than their ratings players may be in an event: what is known, and one drawn by lot."""

from collections.abc import Callable, Iterator, Mapping
from math import fsum, sqrt
from statistics import NormalDist
from typing import NamedTuple

from domain.cards.card import Card, Cards
from domain.ranking.game_chances import USUAL_RATING
from domain.ranking.strengths import WHITE_IS_WORTH, GameHeld, LikelyStrength, error_of, strengths
from domain.words.games import Code, Colour
from domain.words.players import PairingNumber

Ratings = tuple[int | None, ...]
"""By game of a match; 0 = no rating, None: nobody comes to it."""
KnownForm = Mapping[PairingNumber, tuple[LikelyStrength, ...]]
"""Less the rating: of a player one for all games, of a team one for each board."""


class DrawnForm(NamedTuple):
    """What a run has drawn by lot, in step with a `KnownForm`."""

    more: Mapping[PairingNumber, tuple[int, ...]]
    """Points of rating more than the rating."""
    lots: Mapping[PairingNumber, float]
    """The same in standard errors, of a team those of its boards together; 0 on average, their squares 1."""


SCORES_OF_CODES = {Code.WIN: 1.0, Code.DRAW: 0.5, Code.LOSS: 0.0}
STANDARD_NORMAL = NormalDist()
GRAIN = 5
"""Points of strength in one step: the finer they are, the fewer games share an answer of `game_chances`."""
LEAST_CHANCE = 1e-9
"""Of a draw by lot: 0 has no place in a normal distribution."""


def form_of(ratings: Mapping[PairingNumber, Ratings], cards: Cards, of_teams: bool) -> KnownForm:
    """By the ratings and, of players, by the games so far."""
    if of_teams:
        return {
            number: tuple(LikelyStrength(0, error_of(rating or 0)) for rating in told)
            for number, told in ratings.items()
        }
    place = {number: at for at, number in enumerate(ratings)}
    own = [told[0] or 0 for told in ratings.values()]
    held = [
        [GameHeld(place[whom], white, score) for whom, white, score in _played(cards[number])] for number in ratings
    ]
    found = zip(ratings, own, strengths(own, held), strict=True)
    return {
        number: (LikelyStrength(one.mean - (rating or USUAL_RATING), one.deviation),) for number, rating, one in found
    }


def _played(card: Card) -> Iterator[tuple[PairingNumber, bool, float]]:
    """Opponent, whether with White, score; in a match colours alternate."""
    for line in card.lines:
        for game, code in enumerate(line.games or (line.code,)):
            if line.opponent is not None and code in SCORES_OF_CODES:
                yield line.opponent, (line.colour is Colour.WHITE) is (game % 2 == 0), SCORES_OF_CODES[code]


def drawn_by_lot(form: KnownForm, chance: Callable[[], float]) -> DrawnForm:
    """A strength for each, for all games of a run."""
    more, errors = {}, {}
    for number, known in form.items():
        lots = [STANDARD_NORMAL.inv_cdf(max(chance(), LEAST_CHANCE)) for _ in known]
        more[number] = tuple(round(one.mean + one.deviation * lot) for one, lot in zip(known, lots, strict=True))
        errors[number] = fsum(lots) / sqrt(len(lots))
    return DrawnForm(more, errors)


def as_played(ratings: Ratings, drawn: tuple[int, ...], first: bool | None) -> Ratings:
    """The strengths at the games of a match; the first has White in the first game and every other. None: no matter."""
    if len(ratings) == 1:  # nearly always, and a run asks some thousand times
        [rating], white = ratings, WHITE_IS_WORTH if first else 0
        return (None if rating is None else (rating or USUAL_RATING) + drawn[0] + white,)
    more = drawn * len(ratings) if len(drawn) == 1 else drawn
    whites = [WHITE_IS_WORTH if (game % 2 == 0) is first else 0 for game in range(len(ratings))]
    return tuple(
        None if rating is None else round(((rating or USUAL_RATING) + shift + white) / GRAIN) * GRAIN
        for rating, shift, white in zip(ratings, more, whites, strict=True)
    )
