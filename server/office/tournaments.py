"""The arbiters' office: all tournaments of a journal, each with an office of its own.

A tournament is read when somebody asks for it and forgotten when nobody has for a while. Lists live from summaries.
"""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import field
from datetime import datetime
from itertools import repeat
from time import monotonic
from typing import Self
from weakref import WeakKeyDictionary, WeakValueDictionary

import msgspec

from domain.decisions.players.fees import entries_dated
from domain.decisions.players.waiting_list import moved_up
from domain.decisions.rounds.arena import followed_in_arena
from domain.decisions.setup.announcing import not_thrown_away
from domain.decisions.setup.handing_off import not_played_elsewhere
from domain.events import Event, RoundPublished
from domain.records import dataclass
from domain.refusals import PlayedElsewhere, WasThrownAway
from domain.tournament import Tournament, replay
from domain.words.regulations import Visibility
from domain.words.streams import GAMES, OF_THE_HOUSE, is_tournament, slug_of
from projections.lists.catalogue import Catalogue, Summary
from projections.lists.history import History
from projections.moment.overview import Overview, overview
from projections.round.results import NOTHING_WITHHELD, Withheld, for_everybody
from server.clock import hall_clock
from server.journal import (
    AsyncJournal,
    BrokenChain,
    Entry,
    JournalTrouble,
    StreamInfo,
    SummaryRow,
    UnknownEvent,
    Unread,
)
from server.notice import notice
from server.office.games.kept import GamesOffice, GamesStream
from server.office.stream import (
    EVENTS_PER_TURN,
    Appended,
    Changed,
    Checks,
    Outcome,
    Standing,
    StreamOffice,
    ToldFirst,
    no_listener,
    no_timer,
    nobody_first,
)
from server.supervisor import Supervisor

Decide = Callable[[Tournament], list[Event]]


EntryLimits = Callable[[str, Tournament, Sequence[Event]], None]
"""(address, tournament, events): raises a Refusal for more than whoever it belongs to may have."""


def no_entry_limits(_slug: str, _t: Tournament, _events: Sequence[Event]) -> None:
    """Everybody may have as much as they like."""


class TournamentOffice(StreamOffice[Tournament, Event]):
    __slots__ = ("games", "limits", "plays", "tournament")

    def __init__(
        self,
        id: str,
        journal: AsyncJournal,
        changed: Changed = no_listener,
        appended: Appended = no_timer,
        standing: Standing | None = None,
        games: GamesStream | None = None,
        limits: "EntryLimits | None" = None,
    ) -> None:
        self.tournament = Tournament()
        """The state: it is changed where it is and never exchanged."""
        self.games = games or GamesOffice(journal).stream(id)
        """In memory as long as their tournament."""
        self.limits = limits or no_entry_limits
        self.plays = ""
        """The handoff whose copy is played on this machine; empty = none."""
        standing = standing or Standing()
        super().__init__(id, journal, self.tournament, replay, Tournament.copy, changed, appended, standing)

    async def ready(self) -> Self:
        await super().ready()
        await self.games.ready()
        return self

    @property
    def sure(self) -> bool:
        return super().sure and (self.games.sure or self.games.trouble is not None)

    @property
    def busy(self) -> bool:
        return super().busy or self.games.busy

    @property
    def weight(self) -> int:
        """The memory that it takes, in entries."""
        return self.position + self.games.weight

    def doubt(self) -> None:
        super().doubt()
        self.games.sure = False

    def admitted(self, state: Tournament, events: list[Event]) -> list[Event]:
        """With those who move up from the waiting list by them. Raises WasThrownAway, PlayedElsewhere, and what its
        limits raise: for the desk, programs, players and Tablo itself alike.
        """
        self.limits(self.id, state, events)
        taken = not_thrown_away(state, events)
        if state.handoff is not None:
            taken = not_played_elsewhere(state, taken, self.plays)
        taken = [*taken, *moved_up(state, taken)] if state.waiting else taken
        taken = entries_dated(state, taken, repeat(hall_clock().date().isoformat()))
        follows = followed_in_arena(state, taken, hall_clock()) if state.arena.ends else []
        return [*taken, *follows] if follows else taken

    @property
    def elsewhere(self) -> str:
        """Who plays its copy on another machine; empty = it is played here."""
        handoff = self.tournament.handoff
        return handoff.to if handoff is not None and handoff.id != self.plays else ""

    def refuse_if_shut(self) -> None:
        """For what is written beside its own stream. Raises WasThrownAway, PlayedElsewhere."""
        if self.tournament.thrown_away:
            raise WasThrownAway
        if self.elsewhere:
            raise PlayedElsewhere(self.elsewhere)

    async def _settle(self) -> None:
        """With whether the copy that was handed off is the one of this machine."""
        await super()._settle()
        handoff = self.tournament.handoff
        if handoff is not None:
            played = await asyncio.to_thread(self.journal.journal.handoffs.is_played_here, handoff.id)
            self.plays = handoff.id if played else ""


