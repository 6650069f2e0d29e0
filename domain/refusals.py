"""Every reason the desk may say no. Data only: the sentences live in `web/wording/refusals.py`."""

from dataclasses import dataclass

from domain.events import Event
from domain.words.breaches import Breach
from domain.words.cautions import Caution
from domain.words.entrants import EntrantId
from domain.words.games import Result
from domain.words.lineups import LineupRule
from domain.words.namesakes import NamesakeQuestion


class Refusal(Exception):
    """The rules, or the state of things, do not allow it. The journal stays as it was."""


@dataclass(eq=False)
class BadField(Refusal):
    """A field of a form cannot be what was typed. `rule` names what it should be."""

    field: str
    value: str
    rule: str


@dataclass(eq=False)
class UnknownPlayer(Refusal):
    player: EntrantId


@dataclass(eq=False)
class UnknownTeam(Refusal):
    team: EntrantId


@dataclass(eq=False)
class TeamNameTaken(Refusal):
    name: str


@dataclass(eq=False)
class AlreadyInATeam(Refusal):
    player: EntrantId
    name: str
    """The name of the team that the player belongs to."""
    called: str = ""
    """The player, where the list they stand on is not registered yet."""


@dataclass(eq=False)
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


@dataclass(eq=False)
class TeamsCannotEnter(Refusal):
    """Every problem of the teams that were to be registered: none of them is."""

    problems: tuple[ProblemOfATeam, ...]


@dataclass(eq=False)
class InALineup(Refusal):
    """The player sits in the lineup of a round that is not over."""

    player: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class LineupBreach:
    """A rule that a lineup breaks; board 0 = of the lineup as a whole."""

    rule: LineupRule
    board: int = 0
    player: EntrantId | None = None
    other: EntrantId | None = None
    """The player who sits above."""


@dataclass(eq=False)
class LineupBreaksRules(Refusal):
    """An arbiter may let it stand with a reason; a captain gives another one."""

    team: EntrantId
    round: int
    breaches: tuple[LineupBreach, ...]


@dataclass(eq=False)
class NoMatchInRound(Refusal):
    """The round is paired, and the team has no opponent there."""

    team: EntrantId
    round: int


@dataclass(eq=False)
class TournamentOfPlayers(Refusal):
    """The regulations pair players, not teams."""


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


@dataclass(eq=False)
class TournamentIsClosed(Refusal):
    pass


@dataclass(eq=False)
class TournamentHasStarted(Refusal):
    """`what` is fixed by now: `system` once round 1 is paired, `initial-colour` once it is published."""

    what: str


@dataclass(eq=False)
class OutsideFideMode(Refusal):
    """FIDE mode has the rules in force and nothing else; `fields` of the regulations stand outside them."""

    fields: tuple[str, ...]


@dataclass(eq=False)
class TooFewPlayers(Refusal):
    present: int


@dataclass(eq=False)
class OddNumberOfPlayers(Refusal):
    """The regulations give no bye."""

    round: int
    present: int


@dataclass(eq=False)
class NoInitialColour(Refusal):
    pass


@dataclass(eq=False)
class AllRoundsPaired(Refusal):
    rounds: int


@dataclass(eq=False)
class ResultsMissing(Refusal):
    """Pairing or closing a round needs a result, or an adjournment, on every board."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class FieldNotFull(Refusal):
    """The regulations want no byes, and the field is no power of two."""

    present: int
    places: int


@dataclass(eq=False)
class NoLotForBracket(Refusal):
    """The lines of the bracket are drawn by lot, and not everybody has one yet."""


@dataclass(eq=False)
class MatchesLevel(Refusal):
    """All games of these matches have their result, and nobody has won."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class MatchNotLevel(Refusal):
    """Further games and lots are for a match that is level when all its games are over."""

    round: int
    board: int


@dataclass(eq=False)
class GamesStillCount(Refusal):
    """Games are left out of a match when they cannot change its end, and of no other."""

    round: int
    board: int


@dataclass(eq=False)
class GameToCome(Refusal):
    """The games of a match are played one after the other, and this one is not on yet, or not any more."""

    round: int
    board: int
    game: int
    decided: bool
    """The match is won without it."""


@dataclass(eq=False)
class TooManyRoundsToPlay(Refusal):
    """The field makes so many rounds, and a tournament can have no more than `most`."""

    rounds: int
    most: int


