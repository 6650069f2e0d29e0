"""Refusals because of the entrants: single ones, the field together, and their numbers."""

from dataclasses import dataclass

from domain.refusals.refusal import Refusal
from domain.words.players import EntrantId, NamesakeQuestion

# Refusals because of the field: the entrants together, and their numbers.


@dataclass(eq=False)
class TooFewPlayers(Refusal):
    present: int


@dataclass(eq=False)
class OddNumberOfPlayers(Refusal):
    """The regulations give no bye."""

    round: int
    present: int


@dataclass(eq=False)
class RatingsMissing(Refusal):
    """The pairing system of the regulations needs a rating of everybody."""

    round: int
    players: tuple[EntrantId, ...]


@dataclass(eq=False)
class FieldNotFull(Refusal):
    """The regulations want no byes, and the field is no power of two."""

    present: int
    places: int


@dataclass(eq=False)
class FieldIsFixed(Refusal):
    """Rounds of a format that are drawn at once are drawn for the field of that day."""


@dataclass(eq=False)
class FieldOutsideVarma(Refusal):
    """The annex has Varma tables from `fewest` to `most` entrants."""

    entrants: int
    fewest: int
    most: int


@dataclass(eq=False)
class TeamsDoNotFit(Refusal):
    """Both teams need as many players each, within the tables; `others` belong to neither."""

    first: int
    second: int
    others: tuple[EntrantId, ...]
    fewest: int
    most: int


@dataclass(eq=False)
class SquadsDoNotFit(Refusal):
    """A match by the Scheveningen tables needs two teams, and a player of the squad for each board."""

    teams: int
    boards: int
    short: tuple[EntrantId, ...]
    """Teams with fewer players."""
    fewest: int
    most: int


@dataclass(eq=False)
class TooManyRoundsToPlay(Refusal):
    """The field makes so many rounds, and a tournament can have no more than `most`."""

    rounds: int
    most: int


@dataclass(eq=False)
class NoByesInFormat(Refusal):
    """In this format a game is played on another day, or forfeited: nobody has leave for a round."""


@dataclass(eq=False)
class NoLotForBracket(Refusal):
    """The lines of the bracket are drawn by lot, and not everybody has one yet."""


@dataclass(eq=False)
class NumbersNotDrawn(Refusal):
    """The regulations give the numbers by lot, and this field has not drawn them."""


@dataclass(eq=False)
class NumbersAreByRating(Refusal):
    """The regulations know no lot for the numbers."""


@dataclass(eq=False)
class PairingNumbersFixed(Refusal):
    """Once this round is paired the numbers stand."""

    round: int


@dataclass(eq=False)
class NoSelfRegistration(Refusal):
    """The public form is not open: nobody opened it, its last day is over, round 1 is paired, or teams play."""


@dataclass(eq=False)
class PlacesTaken(Refusal):
    most: int


@dataclass(eq=False)
class QueueIsFull(Refusal):
    """So many entries wait already that no more are taken."""


@dataclass(eq=False)
class TooManyOfOneAddress(Refusal):
    """As many entries from one address wait as may."""


@dataclass(eq=False)
class FormSentBefore(Refusal):
    """Another entry was asked for by the same form; `entry` is its secret."""

    entry: str


@dataclass(eq=False)
class ConfirmationNotSent(Refusal):
    """The mail server took no message for this address, or cannot be reached."""


@dataclass(eq=False)
class ConfirmationsSent(Refusal):
    """As many messages were sent to one address as may be."""


@dataclass(eq=False)
class EntryIsGone(Refusal):
    """Somebody else has decided about this entry, or it was deleted."""


@dataclass(eq=False)
class CheckInIsOver(Refusal):
    """Round 1 is paired."""


@dataclass(eq=False)
class NobodyCheckedIn(Refusal):
    """Everybody would be left out."""


@dataclass(eq=False)
class NotExpected(Refusal):
    """The entrant is not to be paired in round 1: withdrawn, entered for a later round, or on leave."""

    player: EntrantId


# Refusals about single players.


@dataclass(eq=False)
class UnknownPlayer(Refusal):
    player: EntrantId


@dataclass(eq=False)
class NamesakesAsked(Refusal):
    """Entries of one name that nothing tells apart: only the arbiter knows whether they are one person."""

    questions: tuple[NamesakeQuestion, ...]


@dataclass(eq=False)
class AlreadyRegistered(Refusal):
    """The same FIDE number."""

    name: str
    existing: EntrantId
    fide_id: int = 0


@dataclass(frozen=True, slots=True)
class ProblemOfAPlayer:
    """Something of a player on a list that cannot be; `index` is their place on it, from 0."""

    index: int
    name: str
    refusal: Refusal


@dataclass(eq=False)
class PlayersCannotEnter(Refusal):
    """Every problem of the players who were to be registered: none of them is."""

    problems: tuple[ProblemOfAPlayer, ...]


@dataclass(eq=False)
class AlreadyAway(Refusal):
    player: EntrantId
    round: int


@dataclass(eq=False)
class NotAway(Refusal):
    player: EntrantId
    round: int


@dataclass(eq=False)
class AlreadyPaired(Refusal):
    """A bye or withdrawal for a round that is published already."""

    player: EntrantId
    round: int


@dataclass(eq=False)
class NotEqualInStrength(Refusal):
    """Only two of the same rating and title exchange their numbers."""

    players: tuple[EntrantId, ...]


@dataclass(eq=False)
class BarredFromHalfPointByes(Refusal):
    player: EntrantId