def nothing_withheld(_office: TournamentOffice) -> Withheld:
    """Everybody sees each result at once."""
    return NOTHING_WITHHELD


# Tournaments are read from the journal, when the server starts and when somebody asks for one.
# One in trouble stops no other. A trouble that may pass by itself (the database was away) is tried again with
# growing pauses, and whenever somebody opens the tournament. A lasting one (damage, events of a newer Tablo) waits
# for a person and a restart.

log = logging.getLogger("tablo.office")

LIST_PATIENCE_SECONDS = 1.0
"""Seconds that a page about all tournaments waits for those that are still to be read."""

READ_PAUSES_SECONDS = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0, *[60.0] * 59)
"""Seconds before each new attempt: an hour in all."""


@dataclass(frozen=True, slots=True)
class UnreadableTournament:
    trouble: JournalTrouble
    tried_again: bool
    """By the server itself, before long."""

    @property
    def lasting(self) -> bool:
        """To read it again would be in vain, and with many spectators dear."""
        return lasting(self.trouble)


def lasting(trouble: JournalTrouble) -> bool:
    return isinstance(trouble, BrokenChain | UnknownEvent)


@dataclass(slots=True)
class Loading:
    pauses: Sequence[float] = READ_PAUSES_SECONDS
    troubles: dict[str, JournalTrouble] = field(default_factory=dict)
    """The trouble of each that could not be read when that was tried last."""
    _listed: asyncio.Event = field(default_factory=asyncio.Event)
    """What the lists did not know has been tried."""
    _once: asyncio.Event = field(default_factory=asyncio.Event)
    """Everything that is read at the start has been tried."""
    _trying: bool = True
    background: Supervisor = field(default_factory=Supervisor)

    @asynccontextmanager
    async def running(
        self, unlisted: Sequence[str], ahead: Sequence[str], find: Callable[[str], TournamentOffice]
    ) -> AsyncIterator[None]:
        async with self.background.keeping({"reading": lambda: self._read_all(unlisted, ahead, find)}):
            yield

    async def listed(self) -> None:
        """Wait until what the lists did not know has been tried, but not for long."""
        await _not_for_long(self._listed)

    async def started(self) -> None:
        """Wait until all that is read at the start has been tried, but not for long."""
        await _not_for_long(self._once)

    async def read(self, office: TournamentOffice) -> JournalTrouble | None:
        """The tournament is ready, or its trouble is known and answered."""
        try:
            await office.ready()
        except JournalTrouble as trouble:
            return self._cannot(office, trouble)
        except Exception as error:  # a fold may stumble over anything in a history that never was
            log.exception("not folded", extra={"facts": {"tournament": office.id}})
            why = notice("does-not-follow", kind=type(error).__name__, why=error)
            return self._cannot(office, BrokenChain(office.id, office.position + 1, why))
        self.troubles.pop(office.id, None)
        return None

    def _cannot(self, office: TournamentOffice, trouble: JournalTrouble) -> JournalTrouble:
        if str(trouble) != str(self.troubles.get(office.id)):
            log.error("not read", extra={"facts": {"tournament": office.id, "why": str(trouble)}})
        self.troubles[office.id] = trouble.with_traceback(None)
        if lasting(trouble):
            office.hide()
        return trouble

    def unreadable(self, held: Mapping[str, TournamentOffice]) -> dict[str, UnreadableTournament]:
        """Tournaments that could not be read, and why. One that is only behind can still be shown."""
        return {
            id: UnreadableTournament(trouble, self._trying and not lasting(trouble))
            for id, trouble in self.troubles.items()
            if (office := held.get(id)) is None or not office.folded
        }

    async def _read_all(
        self, unlisted: Sequence[str], ahead: Sequence[str], find: Callable[[str], TournamentOffice]
    ) -> None:
        try:
            for id in unlisted:
                await self.read(find(id))
            self._listed.set()
            for id in ahead:
                await self.read(find(id))
            gc.freeze()  # once: what is frozen later may be garbage, and would stay for ever
            self._once.set()
            for pause in self.pauses:
                again = [id for id, trouble in self.troubles.items() if not lasting(trouble)]
                if not again:
                    return
                await asyncio.sleep(pause)
                for id in again:
                    await self.read(find(id))
        finally:
            self._trying = False


