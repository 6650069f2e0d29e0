"""Players of a pasted list filled in from the rating lists: by their numbers, or by their names where one fits."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from domain.decisions.players.registering import NewPlayer
from domain.files.lists.players import ChosenColumns, Roster, found_columns
from domain.files.lists.rows import ListRow, NumberNotListed
from domain.tournament import Tournament
from domain.words.players import Sex, Title, name_key
from domain.words.rating_lists import RatingEntry
from server.office.ratings_in_order import ListsInOrder, RatedPlayer

AS_WRITTEN = 0
"""The choice of nobody on the list."""
MOST_FITTING = 8


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A line beside the rating list."""

    fitting: tuple[RatedPlayer, ...]
    """Those of the lists who may be meant."""
    taken: int | None
    """The key of the one who is meant, or AS_WRITTEN; None = somebody has to say."""
    written_number: bool = False
    """The line has the number itself."""


@dataclass(frozen=True, slots=True)
class FilledRoster:
    """A list with what the rating lists say of its players."""

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
    lists: ListsInOrder, rows: Sequence[ListRow], chosen: ChosenColumns | None
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
    listed = lists.by_numbers(lone.values())
    missing = next(((line, number) for line, number in lone.items() if number not in listed), None)
    if missing:
        raise NumberNotListed(missing[0], at["fide_id"] + 1, missing[1], lists.said)
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


def filled(lists: ListsInOrder, t: Tournament, roster: Roster, choices: Mapping[int, int]) -> FilledRoster:
    """The list with the fields that it left empty; `choices` are keys of listed players by line."""
    written = {one.player.fide_id for one in roster.players if one.player.fide_id}
    listed = {one.key: one for one in lists.rated(list(lists.by_numbers(written).values()))}
    lines: dict[int, LookedUp] = {}
    players = []
    for line in roster.players:
        if line.player.fide_id:
            own = listed.get(line.player.fide_id)
            looked_up = LookedUp((own,) if own else (), own.key if own else AS_WRITTEN, True)
        else:
            fitting = tuple(one for one in _fitting(lists, t, line.player) if one.key not in written)
            looked_up = LookedUp(fitting, _taken(line.player, fitting, choices.get(line.line)))
        meant = next((one for one in looked_up.fitting if one.key == looked_up.taken), None)
        written |= {meant.key} if meant else set()
        lines[line.line] = looked_up
        players.append(replace(line, player=_filled_in(line.player, meant) if meant else line.player))
    return FilledRoster(replace(roster, players=tuple(players)), lines)


def _taken(player: NewPlayer, fitting: Sequence[RatedPlayer], choice: int | None) -> int | None:
    """The choice that was made, else the only one of just this name."""
    if not fitting or choice == AS_WRITTEN:
        return AS_WRITTEN
    if choice in {one.key for one in fitting}:
        return choice
    whole = name_key(fitting[0].entry.name) == name_key(player.name)
    return fitting[0].key if len(fitting) == 1 and whole else None


def _fitting(lists: ListsInOrder, t: Tournament, player: NewPlayer) -> list[RatedPlayer]:
    """Those of just this name, else those whose names go on so; of the tournament's federation first."""
    home = t.details.federation
    same = [one for one in lists.by_whole_name(player.name) if _fits(one, player)]
    likely = same or [one for one in lists.search(player.name, [home]) if _fits(one, player)]
    return lists.rated(sorted(likely, key=lambda one: one.federation != home)[:MOST_FITTING])


def _fits(entry: RatingEntry, player: NewPlayer) -> bool:
    pairs = ((entry.birth_year, player.birth_year), (entry.federation, player.federation), (entry.sex, player.sex))
    return all(mine == theirs for mine, theirs in pairs if mine and theirs)


def _filled_in(written: NewPlayer, listed: RatedPlayer) -> NewPlayer:
    """The player with what the line left empty; one found by name is spelt as the list spells them."""
    entry, rated = listed.entry, listed.rated(written)
    counts = written.rating in (0, rated.rating)
    return replace(
        written,
        name=written.name if written.fide_id else entry.name,
        fide_id=entry.number,
        rating=written.rating or rated.rating,
        title=written.title or Title(entry.title),
        federation=written.federation or entry.federation,
        sex=written.sex or Sex(entry.sex),
        birth_year=written.birth_year or entry.birth_year,
        national_rating=written.national_rating or rated.national_rating,
        official_rating=written.official_rating or (rated.official_rating if counts else 0),
        k=written.k or rated.k,
    )
