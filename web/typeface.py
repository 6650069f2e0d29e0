"""The letters of Tablo: Source Sans Pro, cut down to what tournaments write, for walls, public pages and the desk.

The family comes from a package of its own. A file for each weight and script is cut once, and its name changes with
everything it is made from, so that browsers may keep it for ever. A browser loads the scripts that a page shows; one
that cannot read woff2 has letters of its own.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path

import font_source_sans_pro as source_sans

SOURCE_FILES = Path(source_sans.__file__).parent / "files"
"""The family as its makers publish it."""
FAMILY = "Tablo Sans"
RECIPE = "1"
"""Counted up when the same package is to be cut in another way."""

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

WEIGHTS = {400: "Regular", 600: "Semibold"}
"""The heavier one stands for everything bold."""

FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl", "liga", "tnum")
"""`locl`: Bulgarian, Serbian and Romanian readers see their own forms. Figures have one width in this family."""


@dataclass(frozen=True, slots=True)
class Face:
    """One file of the family."""

    weight: int
    script: str

    @property
    def source(self) -> Path:
        return SOURCE_FILES / f"SourceSansPro-{WEIGHTS[self.weight]}.ttf"

    @property
    def name(self) -> str:
        return f"{digest()}-{self.weight}-{self.script}.woff2"


FACES = tuple(Face(weight, script) for weight in WEIGHTS for script in BLOCKS)


@cache
def digest() -> str:
    """Changes with the family, with what is taken from it, and with the program that cuts it."""
    made_of = hashlib.sha256(repr((RECIPE, FAMILY, BLOCKS, FEATURES, version("fonttools"))).encode())
    for weight in WEIGHTS:
        made_of.update(Face(weight, "basic").source.read_bytes())
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


def folder_beside() -> Path:
    """The folder beside Python's own compiled files, where the compiled templates are too."""
    return Path(cache_from_source(__file__)).parent / "type"


def kept_file(name: str, folders: Sequence[Path]) -> Path | None:
    """The file of this name in the first folder that has it."""
    return next((folder / name for folder in folders if (folder / name).is_file()), None)
