"""The letters of Tablo: Source Sans Pro, cut down to what tournaments write, for walls, public pages and the desk.

The files of `web/type` are made by `tests/web/cut_letters.py` and committed. There is one for each weight and script,
and its address changes with what is in them, so that browsers may keep it for ever. A browser loads the scripts that
a page shows; one that cannot read woff2 has letters of its own. Papers and drawn pictures have whole fonts.
"""

import hashlib
from functools import cache
from pathlib import Path

from domain.records import dataclass

FOLDER = Path(__file__).parent / "type"
FAMILY = "Tablo Sans"

BLOCKS: dict[str, tuple[tuple[int, int], ...]] = {
    "basic": (
        (0x20, 0x7E), (0xA0, 0xA0), (0xAB, 0xAB), (0xB0, 0xB0), (0xB7, 0xB7), (0xBB, 0xBE), (0xD7, 0xD7),
        (0x2013, 0x2014), (0x2018, 0x201E), (0x2022, 0x2022), (0x2026, 0x2026), (0x2116, 0x2116), (0x2190, 0x2193),
        (0x2212, 0x2212), (0x25B2, 0x25B2), (0x25BC, 0x25BC), (0x25BE, 0x25BE), (0x25CF, 0x25CF),
    ),
    "latin": ((0xA1, 0xAA), (0xAC, 0xAF), (0xB1, 0xB6), (0xB8, 0xBA), (0xBF, 0xD6), (0xD8, 0x17F), (0x218, 0x21B)),
    "vietnamese": ((0x1A0, 0x1A1), (0x1AF, 0x1B0), (0x1EA0, 0x1EF9)),
    "latin-far": (
        (0x180, 0x19F), (0x1A2, 0x1AE), (0x1B1, 0x217), (0x21C, 0x24F), (0x2B0, 0x36F), (0x1E00, 0x1E9F),
        (0x1EFA, 0x1EFF),
    ),
    "signs": (
        (0x2000, 0x2012), (0x2015, 0x2017), (0x201F, 0x2021), (0x2023, 0x2025), (0x2027, 0x2115),
        (0x2117, 0x218F), (0x2194, 0x2211), (0x2213, 0x22FF), (0x25A0, 0x25B1), (0x25B3, 0x25BB), (0x25BD, 0x25BD),
        (0x25BF, 0x25CE), (0x25D0, 0x25FF),
    ),
    "cyrillic": ((0x400, 0x45F), (0x490, 0x491)),
    "cyrillic-far": ((0x460, 0x48F), (0x492, 0x52F)),
    "greek": ((0x370, 0x3FF), (0x1F00, 0x1FFF)),
}  # fmt: skip
"""The first and last letters of their blocks, no letter in two of them. A browser takes what a page has letters of.

`basic` has what nearly every page has, `latin` the letters of Europe, `latin-far` those of Africa.
"""

WEIGHTS = {400: "regular", 600: "semibold"}
"""The heavier one stands for everything bold."""

FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "liga", "tnum")
"""`locl`: Bulgarian, Serbian and Romanian readers see their own forms. Figures have one width in this family."""


@dataclass(frozen=True, slots=True)
class Face:
    weight: int
    script: str

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.weight}-{self.script}.woff2"

    @property
    def name(self) -> str:
        return f"{digest()}-{self.file.name}"


FACES = tuple(Face(weight, script) for weight in WEIGHTS for script in BLOCKS)


def whole_file(style: str) -> Path:
    """The font with all letters of the family: regular, semibold, bold or italic."""
    return FOLDER / f"{style}.ttf"


@cache
def digest() -> str:
    """Changes with every file and with what the stylesheet says about them."""
    made_of = hashlib.sha256(repr((FAMILY, BLOCKS)).encode())
    for face in FACES:
        made_of.update(face.file.read_bytes())
    return made_of.hexdigest()[:12]


def stylesheet_url() -> str:
    return f"/static/type/{stylesheet_name()}"


def stylesheet_name() -> str:
    return f"{digest()}.css"


@cache
def stylesheet() -> str:
    """The rules that name the files. Text is there at once in other letters, and changes when these have come."""
    return "".join(
        f'@font-face{{font-family:"{FAMILY}";font-style:normal;font-weight:{face.weight};font-display:swap;'
        f'src:url("{face.name}") format("woff2");unicode-range:{_ranges(face.script)}}}\n'
        for face in FACES
    )


def _ranges(script: str) -> str:
    return ",".join(f"U+{first:X}-{last:X}" for first, last in BLOCKS[script])
