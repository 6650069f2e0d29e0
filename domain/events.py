"""Everything that can happen to a tournament, in the past tense. These names and shapes are for ever.

An event says what was *decided*: boards, numbers, lots and seeds, so that replay never runs an
engine, reads a clock or rolls a die. Results are codes, byes have no value: points are a matter
of the regulations. Each type declares its `Integrity`: what the FIDE checklist calls a pairing
integrity breaching event is marked here and nowhere else, and the desk, the history and the
comment lines of the report file are derived from the mark.

Longer than other files on purpose: what can happen is one list, read from top to bottom, and spread
over several files each name would stand in three places.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, TypeAlias, get_args

from domain.words.entrants import EntrantId
from domain.words.formats.numbers import NumbersBy
from domain.words.formats.playoff import OrderGone
from domain.words.further_games import ExtraGame, SettledBy
from domain.words.games import Bye, Colour, Result
from domain.words.lineups import LineupRule
from domain.words.mended import Mended
from domain.words.national import NationalRating
from domain.words.players import Player, PlayerId
from domain.words.regulations import Details, Regulations
from domain.words.round_span import ALWAYS, RoundSpan
from domain.words.stages import Carry, Qualifier
from domain.words.teams import Team, TeamId


class Integrity(StrEnum):
    """The meaning of a step for the integrity of the pairings (FIDE checklist, questions 112-115)."""

    NONE = "none"
    """An ordinary step of an ordinary day."""
    ALTERATION = "MPA"
    """A pairing changed by hand."""
    IMPORT = "Import"
    NUMBERING = "TPN"
    CORRECTION = "Correction"
    ADJOURNMENT = "Adjournment"
    CONFIGURATION = "Configuration"
    BYE = "Bye"
    """A full-point bye (question 179)."""


BY_HAND = "by hand"
"""The engine of a round that the arbiter seated from the start."""

FROM_FILE = "file"
"""The engine of a round out of a file that does not say who paired."""


@dataclass(frozen=True, slots=True)
class Board:
    """The seats at one board. Identities, not numbers: numbers may change."""

    number: int
    white: EntrantId
    black: EntrantId


# The tournament


@dataclass(frozen=True, slots=True)
class TournamentAnnounced:
    integrity: ClassVar = Integrity.NONE
    details: Details
    regulations: Regulations


@dataclass(frozen=True, slots=True)
class DetailsAmended:
    integrity: ClassVar = Integrity.NONE
    details: Details


@dataclass(frozen=True, slots=True)
class RegulationsAmended:
    """The new regulations whole; before round 1 is paired this is an ordinary step (see `integrity_of`)."""

    integrity: ClassVar = Integrity.CONFIGURATION
    regulations: Regulations
    during_round: int
    """The newest round paired when it happened; 0 = before the start."""
    reason: str = ""
    last_round_by: str = ""
    """The system that the newest round was looked at again with, since it becomes or is no longer the last one."""
    last_round_differs: tuple[int, ...] = ()
    """Boards of it that this system pairs otherwise."""


@dataclass(frozen=True, slots=True)
class TournamentImported:
    """The tournament was read from a file; the events that follow were told by it."""

    integrity: ClassVar = Integrity.IMPORT
    file_name: str
    sha256: str
    repairs: tuple[str, ...] = ()
    """The repairs that reading it took, a sentence each: only in entries of before `mended`."""
    during_round: int = 0
    kept_before: tuple[str, ...] = ()
    """Comments and unknown records of the file, word for word: those before the players."""
    kept_after: tuple[str, ...] = ()
    rechecked_by: str = ""
    """The system its rounds were paired again with; empty = they were not."""
    differing: tuple[int, ...] = ()
    """Rounds that this system pairs otherwise."""
    mended: tuple[Mended, ...] = ()
    """All that had to be mended, left out or filled in to read it."""
    national: tuple[NationalRating, ...] = ()
    """National ratings beyond the one that a player has here, to be written again."""


@dataclass(frozen=True, slots=True)
class PairsProhibited:
    """Nobody of a group is paired with anybody else of it; replaces what was prohibited before."""

    integrity: ClassVar = Integrity.CONFIGURATION
    groups: tuple[tuple[EntrantId, ...], ...]
    during_round: int
    reason: str = ""
    rounds: tuple[RoundSpan, ...] = ()
    """In which rounds each group holds; empty = all of them in every round."""

    @property
    def bans(self) -> tuple[tuple[tuple[EntrantId, ...], RoundSpan], ...]:
        """Each group and its rounds."""
        unlimited = (ALWAYS,) * (len(self.groups) - len(self.rounds))
        return tuple(zip(self.groups, (*self.rounds, *unlimited), strict=False))


@dataclass(frozen=True, slots=True)
class FideModeLeft:
    """From here on the tournament is not run under FIDE's own restrictions. Never undone."""

    integrity: ClassVar = Integrity.CONFIGURATION
    during_round: int
    cause: str


