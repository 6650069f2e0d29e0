"""The rating lists of this server, and the one that is being read: by a process of its own, so that nobody waits."""

import asyncio
import logging
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from typing import IO
from urllib.parse import urljoin

from msgspec.structs import replace

from domain.fields import web_address
from domain.files.encodings import Encoding
from domain.files.lists.players import ChosenColumns
from domain.files.lists.rows import BadRoster
from domain.records import dataclass
from domain.refusals import BadField, FileKind, FileTooHeavy, FileTooSlow
from domain.tournament import Tournament
from domain.words import rating_lists
from server.journal import CannotWrite, JournalTrouble
from server.notice import Noticed, Why, notice
from server.notifying.calling import (
    AnswerThere,
    BrokenOff,
    Caller,
    MayCall,
    NotAllowed,
    Unreached,
    Untrusted,
    anywhere,
)
from server.office.ratings_in_order import ListsInOrder, lists_in_order
from server.rating_lists.importing import ListToRead, import_list
from server.rating_lists.national import WaitingList, forget_old_ones, new_waiting_list
from server.rating_lists.reading import BadRatingList
from server.rating_lists.shelf import Shelf
from server.rating_lists.sources import ListSource, ListSources, SourcesChange
from server.rating_lists.sqlite import COMING
from server.supervisor import Supervisor, stop
from server.workers.pool import Workers
from web.wording import Language
from web.wording.imports import list_sentence
from web.wording.refusals import sentence

ARRIVING = "arriving"
"""The file in the folder of the lists that an upload is kept in until it is read."""


def nobody_waits() -> None:
    """Nobody is told of a new list."""


