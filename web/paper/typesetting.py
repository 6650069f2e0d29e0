"""Sheets to PDF. typst sets them: a library without a browser and without fonts of the system.

A process that sets papers imports this and nothing of chess: it is there in a third of the time.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from domain.records import dataclass
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


def can_typeset() -> bool:
    """An installation without the extra `paper` has no typst."""
    return find_spec("typst") is not None


def typeset(paper: LaidOut) -> bytes:
    """The PDF. Work for a worker: typst keeps what it has set, and 300 players' papers are 600 MB of it."""
    import typst

    return typst.compile(
        TEMPLATE, font_paths=_fonts(), sys_inputs={"data": paper.data}, format="pdf", pdf_tags=paper.tagged
    )


def get_ready_to_set() -> None:
    """Read the library and its fonts, so that the first paper comes as fast as the others."""
    _fonts()


@cache
def _fonts() -> "typst.Fonts":
    import typst

    return typst.Fonts(font_paths=[FOLDER])
