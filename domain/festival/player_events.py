"""Deeds of players, and what they are told: entries, petitions, messages. For ever, as all events."""

from dataclasses import dataclass

from domain.words.festivals import Occasion
from domain.words.players import EntrantId, Player


@dataclass(frozen=True, slots=True)
class MailingWritten:
    """Messages of one occasion are in the outbox from now on. It names the receivers by number, never by address."""

    number: int
    occasion: Occasion
    tournament: str
    """The stage they are about."""
    pool: str
    """The section whose entry list the numbers are of."""
    to: tuple[EntrantId, ...]
    """Those who had left an e-mail address."""
    written_at: str
    """ISO, UTC."""
    starts_at: str = ""
    """The start that they name; empty = none."""


@dataclass(frozen=True, slots=True)
class MessagesDelivered:
    """The mail server has taken some messages of a mailing on, or will never take them."""

    mailing: int
    to: tuple[EntrantId, ...]
    lost: tuple[EntrantId, ...] = ()
    """The address was refused or is gone, or no mail server is set."""


@dataclass(frozen=True, slots=True)
class DeliveryDelayed:
    """The mail server was not reached; those who have not got their message wait."""

    mailing: int
    until: str
    """ISO, UTC: not tried again before."""
    trouble: str
    """A code of the way out, for the log and the desk."""


@dataclass(frozen=True, slots=True)
class MailingDropped:
    """Its messages are out of date, or have waited too long: nobody gets them any more."""

    mailing: int


@dataclass(frozen=True, slots=True)
class EntryAsked:
    """Somebody wants to play in an edition. Their e-mail address is kept beside the journal, under this number."""

    number: int
    tournament: str
    player: Player
    """As they have typed it; the id says nothing yet."""
    language: str = ""
    """The code of the language that they read the form in, and are written to in; empty = not known."""


@dataclass(frozen=True, slots=True)
class EntryAdmitted:
    number: int
    player: EntrantId
    """Their id in the tournament."""


@dataclass(frozen=True, slots=True)
class EntryTurnedDown:
    number: int
    reason: str = ""
    """The reason that an arbiter gave; empty = the edition was full, or had begun."""


@dataclass(frozen=True, slots=True)
class EntryWithdrawn:
    """By whoever had asked, before the start."""

    number: int


@dataclass(frozen=True, slots=True)
class PetitionOpened:
    """Players ask for a tournament of their class or level (the portal's rule 11)."""

    number: int
    title: str
    """The name of the class or level."""
    least_rating: int = 0
    """The lowest rating of a signer; 0 = any."""
    most_rating: int = 0
    """0 = any."""


@dataclass(frozen=True, slots=True)
class PetitionSigned:
    petition: int
    player: Player


@dataclass(frozen=True, slots=True)
class PetitionGranted:
    """The tournament that was asked for is announced, and the signers have entered."""

    petition: int
    tournament: str


@dataclass(frozen=True, slots=True)
class PetitionDeclined:
    petition: int
    reason: str
