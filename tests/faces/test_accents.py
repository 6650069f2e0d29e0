"""The organiser's colour can be read wherever it stands."""

import re

import pytest

from web.accents import (
    GROUND_COLOURS,
    LEAST_CONTRAST,
    WHITE,
    AccentGround,
    accent_stylesheet,
    contrast,
    shade,
    shades,
)
from web.plain import STATIC

COLOURS = ["#000000", "#ffffff", "#ffff00", "#14523d", "#ff0000", "#7f7f7f", "#00e5ff", "#0000ff", "#fbfaf6"]


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [("#000000", "#ffffff", 21), ("#777777", "#ffffff", 4.48), ("#ff0000", "#ffffff", 4.0), ("#abcabc", "#abcabc", 1)],
)
def test_the_contrast_is_that_of_wcag(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == contrast(other, one) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize("accent", COLOURS)
@pytest.mark.parametrize("ground", AccentGround)
def test_every_colour_gets_a_shade_that_can_be_read_on_every_ground(accent: str, ground: AccentGround) -> None:
    found = shade(accent, ground)
    assert all(contrast(found.colour, one) >= LEAST_CONTRAST for one in (*GROUND_COLOURS[ground], found.wash))
    assert contrast(found.ink, found.colour) >= LEAST_CONTRAST


def test_a_colour_that_can_be_read_is_shown_as_it_was_chosen() -> None:
    assert shade("#14523d", AccentGround.LIGHT_PAGE).colour == "#14523d"
    assert not shade("#14523d", AccentGround.LIGHT_PAGE).derived
    assert shade("#14523d", AccentGround.DARK_PAGE).derived


def test_a_weak_yellow_is_darkened_on_light_pages_and_kept_on_dark_ones() -> None:
    light, dark = shade("#ffe100", AccentGround.LIGHT_PAGE), shade("#ffe100", AccentGround.DARK_PAGE)
    assert light.chosen < 1.5 < LEAST_CONTRAST <= light.contrast
    assert dark.colour == "#ffe100"


@pytest.mark.parametrize(("accent", "shown"), [("#b01c2e", "#ef5d61"), ("#14523d", "#5f9981"), ("#000080", "#5388ff")])
def test_a_dark_brand_becomes_lighter_on_walls_and_keeps_its_colour(accent: str, shown: str) -> None:
    """Mixed with white, the red `#b01c2e` was the pink `#ce727d`."""
    assert shade(accent, AccentGround.DARK_SCREEN).colour == shown


def test_the_grounds_are_those_of_the_stylesheets() -> None:
    base, screens = ((STATIC / "css" / name).read_text() for name in ("base.css", "screens.css"))
    light, _, dark = base.partition("@media (prefers-color-scheme: dark)")
    for sheet, ground in ((light, AccentGround.LIGHT_PAGE), (dark, AccentGround.DARK_PAGE)):
        named = tuple(re.search(rf"--{name}: (#[0-9a-f]{{6}})", sheet)[1] for name in ("paper", "card", "sunk"))
        assert named == GROUND_COLOURS[ground]
    dark_screen = [
        re.search(rf"(?m)^{what} {{ background: (#[0-9a-f]{{6}})", screens)[1]
        for what in ("html", r"\.js #top", "#line")
    ]
    light_screen = [
        re.search(rf'(?m)^\[data-theme="light"\]{what} {{ background: (#[0-9a-f]{{6}})', screens)[1]
        for what in ("", " #top", " #line")
    ]
    assert tuple(dark_screen) == GROUND_COLOURS[AccentGround.DARK_SCREEN]
    assert tuple(light_screen) == GROUND_COLOURS[AccentGround.LIGHT_SCREEN]


def test_screens_get_plain_rules_without_custom_properties() -> None:
    rules = [line for line in accent_stylesheet("#14523d").splitlines() if ".screen" in line]
    assert rules
    assert not any("var(" in line for line in rules)


def test_a_shade_is_shown_for_each_ground() -> None:
    assert [one.ground for one in shades(WHITE)] == list(AccentGround)
