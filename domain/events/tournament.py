"""Events of the tournament as a whole: its announcement, regulations, prizes, beginning and end."""

from typing import ClassVar

from domain.events.integrity import Event, Integrity
from domain.records import dataclass
from domain.words.choices.boards import BoardPlan
from domain.words.choices.broadcasts import Broadcast
from domain.words.choices.bulletins import Bulletin
from domain.words.choices.chances import ChancesFor, OpenGames
from domain.words.choices.conditions import EntryConditions
from domain.words.choices.faces import EventFace
from domain.words.choices.handicap import HandicapStep
from domain.words.choices.photos import PhotoRules
from domain.words.choices.prizes import NO_TAX, PrizeTax
from domain.words.choices.publication import PublicationPlan
from domain.words.choices.self_help import SelfHelp
from domain.words.choices.team_scores import TeamScoring
from domain.words.mended import Mended
from domain.words.players import EntrantId
from domain.words.rating_lists import NationalRating
from domain.words.regulations import Details, Regulations, Visibility
from domain.words.rounds import ALWAYS, RoundSpan


@dataclass(frozen=True, slots=True)
class TournamentAnnounced(Event):
    details: Details
    regulations: Regulations
    visibility: Visibility = Visibility.PUBLIC


@dataclass(frozen=True, slots=True)
class VisibilityChanged(Event):
    visibility: Visibility


@dataclass(frozen=True, slots=True)
class TournamentArchived(Event):
    pass


@dataclass(frozen=True, slots=True)
class TournamentTakenFromArchive(Event):
    pass


@dataclass(frozen=True, slots=True)
class TournamentThrownAway(Event):
    reason: str = ""


@dataclass(frozen=True, slots=True)
class DetailsAmended(Event):
    details: Details


@dataclass(frozen=True, slots=True)
class RegulationsAmended(Event):
    """The new regulations whole; before round 1 is paired this is an ordinary step (see `integrity_of`)."""

    integrity: ClassVar[Integrity] = Integrity.CONFIGURATION
    regulations: Regulations
    during_round: int
    """The newest round paired when it happened; 0 = before the start."""
    reason: str = ""
    last_round_by: str = ""
    """The system that the newest round was looked at again with, since it becomes or is no longer the last one."""
    last_round_differs: tuple[int, ...] = ()
    """Boards of it that this system pairs otherwise."""


@dataclass(frozen=True, slots=True)
class TournamentImported(Event):
    integrity: ClassVar[Integrity] = Integrity.IMPORT
    file_name: str
    sha256: str
    repairs: tuple[str, ...] = ()
    """The repairs that reading it took, a sentence each: only in entries of before `mended`."""
    during_round: int = 0
    kept_before: tuple[str, ...] = ()
    kept_after: tuple[str, ...] = ()
    rechecked_by: str = ""
    """The system its rounds were paired again with; empty = they were not."""
    differing: tuple[int, ...] = ()
    """Rounds that this system pairs otherwise."""
    mended: tuple[Mended, ...] = ()
    national: tuple[NationalRating, ...] = ()


@dataclass(frozen=True, slots=True)
class PairsProhibited(Event):
    """Nobody of a group is paired with anybody else of it; replaces what was prohibited before."""

    integrity: ClassVar[Integrity] = Integrity.CONFIGURATION
    groups: tuple[tuple[EntrantId, ...], ...]
    during_round: int
    reason: str = ""
    rounds: tuple[RoundSpan, ...] = ()
    """In which rounds each group holds; empty = all of them in every round."""

    @property
    def bans(self) -> tuple[tuple[tuple[EntrantId, ...], RoundSpan], ...]:
        unlimited = (ALWAYS,) * (len(self.groups) - len(self.rounds))
        return tuple(zip(self.groups, (*self.rounds, *unlimited), strict=False))


@dataclass(frozen=True, slots=True)
class FideModeLeft(Event):
    """From here on the tournament is not run under FIDE's own restrictions. Never undone."""

    integrity: ClassVar[Integrity] = Integrity.CONFIGURATION
    during_round: int
    cause: str


@dataclass(frozen=True, slots=True)
class TournamentClosed(Event):
    """Before all planned rounds are played it is a change of their number (see `integrity_of`)."""

    integrity: ClassVar[Integrity] = Integrity.CONFIGURATION
    after_round: int = 0
    """The round it was cut short after; 0 = all planned rounds were played."""
    reason: str = ""
    last_round_by: str = ""
    """The system that the newest round was looked at again with, as the last one; empty = it was not."""
    last_round_differs: tuple[int, ...] = ()
    """Boards of it that this system pairs otherwise."""
    without_playoff: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TournamentReopened(Event):
    integrity: ClassVar[Integrity] = Integrity.CONFIGURATION
    reason: str
    during_round: int = 0


@dataclass(frozen=True, slots=True)
class Prize:
    name: str
    cents: int
    category: str = ""
    """Empty = by place; otherwise a category expression such as `U2000`, `W`, `U18`, `S65`, `club:X`."""
    place: int = 1
    thing: str = ""
    """In kind, beside the money or without any. Without both the name itself is the thing, a cup for instance."""
    value: int = 0
    """Of the thing, in cents; 0 = not said."""

    @property
    def full_name(self) -> str:
        return f"{self.name}: {self.thing}" if self.thing else self.name


