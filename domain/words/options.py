"""Options of the formats and systems: the choices of the regulations that only one kind of event reads."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from domain.records import dataclass
from domain.words.brackets import BracketMatch
from domain.words.games import GameKind


class BracketOrder(StrEnum):
    """The way to the lines of the bracket. The values are stored in journals."""

    SEEDED = "seeded"
    """By pairing number: 1-16, 8-9, ..."""
    LOT = "lot"
    """One drawn permutation: 1st-2nd, 3rd-4th, ... (document 003, KO3)."""


class LevelRule(StrEnum):
    """The end of a match that is level after its games. The values are stored in journals."""

    FURTHER_GAMES = "further-games"
    """Further games in the order of the regulations; lots if those are level too."""
    LOWER_RATING = "lower-rating"
    """The lower rating goes on, the unrated before all others; equal ratings draw lots (document 003, KO6)."""
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class FurtherStep:
    kind: GameKind
    games: int = 1


USUAL_STEPS = (FurtherStep(GameKind.RAPID, 2), FurtherStep(GameKind.BLITZ, 2), FurtherStep(GameKind.ARMAGEDDON))


@dataclass(frozen=True, slots=True)
class KnockoutOptions:
    bracket: BracketOrder = BracketOrder.SEEDED
    byes: bool = True
    """The first are free in round 1 of a field that is no power of two; without byes such a field is refused."""
    level: LevelRule = LevelRule.FURTHER_GAMES
    further: tuple[FurtherStep, ...] = USUAL_STEPS
    games_at_once: bool = False
    """The games of a match are played side by side and not one after the other."""
    round_a_day: bool = False
    third_place: bool = False
    """The losers of the half-finals meet; without it they share the third place."""
    second_final: bool = True
    """Double elimination: both have lost once when the lower bracket wins the final, and meet again."""
    tree: tuple[BracketMatch, ...] = ()
    """Of a double elimination played elsewhere, as its games show it; () = ours for so many players."""


class MaxiTournament(StrEnum):
    """Colours move only players of close ratings (Lim, 3.2.3, 3.8, 5.7). The values are stored in journals."""

    AUTOMATIC = "automatic"
    """With more participants than 2 to the number of rounds, as the first text of the system said."""
    YES = "yes"
    NO = "no"

    @property
    def declared(self) -> bool | None:
        """None: by the number of participants."""
        return None if self is MaxiTournament.AUTOMATIC else self is MaxiTournament.YES


# The choices that McMahon leaves to the organiser: the points that players begin with.
# From Go (BGA Organisers' Handbook), with ratings in the place of grades.

HALVES_OF_A_POINT = 2
AT_THE_BAR: Mapping[int, tuple[int, int]] = {
    3: (4, 8),
    4: (5, 10),
    5: (6, 12),
    6: (7, 15),
    7: (8, 18),
    8: (9, 22),
    9: (10, 26),
}
"""By rounds planned: the fewest and the most players who should begin at the bar (BGA Organisers' Handbook, 4)."""
MOST_STARTING_POINTS = 49
"""A report file has room for 99.5 points, starting points and all."""


@dataclass(frozen=True, slots=True)
class McMahonOptions:
    bar: int = 2000
    band: int = 100
    floor: int = 0
    """The rating at which starting points begin; 0 = the lowest rating of a participant before round 1."""

    def lowest(self, ratings: Iterable[int]) -> int:
        """The rating at which starting points begin among players of these ratings; the bar where nobody has one."""
        return self.floor or min((rating for rating in ratings if rating), default=self.bar)

    def top(self, floor: int) -> int:
        """Starting half-points of players at the bar, where starting points begin at the rating `floor`."""
        return HALVES_OF_A_POINT * max(0, _begun_bands(self.bar - floor, self.band))

    def start(self, rating: int, floor: int) -> int:
        """Starting half-points: for each band begun below the bar one point less; 0 without a rating."""
        below = _begun_bands(max(0, self.bar - rating), self.band)
        return max(0, self.top(floor) - HALVES_OF_A_POINT * below) if rating >= max(1, floor) else 0


def _begun_bands(points: int, band: int) -> int:
    return -(-points // band)


class NumbersBy(StrEnum):
    """The values are stored in journals."""

    RATING = "rating"
    """In the order of the initial ranking."""
    LOT = "lot"
    RATING_OR_LOT = "rating-or-lot"
    """By rating, and by lot where nobody has one: for a Swiss alone, which is told which of the two it is."""
    VARMA = "varma"
    """By lot within sets of numbers, so that players of a federation meet early (C.05, Annex 2)."""


class FirstLot(StrEnum):
    NONE = ""
    COLOUR = "colour"
    """The colour of number 1 in round 1."""
    COLOURS = "colours"
    LINES = "lines"
    """The lines of a bracket that is drawn."""
    NUMBERS = "numbers"


# The choices about a play-off (article 32.5): published with the regulations before the event.


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


class LeaverRule(StrEnum):
    """The fate of the games of an entrant who leaves. The values are stored in journals."""

    ANNUL_BELOW_HALF = "annul-below-half"
    """With fewer than half of the games played, they count for the rating alone; else all count (C.05)."""
    KEEP = "keep"


class TableColours(StrEnum):
    """The colours of the first cycle of a round robin. The values are stored in journals."""

    BERGER = "berger"
    """The colours of the table (C.05, Annex 1)."""
    LOT = "lot"
    """Drawn for each pair (document 003, RR4)."""


class CycleEnd(StrEnum):
    """The last two rounds of a cycle that another one follows. The values are stored in journals."""

    EXCHANGED = "exchanged"
    """They change places, so that nobody has one colour three times running (C.05, Annex 1)."""
    AS_PRINTED = "as-printed"


@dataclass(frozen=True, slots=True)
class RoundRobinOptions:
    """Everybody meets everybody, in one cycle or more; also of a match of teams by the Scheveningen tables."""

    cycles: int = 1
    """The times that each meets each; in every second cycle with the other colours."""
    numbers: NumbersBy = NumbersBy.RATING
    one_by_one: bool = False
    """Rounds are drawn and published one after the other; else all at once."""
    leavers: LeaverRule = LeaverRule.ANNUL_BELOW_HALF
    """`rr_withdrawal`."""
    colours: TableColours = TableColours.BERGER
    ends_by_itself: bool = False
    """The last result closes the tournament (document 003, RR10)."""
    cycle_end: CycleEnd = CycleEnd.EXCHANGED


LONGEST_TEAM_NAME_CHARS = 120
"""As many as a club may have."""


@dataclass(frozen=True, slots=True)
class ScheveningenOptions:
    """The two teams by name; a player belongs to the one that stands in the field for the club."""

    first_team: str = ""
    second_team: str = ""


# The choices about a Swiss that no edition of FIDE leaves open: the rules of portals and clubs.

FIDE_COLOUR_RUN = 2
"""FIDE: nobody has one colour three times in a row."""
COLOUR_RUNS = (FIDE_COLOUR_RUN, 3)
ROUNDS_BETWEEN = 3
"""Keizer: rounds that lie between two games of the same two, where the regulations say nothing else."""


class OddField(StrEnum):
    """The answer to an odd number of players. The values are stored in journals."""

    BYE = "bye"
    REFUSED = "refused"


class ByeRule(StrEnum):
    """The way the bye of an odd field is given. The values are stored in journals."""

    OF_THE_SYSTEM = "system"
    LAST = "last"
    """The last of the lowest score group who has had none, before anybody is paired."""


class ApartBy(StrEnum):
    """What players have in common who are kept apart where it can be. The values are stored in journals."""

    NOTHING = "nothing"
    FEDERATION = "federation"
    CLUB = "club"
    EITHER = "federation-or-club"


@dataclass(frozen=True, slots=True)
class SwissOptions:
    odd_field: OddField = OddField.BYE
    bye: ByeRule = ByeRule.OF_THE_SYSTEM
    colour_run: int = FIDE_COLOUR_RUN
    numbers: NumbersBy = NumbersBy.RATING
    """By rating, by lot, or by lot only where nobody has a rating: who meets whom in round 1 follows."""
    apart_by: ApartBy = ApartBy.NOTHING
    apart_rounds: int = 0
    """The first rounds in which players alike in it are kept apart; 0 = all."""
    rounds_between: int = ROUNDS_BETWEEN
    """Keizer: rounds that lie between two games of the same two, where it can be."""

    def apart_in(self, round: int) -> bool:
        return self.apart_by is not ApartBy.NOTHING and (not self.apart_rounds or round <= self.apart_rounds)
