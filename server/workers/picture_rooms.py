"""The room for pictures that somebody sends: what is larger is made smaller."""

from domain.pictures import PictureKept
from domain.records import dataclass
from domain.words.choices.faces import FacePlace


@dataclass(frozen=True, slots=True)
class PictureRoom:
    """The largest picture that a place has room for."""

    width: int
    height: int
    most_bytes: int
    field: str
    """The field of a form that a refusal names."""
    square: bool = False
    """A photo of somebody: cut to a square, and always a JPEG."""


ROOMS: dict[FacePlace, PictureRoom] = {
    FacePlace.LOGO: PictureRoom(480, 240, 24_000, FacePlace.LOGO),
    FacePlace.SPONSOR: PictureRoom(360, 160, 12_000, FacePlace.SPONSOR),
    FacePlace.POSTER: PictureRoom(1000, 1000, 150_000, FacePlace.POSTER),
}
SCREEN_ROOM = PictureRoom(1920, 1920, 1_500_000, "picture")
"""For the pictures that screens show whole."""
PHOTO_ROOM = PictureRoom(256, 256, 20_000, "photo", square=True)
"""For photos of players."""


def made_anew(data: bytes, room: PictureRoom) -> PictureKept:
    """The picture as it is kept: work for a worker. Raises BadField for what is no picture."""
    from server.workers.encoding import encoded_anew  # the library is in the memory of workers alone

    return encoded_anew(data, room)


def photo_made_small(photo: bytes, pixels: int) -> bytes:
    """A kept photo for a page with many of them, as WebP: work for a worker."""
    from server.workers.encoding import made_small

    return made_small(photo, pixels)