@dataclass(frozen=True, slots=True)
class PrizesAnnounced(Event):
    prizes: tuple[Prize, ...]
    sharing: str = "equal"
    """`equal` (F.10), `hort` or `none`."""
    currency: str = "EUR"
    one_per_player: bool = True
    tax: PrizeTax = NO_TAX


@dataclass(frozen=True, slots=True)
class FaceDrafted(Event):
    face: EventFace


@dataclass(frozen=True, slots=True)
class FaceShown(Event):
    face: EventFace


@dataclass(frozen=True, slots=True)
class PlayerReportsAllowed(Event):
    """From here on players report how their games ended, or no longer do."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class SelfHelpAllowed(Event):
    """From here on players may do this, and nothing else, by links of their own."""

    rules: SelfHelp


@dataclass(frozen=True, slots=True)
class PlayerGamesAllowed(Event):
    """From here on players send the moves of their own games, or no longer do."""

    allowed: bool


@dataclass(frozen=True, slots=True)
class PhotosAllowed(Event):
    """From here on photos of players are shown to everybody, or to the desk alone."""

    rules: PhotoRules


@dataclass(frozen=True, slots=True)
class BoardsPlanned(Event):
    """Boards that players keep, boards left out, and rooms, for the rounds that are paired from here on."""

    plan: BoardPlan


@dataclass(frozen=True, slots=True)
class PublicationPlanned(Event):
    """From here on rounds that are paired by then are published at these times."""

    plan: PublicationPlan


@dataclass(frozen=True, slots=True)
class DefaultTimeSet(Event):
    """Whoever is late by more minutes loses the game, if the arbiter says so (Laws, 6.7)."""

    minutes: int | None = None
    """After the start by the schedule; None = nobody is offered as late."""


@dataclass(frozen=True, slots=True)
class HandicapSet(Event):
    """From here on both sides of a game have these times by the difference of their ratings."""

    steps: tuple[HandicapStep, ...] = ()
    """By their differences; none: both have the time of the event."""


@dataclass(frozen=True, slots=True)
class BulletinWritten(Event):
    """A new one, or one of before as it reads from here on."""

    number: int
    bulletin: Bulletin
    tell: bool = False
    """Phones that follow somebody are told of it."""


@dataclass(frozen=True, slots=True)
class BulletinWithdrawn(Event):
    number: int


@dataclass(frozen=True, slots=True)
class BoardAddressesSet(Event):
    """Addresses at which games of live boards are looked up, in the place of those before."""

    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BroadcastSet(Event):
    """From here on the public sees live games, and how they ended, with this delay."""

    broadcast: Broadcast


@dataclass(frozen=True, slots=True)
class ChancesShown(Event):
    """From here on these people see what comes next."""

    shown: ChancesFor
    from_round: int
    """The round with whose publication everybody begins to see it; 1 = from the start."""
    open_games: OpenGames

    @property
    def off(self) -> bool:
        return self.shown is ChancesFor.OFF

    def for_everybody(self, published: int) -> bool:
        """Everybody sees it while this is the newest published round."""
        return self.shown is ChancesFor.PUBLIC and self.from_round <= max(1, published)


@dataclass(frozen=True, slots=True)
class SelfRegistrationOpened(Event):
    """Players may ask for their entry by a public form; a later one replaces it."""

    most: int = 0
    """The limit of entrants; 0 = none."""
    last_day: str = ""
    """ISO date; empty = until it is closed."""
    by_mail: bool = False
    """An arbiter sees an entry when the link of a message to its e-mail address was opened."""
    waiting_list: bool = False
    """Entries beyond the limit wait for a place."""
    moves_up_late: bool = False
    """They move up after the start, too."""


@dataclass(frozen=True, slots=True)
class SelfRegistrationClosed(Event):
    pass


@dataclass(frozen=True, slots=True)
class EntryConditionsSet(Event):
    """Who may enter from here on; replaces the conditions before."""

    conditions: EntryConditions


@dataclass(frozen=True, slots=True)
class TeamScoringSet(Event):
    """Clubs or federations have a table of their own from here on, or none."""

    scoring: TeamScoring


@dataclass(frozen=True, slots=True)
class TournamentHandedOff(Event):
    """From here on a copy of it is played on another machine, and nothing is written on this one until that ends."""

    id: str
    """The number by which both machines know that they mean the same copy."""
    to: str
    """The machine, or whoever takes it, as the desk calls them."""


@dataclass(frozen=True, slots=True)
class HandoffEnded(Event):
    """It is played on this machine again: the copy came back, or was taken back by force."""

    id: str
    forced: bool = False
    """The copy that is away counts no more."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EventUndone(Event):
    """The event at `version` counts as if it had never happened; it stays in the journal."""

    integrity: ClassVar[Integrity] = Integrity.CORRECTION
    version: int
    label: str = ""
    """The undone entry in the words of that moment: only in older entries, the others are told by what they undo."""
    reason: str = ""
    during_round: int = 0
