"""The streams of a journal by name, and the word in a tournament's address."""

import re
import unicodedata

from anyascii import anyascii

from domain.words.choices.faces import DIGEST

SCREENS = "hall"
"""The stream about the screens. The name is that of version 0.1."""
STEWARDS = "stewards"
ORGANISERS = "house/organisers"
"""The stream about organisers, members and accounts: no tournament's address has a stroke in it."""
ORGANISER = "organiser/"
"""Followed by an organiser: the owner of the pictures of its face. It has no stream of its own."""
FESTIVAL = "festival/"
PICTURE = "picture/"
"""Followed by the stream of the tournament or festival that shows it, or the organiser, and its digest."""
GAMES = "games/"
"""Followed by the tournament whose games are in the stream."""

OF_THE_HOUSE = frozenset({SCREENS, STEWARDS})


def is_tournament(stream: str) -> bool:
    return is_slug(stream) and stream not in OF_THE_HOUSE


def is_festival(stream: str) -> bool:
    return stream.startswith(FESTIVAL) and is_slug(stream.removeprefix(FESTIVAL))


def is_organiser(owner: str) -> bool:
    return owner.startswith(ORGANISER) and is_slug(owner.removeprefix(ORGANISER))


def picture_stream(owner: str, digest: str) -> str:
    return f"{PICTURE}{owner}/{digest}"


def owner_of_picture(stream: str) -> str:
    """The tournament, festival or organiser that a picture is kept for; empty = the stream is no picture's."""
    owner, _, digest = stream.removeprefix(PICTURE).rpartition("/")
    if not (stream.startswith(PICTURE) and DIGEST.fullmatch(digest)):
        return ""
    return owner if is_tournament(owner) or is_festival(owner) or is_organiser(owner) else ""


def digest_of_picture(stream: str) -> str:
    return stream.rpartition("/")[2]


def games_stream(tournament: str) -> str:
    return GAMES + tournament


def tournament_of_games(stream: str) -> str:
    """Empty = the stream is about no games."""
    tournament = stream.removeprefix(GAMES)
    return tournament if stream.startswith(GAMES) and is_tournament(tournament) else ""


def owner_of(stream: str) -> str:
    """The tournament or festival that pictures or games belong to; any other stream itself."""
    return owner_of_picture(stream) or tournament_of_games(stream) or stream


def is_stream(stream: str) -> bool:
    return is_slug(stream) or is_festival(stream) or stream == ORGANISERS or owner_of(stream) != stream


SLUG_STEM_CHARS = 60

CYRILLIC = {
    "ё": "yo", "х": "h", "щ": "sht", "ъ": "a", "ь": "", "ї": "yi", "є": "ye", "џ": "dz", "ѓ": "gj", "ќ": "kj",
}  # fmt: skip
"""Letters that Bulgarian law (2009) or usual practice writes in another way than `anyascii`."""

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MAX_SLUG_CHARS = SLUG_STEM_CHARS + 10


def is_slug(text: str) -> bool:
    return len(text) <= MAX_SLUG_CHARS and SLUG.fullmatch(text) is not None


def slug_of(name: str) -> str:
    """`Купа „Левски“ 2026` becomes `kupa-levski-2026`; a name without such letters becomes `tournament`."""
    letters = unicodedata.normalize("NFC", name).lower()
    plain = anyascii("".join(CYRILLIC.get(letter, letter) for letter in letters)).lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain)[:SLUG_STEM_CHARS].strip("-")
    return words or "tournament"