@dataclass(frozen=True, slots=True)
class TournamentClosed:
    """Before all planned rounds are played it is a change of their number (see `integrity_of`)."""

    integrity: ClassVar = Integrity.CONFIGURATION
    after_round: int = 0
    """The round it was cut short after; 0 = all planned rounds were played."""
    reason: str = ""
    last_round_by: str = ""
    """The system that the newest round was looked at again with, as the last one; empty = it was not."""
    last_round_differs: tuple[int, ...] = ()
    """Boards of it that this system pairs otherwise."""


@dataclass(frozen=True, slots=True)
class TournamentReopened:
    integrity: ClassVar = Integrity.CONFIGURATION
    reason: str
    during_round: int = 0


# Players


@dataclass(frozen=True, slots=True)
class ForfeitedGame:
    """A game that somebody who leaves an event loses without a move, in a round that was published already."""

    round: int
    board: int
    result: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class PlayerRegistered:
    integrity: ClassVar = Integrity.NONE
    player: Player
    from_round: int = 1
    """The first round the player is paired in; a late entry has no points for earlier ones."""


@dataclass(frozen=True, slots=True)
class PlayerDetailsAmended:
    """All of the player's details as they are from now on; the rating stays what it was."""

    integrity: ClassVar = Integrity.NONE
    player: Player


@dataclass(frozen=True, slots=True)
class RatingCorrected:
    integrity: ClassVar = Integrity.CORRECTION
    player: EntrantId
    rating: int
    was: int
    counts_from: int
    """The first round paired with it; 0 = for the rating report only."""
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class PlayerWithdrawn:
    integrity: ClassVar = Integrity.NONE
    player: EntrantId
    from_round: int
    """The first round the player is not paired in."""
    reason: str = ""
    forfeits: tuple[ForfeitedGame, ...] = ()
    """Games on the boards of the player that were not decided: where all rounds are drawn before the first."""


