"""Everybody who plays in any tournament of a server that organisers share: found by name, and over the years.

Names lie beside the journal in an index that a work in the background keeps up, so that neither a start nor a search
reads any tournament.
"""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from domain.organisers.persons import Entrance, Persons, entrance_of, fide_id_of
from domain.records import dataclass
from domain.tournament import Tournament, replay
from domain.words.players import EntrantId
from projections.lists.catalogue import Summary
from projections.lists.name_search import heard_words, sounds
from projections.player.over_years import EventOfPerson, event_of_person
from server.journal.side.persons import EntranceRow, EntranceRows, HidingRequest
from server.office.fronts import Fronts
from server.office.snapshots import Snapshots
from server.office.tournaments import Office
from server.supervisor import QuietLog

PERSONS_FOUND_AT_MOST = 30
EVENTS_ON_A_PAGE = 20
log = logging.getLogger("tablo.persons")
FEWEST_LETTERS = 2
"""Of a word that is searched for over all tournaments."""
GATHERING_SECONDS = 2.0
"""Before what has changed is read: a list of players that is typed in comes as a whole."""
BREATH_SECONDS = 0.02
"""Between two tournaments of those that were never read: the hall comes first."""


class NoSuchPerson(Exception):
    """Nobody plays under this name in what everybody may see, or they are hidden."""


class PersonRow(NamedTuple):
    """Somebody as a search finds them."""

    person: str
    name: str
    fide_id: int
    events: int
    newest: Summary


class Played(NamedTuple):
    """A tournament of somebody, and who they are in it."""

    row: EntranceRow
    event: Summary


@dataclass(slots=True)
class PersonIndex:
    """Keeps the rows of names up to what the journal says."""

    office: Office
    rows: EntranceRows
    _changed: dict[str, None] = field(default_factory=dict)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def changed(self, slug: str) -> None:
        """Somebody may have come, gone or be called otherwise: called for each change but results."""
        self._changed[slug] = None
        self._wake.set()

    async def work(self) -> None:
        """First those that have moved on since they were read, then whatever changes. One process alone does it."""
        known = await asyncio.to_thread(self.rows.read)
        written = await asyncio.to_thread(self.office.journal.journal.versions)
        for slug in self.office:
            if known.get(slug) != written.get(slug):
                await self._read_again(slug)
                await asyncio.sleep(BREATH_SECONDS)
        while True:
            await self._wake.wait()
            self._wake.clear()
            await asyncio.sleep(GATHERING_SECONDS)
            while self._changed:
                slug = next(iter(self._changed))
                del self._changed[slug]
                await self._read_again(slug)

    async def _read_again(self, slug: str) -> None:
        with self._quiet.going_on("names are not indexed", tournament=slug):
            await self.index(slug)

    async def index(self, slug: str) -> None:
        """Writes only where the names are others than before. What is not in memory is read and does not stay there."""
        async with self._writing:
            if (office := self.office.known(slug)) is not None:
                rows, position = names_in(slug, office.tournament), office.position
            else:
                entries = await self.office.journal.read(slug)
                rows = await asyncio.to_thread(lambda: names_in(slug, replay(entry.event for entry in entries)))
                position = len(entries)
            await asyncio.to_thread(self._put, slug, rows, position)

    def _put(self, slug: str, rows: Mapping[EntranceRow, Sequence[str]], position: int) -> None:
        if self.rows.of_stream(slug) != sorted(rows):
            self.rows.put(slug, rows)
        self.rows.note(slug, position)


def names_in(slug: str, t: Tournament) -> dict[EntranceRow, tuple[str, ...]]:
    """Everybody with a name, and the words that it is found by."""
    named = ((id, one) for id, one in t.players.items() if id not in t.anonymous and one.name)
    rows = ((EntranceRow(slug, int(id), one.fide_id or 0, one.name), heard_words(one.name)) for id, one in named)
    return dict(rows)


