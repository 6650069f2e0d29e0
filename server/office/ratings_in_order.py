"""The ratings of players on all lists that count in a tournament, in the order of the lists.

FIDE's list says who somebody is; the order says whose rating counts. Every way of entry asks here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, date, datetime
from zlib import crc32

from domain.decisions.players.ratings import month_of_list
from domain.decisions.players.registering import NewPlayer
from domain.files.lists.players import ChosenColumns, Roster, found_columns
from domain.files.lists.rows import ListRow, NumberNotListed
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import Player, Sex, Title, name_key
from domain.words.rating_lists import FIDE, RatedList, RatingEntry, RatingMethod, Speed, rating_method, speed_of_clock
from server.rating_lists.shelf import Shelf

MOST_OF_NATIONAL = 8
"""Players of a national list alone who are offered below those of FIDE's."""
BEYOND_NUMBERS = 10**12
"""The keys of those who have no FIDE number begin here."""
LONGEST_KEY_DIGITS = 13


def today() -> date:
    return datetime.now(UTC).date()


@dataclass(frozen=True, slots=True)
class ListedRating:
    source: str
    """The list and its month, `FIDE 2026-11`, with the speed where it is not that of the tournament."""
    rating: int = 0
    k: int = 0
    national: bool = False


@dataclass(frozen=True, slots=True)
class RatedPlayer:
    entry: RatingEntry
    ratings: tuple[ListedRating, ...]
    """Ratings that are not zero, in the order of the lists."""
    of_fide: int = 0
    """FIDE's rating for games of the tournament's speed."""

    @property
    def proposed(self) -> ListedRating:
        """The rating of the first list that has one."""
        return self.ratings[0] if self.ratings else ListedRating("")

    @property
    def official(self) -> int:
        """FIDE's rating, where a national one is proposed."""
        return self.of_fide if self.proposed.national else 0

    @property
    def national(self) -> int:
        """The rating on the first national list."""
        return next((one.rating for one in self.ratings if one.national), 0)

    @property
    def key(self) -> int:
        """The number that a form knows somebody by: FIDE's, or one made of the name where a list has none."""
        one = self.entry
        return one.number or BEYOND_NUMBERS + crc32(f"{one.name} {one.federation} {one.birth_year}".encode())

    def rated(self, player: NewPlayer) -> NewPlayer:
        proposed = self.proposed
        return replace(
            player,
            rating=proposed.rating,
            k=proposed.k,
            national_rating=self.national,
            official_rating=self.official,
            rating_from=proposed.source,
        )


