"""Player lists as spreadsheets save them: columns found by the names in the first row, never by position.

The separator (comma, semicolon, tab) is found by looking; names of columns are known in a few
languages. A list is read whole or refused with the line and the column that cannot be.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from domain.decisions.players.registering import NewPlayer, read_player
from domain.files.guessed_columns import guessed_columns
from domain.files.list_rows import ListRow, matched
from domain.files.player_list_cells import Cells, converted
from domain.files.player_list_problems import (
    BadCell,
    EmptyRoster,
    ListedTwice,
    NoNameColumn,
    RosterTooLong,
    TooManyCells,
)
from domain.files.trf.values import iso_date
from domain.refusals import BadField
from domain.words.players import player_id

MAX_LIST_PLAYERS = 10_000
MOST_WORDS_OF_A_NAME = 7

HEADERS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "player", "fullname", "playername", "име", "участник", "имя", "фио", "spieler"),
    "last": ("lastname", "surname", "familyname", "фамилия", "nachname", "familienname"),
    "first": ("firstname", "givenname", "forename", "собствено", "vorname"),
    "rating": (
        "rating",
        "elo",
        "fiderating",
        "rtg",
        "rtgi",
        "rtgint",
        "intrating",
        "std",
        "standard",
        "рейтинг",
        "ело",
    ),
    "ingo": ("ingo",),
    "bcf": ("bcf", "ecfold", "britishgrade"),
    "national_rating": ("nationalrating", "natrating", "rtgn", "rtgnat", "nrating", "nrtg", "dwz", "нацрейтинг"),
    "title": ("title", "titel", "tit", "титла", "звание", "титул"),
    "federation": ("federation", "fed", "country", "federacia", "федерация", "страна", "land"),
    "fide_id": ("fideid", "fideno", "fidenr", "fidenumber", "idno", "idnumber", "fidecode", "idfide", "фидеид"),
    "sex": ("sex", "gender", "mw", "пол", "geschlecht"),
    "birth_year": (
        "birth",
        "birthyear",
        "year",
        "born",
        "birthday",
        "dateofbirth",
        "bday",
        "dob",
        "geburt",
        "година",
        "годинанараждане",
        "датанараждане",
        "роден",
        "родена",
        "год",
        "годрождения",
        "датарождения",
    ),
    "club": ("club", "team", "клуб", "отбор", "verein", "clubname"),
    "k": ("k", "kfactor"),
    "official_rating": ("officialrating", "officialfiderating", "официалненрейтинг", "официальныйрейтинг"),
}
"""Field to the names its column may have: letters and digits only, small."""
NO_OTHERS: Mapping[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One player of the list, and the line it stood on."""

    line: int
    player: NewPlayer
    birth_date: str = ""
    """ISO date where the list has the day: for the side store, never for an event."""


@dataclass(frozen=True, slots=True)
class Roster:
    """A list that was read."""

    players: tuple[ListedPlayer, ...]
    separator: str
    columns: Mapping[str, str]
    """Field to the header that was taken for it."""
    ignored: tuple[str, ...]
    """Headers that say nothing to us."""


@dataclass(frozen=True, slots=True)
class ChosenColumns:
    """Columns as the arbiter has chosen them instead of ours."""

    columns: Mapping[str, int]
    header: bool
    """The first row names the columns."""


def roster_of(separator: str, rows: Sequence[ListRow], chosen: ChosenColumns | None = None) -> Roster:
    """The players of these rows, by the columns chosen or found. Raises a subclass of BadRoster."""
    header, found, body = headed(rows, chosen)
    if len(body) > MAX_LIST_PLAYERS:
        raise RosterTooLong(body[MAX_LIST_PLAYERS][0], 0, MAX_LIST_PLAYERS)
    players = tuple(
        ListedPlayer(line, player_in(line, row, header, found), birth_date_in(row, found.get("birth_year")))
        for line, row in body
    )
    if not players:
        raise EmptyRoster()
    _no_number_twice(players, found)
    known = set(found.values())
    ignored = tuple(h.strip() for i, h in enumerate(header) if i not in known and h.strip())
    return Roster(players, separator, {f: header[i].strip() for f, i in found.items()}, ignored)


def headed(
    rows: Sequence[ListRow], chosen: ChosenColumns | None
) -> tuple[Sequence[str], Mapping[str, int], Sequence[ListRow]]:
    """The heads, the columns and the rows below. Raises NoNameColumn where no column can be that of the names."""
    columns = chosen or found_columns(rows)
    if not columns.columns.keys() & {"name", "last"}:
        raise NoNameColumn(tuple(cell.strip() for cell in rows[0][1] if cell.strip()))
    width = max(len(row) for _, row in rows)
    if columns.header:
        first = rows[0][1]
        return first if chosen is None else [*first, *[""] * (width - len(first))], columns.columns, rows[1:]
    heads = [next((f for f, at in columns.columns.items() if at == i), "") for i in range(width)]
    return heads, columns.columns, rows


def found_columns(rows: Sequence[ListRow]) -> ChosenColumns:
    """By the names in the first row, else by what stands in the columns. Raises TwoColumns."""
    cells = [row for _, row in rows]
    try:
        return ChosenColumns(columns_of(cells[0]), True)
    except NoNameColumn:
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
    found = matched(header, names)
    if not found.keys() & {"name", "last"}:
        raise NoNameColumn(tuple(h.strip() for h in header if h.strip()))
    return found


def name_column(found: Mapping[str, int]) -> int:
    return found["name"] if "name" in found else found["last"]


def player_in(line: int, row: Sequence[str], header: Sequence[str], found: Mapping[str, int]) -> NewPlayer:
    if any(cell.strip() for cell in row[len(header) :]):
        raise TooManyCells(line, len(header) + 1, len(row), len(header))
    cells = {field: row[i].strip() if i < len(row) else "" for field, i in found.items()}
    try:
        player = converted(read_player(Cells(cells)), cells)
        player.registered_as(player_id(1))
    except BadField as bad:
        at = found.get(bad.field, name_column(found))
        raise BadCell(line, at + 1, header[at].strip(), bad.value, bad.rule) from None
    return player


def birth_date_in(row: Sequence[str], column: int | None) -> str:
    return iso_date(row[column]) if column is not None and column < len(row) else ""


def _no_number_twice(players: Sequence[ListedPlayer], found: Mapping[str, int]) -> None:
    """The same name twice is a question, the same FIDE number a fault."""
    first: dict[int, ListedPlayer] = {}
    for listed in (one for one in players if one.player.fide_id):
        other = first.setdefault(listed.player.fide_id, listed)
        if other is not listed:
            raise ListedTwice(listed.line, found["fide_id"] + 1, other.line, listed.player.name, listed.player.fide_id)
