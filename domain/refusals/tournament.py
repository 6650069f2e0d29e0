"""Refusals that follow from the tournament's kind or stage, and from the limits of files."""

from enum import StrEnum

from domain.refusals.refusal import Refusal


class TournamentIsClosed(Refusal):
    pass


class NothingToClose(Refusal):
    pass


class MovedOn(Refusal):
    """A program decided on an earlier version of the tournament."""

    expected: int
    version: int


class TournamentHasStarted(Refusal):
    """`what` is fixed by now: `system` once round 1 is paired, `initial-colour` once it is published."""

    what: str


class OutsideFideMode(Refusal):
    """FIDE mode has the rules in force and nothing else; `fields` of the regulations stand outside them."""

    fields: tuple[str, ...]


class TiebreaksOfOtherFormat(Refusal):
    """FIDE mode ranks nobody by these: they are for a Swiss, or for a round robin, and this is the other one."""

    tiebreaks: tuple[str, ...]
    predetermined: bool


class KeptInFideMode(Refusal):
    """In FIDE mode this changes no more once round 1 is paired: `regulations` or `prohibited-pairs`."""

    what: str


class TournamentOfTeams(Refusal):
    """Players were to be sent on into it."""


class TournamentOfPlayers(Refusal):
    pass


class NoInitialColour(Refusal):
    pass


class NotChess960(Refusal):
    pass


class StartPositionIsDrawn(Refusal):
    round: int
    position: int


class GamesAdjourned(Refusal):
    games: tuple[tuple[int, int], ...]


class PlayoffOnBoards(Refusal):
    places: tuple[int, ...]


class WasThrownAway(Refusal):
    """Nothing is written about a tournament that was thrown away until it is brought back."""


class PlayedElsewhere(Refusal):
    """A copy of this tournament is played on another machine, and nothing is written here."""

    to: str


class NotHandedOff(Refusal):
    """No copy of this tournament is away."""


class NoHandoffFile(Refusal):
    """`why` is `unread`, `changed`, `other-tournament`, `outward`, `homeward`, `unknown` or `gap`."""

    file: str
    why: str


class HandoffOver(Refusal):
    """The tournament was taken back by force: the copy counts no more."""

    by: str
    at: str


class HandoffForks(Refusal):
    """From this entry on both machines say something else, each by somebody."""

    version: int
    here: str
    there: str


class PracticeStaysPrivate(Refusal):
    pass


class FileKind(StrEnum):
    TABLE = "table"
    LIST = "list"
    PICTURE = "picture"
    GAMES = "games"
    PAPER = "paper"
    CHANCES = "chances"
    NEXT_ROUND = "next_round"


class NothingToPrint(Refusal):
    pass


class PapersNotInstalled(Refusal):
    pass


class FileTooHeavy(Refusal):
    file: str
    kind: FileKind
    megabytes: int


class FileTooSlow(Refusal):
    file: str
    kind: FileKind
    seconds: int
