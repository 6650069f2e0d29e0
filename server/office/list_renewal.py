"""Rating lists renewed from the internet: all of them when somebody asks, or each as soon as it is a day old.

Nothing is fetched before somebody has named an address. A list that cannot be fetched stays as it is here.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from msgspec.structs import replace

from domain.files.player_list import ChosenColumns
from domain.tournament import Tournament
from domain.words.rating_lists import (
    FIDE,
    RatedList,
    Speed,
    order_by_method,
    preset_order,
    rated_list,
    rating_method,
    speed_of_clock,
)
from server.notice import Why, notice
from server.notifying.posting import MayCall, anywhere
from server.office.list_download import CannotFetch, FileAsServed, FileToFetch
from server.office.rating_lists import RatingLists
from server.rating_lists.sources import ListSource, ListSources, keep_sources, kept_sources
from server.rating_lists.waiting import new_waiting_list

RENEWED_AFTER = timedelta(hours=20)
"""The age at which a list is renewed, so that it is never older than a day."""
TRIED_AGAIN_AFTER = timedelta(hours=1)
AGE_LOOK_SECONDS = 300.0


def utc_now() -> datetime:
    return datetime.now(UTC)


@dataclass(slots=True)
class ListRenewal:
    lists: RatingLists
    may_call: MayCall = anywhere
    clock: Callable[[], datetime] = utc_now
    troubles: dict[str, Why] = field(default_factory=dict)
    """The reason why the list of a publisher could not be fetched."""
    _tried: dict[str, datetime] = field(default_factory=dict)
    _work: asyncio.Task[None] | None = None
    _stopped: bool = False

    @property
    def underway(self) -> bool:
        return self._work is not None and not self._work.done()

    def sources(self) -> ListSources:
        return kept_sources(self.lists.folder)

    def keep(self, addresses: Mapping[str, str], *, daily: bool) -> None:
        """From now on these, by publisher; what is known of an address that stays is kept."""
        known = self.sources()
        old = {(one.publisher, one.url): one for one in known.sources}
        sources = tuple(old.get(pair, ListSource(*pair)) for pair in addresses.items())
        self.troubles = {
            one.publisher: self.troubles[one.publisher] for one in sources if one.publisher in self.troubles
        }
        keep_sources(self.lists.folder, replace(known, sources=sources, daily=daily))

    def keep_orders(self, orders: Mapping[Speed, Sequence[RatedList]]) -> None:
        """From now on these lists count in these kinds of tournaments; an empty order is the preset one again."""
        said = {kind.value: tuple(map(str, order)) for kind, order in orders.items() if order}
        keep_sources(self.lists.folder, replace(self.sources(), orders=said))

    def order_in(self, t: Tournament) -> tuple[RatedList, ...]:
        """The lists that count in a tournament."""
        order = self.order(speed_of_clock(t.details.clock), t.details.federation)
        return order_by_method(order, rating_method(t.details.rank_method))

    def order(self, kind: Speed, federation: str = "") -> tuple[RatedList, ...]:
        """The lists of a kind of tournament, as far as they are here; of the national ones its own first."""
        here = self.lists.shelf.openable()
        chosen = self.sources().orders.get(kind.value, ())
        national = sorted(here - {FIDE}, key=lambda one: (one != federation, one))
        order = tuple(filter(None, map(rated_list, chosen))) or preset_order(kind, national)
        return tuple(one for one in order if one.publisher in here)

    def columns_chosen(self, publisher: str, chosen: ChosenColumns) -> None:
        """The list of this publisher has these columns, also when it is fetched the next time."""
        known = self.sources()
        if source := known.named(publisher):
            source = replace(source, places=dict(chosen.columns), heads=chosen.header)
            keep_sources(self.lists.folder, known.having(source))

    def begin(self) -> None:
        """Renews all lists, unless that is being done."""
        self._begin(self.sources().sources)

    def _begin(self, sources: Sequence[ListSource]) -> None:
        if sources and not self.underway:
            self._work = asyncio.create_task(self._renew_all(sources), name="list renewal")

    async def ended(self) -> None:
        """Returns when nothing is being renewed any more."""
        if self._work is not None:
            await asyncio.wait({self._work})

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Looks now and then whether a list is a day old."""
        looking = asyncio.create_task(self._look(), name="list age")
        try:
            yield
        finally:
            self._stopped = True
            for task in filter(None, (looking, self._work)):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    async def _look(self) -> None:
        while True:
            self.renew_old_ones()
            await asyncio.sleep(AGE_LOOK_SECONDS)

    def renew_old_ones(self) -> None:
        """Begins with those that are a day old, where somebody wants that."""
        known = self.sources()
        if known.daily and not self.lists.underway:
            self._begin([one for one in known.sources if self._is_due(one)])

    def _is_due(self, source: ListSource) -> bool:
        now, tried = self.clock(), self._tried.get(source.publisher)
        if tried is not None and source.publisher in self.troubles and now - tried < TRIED_AGAIN_AFTER:
            return False
        return not source.looked or now - datetime.fromisoformat(source.looked) >= RENEWED_AFTER

    async def _renew_all(self, sources: Sequence[ListSource]) -> None:
        for source in sources:
            await self.lists.ended_within(None)
            self._tried[source.publisher] = self.clock()
            if self.lists.underway:
                self.troubles[source.publisher] = notice("rating-list-in-the-way")
                continue
            await self._renew(source)

    async def _renew(self, source: ListSource) -> None:
        self.troubles.pop(source.publisher, None)
        try:
            served = await self._fetched(source)
        except CannotFetch as cannot:
            self.troubles[source.publisher] = cannot.notice
            return
        if served is not None:
            await self.lists.ended_within(None)
            if self.lists.trouble:
                self.troubles[source.publisher] = self.lists.trouble
                return
        await self._note(source, served)

    async def _fetched(self, source: ListSource) -> FileAsServed | None:
        """The new file is being read; None = the one that is here is the newest. Raises CannotFetch."""
        lists, national = self.lists, source.publisher != FIDE
        about = await asyncio.to_thread(lists.shelf.about, source.publisher)
        same = about is not None and about.imported == source.imported
        known = FileAsServed(source.etag, source.modified) if same else FileAsServed()
        waiting = new_waiting_list(source.publisher, "") if national else None
        lists.publisher, lists.trouble, lists.refused, lists.share, lists.fetching = (
            source.publisher,
            "",
            None,
            0.0,
            True,
        )
        try:
            with lists.arriving(waiting) as target:
                download = FileToFetch(source.url, target, known, self.may_call, lambda: self._stopped)
                served = await asyncio.to_thread(download.fetch)
        finally:
            lists.fetching = False
        if served is not None and waiting is not None:
            chosen = ChosenColumns(dict(source.places), source.heads) if source.places else None
            lists.begin_waiting(waiting, chosen)
        elif served is not None:
            lists.begin(target, "", source.publisher)
        return served

    async def _note(self, source: ListSource, served: FileAsServed | None) -> None:
        """The list that is here is as new as the address has it now."""
        about = await asyncio.to_thread(self.lists.shelf.about, source.publisher)
        known = self.sources()
        kept = known.named(source.publisher)
        if kept is None or kept.url != source.url:
            return
        kept = replace(kept, looked=self.clock().isoformat(timespec="seconds"))
        if served is not None:
            imported = about.imported if about else ""
            kept = replace(kept, etag=served.etag, modified=served.modified, imported=imported)
        keep_sources(self.lists.folder, known.having(kept))
