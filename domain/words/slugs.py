"""From a tournament's name to the word in its address: Latin letters, digits and hyphens."""

import re
import unicodedata

SLUG_STEM_CHARS = 60

CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i",
    "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "у": "u", "ф": "f", "х": "h", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "sht", "ъ": "a", "ы": "y", "ь": "",
    "э": "e", "ю": "yu", "я": "ya", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ј": "j", "љ": "lj", "њ": "nj",
    "ћ": "c", "ђ": "dj", "џ": "dz", "ѓ": "gj", "ќ": "kj", "ѕ": "dz",
}  # fmt: skip
"""Bulgarian law (2009) for the letters that Bulgarian has; usual practice for the others."""

LATIN = str.maketrans({"ß": "ss", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "ð": "d", "þ": "th", "œ": "oe", "ı": "i"})


SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MAX_SLUG_CHARS = SLUG_STEM_CHARS + 10
"""With the number of the second, third ... tournament of that name."""


def is_slug(text: str) -> bool:
    return len(text) <= MAX_SLUG_CHARS and SLUG.fullmatch(text) is not None


def slug_of(name: str) -> str:
    """`Купа „Левски“ 2026` becomes `kupa-levski-2026`; a name without such letters becomes `tournament`."""
    lowered = unicodedata.normalize("NFC", name).lower()
    latin = "".join(CYRILLIC.get(letter, letter) for letter in lowered).translate(LATIN)
    plain = unicodedata.normalize("NFKD", latin).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", plain)[:SLUG_STEM_CHARS].strip("-")
    return words or "tournament"
