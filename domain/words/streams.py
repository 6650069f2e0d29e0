"""The streams of a journal by name: one for each tournament, and those of the house."""

from domain.words.slugs import is_slug

SCREENS = "hall"
"""The stream about the screens. The name is that of version 0.1."""
STEWARDS = "stewards"
FESTIVAL = "festival/"
"""Followed by the festival's own name."""

OF_THE_HOUSE = frozenset({SCREENS, STEWARDS})


def is_tournament(stream: str) -> bool:
    """The name can be that of a tournament."""
    return is_slug(stream) and stream not in OF_THE_HOUSE


def is_festival(stream: str) -> bool:
    return stream.startswith(FESTIVAL) and is_slug(stream.removeprefix(FESTIVAL))


def is_stream(stream: str) -> bool:
    """The name can stand in a journal."""
    return is_slug(stream) or is_festival(stream)
