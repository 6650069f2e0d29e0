"""The offices of the festivals: each a stream of its own, all of them in memory."""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from datetime import datetime
from typing import cast

from domain.festival.events import FestivalEvent, SectionsLinked
from domain.festival.series import next_day
from domain.festival.state import Festival, evolve_festival, replay_festival
from domain.records import dataclass
from domain.words.choices.bulletins import Bulletins
from domain.words.choices.faces import EventFace
from domain.words.streams import FESTIVAL, is_festival
from projections.moment.faces import NO_WORN_FACE, WornFace, face_of_festival, face_of_tournament
from projections.moment.snapshot import Snapshot
from server.journal import AsyncJournal, Entry, Unread
from server.office.past import Moment, moment_in
from server.office.snapshots import Snapshots
from server.office.stream import Changed, Checks, HouseOffice, ToldFirst, no_listener, nobody_first
from server.office.tournaments import Office, free_address

RESERVED_FESTIVALS = frozenset({"new"})
"""Words of addresses that no festival may have."""


class NoSuchFestival(Exception):
    pass


class FestivalOffice(HouseOffice[Festival, FestivalEvent]):
    """`name` is the festival's own, as in its address."""

    __slots__ = ("name",)

    def __init__(self, journal: AsyncJournal, name: str, changed: Changed = no_listener) -> None:
        super().__init__(journal, FESTIVAL + name, Festival(), evolve_festival, changed)
        self.name = name

    @property
    def festival(self) -> Festival:
        return self.state


@dataclass(slots=True)
class Festivals:
    journal: AsyncJournal
    changed: Changed = no_listener
    """Told the name of a festival and its position after each change."""
    _offices: dict[str, FestivalOffice] = field(default_factory=dict)

    def __iter__(self) -> Iterator[FestivalOffice]:
        """Festivals that have been announced."""
        return (office for office in list(self._offices.values()) if office.entries)

    def __contains__(self, name: str) -> bool:
        return name in self._offices and bool(self._offices[name].entries)

    def open(self, name: str) -> FestivalOffice:
        """Raises NoSuchFestival."""
        if name not in self:
            raise NoSuchFestival(name)
        return self._offices[name]

    def of(self, tournament: str) -> list[FestivalOffice]:
        """Festivals in which this tournament is a section."""
        return [office for office in self if tournament in office.festival.sections]

    def links_from(self, tournament: str) -> list[SectionsLinked]:
        """The links that take entrants from this tournament."""
        links = (link for office in self.of(tournament) for link in office.festival.links.values())
        return [link for link in links if tournament in link.sources]

    def face_for(self, tournament: str) -> WornFace:
        """The face that a section of festivals has from one of them."""
        faces = (face_of_festival(office.name, office.festival.face) for office in self.of(tournament))
        return next(filter(None, faces), NO_WORN_FACE)

    def worn_by(self, tournament: str, own: EventFace) -> WornFace:
        """The face on everything about a tournament: its own, or that of its festival."""
        return face_of_tournament(tournament, own, self.face_for(tournament))

    def next_time(self, tournament: str) -> str:
        """The day of the edition that a series takes entries for, if this tournament was an earlier one; else empty."""
        found = (office.festival for office in self.of(tournament))
        return next((day for one in found if (day := next_day(one, tournament))), "")

    async def create(
        self,
        name: str,
        command_id: str,
        by: str,
        decide: Callable[[Festival], list[FestivalEvent]],
        digest: str = "",
        checks: Checks[Festival, FestivalEvent] | None = None,
        before: ToldFirst = nobody_first,
    ) -> FestivalOffice:
        """A new festival whose address is made from its name; the same command id gives the same one.

        `before` is told the address before there is anything under it.
        """
        made = await self.journal.founded_by(command_id)
        if is_festival(made):
            office = await self._held(made.removeprefix(FESTIVAL))
            await before(office.name)
            await office.command(command_id, by, decide, digest, checks)
            return office
        while True:
            office = await self._held(free_address(name, self.__contains__, RESERVED_FESTIVALS))
            await before(office.name)
            await office.command(command_id, by, lambda state: [] if state.version else decide(state), digest, checks)
            if office.entries and office.entries[0].command_id == command_id:
                return office

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Festivals"]:
        """Knows every festival at once, and hears what other processes write."""
        with self.journal.following.telling(self, FESTIVAL):
            for info in await self.journal.streams():
                if is_festival(info.stream):
                    await self._held(info.stream.removeprefix(FESTIVAL))
            try:
                yield self
            finally:
                for office in self._offices.values():
                    await office.rest()

    def lacks(self, stream: str, version: int) -> bool:
        known = self._offices.get(stream.removeprefix(FESTIVAL))
        return is_festival(stream) and (known is None or known.lacks(stream, version))

    async def hear(self, entry: Entry | Unread) -> None:
        """Take in an entry of another process."""
        if is_festival(entry.stream):
            await (await self._held(entry.stream.removeprefix(FESTIVAL))).hear(entry)

    async def _held(self, name: str) -> FestivalOffice:
        """In memory and read from now on, announced or not."""
        office = self._offices.get(name)
        if office is None:
            office = self._offices[name] = FestivalOffice(self.journal, name, self._tell)
        await office.ready()
        return office

    def _tell(self, stream: str, position: int, news: Sequence[Entry]) -> None:
        self.changed(stream.removeprefix(FESTIVAL), position, news)


@dataclass(frozen=True, slots=True)
class FestivalMoment:
    """A moment that somebody asked for with `?at=`."""

    position: int
    time: datetime
    not_yet: int | datetime | None = None
    """The position or the time, if it is still to come."""


def moment_of(office: FestivalOffice, wanted: str, now: datetime) -> FestivalMoment:
    """A position of its journal, or a time; the sections stand as they stood then. Raises NotAMoment."""
    asked = moment_in(office.entries, wanted, now)
    written = office.entries[asked.position - 1 if asked.time is None else 0].recorded_at
    return FestivalMoment(asked.position, max(asked.time or written, written), asked.not_yet)


def festival_at(office: FestivalOffice, moment: FestivalMoment) -> Festival:
    return replay_festival(cast(FestivalEvent, entry.event) for entry in office.entries[: moment.position])


def sections_of(festivals: Festivals, name: str, moment: Moment | None = None) -> tuple[str, ...]:
    """The addresses of the sections in their order, now or then; none if there is no festival of this name."""
    return tuple(_then(festivals.open(name), moment).sections) if name in festivals else ()


def bulletins_of(office: FestivalOffice, moment: Moment | None = None) -> Bulletins:
    """Those of the festival, now or then; what is withdrawn by now is not shown as it was then."""
    return _then(office, moment).bulletins.as_they_stand(office.festival.bulletins)


def _then(office: FestivalOffice, moment: Moment | None) -> Festival:
    if moment is None:
        return office.festival
    written = office.entries[: moment.position_in(FESTIVAL + office.name, office.entries)]
    return replay_festival(cast(FestivalEvent, entry.event) for entry in written)


def sections_at(
    festival: Festival, tournaments: Office, snapshots: Snapshots, moment: FestivalMoment
) -> Mapping[str, tuple[Snapshot, int]]:
    """The sections that are in memory, with their positions then. For a thread, in a turn of the archive."""
    found = dict[str, tuple[Snapshot, int]]()
    for slug in festival.sections:
        known = tournaments.known(slug)
        position = Moment(moment.time).position_in(slug, known.entries) if known else 0
        if known and position:
            found[slug] = snapshots.then(known, position), position
    return found
