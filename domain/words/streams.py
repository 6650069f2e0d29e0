"""The streams of a journal by name: one for each tournament, and those of the house."""

from domain.words.faces import DIGEST
from domain.words.slugs import is_slug

SCREENS = "hall"
"""The stream about the screens. The name is that of version 0.1."""
STEWARDS = "stewards"
FESTIVAL = "festival/"
"""Followed by the festival's own name."""
PICTURE = "picture/"
"""Followed by the stream of the tournament or festival that shows it, and its digest."""

OF_THE_HOUSE = frozenset({SCREENS, STEWARDS})


def is_tournament(stream: str) -> bool:
    """The name can be that of a tournament."""
    return is_slug(stream) and stream not in OF_THE_HOUSE


def is_festival(stream: str) -> bool:
    return stream.startswith(FESTIVAL) and is_slug(stream.removeprefix(FESTIVAL))


def picture_stream(owner: str, digest: str) -> str:
    """The stream of a picture of this tournament or festival."""
    return f"{PICTURE}{owner}/{digest}"


def owner_of_picture(stream: str) -> str:
    """The stream of the tournament or festival that a picture is kept for; empty = the stream is no picture's."""
    owner, _, digest = stream.removeprefix(PICTURE).rpartition("/")
    known = stream.startswith(PICTURE) and DIGEST.fullmatch(digest) and (is_tournament(owner) or is_festival(owner))
    return owner if known else ""


def digest_of_picture(stream: str) -> str:
    return stream.rpartition("/")[2]


def is_stream(stream: str) -> bool:
    """The name can stand in a journal."""
    return is_slug(stream) or is_festival(stream) or bool(owner_of_picture(stream))