@dataclass(frozen=True, slots=True)
class PlayerExpelled:
    """Out of the event and of the table; the games played stay with the opponents (FIDE checklist, 197-198)."""

    integrity: ClassVar = Integrity.NONE
    player: EntrantId
    from_round: int
    """The first round the player is not paired in."""
    reason: str = ""
    forfeits: tuple[ForfeitedGame, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerReadmitted:
    integrity: ClassVar = Integrity.NONE
    player: EntrantId
    from_round: int
    reason: str = ""
    reopened: tuple[ForfeitedGame, ...] = ()
    """Games that are to be played after all."""


@dataclass(frozen=True, slots=True)
class PlayerAnonymised:
    """The name is no longer published; the journal's chain stays as it is."""

    integrity: ClassVar = Integrity.NONE
    player: EntrantId


@dataclass(frozen=True, slots=True)
class ByeGranted:
    """Only one of a full point is more than an ordinary step (see `integrity_of`)."""

    integrity: ClassVar = Integrity.BYE
    player: EntrantId
    round: int
    kind: Bye


@dataclass(frozen=True, slots=True)
class ByeRevoked:
    integrity: ClassVar = Integrity.NONE
    player: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class PointsAdjusted:
    """Points given or taken away by the arbiter, beside the results: a penalty, a bonus (record 299 of a report)."""

    integrity: ClassVar = Integrity.NONE
    player: EntrantId
    round: int
    points: int
    """Half-points added to that round, negative for a penalty; to those that were added before."""
    counts_from: int
    """The first round whose pairing takes them into account."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StartingPointsCorrected:
    """McMahon: somebody begins elsewhere than their rating says, after round 1 was published."""

    integrity: ClassVar = Integrity.CORRECTION
    player: EntrantId
    points: int
    """Starting half-points."""
    was: int
    counts_from: int
    """The first round paired with them."""
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class HalfPointByesBarred:
    """The player has no half-point bye any more: those granted stay."""

    integrity: ClassVar = Integrity.NONE
    player: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HalfPointByesAllowed:
    integrity: ClassVar = Integrity.NONE
    player: EntrantId
    reason: str = ""


# Stages


@dataclass(frozen=True, slots=True)
class EntrantsQualified:
    """Entrants came from an earlier stage; a later one of the same source replaces it."""

    integrity: ClassVar = Integrity.NONE
    source: str
    """The address of the tournament they came from."""
    position: int
    """Its journal position that they were read at."""
    entrants: tuple[Qualifier, ...]
    places: int = 0
    """The number of entrants who go on from there."""
    carry: Carry = Carry.NONE
    least_games: int = 1
    """Games that somebody has to have played there."""
    reason: str = ""
    name: str = ""
    """The name of the source when they came; empty in older journals."""


@dataclass(frozen=True, slots=True)
class QualificationAccepted:
    """The entrants stay although the source says otherwise by now."""

    integrity: ClassVar = Integrity.NONE
    source: str
    position: int
    """Its journal position that was looked at."""
    instead: tuple[Qualifier, ...]
    """Those who would have come by then."""
    reason: str
    name: str = ""
    """The name of the source; empty in older journals."""


# Teams


@dataclass(frozen=True, slots=True)
class TeamRegistered:
    """Its players are registered before it; a player belongs to one team at most."""

    integrity: ClassVar = Integrity.NONE
    team: Team
    from_round: int = 1


@dataclass(frozen=True, slots=True)
class TeamDetailsAmended:
    """All of the team's details as they are from now on, its squad and reserves among them."""

    integrity: ClassVar = Integrity.NONE
    team: Team
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class PlayerTransferred:
    """A player goes from one team to the end of another's squad, or of its reserves."""

    integrity: ClassVar = Integrity.NONE
    player: PlayerId
    origin: TeamId
    into: TeamId
    reserve: bool = False
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class LineupGiven:
    """The players of a team in a round, in the order of the boards; a later one replaces it."""

    integrity: ClassVar = Integrity.NONE
    round: int
    team: TeamId
    players: tuple[PlayerId, ...]
    against: tuple[LineupRule, ...] = ()
    """Rules that an arbiter let it break."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LineupsShown:
    """Everybody sees the lineups of a round from now on, of both teams of a match or of one."""

    integrity: ClassVar = Integrity.NONE
    round: int


# Lots and numbers


@dataclass(frozen=True, slots=True)
class InitialColourDrawn:
    """The colour of number 1 in round 1 (A.7)."""

    integrity: ClassVar = Integrity.NONE
    colour: Colour
    seed: str = ""
    """The lot's seed; empty = set by the arbiter."""


@dataclass(frozen=True, slots=True)
class PairingNumbersIssued:
    """Pairing number n belongs to `order[n - 1]` (A.2)."""

    integrity: ClassVar = Integrity.NUMBERING
    order: tuple[EntrantId, ...]
    during_round: int = 0
    """The newest round paired when it happened; 0 = before the start (an ordinary step)."""
    drawn_by: NumbersBy = NumbersBy.RATING
    """A lot, where the numbers were drawn."""
    seed: str = ""
    """The lot's seed."""


@dataclass(frozen=True, slots=True)
class StartPositionDrawn:
    """Chess960: what every board of a round begins from."""

    integrity: ClassVar = Integrity.NONE
    round: int
    position: int
    """0 to 959."""
    seed: str


@dataclass(frozen=True, slots=True)
class PairingNumbersExchanged:
    """Two of equal rating and title have each other's number from now on (FIDE checklist, 147-150)."""

    integrity: ClassVar = Integrity.NUMBERING
    one: EntrantId
    other: EntrantId
    during_round: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LotsDrawn:
    """The last resort between equals, drawn once: earlier in `order` is better."""

    integrity: ClassVar = Integrity.NONE
    seed: str
    order: tuple[EntrantId, ...]


@dataclass(frozen=True, slots=True)
class EqualsOrdered:
    """The order that the tie-break `MANUAL` goes by: earlier in `order` is better; replaces the order before."""

    integrity: ClassVar = Integrity.NONE
    order: tuple[EntrantId, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OutsideValue:
    """One player's value of a tie-break that is worked out elsewhere."""

    player: EntrantId
    points: int
    """Half-points."""


@dataclass(frozen=True, slots=True)
class OutsideValuesGiven:
    """Values for the tie-break `PLAYOFF`: points of games that are not in this tournament; replaces those before."""

    integrity: ClassVar = Integrity.NONE
    values: tuple[OutsideValue, ...]
    reason: str = ""


# Rounds


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """A draft: nobody but the desk sees it until it is published. A later draft replaces it."""

    integrity: ClassVar = Integrity.NONE
    round: int
    boards: tuple[Board, ...]
    bye: EntrantId | None
    numbers: tuple[EntrantId, ...]
    """The pairing numbers in force, in order."""
    engine: str
    engine_version: str
    based_on: int
    """The journal position the engine saw."""
    byes: tuple[EntrantId, ...] = ()
    """Those who advance without a game in a bracket; `bye` is that of an odd field."""


@dataclass(frozen=True, slots=True)
class RoundPublished:
    integrity: ClassVar = Integrity.NONE
    round: int
    on: str = ""
    """The day at the venue (ISO), where the regulations have one round a day."""


@dataclass(frozen=True, slots=True)
class RoundWithdrawn:
    """A published round taken back before it was played (F.6, F.7)."""

    integrity: ClassVar = Integrity.ALTERATION
    round: int
    reason: str
    overridden: bool = False
    """A game of it had a result already, and the arbiter insisted."""


@dataclass(frozen=True, slots=True)
class DraftDiscarded:
    """A draft thrown away: nobody outside the desk has seen it."""

    integrity: ClassVar = Integrity.NONE
    round: int


@dataclass(frozen=True, slots=True)
class BoardsAltered:
    """The whole round as it stands after a change by hand (F.6)."""

    integrity: ClassVar = Integrity.ALTERATION
    round: int
    boards: tuple[Board, ...]
    bye: EntrantId | None
    reason: str
    breaches: tuple[str, ...] = ()
    """Criteria the change breaks and the arbiter confirmed: `dutch-1998 B.2a`; from 0.1 without the edition."""
    overridden: bool = False
    both_colours_wrong: tuple[int, ...] = ()
    """Boards on which neither has the colour that is due."""


@dataclass(frozen=True, slots=True)
class HandPairingBegun:
    """The arbiter seats a round by hand; until that ends nothing of it is published, entered or closed."""

    integrity: ClassVar = Integrity.NONE
    round: int


@dataclass(frozen=True, slots=True)
class HandPairingEnded:
    """The boards stand; beside them what the system pairs (see `integrity_of`)."""

    integrity: ClassVar = Integrity.ALTERATION
    round: int
    engine: str = ""
    """The system asked; empty = none, because nothing was seated or no system pairs this format."""
    engine_version: str = ""
    boards: tuple[Board, ...] = ()
    """As the system pairs them; empty where it finds nothing legal."""
    bye: EntrantId | None = None
    differing: tuple[int, ...] = ()
    """Boards that the system pairs otherwise."""


@dataclass(frozen=True, slots=True)
class RoundClosed:
    """Every board has a result or is adjourned; the round's standings are official."""

    integrity: ClassVar = Integrity.NONE
    round: int


# Results


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """`game` counts the games of a match; in an individual event a match is one game."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    result: Result
    entered_at: str = ""
    """The clock of the device it was typed on, for display only."""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultCleared:
    """A result typed for a game that is still running, taken out again."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    was: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    integrity: ClassVar = Integrity.CORRECTION
    round: int
    board: int
    result: Result
    was: Result
    counts_from: int
    """The first round paired with the corrected result (F.7)."""
    reason: str
    during_round: int = 0
    policy: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ResultCorrectedForRating:
    """Too late for the table: standings and pairings keep the old result, the rating report has this one."""

    integrity: ClassVar = Integrity.CORRECTION
    round: int
    board: int
    result: Result
    was: Result
    reason: str
    during_round: int = 0
    policy: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class ColoursCorrected:
    """The game was played with the other colours than published; the points stay with the players."""

    integrity: ClassVar = Integrity.CORRECTION
    round: int
    board: int
    counts_from: int
    """The first round paired with the true colours; 0 = for the rating report only."""
    reason: str
    during_round: int = 0
    policy: str = ""
    game: int = 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A board as it was really played."""

    board: int
    white: EntrantId
    black: EntrantId
    result: Result


@dataclass(frozen=True, slots=True)
class GamesReseated:
    """Boards were played by others than paired: who met whom, and the results (FIDE checklist, 190)."""

    integrity: ClassVar = Integrity.CORRECTION
    round: int
    games: tuple[PlayedGame, ...]
    counts_from: int
    """The first round paired with the true games; 0 = for the rating report only."""
    reason: str
    during_round: int = 0
    policy: str = ""


@dataclass(frozen=True, slots=True)
class ResultDisputed:
    """A second entry that disagrees with the first. Both are kept until an arbiter settles it."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    claimed: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class DisputeSettled:
    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    result: Result
    was: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class GameAdjourned:
    """A draw for pairing only until it is finished (F.9)."""

    integrity: ClassVar = Integrity.ADJOURNMENT
    round: int
    board: int
    game: int = 1


@dataclass(frozen=True, slots=True)
class AdjournedGameFinished:
    integrity: ClassVar = Integrity.ADJOURNMENT
    round: int
    board: int
    result: Result
    during_round: int = 0
    game: int = 1


# Level matches


@dataclass(frozen=True, slots=True)
class GamesAdded:
    """Further games of a match that is level."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    games: tuple[ExtraGame, ...]
    seed: str = ""
    """The lot for their colours; empty = the colours follow from the games before, or were set by the arbiter."""


@dataclass(frozen=True, slots=True)
class MatchSettled:
    """A match is decided beside its games: by lots, or by the arbiter. A later one replaces it."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    winner: EntrantId
    by: SettledBy
    seed: str = ""
    """The lot's seed; empty for a ruling."""
    reason: str = ""


# Play-offs


@dataclass(frozen=True, slots=True)
class PlayoffDeclared:
    """This tournament is a play-off of another one; its players have there the same ids."""

    integrity: ClassVar = Integrity.NONE
    source: str
    """The address of the other tournament."""
    position: int
    """Its journal position when the tied were taken from its table."""
    place: int
    """The first of the places that they are level for."""
    tied: tuple[EntrantId, ...]
    """By tie-break, best first."""
    seed: str = ""
    """The lot among those whom no tie-break parts; empty = there were none."""
    ended: str = ""
    """ISO date and time at which the last main game of one of them ended; empty = not known (32.5.3)."""


@dataclass(frozen=True, slots=True)
class PlayoffStageOpened:
    """Lots of a stage are drawn: number 1 comes first, and has White against whom it meets without a table."""

    integrity: ClassVar = Integrity.NONE
    stage: str
    order: tuple[EntrantId, ...]
    seed: str
    round: int
    """The round that its first games are played in."""
    not_before: str = ""
    """ISO date and time of the earliest start (32.5.3); empty = not known."""
    white: EntrantId | None = None
    """The player with White, once number 1 has chosen the colour; the stage is noted a second time then."""


@dataclass(frozen=True, slots=True)
class MovesCounted:
    """The length of a game in half-moves, as on the score sheet; a later one replaces it."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    half_moves: int
    game: int = 1


@dataclass(frozen=True, slots=True)
class GameArbiterAssigned:
    """The arbiter who watches a game (32.5.4)."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    arbiter: str


@dataclass(frozen=True, slots=True)
class PanelRuled:
    """Three other arbiters have decided a conflict about a game; that is final (32.5.4)."""

    integrity: ClassVar = Integrity.NONE
    round: int
    board: int
    panel: tuple[str, ...]
    ruling: str


@dataclass(frozen=True, slots=True)
class LongerControlAgreed:
    """Two players play with more time, as the organiser and the chief arbiter agree (32.5.7)."""

    integrity: ClassVar = Integrity.NONE
    organiser: str
    arbiter: str
    time_control: str


@dataclass(frozen=True, slots=True)
class PlayoffHeld:
    """Players of this tournament play for a place in a tournament of their own."""

    integrity: ClassVar = Integrity.NONE
    playoff: str
    """Its address."""
    place: int
    tied: tuple[EntrantId, ...]
    reason: str = ""
    """The reason, if the regulations had announced no play-off (32.5.1)."""


@dataclass(frozen=True, slots=True)
class PlayoffDecided:
    """The order of the tied, which is their tie-break `PLAYOFF` from now on."""

    integrity: ClassVar = Integrity.NONE
    source: str
    """The address of the play-off."""
    position: int
    """Its journal position."""
    order: tuple[EntrantId, ...]
    by: tuple[str, ...]
    """In step with `order`: `score`, `armageddon`, `fewest-moves`, `lots`, `forfeit`, `tie-break` or
    `dropped-by-tie-break`."""


@dataclass(frozen=True, slots=True)
class PlayoffReopened:
    """The order that a play-off gave does not stand any more."""

    integrity: ClassVar = Integrity.NONE
    source: str
    position: int
    reason: str = ""
    cause: OrderGone = OrderGone.GOES_ON


# Prizes and undo


@dataclass(frozen=True, slots=True)
class Prize:
    """One line of the prize list."""

    name: str
    cents: int
    category: str = ""
    """Empty = by place; otherwise a category expression such as `U2000`, `W`, `U18`, `S65`, `club:X`."""
    place: int = 1


@dataclass(frozen=True, slots=True)
class PrizesAnnounced:
    integrity: ClassVar = Integrity.NONE
    prizes: tuple[Prize, ...]
    sharing: str = "equal"
    """`equal` (F.10), `hort` or `none`."""
    currency: str = "EUR"
    one_per_player: bool = True


@dataclass(frozen=True, slots=True)
class EventUndone:
    """The event at `version` counts as if it had never happened; it stays in the journal."""

    integrity: ClassVar = Integrity.CORRECTION
    version: int
    label: str = ""
    """The undone entry in the words of that moment: only in older entries, the others are told by what they undo."""
    reason: str = ""
    during_round: int = 0


Event: TypeAlias = (
    TournamentAnnounced
    | DetailsAmended
    | RegulationsAmended
    | TournamentImported
    | PairsProhibited
    | FideModeLeft
    | TournamentClosed
    | TournamentReopened
    | PlayerRegistered
    | PlayerDetailsAmended
    | RatingCorrected
    | PlayerWithdrawn
    | PlayerExpelled
    | PlayerReadmitted
    | PlayerAnonymised
    | ByeGranted
    | ByeRevoked
    | PointsAdjusted
    | StartingPointsCorrected
    | HalfPointByesBarred
    | HalfPointByesAllowed
    | EntrantsQualified
    | QualificationAccepted
    | TeamRegistered
    | TeamDetailsAmended
    | PlayerTransferred
    | LineupGiven
    | LineupsShown
    | InitialColourDrawn
    | PairingNumbersIssued
    | PairingNumbersExchanged
    | LotsDrawn
    | StartPositionDrawn
    | EqualsOrdered
    | OutsideValuesGiven
    | RoundPaired
    | RoundPublished
    | RoundWithdrawn
    | DraftDiscarded
    | BoardsAltered
    | HandPairingBegun
    | HandPairingEnded
    | RoundClosed
    | ResultRecorded
    | ResultCleared
    | ResultCorrected
    | ResultCorrectedForRating
    | ColoursCorrected
    | GamesReseated
    | ResultDisputed
    | DisputeSettled
    | GameAdjourned
    | AdjournedGameFinished
    | GamesAdded
    | MatchSettled
    | PlayoffDeclared
    | PlayoffStageOpened
    | MovesCounted
    | GameArbiterAssigned
    | PanelRuled
    | LongerControlAgreed
    | PlayoffHeld
    | PlayoffDecided
    | PlayoffReopened
    | PrizesAnnounced
    | EventUndone
)

EVENTS: dict[str, type[Event]] = {cls.__name__: cls for cls in get_args(Event)}
"""Bare name, as the journal stores it, to class."""


def integrity_of(event: Event) -> Integrity:
    """The kind of step this very event is: numbers, ratings and regulations are free before the start."""
    free_before_start = (
        RegulationsAmended,
        PairingNumbersIssued,
        PairingNumbersExchanged,
        PairsProhibited,
        RatingCorrected,
        StartingPointsCorrected,
    )
    if isinstance(event, free_before_start) and event.during_round == 0:
        return Integrity.NONE
    if isinstance(event, ByeGranted) and event.kind is not Bye.FULL:
        return Integrity.NONE
    if isinstance(event, HandPairingEnded) and not event.differing:
        return Integrity.NONE
    if isinstance(event, TournamentClosed) and not event.after_round:
        return Integrity.NONE
    return event.integrity


def player_of(event: Event) -> EntrantId | None:
    """The one person an event is about, if it is about one: not those on a board, nor a whole list."""
    match event:
        case PlayerRegistered(player=player) | PlayerDetailsAmended(player=player):
            return player.id
        case (
            RatingCorrected(player=id)
            | PlayerWithdrawn(player=id)
            | PlayerExpelled(player=id)
            | PlayerReadmitted(player=id)
            | PlayerAnonymised(player=id)
            | ByeGranted(player=id)
            | ByeRevoked(player=id)
            | PointsAdjusted(player=id)
            | StartingPointsCorrected(player=id)
            | HalfPointByesBarred(player=id)
            | HalfPointByesAllowed(player=id)
        ):
            return id
        case _:
            return None


def boards_of(event: Event) -> Iterator[tuple[int, int]]:
    """The (round, board) of each game an event speaks of."""
    return ((round, board) for round, board, _ in games_of(event))


def games_of(event: Event) -> Iterator[tuple[int, int, int]]:
    """The (round, board, game of the match) of each game an event speaks of."""
    match event:
        case (
            ResultRecorded(round=r, board=b, game=g)
            | ResultCleared(round=r, board=b, game=g)
            | ResultCorrected(round=r, board=b, game=g)
            | ResultCorrectedForRating(round=r, board=b, game=g)
            | ColoursCorrected(round=r, board=b, game=g)
            | ResultDisputed(round=r, board=b, game=g)
            | DisputeSettled(round=r, board=b, game=g)
            | GameAdjourned(round=r, board=b, game=g)
            | AdjournedGameFinished(round=r, board=b, game=g)
            | MovesCounted(round=r, board=b, game=g)
        ):
            yield r, b, g
        case GamesReseated(round=r, games=played):
            yield from ((r, one.board, 1) for one in played)
        case PlayerWithdrawn(forfeits=games) | PlayerExpelled(forfeits=games) | PlayerReadmitted(reopened=games):
            yield from ((one.round, one.board, one.game) for one in games)
        case _:
            return