@dataclass(slots=True)
class PersonSearch:
    """Questions about persons over all tournaments that everybody may see."""

    fronts: Fronts
    rows: EntranceRows
    snapshots: Snapshots

    @property
    def persons(self) -> Persons:
        return self.fronts.state.persons

    async def find(self, wanted: str, organiser: str = "") -> list[PersonRow]:
        """Those whose names have all the words, in any script, or whose FIDE ID it is; newest first."""
        words = sounds(wanted)
        if fide_id_of(wanted.strip()):
            rows = await asyncio.to_thread(self.rows.with_fide_id, int(wanted))
        elif words and max(map(len, words)) >= FEWEST_LETTERS:
            rows = await asyncio.to_thread(self.rows.with_words, words)
        else:
            return []
        return self._grouped(rows, organiser)[:PERSONS_FOUND_AT_MOST]

    def _grouped(self, rows: Iterable[EntranceRow], organiser: str) -> list[PersonRow]:
        found = dict[str, list[Played]]()
        for played in self._shown(rows):
            if not organiser or self.fronts.owner(played.row.stream) == organiser:
                found.setdefault(self._person(played.row), []).append(played)
        persons = [_person_row(person, events) for person, events in found.items()]
        shown = (one for one in persons if not self.persons.is_hidden(one.person))
        return sorted(shown, key=lambda one: (one.newest.overview.details.start, one.name), reverse=True)

    def _person(self, row: EntranceRow) -> str:
        return self.persons.person(Entrance(row.stream, EntrantId(row.player)), row.fide_id)

    def _shown(self, rows: Iterable[EntranceRow]) -> Iterable[Played]:
        catalogue = self.fronts.office.catalogue
        for row in rows:
            event = catalogue.get(row.stream)
            if event is not None and event.public:
                yield Played(row, event)

    async def played(self, person: str) -> list[Played]:
        """Their tournaments, the newest first, whether they are hidden or not. Raises NoSuchPerson."""
        rows = await asyncio.to_thread(self._rows_of, person)
        played = [one for one in self._shown(rows) if self._person(one.row) == person]
        if not played:
            raise NoSuchPerson(person)
        return sorted(played, key=lambda one: (one.event.overview.details.start, one.row.stream), reverse=True)

    def _rows_of(self, person: str) -> list[EntranceRow]:
        own = entrance_of(person)
        entrances = [*self.persons.also(person), *([own] if own else [])]
        fide_id = fide_id_of(person)
        found = self.rows.with_fide_id(fide_id) if fide_id else []
        for entrance in entrances:
            found += [one for one in self.rows.of_stream(entrance.tournament) if one.player == entrance.player]
        return list(dict.fromkeys(found))

    async def ask_to_hide(self, request: HidingRequest, most: int) -> None:
        """One more than `most` waiting is not kept: somebody floods them."""
        await asyncio.to_thread(self.rows.ask_to_hide, request, most)

    async def asked_to_hide(self, organiser: str) -> list[tuple[HidingRequest, PersonRow]]:
        """The requests about people who play at this organiser's."""
        waiting = await asyncio.to_thread(self.rows.asked_to_hide)
        return [(one, row) for one in waiting if (row := await self.here(one.person, organiser))]

    async def here(self, person: str, organiser: str) -> PersonRow | None:
        """Somebody who plays at this organiser's, hidden or not; None = nobody does."""
        try:
            played = await self.played(self.persons.root(person))
        except NoSuchPerson:
            return None
        here = any(self.fronts.owner(one.row.stream) == organiser for one in played)
        return _person_row(person, played) if here else None

    async def resolved(self, person: str) -> str:
        """The name that counts: an entrance with a FIDE ID is that person."""
        root = self.persons.root(person)
        at = entrance_of(root)
        if at is None:
            return root
        rows = await asyncio.to_thread(self.rows.of_stream, at.tournament)
        return next((str(one.fide_id) for one in rows if one.player == at.player and one.fide_id), root)

    async def shown_name(self, person: str) -> str:
        """Raises NoSuchPerson for somebody hidden, too."""
        root = await self.resolved(person)
        if self.persons.is_hidden(root):
            raise NoSuchPerson(person)
        return (await self.played(root))[0].row.name

    async def name_of(self, person: str) -> str:
        """Empty where nobody plays under it any more."""
        rows = await asyncio.to_thread(self._rows_of, person)
        return rows[0].name if rows else ""

    async def answered(self, person: str) -> list[HidingRequest]:
        """The requests about a person, of which nothing is kept from now on."""
        root = self.persons.root(person)
        asked = await asyncio.to_thread(self.rows.asked_to_hide)
        found = [one for one in asked if self.persons.root(one.person) == root]
        for one in found:
            await asyncio.to_thread(self.rows.hiding_answered, one.person)
        return found

    async def events(self, played: Sequence[Played]) -> list[EventOfPerson]:
        """What they did in each, read one after another; one that cannot be read is left out."""
        found = []
        for one in played:
            await self.fronts.office.read(one.row.stream)
            office = self.fronts.office.known(one.row.stream)
            if office is not None and office.tournament.public:
                found.append(event_of_person(office.id, self.snapshots.now(office), EntrantId(one.row.player)))
            await asyncio.sleep(0)
        return found


def _person_row(person: str, played: Sequence[Played]) -> PersonRow:
    newest = max(played, key=lambda one: one.event.overview.details.start)
    fide_id = next((one.row.fide_id for one in played if one.row.fide_id), 0)
    return PersonRow(person, newest.row.name, fide_id, len({one.row.stream for one in played}), newest.event)
