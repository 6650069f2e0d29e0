"""Long words in little room: where they may be divided. A soft hyphen is only seen where a line ends."""

import re
import unicodedata

LONG_WORD_CHARS = 10
FEWEST_BEFORE, FEWEST_BEHIND = 3, 3
SOFT_HYPHEN = "\u00ad"

_VOWELS = frozenset("aeiouyаеиоуъыэюяαειουηω")
_WORD = re.compile(r"[^\W\d_]+")
_ONSET = re.compile(r"s?ch|[cpst]h|qu|.", re.DOTALL)


def dividable(text: str) -> str:
    """The text with soft hyphens in its long words, before a consonant that a vowel follows: Schach-ge-sell-schaft."""
    return _WORD.sub(lambda found: _divided(found[0]), text)


def _divided(word: str) -> str:
    if len(word) <= LONG_WORD_CHARS:
        return word
    places = [at for at in range(FEWEST_BEFORE, len(word) - FEWEST_BEHIND + 1) if _begins_syllable(word.lower(), at)]
    return SOFT_HYPHEN.join(word[start:end] for start, end in zip([0, *places], [*places, len(word)], strict=True))


def _begins_syllable(word: str, at: int) -> bool:
    onset = _ONSET.match(word, at)
    if onset is None or _is_vowel(word[at]) or not word[at].isalpha():
        return False
    joined = (word[at] == "h" and word[at - 1] in "cpst") or word[at - 1 : at + 2] == "sch"
    return not joined and _is_vowel(word[onset.end() : onset.end() + 1])


def _is_vowel(letter: str) -> bool:
    return unicodedata.normalize("NFD", letter)[:1] in _VOWELS
