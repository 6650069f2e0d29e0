"""QR codes of addresses."""

from functools import lru_cache
from io import StringIO
from itertools import groupby
from math import isqrt
from operator import xor
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from segno import QRCode


def qr_code(
    text: str | bytes, *, error: str | None = None, mask: int | None = None, mode: str | None = None
) -> "QRCode":
    """The code of a text, an address mostly; `error` is how much of it may be hidden ("l", "m", "q" or "h").

    `mask` is the pattern that it is laid over; None = the best of the eight. `mode` is how letters are written; None =
    the shortest.
    """
    import segno  # imported where it is needed: its tables take a tenth of the time in which a server starts

    return segno.make_qr(text, error=error, mask=mask, mode=mode)


def drawn_code(address: str, scale: int) -> str:
    """The code of an address as a data URI, for a page that is printed: a seventh of it may be hidden."""
    return str(qr_code(address, error="m").svg_data_uri(scale=scale, border=2, dark="#000", light="#fff"))


def terminal_qr(address: str) -> str:
    """The address for a phone's camera, in the terminal's own characters."""
    drawn = StringIO()
    qr_code(address, error="l").terminal(out=drawn, compact=True, border=2)
    return drawn.getvalue()


def transfer_code(holder: str, iban: str, bic: str, cents: int, reference: str) -> str:
    """The code of a SEPA credit transfer (EPC069-12, version 002) that banking apps read, as a data URI."""
    from decimal import Decimal

    from segno.helpers import make_epc_qr

    sum = Decimal(cents) / 100
    code = make_epc_qr(holder, iban, sum, reference=reference, bic=bic or None, encoding="utf-8")
    return str(code.svg_data_uri(scale=TRANSFER_CODE_SCALE, border=4, dark="#000", light="#fff"))


TRANSFER_CODE_SCALE = 5

# Codes of a paper: hundreds of addresses that mostly differ in a few letters.

PATTERN = 5
"""Of the eight patterns that a code may be laid over, which are read alike: the one that suits addresses most often."""

CodeForm: TypeAlias = tuple[int | str, str | None]
"""The version, which is the size, and the level of correction."""


class InlineCodes:
    """The codes of many addresses.

    Under one pattern and in codes of one size and level, a bit of the text turns the same modules whatever the others
    are: data and correction are linear, and the pattern is laid over by exclusive or (ISO/IEC 18004:2015, 7.5, 7.8).
    So the library draws the first code of each length, and one for each bit in which a later address differs.
    """

    def __init__(self) -> None:
        self._first: dict[int, tuple[bytes, CodeForm, int, int]] = {}
        """By length: the first text, its form, and its modules, so many in a line."""
        self._turned: dict[tuple[CodeForm, int, int], int] = {}
        """By place and bit: the modules that the bit turns."""

    def inline(self, address: str) -> str:
        """The code of an address as SVG: to try all patterns would take four times as long."""
        text = address.encode()
        if len(text) not in self._first:
            self._first[len(text)] = text, *_modules(text)
        first, form, modules, size = self._first[len(text)]
        for at, other in enumerate(map(xor, text, first)):
            for bit in range(other.bit_length()):
                if other >> bit & 1:
                    modules ^= self._turns(first, form, at, bit)
        return _drawn(modules, size)

    def get_ready(self, address: str, letters: int) -> None:
        """Draw what the codes of addresses are made of that differ from this one in the last letters alone."""
        self.inline(address)
        text = address.encode()
        first, form, *_ = self._first[len(text)]
        for at in range(max(0, len(text) - letters), len(text)):
            for bit in range(BITS_OF_LETTERS):
                self._turns(first, form, at, bit)

    def _turns(self, first: bytes, form: CodeForm, at: int, bit: int) -> int:
        place = form, at, bit
        if place not in self._turned:
            other = bytes([*first[:at], first[at] ^ 1 << bit, *first[at + 1 :]])
            self._turned[place] = _modules(other)[1] ^ self._first[len(first)][2]
        return self._turned[place]


BITS_OF_LETTERS = 7


def _modules(text: bytes) -> tuple[CodeForm, int, int]:
    """A bit for each, line by line, the first one highest; and how many a line has."""
    code = qr_code(text, mask=PATTERN, mode="byte")
    octets = b"".join(code.matrix)
    return (code.version, code.error), int(octets.translate(BINARY_DIGITS), 2), isqrt(len(octets))


BINARY_DIGITS = bytes.maketrans(b"\0\1", b"01")
PIECE = 11
"""A line is drawn in pieces of so many modules at most, each that looks alike once."""


def _drawn(modules: int, size: int) -> str:
    """The dark modules of each line as strokes, in a border of one."""
    digits = f"{modules:0{size * size}b}"
    pieces = [range(at, min(at + PIECE, size)) for at in range(0, size, PIECE)]
    lines = [
        f"M1 {y}.5" + "".join([_strokes(digits[start + piece.start : start + piece.stop]) for piece in pieces])
        for y, start in enumerate(range(0, size * size, size), 1)
    ]
    return f'<svg width="{size + 2}" height="{size + 2}"><path stroke="#000" d="{"".join(lines)}"/></svg>'


@lru_cache(maxsize=2 << PIECE)
def _strokes(digits: str) -> str:
    """A stroke for dark ones side by side, and a leap over the others, from where the piece before ended."""
    runs = [(dark, len(list(run))) for dark, run in groupby(digits)]
    return "".join([f"h{count}" if dark == "1" else f"m{count} 0" for dark, count in runs])


INLINE_CODES = InlineCodes()
"""Those of this process."""
