"""Names of people compared across scripts and habits of writing: marks, order and alphabet left out."""

import re
import unicodedata
from functools import lru_cache

from domain.words.slugs import CYRILLIC, LATIN

OF_NAMES = CYRILLIC | {
    "щ": "sh", "ё": "e", "є": "e", "ї": "i", "ў": "u", "қ": "k", "ғ": "g", "ң": "n", "ү": "u", "ұ": "u",
    "һ": "h", "ө": "o", "ә": "a",
}  # fmt: skip
"""One transliteration of each letter; federations have several, which `folded` makes alike."""
CYRILLIC_LETTERS = str.maketrans(OF_NAMES)
SILENT = str.maketrans(dict.fromkeys("'’‘`ʼ´.", ""))
HARD_SIGN = re.compile(r"ъ(?=[еёюя])")
"""Silent in Russian, before such a vowel alone; a vowel in Bulgarian, never before one."""
WORD = re.compile(r"[^\W_]+")

ALIKE = tuple(
    (re.compile(pattern), letters)
    for pattern, letters in (
        ("[ei]+[iyj]$", "i"),
        ("shch|sch|sht", "sh"),
        ("ae", "a"),
        ("oe", "o"),
        ("ue", "u"),
        ("yo|io|ye|ie", "e"),
        ("yu|iu|ju", "u"),
        ("ya|ia|ja", "a"),
        ("kh|gh|g", "h"),
        ("ts|tz", "c"),
        ("ph", "f"),
        ("w", "v"),
        ("ck", "k"),
        ("ks", "x"),
        ("[yj]", "i"),
        (r"([^\W\d_])\1+", r"\1"),
    )
)
"""Letters that different transliterations write for the same sound, and those that stand for them here."""


def words_of_name(name: str) -> list[str]:
    """The words of a name in small Latin letters, without marks, in the order they stand in."""
    return WORD.findall(_latin(name))


@lru_cache(maxsize=65_536)
def folded(word: str) -> str:
    """A word of a name as all its usual transliterations are written: Sergey, Serhii and Сергей alike.

    An initial stays what it is: G and H are two letters.
    """
    if len(word) == 1:
        return word
    for pattern, letters in ALIKE:
        word = pattern.sub(letters, word)
    return word


def name_key(name: str) -> str:
    """The same for a name in any order, alphabet and transliteration."""
    return " ".join(sorted({folded(word) for word in words_of_name(name)}))


def _latin(name: str) -> str:
    if name.isascii():
        return name.lower().replace("'", "").replace("`", "").replace(".", "")
    small = name.casefold().translate(SILENT)
    composed = HARD_SIGN.sub("", unicodedata.normalize("NFC", small)).translate(CYRILLIC_LETTERS).translate(LATIN)
    return "".join(c for c in unicodedata.normalize("NFKD", composed) if not unicodedata.combining(c))
