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

BLOCKS = {
    "latin": ((0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x36F), (0x1E00, 0x1EFF), (0x2000, 0x22FF), (0x25A0, 0x25FF)),
    "cyrillic": ((0x400, 0x52F),),
    "greek": ((0x370, 0x3FF), (0x1F00, 0x1FFF)),
}
"""The first and last letters of their blocks. Latin has Vietnamese, fractions, arrows and signs with it."""

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
        made_of.update(Face(weight, "latin").source.read_bytes())
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
