"""The writers of the house's own streams: screens, stewards, festivals."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Self, TypeVar

from domain.screens.events import ScreenEvent
from domain.screens.state import Screens, evolve_screens
from domain.stewards.events import StewardEvent
from domain.stewards.state import Stewards, evolve_stewards
from domain.words.streams import SCREENS, STEWARDS
from server.journal import AsyncJournal, Entry, Unread
from server.office.other_processes import Following
from server.office.stream import StreamOffice

S = TypeVar("S")
E = TypeVar("E")


class HouseOffice(StreamOffice[S, E]):
    """The writer of a stream that is no tournament: always in memory and owned by no process.

    Few commands come to screens, stewards and festivals, so two processes that meet decide anew.
    """

    __slots__ = ("_following",)

    def __init__(
        self, journal: AsyncJournal, stream: str, state: S, evolve: Callable[[S, E], None], following: Following | None
    ) -> None:
        """`following` may be shared with the other offices of the journal."""

        def fold(events: Iterable[E], into: S) -> S:
            for event in events:
                evolve(into, event)
            return into

        super().__init__(stream, journal, state, fold)
        self._following = following or Following(journal)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Self]:
        """Knows the stream at once, and follows what other processes write."""
        async with self._following.telling(self._told, self.id):
            await self.ready()
            try:
                yield self
            finally:
                await self.rest()

    async def _told(self, entry: Entry | Unread) -> None:
        """Take in an entry of another process; one that cannot be read is refused when the stream is read."""
        if isinstance(entry, Unread):
            self.doubt()
            await self.ready()
        else:
            await self.heard(entry)


# The office of the screens: what each of them shows.


class ScreenOffice(HouseOffice[Screens, ScreenEvent]):
    def __init__(self, journal: AsyncJournal, following: Following | None = None) -> None:
        super().__init__(journal, SCREENS, Screens(), evolve_screens, following)

    @property
    def screens(self) -> Screens:
        return self.state


# The office of those who work at the desk: who was invited, and for what.


class StewardOffice(HouseOffice[Stewards, StewardEvent]):
    def __init__(self, journal: AsyncJournal, following: Following | None = None) -> None:
        super().__init__(journal, STEWARDS, Stewards(), evolve_stewards, following)
