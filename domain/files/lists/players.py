"""Player lists as spreadsheets save them: columns found by the names in the first row, never by position.

The separator (comma, semicolon, tab) is found by looking; names of columns are known in a few
languages. A list is read whole or refused with the line and the column that cannot be.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction

from domain.decisions.players.registering import HIGHEST_RATING, EnumChoice, NewPlayer, read_player
from domain.files.lists import rows as r
from domain.files.trf.columns import iso_date, year_in
from domain.files.trf.entrants import OLD_TITLES
from domain.ranking.elo import from_bcf, from_ingo
from domain.records import dataclass
from domain.refusals import BadField
from domain.words.federations import fide_code
from domain.words.players import Sex, Title, player_id

MAX_LIST_PLAYERS = 10_000
MOST_WORDS_OF_A_NAME = 7

HEADERS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "player", "fullname", "playername", "име", "участник", "имя", "фио", "spieler"),
    "last": ("lastname", "surname", "familyname", "фамилия", "nachname", "familienname"),
    "first": ("firstname", "givenname", "forename", "собствено", "vorname"),
    "rating": (
        *("rating", "elo", "fiderating", "rtg", "rtgi", "rtgint", "intrating", "std", "standard"),
        *("рейтинг", "ело", "рейт"),
    ),
    "ingo": ("ingo",),
    "bcf": ("bcf", "ecfold", "britishgrade"),
    "national_rating": ("nationalrating", "natrating", "rtgn", "rtgnat", "nrating", "nrtg", "dwz", "нацрейтинг"),
    "title": ("title", "titel", "tit", "титла", "звание", "титул"),
    "federation": ("federation", "fed", "country", "federacia", "фед", "федерация", "страна", "land"),
    "fide_id": ("fideid", "fideno", "fidenr", "fidenumber", "idno", "idnumber", "fidecode", "idfide", "фидеид"),
    "sex": ("sex", "gender", "mw", "пол", "geschlecht"),
    "birth_year": (
        *("birth", "birthyear", "year", "born", "birthday", "dateofbirth", "bday", "dob", "geburt"),
        *("година", "годинанараждане", "датанараждане", "роден", "родена", "год", "годрождения", "датарождения"),
    ),
    "club": (
        *("club", "team", "клуб", "отбор", "verein", "clubname"),
        *("clubcity", "vereinort", "клубград", "клубгород"),
    ),
    "k": ("k", "kfactor"),
    "official_rating": ("officialrating", "officialfiderating", "официалненрейтинг", "официальныйрейтинг"),
}
"""Field to the names its column may have: letters and digits only, small."""
NO_OTHERS: Mapping[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    line: int
    player: NewPlayer
    birth_date: str = ""
    """ISO date where the list has the day: for the side store, never for an event."""


@dataclass(frozen=True, slots=True)
class Roster:
    players: tuple[ListedPlayer, ...]
    separator: str
    columns: Mapping[str, str]
    """Field to the header that was taken for it."""
    ignored: tuple[str, ...]
    """Headers that say nothing to us."""


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    columns: Mapping[str, int]
    header: bool
    """The first row names the columns."""


def roster_of(separator: str, rows: Sequence[r.ListRow], chosen: ChosenColumns | None = None) -> Roster:
    """The players of these rows, by the columns chosen or found. Raises a subclass of BadRoster."""
    header, found, body = headed(rows, chosen)
    if len(body) > MAX_LIST_PLAYERS:
        raise r.RosterTooLong(body[MAX_LIST_PLAYERS][0], 0, MAX_LIST_PLAYERS)
    born, said = found.get("birth_year"), ((line, row, player_in(line, row, header, found)) for line, row in body)
    players = tuple(ListedPlayer(line, player, birth_date_in(row, born)) for line, row, player in said)
    if not players:
        raise r.EmptyRoster()
    _no_number_twice(players, found)
    known = set(found.values())
    ignored = tuple(h.strip() for i, h in enumerate(header) if i not in known and h.strip())
    return Roster(players, separator, {f: header[i].strip() for f, i in found.items()}, ignored)


def headed(
    rows: Sequence[r.ListRow], chosen: ChosenColumns | None
) -> tuple[Sequence[str], Mapping[str, int], Sequence[r.ListRow]]:
    """The heads, the columns and the rows below. Raises NoNameColumn where no column can be that of the names."""
    columns = chosen or found_columns(rows)
    if not columns.columns.keys() & {"name", "last"}:
        raise r.NoNameColumn(1, 0, tuple(cell.strip() for cell in rows[0][1] if cell.strip()))
    width = max(len(row) for _, row in rows)
    if columns.header:
        first = rows[0][1]
        return first if chosen is None else [*first, *[""] * (width - len(first))], columns.columns, rows[1:]
    heads = [next((f for f, at in columns.columns.items() if at == i), "") for i in range(width)]
    return heads, columns.columns, rows


def found_columns(rows: Sequence[r.ListRow]) -> ChosenColumns:
    """By the names in the first row, else by what stands in the columns. Raises TwoColumns."""
    cells = [row for _, row in rows]
    try:
        return ChosenColumns(columns_of(cells[0]), True)
    except r.NoNameColumn:
        guessed = guessed_columns(cells)
        says = len(cells[0]) > 1 or _has_names(cells) or "fide_id" in guessed
        return ChosenColumns(guessed, False) if says else ChosenColumns({}, True)


def _has_names(cells: Sequence[Sequence[str]]) -> bool:
    """Most lines can be a name: a few words with a capital letter, or of a script without capitals; no sentence."""
    lines = [row[0].strip() for row in cells if row]
    named = [line for line in lines if _can_be_a_name(line)]
    return any(" " in line for line in named) and 2 * len(named) >= len(lines)


def _can_be_a_name(line: str) -> bool:
    words = line.split()
    capital = any(not word[0].islower() for word in words if word[0].isalpha())
    return len(words) <= MOST_WORDS_OF_A_NAME and capital and line[-1:] not in "!?:"


def columns_of(header: Sequence[str], others: Mapping[str, tuple[str, ...]] = NO_OTHERS) -> dict[str, int]:
    """Field to column index; `others` are fields beside those of a player, and their names come first."""
    names = {field.name.replace("_", ""): field.name for field in fields(NewPlayer) if field.init}
    names |= {name: field for field, known in [*HEADERS.items(), *others.items()] for name in known}
    found = r.matched(header, names)
    if not found.keys() & {"name", "last"}:
        raise r.NoNameColumn(1, 0, tuple(h.strip() for h in header if h.strip()))
    return found


def name_column(found: Mapping[str, int]) -> int:
    return found["name"] if "name" in found else found["last"]


def player_in(line: int, row: Sequence[str], header: Sequence[str], found: Mapping[str, int]) -> NewPlayer:
    if any(cell.strip() for cell in row[len(header) :]):
        raise r.TooManyCells(line, len(header) + 1, len(row), len(header))
    cells = {field: row[i].strip() if i < len(row) else "" for field, i in found.items()}
    try:
        player = converted(read_player(Cells(cells)), cells)
        player.registered_as(player_id(1))
    except BadField as bad:
        at = found.get(bad.field, name_column(found))
        raise r.BadCell(line, at + 1, header[at].strip(), bad.value, bad.rule) from None
    return player


def birth_date_in(row: Sequence[str], column: int | None) -> str:
    return iso_date(row[column]) if column is not None and column < len(row) else ""


def _no_number_twice(players: Sequence[ListedPlayer], found: Mapping[str, int]) -> None:
    """A name that comes twice is a question, a FIDE number that does is a fault."""
    first: dict[int, ListedPlayer] = {}
    for listed in (one for one in players if one.player.fide_id):
        other = first.setdefault(listed.player.fide_id, listed)
        if other is not listed:
            player = listed.player
            raise r.ListedTwice(listed.line, found["fide_id"] + 1, other.line, player.name, player.fide_id)


SEXES = dict.fromkeys(("m", "м", "male"), Sex.MAN) | dict.fromkeys(("w", "f", "ж", "female"), Sex.WOMAN)
OLD_SCALES: Mapping[str, Callable[[Fraction], int]] = {"ingo": from_ingo, "bcf": from_bcf}
NAMES_OF_SCALES = {"ingo": "Ingo", "bcf": "BCF"}


@dataclass(frozen=True, slots=True)
class Cells:
    """One line of a list, field to cell. Raises BadField for what cannot be."""

    said: Mapping[str, str]

    def text(self, name: str) -> str:
        if name == "name":
            return full_name(self.said)
        said = self.said.get(name, "")
        return fide_code(said.upper()) if name == "federation" else said

    def whole(self, name: str, otherwise: int) -> int:
        said = self.said.get(name, "")
        return (year(said) if name == "birth_year" else number(name, said)) or otherwise

    def choice(self, name: str, kind: type[EnumChoice]) -> EnumChoice:
        return kind((title if name == "title" else sex)(self.said.get(name, "")))


def full_name(cells: Mapping[str, str]) -> str:
    """`Last, First`, from one column or from two."""
    if "last" not in cells:
        return cells["name"]
    parts = (cells["last"], cells.get("first", ""))
    return ", ".join(part for part in parts if part) or cells.get("name", "")


def number(field: str, text: str) -> int:
    """Blank, a dash and zero are all nothing; a spreadsheet may have made 2100 into 2100.0."""
    digits = re.sub(r"[.,]0+$", "", text.replace("\u00a0", "").replace(" ", ""))
    if digits in ("", "-", "—"):
        return 0
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise BadField(field, text, "number")
    return int(digits)


def decimal(field: str, text: str) -> Fraction:
    """As `number`, with decimals after a point or a comma: an Ingo number may be 75,5."""
    digits = text.replace("\u00a0", "").replace(" ", "").replace(",", ".")
    if re.fullmatch(r"[0-9]{1,9}[.][0-9]{1,3}", digits):
        return Fraction(digits)
    return Fraction(number(field, text))


def converted(player: NewPlayer, cells: Mapping[str, str]) -> NewPlayer:
    """With the rating that the old German or British scale gives somebody without one (article A.1 of 1998).

    Raises BadField for a number that gives no rating, and for numbers of both scales.
    """
    if player.rating:
        return player
    given = {scale: value for scale in OLD_SCALES if (value := decimal(scale, cells.get(scale, "")))}
    for scale, value in given.items():
        found = OLD_SCALES[scale](value)
        if not 0 < found <= HIGHEST_RATING:
            raise BadField(scale, cells[scale], "old-scale")
        player = replace(player, rating=found, rating_from=f"{NAMES_OF_SCALES[scale]} {float(value):g}")
    if len(given) > 1:
        raise BadField("bcf", cells["bcf"], "two-scales")
    return player


def year(text: str) -> int:
    if text in ("", "-", "0", "0000"):
        return 0
    found = year_in(text)
    if not found:
        raise BadField("birth_year", text, "year")
    return found


def title(text: str) -> Title:
    if text in ("", "-"):
        return Title.NONE
    found = OLD_TITLES.get(text.lower(), Title.__members__.get(text.upper()))
    if found is None or found is Title.NONE:
        raise BadField("title", text, "title")
    return found


def sex(text: str) -> Sex:
    if text in ("", "-"):
        return Sex.UNKNOWN
    if text.casefold() not in SEXES:
        raise BadField("sex", text, "m-or-w")
    return SEXES[text.casefold()]


ROWS_LOOKED_AT = 100
SURE_SHARE = 0.8
"""The share of cells of a column that must look alike."""
LEAST_RATING, MOST_RATING = 100, 3100
TITLE_WORDS = {*OLD_TITLES, *(title.lower() for title in Title)} - {""}
FEDERATION_CODE = re.compile(r"[A-Z]{3}")
TWO_LETTERS = re.compile(r"[^\W\d_]{2}")


def guessed_columns(rows: Sequence[Sequence[str]]) -> dict[str, int]:
    """Field to column index, for the columns that can be nothing else; the first text is the name."""
    width = max(map(len, rows), default=0)
    columns = [[row[i].strip() for row in rows[:ROWS_LOOKED_AT] if i < len(row)] for i in range(width)]
    found: dict[str, int] = {}

    def free(fits: Callable[[str], bool]) -> list[int]:
        return [i for i, cells in enumerate(columns) if i not in found.values() and _mostly(cells, fits)]

    for field, fits in LOOKS.items():
        if places := free(fits):
            found[field] = places[0]
    return found | _names(columns, free(lambda cell: TWO_LETTERS.search(cell) is not None))


def _names(columns: Sequence[Sequence[str]], texts: Sequence[int]) -> dict[str, int]:
    if not texts:
        return {}
    first, *more = texts
    whole = _mostly(columns[first], lambda cell: len(cell.split()) > 1)
    if whole or not more:
        return {"name": first} | ({"club": more[0]} if more else {})
    return {"last": first, "first": more[0]} | ({"club": more[1]} if len(more) > 1 else {})


def _mostly(cells: Sequence[str], fits: Callable[[str], bool]) -> bool:
    said = [cell for cell in cells if cell]
    return bool(said) and sum(map(fits, said)) >= SURE_SHARE * len(said)


def _between(least: int, most: int) -> Callable[[str], bool]:
    return lambda cell: cell.isascii() and cell.isdigit() and least <= int(cell) <= most


LOOKS: Mapping[str, Callable[[str], bool]] = {
    "fide_id": _between(10_000, 10**11),
    "title": lambda cell: cell.lower() in TITLE_WORDS,
    "sex": lambda cell: cell.casefold() in SEXES,
    "federation": lambda cell: FEDERATION_CODE.fullmatch(cell) is not None,
    "rating": _between(LEAST_RATING, MOST_RATING),
    "birth_year": lambda cell: r.FIRST_BIRTH <= year_in(cell) <= r.LAST_BIRTH,
}
"""In this order: of two columns that could be ratings the first one is."""
