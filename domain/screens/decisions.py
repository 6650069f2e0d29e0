"""Decisions about the screens: `(Screens, ...) -> [event]`, or a refusal that carries data.

A decision that changes nothing gives no event, so that pressing a button twice is harmless.
"""

import re
from collections.abc import Sequence

from domain.refusals import Refusal
from domain.screens import events as e
from domain.screens.state import Screens

MIN_TURN_SECONDS, MAX_TURN_SECONDS = 5, 600
MAX_SCREEN_CONTENTS, MAX_SCREEN_PARTS, MAX_FOCUS_MINUTES = 12, 40, 60
MIN_GLASS_INCHES, MAX_GLASS_INCHES, MAX_DISTANCE_METRES = 10, 300, 40
MAX_TEXT_CHARS, MAX_TITLE_CHARS = 600, 80
MAX_LIVE_BOARDS = 12

SCREEN_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
MAX_SCREEN_NAME_CHARS = 32


class BadScreenName(Refusal):
    """Small letters, digits and single hyphens, at most 32 of them."""

    name: str


class ScreenNameTaken(Refusal):
    name: str


class NoSuchPicture(Refusal):
    picture: str


class ContentIncomplete(Refusal):
    """`field` is what a content of this kind cannot do without."""

    kind: e.ContentKind
    field: str


class OutOfRange(Refusal):
    """`what` is `contents`, `seconds`, `parts`, `minutes`, `inches`, `metres`, `text`, `boards` or `title`."""

    what: str
    given: int
    least: int
    most: int


def name_screen(screens: Screens, name: str, title: str = "") -> list[e.ScreenEvent]:
    if len(name) > MAX_SCREEN_NAME_CHARS or not SCREEN_NAME.fullmatch(name):
        raise BadScreenName(name)
    if name in screens.by_name:
        raise ScreenNameTaken(name)
    _within("title", len(title), 0, MAX_TITLE_CHARS)
    return [e.ScreenNamed(name, title)]


def show_contents(
    screens: Screens, name: str, contents: Sequence[e.Content], seconds: int = e.DEFAULT_SECONDS
) -> list[e.ScreenEvent]:
    screen = screens.named(name)
    _within("contents", len(contents), 1, MAX_SCREEN_CONTENTS)
    _within("seconds", seconds, MIN_TURN_SECONDS, MAX_TURN_SECONDS)
    for content in contents:
        _complete(screens, content)
    if len(contents) == 1:
        return [] if screen.contents == tuple(contents) else [e.ScreenSet(name, contents[0])]
    unchanged = screen.contents == tuple(contents) and screen.seconds == seconds
    return [] if unchanged else [e.RotationSet(name, tuple(contents), seconds)]


def split_screen(screens: Screens, name: str, parts: int) -> list[e.ScreenEvent]:
    """Show these lists over so many televisions: `name/1`, `name/2`, ..."""
    _within("parts", parts, 1, MAX_SCREEN_PARTS)
    return [] if screens.named(name).parts == parts else [e.FamilySet(name, parts)]


def focus_screen(screens: Screens, name: str, minutes: int) -> list[e.ScreenEvent]:
    """Pairings only, for the first minutes after they are published."""
    _within("minutes", minutes, 0, MAX_FOCUS_MINUTES)
    return [] if screens.named(name).focus_minutes == minutes else [e.FocusSet(name, minutes)]


def set_look(screens: Screens, name: str, theme: e.Theme, language: str) -> list[e.ScreenEvent]:
    screen = screens.named(name)
    return [] if (screen.theme, screen.language) == (theme, language) else [e.LookSet(name, theme, language)]


def set_glass(screens: Screens, name: str, inches: int, metres: int) -> list[e.ScreenEvent]:
    screen = screens.named(name)
    _within("inches", inches, MIN_GLASS_INCHES, MAX_GLASS_INCHES)
    _within("metres", metres, 1, MAX_DISTANCE_METRES)
    return [] if (screen.inches, screen.metres) == (inches, metres) else [e.GlassSet(name, inches, metres)]


def put_in_hall(screens: Screens, name: str, in_hall: bool) -> list[e.ScreenEvent]:
    return [] if screens.named(name).in_hall is in_hall else [e.HallSet(name, in_hall)]


def remove_screen(screens: Screens, name: str) -> list[e.ScreenEvent]:
    return [e.ScreenRemoved(screens.named(name).name)]


def show_announcement(screens: Screens, text: str, only_on: Sequence[str] = ()) -> list[e.ScreenEvent]:
    _within("text", len(text.strip()), 1, MAX_TEXT_CHARS)
    return [e.AnnouncementShown(text.strip(), tuple(screens.named(name).name for name in only_on))]


def withdraw_announcement(screens: Screens) -> list[e.ScreenEvent]:
    return [e.AnnouncementWithdrawn()] if screens.announcement else []


def add_picture(screens: Screens, picture: str, media_type: str, title: str = "") -> list[e.ScreenEvent]:
    _within("title", len(title), 0, MAX_TITLE_CHARS)
    return [] if picture in screens.pictures else [e.PictureAdded(picture, media_type, title)]


def remove_picture(screens: Screens, picture: str) -> list[e.ScreenEvent]:
    if picture not in screens.pictures:
        raise NoSuchPicture(picture)
    return [e.PictureRemoved(picture)]


def _complete(screens: Screens, content: e.Content) -> None:
    missing = _missing(content)
    if missing:
        raise ContentIncomplete(content.kind, missing)
    if content.picture and content.picture not in screens.pictures:
        raise NoSuchPicture(content.picture)
    _within("text", len(content.text), 0, MAX_TEXT_CHARS)
    _within("boards", content.boards, 0, MAX_LIVE_BOARDS)


def _missing(content: e.Content) -> str:
    """The field a content of its kind cannot do without and does not have; empty = complete."""
    match content.kind:
        case e.ContentKind.ANNOUNCEMENT:
            return "" if content.text.strip() else "text"
        case e.ContentKind.PICTURE:
            return "" if content.picture else "picture"
        case e.ContentKind.COUNTDOWN:
            return "" if content.until or content.tournament or content.festival else "until"
        case e.ContentKind.RANKING:
            return "" if content.festival else "festival"
        case e.ContentKind.CARD if not content.player:
            return "player"
        case _:
            return "" if content.tournament or (content.festival and not content.player) else "tournament"


def _within(what: str, given: int, least: int, most: int) -> None:
    if not least <= given <= most:
        raise OutOfRange(what, given, least, most)