@dataclass(frozen=True, slots=True)
class ListsInOrder:
    """The lists that count in one tournament, those of the month that counts.

    FIDE's newest list is looked in even where its ratings do not count: it has the names, titles and federations.
    """

    shelf: Shelf
    kind: Speed
    order: Sequence[RatedList]
    marks: Mapping[str, str]
    names: Mapping[str, str]
    method: RatingMethod = RatingMethod.OTHER

    def ratings(self, player: RatingEntry, on_fide: RatingEntry | None) -> tuple[ListedRating, ...]:
        found = tuple(one for one in self._ratings(player, on_fide) if one.rating)
        if self.method not in (RatingMethod.HIGHER, RatingMethod.LOWER):
            return found
        firsts = {one.national: one for one in reversed(found)}.values()
        choose = max if self.method is RatingMethod.HIGHER else min
        return tuple(dict.fromkeys((choose(firsts, key=lambda one: one.rating), *found))) if firsts else ()

    def _ratings(self, player: RatingEntry, on_fide: RatingEntry | None) -> Iterator[ListedRating]:
        for one in self.order:
            name = self.names[one.publisher]
            if one.speed is None:
                entry = self._on_national(player, self.marks[one.publisher])
                yield ListedRating(name, entry.standard if entry else 0, national=True)
            elif on_fide is not None:
                own = {Speed.STANDARD: on_fide.standard, Speed.RAPID: on_fide.rapid, Speed.BLITZ: on_fide.blitz}
                said = name if one.speed in (self.kind, Speed.STANDARD) else f"{name} {one.speed}"
                yield ListedRating(said, own[one.speed], on_fide.development_coefficient(one.speed))

    def _on_national(self, player: RatingEntry, mark: str) -> RatingEntry | None:
        if player.number and (found := self.shelf.by_numbers([player.number], mark)):
            return found[player.number]
        return only_one(one for one in self.shelf.by_whole_name(player.name, mark) if _is_same(one, player))

    def on_fide(self, numbers: Iterable[int]) -> dict[int, RatingEntry]:
        """The entries of FIDE's list that counts, by number; none where it is not here."""
        return self.shelf.by_numbers(numbers, self.marks[FIDE]) if FIDE in self.marks else {}

    @property
    def first(self) -> str:
        """The publisher whose list is looked in first."""
        return next(iter(self.marks), FIDE)

    @property
    def first_mark(self) -> str:
        """The mark of that list, of the month that counts."""
        return self.marks.get(self.first, self.first)

    @property
    def said(self) -> str:
        """The names of the lists; empty = none is here."""
        return ", ".join(self.names.values())

    def rated(self, entries: Sequence[RatingEntry]) -> list[RatedPlayer]:
        listed = self.on_fide(one.number for one in entries)
        found = ((one, listed.get(one.number)) for one in entries)
        return [RatedPlayer(one, self.ratings(one, own), own.rating(self.kind) if own else 0) for one, own in found]

    def search(self, typed: str, federations: Sequence[str]) -> list[RatingEntry]:
        """The likeliest players: those of FIDE's list, then those whom only a national list has."""

        def look(publisher: str) -> list[RatingEntry]:
            most = None if publisher == FIDE else MOST_OF_NATIONAL
            return self.shelf.search(typed, *federations, publisher=publisher)[:most]

        return self._on_any(look)

    def by_whole_name(self, name: str) -> list[RatingEntry]:
        """Everybody with this name and no other word in it."""
        return self._on_any(lambda publisher: self.shelf.by_whole_name(name, publisher))

    def by_numbers(self, numbers: Iterable[int]) -> dict[int, RatingEntry]:
        """By FIDE number, also where a national list alone has it."""
        asked, found = set(numbers), dict[int, RatingEntry]()
        for publisher in self.marks:
            found |= self.shelf.by_numbers(asked - found.keys(), publisher)
        return found

    def _on_any(self, look: Callable[[str], list[RatingEntry]]) -> list[RatingEntry]:
        """Everybody once, as the first list has them."""
        found = list[RatingEntry]()
        for publisher in self.marks:
            found += [one for one in look(publisher) if not any(_is_same(one, known) for known in found)]
        return found


def lists_in_order(shelf: Shelf, t: Tournament, order: Sequence[RatedList], month: str = "") -> ListsInOrder:
    """Lists of the order that are here, of this month; without one, of that which counts today."""
    here, month = shelf.openable(), month or month_of_list(t, today())
    lists = [one for one in order if one.publisher in here]
    publishers = dict.fromkeys((*({FIDE} & here), *(one.publisher for one in lists)))
    marks = {publisher: shelf.valid_in(publisher, month) for publisher in publishers}
    names = {publisher: shelf.name(mark) for publisher, mark in marks.items()}
    method = rating_method(t.details.rank_method)
    return ListsInOrder(shelf, speed_of_clock(t.details.clock), lists, marks, names, method)


def only_one(fitting: Iterable[RatingEntry]) -> RatingEntry | None:
    found = list(fitting)
    return found[0] if len(found) == 1 else None


def _is_same(one: RatingEntry, other: RatingEntry) -> bool:
    """By the number where both have one, else by all that both lists say."""
    if one.number and other.number:
        return one.number == other.number
    return name_key(one.name) == name_key(other.name) and could_be(one, other)


def could_be(entry: RatingEntry, other: RatingEntry | NewPlayer | Player) -> bool:
    """True if year of birth, federation and sex are the same as far as both are known."""
    pairs = ((entry.birth_year, other.birth_year), (entry.federation, other.federation), (entry.sex, other.sex))
    return all(one == another for one, another in pairs if one and another)


# Players of a pasted list filled in from the rating lists: by their numbers, or by their names where one fits.

AS_WRITTEN = 0
"""The choice of nobody on the list."""
MOST_FITTING = 8


@dataclass(frozen=True, slots=True)
class LookedUp:
    fitting: tuple[RatedPlayer, ...]
    """People of the lists who may be meant."""
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
    """People of just this name, else people whose names go on so; of the tournament's federation first."""
    home = t.details.federation
    same = [one for one in lists.by_whole_name(player.name) if could_be(one, player)]
    likely = same or [one for one in lists.search(player.name, [home]) if could_be(one, player)]
    return lists.rated(sorted(likely, key=lambda one: one.federation != home)[:MOST_FITTING])


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