@dataclass(eq=False)
class NumbersNotDrawn(Refusal):
    """The regulations give the numbers by lot, and this field has not drawn them."""


@dataclass(eq=False)
class NumbersAreByRating(Refusal):
    """The regulations know no lot for the numbers."""


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
class FieldIsFixed(Refusal):
    """Rounds of a format that are drawn at once are drawn for the field of that day."""


@dataclass(eq=False)
class NoByesInFormat(Refusal):
    """In this format a game is played on another day, or forfeited: nobody has leave for a round."""


@dataclass(eq=False)
class DisputesOpen(Refusal):
    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class GamesAdjourned(Refusal):
    """No final table while a game is adjourned."""

    games: tuple[tuple[int, int], ...]


@dataclass(eq=False)
class HandPairingOpen(Refusal):
    """The round is being seated by hand: that has to end first."""

    round: int


@dataclass(eq=False)
class HandPairingNotBegun(Refusal):
    """Boards are changed by hand between a beginning and an end."""

    round: int


@dataclass(eq=False)
class NoDraft(Refusal):
    """There is no draft of this round to publish or discard."""

    round: int


@dataclass(eq=False)
class DraftOutdated(Refusal):
    """Something it was made from has changed since. `players` left or joined: it seats or forgets them wrongly."""

    round: int
    players: tuple[EntrantId, ...]


@dataclass(eq=False)
class NoSuchRound(Refusal):
    round: int


@dataclass(eq=False)
class RoundNotPublished(Refusal):
    round: int


@dataclass(eq=False)
class NotTheNewestRound(Refusal):
    """Only the newest round can be taken back or altered."""

    round: int
    newest: int


@dataclass(eq=False)
class RoundHasBegun(Refusal):
    """A game of the round has a result: F.7 no longer lets it be paired again."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class NoSuchBoard(Refusal):
    round: int
    board: int
    boards: int
    """The number of boards of the round."""


@dataclass(eq=False)
class NoSuchGame(Refusal):
    round: int
    board: int
    game: int
    games: int
    """The number of games of the match on this board."""


@dataclass(eq=False)
class ResultDiffers(Refusal):
    """The page that sent this showed something else than the journal holds."""

    round: int
    board: int
    seen: Result | None
    now: Result | None
    wanted: Result
    game: int = 1


@dataclass(eq=False)
class NeedsCorrection(Refusal):
    """The round is closed or a later one is paired: only a correction with a reason changes a result now."""

    round: int
    board: int
    now: Result | None
    game: int = 1


@dataclass(eq=False)
class NotDisputed(Refusal):
    round: int
    board: int


@dataclass(eq=False)
class NotAdjourned(Refusal):
    round: int
    board: int


@dataclass(eq=False)
class NothingToCorrect(Refusal):
    round: int
    board: int


@dataclass(eq=False)
class SameAsBefore(Refusal):
    """A correction that changes nothing."""

    round: int
    board: int


@dataclass(eq=False)
class ReasonMissing(Refusal):
    """Corrections, overrides and withdrawals of a round are explained in the journal."""

    what: str


@dataclass(eq=False)
class CannotPair(Refusal):
    """No legal pairing exists. `conflict` is a smallest set of players who cannot all be paired."""

    round: int
    conflict: tuple[EntrantId, ...]


@dataclass(eq=False)
class RatingsMissing(Refusal):
    """The pairing system of the regulations needs a rating of everybody."""

    round: int
    players: tuple[EntrantId, ...]


@dataclass(eq=False)
class IllegalBoards(Refusal):
    """A pairing by hand that breaks the absolute rules, or seats the wrong people."""

    round: int
    breaches: tuple[Breach[EntrantId], ...]


@dataclass(eq=False)
class PairingStands(Refusal):
    """F.6: a published pairing changes only if it violates B.1 or B.2, or on the arbiter's own word."""

    round: int


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
class PairingNumbersFixed(Refusal):
    """Once this round is paired the numbers stand."""

    round: int


@dataclass(eq=False)
class NotEqualInStrength(Refusal):
    """Only two of the same rating and title exchange their numbers."""

    players: tuple[EntrantId, ...]


@dataclass(eq=False)
class BarredFromHalfPointByes(Refusal):
    player: EntrantId


