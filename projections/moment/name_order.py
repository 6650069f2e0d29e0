"""Names in the order in which readers look for them: the Unicode Collation Algorithm (UTS #10), by language.

The language is that of the tournament's federation, so that walls, pages, paper and the live feed show one order.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from struct import pack
from typing import NamedTuple, TypeAlias

from pyuca import Collator

KEPT_NAMES = 20_000
STEPS_BETWEEN_LETTERS = 64
"""Places between two letters of the common order for letters of a language."""

NameOrder: TypeAlias = Callable[[str], bytes]
Letter: TypeAlias = tuple[int, int, int]
"""Its weights: which letter, with which accent, small or capital."""

LATIN_A = "a"
CAPITAL_WEIGHT, ACCENT_WEIGHT = 8, 32


class Own(NamedTuple):
    after: str
    at: int
    accent: int


@cache
def name_order(federation: str) -> NameOrder:
    """The key by which names are sorted where this federation plays; keys are remembered."""
    return _alphabet(LANGUAGE_OF.get(federation.upper(), "")).key


class _Alphabet:
    def __init__(self, language: str) -> None:
        self._own = dict(_own_letters(LETTERS.get(language, "")))
        self._first = _weights_of(SCRIPTS[language]) if language in SCRIPTS else range(0)
        several = sorted((one for one in self._own if len(one) > 1), key=len, reverse=True)
        self._letter = re.compile("|".join([*several, r".[\u0300-\u036f]*"]), re.IGNORECASE | re.DOTALL)
        self._letters: dict[str, list[Letter]] = {}
        self._keys: dict[str, bytes] = {}

    def key(self, name: str) -> bytes:
        if name not in self._keys:
            if len(self._keys) >= KEPT_NAMES:
                self._keys.clear()
            self._keys[name] = self._worked_out(name)
        return self._keys[name]

    def _worked_out(self, name: str) -> bytes:
        """A family name comes before a longer one that begins with it, whatever the first names."""
        parts = [self._elements(part) for part in unicodedata.normalize("NFC", name).split(",")]
        levels = [[weight for one in part if (weight := one[level])] for level in range(3) for part in parts]
        return b"".join(pack(f">{len(level) + 1}I", *level, 0) for level in levels)

    def _elements(self, part: str) -> list[Letter]:
        return [one for found in self._letter.findall(part.strip()) for one in self._weights(found)]

    def _weights(self, letter: str) -> list[Letter]:
        if letter not in self._letters:
            own = self._own.get(letter) or self._own.get(letter.lower())
            self._letters[letter] = [_placed(own, letter)] if own else [self._moved(one) for one in _common(letter)]
        return self._letters[letter]

    def _moved(self, one: Letter) -> Letter:
        """The language's own script stands where the Latin letters begin, and all that follow make room for it."""
        letter, begin = one[0], _primary(LATIN_A)
        if letter in self._first:
            letter += begin - self._first.start
        elif letter >= begin:
            letter += len(self._first)
        return letter, one[1], one[2]


_alphabet = cache(_Alphabet)


def _own_letters(text: str) -> Iterator[tuple[str, Own]]:
    for group in filter(None, text.split(";")):
        after, behind = group.split(":")
        for at, alike in enumerate(behind.split(","), 1):
            for accent, letter in enumerate(alike.split("/")):
                yield letter, Own(after, at, accent)


def _placed(own: Own, letter: str) -> Letter:
    capital = CAPITAL_WEIGHT if letter[:1].isupper() else 2
    return _primary(own.after) + own.at, ACCENT_WEIGHT + own.accent, capital


def _weights_of(script: tuple[int, int]) -> range:
    first, last = script
    weights = [
        _primary(chr(code)) for code in range(first, last + 1) if unicodedata.category(chr(code)) in ("Ll", "Lo")
    ]
    return range(min(weights), max(weights) + 1)


def _primary(letter: str) -> int:
    return _common(letter)[0][0]


@cache
def _common(letter: str) -> list[Letter]:
    """The weights of the common order, with room between any two letters."""
    found = _collator().collation_elements(unicodedata.normalize("NFD", letter))
    return [(one[0] * STEPS_BETWEEN_LETTERS, one[1], one[2]) for one in found]


_collator = cache(Collator)
"""The table of Unicode; to read it takes a fifth of a second, once."""


# The letters of languages whose readers look for names otherwise than the common order of Unicode has them.
# Facts of the Unicode CLDR, written short: `z:þ,æ/ä,ö/ø,å` says that þ, æ, ö and å are letters behind z in this
# order, and that ä is looked for as æ. A word of several letters is a letter there (`ch`).

