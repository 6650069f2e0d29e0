"""Search in one rating list, wherever it is kept: by number, by what was typed of a name, by a whole name."""

import re
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Protocol

from domain.records import dataclass
from domain.words.players import Sex, Title, folded, name_key, words_of_name
from domain.words.rating_lists import RatingEntry

ENTRY_COLUMNS = (
    "number", "name", "federation", "sex", "title", "birth_year", "standard", "rapid", "blitz", "k", "rapid_k",
    "blitz_k", "inactive",
)  # fmt: skip
FEDERATION_MARK = "0"
"""Before the letters of a federation among the words of a player: no name has it."""
MOST_FOUND = 20
FIRST_LOOK = 60
"""Finds of a search that are looked at to put the likeliest first."""
MOST_WORDS = 8
LARGEST_NUMBER = 10**12

EntryRow = tuple[object, ...]
row_of: Callable[[RatingEntry], EntryRow] = attrgetter(*ENTRY_COLUMNS)


ENDING_AND = re.compile(r"(?<=[a-z]a)nd(er|ar|r)$")


@dataclass(frozen=True, slots=True)
class SearchTerm:
    spellings: tuple[str, ...]
    begins: bool = False

    def asked(self, either: str, quote: str, more: str) -> str:
        """The term in the language of a store, with its own signs for `either`, quotes and beginnings."""
        end = quote + (more if self.begins else "")
        return f"({either.join(quote + one + end for one in self.spellings)})"


class OpenList(Protocol):
    """A rating list as it stands now. Rows come with the likeliest players first."""

    def numbered(self, first: int, beyond: int, most: int) -> list[EntryRow]:
        """The players whose numbers are from `first` to below `beyond`, by number."""

    def with_words(self, terms: Sequence[SearchTerm], most: int) -> list[EntryRow]:
        """The players who have all of these words."""


def search_words(name: str, federation: str) -> list[str]:
    """The words that a player is found by: as they are written, and as all transliterations are."""
    words = words_of_name(name)
    return list(dict.fromkeys((*words, *map(folded, words), FEDERATION_MARK + federation.lower())))


def search_open_list(listed: OpenList, typed: str, near: Sequence[str]) -> list[RatingEntry]:
    """By number where digits are typed, else by name in any order and alphabet; the likeliest first.

    `near` are the federations that players are expected of, the likeliest first.
    """
    if typed.strip().isdigit():
        return _by_number(listed, int(typed.strip()[:12]))
    return _by_name(listed, typed, [one.upper() for one in near if one.isalpha()])


def entries_numbered(listed: OpenList, numbers: Iterable[int]) -> dict[int, RatingEntry]:
    found = (listed.numbered(number, number + 1, 1) for number in numbers if number)
    return {entry.number: entry for rows in found for entry in map(_entry, rows)}


def with_whole_name(listed: OpenList, name: str) -> list[RatingEntry]:
    """Everybody with this name in any order and alphabet, and no other word in it."""
    words = [folded(word) for word in words_of_name(name)][:MOST_WORDS]
    rows = listed.with_words([SearchTerm((word,)) for word in words], FIRST_LOOK) if words else []
    return [entry for entry in map(_entry, rows) if name_key(entry.name) == name_key(name)]


def _by_number(listed: OpenList, number: int) -> list[RatingEntry]:
    """That very number first, then those that begin with it."""
    rows: list[EntryRow] = []
    step = 1
    while number and number * step < LARGEST_NUMBER and len(rows) < MOST_FOUND:
        rows += listed.numbered(number * step, (number + 1) * step, MOST_FOUND - len(rows))
        step *= 10
    return list(map(_entry, rows))


def _by_name(listed: OpenList, typed: str, near: Sequence[str]) -> list[RatingEntry]:
    plain = words_of_name(typed)[:MOST_WORDS]
    if not plain:
        return []
    begins = [_term(word, begins=True) for word in plain]
    whole = [_term(word) for word in plain]
    likely = listed.with_words(begins, FIRST_LOOK)
    rows: dict[EntryRow, None] = {}
    if len(likely) == FIRST_LOOK:  # there are more of them: who is meant most may not be among these
        asked = [whole] if len(plain) > 1 else []
        asked += [[SearchTerm(tuple(FEDERATION_MARK + one.lower() for one in near)), *begins]] if near else []
        for terms in asked:
            rows |= dict.fromkeys(listed.with_words(terms, FIRST_LOOK))
    entries = [_entry(row) for row in rows | dict.fromkeys(likely)]
    return sorted(entries, key=lambda one: _unlikely(one, plain, near))[:MOST_FOUND]


def _unlikely(entry: RatingEntry, typed: Sequence[str], near: Sequence[str]) -> tuple[bool, bool, int, int, bool]:
    """More for those who are meant less: first by the letters, then by federation, then by the order of the words."""
    words = words_of_name(entry.name)
    by_letters = all(any(word.startswith(begin) for word in words) for begin in typed)
    whole = len(typed) > 1 and set(typed) <= set(words)
    distance = near.index(entry.federation) if entry.federation in near else len(near)
    surname = words[0] if words else ""
    behind = 0 if surname == typed[0] else 1 if surname.startswith(typed[0]) else 2
    sounds_whole = len(typed) > 1 and {*map(folded, typed)} <= {*map(folded, words)}
    return not by_letters, not whole, distance, behind, not sounds_whole


def _term(word: str, *, begins: bool = False) -> SearchTerm:
    """A word as it is typed, or as all its transliterations are written; Alexander is Александър and Александр."""
    written = {word, folded(word)}
    written |= {ENDING_AND.sub(ending, one) for one in written for ending in ("nder", "ndar", "ndr")}
    return SearchTerm(tuple(sorted(written)), begins)


def _entry(row: EntryRow) -> RatingEntry:
    said = dict(zip(ENTRY_COLUMNS, row, strict=True))
    said |= {"sex": Sex(str(said["sex"])), "title": Title(str(said["title"])), "inactive": bool(said["inactive"])}
    return RatingEntry(**said)  # type: ignore[arg-type]
