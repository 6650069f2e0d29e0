"""Everything that can happen to organisers, their members and accounts. These names and shapes are for ever.

The stream is named `house/organisers`. Nobody's name, mail address or password is in it: they lie beside the journal
under the account's id and can be erased, while what was decided about somebody stays.
"""

from enum import StrEnum
from typing import dataclass_transform

from domain.records import dataclass
from domain.stewards.events import Role
from domain.words.choices.faces import EventFace

ORGANISER_EVENTS: "dict[str, type[OrganiserEvent]]" = {}
"""By the name that the journal stores."""


@dataclass_transform(frozen_default=True)
class OrganiserEvent:
    """Every subclass is a dataclass."""

    def __init_subclass__(cls) -> None:
        ORGANISER_EVENTS[cls.__name__] = dataclass(frozen=True)(cls)


class OwnedKind(StrEnum):
    """The kinds of things that belong to an organiser."""

    TOURNAMENT = "tournament"
    FESTIVAL = "festival"
    """With its series and its face."""
    SCREEN = "screen"
    """By its name. Contents and pictures go with it."""
    KEY = "key"
    """Of a program, over all that the organiser has."""
    WEBHOOK = "webhook"


class QuotaKind(StrEnum):
    """What an organiser of a shared server may have so much of."""

    TOURNAMENTS = "tournaments"
    ENTRIES = "entries"
    """In all its tournaments together."""
    PICTURES = "pictures"
    """In megabytes."""
    KEYS = "keys"


class OrganiserFounded(OrganiserEvent):
    """A club or a federation. Everything that belongs to nobody by name belongs to the first one."""

    id: str
    """The word in its address."""
    name: str


class OrganiserDescribed(OrganiserEvent):
    """What its page says about it."""

    id: str
    name: str
    about: str = ""
    link: str = ""
    """The address of its own site; empty = none."""


class OrganiserFaceDrafted(OrganiserEvent):
    id: str
    face: EventFace


class OrganiserFaceShown(OrganiserEvent):
    id: str
    face: EventFace


class OrganiserSuspended(OrganiserEvent):
    """Its members look and change nothing until it is readmitted."""

    id: str
    reason: str = ""


class OrganiserReadmitted(OrganiserEvent):
    id: str


class AccountOpened(OrganiserEvent):
    id: str


class AccountSuspended(OrganiserEvent):
    id: str
    reason: str = ""


class AccountReadmitted(OrganiserEvent):
    id: str


class AccountClosed(OrganiserEvent):
    """For good, by whoever it belongs to: the personal data are erased, and its memberships end."""

    id: str


class MemberInvited(OrganiserEvent):
    """The link that proves it is signed outside and never enters the journal."""

    id: str
    organiser: str
    role: Role
    tournament: str = ""
    """The tournament's address; empty = all of the organiser, or of the festival."""
    festival: str = ""
    """The festival for whose sections alone it holds; empty = for all."""
    until: str = ""
    """ISO time with its zone; empty = until removed."""


class MemberJoined(OrganiserEvent):
    id: str
    """The invitation."""
    account: str


class MemberRoleChanged(OrganiserEvent):
    id: str
    role: Role


class MemberRemoved(OrganiserEvent):
    """Whether or not the invitation had been accepted."""

    id: str


class OwnershipGiven(OrganiserEvent):
    kind: OwnedKind
    name: str
    """The word in the address of the thing, or its id."""
    organiser: str


class QuotaSet(OrganiserEvent):
    """By the operator, for this organiser alone."""

    organiser: str
    kind: QuotaKind
    most: int | None = None
    """0 = as much as it likes; None = as the server's settings say."""


class EntranceIdentified(OrganiserEvent):
    """A player of a tournament is a person who has played elsewhere, says an organiser."""

    tournament: str
    player: int
    person: str
    """A FIDE ID, or another entrance: `open~12`."""


class EntranceSeparated(OrganiserEvent):
    """They are not the same person after all."""

    tournament: str
    player: int


class PersonHidden(OrganiserEvent):
    """They asked for it: no page over tournaments, and nobody finds them by a search over all."""

    person: str


class PersonShown(OrganiserEvent):
    person: str


class HidingRefused(OrganiserEvent):
    """Somebody asked that a person be hidden, and an organiser said no."""

    person: str
    reason: str
