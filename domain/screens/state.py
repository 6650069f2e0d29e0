"""The playing hall: which television shows what. A small event stream of its own, named `hall`.

A screen is a stable address for a television. What it shows is decided at the desk and kept as
events, so that a restart of the server or of the television changes nothing. Nothing in here
knows what a list contains: a screen says *which* list of *which* tournament it wants.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias, get_args

from domain.refusals import Refusal

DEFAULT_SECONDS = 15
"""How long a rotation stays on a content whose pages need no longer than that."""


class Kind(StrEnum):
    """What a screen can show."""

    PAIRINGS = "pairings"
    """The round by board, with points, ratings and results."""
    SEATS = "seats"
    """The round by name: find your seat."""
    BOARDS = "boards"
    """Board numbers, family names and results only, for the far end of the hall."""
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    LATEST = "latest"
    """The newest results, newest first."""
    CARD = "card"
    """One player's round by round."""
    COUNTDOWN = "countdown"
    ANNOUNCEMENT = "announcement"
    PICTURE = "picture"


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


@dataclass(frozen=True, slots=True)
class Content:
    """One thing to show. Fields that a kind does not need stay empty."""

    kind: Kind
    tournament: str = ""
    """The tournament's address; empty = the announcement, picture or countdown belongs to none."""
    player: int = 0
    text: str = ""
    picture: str = ""
    until: str = ""
    """ISO date and local time a countdown runs to; empty = the next round of the tournament's schedule."""


# What can happen


@dataclass(frozen=True, slots=True)
class ScreenNamed:
    name: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class ScreenSet:
    """From now on the screen shows one content."""

    name: str
    content: Content


@dataclass(frozen=True, slots=True)
class RotationSet:
    """From now on the screen shows several contents in turn."""

    name: str
    contents: tuple[Content, ...]
    seconds: int = DEFAULT_SECONDS


@dataclass(frozen=True, slots=True)
class FamilySet:
    """The lists of this screen are split over `parts` televisions; 1 = a single one."""

    name: str
    parts: int


@dataclass(frozen=True, slots=True)
class FocusSet:
    """For so many minutes after a round is published the screen shows its pairings only; 0 = never."""

    name: str
    minutes: int


@dataclass(frozen=True, slots=True)
class LookSet:
    name: str
    theme: Theme
    language: str


@dataclass(frozen=True, slots=True)
class ScreenRemoved:
    name: str


@dataclass(frozen=True, slots=True)
class AnnouncementShown:
    """A line over whatever the screens show; no names = on all of them. A later one replaces it."""

    text: str
    screens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AnnouncementWithdrawn:
    pass


@dataclass(frozen=True, slots=True)
class PictureAdded:
    """The bytes are kept beside the journal, under their fingerprint."""

    picture: str
    """SHA-256 of the bytes, in hex."""
    media_type: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class PictureRemoved:
    picture: str


HallEvent: TypeAlias = (
    ScreenNamed
    | ScreenSet
    | RotationSet
    | FamilySet
    | FocusSet
    | LookSet
    | ScreenRemoved
    | AnnouncementShown
    | AnnouncementWithdrawn
    | PictureAdded
    | PictureRemoved
)

HALL_EVENTS: dict[str, type[HallEvent]] = {cls.__name__: cls for cls in get_args(HallEvent)}
"""Bare name, as the journal stores it, to class."""


# What is therefore true


@dataclass(eq=False)
class NoSuchScreen(Refusal):
    name: str


@dataclass(frozen=True, slots=True)
class Screen:
    """A television's address and everything the desk decided about it."""

    name: str
    title: str = ""
    contents: tuple[Content, ...] = ()
    """Empty = not set yet: the screen shows its own name and how to reach the desk."""
    seconds: int = DEFAULT_SECONDS
    parts: int = 1
    focus_minutes: int = 0
    theme: Theme = Theme.DARK
    language: str = ""
    """Empty = the language of the server."""


@dataclass(slots=True)
class Hall:
    """The state. Build it with `replay`; look, do not touch."""

    screens: dict[str, Screen] = field(default_factory=dict)
    announcement: AnnouncementShown | None = None
    pictures: dict[str, PictureAdded] = field(default_factory=dict)
    version: int = 0

    def screen(self, name: str) -> Screen:
        """Raises NoSuchScreen."""
        if name not in self.screens:
            raise NoSuchScreen(name)
        return self.screens[name]

    def announced_on(self, name: str) -> str:
        """The line over this screen; empty = none."""
        shown = self.announcement
        if shown is None or (shown.screens and name not in shown.screens):
            return ""
        return shown.text


def replay(events: Iterable[HallEvent], into: Hall | None = None) -> Hall:
    hall = into if into is not None else Hall()
    for event in events:
        evolve(hall, event)
    return hall


def evolve(hall: Hall, event: HallEvent) -> None:
    """One step."""
    hall.version += 1
    match event:
        case ScreenNamed(name=name, title=title):
            hall.screens[name] = replace(hall.screens.get(name, Screen(name)), title=title)
        case ScreenRemoved(name=name):
            hall.screens.pop(name, None)
        case AnnouncementShown():
            hall.announcement = event
        case AnnouncementWithdrawn():
            hall.announcement = None
        case PictureAdded():
            hall.pictures[event.picture] = event
        case PictureRemoved(picture=picture):
            hall.pictures.pop(picture, None)
        case _:
            hall.screens[event.name] = _changed(hall.screens[event.name], event)


def _changed(screen: Screen, event: ScreenSet | RotationSet | FamilySet | FocusSet | LookSet) -> Screen:
    match event:
        case ScreenSet(content=content):
            return replace(screen, contents=(content,))
        case RotationSet(contents=contents, seconds=seconds):
            return replace(screen, contents=contents, seconds=seconds)
        case FamilySet(parts=parts):
            return replace(screen, parts=parts)
        case FocusSet(minutes=minutes):
            return replace(screen, focus_minutes=minutes)
        case LookSet(theme=theme, language=language):
            return replace(screen, theme=theme, language=language)
