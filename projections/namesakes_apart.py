"""The signs that tell those of one family name apart on walls that have no room for first names."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from domain.words.players import EntrantId
from projections.people import Person

APART_FIELDS = ("federation", "rating", "club", "number")
"""The first in which all of one name differ is shown beside it."""


class Apart(NamedTuple):
    brief: str
    """The name with no more of the first names than it takes: `Petrov, A.`, `Petrov, Iv.`, `Petrov, Il.`"""
    by: str = ""
    """The field that tells those apart who share the whole name; empty = nobody shares it."""
    alone: bool = False
    """The family name may stand alone: nobody has it with other first names."""


def namesakes_apart(people: Iterable[Person]) -> dict[EntrantId, Apart]:
    """Those who share a family name with somebody else here."""
    families: dict[str, list[Person]] = {}
    for one in people:
        if not one.anonymous:
            families.setdefault(_halves(one)[0].casefold(), []).append(one)
    return {id: apart for family in families.values() if len(family) > 1 for id, apart in _in_a_family(family)}


def _in_a_family(family: Sequence[Person]) -> Iterator[tuple[EntrantId, Apart]]:
    given = {one.id: _halves(one)[1] for one in family}
    for one in family:
        name, mine = _halves(one)
        others = {theirs for theirs in given.values() if theirs.casefold() != mine.casefold()}
        first = _initials(mine)
        if first in {_initials(theirs) for theirs in others}:
            first = _beginning(mine, others)
        same = [other for other in family if given[other.id].casefold() == mine.casefold()]
        by = _telling_field(same) if len(same) > 1 else ""
        yield one.id, Apart(f"{name}, {first}" if mine else name, by, alone=not others)


def _halves(one: Person) -> tuple[str, str]:
    family, _, given = unicodedata.normalize("NFC", one.name).partition(", ")
    return family, given


def _initials(given: str) -> str:
    """`Anna-Maria Theresa` is `A.-M. T.`; scripts without capitals have no initials."""
    return " ".join("-".join(map(_initial, word.split("-"))) for word in given.split())


def _initial(name: str) -> str:
    letter = _letters(name, 1)
    return name if letter.upper() == letter.lower() else f"{letter}."


def _beginning(given: str, others: Iterable[str]) -> str:
    """The shortest beginning that none of the others has; all of it where another name goes on from it."""
    folded = [other.casefold() for other in others]
    for count in range(1, len(given)):
        start = _letters(given, count)
        if not any(other.startswith(start.casefold()) for other in folded):
            return start if given[len(start) :][:1] in ("", " ", "-") else f"{start}."
    return given


def _letters(text: str, count: int) -> str:
    """The first letters, with the accents that are characters of their own."""
    while count < len(text) and unicodedata.combining(text[count]):
        count += 1
    return text[:count]


def _telling_field(same: Sequence[Person]) -> str:
    for field in APART_FIELDS:
        values = [getattr(one, field) for one in same]
        if all(values) and len(set(values)) == len(values):
            return field
    return ""