@dataclass(eq=False)
class CannotUndo(Refusal):
    """`why` is `unknown`, `undone`, `permanent`, `ground-gone`, `rests-on-undone` or `depended-on`.

    For the last two `dependents` are the versions that have to come first.
    """

    version: int
    why: str
    dependents: tuple[int, ...] = ()


@dataclass(eq=False)
class NeedsConfirmation(Refusal):
    """The step breaches the integrity of the pairings: `level` as in the FIDE checklist (2, 3 or 4)."""

    level: int
    what: str
    """The reason, by the gravest of the events or by what leaves FIDE mode; empty = for the cautions alone."""
    events: tuple[Event, ...]
    """The events that would be written; nothing has been yet."""
    cautions: tuple[Caution, ...] = ()
    """Cautions to be read first."""


@dataclass(eq=False)
class OtherPlayers(Refusal):
    """The boards whose players are corrected were played by the people who were paired there, each once."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class PlayedByOthers(Refusal):
    """Others sat at the board than were paired: with that changed again somebody would sit twice, or nowhere."""

    round: int
    board: int


@dataclass(eq=False)
class OneGameOnly(Refusal):
    """A match of several games is not reseated."""

    round: int
    board: int


@dataclass(eq=False)
class NotChess960(Refusal):
    """The games begin from the usual position."""


@dataclass(eq=False)
class StartPositionIsDrawn(Refusal):
    """A lot is drawn once."""

    round: int
    position: int


# Play-offs


@dataclass(eq=False)
class PlayoffIsDecided(Refusal):
    """There is nothing left to play."""


@dataclass(eq=False)
class PlayoffGoesOn(Refusal):
    """The order of the tied is not decided yet."""


@dataclass(eq=False)
class LotsNotDrawn(Refusal):
    """The next games of a play-off wait for lots."""


@dataclass(eq=False)
class ColourNotChosen(Refusal):
    """The winner of a lot is to choose the colour of an Armageddon game."""


@dataclass(eq=False)
class NoColourToChoose(Refusal):
    """Nobody is to choose the colour in this stage of a play-off."""

    stage: str


@dataclass(eq=False)
class MovesMissing(Refusal):
    """The fewest moves decide, and nobody has given those of these games."""

    games: tuple[tuple[int, int], ...]
    """Round and board."""


@dataclass(eq=False)
class GamesStillPlayed(Refusal):
    """The next games of a play-off follow from these."""

    round: int
    boards: tuple[int, ...]


@dataclass(eq=False)
class NoPlayoffAnnounced(Refusal):
    """The regulations' list of tie-breaks has no `PLAYOFF` (32.5.1)."""


@dataclass(eq=False)
class NobodyTied(Refusal):
    """No tie that a play-off could decide."""


@dataclass(eq=False)
class NoSuchPlayoff(Refusal):
    """This tournament has no play-off of that address, or none that has given an order."""

    playoff: str


@dataclass(eq=False)
class RuledAlready(Refusal):
    """The panel's ruling about a game is final (32.5.4)."""

    round: int
    board: int


@dataclass(eq=False)
class OnlyForTwo(Refusal):
    """Longer games are for two players, before the first of them begins (32.5.7)."""


# Festivals


@dataclass(eq=False)
class AlreadyASection(Refusal):
    tournament: str
    title: str
    """Its name in the festival."""


@dataclass(eq=False)
class SectionTitleTaken(Refusal):
    title: str


@dataclass(eq=False)
class NoSuchSection(Refusal):
    tournament: str


@dataclass(eq=False)
class NoQualifiersYet(Refusal):
    """The stage before is not over."""

    source: str


@dataclass(eq=False)
class QualifiersTied(Refusal):
    """More are equal at the last place that goes on than there is room for."""

    source: str
    place: int
    names: tuple[str, ...]


@dataclass(eq=False)
class StageHasBegun(Refusal):
    """A round is paired: nobody is exchanged for somebody else any more."""

    source: str


@dataclass(eq=False)
class GroupsDrawnAlready(Refusal):
    pool: str


@dataclass(eq=False)
class LinkedInACircle(Refusal):
    tournament: str


@dataclass(eq=False)
class SourceMoved(Refusal):
    """Something has happened in the stage before since the page was shown."""

    source: str
