"""Sheets to PDF. typst sets them: a library without a browser and without fonts of the system."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from domain.records import dataclass
from domain.words.faces import FacePicture
from projections.moment.faces import WornFace
from web.accents import AccentGround, shade
from web.paper.sheets import Sheet
from web.typeface import FAMILY, FOLDER

if TYPE_CHECKING:
    import typst

TEMPLATE = Path(__file__).parent.parent / "templates" / "paper" / "papers.typ"
FAMILIES = (FAMILY, "DejaVu Sans", "Noto Sans Arabic", "Noto Sans")
"""Our family first; the others are taken from the system for scripts that it does not have."""
TO_CUT = frozenset({"badges", "cards", "labels", "slips", "receipts"})
"""Sheets that are cut up, not read on a screen: tags for screen readers make their files ten times as large."""

PDF_TYPE = "application/pdf"
PaperSize: TypeAlias = Literal["a4", "us-letter"]
FRAME = "#3c3c3c"


@dataclass(frozen=True, slots=True)
class PaperFace:
    """Drawings as SVG; empty where there is none."""

    logo: str = ""
    sponsors: tuple[str, ...] = ()
    accent: str = FRAME
    """A colour that can be read on white."""


NO_PAPER_FACE = PaperFace()


def paper_face(worn: WornFace, bytes_of: Mapping[str, bytes]) -> PaperFace:
    """`bytes_of` has the pictures by digest; those that are not there are left out."""
    face = worn.face
    return PaperFace(
        _drawing(face.logo, bytes_of) if face.logo else "",
        tuple(filter(None, (_drawing(one, bytes_of) for one in face.sponsors))),
        shade(face.accent, AccentGround.LIGHT_PAGE).colour if face.accent else FRAME,
    )


def _drawing(picture: FacePicture, bytes_of: Mapping[str, bytes]) -> str:
    data = bytes_of.get(picture.digest)
    if data is None:
        return ""
    size = f'width="{picture.width}" height="{picture.height}"'
    inside = f'<image {size} href="data:{picture.type};base64,{b64encode(data).decode()}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {picture.width} {picture.height}">{inside}</svg>'
    )


@dataclass(frozen=True, slots=True)
class PaperHead:
    title: str
    """The name of the file in a reader's window."""
    event: str
    mode: str
    """That the tournament is not in FIDE mode; empty where it is."""
    lang: str
    direction: str
    address: str
    """The page that shows the same live; empty = none that a phone could reach."""
    qr: str
    """The address as SVG; empty = none."""
    stamp: str
    """The journal's position and when it was printed."""
    face: PaperFace = NO_PAPER_FACE


@dataclass(frozen=True, slots=True)
class LaidOut:
    data: str
    """JSON, as the template reads it."""
    tagged: bool
    """For screen readers."""


def lay_out(head: PaperHead, sheets: Sequence[Sheet], size: PaperSize = "a4") -> LaidOut:
    data = {"head": head, "sheets": sheets, "size": size, "fonts": FAMILIES}
    return LaidOut(msgspec.json.encode(data).decode(), any(sheet.kind not in TO_CUT for sheet in sheets))


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
