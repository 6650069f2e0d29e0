"""Checks of a field of a form, a list or a report file. They raise BadField."""

import unicodedata
from datetime import date

from domain.refusals import BadField


def text(field: str, value: str, longest: int, required: bool = False) -> str:
    """One line of readable text, spaces folded, in composed form (NFC)."""
    clean = " ".join(unicodedata.normalize("NFC", value).split())
    if required and not clean:
        raise BadField(field, value, "required")
    if len(clean) > longest:
        raise BadField(field, clean, f"longest:{longest}")
    if any(
        unicodedata.category(c) in ("Cc", "Cs", "Co") or c in "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
        for c in clean
    ):
        raise BadField(field, clean, "printable")
    return clean


def whole_number(field: str, value: int, least: int, most: int) -> int:
    """From `least` to `most`, both included."""
    if not least <= value <= most:
        raise BadField(field, str(value), f"whole:{least}:{most}")
    return value


def federation(value: str) -> str:
    """Three letters, or none at all."""
    code = value.strip().upper()
    if code and not (len(code) == 3 and code.isascii() and code.isalpha()):
        raise BadField("federation", value, "three-letters:BUL")
    return code


def iso_day(field: str, value: str) -> str:
    """An ISO date, or nothing."""
    try:
        return date.fromisoformat(value.strip()).isoformat() if value.strip() else ""
    except ValueError:
        raise BadField(field, value, "date") from None
