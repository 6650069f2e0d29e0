"""The encoding of a file that somebody sends: found by its letters, or chosen by whoever knows better.

Names are short and mostly ASCII, so statistics of whole languages say little: `charset-normalizer` takes three of four
lists in Windows-1252 for another encoding. What tells is how letters stand in names. A Cyrillic word has no Latin
letter in it. A letter that is a vowel in one reading and a consonant in the other stands between the other kind. And a
list is mostly of one country, whose letters are few.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import islice


class Encoding(StrEnum):
    """Encodings that can be chosen; those up to Windows-1252 are found."""

    UTF_8 = "utf-8"
    UTF_16_LE = "utf-16-le"
    UTF_16_BE = "utf-16-be"
    CYRILLIC = "windows-1251"
    CENTRAL = "windows-1250"
    WESTERN = "windows-1252"
    GREEK = "windows-1253"
    TURKISH = "windows-1254"
    BALTIC = "windows-1257"


ENCODING_NAMES: Mapping[Encoding, str] = {
    encoding: encoding.upper() if encoding.startswith("utf") else encoding.capitalize() for encoding in Encoding
}
"""As people write them."""
BYTE_ORDER_MARKS: Mapping[Encoding, bytes] = {
    Encoding.UTF_8: b"\xef\xbb\xbf",
    Encoding.UTF_16_LE: b"\xff\xfe",
    Encoding.UTF_16_BE: b"\xfe\xff",
}


def found_encoding(data: bytes) -> Encoding:
    """The likeliest encoding; Windows-1252 for octets that are no text in any."""
    for encoding, mark in BYTE_ORDER_MARKS.items():
        if data.startswith(mark):
            return encoding
    if b"\0" in data:
        for encoding in (Encoding.UTF_16_LE, Encoding.UTF_16_BE):
            text = data.decode(encoding, "replace")
            if sum(letter < WIDE_LETTERS and letter != "\0" for letter in text) > 0.95 * len(text):
                return encoding
        return Encoding.WESTERN
    if _is_text(data, Encoding.UTF_8):
        return Encoding.UTF_8
    words = list(islice(dict.fromkeys(FOREIGN_WORD.findall(data)), MOST_FOREIGN_WORDS))
    if _cyrillic_share(words) > MOSTLY:
        return Encoding.CYRILLIC
    readable = [encoding for encoding in ALPHABETS if _is_text(data, encoding)]
    return max(readable, key=lambda encoding: _likelihood(words, encoding), default=Encoding.WESTERN)


NAMES_SHOWN = 5


def telling_names(names: Iterable[str]) -> list[str]:
    """Some names to judge the letters by: those that are not ASCII, else the first."""
    listed = [name for name in names if name]
    return ([name for name in listed if not name.isascii()] or listed)[:NAMES_SHOWN]


FOREIGN_WORD = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")
MOST_FOREIGN_WORDS = 1000
MOSTLY = 0.5
WIDE_LETTERS = "\u0600"
"""Latin, Greek and Cyrillic stand below it; ASCII read as UTF-16 far above."""


def _is_text(data: bytes, encoding: Encoding) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _cyrillic_share(words: Iterable[bytes]) -> float:
    """The share of letters in words of nothing but Cyrillic, with capitals at their beginning or everywhere."""
    pure = said = 0
    for word in words:
        for run in re.findall(r"[^\W\d_]+", word.decode(Encoding.CYRILLIC, "replace")):
            said += len(run)
            cased = run[1:].islower() or run.isupper()
            pure += len(run) if len(run) > 1 and cased and all("\u0400" <= letter < "\u0500" for letter in run) else 0
    return pure / said if said else 0.0


ALPHABETS: Mapping[Encoding, Sequence[str]] = {
    Encoding.WESTERN: (
        "üöäß", "éèëçïôêâîûœ", "éáíóñúü", "ãçáóéõíêôúâ", "òèàìù",
        "øæåö", "öåäé", "äöå", "óðáíúéöþæý", "õäüöšž", "ëéïèöü",
    ),
    Encoding.CENTRAL: (
        "łńśąęóćżź", "áíéčěšřýžůúňťďó", "áíéčšžúýľťňôäďóĺŕ", "áéöóőíüűú", "ćčšžđ", "čšž", "ăşţâî", "ëç",
    ),
}  # fmt: skip
"""The letters of each language beside a to z, the commonest first: German, French, Spanish, Portuguese, Italian,
Danish and Norwegian, Swedish, Finnish, Icelandic, Estonian, Dutch; Polish, Czech, Slovak, Hungarian, Croatian,
Slovenian, Romanian, Albanian."""
VOWELS = frozenset("aeiouáéíóúäöüâêîôûàèìòùãõåæøëïăąęěőűůœ")
AFTER_VOWELS = frozenset("ëïãõœüö")
SYMBOLS = frozenset("£¥ª¯¹º¼½¾¿³¡¢ˇ˘˛˝˙")
"""Signs that are letters in the other encoding: inside a word they are read wrongly."""
STRANGE = math.log(0.004)
"""A letter that the language does not have."""


def _weights(alphabet: str) -> Mapping[str, float]:
    shares = {letter: 1 / place for place, letter in enumerate(alphabet, 2)}
    return {letter: math.log(share / sum(shares.values())) for letter, share in shares.items()}


LETTER_WEIGHTS = {encoding: [_weights(alphabet) for alphabet in all] for encoding, all in ALPHABETS.items()}


def _likelihood(words: Iterable[bytes], encoding: Encoding) -> float:
    read = [word.decode(encoding).lower() for word in words]
    letters = [letter for word in read for letter in word if not letter.isascii()]
    by_language = (sum(weights.get(letter, STRANGE) for letter in letters) for weights in LETTER_WEIGHTS[encoding])
    return max(by_language, default=0.0) - sum(_oddity(word, at) for word in read for at in range(len(word)))


def _oddity(word: str, at: int) -> float:
    letter, before, after = word[at], word[:at][-1:], word[at + 1 :][:1]
    if letter.isascii():
        return 0.0
    if letter in SYMBOLS:
        return 4.0
    beside = [one for one in (before, after) if one and one != "y"]
    vowels = sum(one in VOWELS for one in beside)
    odd = _odd_in_its_place(letter, after)
    if letter in VOWELS:
        return odd + (0.0 if letter in AFTER_VOWELS else 1.5 * vowels)
    return odd + (1.0 if beside and not vowels else 0.0)


def _odd_in_its_place(letter: str, after: str) -> float:
    """Letters that two encodings share an octet for, told by what follows: ñ and ń, ã and ă, õ and ő, ì and ě."""
    match letter:
        case "ñ":
            return 0.0 if after and after in VOWELS else 2.0
        case "ń":
            return 2.0 if after and after in VOWELS else 0.0
        case "ã":
            return 0.0 if after and after in "oei" else 1.0
        case "õ":
            return 0.0 if after and after in "oei" else 0.3
        case "ă" | "ő":
            return 2.0 if after and after in "oe" else 0.0
        case "à" | "ì" | "ò" | "ù":
            return 1.0 if after else 0.0
        case "ě" | "ů":
            return 0.0 if after else 0.7
        case _:
            return 0.0
