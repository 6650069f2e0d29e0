"""Everything that can happen to the people at the desk, in the past tense. These names and shapes are for ever.

An invitation is named by an id that is no secret; the link that proves it is signed outside and never enters the
journal. The stream is named `stewards`.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias, get_args


class Role(StrEnum):
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


@dataclass(frozen=True, slots=True)
class StewardInvited:
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


@dataclass(frozen=True, slots=True)
class StewardDismissed:
    id: str


@dataclass(frozen=True, slots=True)
class LanguageChosen:
    """By somebody who was invited (`id`), or who knows the desk's password (`name`, as they logged in)."""

    language: str
    """Its code; empty = as their browser prefers."""
    id: str = ""
    name: str = ""


StewardEvent: TypeAlias = StewardInvited | StewardDismissed | LanguageChosen

STEWARD_EVENTS: dict[str, type[StewardEvent]] = {cls.__name__: cls for cls in get_args(StewardEvent)}
"""Bare name, as the journal stores it, to class."""
