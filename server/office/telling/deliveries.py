"""Telling other servers what happens in a tournament: each message is stored first and sent then.

A change only leaves a mark here. The owner of the tournament writes the messages, under ids that are the same whoever
writes them; a look through all tournaments brings what a process that ended has left. Each message is leased to one
process while it is tried, and tried again later as often as it has pauses.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from typing import Generic, Protocol, Self, TypeVar

from domain.records import dataclass
from projections.round.results import Withheld, game_entered
from server.clock import utc_now
from server.journal import Entry, JournalTrouble
from server.journal.side.deliveries import DeliveryState, DeliveryStore, StoredMessage
from server.notifying.calling import UNREACHED, Caller, MayCall, not_itself, receiver_of
from server.notifying.outbox import Fate, Way
from server.office.telling.mailings import nobody_else
from server.office.tournaments import NoSuchTournament, Office, TournamentOffice, nothing_withheld
from server.supervisor import QuietLog

log = logging.getLogger("tablo.deliveries")

LEASE_SECONDS = 60
DUE_LOOK_SECONDS = 5.0
"""Between two looks for messages that are due."""
LEFT_BEHIND_SECONDS = 15
"""After the time for a try, when whoever has the house makes it for the owner."""
LOOKED_AT_OF_ONE = 16
"""Due messages of one receiver: the oldest ones may be another process's."""
TRIES_AT_ONCE_OF_ONE = 2
"""To one receiver, so that a slow one keeps no other waiting."""
SWEEP_EVERY_LOOKS = 12
MOST_WAITING_OF_ONE = 5000
KEPT_DAYS = 14


class Addressee(Protocol):
    @property
    def id(self) -> str: ...

    @property
    def url(self) -> str:
        """Where the first try goes, as far as the server there is concerned."""
        ...

    @property
    def since(self) -> str:
        """ISO time with its zone: nothing older is told."""
        ...


R = TypeVar("R", bound=Addressee)


@dataclass(frozen=True, slots=True)
class CallAnswer:
    status: int
    """Of HTTP, UNREACHED or NOT_ALLOWED."""
    pause: float = 0.0
    """Seconds that the receiver wants to be left in peace."""


