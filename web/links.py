"""The place of a page: the facts that its head, links and foot need, whatever it shows; and QR codes of addresses."""

import re
from collections.abc import Callable
from dataclasses import field
from datetime import datetime
from math import isqrt
from operator import xor
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlencode

from domain.records import dataclass
from projections.moment.faces import NO_WORN_FACE, WornFace
from projections.moment.overview import Overview

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


PATTERN = 5
"""Of the eight patterns that a code may be laid over, which are read alike: the one that suits addresses most often."""


DARK = re.compile(rb"\x01+")


CodeForm: TypeAlias = tuple[int | str, str | None]
"""The version, which is the size, and the level of correction."""


class InlineCodes:
    """The codes of many addresses of one paper, which mostly differ in a few letters.

    Under one pattern and in codes of one size and level, a bit of the text turns the same modules whatever the others
    are: data and correction are linear, and the pattern is laid over by exclusive or (ISO/IEC 18004:2015, 7.5, 7.8).
    So the library draws the first code of each length, and one for each bit in which a later address differs.
    """

    def __init__(self) -> None:
        self._first: dict[int, tuple[bytes, CodeForm, int]] = {}
        """By length: the first text, and its modules."""
        self._turned: dict[tuple[CodeForm, int, int], int] = {}
        """By place and bit: the modules that the bit turns."""

    def inline(self, address: str) -> str:
        """The code of an address as SVG: to try all patterns would take four times as long."""
        text = address.encode()
        if len(text) not in self._first:
            self._first[len(text)] = text, *_modules(text)
        first, form, modules = self._first[len(text)]
        for at, other in enumerate(map(xor, text, first)):
            for bit in range(other.bit_length()):
                if other >> bit & 1:
                    modules ^= self._turns(first, form, at, bit)
        return _drawn(modules)

    def _turns(self, first: bytes, form: CodeForm, at: int, bit: int) -> int:
        place = form, at, bit
        if place not in self._turned:
            other = bytes([*first[:at], first[at] ^ 1 << bit, *first[at + 1 :]])
            self._turned[place] = _modules(other)[1] ^ self._first[len(first)][2]
        return self._turned[place]


def _modules(text: bytes) -> tuple[CodeForm, int]:
    """A byte for each, line by line; the first is always dark, as a corner stands there."""
    code = qr_code(text, mask=PATTERN, mode="byte")
    return (code.version, code.error), int.from_bytes(b"".join(code.matrix), "big")


def _drawn(modules: int) -> str:
    """The dark modules of each line as strokes, in a border of one."""
    octets = modules.to_bytes((modules.bit_length() + 7) // 8, "big")
    size = isqrt(len(octets))
    lines = [octets[at : at + size] for at in range(0, len(octets), size)]
    strokes = [
        f"M{dark.start() + 1} {y}.5h{dark.end() - dark.start()}"
        for y, line in enumerate(lines, 1)
        for dark in DARK.finditer(line)
    ]
    return f'<svg width="{size + 2}" height="{size + 2}"><path stroke="#000" d="{"".join(strokes)}"/></svg>'


def inline_code(address: str) -> str:
    """The code of an address as SVG for a paper."""
    return InlineCodes().inline(address)


def drawn_code(address: str, scale: int) -> str:
    """The code of an address as a data URI, for a page that is printed: a seventh of it may be hidden."""
    return str(qr_code(address, error="m").svg_data_uri(scale=scale, border=2, dark="#000", light="#fff"))


@dataclass(frozen=True, slots=True)
class Site:
    """The pages of one tournament. `at` is a journal position that links stay at; None = now."""

    slug: str
    at: int | None = None

    def to(self, path: str = "", **query: object) -> str:
        """The address of a page below the tournament; `path` starts with a slash or is empty."""
        asked = {**query, **({"at": self.at} if self.at is not None else {})}
        return f"/t/{self.slug}{path}" + (f"?{urlencode(asked)}" if asked else "")

    def player(self, id: int) -> str:
        return self.to(f"/players/{id}")


@dataclass(frozen=True, slots=True)
class DeskSite:
    """The desk of one tournament, for parts that public pages have too: their links stay at the desk."""

    slug: str
    of_teams: bool = False
    """Teams stand in the tables."""

    def player(self, id: int) -> str:
        return f"/desk/t/{self.slug}/{'teams' if self.of_teams else 'players'}/{id}"


@dataclass(frozen=True, slots=True)
class Tab:
    """An entry of the navigation; headings are marked, not yet said."""

    key: str
    path: str
    heading: str
    of_teams: str = ""
    shown: Callable[["Frame"], bool] = field(default=lambda _frame: True)


@dataclass(frozen=True, slots=True)
class Frame:
    site: Site
    overview: Overview
    active: str
    """The entry of the navigation to which this page belongs."""
    position: int
    head: str
    """Hash of the journal at this position, in hex; empty for a journal without entries."""
    path: str
    """Below the tournament, without the query."""
    query: dict[str, str] = field(default_factory=dict)
    """The query as it was understood, `at` and `lang` left out."""
    moment: datetime | None = None
    origin: str = ""
    """Scheme and host as the reader sees them, for what must be absolute."""
    zone: str = ""
    """The time zone of its series; empty = its times have none."""
    festivals: tuple[tuple[str, str], ...] = ()
    """Address and name of those of which the tournament is a section."""
    face: WornFace = NO_WORN_FACE
    live: bool = False
    has_prizes: bool = False
    coming: bool = False
    """What comes next is shown."""
    tabs: tuple[Tab, ...] = ()
    read_only: bool = False
    """True where nothing can be entered: the journal lies on a medium that cannot be written."""
    as_files: bool = False
    persons: bool = False
    """Players have pages over all tournaments of this server."""
    """The page will lie in a folder: no server answers its reader."""
    elsewhere: str = ""
    """Who plays it on another machine, so that nothing can be entered here; empty = it is played here."""
    not_yet: int | datetime | None = None
    """The position or the time that was asked for and is still to come; the page is of now."""

    @property
    def of_teams(self) -> bool:
        return self.overview.regulations.of_teams

    @property
    def past(self) -> bool:
        return self.site.at is not None

    @property
    def stamp(self) -> str:
        return self.head[:8]

    def here(self, **changes: object) -> str:
        """This page with other questions; the moment stays."""
        asked = {key: value for key, value in {**self.query, **changes}.items() if value not in ("", None)}
        return self.site.to(self.path, **asked)

    @property
    def json(self) -> str:
        return self.site.to(f"{self.path or '/overview'}.json", **self.query)
