"""Cuts the files of the family: work for a worker, since the server would keep the cutter in memory."""

import os
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from web.typeface import BLOCKS, FACES, FEATURES, Face, kept_file


def cut_face(face: Face) -> bytes:
    """The file of a face, as browsers read it."""
    from fontTools import subset  # imported where it is needed: a server starts earlier without it

    options = subset.Options(flavor="woff2", layout_features=list(FEATURES), hinting=False, notdef_outline=True)
    made = BytesIO()
    with subset.load_font(str(face.source), options) as font:
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[letter for first, last in BLOCKS[face.script] for letter in range(first, last + 1)])
        cutter.subset(font)
        subset.save_font(font, made, options)
    return made.getvalue()


def cut_all(folders: Sequence[Path]) -> None:
    """Every file that none of the folders has, into the first one that can be written. Raises OSError."""
    missing = [face for face in FACES if kept_file(face.name, folders) is None]
    for place, folder in enumerate(folders, 1):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for face in missing:
                _keep(folder / face.name, cut_face(face))
        except OSError:
            if place == len(folders):
                raise
        else:
            return


def _keep(file: Path, data: bytes) -> None:
    """Another process reads the whole file or none."""
    fresh = file.with_suffix(f".{os.getpid()}")
    fresh.write_bytes(data)
    fresh.replace(file)
