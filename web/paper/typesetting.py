"""Sheets to PDF. typst sets them: a library without a browser and without fonts of the system.

A process that sets papers imports this and nothing of chess: it is there in a third of the time.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from domain.records import dataclass
from web.codes import INLINE_CODES
from web.typeface import FOLDER

if TYPE_CHECKING:
    import typst

TEMPLATE = Path(__file__).parent.parent / "templates" / "paper" / "papers.typ"
PDF_TYPE = "application/pdf"


@dataclass(frozen=True, slots=True)
class LaidOut:
    data: str
    """JSON, as the template reads it."""
    tagged: bool
    """For screen readers."""
    codes: tuple[str, ...] = ()
    """The addresses that stand on it as codes."""


def can_typeset() -> bool:
    """An installation without the extra `paper` has no typst."""
    return find_spec("typst") is not None


def typeset(paper: LaidOut) -> bytes:
    """The PDF. Work for a worker: typst keeps what it has set, and 300 players' papers are 600 MB of it."""
    import typst

    codes = msgspec.json.encode({address: INLINE_CODES.inline(address) for address in paper.codes})
    inputs = {"data": paper.data, "codes": codes.decode()}
    return typst.compile(TEMPLATE, font_paths=_fonts(), sys_inputs=inputs, format="pdf", pdf_tags=paper.tagged)


def get_ready_to_set(link: str = "") -> None:
    """Read the library and its fonts, and what links of players like this one are drawn of, so that the first paper
    comes as fast as the others.
    """
    _fonts()
    if link:
        INLINE_CODES.get_ready(link, LETTERS_OF_LINKS)


LETTERS_OF_LINKS = 32
"""The end of a link in which those of two players may differ: a number and a signature."""


@cache
def _fonts() -> "typst.Fonts":
    import typst

    return typst.Fonts(font_paths=[FOLDER])
