"""Players of running tournaments beside the rating lists, as soon as a list or a tournament is another one.

Nothing is changed: what differs is kept here, and the desk says it until the arbiter has looked.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from domain.decisions.players.ratings import Listing, month_of_list, newly_rated
from domain.tournament import Tournament
from domain.words.players import EntrantId, Player
from domain.words.rating_lists import ListName, RatedList
from projections.lists.catalogue import CatalogueList
from projections.moment.overview import Phase
from server.journal import JournalTrouble
from server.office.list_check import listing_of
from server.office.ratings_in_order import today
from server.office.tournaments import NoSuchTournament, Office
from server.rating_lists.shelf import AboutList, Shelf
from server.supervisor import QuietLog

CHECK_SECONDS = 60.0
"""Lists also come from the command line and from other machines."""
CALM_SECONDS = 0.3
"""After a change, so that players who are typed in are not checked one by one, and screens show a result first."""
RUNNING = frozenset({Phase.ANNOUNCED, Phase.PLAYING, Phase.BETWEEN})

log = logging.getLogger("tablo.rating-checks")


@dataclass(frozen=True, slots=True)
class CheckedList:
    """A list on which players have another rating or title than here."""

    name: ListName
    differing: Sequence[EntrantId]


@dataclass(frozen=True, slots=True)
class _Ground:
    """The ground of a check; the same ground has the same answer."""

    lists: tuple[AboutList, ...]
    players: tuple[Player, ...]
    order: tuple[RatedList, ...]
    month: str
    """The month whose list counts."""
    method: str
    """The source of the ratings, as the regulations name it."""


@dataclass(slots=True)
class RatingChecks:
    office: Office
    shelf: Shelf
    order_in: Callable[[Tournament], tuple[RatedList, ...]]
    _found: dict[str, tuple[Listing, ...]] = field(default_factory=dict)
    _grounds: dict[str, _Ground] = field(default_factory=dict)
    _lists: tuple[AboutList, ...] = ()
    _orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _changed: set[str] = field(default_factory=set)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def found(self, slug: str, t: Tournament) -> list[CheckedList]:
        """The lists that players of this tournament differ from now; none where nothing is known yet."""
        listings = self._found.get(slug, ())
        checked = (CheckedList(listing.name, newly_rated(t, listing)) for listing in listings)
        return [one for one in checked if one.differing]

    def changed(self, slug: str, _position: int) -> None:
        """A tournament has moved."""
        self._changed.add(slug)
        self._wake.set()

    def wake(self) -> None:
        """A list is new, or another one counts."""
        self._wake.set()

    async def work(self) -> None:
        """Look when a list or a tournament has changed, and every minute."""
        while True:
            try:
                await self._look()
            except JournalTrouble as trouble:
                log.warning("ratings are not checked", extra={"facts": {"why": str(trouble)}})
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), CHECK_SECONDS)
            self._wake.clear()
            await asyncio.sleep(CALM_SECONDS)

    async def _look(self) -> None:
        """All running tournaments where a list is new or another one counts, else those that have moved."""
        orders = (await asyncio.to_thread(self.shelf.sources)).orders
        lists = tuple(one for one in await asyncio.to_thread(self.shelf.lists) if one.whole)
        changed, self._changed = self._changed, set()
        if (lists, orders) != (self._lists, self._orders):
            changed, self._lists, self._orders = set(self.office), lists, orders
        for slug in changed:
            if self._runs(slug) and lists:
                await self._checked(slug)
            else:
                self._found.pop(slug, None)
                self._grounds.pop(slug, None)

    def _runs(self, slug: str) -> bool:
        summary = self.office.catalogue.get(slug)
        return summary is not None and summary.shelf is CatalogueList.DESK and summary.overview.phase in RUNNING

    async def _checked(self, slug: str) -> None:
        """One that cannot be checked keeps no other from it."""
        try:
            await self._check(slug)
        except Exception as error:  # noqa: BLE001 the edge of a tournament
            self._quiet.warn("ratings are not checked", error, tournament=slug)

    async def _check(self, slug: str) -> None:
        try:
            t = (await self.office.open(slug)).tournament
        except NoSuchTournament:
            return
        month = month_of_list(t.details, today())
        order = await asyncio.to_thread(self.order_in, t)
        ground = _Ground(self._lists, tuple(t.players.values()), order, month, t.details.rank_method)
        if self._grounds.get(slug) != ground:
            self._found[slug] = await asyncio.to_thread(_listings, self.shelf, t.copy(), self._lists, order)
            self._grounds[slug] = ground


def _listings(
    shelf: Shelf, t: Tournament, lists: tuple[AboutList, ...], order: tuple[RatedList, ...]
) -> tuple[Listing, ...]:
    found = (listing_of(shelf, t, one.name.publisher, order) for one in lists)
    return tuple(listing for listing in found if listing)
