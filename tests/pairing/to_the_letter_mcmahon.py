"""McMahon for chess as close to its regulation as code can be: slow, plain, for small fields.

Written from the regulation alone, independently of the engine, which it is compared with. Starting points are
worked out here; a round is that of the literal FIDE Dutch System of 2026, with the McMahon score in the place of
the score. No FIDE text speaks of this system: the numbers are those of the articles of our regulation.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from domain.cards.card import PairingTask, RoundPairing
from tests.pairing.to_the_letter_2026.brackets import NothingLegal, paired_brackets
from tests.pairing.to_the_letter_2026.colours import boards
from tests.pairing.to_the_letter_2026.players import Player, players_of

POINT = 2
"""In half-points."""
UNRATED = 0


@dataclass(frozen=True)
class Ladder:
    """The bar, the band and the floor that the regulations name, with the top that follows from them (Article 1)."""

    bar: int
    band: int
    floor: int | None
    """None: the event has neither a given one nor anybody rated."""

    @property
    def top(self) -> int:
        """T: points with which everybody at or above the bar starts."""
        return 0 if self.floor is None else max(0, bands_in(self.bar - self.floor, self.band))

    def start(self, rating: int) -> int:
        """Points with which somebody of this rating starts."""
        if rating == UNRATED or self.floor is None or rating < self.floor:
            return 0
        if rating >= self.bar:
            return self.top
        return max(0, self.top - bands_in(self.bar - rating, self.band))


def ladder(bar: int, band: int, given_floor: int | None, ratings: Iterable[int]) -> Ladder:
    """The floor is the given one, else the lowest rating of those who are rated when round 1 is paired."""
    if given_floor is not None:
        return Ladder(bar, band, given_floor)
    return Ladder(bar, band, min((rating for rating in ratings if rating != UNRATED), default=None))


def bands_in(difference: int, band: int) -> int:
    """Bands that reach over the difference: a part of one counts as one."""
    whole, rest = divmod(difference, band)
    return whole + (1 if rest else 0)


def pair(task: PairingTask, starts: Mapping[int, int], top: int) -> RoundPairing | None:
    """The boards in their order, and the player with the bye; None: nothing legal.

    `starts`: starting points by number. They count in every round, the past ones too, so that floats are those
    of McMahon scores.
    """
    virtual = {number: (POINT * points,) * task.rounds for number, points in starts.items()}
    players = players_of(replace(task, virtual=virtual))
    try:
        pairs, bye = paired_brackets(tuple(judged(player, task, top) for player in players), task.forbidden)
    except NothingLegal:
        return None
    return RoundPairing(boards(pairs, task.initial_colour), bye.number if bye else None)


def judged(player: Player, task: PairingTask, top: int) -> Player:
    """The player with what Article 3 says of topscorers.

    More than T and half of what the rounds before the last could give.
    """
    most = task.scoring.win * (task.rounds - 1)
    above = 2 * player.score > 2 * POINT * top + most
    return replace(player, topscorer=task.round == task.rounds and above)