@dataclass(slots=True, kw_only=True)
class Deliveries(ABC, Generic[R]):
    office: Office
    store: DeliveryStore
    way: Way
    pauses: Sequence[int]
    """After each try that failed; after the last one the message is given up."""
    withheld: Callable[[TournamentOffice], Withheld] = nothing_withheld
    """The games whose end everybody is told later."""
    may_call: MayCall = not_itself
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process owns the tournament of this name, and so sends what is to be told of it."""
    has_house: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process sends what nobody else does."""
    _caller: Caller = field(default_factory=Caller)
    _changed: set[str] = field(default_factory=set)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    @abstractmethod
    async def receivers(self, *, anew: bool) -> Sequence[R]:
        """All of them; `anew`: others may have set some."""

    @abstractmethod
    def told(self, slug: str) -> Sequence[R]:
        """Those who are told of this tournament."""

    @abstractmethod
    async def find(self, id: str) -> R | None:
        """None: it was taken out."""

    @abstractmethod
    async def messages(
        self, office: TournamentOffice, fresh: Sequence[Entry], told: Sequence[R]
    ) -> list[StoredMessage]:
        """What these are told of entries that nobody has been told of."""

    @abstractmethod
    async def tried(self, receiver: R, one: StoredMessage) -> CallAnswer:
        """One try."""

    @abstractmethod
    def is_final(self, status: int) -> bool:
        """After this answer it is not tried again."""

    async def beside(self) -> None:
        """Store what is told of anything but a tournament: nothing, unless a way knows more."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        async with Caller(self.may_call) as self._caller:
            yield self

    def changed(self, slug: str) -> None:
        if self.told(slug):
            self._changed.add(slug)
            self._wake.set()

    def wake(self) -> None:
        """Something is to be sent now."""
        self._wake.set()

    async def work(self) -> None:
        """Write what is to be told and hand what is due to the way out."""
        looks = 0
        while True:
            try:
                await self._look(sweep=looks % SWEEP_EVERY_LOOKS == 0)
            except JournalTrouble as trouble:
                self._quiet.warn("nothing is told", str(trouble), way=self.way.name)
            looks += 1
            try:
                await asyncio.wait_for(self._wake.wait(), DUE_LOOK_SECONDS)
            except TimeoutError:
                continue
            self._wake.clear()

    async def _look(self, *, sweep: bool) -> None:
        receivers = await self.receivers(anew=sweep)
        if not receivers:
            self.way.stored = 0
            return
        changed, self._changed = self._changed, set()
        for slug in changed:
            await self._written(slug, only_mine=True)
        await self.beside()
        if sweep and await self.has_house(""):
            for slug in await self._untold():
                await self._written(slug, only_mine=False)
            for one in receivers:
                await asyncio.to_thread(self.store.give_up_surplus, one.id, MOST_WAITING_OF_ONE)
            await asyncio.to_thread(self.store.drop_old, utc_text(utc_now() - timedelta(days=KEPT_DAYS)))
        await self.post_due()
        self.way.stored = await asyncio.to_thread(self.store.waiting)

    async def _written(self, slug: str, *, only_mine: bool) -> None:
        """A tournament that cannot be told keeps no other; a later sweep tries it again."""
        with self._quiet.going_on("nothing is told", way=self.way.name, tournament=slug):
            if not only_mine or await self.mine(slug):
                await self.write(slug)

    async def _untold(self) -> set[str]:
        """Tournaments that somebody is to be told of, and that have moved since they were told last."""
        told = await asyncio.to_thread(self.store.all_told)
        streams = [one for one in await self.office.journal.streams() if one.version > told.get(one.stream, 0)]
        return {
            one.stream
            for one in streams
            if one.stream in self.office
            and any(one.recorded_at >= datetime.fromisoformat(there.since) for there in self.told(one.stream))
        }

    async def write(self, slug: str) -> None:
        """Store the messages of this tournament that are not stored yet."""
        try:
            office = await self.office.open(slug)
        except NoSuchTournament:
            return
        told = await asyncio.to_thread(self.store.told, slug)
        fresh = self._fresh(office, told)
        position = told + len(fresh)
        if position > told:
            messages = await self.messages(office, fresh, self.told(slug))
            await asyncio.to_thread(self.store.tell, slug, position, messages)

    def _fresh(self, office: TournamentOffice, told: int) -> Sequence[Entry]:
        """In their order, up to the first result that is withheld: what comes behind it waits too."""
        withheld, fresh = self.withheld(office), office.entries[told:]
        return list(takewhile(lambda entry: game_entered(entry.event) not in withheld, fresh)) if withheld else fresh

    async def post_due(self) -> None:
        """Hand the messages that are due to the way out, a few of each receiver; one that is silent rests."""
        for one in await asyncio.to_thread(self.store.due, utc_text(utc_now()), LOOKED_AT_OF_ONE):
            receiver = await self.find(one.receiver)
            if receiver is None:
                await asyncio.to_thread(self.store.drop, one.receiver)
                continue
            if not await self.sends(one):
                continue
            call = DeliveryCall(receiver, one, self)
            if self.way.has_room(call.address) and not self.way.holds(call.key) and not self.way.rests(call.receiver):
                self.way.post(call)

    async def sends(self, one: StoredMessage) -> bool:
        """The owner of a tournament sends what is told of it; what is late, whoever has the house."""
        stream, late = one.id.split("_")[-2], utc_now() - datetime.fromisoformat(one.next_at)
        return await self.mine(stream) or (
            late >= timedelta(seconds=LEFT_BEHIND_SECONDS) and await self.has_house(stream)
        )

    async def call(self, receiver: R, one: StoredMessage) -> Fate:
        """One try, by the one process that has it in hand."""
        now = utc_now()
        until = utc_text(now + timedelta(seconds=LEASE_SECONDS))
        if await self.find(receiver.id) is None:
            return Fate.GONE
        if not await asyncio.to_thread(self.store.lease, one.id, utc_text(now), until):
            return Fate.TAKEN  # another process has it in hand
        answer = CallAnswer(UNREACHED)
        try:
            answer = await self.tried(receiver, one)
        finally:
            await asyncio.to_thread(self._note, one, answer)
        return self._fate(answer.status)

    def _fate(self, status: int) -> Fate:
        if status == UNREACHED:
            return Fate.AWAY
        if self.is_final(status):
            return Fate.GONE
        return Fate.TAKEN if 200 <= status < 300 else Fate.NOT_NOW

    def _note(self, one: StoredMessage, answer: CallAnswer) -> None:
        now, tries, status = utc_now(), one.tries + 1, answer.status
        if 200 <= status < 300:
            self.store.note(one.id, DeliveryState.TAKEN, tries, "", status)
        elif self.is_final(status) or tries > len(self.pauses):
            facts = {"way": self.way.name, "receiver": one.receiver, "status": status}
            log.warning("a message is given up", extra={"facts": facts})
            self.store.note(one.id, DeliveryState.GIVEN_UP, tries, "", status)
        else:
            later = utc_text(now + timedelta(seconds=max(self.pauses[tries - 1], answer.pause)))
            self.store.note(one.id, DeliveryState.WAITING, tries, later, status)


@dataclass(frozen=True, slots=True)
class DeliveryCall(Generic[R]):
    """A message that is tried once now; what comes of it stands in the store."""

    to: R
    told: StoredMessage
    deliveries: Deliveries[R]

    @property
    def key(self) -> str:
        return self.told.id

    @property
    def address(self) -> str:
        return self.to.id

    @property
    def receiver(self) -> str:
        return receiver_of(self.to.url)

    async def send(self) -> Fate:
        return await self.deliveries.call(self.to, self.told)

    async def ended(self, fate: Fate) -> None:
        """The next one that is due."""
        self.deliveries.wake()


def utc_text(when: datetime) -> str:
    return when.astimezone(UTC).isoformat(timespec="seconds")
