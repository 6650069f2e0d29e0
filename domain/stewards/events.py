"""Everything that can happen to the people at the desk, in the past tense. These names and shapes are for ever.

An invitation is named by an id that is no secret; the link that proves it is signed outside and never enters the
journal. Of the key of a program only a hash is there. The stream is named `stewards`.
"""

from enum import StrEnum
from typing import dataclass_transform

from domain.records import dataclass

STEWARD_EVENTS: "dict[str, type[StewardEvent]]" = {}
"""By the name that the journal stores."""


@dataclass_transform(frozen_default=True)
class StewardEvent:
    """Every subclass is a dataclass."""

    def __init_subclass__(cls) -> None:
        STEWARD_EVENTS[cls.__name__] = dataclass(frozen=True)(cls)


class Role(StrEnum):
    OWNER = "owner"
    """Everything of an organiser, and who else owns it."""
    ORGANISER = "organiser"
    """Everything of an organiser, and who its members are."""
    CHIEF = "chief"
    """Everything."""
    ARBITER = "arbiter"
    """Everything about the tournaments given, but no invitations."""
    ENTRY = "entry"
    """Results of a range of boards: fills empty ones, and disputes what others have entered."""
    CAPTAIN = "captain"
    """The lineups of one team, as the regulations allow them."""
    READER = "reader"
    """Looks and changes nothing."""

    @property
    def leads(self) -> bool:
        """Invites people, and sets what holds for all tournaments."""
        return self.leads_members or self is Role.CHIEF

    @property
    def leads_members(self) -> bool:
        """Says who the members of an organiser are."""
        return self in (Role.OWNER, Role.ORGANISER)

    @property
    def arbitrates(self) -> bool:
        """Decides about players, rounds and results."""
        return self.leads or self is Role.ARBITER

    @property
    def only_fills(self) -> bool:
        """Gives empty boards their results, mends own slips, and disputes what others have entered."""
        return self is Role.ENTRY

    @property
    def only_lines_up(self) -> bool:
        """Hands in the lineups of one team."""
        return self is Role.CAPTAIN

    @property
    def has_one_page(self) -> bool:
        """Their boards, or their lineups, and nothing else of the desk."""
        return self.only_fills or self.only_lines_up

    @property
    def writes(self) -> bool:
        """Changes something, if not everything."""
        return self is not Role.READER


class StewardInvited(StewardEvent):
    id: str
    name: str
    role: Role
    tournament: str = ""
    """The tournament's address; empty = all of them."""
    first_board: int = 0
    last_board: int = 0
    """The range for result entry; 0 = every board."""
    until: str = ""
    """ISO time with its zone; empty = until dismissed."""
    team: int = 0
    """The team of a captain; 0 = no captain."""


class StewardDismissed(StewardEvent):
    id: str


class LanguageChosen(StewardEvent):
    """By somebody who was invited (`id`), or who knows the desk's password (`name`, as they logged in)."""

    language: str
    """Its code; empty = as their browser prefers."""
    id: str = ""
    name: str = ""


class Scope(StrEnum):
    """The things a program may do with its key, besides reading what everybody may read."""

    DRAFTS = "drafts"
    PLAYERS = "players"
    PAIRINGS = "pairings"
    RESULTS = "results"
    BOARDS = "boards"
    EVERYTHING = "everything"


class ApiKeyMade(StewardEvent):
    id: str
    name: str
    secret_hash: str
    """The SHA-256 of the secret part of the key, in hex."""
    scopes: tuple[Scope, ...]
    maker: str = ""
    """The invitation of the person who made it; empty = somebody with the desk's password."""
    maker_name: str = ""
    tournament: str = ""
    """The tournament's address; empty = all of them."""
    festival: str = ""
    """The festival for whose sections alone it holds; empty = for all."""
    until: str = ""
    """ISO time with its zone; empty = until revoked."""


class ApiKeyRevoked(StewardEvent):
    id: str


class Topic(StrEnum):
    ROUND_PUBLISHED = "round.published"
    ROUND_WITHDRAWN = "round.withdrawn"
    RESULT_ENTERED = "result.entered"
    CORRECTION = "correction"
    PLAYERS_CHANGED = "players.changed"
    STANDINGS_FINAL = "standings.final"
    NEWS_CHANGED = "news.changed"


class WebhookSet(StewardEvent):
    """The key that signs its messages is made outside and never enters the journal."""

    id: str
    url: str
    topics: tuple[Topic, ...]
    tournament: str = ""
    """The tournament's address; empty = all of them."""
    since: str = ""
    """ISO time with its zone: nothing older is told."""


class WebhookRemoved(StewardEvent):
    id: str


class WebhookSecretRotated(StewardEvent):
    id: str
    at: str = ""
    """ISO time with its zone; the secret before it signs along for a day."""
