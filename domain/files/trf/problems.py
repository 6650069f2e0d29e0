"""Reasons to refuse a report file, each with its line and column (1-based, as in FIDE's tables; 0 = not one place).

Data only: the sentences are in `web/wording/trf.py`.
"""

from domain.files.trf.repairs import Repair
from domain.refusals import ExceptionWithData


class Unreadable(ExceptionWithData):
    """The file is refused; 0 = the whole file."""

    line: int
    column: int


class Several(Unreadable):
    """More than one thing is wrong, in the order of the lines; `line` and `column` are those of the first."""

    problems: tuple[Unreadable, ...]


class EmptyFile(Unreadable):
    line: int = 0
    column: int = 0


class NotText(Unreadable):
    byte: int


class ForeignLayout(Unreadable):
    """A file of another program that says something else at this byte than such files are known to say."""

    line: int = 0
    column: int = 0
    byte: int = 0


class TabInLine(Unreadable):
    pass


class NoPlayers(Unreadable):
    """There is no `001` record: not a report file at all, or one that is cut."""

    line: int = 0
    column: int = 0


class LineTooShort(Unreadable):
    field: str


class BadValue(Unreadable):
    """A field holds something that it cannot hold. `expected` is a key, not a sentence."""

    field: str
    was: str
    expected: str


class Misaligned(Unreadable):
    was: str
    expected: str


class RepeatedNumber(Unreadable):
    number: int
    first_line: int


class RepeatedFideNumber(Unreadable):
    fide_id: int
    first_line: int


class UnknownOpponent(Unreadable):
    number: int
    opponent: int
    round: int = 0


class OwnOpponent(Unreadable):
    number: int
    round: int


class OneSided(Unreadable):
    number: int
    opponent: int
    round: int


class ColoursClash(Unreadable):
    number: int
    opponent: int
    round: int


class ResultsClash(Unreadable):
    number: int
    opponent: int
    round: int
    result: str
    other: str


class ByeWithOpponent(Unreadable):
    number: int
    round: int
    code: str


class ColourWithoutOpponent(Unreadable):
    """`0000 w` and no result: most often a line whose columns are shifted."""

    number: int
    round: int


class ResultWithoutOpponent(Unreadable):
    number: int
    round: int
    code: str


class TwoPairingByes(Unreadable):
    """The bye of an odd field is given once per round (TRF16, code U): to one player, or to the players of one team."""

    number: int
    other: int
    round: int
    more: int = 0


class TwoTeamsWithBye(Unreadable):
    number: int
    other: int
    round: int


class NotHalfPoints(Unreadable):
    was: str


class Defective(Unreadable):
    """Strict reading: the file needs repairs, the first of which stands at `line` and `column`."""

    repairs: tuple[Repair, ...]


class RoundsUnknown(Unreadable):
    """Nothing in the file says how many rounds are planned (`XXR` or `142`)."""

    line: int = 0
    column: int = 0


class RoundOutOfReach(Unreadable):
    """The round asked for cannot be paired or shown: `limit` is the last one that can."""

    round: int
    limit: int


class ResultMissing(Unreadable):
    number: int
    opponent: int
    round: int


class NotMatches(Unreadable):
    games: int


class TeamFile(Unreadable):
    pass


class PointsContradict(Unreadable):
    number: int
    was: str
    now: str
