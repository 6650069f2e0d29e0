"""The bytes of a picture, in a stream of their own: the stream's name ends with their digest, and it has one entry.

So a picture is stored, copied, sealed, mirrored and exported as every entry is, and no tournament carries its bytes.
"""

from collections.abc import Iterable
from hashlib import sha256

from domain.records import dataclass
from domain.words.faces import PictureType
from domain.words.streams import digest_of_picture

MOST_BYTES = 160_000


@dataclass(frozen=True, slots=True)
class PictureKept:
    type: PictureType
    width: int
    height: int
    data: bytes


PICTURE_EVENTS: dict[str, type[PictureKept]] = {PictureKept.__name__: PictureKept}


def kept_picture(stream: str, events: Iterable[PictureKept]) -> PictureKept | None:
    """The picture of a stream; None for an empty one. Raises ValueError for bytes that the stream is not named for."""
    found = list(events)
    if not found:
        return None
    if len(found) > 1:
        raise ValueError("a picture is kept once")
    if sha256(found[0].data).hexdigest() != digest_of_picture(stream):
        raise ValueError("the bytes are another picture")
    if len(found[0].data) > MOST_BYTES:
        raise ValueError("the picture is too large")
    return found[0]
