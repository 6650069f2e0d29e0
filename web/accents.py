"""Legible shades of the organiser's colour on every ground that it stands on (WCAG 2.2, contrast 1.4.3).

The grounds are those of `static/css/base.css` and `static/css/screens.css`; a test compares them.
"""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import chain
from math import cbrt
from typing import TypeAlias

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
    """A shade for each ground: the colour itself where it can be read, else the nearest one of its hue that can."""
    return tuple(shade(accent, ground) for ground in AccentGround)


def shade(accent: str, ground: AccentGround) -> Shade:
    page, *_ = behind = GROUND_COLOURS[ground]
    tried = chain([accent], _relit(accent, 1 if ground in DARK_GROUNDS else 0))
    found = next(one for one in tried if _least(one, (*behind, mix(page, one, WASH_SHARE))) >= LEAST_CONTRAST)
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


# Lighter and darker in OKLab, where a step is as large to the eye in every hue: mixed with white, a red became pink.

LIGHTNESS_STEPS = 100
CHROMA_STEPS = 12
"""Halvings in which the share of the chroma is found that a screen can show."""
Three: TypeAlias = tuple[float, float, float]
TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
FROM_LAB = ((1, 0.3963377774, 0.2158037573), (1, -0.1055613458, -0.0638541728), (1, -0.0894841775, -1.2914855480))
FROM_CONES = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.7076147010),
)
"""The four tables of OKLab (Björn Ottosson, 2020), between linear light, what the cones of an eye see, and L, a, b."""


def _relit(colour: str, end: int) -> Iterator[str]:
    """The colour lighter and lighter up to white (`end` 1), or darker down to black (0), in its own hue and chroma."""
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    lightness, *ab = _times(TO_LAB, _each(cbrt, _times(TO_CONES, (red, green, blue))))
    for step in range(1, LIGHTNESS_STEPS):
        yield _shown(lightness + (end - lightness) * step / LIGHTNESS_STEPS, *ab)
    yield WHITE if end else BLACK


def _shown(lightness: float, a: float, b: float) -> str:
    """The colour of this lightness with as much of the chroma as a screen can show."""
    low, high = 0.0, 1.0
    if _on_screen(_light(lightness, a, b)):
        low = 1.0
    for _ in range(0 if low else CHROMA_STEPS):
        share = (low + high) / 2
        low, high = (share, high) if _on_screen(_light(lightness, a * share, b * share)) else (low, share)
    return "#" + "".join(f"{_byte(one):02x}" for one in _light(lightness, a * low, b * low))


def _light(lightness: float, a: float, b: float) -> Three:
    return _times(FROM_CONES, _each(lambda cone: cone**3, _times(FROM_LAB, (lightness, a, b))))


def _on_screen(light: Three) -> bool:
    return all(-0.0005 <= one <= 1.0005 for one in light)


def _byte(light: float) -> int:
    light = min(1.0, max(0.0, light))
    return round(255 * (light * 12.92 if light <= 0.0031308 else 1.055 * float(light ** (1 / 2.4)) - 0.055))


def _times(rows: tuple[Three, Three, Three], what: Three) -> Three:
    first, second, third = (row[0] * what[0] + row[1] * what[1] + row[2] * what[2] for row in rows)
    return first, second, third


def _each(change: Callable[[float], float], what: Three) -> Three:
    return change(what[0]), change(what[1]), change(what[2])


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
        f"{theme}.screen #line,{theme}.screen #done b{{background:{colour}}}\n"
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
