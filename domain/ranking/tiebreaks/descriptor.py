"""The notation of a tie-break: `BH/C1`, `SB:GP/P`, `KS/L+1` (FIDE report file, records 202 and 212).

Both ways of printing are read, `BH/C1` of the report file and `BH-C1` of the Handbook; `#` and
`!` stand for `/` where a file name or a web address needs them. Only `/` is written.
"""

import re
from dataclasses import replace
from enum import StrEnum

from domain.records import dataclass


class Reference(StrEnum):
    """The one of a team's two scores that a tie-break looks at."""

    MATCH = "MP"
    GAME = "GP"


class BadTiebreak(ValueError):
    """A tie-break that cannot be used; `text` is what was written."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class UnreadableTiebreak(BadTiebreak):
    """The text is not of the form NAME[:MP|:GP][/modifier]..."""


class UnknownTiebreak(BadTiebreak):
    """No tie-break has this name."""


class UnfitModifier(BadTiebreak):
    """The tie-break exists, but not with this modifier; `modifier` is the offending part."""

    def __init__(self, text: str, modifier: str) -> None:
        super().__init__(text)
        self.modifier = modifier


@dataclass(frozen=True, slots=True)
class Tiebreak:
    code: str
    """As in the Handbook: `BH`, `SB`, `DE`."""
    reference: Reference | None = None
    """Teams: the score meant; None = the primary one."""
    cut: int = 0
    """/C: how many least significant values are left out (C.07, 14.1)."""
    median: int = 0
    """/M: how many are left out at each end (C.07, 14.2)."""
    limit: int = 0
    """/L: half-points by which the limit of Koya moves (C.07, 9.2)."""
    factor: int = 0
    """/K: the divisor of SSSC; 0 = as computed (C.07, 13.4)."""
    forfeits_played: bool = False
    """/P: forfeits are games against the scheduled opponent (C.07, 16.6)."""
    fore: bool = False
    """/F: the last round counted as draws (C.07, 8.3)."""
    reversed: bool = False
    """/R: the other way round."""
    unrated: int = 0
    """/U: what an unrated opponent is taken to be rated; 0 = as the regulations say."""

    def __str__(self) -> str:
        """The canonical text: `parse(str(t)) == t`."""
        parts = [self.code + (f":{self.reference.value}" if self.reference else "")]
        parts += [f"{sign}{n}" for sign, n in (("C", self.cut), ("M", self.median)) if n]
        parts += [f"L{self.limit:+d}"] if self.limit else []
        parts += [f"{sign}{n}" for sign, n in (("K", self.factor), ("U", self.unrated)) if n]
        flags = (("P", self.forfeits_played), ("F", self.fore), ("R", self.reversed))
        return "/".join(parts + [sign for sign, on in flags if on])


_NAME = re.compile(r"(?P<name>[A-Z][A-Z0-9_+]*)(?::(?P<reference>MP|GP))?(?P<rest>(?:[/#!-].*)?)")
_MODIFIER = re.compile(
    r"[/#!-](?:(?P<letter>[CMKU])(?P<number>\d{1,4})|L(?P<limit>[+-]?\d{1,2})|(?P<flag>[PFR]))(?=$|[/#!-])"
)


def read_descriptor(text: str) -> tuple[Tiebreak, str]:
    """The tie-break as written and the letters of its modifiers; names are not looked up here.

    Raises `UnreadableTiebreak`.
    """
    match = _NAME.fullmatch(text.strip().upper())
    if match is None:
        raise UnreadableTiebreak(text)
    reference = Reference(match["reference"]) if match["reference"] else None
    return _modified(Tiebreak(match["name"], reference), match["rest"], text)


def _modified(tiebreak: Tiebreak, rest: str, text: str) -> tuple[Tiebreak, str]:
    letters, at = "", 0
    while at < len(rest):
        match = _MODIFIER.match(rest, at)
        if match is None:
            raise UnreadableTiebreak(text)
        letters, at = letters + match.group()[1], match.end()
        tiebreak = _with(tiebreak, match)
    return tiebreak, letters


def _with(tiebreak: Tiebreak, match: re.Match[str]) -> Tiebreak:
    number = int(match["number"] or match["limit"] or 0)
    match match.group()[1]:
        case "C":
            return replace(tiebreak, cut=number)
        case "M":
            return replace(tiebreak, median=number)
        case "L":
            return replace(tiebreak, limit=number)
        case "K":
            return replace(tiebreak, factor=number)
        case "U":
            return replace(tiebreak, unrated=number)
        case "P":
            return replace(tiebreak, forfeits_played=True)
        case "F":
            return replace(tiebreak, fore=True)
        case _:
            return replace(tiebreak, reversed=True)
