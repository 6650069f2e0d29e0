"""Refusals because of the entrants: players, teams and lineups, the field together, and its numbers."""

from domain.records import dataclass
from domain.refusals.refusal import Refusal
from domain.words.choices.prizes import Condition
from domain.words.players import EntrantId, NamesakeQuestion
from domain.words.teams import LineupRule


class TooFewPlayers(Refusal):
    present: int


class OddNumberOfPlayers(Refusal):
    round: int
    present: int


class RatingsMissing(Refusal):
    round: int
    players: tuple[EntrantId, ...]


class FieldNotFull(Refusal):
    present: int
    places: int


class FieldIsFixed(Refusal):
    pass


class FieldOutsideVarma(Refusal):
    """The annex has Varma tables from `fewest` to `most` entrants."""

    entrants: int
    fewest: int
    most: int


class TeamsDoNotFit(Refusal):
    """Both teams need as many players each, within the tables; `others` belong to neither."""

    first: int
    second: int
    others: tuple[EntrantId, ...]
    fewest: int
    most: int


class SquadsDoNotFit(Refusal):
    """A match by the Scheveningen tables needs two teams, and a player of the squad for each board."""

    teams: int
    boards: int
    short: tuple[EntrantId, ...]
    fewest: int
    most: int


class TooManyRoundsToPlay(Refusal):
    """The field makes so many rounds, and a tournament can have no more than `most`."""

    rounds: int
    most: int


class NoByesInFormat(Refusal):
    """In this format a game is played on another day, or forfeited: nobody has leave for a round."""


class NoLotForBracket(Refusal):
    pass


class NumbersNotDrawn(Refusal):
    pass


class NumbersAreByRating(Refusal):
    pass


class PairingNumbersFixed(Refusal):
    round: int


class NoSelfRegistration(Refusal):
    """The public form is not open: nobody opened it, its last day is over, round 1 is paired, or teams play."""


class PlacesTaken(Refusal):
    most: int


class ConditionsNotMet(Refusal):
    """`failed` are the conditions of entry that the player does not fulfil, of the nearest alternative."""

    name: str
    failed: tuple[Condition, ...]


class WaitsAlready(Refusal):
    name: str


class NotWaiting(Refusal):
    """Nobody of this id is on the waiting list any more."""


class QueueIsFull(Refusal):
    pass


class TooManyOfOneAddress(Refusal):
    pass


class FormSentBefore(Refusal):
    """Another entry was asked for by the same form; `entry` is its secret."""

    entry: str


class ConfirmationNotSent(Refusal):
    """The mail server took no message for this address, or cannot be reached."""


class ConfirmationsSent(Refusal):
    pass


class EntryIsGone(Refusal):
    pass


class CurrencyIsFixed(Refusal):
    """Money was taken in this one."""

    currency: str


class NothingOwed(Refusal):
    player: EntrantId


class NothingPaid(Refusal):
    player: EntrantId


class GivenBackAlready(Refusal):
    """Money of this payment was given back: without it more would be given back than was paid."""

    player: EntrantId


class FeeNotPaid(Refusal):
    """Nobody checks in before the fee is paid; `cents` are still open."""

    name: str
    cents: int
    currency: str


class CheckInIsOver(Refusal):
    """Round 1 is paired."""


class NobodyCheckedIn(Refusal):
    pass


class NotExpected(Refusal):
    """The entrant is not to be paired in round 1: withdrawn, entered for a later round, or on leave."""

    player: EntrantId


class UnknownPlayer(Refusal):
    player: EntrantId


class NamesakesAsked(Refusal):
    """Entries of one name that nothing tells apart: only the arbiter knows whether they are one person."""

    questions: tuple[NamesakeQuestion, ...]


class AlreadyRegistered(Refusal):
    """The two have one FIDE number."""

    name: str
    existing: EntrantId
    fide_id: int = 0


@dataclass(frozen=True, slots=True)
class ProblemOfAPlayer:
    """Something of a player on a list that cannot be; `index` is their place on it, from 0."""

    index: int
    name: str
    refusal: Refusal


class PlayersCannotEnter(Refusal):
    problems: tuple[ProblemOfAPlayer, ...]


class AlreadyAway(Refusal):
    player: EntrantId
    round: int


class NotAway(Refusal):
    player: EntrantId
    round: int


class AlreadyPaired(Refusal):
    player: EntrantId
    round: int


class NotEqualInStrength(Refusal):
    players: tuple[EntrantId, ...]


class BarredFromHalfPointByes(Refusal):
    player: EntrantId


class NotByOneself(Refusal):
    """The organiser does not let players do this by their own links, or not any more."""


class TooEarly(Refusal):
    since: str
    """ISO, local time."""


class TooLate(Refusal):
    until: str
    """ISO, local time."""


class OwnByesUsedUp(Refusal):
    most: int


class NoByeAsked(Refusal):
    player: EntrantId
    round: int


class UnknownTeam(Refusal):
    team: EntrantId


class TeamNameTaken(Refusal):
    name: str


class AlreadyInATeam(Refusal):
    player: EntrantId
    name: str
    called: str = ""


class NotInTheTeam(Refusal):
    team: EntrantId
    players: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class ProblemOfATeam:
    """Something of a list of teams that cannot be: of the team itself (board 0), or of a player of it."""

    team: str
    board: int
    player: str
    refusal: Refusal


class TeamsCannotEnter(Refusal):
    problems: tuple[ProblemOfATeam, ...]


class InALineup(Refusal):
    player: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class LineupBreach:
    """A rule that a lineup breaks; board 0 = of the lineup as a whole."""

    rule: LineupRule
    board: int = 0
    player: EntrantId | None = None
    other: EntrantId | None = None


class LineupBreaksRules(Refusal):
    team: EntrantId
    round: int
    breaches: tuple[LineupBreach, ...]


class NoMatchInRound(Refusal):
    team: EntrantId
    round: int
