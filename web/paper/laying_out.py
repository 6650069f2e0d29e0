"""What is on the sheets of a paper, as data for `typesetting`."""

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, TypeAlias

import msgspec

from domain.records import dataclass
from domain.words.choices.faces import FacePicture, PictureType
from projections.moment.faces import WornFace
from web.accents import AccentGround, shade
from web.paper.sheets import BadgeSheet, CertificateSheet, Sheet, SlipSheet
from web.paper.typesetting import LaidOut
from web.typeface import FAMILY

FAMILIES = (FAMILY, "DejaVu Sans", "Noto Sans Arabic", "Noto Sans")
"""Our family first; the others are taken from the system for scripts that it does not have."""
TO_CUT = frozenset({"badges", "cards", "labels", "slips", "receipts"})
"""Sheets that are cut up, not read on a screen: tags for screen readers make their files ten times as large."""

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
    return "" if data is None else drawing_of(data, picture.type, picture.width, picture.height)


def drawing_of(data: bytes, type: PictureType, width: int, height: int) -> str:
    """A picture as SVG, as the template takes it."""
    size = f'width="{width}" height="{height}"'
    inside = f'<image {size} href="data:{type};base64,{b64encode(data).decode()}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {width} {height}">{inside}</svg>'


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
    """The page that shows the same live, also as a code; empty = none that a phone could reach."""
    stamp: str
    """The journal's position and when it was printed."""
    face: PaperFace = NO_PAPER_FACE


def lay_out(head: PaperHead, sheets: Sequence[Sheet], size: PaperSize = "a4") -> LaidOut:
    data = {"head": head, "sheets": sheets, "size": size, "fonts": FAMILIES}
    codes = dict.fromkeys(filter(None, (head.address, *chain.from_iterable(map(_codes_on, sheets)))))
    return LaidOut(msgspec.json.encode(data).decode(), any(sheet.kind not in TO_CUT for sheet in sheets), tuple(codes))


def _codes_on(sheet: Sheet) -> Iterator[str]:
    match sheet:
        case SlipSheet():
            yield from chain.from_iterable((slip.white_code, slip.black_code) for slip in sheet.slips)
        case BadgeSheet():
            yield from (badge.qr for badge in sheet.labels)
        case CertificateSheet():
            yield from (certificate.code for certificate in sheet.certificates)
