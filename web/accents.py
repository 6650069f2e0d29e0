"""Legible shades of the organiser's colour on every ground that it stands on (WCAG 2.2, contrast 1.4.3).

The grounds are those of `static/css/base.css` and `static/css/screens.css`; a test compares them.
"""

from collections.abc import Iterable
from enum import StrEnum

from domain.records import dataclass

LEAST_CONTRAST = 4.5
BLACK, WHITE = "#000000", "#ffffff"
WASH_SHARE = 0.12
"""The share of the colour in the wash behind what is marked."""


class AccentGround(StrEnum):
    LIGHT_PAGE = "light-page"
    DARK_PAGE = "dark-page"
    DARK_SCREEN = "dark-screen"
    LIGHT_SCREEN = "light-screen"


GROUND_COLOURS: dict[AccentGround, tuple[str, ...]] = {
    AccentGround.LIGHT_PAGE: ("#fbfaf6", "#ffffff", "#f2f0e9"),
    AccentGround.DARK_PAGE: ("#141614", "#1b1e1c", "#222623"),
    AccentGround.DARK_SCREEN: ("#0b0f17", "#131b2a", "#1c2738"),
    AccentGround.LIGHT_SCREEN: ("#ffffff", "#e7edf5", "#d3dce8"),
}
"""Everything the colour meets there; the first is the page itself."""
LIGHT_SCREENS = '[data-theme="light"] '
DARK_GROUNDS = frozenset({AccentGround.DARK_PAGE, AccentGround.DARK_SCREEN})


@dataclass(frozen=True, slots=True)
class Shade:
    ground: AccentGround
    colour: str
    wash: str
    """Behind what is marked."""
    ink: str
    """The letters on a field of this colour."""
    chosen: float
    """The least contrast of the colour as it was chosen."""
    contrast: float
    """The least contrast of this shade."""

    @property
    def derived(self) -> bool:
        return self.chosen < LEAST_CONTRAST


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.2, relative luminance)."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def shades(accent: str) -> tuple[Shade, ...]:
    """A shade for each ground: the colour itself where it can be read, else the nearest one that can."""
    return tuple(shade(accent, ground) for ground in AccentGround)


def shade(accent: str, ground: AccentGround) -> Shade:
    page, *_ = behind = GROUND_COLOURS[ground]
    towards = WHITE if ground in DARK_GROUNDS else BLACK
    mixed = (mix(accent, towards, percent / 100) for percent in range(101))
    found = next(one for one in mixed if _least(one, (*behind, mix(page, one, WASH_SHARE))) >= LEAST_CONTRAST)
    ink = BLACK if ground in DARK_GROUNDS else WHITE
    return Shade(ground, found, mix(page, found, WASH_SHARE), ink, _least(accent, behind), _least(found, behind))


def mix(one: str, other: str, share: float) -> str:
    """`share` of the other colour in the first one."""
    parts = zip(_channels(one), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def _least(colour: str, behind: Iterable[str]) -> float:
    return min(contrast(colour, ground) for ground in behind)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def accent_stylesheet(accent: str) -> str:
    """The rules that colour pages and screens. Screens get plain rules: old televisions have no custom properties."""
    by_ground = {one.ground: one for one in shades(accent)}
    light, dark = _variables(by_ground[AccentGround.LIGHT_PAGE]), _variables(by_ground[AccentGround.DARK_PAGE])
    wall, bright = by_ground[AccentGround.DARK_SCREEN], by_ground[AccentGround.LIGHT_SCREEN]
    ink = max((WHITE, BLACK), key=lambda one: contrast(accent, one))
    return (
        f"[data-face]{{{light}--wall:{wall.colour};--bright-wall:{bright.colour}}}\n"
        f'@media (prefers-color-scheme:dark){{:root[data-face]:not([data-theme="light"]){{{dark}}}}}\n'
        f':root[data-face][data-theme="dark"],[data-face="dark"]{{{dark}}}\n'
        f"{_screen_rules('', wall)}{_screen_rules(LIGHT_SCREENS, bright)}"
        f".screen .place-1 .block{{background:{accent};color:{ink}}}\n"
    )


def _variables(one: Shade) -> str:
    return f"--accent:{one.colour};--accent-ink:{one.ink};--accent-wash:{one.wash};"


def _screen_rules(theme: str, one: Shade) -> str:
    colour = one.colour
    return (
        f"{theme}.screen #top{{box-shadow:inset .22rem 0 0 0 {colour}}}\n"
        f"{theme}.screen #progress,{theme}.screen #done b{{background:{colour}}}\n"
        f"{theme}.screen .place-1 .block{{box-shadow:inset 0 .14em 0 0 {colour}}}\n"
        f"{theme}.screen .best{{border-top-color:{colour}}}\n"
        f"{theme}.screen .best .of{{color:{colour}}}\n"
        f"{theme}.screen .line.on,{theme}.screen .line.on i{{border-color:{colour}}}\n"
        f"{theme}.screen .road li,{theme}.screen .road li::before{{border-color:{colour}}}\n"
        f"{theme}.screen .road li:last-child{{border-color:transparent}}\n"
        f"{theme}.screen .slot .won{{box-shadow:inset -.25vw 0 0 0 {colour}}}\n"
        f"{theme}.screen .ending .champion{{box-shadow:inset .4vw 0 0 0 {colour}}}\n"
        f"{theme}.screen .ending .awaited{{box-shadow:inset 0 0 0 1px {colour}}}\n"
    )


def stylesheet_address(accent: str) -> str:
    return f"/face/{accent.removeprefix('#')}.css"
