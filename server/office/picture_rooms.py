"""The room for pictures that somebody sends: what is larger is made smaller."""

from dataclasses import dataclass

from domain.words.faces import FacePlace


@dataclass(frozen=True, slots=True)
class PictureRoom:
    """The largest picture that a place has room for."""

    width: int
    height: int
    most_bytes: int


ROOMS: dict[FacePlace, PictureRoom] = {
    FacePlace.LOGO: PictureRoom(480, 240, 24_000),
    FacePlace.SPONSOR: PictureRoom(360, 160, 12_000),
    FacePlace.POSTER: PictureRoom(1000, 1000, 150_000),
}
