"""FIDE's rating lists, combined or of one speed, a line or an XML element of them: the server reads the file."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import lru_cache
from operator import itemgetter

from domain.files.trf.entrants import OLD_TITLES
from domain.records import dataclass
from domain.words.players import TITLES_2026, Sex, Title
from domain.words.rating_lists import RatingEntry, Speed

TEXT_TAGS: Mapping[str, str] = {
    "ID Number": "fideid",
    "Name": "name",
    "Fed": "country",
    "Sex": "sex",
    "Tit": "title",
    "WTit": "w_title",
    "SRtng": "rating",
    "SK": "k",
    "RRtng": "rapid_rating",
    "Rk": "rapid_k",
    "BRtng": "blitz_rating",
    "BK": "blitz_k",
    "B-day": "birthday",
    "Flag": "flag",
}
"""The heads of the text form that a list must have; their places have changed over the years."""
OTHER_HEADS = ("OTit", "SGm", "RGm", "BGm", "FOA", "Gms")
CELL_TAGS = (
    "fideid", "name", "country", "sex", "title", "w_title", "birthday", "rating", "rapid_rating", "blitz_rating", "k",
    "rapid_k", "blitz_k", "flag",
)  # fmt: skip
CellTexts = tuple[str, ...]
OF_ONE_SPEED = {
    Speed.STANDARD: ("rating", "k"),
    Speed.RAPID: ("rapid_rating", "rapid_k"),
    Speed.BLITZ: ("blitz_rating", "blitz_k"),
}
MONTH_HEAD = re.compile(r"(?:JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC)\d{2}", re.IGNORECASE)
"""The head of the rating in a list of one speed, such as `OCT26`."""
SEXES_OF_LIST = {"M": Sex.MAN, "F": Sex.WOMAN}
PLACE_OF_TITLE = {title: place for place, title in enumerate(TITLES_2026)}
FIRST_BIRTH_YEAR, LAST_BIRTH_YEAR = 1880, 2100
HIGHEST_LISTED = 4000
HIGHEST_K = 60
VALUES_KEPT = 16_384
"""Cells whose meaning is kept: two million lines say the same few thousand ratings, years and titles."""


class BadListLine(Exception):
    """A line of a rating list that says nothing about a player. `what` is the field, or `head`."""

    def __init__(self, what: str, text: str) -> None:
        super().__init__(what, text)
        self.what = what
        self.text = text


@dataclass(frozen=True, slots=True)
class TextColumns:
    places: Mapping[str, tuple[int, int]]
    tags: Mapping[str, str]
    first_number: int
    """The place of the first rating."""
    _cut: Callable[[str], CellTexts] = field(init=False)

    def __post_init__(self) -> None:
        places = {self.tags[head]: slice(*place) for head, place in self.places.items()}
        object.__setattr__(self, "_cut", itemgetter(*(places.get(tag, slice(0)) for tag in CELL_TAGS)))

    def entry(self, line: bytes) -> RatingEntry:
        """Raises BadListLine. Where a title is one letter too long, the rest of the line stands one to the right."""
        try:
            return self._read(line)
        except BadListLine as bad:
            try:
                return self._read(line[: self.first_number - 1] + line[self.first_number :])
            except BadListLine:
                raise bad from None

    def _read(self, line: bytes) -> RatingEntry:
        if line.isascii():
            return _entry_of_cells(self._cut(line.decode("ascii")))
        try:
            found = entry_of_tags({self.tags[head]: text_in(line[a:b]) for head, (a, b) in self.places.items()})
        except BadListLine as bad:
            return self._by_letters(line, bad)
        return found if found.federation else self._by_letters(line, found)

    def _by_letters(self, line: bytes, by_octets: RatingEntry | BadListLine) -> RatingEntry:
        """A line of UTF-8 whose columns were counted in letters, which FIDE does not; else what its octets say."""
        try:
            return _entry_of_cells(self._cut(line.decode("utf-8")))
        except (BadListLine, UnicodeDecodeError):
            if isinstance(by_octets, BadListLine):
                raise by_octets from None
            return by_octets


def text_columns(head: bytes, speed: Speed = Speed.STANDARD) -> TextColumns:
    """The columns as the first line names them. Raises BadListLine where one is missing.

    `speed` is that of a list which has one rating, under a head such as `OCT26`.
    """
    text = text_in(head)
    month = next((word for word in text.split() if MONTH_HEAD.fullmatch(word)), "")
    tags = _of_one_speed(month, speed) if month and "SRtng" not in text.split() else TEXT_TAGS
    heads = dict.fromkeys((*TEXT_TAGS, *OTHER_HEADS, *tags))
    starts = {label: place for label in heads if (place := f" {text} ".find(f" {label} ")) >= 0}
    if missing := [label for label in heads if label in tags and label not in starts]:
        raise BadListLine("head", missing[0])
    order = sorted(starts.values())
    ends = dict(zip(order, [*order[1:], len(head) + 16], strict=True))
    places = {head: (starts[head], ends[starts[head]]) for head in tags}
    return TextColumns(places, tags, places[month if month in tags else "SRtng"][0])


def _of_one_speed(month: str, speed: Speed) -> Mapping[str, str]:
    rating, k = OF_ONE_SPEED[speed]
    heads = ("ID Number", "Name", "Fed", "Sex", "Tit", "WTit", "B-day", "Flag")
    return {**{head: TEXT_TAGS[head] for head in heads}, month: rating, "K": k}


def of_one_speed(said: Mapping[str, str], speed: Speed) -> Mapping[str, str]:
    moved = dict(zip(("rating", "k"), OF_ONE_SPEED[speed], strict=True))
    return {moved.get(tag, tag): text for tag, text in said.items()}


def speed_of_file(name: str) -> Speed | None:
    """That of `rapid_rating_list.txt` or `blitz_oct26frl_xml.xml`; None = the file is no list of one speed."""
    return next((speed for speed in Speed if name.lower().startswith(speed)), None)


def text_in(octets: bytes) -> str:
    """UTF-8, else Latin-1: columns are cut as octets."""
    try:
        return octets.decode("utf-8").strip()
    except UnicodeDecodeError:
        return octets.decode("latin-1").strip()


def entry_of_tags(said: Mapping[str, str]) -> RatingEntry:
    """A player by the names of the XML form. Raises BadListLine."""
    return _entry_of_cells(tuple(said.get(tag, "") for tag in CELL_TAGS))


def _entry_of_cells(cells: CellTexts) -> RatingEntry:
    """Raises BadListLine."""
    fideid, named, country, sex, title, w_title, birthday, rating, rapid, blitz, k, rapid_k, blitz_k, flag = cells
    number, name = _whole("fideid", fideid.strip()), " ".join(named.split())
    if not number or not name:
        raise BadListLine("fideid" if not number else "name", fideid.strip())
    return RatingEntry(
        number,
        name,
        _federation(country),
        _sex(sex),
        best_title((title, w_title)),
        _born(birthday),
        _at_most("rating", rating, HIGHEST_LISTED),
        _at_most("rapid_rating", rapid, HIGHEST_LISTED),
        _at_most("blitz_rating", blitz, HIGHEST_LISTED),
        _at_most("k", k, HIGHEST_K),
        _at_most("rapid_k", rapid_k, HIGHEST_K),
        _at_most("blitz_k", blitz_k, HIGHEST_K),
        "i" in flag,
    )


@lru_cache(maxsize=VALUES_KEPT)
def _sex(text: str) -> Sex:
    return SEXES_OF_LIST.get(text.strip().upper(), Sex.UNKNOWN)


@lru_cache(maxsize=VALUES_KEPT)
def _federation(text: str) -> str:
    """Empty for what is no federation."""
    code = text.strip().upper()
    return code if len(code) == 3 and code.isascii() and code.isalpha() else ""


@lru_cache(maxsize=VALUES_KEPT)
def best_title(texts: tuple[str, ...]) -> Title:
    """The highest of them; women have their own title in both columns, and unknown ones count as none."""
    said = [text.strip() for text in texts]
    found = [OLD_TITLES.get(text.lower(), Title.__members__.get(text.upper(), Title.NONE)) for text in said if text]
    return min(found, key=PLACE_OF_TITLE.__getitem__, default=Title.NONE)


@lru_cache(maxsize=VALUES_KEPT)
def _born(text: str) -> int:
    """0 for a year that cannot be. Raises BadListLine."""
    year = _whole("birthday", text.strip())
    return year if FIRST_BIRTH_YEAR <= year <= LAST_BIRTH_YEAR else 0


@lru_cache(maxsize=VALUES_KEPT)
def _at_most(tag: str, text: str, most: int) -> int:
    number = _whole(tag, text.strip())
    if number > most:
        raise BadListLine(tag, text.strip())
    return number


def _whole(tag: str, text: str) -> int:
    """Blank is nought. Raises BadListLine for what is no number: a column has run into the next one."""
    if not text:
        return 0
    if not (text.isascii() and text.isdigit()) or len(text) > 12:
        raise BadListLine(tag, text)
    return int(text)
