"""The letters of a file, as somebody chooses them who knows nothing of encodings."""

from collections.abc import Mapping

from domain.files.encodings import Encoding
from web.wording import N_, Language

ENCODINGS: Mapping[Encoding, str] = {
    Encoding.UTF_8: N_("All alphabets (UTF-8)"),
    Encoding.CYRILLIC: N_("Cyrillic (Windows-1251)"),
    Encoding.CENTRAL: N_("Central European (Windows-1250)"),
    Encoding.WESTERN: N_("Western European (Windows-1252)"),
    Encoding.GREEK: N_("Greek (Windows-1253)"),
    Encoding.TURKISH: N_("Turkish (Windows-1254)"),
    Encoding.BALTIC: N_("Baltic (Windows-1257)"),
    Encoding.UTF_16_LE: N_("All alphabets, two octets a letter (UTF-16, little-endian)"),
    Encoding.UTF_16_BE: N_("All alphabets, two octets a letter (UTF-16, big-endian)"),
}


def encoding_name(encoding: Encoding, words: Language) -> str:
    return words.gettext(ENCODINGS[encoding])
