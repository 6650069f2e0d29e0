"""Words of the chess board: colours, results, byes and what they are worth.

A result is kept as a *code*, never as points: the same journal counted under another
scoring gives another table without touching anything. All points are integers in
half-points (a win is 2, a draw is 1); `Fraction` appears only where something is divided.
"""

from enum import StrEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from domain.records import dataclass
from domain.words.players import EntrantId


class Word(StrEnum):
    """Looked up in dictionaries by the ten thousand: as quickly as any text, the hash of an Enum is Python."""

    __hash__ = str.__hash__


class Colour(Word):
    """The colour of the pieces; the values are those of the FIDE report file."""

    WHITE = "w"
    BLACK = "b"

    @property
    def opposite(self) -> "Colour":
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Code(Word):
    """The code of one player in one round, in the letters of the FIDE report file (TRF16)."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    PAIRING_BYE = "U"
    FULL_BYE = "F"
    HALF_BYE = "H"
    ZERO_BYE = "Z"
    ADJOURNED = "X"
    PENDING = "?"

    @property
    def played(self) -> bool:
        """The two players sat down and moved (F.2: only such a game has a colour)."""
        return self in PLAYED_CODES

    @property
    def rated(self) -> bool:
        return self in (Code.WIN, Code.DRAW, Code.LOSS)

    @property
    def bye(self) -> bool:
        """No opponent was ever meant for this round."""
        return self in (Code.PAIRING_BYE, Code.FULL_BYE, Code.HALF_BYE, Code.ZERO_BYE)

    @property
    def forfeit(self) -> bool:
        return self in (Code.FORFEIT_WIN, Code.FORFEIT_LOSS)

    @property
    def open(self) -> bool:
        """The game is not decided yet (running or adjourned)."""
        return self in OPEN_CODES


OPEN_CODES = frozenset({Code.PENDING, Code.ADJOURNED})
WON_CODES = frozenset({Code.WIN, Code.UNRATED_WIN, Code.FORFEIT_WIN})
PLAYED_CODES = frozenset(code for code in Code if not code.bye and not code.forfeit)
"""Codes of games with moves. A game in progress has given both players their colour."""


class Result(Word):
    """The result of one game, white first. The values are stored in journals and never change."""

    WHITE_WINS = "1-0"
    DRAW = "1/2-1/2"
    BLACK_WINS = "0-1"
    WHITE_WINS_BY_FORFEIT = "+/-"
    BLACK_WINS_BY_FORFEIT = "-/+"
    DOUBLE_FORFEIT = "-/-"
    WHITE_WINS_UNRATED = "W-L"
    DRAW_UNRATED = "D-D"
    BLACK_WINS_UNRATED = "L-W"
    BOTH_LOSE = "0-0"
    WHITE_HALF_BLACK_LOSES = "1/2-0"
    WHITE_LOSES_BLACK_HALF = "0-1/2"
    ADJOURNED = "adjourned"

    @property
    def white(self) -> Code:
        return SIDES[self][0]

    @property
    def black(self) -> Code:
        return SIDES[self][1]

    @property
    def played(self) -> bool:
        return self.white.played

    @property
    def winner(self) -> Colour | None:
        """The side that won; None for a draw, for two losers, and before the game is decided."""
        if self.white in WON_CODES:
            return Colour.WHITE
        return Colour.BLACK if self.black in WON_CODES else None

    @property
    def reversed(self) -> "Result":
        return BY_SIDES[self.black, self.white]


SIDES: dict[Result, tuple[Code, Code]] = {
    Result.WHITE_WINS: (Code.WIN, Code.LOSS),
    Result.DRAW: (Code.DRAW, Code.DRAW),
    Result.BLACK_WINS: (Code.LOSS, Code.WIN),
    Result.WHITE_WINS_BY_FORFEIT: (Code.FORFEIT_WIN, Code.FORFEIT_LOSS),
    Result.BLACK_WINS_BY_FORFEIT: (Code.FORFEIT_LOSS, Code.FORFEIT_WIN),
    Result.DOUBLE_FORFEIT: (Code.FORFEIT_LOSS, Code.FORFEIT_LOSS),
    Result.WHITE_WINS_UNRATED: (Code.UNRATED_WIN, Code.UNRATED_LOSS),
    Result.DRAW_UNRATED: (Code.UNRATED_DRAW, Code.UNRATED_DRAW),
    Result.BLACK_WINS_UNRATED: (Code.UNRATED_LOSS, Code.UNRATED_WIN),
    Result.BOTH_LOSE: (Code.LOSS, Code.LOSS),
    Result.WHITE_HALF_BLACK_LOSES: (Code.DRAW, Code.LOSS),
    Result.WHITE_LOSES_BLACK_HALF: (Code.LOSS, Code.DRAW),
    Result.ADJOURNED: (Code.ADJOURNED, Code.ADJOURNED),
}

BY_SIDES: dict[tuple[Code, Code], Result] = {sides: result for result, sides in SIDES.items()}


class Bye(Word):
    """A round the arbiter lets a player miss. The bye of an odd field is not one of these."""

    FULL = "F"
    HALF = "H"
    ZERO = "Z"

    @property
    def code(self) -> Code:
        return Code(self.value)


@dataclass(frozen=True, slots=True)
class Scoring:
    """Worth of each code in half-points (FIDE report file, record 162)."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    pairing_bye: int = 2
    absence: int = 0

    def points(self, code: Code) -> int:
        """Half-points for `code`; an open game counts nothing (see `provisional`)."""
        match code:
            case Code.WIN | Code.UNRATED_WIN | Code.FORFEIT_WIN | Code.FULL_BYE:
                return self.win
            case Code.DRAW | Code.UNRATED_DRAW | Code.HALF_BYE:
                return self.draw
            case Code.LOSS | Code.UNRATED_LOSS:
                return self.loss
            case Code.PAIRING_BYE:
                return self.pairing_bye
            case Code.FORFEIT_LOSS | Code.ZERO_BYE:
                return self.absence
            case Code.ADJOURNED | Code.PENDING:
                return 0

    def provisional(self, code: Code) -> int:
        """Half-points for pairing: an adjourned game is a draw (F.9)."""
        return self.draw if code is Code.ADJOURNED else self.points(code)


