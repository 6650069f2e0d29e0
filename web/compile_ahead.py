"""Compiles every template in every language: `python -P -m tablo_chess.web.compile_ahead` once installed.

A server that may not write beside the program then finds them, and the first visit of a page waits for none. Where
nobody has done it, `tablo serve` has a process do it beside itself.
"""

import os
import sys

import jinja2

from web.plain import HERE
from web.rendering import environment
from web.wording import LANGUAGES, folder_of_compiled, keep_compiled

SEEN_FIRST = (
    "base",
    "account/",
    "public/catalogue",
    "parts/catalogue",
    "desk/parts",
    "public/frame",
    "parts/",
    "public/",
)
"""What visitors ask for while the rest is still being compiled: in a new installation the desk's first password, then
the list of tournaments."""
COMPILED_FROM = ("rendering.py", "wording/**/*.py", "locale/*/LC_MESSAGES/*.po", "templates/**/*.*")

SOURCES_KEPT = "all.sources"


def compile_all() -> None:
    made_from = _sources()
    pages = [environment(code) for code in LANGUAGES]
    for name in sorted(pages[0].list_templates(), key=turn):
        for each in pages:
            each.get_template(name)
    keep_compiled(folder_of_compiled() / SOURCES_KEPT, made_from)


def turn(name: str) -> int:
    """The place of a template among those seen first."""
    return next((at for at, first in enumerate(SEEN_FIRST) if name.startswith(first)), len(SEEN_FIRST))


def is_due() -> bool:
    """Whether templates or words are others than when all were compiled, and what is compiled is kept here."""
    folder = folder_of_compiled()
    nearest = next(one for one in (folder, *folder.parents) if one.exists())
    if sys.dont_write_bytecode or not os.access(nearest, os.W_OK):
        return False
    made_from = folder / SOURCES_KEPT
    return not made_from.exists() or made_from.read_bytes() != _sources()


def _sources() -> bytes:
    """Everything that is compiled or said in it, by name, time and size: quicker than reading it."""
    files = [(file, file.stat()) for pattern in COMPILED_FROM for file in sorted(HERE.glob(pattern))]
    return "\n".join([jinja2.__version__, *(f"{file} {at.st_mtime_ns} {at.st_size}" for file, at in files)]).encode()


if __name__ == "__main__":
    compile_all()
