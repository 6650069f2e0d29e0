"""One round on a player's card."""

from dataclasses import dataclass
from fractions import Fraction

from domain.cards.card import Float
from domain.words.games import Code, Colour
from projections.boards import Mark
from projections.people import Person


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round on the card."""

    round: int
    code: Code
    points: int
    """Half-points of this round."""
    total: int
    """Half-points up to and with this round."""
    board: int = 0
    """0 = no board."""
    opponent: Person | None = None
    opponent_points: int = 0
    """The opponent's points now."""
    colour: Colour | None = None
    floated: Float | None = None
    mark: Mark = Mark.NONE
    change: Fraction | None = None
    """The change of the rating by this game."""
    adjusted: int = 0
    """Half-points of `points` that the arbiter gave (or took away) beside the result."""
    counts: bool = True
    """False: annulled, because one of the two left too early; `points` are those of the table."""
    rests: bool = False
    """Without a game by the table of an odd field, or in a bracket while others play: no unplayed round."""
    match: bool = False
    """Of several games: the points say more than one result."""
