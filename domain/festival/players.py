"""Entries that players ask for by themselves, petitions, and messages: what is true of them now."""

from dataclasses import dataclass, replace
from enum import StrEnum

from domain.festival.player_events import (
    DeliveryDelayed,
    EntryAdmitted,
    EntryAsked,
    EntryTurnedDown,
    EntryWithdrawn,
    MailingDropped,
    MailingWritten,
    MessagesDelivered,
    PetitionDeclined,
    PetitionGranted,
    PetitionOpened,
    PetitionSigned,
)
from domain.words.festivals import NOT_REGISTERED
from domain.words.players import EntrantId, Player


class EntryStage(StrEnum):
    """The progress of an entry."""

    WAITING = "waiting"
    ADMITTED = "admitted"
    TURNED_DOWN = "turned-down"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """An entry that somebody asked for by themselves."""

    number: int
    tournament: str
    player: Player
    stage: EntryStage = EntryStage.WAITING
    entrant: EntrantId = NOT_REGISTERED
    """Their id in the tournament; 0 = not registered there."""
    reason: str = ""
    """They were turned down for this."""
    language: str = ""
    """The code of the language that they are written to in; empty = that of the series."""


@dataclass(frozen=True, slots=True)
class Petition:
    """Players who ask for a tournament."""

    opened: PetitionOpened
    signers: tuple[Player, ...] = ()
    tournament: str = ""
    """The address of the tournament that came of it; empty = none yet."""
    declined: bool = False
    reason: str = ""

    @property
    def open(self) -> bool:
        return not self.tournament and not self.declined


@dataclass(frozen=True, slots=True)
class Mailing:
    """Messages of one occasion, and how far they have come."""

    written: MailingWritten
    waiting: tuple[EntrantId, ...]
    delivered: int = 0
    lost: int = 0
    attempts: int = 0
    """In which the mail server was not reached."""
    not_before: str = ""
    """ISO, UTC: the next attempt; empty = at once."""
    trouble: str = ""
    """The trouble of the last attempt that failed."""
    dropped: bool = False


def evolve_mailings(mailings: dict[int, Mailing], event: object) -> None:
    match event:
        case MailingWritten(number=number, to=to):
            mailings[number] = Mailing(event, to)
        case MessagesDelivered(number, to, lost):
            before = mailings[number]
            waiting = tuple(id for id in before.waiting if id not in {*to, *lost})
            delivered, all_lost = before.delivered + len(to), before.lost + len(lost)
            mailings[number] = replace(before, waiting=waiting, delivered=delivered, lost=all_lost)
        case DeliveryDelayed(number, until, trouble):
            before = mailings[number]
            mailings[number] = replace(before, attempts=before.attempts + 1, not_before=until, trouble=trouble)
        case MailingDropped(number):
            before = mailings[number]
            mailings[number] = replace(before, waiting=(), dropped=bool(before.waiting))


def evolve_entries(entries: dict[int, EntryRequest], event: object) -> None:
    match event:
        case EntryAsked(number, tournament, player, language):
            entries[number] = EntryRequest(number, tournament, player, language=language)
        case EntryAdmitted(number, entrant):
            entries[number] = replace(entries[number], stage=EntryStage.ADMITTED, entrant=entrant)
        case EntryTurnedDown(number, reason):
            entries[number] = replace(entries[number], stage=EntryStage.TURNED_DOWN, reason=reason)
        case EntryWithdrawn(number):
            entries[number] = replace(entries[number], stage=EntryStage.WITHDRAWN)


def evolve_petitions(petitions: dict[int, Petition], event: object) -> None:
    match event:
        case PetitionOpened(number=number):
            petitions[number] = Petition(event)
        case PetitionSigned(number, player):
            petitions[number] = replace(petitions[number], signers=(*petitions[number].signers, player))
        case PetitionGranted(number, tournament):
            petitions[number] = replace(petitions[number], tournament=tournament)
        case PetitionDeclined(number, reason):
            petitions[number] = replace(petitions[number], declined=True, reason=reason)
