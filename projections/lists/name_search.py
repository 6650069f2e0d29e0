"""Names found by what somebody types: any script, any order of the words, without accents.

Both the name and what is typed are written in Latin letters and then roughly as they sound, since one
Russian name has many spellings: Щербаков, Shcherbakov, Scherbakow and Ščerbakov are found by each other.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from anyascii import anyascii

from domain.decisions.players.teams import team_of
from domain.words.players import EntrantId
from projections.lists.followed import NO_PAGES, RowPages, row_pages
from projections.moment.name_order import name_order
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import page_of_line
from projections.round.pairings import pairings
from projections.round.seats import SeatRow, seats
from projections.table.standings import StandingRow, standings

FOUND_AT_MOST = 30
HEARD_NAMES = 20_000

_ALIKE = (
    ("shch|sch|sh|sz", "s"),
    ("zh", "z"),
    ("kh", "h"),
    ("tch|ch|cz|tz|ts|ck|c|q", "k"),
    ("ph", "f"),
    ("th", "t"),
    ("w", "v"),
    ("x", "ks"),
    ("[jy]", "i"),
    ("(?<=[aou])e", ""),
    (r"([a-z])\1+", r"\1"),
)
"""Spellings that sound alike, replaced in this order."""
_SOUNDS = [(re.compile(pattern), sound) for pattern, sound in _ALIKE]
_BULGARIAN = str.maketrans({"щ": "шт", "ъ": "а", "ё": "е"})
"""Cyrillic letters that are also written so: Щерев is Shterev, Ёлкин is Elkin."""
_NO_LETTER = re.compile(r"[^a-z0-9]+")
_INSIDE_WORDS = re.compile(r"['’ʼ`ʹ]")


class FoundRow(NamedTuple):
    person: Person
    place: int
    """0 = not in the table yet."""
    points: int
    seat: SeatRow | None
    team: Person | None = None
    page: int = 1
    """Of the table, where the row of the player or of the team stands."""
    board_page: int = 0
    """Of the round by board; 0 = it has one page."""


class NamesFound(NamedTuple):
    wanted: str
    rows: tuple[FoundRow, ...]
    more: int


@lru_cache(maxsize=HEARD_NAMES)
def sounds(text: str) -> tuple[str, ...]:
    latin = anyascii(unicodedata.normalize("NFC", text)).lower()
    words = _NO_LETTER.split(_INSIDE_WORDS.sub("", latin))
    return tuple(_sound(word) for word in words if word)


def find(snapshot: Snapshot, wanted: str) -> NamesFound:
    """People whose names have all the words, or whose number it is; names that begin with them come first."""
    words = sounds(wanted)
    everybody = {**snapshot.people, **snapshot.members}.values()
    known = snapshot.settled(
        ("sounds",), lambda: [(one, _spellings(one.name)) for one in everybody if not one.anonymous]
    )
    order = name_order(snapshot.tournament.details.federation)
    ranked = [(fit, order(one.name), one) for one, names in known if words and (fit := _fit(one, names, words))]
    found = [one for _, _, one in sorted(ranked, key=lambda each: (-each[0], each[1], each[2].id))]
    more = max(0, len(found) - FOUND_AT_MOST)
    return NamesFound(wanted, _rows(snapshot, found[:FOUND_AT_MOST]), more)


def heard_words(name: str) -> tuple[str, ...]:
    """The words by which a name is found over all tournaments, each once."""
    return tuple(dict.fromkeys(word for words in _spellings(name) for word in words))


def _spellings(name: str) -> tuple[tuple[str, ...], ...]:
    other = name.lower().translate(_BULGARIAN)
    return (sounds(name),) if other == name.lower() else (sounds(name), sounds(other))


def _sound(word: str) -> str:
    for pattern, sound in _SOUNDS:
        word = pattern.sub(sound, word)
    return word


def _fit(one: Person, names: tuple[tuple[str, ...], ...], words: tuple[str, ...]) -> int:
    """2 if it is the number, or every word begins a word of the name; 1 if every word is in the name; 0 otherwise."""
    if len(words) == 1 and words[0] in (str(one.number), str(one.fide_id or "")):
        return 2
    return max(_fit_name(name, words) for name in names)


def _fit_name(name: tuple[str, ...], words: tuple[str, ...]) -> int:
    if all(any(part.startswith(word) for part in name) for word in words):
        return 2
    whole = "".join(name)
    return int(all(word in whole for word in words))


def _rows(snapshot: Snapshot, found: list[Person]) -> tuple[FoundRow, ...]:
    rows = standings(snapshot).rows if snapshot.round else ()
    table = {row.person.id: (line, row) for line, row in enumerate(rows, 1)}
    view = pairings(snapshot, snapshot.current)
    seated = {row.person.id: row for row in seats(snapshot, view)} if view else {}
    pages = row_pages(snapshot, view)
    return tuple(_row(snapshot, one, table, seated, pages) for one in found)


def _row(
    snapshot: Snapshot,
    one: Person,
    table: Mapping[EntrantId, tuple[int, StandingRow]],
    seated: Mapping[EntrantId, SeatRow],
    pages: Mapping[EntrantId, RowPages],
) -> FoundRow:
    team = team_of(snapshot.tournament, one.id) if one.id not in snapshot.people else None
    entrant = team.id if team else one.id
    line, at = table.get(entrant, (1, None))
    place, points = (at.place, at.points) if at else (0, 0)
    of_team = snapshot.people[team.id] if team else None
    board_page = pages.get(entrant, NO_PAGES).boards
    return FoundRow(one, place, points, seated.get(one.id), of_team, page_of_line(line), board_page)
