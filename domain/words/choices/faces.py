"""The face of an event: the organiser's logo, colour, sponsors and poster."""

import re
from dataclasses import replace
from enum import StrEnum

from domain.records import dataclass

DIGEST = re.compile(r"[0-9a-f]{64}")
CHOSEN_COLOUR = re.compile(r"#[0-9a-f]{6}")
MOST_SPONSORS = 6


class PictureType(StrEnum):
    """The kinds of file that every browser shows, televisions of 2013 too."""

    PNG = "image/png"
    JPEG = "image/jpeg"


class FacePlace(StrEnum):
    LOGO = "logo"
    SPONSOR = "sponsor"
    POSTER = "poster"


@dataclass(frozen=True, slots=True)
class FacePicture:
    """A picture by its digest; the bytes lie in a stream of their own (`domain/pictures.py`)."""

    digest: str
    """SHA-256 of the bytes, in hex."""
    type: PictureType
    width: int
    """In pixels, as the height."""
    height: int
    name: str


@dataclass(frozen=True, slots=True)
class EventFace:
    """All of it may be empty."""

    accent: str = ""
    """The colour as it was chosen, such as `#14523d`; the shades that pages show follow from it."""
    logo: FacePicture | None = None
    sponsors: tuple[FacePicture, ...] = ()
    poster: FacePicture | None = None

    @property
    def pictures(self) -> tuple[FacePicture, ...]:
        return tuple(one for one in (self.logo, *self.sponsors, self.poster) if one is not None)

    def with_picture(self, place: FacePlace, picture: FacePicture) -> "EventFace":
        """A sponsor comes last; a logo or a poster replaces the one before."""
        match place:
            case FacePlace.LOGO:
                return replace(self, logo=picture)
            case FacePlace.POSTER:
                return replace(self, poster=picture)
            case FacePlace.SPONSOR:
                others = tuple(one for one in self.sponsors if one.digest != picture.digest)
                return replace(self, sponsors=(*others, picture))

    def without_picture(self, digest: str) -> "EventFace":
        """A picture that is not there changes nothing."""
        logo, poster = (one if one and one.digest != digest else None for one in (self.logo, self.poster))
        sponsors = tuple(one for one in self.sponsors if one.digest != digest)
        return replace(self, logo=logo, sponsors=sponsors, poster=poster)


NO_FACE = EventFace()