@dataclass(slots=True)
class RatingLists:
    shelf: Shelf
    folder: Path
    """The folder that uploads are kept in until they are read."""
    workers: Workers
    database: str = ""
    """The address of the database that the lists are in; empty = they are files beside the uploads."""
    share: float = 0.0
    publisher: str = ""
    """The one whose list was sent last."""
    trouble: Why = ""
    refused: WaitingList | None = None
    """The last one, where it was refused and other columns can be chosen."""
    fetching: bool = False
    """The file that arrives is fetched from the internet."""
    came: Callable[[], None] = nobody_waits
    """Told when a new list is here, or another one counts."""
    background: Supervisor = field(default_factory=Supervisor)
    _reading: asyncio.Task[None] | None = None
    _arrives: bool = False

    @property
    def underway(self) -> bool:
        return self._arrives or (self._reading is not None and not self._reading.done())

    def comes(self, publisher: str) -> bool:
        """A list of this publisher is being read."""
        return self.underway and self.publisher == publisher

    def begin(self, arrived: Path, month: str, publisher: str) -> None:
        """Reads the file at `arrived`, which is then thrown away."""
        self._begin(ListToRead(arrived, self.folder.parent, self.database, publisher, month))

    def begin_waiting(
        self, waiting: WaitingList, chosen: ChosenColumns | None, encoding: Encoding | None = None
    ) -> None:
        """Reads the list by these columns, or by its heads. Where it is refused it waits for others."""
        place = waiting.path(self.folder), self.folder.parent, self.database
        wanted = ListToRead(*place, waiting.publisher, waiting.month, chosen=chosen, encoding=encoding)
        self._begin(wanted, waiting)

    def _begin(self, wanted: ListToRead, waiting: WaitingList | None = None) -> None:
        self.share, self.trouble, self.refused, self.publisher = 0.0, "", None, wanted.publisher
        self._reading = self.background.begin("list-reading", lambda: self._read(wanted, waiting))

    async def ended_within(self, seconds: float | None) -> None:
        """Returns when nothing is being read any more, or after this time; None = however long it takes."""
        if self._reading is not None:
            await asyncio.wait({self._reading}, timeout=seconds)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """A list half read at the end is forgotten: the old one stays."""
        try:
            yield
        finally:
            await stop(filter(None, [self._reading]))
            await asyncio.to_thread(self.shelf.close)

    @contextmanager
    def arriving(self, waiting: WaitingList | None = None) -> Iterator[Path]:
        """The place where an upload is kept; until it has come no other list may."""
        self.folder.mkdir(parents=True, exist_ok=True)
        forget_old_ones(self.folder)
        self._arrives = True
        try:
            yield waiting.path(self.folder) if waiting else self.folder / ARRIVING
        finally:
            self._arrives = False

    async def _read(self, wanted: ListToRead, waiting: WaitingList | None) -> None:
        def moved(share: float) -> None:
            self.share = share

        def clear() -> None:
            if self.refused is None:
                wanted.path.unlink(missing_ok=True)
            self._forget_halves()

        await asyncio.to_thread(self._forget_halves)
        why: Why = ""
        try:
            await self.workers.follow(FileKind.LIST, wanted.said, partial(import_list, wanted), moved)
        except BadRoster as problem:
            why = SaidLater(partial(list_sentence, problem))
        except BadRatingList as problem:
            why = problem.notice
        except (FileTooHeavy, FileTooSlow) as refusal:
            why = SaidLater(partial(sentence, refusal, None))
        except Exception:  # of the disk or the database: the supervisor tells it
            why = notice("rating-list-stopped")
            raise
        else:
            self.came()
        finally:
            if why:
                self.trouble, self.refused = why, waiting
            await asyncio.to_thread(clear)

    def _forget_halves(self) -> None:
        """Lists that were broken off, also by a fall of the machine."""
        for left in self.folder.glob(f"{COMING}*"):
            shutil.rmtree(left, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class SaidLater:
    """A trouble that is put into words when somebody looks."""

    in_words: Callable[[Language], str]


# Rating lists renewed from the internet: all of them when somebody asks, or each as soon as it is a day old.
# Nothing is fetched before somebody has named an address. A list that cannot be fetched stays as it is here.


LARGEST_DOWNLOAD_MEGABYTES = 256
"""FIDE's zip of 2026 has 48 MB."""
LONGEST_DOWNLOAD_MINUTES = 30
SILENT_SECONDS = 15.0
MOST_REDIRECTS = 4
MOVED = (301, 302, 303, 307, 308)


class CannotFetch(Noticed):
    """The address did not give the file."""


@dataclass(frozen=True, slots=True)
class FileAsServed:
    """The marks of a file by which its server tells whether it has changed."""

    etag: str = ""
    modified: str = ""


@dataclass(frozen=True, slots=True)
class FileToFetch:
    url: str
    target: Path
    known: FileAsServed = FileAsServed()
    """The marks of the file that is here already."""
    caller: Caller = field(default_factory=lambda: Caller(silent_seconds=SILENT_SECONDS))
    longest_octets: int = LARGEST_DOWNLOAD_MEGABYTES * 1024**2

    async def fetch(self) -> FileAsServed | None:
        """The marks of the new file, or None where the one that is here is the newest. Raises CannotFetch."""
        try:
            async with self.caller:
                return await self._fetched(self.url, MOST_REDIRECTS)
        except CannotFetch:
            self.target.unlink(missing_ok=True)
            raise
        except NotAllowed:
            raise self._trouble("list-address-not-allowed") from None
        except Untrusted as untrusted:
            raise self._trouble("list-address-certificate", why=str(untrusted)) from None
        except (Unreached, ValueError) as error:  # a name that cannot be looked up is a ValueError
            self.target.unlink(missing_ok=True)
            raise self._trouble("list-address-silent", why=str(error)) from None

    async def _fetched(self, url: str, redirects: int) -> FileAsServed | None:
        marks = {"If-None-Match": self.known.etag, "If-Modified-Since": self.known.modified}
        asked = {name: value for name, value in marks.items() if value}
        headers = {"User-Agent": "Tablo", "Accept": "*/*", "Accept-Encoding": "identity", **asked}
        async with self.caller.asked("GET", url, headers) as answer:
            there = answer.headers.get("location", "")
            if answer.status not in MOVED or not there:
                return await self._served(answer, conditional=bool(asked))
        return await self._fetched(self._moved(url, there, redirects), redirects - 1)

    async def _served(self, answer: AnswerThere, *, conditional: bool) -> FileAsServed | None:
        if answer.status == HTTPStatus.NOT_MODIFIED and conditional:
            return None
        if answer.status != HTTPStatus.OK:
            raise self._trouble("list-address-answered", status=answer.status)
        said = answer.headers.get("content-length", "")
        with self.target.open("wb") as file:
            try:
                await self._copied(answer, file)
            except BrokenOff:
                if not said.isdigit():
                    raise
                raise self._trouble("list-address-broke-off", size=file.tell(), whole=int(said)) from None
        served = FileAsServed(answer.headers.get("etag", ""), answer.headers.get("last-modified", ""))
        _date(self.target, served.modified)
        return served

    def _moved(self, url: str, there: str, redirects: int) -> str:
        """Never from a checked connection to an open one."""
        new = urljoin(url, there)
        try:
            fits = bool(redirects) and (web_address("url", new).scheme == "https" or not url.startswith("https:"))
        except BadField:
            fits = False
        if not fits:
            raise self._trouble("list-address-leads-away", there=there[:200])
        return new

    async def _copied(self, answer: AnswerThere, file: IO[bytes]) -> None:
        size, until = 0, monotonic() + LONGEST_DOWNLOAD_MINUTES * 60
        async for chunk in answer.body:
            size += len(chunk)
            if size > self.longest_octets:
                raise self._trouble("list-address-too-large", megabytes=self.longest_octets // 1024**2)
            if monotonic() > until:
                raise self._trouble("list-address-too-slow", minutes=LONGEST_DOWNLOAD_MINUTES)
            await asyncio.to_thread(file.write, chunk)

    def _trouble(self, code: str, **facts: object) -> CannotFetch:
        """One sentence for everything in a network of one's own: the page tells nobody what answers there."""
        if self.caller.nearby:
            return CannotFetch(notice("list-address-no-list", url=self.url))
        return CannotFetch(notice(code, url=self.url, **facts))


def _date(path: Path, modified: str) -> None:
    """The month of a list is that of its file, so the file gets the date that its server gives it."""
    try:
        moment = parsedate_to_datetime(modified).timestamp()
    except (TypeError, ValueError):
        return
    os.utime(path, (moment, moment))


RENEWED_AFTER = timedelta(hours=20)
"""The age at which a list is renewed, so that it is never older than a day."""
TRIED_AGAIN_AFTER = timedelta(hours=1)
AGE_LOOK_SECONDS = 300.0

log = logging.getLogger("tablo.rating-lists")


@dataclass(slots=True)
class ListRenewal:
    lists: RatingLists
    may_call: MayCall = anywhere
    clock: Callable[[], datetime] = partial(datetime.now, UTC)
    troubles: dict[str, Why] = field(default_factory=dict)
    background: Supervisor = field(default_factory=Supervisor)
    _work: asyncio.Task[None] | None = None

    @property
    def underway(self) -> bool:
        return self._work is not None and not self._work.done()

    def sources(self) -> ListSources:
        """Addresses and order, which all machines over one database share."""
        return self.lists.shelf.sources()

    def _change(self, change: SourcesChange) -> None:
        """Raises CannotWrite."""
        try:
            self.lists.shelf.change_sources(change)
        except OSError as error:
            raise CannotWrite(str(self.lists.folder), error.strerror or str(error)) from None

    def keep(self, addresses: Mapping[str, str], *, daily: bool) -> None:
        """From now on these, by publisher; what is known of an address that stays is kept. Raises CannotWrite."""

        def kept(known: ListSources) -> ListSources:
            old = {(one.publisher, one.url): one for one in known.sources}
            sources = tuple(old.get(pair, ListSource(*pair)) for pair in addresses.items())
            return replace(known, sources=sources, daily=daily)

        self._change(kept)
        self.troubles = {publisher: why for publisher, why in self.troubles.items() if publisher in addresses}

    def keep_orders(self, orders: Mapping[rating_lists.Speed, Sequence[rating_lists.RatedList]]) -> None:
        """From now on these lists count in these kinds of tournaments; an empty order is the preset one again.

        Raises CannotWrite.
        """
        said = {kind.value: tuple(map(str, order)) for kind, order in orders.items() if order}
        self._change(lambda known: replace(known, orders=said))
        self.lists.came()

    def lists_in(self, t: Tournament) -> ListsInOrder:
        """The lists that count in a tournament, as they stand today."""
        return lists_in_order(self.lists.shelf, t, self.order_in(t))

    def order_in(self, t: Tournament) -> tuple[rating_lists.RatedList, ...]:
        order = self.order(rating_lists.speed_of_clock(t.details.clock), t.details.federation)
        return rating_lists.order_by_method(order, rating_lists.rating_method(t.details.rank_method))

    def order(self, kind: rating_lists.Speed, federation: str = "") -> tuple[rating_lists.RatedList, ...]:
        """The lists of a kind of tournament, as far as they are here; of the national ones its own first."""
        here = self.lists.shelf.openable()
        chosen = self.sources().orders.get(kind.value, ())
        national = sorted(here - {rating_lists.FIDE}, key=lambda one: (one != federation, one))
        order = tuple(filter(None, map(rating_lists.rated_list, chosen))) or rating_lists.preset_order(kind, national)
        return tuple(one for one in order if one.publisher in here)

    def columns_chosen(self, publisher: str, chosen: ChosenColumns, encoding: Encoding | None = None) -> None:
        """The list has these columns and letters, also when it is fetched the next time. Raises CannotWrite."""
        facts = {"places": dict(chosen.columns), "heads": chosen.header, "encoding": encoding}
        self._change(lambda known: known.with_facts(publisher, **facts))

    def begin(self, sources: Sequence[ListSource]) -> None:
        """Renews these lists, unless some are being renewed."""
        if sources and not self.underway:
            self._work = self.background.begin("list-fetching", lambda: self._renew_all(sources))

    async def ended(self) -> None:
        if self._work is not None:
            await asyncio.wait({self._work})

    async def work(self) -> None:
        """Look now and then whether a list is a day old."""
        while True:
            try:
                await self.renew_old_ones()
            except JournalTrouble as trouble:
                log.warning("the rating lists are not renewed", extra={"facts": {"why": str(trouble)}})
            await asyncio.sleep(AGE_LOOK_SECONDS)

    async def renew_old_ones(self) -> None:
        """Begins with those that are a day old, where somebody wants that. Raises CannotWrite."""
        if not self.lists.underway:
            self.begin(await asyncio.to_thread(self._taken_on))

    def _taken_on(self) -> list[ListSource]:
        """Sources that are a day old, noted as this machine's for an hour."""
        known = self.sources()
        if not known.daily or not any(map(self._is_due, known.sources)):
            return []
        mine = list[ListSource]()

        def taken(known: ListSources) -> ListSources:
            mine[:] = filter(self._is_due, known.sources)
            begun = self.clock().isoformat(timespec="seconds")
            for one in mine:
                known = known.with_facts(one.publisher, begun=begun)
            return known

        self._change(taken)
        return mine

    def _is_due(self, source: ListSource) -> bool:
        now = self.clock()
        if source.begun and now - datetime.fromisoformat(source.begun) < TRIED_AGAIN_AFTER:
            return False
        return not source.looked or now - datetime.fromisoformat(source.looked) >= RENEWED_AFTER

    async def _renew_all(self, sources: Sequence[ListSource]) -> None:
        for source in sources:
            await self.lists.ended_within(None)
            if self.lists.underway:
                self.troubles[source.publisher] = notice("rating-list-in-the-way")
                continue
            try:
                await self._renew(source)
            except Exception as error:
                log.exception("a rating list was not renewed", extra={"facts": {"publisher": source.publisher}})
                why = type(error).__name__
                self.troubles[source.publisher] = notice("list-address-failed", url=source.url, why=why)

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
        try:
            await asyncio.to_thread(self._note, source, served)
        except CannotWrite as cannot:
            self.troubles[source.publisher] = cannot.notice

    async def _fetched(self, source: ListSource) -> FileAsServed | None:
        """The new file is being read; None = the one that is here is the newest. Raises CannotFetch."""
        lists, national = self.lists, source.publisher != rating_lists.FIDE
        about = await asyncio.to_thread(lists.shelf.about, source.publisher)
        same = about is not None and about.imported == source.imported
        known = FileAsServed(source.etag, source.modified) if same else FileAsServed()
        waiting = new_waiting_list(source.publisher, "") if national else None
        lists.share, lists.trouble, lists.refused, lists.publisher = 0.0, "", None, source.publisher
        lists.fetching = True
        try:
            with lists.arriving(waiting) as target:
                served = await FileToFetch(source.url, target, known, Caller(self.may_call, SILENT_SECONDS)).fetch()
        finally:
            lists.fetching = False
        if served is not None and waiting is not None:
            chosen = ChosenColumns(dict(source.places), source.heads) if source.places else None
            lists.begin_waiting(waiting, chosen, source.encoding)
        elif served is not None:
            lists.begin(target, "", source.publisher)
        return served

    def _note(self, source: ListSource, served: FileAsServed | None) -> None:
        """The list that is here is as new as the address has it now. Raises CannotWrite."""
        about = self.lists.shelf.about(source.publisher)
        facts: dict[str, str] = {"looked": self.clock().isoformat(timespec="seconds")}
        if served is not None:
            facts |= {"etag": served.etag, "modified": served.modified, "imported": about.imported if about else ""}

        def noted(known: ListSources) -> ListSources:
            kept = known.named(source.publisher)
            return known.with_facts(source.publisher, **facts) if kept and kept.url == source.url else known

        self._change(noted)
