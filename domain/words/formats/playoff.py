"""The choices about a play-off (article 32.5): published with the regulations before the event."""

from dataclasses import dataclass
from enum import StrEnum


class PairingForm(StrEnum):
    """The play of a pairing in the knock-outs of four and of eight. The values are stored in journals."""

    MINI_MATCH = "mini-match"
    """Two games of 3 minutes and 5 seconds a move, then Armageddon (32.5.6.1)."""
    ARMAGEDDON = "armageddon"
    """One game, where time is short (32.5.6.3, 32.5.6.7)."""


class FewestMoves(StrEnum):
    """The wording of "fewest moves" that is meant: the article has three. The values are stored in journals."""

    SHORTEST_WIN = "shortest-win"
    """The shortest game won, then the second shortest (32.5.6.2.3)."""
    SUM_OF_WINS = "sum-of-wins"
    """The moves of all games won, among those who won as many (32.5.6.4)."""
    ALL_GAMES = "all-games"
    """The moves of all games (32.5.6.6)."""


class ArmageddonColours(StrEnum):
    """The colours of an Armageddon game of two. The values are stored in journals."""

    LOT = "lot"
    """Number 1 of the lot has White (32.5.5)."""
    WINNER_CHOOSES = "winner-chooses"
    """Number 1 of the lot chooses: custom in many events, where 32.5.5 says the lot alone."""


class OrderGone(StrEnum):
    """The reason an order left the table of its tournament. The values are stored in journals."""

    GOES_ON = "goes-on"
    """A game of the play-off was corrected or taken back."""
    OTHERS_TIED = "others-tied"
    """The table has changed: those who played are not the ones who are level for the place."""


@dataclass(frozen=True, slots=True)
class PlayoffOptions:
    """Read by a play-off, and by the desk of the tournament that it belongs to."""

    pairing_form: PairingForm = PairingForm.MINI_MATCH
    fewest_moves: FewestMoves = FewestMoves.SHORTEST_WIN
    late: bool = False
    """The main games ended late: straight to Armageddon (32.5.8)."""
    places: int = 1
    """Places that the play-off decides: 1 for the first place, more for qualifying ones."""
    armageddon_colours: ArmageddonColours = ArmageddonColours.LOT
    increment_from_move: str = ""
    """The increment of Armageddon, as the regulations say it: `2 s from move 61`; empty = none (32.5.6.1.2)."""
    dropped_share: str = ""
    """The part of the prize fund for those who drop out of eleven or more (32.5.6.10), as the regulations say it."""
