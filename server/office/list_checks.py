"""Players of running tournaments beside the rating lists, as soon as a list or a tournament is another one.

Nothing is changed: what differs is kept here, and the desk says it until the arbiter has looked.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from datetime import datetime, timedelta

from domain.decisions.players.ratings import Listing, month_of_list, newly_rated
from domain.decisions.players.registering import NewPlayer
from domain.records import dataclass
from domain.tournament import Tournament
from domain.words.players import EntrantId, Player
from domain.words.rating_lists import FIDE, TYPED, ListName, RatedList, RatingEntry, is_converted, speed_of_clock
from projections.lists.catalogue import CatalogueList
from projections.moment.overview import Phase
from server.journal import JournalTrouble
from server.office.ratings_in_order import ListsInOrder, could_be, lists_in_order, only_one, today
from server.office.telling.mailings import nobody_else
from server.office.tournaments import NoSuchTournament, Office
from server.rating_lists.shelf import AboutList, Shelf
from server.rating_lists.sources import ListSource
from server.supervisor import QuietLog


def listing_of(
    shelf: Shelf, t: Tournament, publisher: str = FIDE, order: Sequence[RatedList] = (), month: str = ""
) -> Listing | None:
    """Everybody by FIDE number; without one by the whole name, where just one on the list can be meant.

    It is the list that counts in this tournament, or that of a month; the order of lists says whose rating does.
    None = no such list is here, or not the whole of it yet.
    """
    mark = shelf.valid_in(publisher, month or month_of_list(t, today()))
    about = shelf.about(mark)
    if about is None or not about.whole:
        return None
    known = shelf.by_numbers((player.fide_id for player in t.players.values()), mark)
    entries = {}
    for id, player in t.players.items():
        entry = known.get(player.fide_id)
        if entry is None and not (player.fide_id and publisher == FIDE):
            entry = only_one(one for one in shelf.by_whole_name(player.name, mark) if could_be(one, player))
        if entry is not None:
            entries[id] = entry
    lists = lists_in_order(shelf, t, order, month)
    return Listing(about.name, speed_of_clock(t.details.clock), entries, _counting(lists, t, entries, publisher))


def _counting(
    lists: ListsInOrder, t: Tournament, entries: Mapping[EntrantId, RatingEntry], publisher: str
) -> dict[EntrantId, tuple[int, str]]:
    """The rating of the first list that has one: beside a national list only where it is that list's."""
    if not lists.order:
        return {}
    on_fide = lists.on_fide(t.players[id].fide_id or entry.number for id, entry in entries.items())
    counting = {}
    for id, entry in entries.items():
        ratings = lists.ratings(_sought(t.players[id]), on_fide.get(t.players[id].fide_id or entry.number))
        if ratings and (publisher == FIDE or ratings[0].source == lists.names.get(publisher)):
            counting[id] = (ratings[0].rating, ratings[0].source)
    return counting


def _sought(player: Player) -> RatingEntry:
    return RatingEntry(player.fide_id, player.name, player.federation, player.sex, player.title, player.birth_year)


def with_sources(lists: ListsInOrder, players: Sequence[NewPlayer]) -> list[NewPlayer]:
    """The players with the list that their ratings are from: the first that has just that rating, else typed.

    A converted rating stays noted as one.
    """
    listed = lists.on_fide(player.fide_id for player in players)

    def source(player: NewPlayer) -> str:
        if is_converted(player.rating_from):
            return player.rating_from
        ratings = lists.ratings(_sought(player), listed.get(player.fide_id)) if player.rating else ()
        found = next((one.source for one in ratings if one.rating == player.rating), TYPED)
        return found if player.rating else ""

    return [replace(player, rating_from=source(player)) for player in players]


A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ListAge:
    looked: datetime
    """The moment when it was read, or was found to be the newest."""
    of_this_month: bool
    of_today: bool
    """It is not older than a day."""
    of_a_coming_month: bool


def age_of(about: AboutList, source: ListSource | None, now: datetime) -> ListAge:
    moments = [about.imported, source.looked if source is not None else ""]
    looked = max(datetime.fromisoformat(moment) for moment in moments if moment)
    month, this_month = about.name.month, now.strftime("%Y-%m")
    return ListAge(looked, month == this_month, now - looked < A_DAY, month > this_month)


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
    method: str
    """The source of the ratings, as the regulations name it."""


@dataclass(slots=True)
class RatingChecks:
    office: Office
    shelf: Shelf
    order_in: Callable[[Tournament], tuple[RatedList, ...]]
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process owns the tournament of this name: its desk is shown here."""
    _found: dict[str, tuple[Listing, ...]] = field(default_factory=dict)
    _grounds: dict[str, _Ground] = field(default_factory=dict)
    _lists: tuple[AboutList, ...] = ()
    _orders: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    _changed: set[str] = field(default_factory=set)
    _wake: asyncio.Event = field(default_factory=asyncio.Event)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def found(self, slug: str, t: Tournament) -> list[CheckedList]:
        """The lists that players of this tournament differ from now; none where nothing is known, or all is over.

        Once an event with rating periods has begun, lists of later months are taken over period by period.
        """
        listings = self._found.get(slug, ()) if self._runs(slug) else ()
        if t.regulations.rating_periods and t.published:
            month = month_of_list(t, today())
            listings = tuple(one for one in listings if one.name.month == month)
        checked = (CheckedList(listing.name, newly_rated(t, listing)) for listing in listings)
        return [one for one in checked if one.differing]

    def changed(self, slug: str) -> None:
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
            if not (self._runs(slug) and lists and await self.mine(slug)):
                self._found.pop(slug, None)
                self._grounds.pop(slug, None)
                continue
            with self._quiet.going_on("ratings are not checked", tournament=slug):
                await self._check(slug)

    def _runs(self, slug: str) -> bool:
        summary = self.office.catalogue.get(slug)
        return summary is not None and summary.shelf is CatalogueList.DESK and summary.overview.phase in RUNNING

    async def _check(self, slug: str) -> None:
        try:
            t = (await self.office.open(slug)).tournament
        except NoSuchTournament:
            return
        month = month_of_list(t, today())
        order = await asyncio.to_thread(self.order_in, t)
        ground = _Ground(self._lists, tuple(t.players.values()), order, month, t.details.rank_method)
        if self._grounds.get(slug) == ground:
            return
        still = t.copy()

        def look() -> tuple[Listing, ...]:
            found = (listing_of(self.shelf, still, one.name.publisher, order) for one in ground.lists)
            return tuple(filter(None, found))

        self._found[slug] = await asyncio.to_thread(look)
        self._grounds[slug] = ground
