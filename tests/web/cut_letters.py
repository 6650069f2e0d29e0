"""Cuts the letters of the pages and papers into `web/type`: `python -m tests.web.cut_letters`, then commit the files.

For developers, after a change of `web/typeface.py` or of the family: whoever installs the program has the files.
What is cut is called otherwise than the family, whose name is reserved (its licence stands beside the files).
"""

from collections.abc import Iterable
from importlib.metadata import files
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

from web.typeface import BLOCKS, FACES, FAMILY, FEATURES, FOLDER, WEIGHTS, whole_file

LICENCE = "OFL.txt"
SOURCE_STYLES = {"regular": "Regular", "semibold": "Semibold", "bold": "Bold", "italic": "It"}
"""The family's own words for the styles of `web/type`."""


def source(name: str) -> Path:
    """A file of the family as its makers publish it."""
    [found] = [file for file in files("font-source-sans-pro") or () if file.name == name]
    return Path(str(found.locate()))


def source_of(style: str) -> Path:
    return source(f"SourceSansPro-{SOURCE_STYLES[style]}.ttf")


def cut_all() -> dict[str, bytes]:
    """The files of `web/type` by their names."""
    whole = {whole_file(style).name: cut(source_of(style), None, "") for style in SOURCE_STYLES}
    faces = {face.file.name: cut(source_of(WEIGHTS[face.weight]), BLOCKS[face.script], "woff2") for face in FACES}
    return {LICENCE: source("LICENSE.txt").read_bytes(), **whole, **faces}


def cut(path: Path, blocks: Iterable[tuple[int, int]] | None, flavor: str) -> bytes:
    """A font with the letters of these blocks, or with all of its own, under our name."""
    options = subset.Options(
        flavor=flavor or None,
        layout_features=list(FEATURES),
        hinting=False,
        notdef_outline=True,
        name_IDs=[*range(7), 16, 17],
    )
    made = BytesIO()
    with subset.load_font(str(path), options) as font:
        cutter = subset.Subsetter(options)
        wanted = font.getBestCmap() if blocks is None else (n for a, b in blocks for n in range(a, b + 1))
        cutter.populate(unicodes=list(wanted))
        cutter.subset(font)
        rename(font)
        subset.save_font(font, made, options)
    return made.getvalue()


def rename(font: TTFont) -> None:
    """The copyright keeps the name of the family: it says who made it."""
    for record in font["name"].names:
        if record.nameID:
            own = str(record).replace("Source Sans Pro", FAMILY).replace("SourceSansPro", FAMILY.replace(" ", ""))
            record.string = own


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name, data in cut_all().items():
        (FOLDER / name).write_bytes(data)
