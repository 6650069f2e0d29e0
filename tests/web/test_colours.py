"""Legibility for people who see less: contrast of at least 4.5 to 1 for text (WCAG 2.1, 1.4.3)."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parent.parent.parent / "web"
BASE = (WEB / "static/css/base.css").read_text()
PAIRS = [
    (text, ground)
    for text in ("ink", "soft", "accent", "live", "warn", "bad", "good")
    for ground in ("paper", "card", "sunk")
] + [
    ("accent-ink", "accent"),
    ("live", "live-wash"),
    ("warn", "warn-wash"),
    ("bad", "bad-wash"),
    ("ink", "accent-wash"),
]


def palette(selector: str) -> dict[str, str]:
    block = BASE[BASE.index(selector + " {") :].split("}")[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))


LIGHT = palette(":root")
DARK = palette(':root[data-theme="dark"]')


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("text", "ground"), PAIRS)
@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_text_stands_out_from_its_ground(colours: dict[str, str], text: str, ground: str) -> None:
    assert contrast(colours[text], colours[ground]) >= 4.5


def test_the_dark_of_the_system_is_the_dark_of_the_button() -> None:
    assert palette('  :root:not([data-theme="light"])') == DARK


def test_every_kind_of_notice_has_a_look() -> None:
    pages = (page.read_text() for page in (WEB / "templates").rglob("*.html"))
    kinds = {kind for page in pages for kind in re.findall(r'class="notice (\w+)"', page)}
    looks = "".join(sheet.read_text() for sheet in (WEB / "static/css").rglob("*.css"))
    assert {kind for kind in kinds if not re.search(rf"\.{kind}\b", looks)} == set()