async def _not_for_long(event: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(LIST_PATIENCE_SECONDS):
            await event.wait()


@dataclass(frozen=True, slots=True)
class Room:
    """The memory given to tournaments that are not in use. An entry takes a kilobyte, and two where
    its pages have been looked at."""

    idle_seconds: float = 15 * 60.0
    idle_entries: int = 30_000
    """The limit: beyond it a quarter goes at once, longest unused first."""
    read_ahead_entries: int = 20_000
    """The entries that a starting server reads, newest tournaments first; a small journal is read whole."""
    look_seconds: float = 5.0
    """Between two looks for what is to go."""

    def surplus(
        self, held: Iterable[TournamentOffice], in_use: Collection[str], now: float
    ) -> Iterable[TournamentOffice]:
        """The tournaments to be forgotten. The one used last keeps its whole time, however long it is."""
        idle = [office for office in held if office.id not in in_use and not office.busy]
        entries = sum(office.weight for office in idle)
        room = self.idle_entries if entries <= self.idle_entries else 0.75 * self.idle_entries
        for left, office in enumerate(sorted(idle, key=lambda one: one.used_at), start=1 - len(idle)):
            if now - office.used_at > self.idle_seconds or (entries > room and left):
                entries -= office.weight
                yield office


# Summaries of the tournaments for lists: in memory up to the newest entry, and soon after it beside the journal.
# A summary beside the journal counts only if it names the newest entry of its tournament; otherwise the tournament
# is read once, and its summary made again.

SUMMARY_FORMAT = 2
"""The format of a summary; one of another format is made again."""


class SummaryBody(msgspec.Struct):
    shape: int
    overview: Overview
    published_at: datetime | None = None
    visibility: Visibility = Visibility.PUBLIC
    archived: bool = False
    thrown_away: bool = False
    board_addresses: tuple[str, ...] = ()


encode_summary = msgspec.json.Encoder().encode
decode_summary: msgspec.json.Decoder[SummaryBody] = msgspec.json.Decoder(SummaryBody)


@dataclass(slots=True)
class Summaries:
    journal: AsyncJournal
    withheld: Callable[[TournamentOffice], Withheld] = nothing_withheld
    """The games whose end everybody sees later. A summary without them is not kept beside the journal."""
    _catalogue: Catalogue = field(default_factory=Catalogue)
    _changed: dict[str, TournamentOffice] = field(default_factory=dict)
    """Tournaments that have moved on since their summary was made."""
    _unkept: dict[str, Summary] = field(default_factory=dict)
    """Summaries that are not beside the journal yet."""

    @property
    def catalogue(self) -> Catalogue:
        """Up to this moment."""
        changed, self._changed = self._changed, {}
        for office in changed.values():
            withheld = self.withheld(office)
            made = summary(office, withheld, self._catalogue.get(office.id))
            self._catalogue.put(made)
            if not withheld:
                self._unkept[office.id] = made
        return self._catalogue

    async def load(self, streams: Sequence[StreamInfo]) -> list[StreamInfo]:
        """Take in the kept summaries; returns the tournaments without one of their newest entry."""
        rows = {row.stream: row for row in await self._rows()}
        missing = []
        for info in streams:
            row = rows.get(info.stream)
            found = _read(row) if row and (row.version, row.hash) == (info.version, info.hash) else None
            if found is None:
                missing.append(info)
            else:
                self._catalogue.put(found)
        ahead = [info.stream for info in missing if info.stream in rows and rows[info.stream].version > info.version]
        if ahead:
            await _tried(asyncio.to_thread(self.journal.journal.summaries.drop, ahead))
        return missing

    def covers(self, office: TournamentOffice) -> bool:
        """True if the lists know the newest entry already."""
        known = self._catalogue.get(office.id)
        if known is None or not office.folded or known.position != office.position:
            return False
        return known == summary(office, self.withheld(office), known)

    def changed(self, office: TournamentOffice) -> None:
        """Note that a tournament has moved on, or that neither it nor its line in a list can be shown any more."""
        if office.folded:
            self._changed[office.id] = office
        else:
            self._changed.pop(office.id, None)
            self._catalogue.drop(office.id)

    async def keep(self) -> None:
        """Write down the new summaries. Those that cannot be written now are tried again the next time."""
        self.catalogue  # noqa: B018 brought up to date
        unkept, self._unkept = self._unkept, {}
        rows = [_row(made) for made in unkept.values()]
        if rows and not await _tried(asyncio.to_thread(self.journal.journal.summaries.keep, rows)):
            self._unkept = unkept | self._unkept

    async def _rows(self) -> list[SummaryRow]:
        """None where they cannot be read: then they are made again."""
        try:
            return await asyncio.to_thread(self.journal.journal.summaries.all)
        except JournalTrouble as trouble:
            log.warning("no summaries", extra={"facts": {"why": str(trouble)}})
            return []


def summary(office: TournamentOffice, withheld: Withheld, before: Summary | None = None) -> Summary:
    """The summary of a tournament in memory; `before` is an earlier one of the same tournament."""
    seen, published_at = (before.position, before.published_at) if before else (0, None)
    for entry in office.entries[seen:]:
        if isinstance(entry.event, RoundPublished):
            published_at = entry.recorded_at
    t = office.tournament
    kept = t.visibility, t.archived, t.thrown_away, t.board_addresses
    return Summary(office.id, office.position, office.head, overview(for_everybody(t, withheld)), published_at, *kept)


def _row(made: Summary) -> SummaryRow:
    kept = made.visibility, made.archived, made.thrown_away, made.board_addresses
    body = encode_summary(SummaryBody(SUMMARY_FORMAT, made.overview, made.published_at, *kept)).decode()
    return SummaryRow(made.slug, made.position, made.hash, body)


def _read(row: SummaryRow) -> Summary | None:
    """None for what another version of the program keeps in another way."""
    try:
        kept = decode_summary.decode(row.body)
    except msgspec.DecodeError:
        return None
    if kept.shape != SUMMARY_FORMAT:
        return None
    shown = kept.visibility, kept.archived, kept.thrown_away, kept.board_addresses
    return Summary(row.stream, row.version, row.hash, kept.overview, kept.published_at, *shown)


async def _tried(writing: Awaitable[None]) -> bool:
    """False if it could not be written: the next start then takes longer, and nothing is lost."""
    try:
        await writing
    except JournalTrouble as trouble:
        log.warning("summaries not kept", extra={"facts": {"why": str(trouble)}})
        return False
    return True


__all__ = ["Decide", "NoSuchTournament", "Office", "Outcome", "TournamentOffice"]


RESERVED = OF_THE_HOUSE | {"new"}
"""Words of addresses that no tournament may have."""


def free_address(name: str, taken: Callable[[str], bool], reserved: Collection[str]) -> str:
    """The address made of a name, with a number where it is taken or reserved."""
    wanted = slug_of(name)
    if wanted not in reserved and not taken(wanted):
        return wanted
    return next(one for number in range(2, 10**6) if not taken(one := f"{wanted}-{number}"))


class NoSuchTournament(Exception):
    pass


def nothing() -> Collection[str]:
    """Nobody looks at any tournament."""
    return ()


def nobody_remembers(_offices: Collection[TournamentOffice]) -> None:
    """Nobody else remembers any tournament."""


@dataclass(slots=True)
class Office:
    journal: AsyncJournal
    changed: Changed = no_listener
    appended: Appended = no_timer
    loading: Loading = field(default_factory=Loading)
    room: Room = field(default_factory=Room)
    in_use: Callable[[], Collection[str]] = nothing
    """Tournaments that somebody follows, or that a screen shows: they are not forgotten."""
    forgotten: Callable[[Collection[TournamentOffice]], None] = nobody_remembers
    """Told which tournaments have left memory, so that others forget what they made of them."""
    withheld: Callable[[TournamentOffice], Withheld] = nothing_withheld
    """The games whose end everybody sees later, as the clock stands now."""
    limits: EntryLimits = no_entry_limits
    games: GamesOffice = field(init=False)
    left: int = 0
    _read_ahead: int = 0
    _streams: dict[str, Standing] = field(default_factory=dict)
    _held: dict[str, TournamentOffice] = field(default_factory=dict)
    _alive: WeakValueDictionary[str, TournamentOffice] = field(default_factory=WeakValueDictionary)
    """Tournaments in memory, and forgotten ones that a caller still holds, so that no tournament is there twice."""
    _summaries: Summaries = field(init=False)
    _founding: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        self._summaries = Summaries(self.journal, lambda office: self.withheld(office))
        self.games = GamesOffice(self.journal)

    def __contains__(self, id: str) -> bool:
        return id in self._streams

    def __iter__(self) -> Iterator[str]:
        """The addresses of all tournaments."""
        return iter(tuple(self._streams))

    def __len__(self) -> int:
        return len(self._streams)

    @property
    def catalogue(self) -> Catalogue:
        """Made without reading the tournaments."""
        return self._summaries.catalogue

    @property
    def folded(self) -> list[TournamentOffice]:
        return [office for office in self._held.values() if office.folded and office.entries]

    @property
    def unread(self) -> int:
        """The number of those without a summary, which are still to be read for it."""
        return len(self._streams) - len(self.catalogue) - sum(id not in self.catalogue for id in self.unreadable)

    @property
    def is_listed_whole(self) -> bool:
        """Every tournament has its row in the lists: none is still to be read, and none is unreadable."""
        return len(self._streams) == len(self.catalogue)

    @property
    def unreadable(self) -> dict[str, UnreadableTournament]:
        return self.loading.unreadable(self._alive)

    def known(self, id: str) -> TournamentOffice | None:
        """The tournament if it is in memory and can be shown."""
        office = self._alive.get(id)
        return office if office is not None and office.folded else None

    async def open(self, id: str) -> TournamentOffice:
        """The tournament, ready. Raises NoSuchTournament, or the lasting trouble found when it was read."""
        office = self._found(id)
        trouble = self.loading.troubles.get(id)
        if trouble is not None and not office.folded and lasting(trouble):
            raise trouble
        office.used_at = monotonic()
        if not office.sure:
            if (trouble := await self.loading.read(office)) is not None:
                raise trouble
            self.forget_surplus()
        return office

    async def open_public(self, id: str) -> TournamentOffice:
        """Open it for the public. Raises NoSuchTournament for one that is not shown to everybody, too."""
        office = await self.open(id)
        if not office.tournament.public:
            raise NoSuchTournament(id)
        return office

    async def read(self, id: str) -> None:
        """The tournament as far as it can be read. Trouble is kept in `unreadable` and not tried again here."""
        if id in self and id not in self.unreadable:
            office = self._found(id)
            office.used_at = monotonic()
            if not office.sure:
                await self.loading.read(office)

    async def learn(self, id: str) -> None:
        """Look whether another process has made this tournament since we last heard."""
        if id not in self and is_tournament(id) and (found := await self.journal.head(id)) is not None:
            self._streams.setdefault(id, Standing(found.version))

    def doubt(self, id: str) -> None:
        """True if another process may have written to it until now."""
        office = self._alive.get(id)
        if office is not None:
            office.doubt()

    def name_of(self, id: str) -> str:
        """One that is not read yet, or cannot be read, is called by its address."""
        summary = self.catalogue.get(id)
        return summary.overview.details.name if summary is not None else id

    def playoff_of(self, id: str) -> str:
        """The address of the tournament whose place is played for in this one; empty = it is no play-off."""
        summary = self.catalogue.get(id)
        return summary.overview.playoff_of if summary is not None else ""

    async def listed(self) -> None:
        """Wait until the catalogue knows all tournaments, but not for long."""
        await self.loading.listed()

    async def started(self) -> None:
        """Wait until all that is read at the start has been read, but not for long."""
        await self.loading.started()

    async def create(
        self,
        name: str,
        command_id: str,
        by: str,
        decide: Decide,
        digest: str = "",
        checks: Checks[Tournament, Event] | None = None,
        before: ToldFirst = nobody_first,
    ) -> TournamentOffice:
        """A new tournament whose id is made from its name; the same command id gives the same one.

        `before` is told the id before there is anything under it.

        Nobody owns what is not there yet: of two processes one gets the name, the other the next one. Raises
        CommandIdReused for an id that was stored with another digest.
        """
        async with self._founding:
            made = await self.journal.founded_by(command_id)
            if made and made not in RESERVED:
                self._streams.setdefault(made, Standing())
                office = await self.open(made)
                await before(made)
                await office.command(command_id, by, decide, digest, checks)
                return office
            while True:
                id = free_address(name, self.__contains__, RESERVED)
                self._streams[id] = Standing()
                office = self._found(id)
                office.used_at = monotonic()
                try:
                    await before(id)
                    await office.command(command_id, by, lambda t: decide(t) if not t.history else [], digest, checks)
                    if office.entries and office.entries[0].command_id == command_id:
                        return office  # else another process took the name meanwhile
                finally:
                    if not office.entries:
                        self._held.pop(id, None)
                        self._alive.pop(id, None)
                        self._streams.pop(id, None)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Office"]:
        """Knows every tournament at once, reads the newest in the background, hears what other processes write."""
        following = self.journal.following
        with following.telling(self), following.telling(self.games, GAMES):
            streams = [info for info in await self.journal.streams() if is_tournament(info.stream)]
            self._streams |= {info.stream: Standing(info.version) for info in streams}
            unlisted, ahead = await self._to_be_read(streams)
            try:
                async with (
                    self.loading.background.keeping({"memory": self._look_for_surplus}),
                    self.loading.running(unlisted, ahead, self._loaded),
                ):
                    yield self
            finally:
                for office in list(self._alive.values()):
                    await office.rest()
                await self._summaries.keep()

    async def _to_be_read(self, streams: Sequence[StreamInfo]) -> tuple[list[str], list[str]]:
        """Tournaments without a summary, then others as far as there is room: the newest last, so that they stay."""
        missing = {info.stream for info in await self._summaries.load(streams)}
        ahead, entries = set[str](), 0
        newest_first = sorted(streams, key=lambda info: info.recorded_at, reverse=True)
        for info in newest_first:
            if entries < self.room.read_ahead_entries:
                ahead.add(info.stream)
                entries += info.version
        oldest_first = [info.stream for info in reversed(newest_first)]
        return [id for id in oldest_first if id in missing], [id for id in oldest_first if id in ahead - missing]

    def _loaded(self, id: str) -> TournamentOffice:
        """To be read in the background; what is too much goes before it is much more."""
        self._read_ahead += self._streams[id].position
        if self._read_ahead > self.room.idle_entries // 4:
            self._read_ahead = 0
            self.forget_surplus()
        office = self._found(id)
        office.used_at = monotonic()
        return office

    async def _look_for_surplus(self) -> None:
        while True:
            await asyncio.sleep(self.room.look_seconds)
            self.forget_surplus()
            await self._summaries.keep()

    def forget_surplus(self) -> None:
        """Forget tournaments that nobody uses, if they have been there for long or take too much memory."""
        surplus = list(self.room.surplus(self._held.values(), self.in_use(), monotonic()))
        if surplus:
            self.catalogue  # noqa: B018 says the newest of those that go
            for office in surplus:
                del self._held[office.id]
            self.left += len(surplus)
            self.forgotten(surplus)

    def lacks(self, stream: str, version: int) -> bool:
        return is_tournament(stream) and version > self._streams.get(stream, Standing()).position

    async def hear(self, entry: Entry | Unread) -> None:
        """Take in an entry of another process, or read the tournament again; one that cannot be read is hidden."""
        if not self.lacks(entry.stream, entry.version):
            return
        self._streams.setdefault(entry.stream, Standing())
        office = self._found(entry.stream)
        trouble = self.loading.troubles.get(entry.stream)
        if trouble is not None and not office.folded and lasting(trouble):
            return
        office.used_at, new = monotonic(), not office.folded
        try:
            if isinstance(entry, Unread):
                raise entry.trouble
            await office.heard(entry)
            if new:
                self.forget_surplus()
        except Exception:  # noqa: BLE001 whatever it is, the reading meets it again and says so
            office.doubt()
            await self.loading.read(office)

    def _found(self, id: str) -> TournamentOffice:
        """Held from now on, read or not. Raises NoSuchTournament."""
        office = self._alive.get(id)
        if office is None:
            if id not in self._streams:
                raise NoSuchTournament(id)
            office = TournamentOffice(
                id, self.journal, self._tell, self.appended, self._streams[id], self.games.stream(id), self.limits
            )
            self._alive[id] = office
        self._held[id] = office
        return office

    def shown_anew(self, office: TournamentOffice) -> None:
        """Everybody sees more of this tournament than before, although nothing was written."""
        self._summaries.changed(office)

    def _tell(self, tournament: str, position: int, news: Sequence[Entry]) -> None:
        """A tournament that was forgotten and is read again has nothing new to say."""
        office = self._alive[tournament]
        if tournament not in self.loading.troubles and self._summaries.covers(office):
            return
        self._summaries.changed(office)
        self.changed(tournament, position, news)


@dataclass(slots=True)
class Histories:
    _read: WeakKeyDictionary[TournamentOffice, History] = field(default_factory=WeakKeyDictionary)

    def of(self, office: TournamentOffice) -> History:
        """Up to this moment."""
        return self._known(office).read_on(office.entries)

    async def read_on(self, office: TournamentOffice) -> None:
        """A long journal is read in pieces, between which others have their turn."""
        history = self._known(office)
        while len(history) < office.position:
            history.read_on(office.entries, EVENTS_PER_TURN)
            await asyncio.sleep(0)

    def _known(self, office: TournamentOffice) -> History:
        return self._read.setdefault(office, History())