@cache
def points(half_points: int) -> Fraction:
    """Half-points as points."""
    return Fraction(half_points, 2)


# The 960 start positions of Chess960, by their numbers (FIDE Laws of Chess, guidelines II).

POSITION_COUNT = 960
STANDARD_POSITION = 518

KNIGHTS = ((0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4))
"""The places of the knights among the five left, in the order of the numbers."""


def start_position(number: int) -> str:
    """White's first rank from a to h, such as `RNBQKBNR` for 518. Raises ValueError for what is no number of one."""
    if not 0 <= number < POSITION_COUNT:
        raise ValueError(number)
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    rank = [""] * 8
    rank[2 * light + 1] = rank[2 * dark] = "B"
    rank[_free(rank)[queen]] = "Q"
    left = _free(rank)
    for place in KNIGHTS[knights]:
        rank[left[place]] = "N"
    for place, piece in zip(_free(rank), "RKR", strict=True):
        rank[place] = piece
    return "".join(rank)


def _free(rank: list[str]) -> list[int]:
    return [place for place, piece in enumerate(rank) if not piece]


class GameKind(Word):
    """The kind of a game within its match. The values are stored in journals."""

    MAIN = "main"
    RAPID = "rapid"
    BLITZ = "blitz"
    ARMAGEDDON = "armageddon"
    """White has more time, and Black the draw: a draw wins the match for Black."""

    @property
    def counts(self) -> bool:
        """Part of the table, the tie-breaks and the rating report. Further games only decide who goes on."""
        return self is GameKind.MAIN


class SettledBy(Word):
    """A decision of a match beside its games. The values are stored in journals."""

    LOTS = "lots"
    RULING = "ruling"
    FURTHER_GAMES = "further-games"
    LOWER_RATING = "lower-rating"
    """Only read from a report file, which may have another rating than that day."""


class GameAt(NamedTuple):
    """The place of a game; whoever is seated anew there plays another one."""

    round: int
    board: int
    game: int
    """Of the match."""


@dataclass(frozen=True, slots=True)
class ExtraGame:
    number: int
    """The number of the game in its match; they follow those that there are."""
    white: EntrantId
    black: EntrantId
    kind: GameKind
