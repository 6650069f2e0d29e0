"""Everything that can happen to the screens of the hall, in the past tense. These names and shapes are for ever.

The stream is named `hall`. Nothing in here knows what a list contains: a screen says *which* list of *which*
tournament it wants.
"""

from enum import StrEnum
from typing import dataclass_transform

from domain.records import dataclass

SCREEN_EVENTS: "dict[str, type[ScreenEvent]]" = {}
"""By the name that the journal stores."""


@dataclass_transform(frozen_default=True)
class ScreenEvent:
    """Every subclass is a dataclass."""

    def __init_subclass__(cls) -> None:
        SCREEN_EVENTS[cls.__name__] = dataclass(frozen=True)(cls)


DEFAULT_SECONDS = 15

DEFAULT_GLASS_INCHES, DEFAULT_DISTANCE_METRES = 55, 6
"""The television of a foyer, as long as the desk says nothing else."""


class ContentKind(StrEnum):
    PAIRINGS = "pairings"
    SEATS = "seats"
    BOARDS = "boards"
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    LATEST = "latest"
    """The newest results, newest first."""
    CARD = "card"
    PLAYOFF = "playoff"
    """The stages of a play-off, the newest first."""
    BRACKET = "bracket"
    BOARD_TABLES = "board-tables"
    TEAM_SCORES = "team-scores"
    """Clubs or federations by their best players, in a tournament of players."""
    LIVE_BOARDS = "live-boards"
    """Positions of the first boards that send their games."""
    STATISTICS = "statistics"
    """Results by colour, surprises, longest games and openings of the event."""
    CHANCES = "chances"
    """Who can still win, with their chances; nothing where the organiser does not show them to everybody."""
    NEXT_ROUND = "next-round"
    """The next round as it would be if it ended now, provisional; nothing where that is not shown to everybody."""
    NEWS = "news"
    """What the organiser has pinned, or else the newest news; nothing as long as there are none."""
    PODIUM = "podium"
    """The first three, once the last round is decided."""
    PRIZES = "prizes"
    RANKING = "ranking"
    """The ranking over the sections of a festival, and each table that is ranked apart."""
    TOURNAMENT = "tournament"
    """The tournament as it goes: what is to come, the round and the table, at the end the podium."""
    NOT_CHECKED_IN = "not-checked-in"
    COUNTDOWN = "countdown"
    ANNOUNCEMENT = "announcement"
    PICTURE = "picture"


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Content:
    """One thing to show. Fields that a kind does not need stay empty."""

    kind: ContentKind
    tournament: str = ""
    """The tournament's address; empty = the announcement, picture or countdown belongs to none."""
    player: int = 0
    text: str = ""
    picture: str = ""
    until: str = ""
    """ISO date and local time a countdown runs to; empty = the next round of the tournament's schedule."""
    festival: str = ""
    """The address of a festival: all its sections in turn, whichever they are then. Empty = the one tournament."""
    boards: int = 0
    """The number of live boards, of another content that of those beside its list; 0 = as many as usual, or none."""

    @property
    def moves_with_games(self) -> bool:
        return bool(self.boards) or self.kind is ContentKind.LIVE_BOARDS


class ScreenNamed(ScreenEvent):
    name: str
    title: str = ""


class ScreenSet(ScreenEvent):
    name: str
    content: Content


class RotationSet(ScreenEvent):
    name: str
    contents: tuple[Content, ...]
    seconds: int = DEFAULT_SECONDS


class FamilySet(ScreenEvent):
    """The lists of this screen are split over `parts` televisions; 1 = a single one."""

    name: str
    parts: int


class FocusSet(ScreenEvent):
    """For so many minutes after a round is published the screen shows its pairings only; 0 = never."""

    name: str
    minutes: int


class LookSet(ScreenEvent):
    name: str
    theme: Theme
    language: str


class GlassSet(ScreenEvent):
    """The size of the television and the distance from which it is read: letters are never smaller than that needs."""

    name: str
    inches: int
    metres: int


class HallSet(ScreenEvent):
    """Whether the screen hangs in the hall, where games are shown without the delay that holds for everybody else."""

    name: str
    in_hall: bool


class ScreenRemoved(ScreenEvent):
    name: str


class AnnouncementShown(ScreenEvent):
    """A line over whatever the screens show; no names = on all of them. A later one replaces it."""

    text: str
    screens: tuple[str, ...] = ()


class AnnouncementWithdrawn(ScreenEvent):
    pass


class PictureAdded(ScreenEvent):
    picture: str
    """SHA-256 of the bytes, in hex."""
    media_type: str
    title: str = ""


class PictureRemoved(ScreenEvent):
    picture: str
