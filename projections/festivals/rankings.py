"""The ranking over the sections of a festival: each event is worth something, the best of them are added up.

People are the same by FIDE ID, by what organisers have said of persons, else by name and year of birth.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from domain.decisions.players.numbering import contender
from domain.decisions.players.registering import identity
from domain.festival.events import FestivalDetails
from domain.festival.state import Festival
from domain.organisers.persons import Entrance, Persons
from domain.records import dataclass
from domain.words.choices.prizes import Category, category
from domain.words.festivals import Merit, RankingRules, RankingTie
from domain.words.players import EntrantId, Player
from projections.festivals.qualifiers import games_enough
from projections.festivals.sections import edition_numbers
from projections.moment.people import Person
from projections.moment.snapshot import Snapshot
from projections.moment.table_pages import last_page, on_page, page_of_line
from projections.table.podium import is_decided
from projections.table.rating_report import year_of
from projections.table.standings import standings

RANKED_LINES_A_PAGE = 100
"""A line has a cell for each event."""


@dataclass(frozen=True, slots=True)
class RankedEvent:
    slug: str
    title: str
    edition: int = 0
    """The number of an edition of a series, which is its title; 0 = it has a title of its own."""
    players: int = 0
    """In its table; 0 = no round is published yet, and nothing of it counts."""
    over: bool = False


class RankedCell(NamedTuple):
    """What somebody did in an event."""

    slug: str
    entrant: EntrantId
    place: int
    worth: Fraction
    score: int
    """Half-points."""
    counts: bool = True


class RankedRow(NamedTuple):
    place: int
    """Shared by equals."""
    tied_with: int
    """The number of those who share it, this one included."""
    key: str
    person: Person
    """As in the last event played."""
    slug: str
    """The address of that event."""
    total: Fraction
    ties: tuple[Fraction, ...]
    """In step with those of the rules."""
    cells: tuple[RankedCell | None, ...]
    """In step with the events; None = not played."""


class RankedTable(NamedTuple):
    category: str
    """As it is written; empty = everybody."""
    rows: tuple[RankedRow, ...]

    @property
    def pages(self) -> int:
        return last_page(len(self.rows), RANKED_LINES_A_PAGE)

    def page(self, number: int) -> "RankedTable":
        return self._replace(rows=tuple(on_page(self.rows, number, RANKED_LINES_A_PAGE)))


class RankedPlace(NamedTuple):
    """Somebody in the ranking, and the page of its table."""

    row: RankedRow
    page: int


class RankingState(NamedTuple):
    over: int
    """Events that are over."""
    events: int
    closed: bool

    @property
    def final(self) -> bool:
        return self.closed or (bool(self.events) and self.over == self.events)


@dataclass(frozen=True, slots=True)
class EventRanking:
    slug: str
    details: FestivalDetails
    rules: RankingRules
    events: tuple[RankedEvent, ...]
    tables: tuple[RankedTable, ...]
    """That of everybody first."""
    closed: bool
    version: int
    """Of the festival."""

    @property
    def state(self) -> RankingState:
        return RankingState(sum(event.over for event in self.events), len(self.events), self.closed)

    @property
    def pages(self) -> int:
        """Of its longest table."""
        return max(table.pages for table in self.tables)

    def places_of(self, entrances: Collection[tuple[str, EntrantId]]) -> list[RankedPlace]:
        """The rows of those who played as one of these, (event, entrant), in the table of everybody.

        Nobody without a name.
        """
        return [
            RankedPlace(row, page_of_line(line, RANKED_LINES_A_PAGE))
            for line, row in enumerate(self.tables[0].rows, 1)
            if not row.person.anonymous
            and any(cell is not None and (cell.slug, cell.entrant) in entrances for cell in row.cells)
        ]

    def table(self, category: str) -> RankedTable | None:
        return next((table for table in self.tables if table.category == category), None)


def ranking_over(
    slug: str, festival: Festival, snapshot_of: Callable[[str], Snapshot | None], persons: Persons
) -> EventRanking | None:
    """None: the sections count for no ranking."""
    rules = festival.ranking
    if rules is None:
        return None
    editions = edition_numbers(festival)
    counted = {one: title for one, title in festival.sections.items() if one not in rules.left_out}
    moments = {one: at for one in counted if (at := snapshot_of(one)) is not None}
    played = {one: _placed(at) for one, at in moments.items()}
    over = {one for one, at in moments.items() if is_decided(at)}
    events = tuple(
        RankedEvent(one, title, editions.get(one, 0), len(played.get(one, ())), one in over)
        for one, title in counted.items()
    )
    people = _people([_Part(one, _shown(one, done, persons)) for one, all in played.items() for done in all], persons)
    rows = {key: _row(key, parts, events, rules) for key, parts in people.items()}
    year = max((year_of(at.tournament) for at in moments.values()), default=0)
    tables = [RankedTable("", _in_order(rows.values(), rules))]
    for written in rules.categories:
        admitted = [row for key, row in rows.items() if _admits(category(written), people[key], year)]
        tables.append(RankedTable(written, _in_order(admitted, rules)))
    return EventRanking(slug, festival.details, rules, events, tuple(tables), festival.ranking_closed, festival.version)


class _Placed(NamedTuple):
    """Somebody in the table of an event."""

    person: Person
    player: Player
    place: int
    tied_with: int
    score: int
    named: bool


class _Part(NamedTuple):
    """An event of somebody."""

    slug: str
    done: _Placed


def _placed(snapshot: Snapshot) -> Sequence[_Placed]:
    """Everybody who has played a game, in the order of the table; worked out once for each moment."""
    return snapshot.now(("placed",), lambda _: tuple(_found(snapshot)))


def _found(snapshot: Snapshot) -> Iterator[_Placed]:
    for row in standings(snapshot).rows if snapshot.round else ():
        id, card = row.person.id, snapshot.cards.get(row.person.number)
        if row.place and card and games_enough(card, 1):
            player = contender(snapshot.tournament, id)
            yield _Placed(row.person, player, row.place, row.tied_with, row.points, id not in snapshot.nameless)


def _shown(slug: str, done: _Placed, persons: Persons) -> _Placed:
    """Without a name where the person is hidden over all tournaments: nobody learns here in which they have played."""
    id = done.person.id
    if not done.named or not persons.is_hidden(persons.person(Entrance(slug, id), done.player.fide_id)):
        return done
    person = Person(id, done.person.number, "", rating=done.person.rating, anonymous=True, away=done.person.away)
    return done._replace(person=person, named=False)


def _people(parts: Sequence[_Part], persons: Persons) -> dict[str, list[_Part]]:
    """The events of each person, in the order of the events, by a word that names the person here.

    Somebody without a FIDE ID is whoever of this name and year of birth has one, as long as there is only one such.
    """
    sure = _sure(parts, persons)
    named: dict[tuple[object, ...], set[str]] = {}
    for part in parts:
        if key := sure.get(_entrance(part)):
            named.setdefault(_by_name(part), set()).add(key)
    found: dict[str, list[_Part]] = {}
    for part in parts:
        entrance, alike = _entrance(part), named.setdefault(_by_name(part), set()) if part.done.named else set()
        known = sure.get(entrance) or (next(iter(alike)) if len(alike) == 1 else entrance.person)
        alike.add(known)
        found.setdefault(known, []).append(part)
    return found


def _sure(parts: Iterable[_Part], persons: Persons) -> dict[Entrance, str]:
    """The persons known by a FIDE ID, or by what an organiser has said; nobody who is not to be named."""
    said = {persons.root(person) for person in persons.said.values()}
    found: dict[Entrance, str] = {}
    by_fide_id: dict[str, str] = {}
    for part in parts:
        entrance, fide_id = _entrance(part), part.done.player.fide_id
        key = persons.person(entrance, fide_id)
        if part.done.named and not part.done.person.team and (fide_id or entrance in persons.said or key in said):
            found[entrance] = key
            by_fide_id[entrance.person] = key
    return {entrance: by_fide_id.get(key, key) for entrance, key in found.items()}


def _entrance(part: _Part) -> Entrance:
    return Entrance(part.slug, part.done.person.id)


def _by_name(part: _Part) -> tuple[object, ...]:
    return part.done.person.team, *identity(replace(part.done.player, fide_id=0))


def _row(key: str, parts: Sequence[_Part], events: Sequence[RankedEvent], rules: RankingRules) -> RankedRow:
    """Without its place. Of two entries in one event the better counts."""
    best = {part.slug: part for part in sorted(parts, key=lambda part: -part.done.place)}
    cells = [_cell(best[event.slug], event, rules) if event.slug in best else None for event in events]
    absent = [Fraction(event.players + 1) for event in events if event.players and event.slug not in best]
    worth = [(cell.worth, at) for at, cell in enumerate(cells) if cell]
    missed = [(one, len(cells)) for one in absent] if rules.merit is Merit.PLACE else []
    chosen = sorted([*worth, *missed], key=lambda one: (-_upwards(one[0], rules), one[1]))[: rules.best or None]
    counted = {at for _, at in chosen}
    final = tuple(cell._replace(counts=at in counted) if cell else None for at, cell in enumerate(cells))
    last = parts[-1]
    total = sum((one for one, _ in chosen), Fraction(0))
    ties = tuple(_tie(tie, final, rules) for tie in rules.ties)
    return RankedRow(0, 1, key, last.done.person, last.slug, total, ties, final)


def _cell(part: _Part, event: RankedEvent, rules: RankingRules) -> RankedCell:
    done = part.done
    return RankedCell(part.slug, done.person.id, done.place, _worth(done, event.players, rules), done.score)


def _worth(done: _Placed, players: int, rules: RankingRules) -> Fraction:
    """Those who share a place share what the places are worth."""
    places = range(done.place, done.place + done.tied_with)
    match rules.merit:
        case Merit.SCORE:
            return Fraction(done.score, 2)
        case Merit.TABLE:
            worth = [rules.points[place - 1] for place in places if place <= len(rules.points)]
        case Merit.PLAYERS:
            worth = [max(players - place + 1, 0) for place in places]
        case Merit.PLACE:
            worth = list(places)
    return Fraction(sum(worth), len(places))


def _upwards(worth: Fraction, rules: RankingRules) -> Fraction:
    """Turned round where the smallest is best, so that more is always better."""
    return -worth if rules.merit is Merit.PLACE else worth


def _tie(tie: RankingTie, cells: Iterable[RankedCell | None], rules: RankingRules) -> Fraction:
    played = [cell for cell in cells if cell]
    match tie:
        case RankingTie.FIRST_PLACES:
            return Fraction(sum(cell.place == 1 for cell in played))
        case RankingTie.BEST_EVENT:
            return max((cell.worth for cell in played), key=lambda worth: _upwards(worth, rules))
        case RankingTie.ALL_EVENTS:
            return sum((cell.worth for cell in played), Fraction(0))
        case RankingTie.SCORE:
            return Fraction(sum(cell.score for cell in played if cell.counts), 2)
        case RankingTie.EVENTS:
            return Fraction(len(played))
        case RankingTie.LAST_EVENT:
            return played[-1].worth


BY_WORTH = (RankingTie.BEST_EVENT, RankingTie.ALL_EVENTS, RankingTie.LAST_EVENT)
"""Ties in the measure of the ranking, of which the smallest is best where places are added up."""


def _in_order(rows: Iterable[RankedRow], rules: RankingRules) -> tuple[RankedRow, ...]:
    """Best first, equals by name and on one place."""

    def rank(row: RankedRow) -> tuple[Fraction, ...]:
        ties = zip(rules.ties, row.ties, strict=True)
        return -_upwards(row.total, rules), *(-_upwards(v, rules) if tie in BY_WORTH else -v for tie, v in ties)

    ordered = sorted(rows, key=lambda row: (rank(row), row.person.name))
    found: list[RankedRow] = []
    for _, equal in groupby(ordered, key=rank):
        together = list(equal)
        place = len(found) + 1
        found += [row._replace(place=place, tied_with=len(together)) for row in together]
    return tuple(found)


def _admits(wanted: Category, parts: Sequence[_Part], year: int) -> bool:
    """As the newest event has them that knows enough, in the year of the last event."""
    terms = [term for together in wanted.alternatives for term in together]
    newest_first = [part.done.player for part in reversed(parts) if part.done.named]
    knowing = (player for player in newest_first if not any(term.unknown(player) for term in terms))
    player = next(knowing, newest_first[0] if newest_first else None)
    return player is not None and wanted.admits(player, year)