LETTERS: Mapping[str, str] = {
    "cs": "c:č;h:ch;r:ř;s:š;z:ž",
    "cy": "c:ch;d:dd;f:ff;g:ng;l:ll;p:ph;r:rh;t:th",
    "da": "z:æ/ä,ø/ö,å/aa",
    "es": "n:ñ",
    "et": "s:š,z,ž;w:õ,ä,ö,ü",
    "fi": "z:å,ä/æ,ö/ø",
    "fo": "d:ð;a:á;i:í;o:ó;u:ú;y:ý;z:æ/ä,ø/ö,å",
    "hr": "c:č,ć;d:dž,đ;l:lj;n:nj;s:š;z:ž",
    "hu": "c:cs;d:dz,dzs;g:gy;l:ly;n:ny;o:ö/ő;s:sz;t:ty;u:ü/ű;z:zs",
    "is": "a:á;d:ð/đ;e:é;i:í;o:ó;u:ú;y:ý;z:þ,æ/ä,ö/ø,å",
    "lt": "c:č;s:š;z:ž",
    "lv": "c:č;g:ģ;k:ķ;l:ļ;n:ņ;r:ŗ;s:š;z:ž",
    "nb": "z:æ/ä,ø/ö,å/aa",
    "pl": "a:ą;c:ć;e:ę;l:ł;n:ń;o:ó;s:ś;z:ź,ż",
    "ro": "a:ă,â;i:î;s:ș/ş;t:ț/ţ",
    "sk": "a:ä;c:č;h:ch;o:ô;s:š;z:ž",
    "sl": "c:č,ć;d:đ;s:š;z:ž",
    "sq": "c:ç;d:dh;e:ë;g:gj;l:ll;n:nj;r:rr;s:sh;t:th;x:xh;z:zh",
    "sv": "z:å,ä/æ,ö/ø",
    "tr": "c:ç;g:ğ;h:ı/I;o:ö;s:ş;u:ü",
    "az": "c:ç;e:ə;g:ğ;h:x,ı/I;k:q;o:ö;s:ş;u:ü",
}
"""By language. The letters behind a letter; `/` = looked for as the one before it."""

SCRIPTS: Mapping[str, tuple[int, int]] = {
    **dict.fromkeys(("bg", "ru", "uk", "be", "mk", "sr", "kk", "ky", "mn", "tg"), (0x0400, 0x052F)),
    "el": (0x03B1, 0x03C9),
    "hy": (0x0531, 0x0587),
    "he": (0x05D0, 0x05EA),
    **dict.fromkeys(("ar", "fa"), (0x0620, 0x06D3)),
    "ka": (0x10D0, 0x10FF),
}
"""By language, the code points of a script that its readers expect before the Latin one."""

_FEDERATIONS: Mapping[str, str] = {
    "ar": "ALG,BRN,EGY,IRQ,JOR,KSA,KUW,LBA,LBN,MAR,MTN,OMA,PLE,QAT,SUD,SYR,TUN,UAE,YEM",
    "el": "CYP,GRE",
    "es": "ARG,BOL,CHI,COL,CRC,CUB,DOM,ECU,ESA,ESP,GUA,HON,MEX,NCA,PAN,PAR,PER,PUR,URU,VEN",
    "hr": "BIH,CRO",
    "sr": "MNE,SRB",
    "ro": "MDA,ROU",
    "fa": "AFG,IRI",
    "sq": "ALB,KOS",
    "az": "AZE",
    "be": "BLR",
    "bg": "BUL",
    "cs": "CZE",
    "cy": "WLS",
    "da": "DEN",
    "et": "EST",
    "fi": "FIN",
    "fo": "FAI",
    "he": "ISR",
    "hu": "HUN",
    "hy": "ARM",
    "is": "ISL",
    "ka": "GEO",
    "kk": "KAZ",
    "ky": "KGZ",
    "lt": "LTU",
    "lv": "LAT",
    "mk": "MKD",
    "mn": "MGL",
    "nb": "NOR",
    "pl": "POL",
    "ru": "RUS",
    "sk": "SVK",
    "sl": "SLO",
    "sv": "SWE",
    "tg": "TJK",
    "tr": "TUR",
    "uk": "UKR",
}

LANGUAGE_OF: Mapping[str, str] = {
    code: language for language, codes in _FEDERATIONS.items() for code in codes.split(",")
}
"""The language that readers in a federation of FIDE look names up in; any other federation has the common order."""
