"""Events of the entrants, players and teams: coming, going, byes, lineups, points beside the results."""

from typing import ClassVar

from domain.events.integrity import Event, Integrity
from domain.records import dataclass
from domain.words.festivals import Carry, Qualifier
from domain.words.games import Bye, Result
from domain.words.players import EntrantId, Player, PlayerId
from domain.words.rating_lists import PeriodRating
from domain.words.teams import LineupRule, Team, TeamId


@dataclass(frozen=True, slots=True)
class ForfeitedGame:
    """A game that somebody who leaves an event loses without a move, in a round that was published already."""

    round: int
    board: int
    result: Result
    game: int = 1


@dataclass(frozen=True, slots=True)
class PlayerRegistered(Event):
    player: Player
    from_round: int = 1
    """The first round the player is paired in; a late entry has no points for earlier ones."""
    rating_from: str = ""
    """The rating list and its month, such as `FIDE 2026-11`; `typed` by hand; `Ingo 75` converted; empty = not said."""
    from_waiting: bool = False
    """They have waited for a place."""
    entered_on: str = ""
    """ISO date, where the fee goes by it; of the public form the day on which it was sent."""


@dataclass(frozen=True, slots=True)
class EntryWaitlisted(Event):
    """Accepted, and all places are taken: the player waits behind those who wait already, under this id."""

    player: Player
    rating_from: str = ""
    entered_on: str = ""
    """As in `PlayerRegistered`."""


@dataclass(frozen=True, slots=True)
class WaitingEntryEnded(Event):
    """The player no longer waits, and has no place."""

    player: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerDetailsAmended(Event):
    player: Player
    rating_from: str = ""
    """The source of the rating that stays; empty = as before."""


@dataclass(frozen=True, slots=True)
class RatingCorrected(Event):
    integrity: ClassVar[Integrity] = Integrity.CORRECTION
    player: EntrantId
    rating: int
    was: int
    counts_from: int
    """The first round paired with it; 0 = for the rating report only."""
    reason: str = ""
    during_round: int = 0
    rating_from: str = ""
    """As in PlayerRegistered."""


@dataclass(frozen=True, slots=True)
class PeriodRatingsTaken(Event):
    """From this round on players have the ratings of a later list, beside that of the start; in the place of those
    taken before for this round."""

    from_round: int
    ratings: tuple[PeriodRating, ...]
    """Of everybody who has another rating, title or K than in the period before."""
    rating_from: str = ""
    """As in PlayerRegistered."""


@dataclass(frozen=True, slots=True)
class PlayerWithdrawn(Event):
    player: EntrantId
    from_round: int
    """The first round the player is not paired in."""
    reason: str = ""
    forfeits: tuple[ForfeitedGame, ...] = ()
    """Games on the boards of the player that were not decided: where all rounds are drawn before the first."""
    by_oneself: bool = False
    """By a link of their own."""


@dataclass(frozen=True, slots=True)
class PlayerExpelled(Event):
    """Out of the event and of the table; the games played stay with the opponents (FIDE checklist, 197-198)."""

    player: EntrantId
    from_round: int
    """The first round the player is not paired in."""
    reason: str = ""
    forfeits: tuple[ForfeitedGame, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerReadmitted(Event):
    player: EntrantId
    from_round: int
    reason: str = ""
    reopened: tuple[ForfeitedGame, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerAnonymised(Event):
    """The name is no longer published; the journal's chain stays as it is."""

    player: EntrantId


@dataclass(frozen=True, slots=True)
class PhotoKept(Event):
    """The player has this photo from here on. The picture itself is never in the journal."""

    player: EntrantId
    digest: str
    """SHA-256 of its bytes, in hex."""


@dataclass(frozen=True, slots=True)
class PhotoRemoved(Event):
    player: EntrantId


@dataclass(frozen=True, slots=True)
class ByeGranted(Event):
    """Only one of a full point is more than an ordinary step (see `integrity_of`)."""

    integrity: ClassVar[Integrity] = Integrity.BYE
    player: EntrantId
    round: int
    kind: Bye


@dataclass(frozen=True, slots=True)
class ByeRevoked(Event):
    player: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class ByeRequested(Event):
    """By the player's own link; an arbiter decides. A later one for the same round replaces it."""

    player: EntrantId
    round: int
    kind: Bye


@dataclass(frozen=True, slots=True)
class ByeRequestTakenBack(Event):
    player: EntrantId
    round: int


@dataclass(frozen=True, slots=True)
class ByeDeclined(Event):
    """An arbiter grants none."""

    player: EntrantId
    round: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class OwnLinkRenewed(Event):
    """All links and codes that the player had before open nothing any more."""

    player: EntrantId


@dataclass(frozen=True, slots=True)
class PointsAdjusted(Event):
    """Points given or taken away by the arbiter, beside the results: a penalty, a bonus (record 299 of a report)."""

    player: EntrantId
    round: int
    points: int
    """Half-points added to that round, negative for a penalty; to those that were added before."""
    counts_from: int
    """The first round whose pairing takes them into account."""
    reason: str = ""
    secondary: int = 0
    """Half-points added to a team's other score in the same way."""


@dataclass(frozen=True, slots=True)
class StartingPointsCorrected(Event):
    """McMahon: somebody begins elsewhere than their rating says, after round 1 was published."""

    integrity: ClassVar[Integrity] = Integrity.CORRECTION
    player: EntrantId
    points: int
    """Starting half-points."""
    was: int
    counts_from: int
    """The first round paired with them."""
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class HalfPointByesBarred(Event):
    """The player has no half-point bye any more: those granted stay."""

    player: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HalfPointByesAllowed(Event):
    player: EntrantId
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EntrantCheckedIn(Event):
    """The player or team has come: before round 1 is paired, or after being left out of a round."""

    player: EntrantId


@dataclass(frozen=True, slots=True)
class CheckInUndone(Event):
    player: EntrantId


@dataclass(frozen=True, slots=True)
class TeamRegistered(Event):
    team: Team
    from_round: int = 1
    entered_on: str = ""
    """As in `PlayerRegistered`."""


@dataclass(frozen=True, slots=True)
class TeamDetailsAmended(Event):
    team: Team
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class PlayerTransferred(Event):
    player: PlayerId
    origin: TeamId
    into: TeamId
    reserve: bool = False
    reason: str = ""
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class LineupGiven(Event):
    """The players of a team in a round, in the order of the boards; a later one replaces it."""

    round: int
    team: TeamId
    players: tuple[PlayerId, ...]
    against: tuple[LineupRule, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LineupsShown(Event):
    round: int


@dataclass(frozen=True, slots=True)
class EntrantsQualified(Event):
    """Entrants came from an earlier stage; a later one of the same source replaces it."""

    source: str
    position: int
    entrants: tuple[Qualifier, ...]
    places: int = 0
    carry: Carry = Carry.NONE
    least_games: int = 1
    reason: str = ""
    name: str = ""
    """The name of the source when they came; empty in older journals."""


@dataclass(frozen=True, slots=True)
class QualificationAccepted(Event):
    """The entrants stay although the source says otherwise by now."""

    source: str
    position: int
    instead: tuple[Qualifier, ...]
    reason: str
    name: str = ""
    """The name of the source; empty in older journals."""
