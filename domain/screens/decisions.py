"""Decisions about the screens on the wall: `(Hall, ...) -> [event]`, or a refusal that carries data.

A decision that changes nothing gives no event, so that pressing a button twice is harmless.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from domain.refusals import Refusal
from domain.screens.events import (
    DEFAULT_SECONDS,
    AnnouncementShown,
    AnnouncementWithdrawn,
    Content,
    FamilySet,
    FocusSet,
    HallEvent,
    Kind,
    LookSet,
    PictureAdded,
    PictureRemoved,
    RotationSet,
    ScreenNamed,
    ScreenRemoved,
    ScreenSet,
    Theme,
)
from domain.screens.state import Hall

SHORTEST_TURN, LONGEST_TURN = 5, 600
MOST_CONTENTS, MOST_PARTS, LONGEST_FOCUS = 12, 40, 60
LONGEST_TEXT, LONGEST_TITLE = 600, 80

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_NAME = 32


@dataclass(eq=False)
class BadScreenName(Refusal):
    """Small letters, digits and single hyphens, at most 32 of them."""

    name: str


@dataclass(eq=False)
class ScreenNameTaken(Refusal):
    name: str


@dataclass(eq=False)
class NoSuchPicture(Refusal):
    picture: str


@dataclass(eq=False)
class BadPicture(Refusal):
    """Not a kind of picture that every television shows, or more octets than `limit`."""

    size: int
    limit: int


@dataclass(eq=False)
class ContentIncomplete(Refusal):
    """`field` is what a content of this kind cannot do without."""

    kind: Kind
    field: str


@dataclass(eq=False)
class OutOfRange(Refusal):
    """`what` is `contents`, `seconds`, `parts`, `minutes`, `text` or `title`."""

    what: str
    given: int
    least: int
    most: int


# Decisions


def name_screen(hall: Hall, name: str, title: str = "") -> list[HallEvent]:
    """A new address for a television."""
    if len(name) > LONGEST_NAME or not NAME.fullmatch(name):
        raise BadScreenName(name)
    if name in hall.screens:
        raise ScreenNameTaken(name)
    _within("title", len(title), 0, LONGEST_TITLE)
    return [ScreenNamed(name, title)]


def show(hall: Hall, name: str, contents: Sequence[Content], seconds: int = DEFAULT_SECONDS) -> list[HallEvent]:
    """One content to stay, or several in turn."""
    screen = hall.screen(name)
    _within("contents", len(contents), 1, MOST_CONTENTS)
    _within("seconds", seconds, SHORTEST_TURN, LONGEST_TURN)
    for content in contents:
        _complete(hall, content)
    if len(contents) == 1:
        return [] if screen.contents == tuple(contents) else [ScreenSet(name, contents[0])]
    unchanged = screen.contents == tuple(contents) and screen.seconds == seconds
    return [] if unchanged else [RotationSet(name, tuple(contents), seconds)]


def split(hall: Hall, name: str, parts: int) -> list[HallEvent]:
    """The same lists over so many televisions: `name/1`, `name/2`, ..."""
    _within("parts", parts, 1, MOST_PARTS)
    return [] if hall.screen(name).parts == parts else [FamilySet(name, parts)]


def focus(hall: Hall, name: str, minutes: int) -> list[HallEvent]:
    """Pairings only, for the first minutes after they are published."""
    _within("minutes", minutes, 0, LONGEST_FOCUS)
    return [] if hall.screen(name).focus_minutes == minutes else [FocusSet(name, minutes)]


def dress(hall: Hall, name: str, theme: Theme, language: str) -> list[HallEvent]:
    screen = hall.screen(name)
    return [] if (screen.theme, screen.language) == (theme, language) else [LookSet(name, theme, language)]


def remove_screen(hall: Hall, name: str) -> list[HallEvent]:
    return [ScreenRemoved(hall.screen(name).name)]


def announce(hall: Hall, text: str, screens: Sequence[str] = ()) -> list[HallEvent]:
    _within("text", len(text.strip()), 1, LONGEST_TEXT)
    return [AnnouncementShown(text.strip(), tuple(hall.screen(name).name for name in screens))]


def withdraw_announcement(hall: Hall) -> list[HallEvent]:
    return [AnnouncementWithdrawn()] if hall.announcement else []


def add_picture(hall: Hall, picture: str, media_type: str, title: str = "") -> list[HallEvent]:
    _within("title", len(title), 0, LONGEST_TITLE)
    return [] if picture in hall.pictures else [PictureAdded(picture, media_type, title)]


def remove_picture(hall: Hall, picture: str) -> list[HallEvent]:
    """Screens that show it show its title instead."""
    if picture not in hall.pictures:
        raise NoSuchPicture(picture)
    return [PictureRemoved(picture)]


def _complete(hall: Hall, content: Content) -> None:
    missing = _missing(content)
    if missing:
        raise ContentIncomplete(content.kind, missing)
    if content.picture and content.picture not in hall.pictures:
        raise NoSuchPicture(content.picture)
    _within("text", len(content.text), 0, LONGEST_TEXT)


def _missing(content: Content) -> str:
    """The field a content of its kind cannot do without and does not have; empty = complete."""
    match content.kind:
        case Kind.ANNOUNCEMENT:
            return "" if content.text.strip() else "text"
        case Kind.PICTURE:
            return "" if content.picture else "picture"
        case Kind.COUNTDOWN:
            return "" if content.until or content.tournament else "until"
        case Kind.CARD if not content.player:
            return "player"
        case _:
            return "" if content.tournament else "tournament"


def _within(what: str, given: int, least: int, most: int) -> None:
    if not least <= given <= most:
        raise OutOfRange(what, given, least, most)
