"""Screens that are set alike: they show the same within a second, and one view is made for all of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.screens.state import Screen, Screens
from server.live.parts import Channel


@dataclass(slots=True)
class Likenesses:
    """A number for each setting that screens have, found once for each version of the screens."""

    _screens: Screens = field(default_factory=Screens)
    _version: int = -1
    _numbers: Mapping[str, int] = field(default_factory=dict)

    def of(self, channel: Channel, now: Screens) -> tuple[object, ...]:
        """Channels of one likeness show the same, unless they wait and show their name; () = none."""
        match channel.topic.split("/"):
            case ["screen", name, *part] if channel.form == "html" and name in now.by_name:
                return channel.language, *part, self._by_name(now)[name]
            case _:
                return ()

    def _by_name(self, now: Screens) -> Mapping[str, int]:
        if self._screens is not now or self._version != now.version:
            numbers: dict[tuple[object, ...], int] = {}
            self._numbers = {
                name: numbers.setdefault(_set(one, now), len(numbers)) for name, one in now.by_name.items()
            }
            self._screens, self._version = now, now.version
        return self._numbers


def _set(screen: Screen, screens: Screens) -> tuple[object, ...]:
    """All that the view of a screen depends on but its name."""
    shown = screen.contents, screen.seconds, screen.parts, screen.focus_minutes, screen.theme
    return *shown, screen.inches, screen.metres, screens.announced_on(screen.name)
