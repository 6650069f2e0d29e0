"""Everything that can happen to a festival, in the past tense. These names and shapes are for ever."""

from typing import dataclass_transform

from domain.records import dataclass
from domain.words.choices.bulletins import Bulletin
from domain.words.choices.faces import EventFace
from domain.words.festivals import Carry, Occasion, RankingRules, Seeding, SeriesPlan
from domain.words.players import EntrantId, Player
from domain.words.regulations import Regulations

FESTIVAL_EVENTS: "dict[str, type[FestivalEvent]]" = {}
"""By the name that the journal stores."""


@dataclass(frozen=True)
@dataclass_transform(frozen_default=True)
class FestivalEvent:
    """Every subclass is a dataclass."""

    def __init_subclass__(cls) -> None:
        FESTIVAL_EVENTS[cls.__name__] = dataclass(frozen=True)(cls)


class MailingWritten(FestivalEvent):
    """Messages of one occasion are in the outbox from now on. It names the receivers by number, never by address."""

    number: int
    occasion: Occasion
    tournament: str
    pool: str
    to: tuple[EntrantId, ...]
    written_at: str
    """ISO, UTC."""
    starts_at: str = ""
    """The start that they name; empty = none."""


class MessagesDelivered(FestivalEvent):
    """The mail server has taken some messages of a mailing on, or will never take them."""

    mailing: int
    to: tuple[EntrantId, ...]
    lost: tuple[EntrantId, ...] = ()


class DeliveryDelayed(FestivalEvent):
    mailing: int
    until: str
    """ISO, UTC: not tried again before."""
    trouble: str


class MailingDropped(FestivalEvent):
    mailing: int


class EntryAsked(FestivalEvent):
    """Somebody wants to play in an edition. Their e-mail address is kept beside the journal, under this number."""

    number: int
    tournament: str
    player: Player
    """As they have typed it; the id says nothing yet."""
    language: str = ""
    """The code of the language that they read the form in, and are written to in; empty = not known."""


class EntryAdmitted(FestivalEvent):
    number: int
    player: EntrantId


class EntryTurnedDown(FestivalEvent):
    number: int
    reason: str = ""
    """The reason that an arbiter gave; empty = the edition was full, or had begun."""


class EntryWithdrawn(FestivalEvent):
    number: int


class PetitionOpened(FestivalEvent):
    """Players ask for a tournament of their class or level (the portal's rule 11)."""

    number: int
    title: str
    least_rating: int = 0
    """The lowest rating of a signer; 0 = any."""
    most_rating: int = 0
    """0 = any."""


class PetitionSigned(FestivalEvent):
    petition: int
    player: Player


class PetitionGranted(FestivalEvent):
    petition: int
    tournament: str


class PetitionDeclined(FestivalEvent):
    petition: int
    reason: str


@dataclass(frozen=True, slots=True)
class FestivalDetails:
    name: str
    city: str = ""
    start: str = ""
    """ISO date, empty = not announced."""
    end: str = ""
    one_prize_each: bool = False


class FestivalAnnounced(FestivalEvent):
    details: FestivalDetails


class FestivalDetailsAmended(FestivalEvent):
    details: FestivalDetails


class FestivalFaceDrafted(FestivalEvent):
    face: EventFace


class FestivalFaceShown(FestivalEvent):
    face: EventFace


class FestivalBulletinWritten(FestivalEvent):
    """A new one, or one of before as it reads from here on."""

    number: int
    bulletin: Bulletin
    tell: bool = False
    """Phones that follow somebody in a section are told of it."""


class FestivalBulletinWithdrawn(FestivalEvent):
    number: int


class SectionAdded(FestivalEvent):
    tournament: str
    title: str
    """Its name inside the festival, such as `A` or `Seniors`."""


class SectionRenamed(FestivalEvent):
    tournament: str
    title: str


class SectionRemoved(FestivalEvent):
    tournament: str


class SectionsOrdered(FestivalEvent):
    tournaments: tuple[str, ...]


class SectionsLinked(FestivalEvent):
    """The best of some sections go on into another; for the same one a later link replaces this."""

    sources: tuple[str, ...]
    places: int
    into: str
    carry: Carry = Carry.NONE
    least_games: int = 1


class SectionsUnlinked(FestivalEvent):
    into: str


@dataclass(frozen=True, slots=True)
class PlannedStage:
    title: str
    places: int
    carry: Carry
    regulations: Regulations
    least_games: int = 1


@dataclass(frozen=True, slots=True)
class PlannedGroup:
    title: str
    entrants: tuple[EntrantId, ...]
    """As the entry list calls them."""


class GroupsDrawn(FestivalEvent):
    """The entrants of a section are put into groups, each of which becomes a section; then come the stages after."""

    pool: str
    position: int
    groups: tuple[PlannedGroup, ...]
    seeding: Seeding
    seed: str
    """The seed of the lot; empty = by rating."""
    regulations: Regulations
    stages: tuple[PlannedStage, ...] = ()


class GroupsAnnounced(FestivalEvent):
    pool: str
    groups: tuple[str, ...]
    """Addresses in step with the groups of the draw."""
    stages: tuple[str, ...]


class SeriesSet(FestivalEvent):
    """The festival is a series from now on; a later plan replaces this one for what is not scheduled yet."""

    plan: SeriesPlan
    regulations: Regulations
    grouped: bool = False
    seeding: Seeding = Seeding.SNAKE
    stages: tuple[PlannedStage, ...] = ()
    begins_by_itself: bool = False
    """The lot is drawn and the first pairing published without an arbiter, in every stage."""


class SeriesEnded(FestivalEvent):
    pass


class EditionScheduled(FestivalEvent):
    number: int
    starts_at: str
    """ISO, UTC."""
    tournament: str


class EditionPostponed(FestivalEvent):
    number: int
    starts_at: str
    was: str
    entries: int
    minimum: int


class EditionExtended(FestivalEvent):
    number: int
    starts_at: str
    was: str
    entries: int


class EditionStarted(FestivalEvent):
    number: int
    entries: int
    position: int
    """The position of the tournament's journal at which the entries were counted."""


class ParticipantsTold(FestivalEvent):
    tournament: str
    starts_at: str
    """The start that it named; empty = at once."""
    messages: int


class StageReported(FestivalEvent):
    tournament: str


class EditionMoved(FestivalEvent):
    number: int
    starts_at: str
    was: str
    entries: int


class RankingSet(FestivalEvent):
    """The sections count for one ranking from now on; later rules replace these."""

    rules: RankingRules


class RankingClosed(FestivalEvent):
    """The ranking is final: the rules stay as they are."""


class RankingReopened(FestivalEvent):
    """The rules may change again."""


class RankingRemoved(FestivalEvent):
    """There is no ranking any more; its rules are gone."""


class DecisionUndone(FestivalEvent):
    """The event at this version no longer counts. It stays in the journal, and the undo can be undone."""

    version: int
