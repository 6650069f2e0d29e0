"""The organiser's face on paper: pictures inside a drawing, as typst reads them."""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass

from domain.words.faces import FacePicture
from projections.moment.faces import WornFace
from web.accents import AccentGround, shade

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
