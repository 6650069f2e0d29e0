"""Players of a pasted list filled in from the rating list: by their numbers, or by their names where one fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from domain.decisions.new_player import NewPlayer
from domain.files.list_rows import ListRow
from domain.files.player_list import ChosenColumns, Roster, found_columns
from domain.files.player_list_problems import NumberNotListed
from domain.tournament import Tournament
from domain.words.names import name_key
from domain.words.players import Sex, Title
from domain.words.rating_lists import RatingEntry, speed_of_clock
from server.office.list_check import as_they_count
from server.rating_lists.shelf import Shelf

AS_WRITTEN = 0
"""The choice of nobody on the list."""
MOST_FITTING = 8


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A line beside the rating list."""

    fitting: tuple[RatingEntry, ...]
    """Those of the list who may be meant."""
    taken: int | None
    """The number of the one who is meant, or AS_WRITTEN; None = somebody has to say."""
    written_number: bool = False
    """The line has the number itself."""


@dataclass(frozen=True, slots=True)
class FilledRoster:
    """A list with what the rating list says of its players."""

    roster: Roster
    lines: Mapping[int, LookedUp] = field(default_factory=dict)
    """By the line they stand on."""

    @property
    def found(self) -> int:
        return sum(bool(one.taken) for one in self.lines.values())

    @property
    def open_lines(self) -> int:
        return sum(one.taken is None for one in self.lines.values())

    @property
    def not_on_list(self) -> int:
        return sum(not one.fitting for one in self.lines.values())


def numbers_named(
    shelf: Shelf, rows: Sequence[ListRow], chosen: ChosenColumns | None
) -> tuple[Sequence[ListRow], ChosenColumns | None]:
    """The rows with the names of those who are written as FIDE numbers alone. Raises TwoColumns, NumberNotListed."""
    columns = chosen or found_columns(rows)
    at = columns.columns
    if "fide_id" not in at:
        return rows, chosen
    width = max(len(row) for _, row in rows)
    place = at.get("name", at.get("last", width))
    head, body = (rows[:1], rows[1:]) if columns.header else ([], rows)
    lone = {line: number for line, row in body if (number := _lone_number(row, at["fide_id"], place))}
    if not lone:
        return rows, chosen
    listed = shelf.by_numbers(lone.values())
    missing = next(((line, number) for line, number in lone.items() if number not in listed), None)
    if missing:
        raise NumberNotListed(missing[0], at["fide_id"] + 1, missing[1], shelf.name())
    named = [(line, _with(row, place, listed[lone[line]].name) if line in lone else row) for line, row in body]
    heads = [(line, row if place < width else _with(row, place, "name")) for line, row in head]
    kept = at if place < width else {**at, "name": place}
    return [*heads, *named], ChosenColumns(kept, columns.header)


def _lone_number(row: Sequence[str], number: int, name: int) -> int:
    """0 where the line has a name, or no number."""
    cells = dict(enumerate(cell.strip() for cell in row))
    digits = cells.get(number, "")
    return int(digits) if digits.isascii() and digits.isdigit() and not cells.get(name) else 0


def _with(row: Sequence[str], place: int, cell: str) -> list[str]:
    wide = [*row, *[""] * (place + 1 - len(row))]
    wide[place] = cell
    return wide


def filled(shelf: Shelf, t: Tournament, roster: Roster, choices: Mapping[int, int]) -> FilledRoster:
    """The list with the fields that it left empty; `choices` are numbers of the rating list by line."""
    written = {one.player.fide_id for one in roster.players if one.player.fide_id}
    entries = {one.number: one for one in as_they_count(shelf, t, list(shelf.by_numbers(written).values()))}
    lines: dict[int, LookedUp] = {}
    players = []
    for listed in roster.players:
        if listed.player.fide_id:
            entry = entries.get(listed.player.fide_id)
            looked_up = LookedUp((entry,) if entry else (), entry.number if entry else AS_WRITTEN, True)
        else:
            fitting = [one for one in _fitting(shelf, t, listed.player) if one.number not in written]
            looked_up = LookedUp(tuple(fitting), _taken(listed.player, fitting, choices.get(listed.line)))
        meant = next((one for one in looked_up.fitting if one.number == looked_up.taken), None)
        written |= {meant.number} if meant else set()
        lines[listed.line] = looked_up
        players.append(replace(listed, player=_filled_in(listed.player, meant, t) if meant else listed.player))
    return FilledRoster(replace(roster, players=tuple(players)), lines)


def _taken(player: NewPlayer, fitting: Sequence[RatingEntry], choice: int | None) -> int | None:
    """The choice that was made, else the only one of just this name."""
    if not fitting or choice == AS_WRITTEN:
        return AS_WRITTEN
    if choice in {one.number for one in fitting}:
        return choice
    whole = name_key(fitting[0].name) == name_key(player.name)
    return fitting[0].number if len(fitting) == 1 and whole else None


def _fitting(shelf: Shelf, t: Tournament, player: NewPlayer) -> list[RatingEntry]:
    """Those of just this name, else those whose names go on so; of the tournament's federation first."""
    same = [one for one in shelf.by_whole_name(player.name) if _fits(one, player)]
    likely = same or [one for one in shelf.search(player.name, t.details.federation) if _fits(one, player)]
    likely = as_they_count(shelf, t, likely)
    return sorted(likely, key=lambda one: one.federation != t.details.federation)[:MOST_FITTING]


def _fits(entry: RatingEntry, player: NewPlayer) -> bool:
    pairs = ((entry.birth_year, player.birth_year), (entry.federation, player.federation), (entry.sex, player.sex))
    return all(mine == theirs for mine, theirs in pairs if mine and theirs)


def _filled_in(written: NewPlayer, entry: RatingEntry, t: Tournament) -> NewPlayer:
    """The player with what the line left empty; one found by name is spelt as the list spells them."""
    speed = speed_of_clock(t.details.clock)
    return replace(
        written,
        name=written.name if written.fide_id else entry.name,
        fide_id=entry.number,
        rating=written.rating or entry.rating(speed),
        title=written.title or Title(entry.title),
        federation=written.federation or entry.federation,
        sex=written.sex or Sex(entry.sex),
        birth_year=written.birth_year or entry.birth_year,
        k=written.k or entry.development_coefficient(speed),
    )
