"""The screens and what each shows, as the events say.

A screen is a stable address for a television. The desk decides what it shows, as events, so that a
restart of the server or of the television changes nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TypeAlias

from domain.records import dataclass
from domain.refusals import Refusal
from domain.screens import events as e


class NoSuchScreen(Refusal):
    name: str


@dataclass(frozen=True, slots=True)
class Screen:
    name: str
    title: str = ""
    contents: tuple[e.Content, ...] = ()
    """Empty = not set yet: the screen shows its own name and how to reach the desk."""
    seconds: int = e.DEFAULT_SECONDS
    parts: int = 1
    focus_minutes: int = 0
    theme: e.Theme = e.Theme.DARK
    language: str = ""
    """Empty = the language of the server."""
    inches: int = e.DEFAULT_GLASS_INCHES
    metres: int = e.DEFAULT_DISTANCE_METRES
    in_hall: bool = False
    """Its address with the code of the desk shows games without their delay."""


@dataclass(slots=True)
class Screens:
    """The state. Build it with `replay`; look, do not touch."""

    by_name: dict[str, Screen] = field(default_factory=dict)
    announcement: e.AnnouncementShown | None = None
    pictures: dict[str, e.PictureAdded] = field(default_factory=dict)
    version: int = 0

    def named(self, name: str) -> Screen:
        """Raises NoSuchScreen."""
        if name not in self.by_name:
            raise NoSuchScreen(name)
        return self.by_name[name]

    def announced_on(self, name: str) -> str:
        """The line over this screen; empty = none."""
        shown = self.announcement
        if shown is None or (shown.screens and name not in shown.screens):
            return ""
        return shown.text


def with_sections(screens: Screens, sections: Mapping[str, Sequence[str]]) -> Screens:
    """These screens with a content for each section where the desk set a festival; `sections` by festival."""

    def each(content: e.Content) -> Iterator[e.Content]:
        if not content.festival:
            yield content
        for tournament in sections.get(content.festival, ()):
            yield replace(content, tournament=tournament)

    by_name = {
        name: replace(screen, contents=tuple(one for content in screen.contents for one in each(content)))
        for name, screen in screens.by_name.items()
    }
    return replace(screens, by_name=by_name)


def festivals_of(screens: Screens) -> frozenset[str]:
    contents = (content for screen in screens.by_name.values() for content in screen.contents)
    return frozenset(content.festival for content in contents if content.festival)


def replay_screens(events: Iterable[e.ScreenEvent], into: Screens | None = None) -> Screens:
    screens = into if into is not None else Screens()
    for event in events:
        evolve_screens(screens, event)
    return screens


def evolve_screens(screens: Screens, event: e.ScreenEvent) -> None:
    screens.version += 1
    match event:
        case e.ScreenNamed(name=name, title=title):
            screens.by_name[name] = replace(screens.by_name.get(name, Screen(name)), title=title)
        case e.ScreenRemoved(name=name):
            screens.by_name.pop(name, None)
        case e.AnnouncementShown():
            screens.announcement = event
        case e.AnnouncementWithdrawn():
            screens.announcement = None
        case e.PictureAdded():
            screens.pictures[event.picture] = event
        case e.PictureRemoved(picture=picture):
            screens.pictures.pop(picture, None)
        case e.ScreenSet() | e.RotationSet() | e.FamilySet() | e.FocusSet() | e.LookSet() | e.GlassSet() | e.HallSet():
            screens.by_name[event.name] = _changed(screens.by_name[event.name], event)


SetOfScreen: TypeAlias = e.ScreenSet | e.RotationSet | e.FamilySet | e.FocusSet | e.LookSet | e.GlassSet | e.HallSet


def _changed(screen: Screen, event: SetOfScreen) -> Screen:
    match event:
        case e.ScreenSet(content=content):
            return replace(screen, contents=(content,))
        case e.RotationSet(contents=contents, seconds=seconds):
            return replace(screen, contents=contents, seconds=seconds)
        case e.FamilySet(parts=parts):
            return replace(screen, parts=parts)
        case e.FocusSet(minutes=minutes):
            return replace(screen, focus_minutes=minutes)
        case e.LookSet(theme=theme, language=language):
            return replace(screen, theme=theme, language=language)
        case e.GlassSet(inches=inches, metres=metres):
            return replace(screen, inches=inches, metres=metres)
        case e.HallSet(in_hall=in_hall):
            return replace(screen, in_hall=in_hall)
