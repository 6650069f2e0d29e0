"""Addresses at which the games of live boards are looked up: a PGN file, or a round of LiveChess Cloud.

Each is asked again a moment after it has answered, with the marks of the last answer, so that what has not changed
costs nothing. One that is silent is asked more seldom, and keeps no other waiting. Whoever answers for a tournament
asks; what is said there is taken in as from any other source.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import TypeAlias
from urllib.parse import urljoin

from domain.moves.games import PgnGame
from domain.records import dataclass
from domain.refusals import Refusal
from projections.lists.catalogue import CatalogueList, Summary
from projections.moment.overview import Phase
from server.journal import JournalTrouble
from server.live_boards.livechess import INDEX_NAMES, RoundIndex, UnreadableRound, indexed_game, round_index
from server.live_boards.sent import too_long_in
from server.notice import Noticed, ServerNotice, notice
from server.notifying.calling import Caller, MayCall, NotAllowed, Unreached, anywhere
from server.office.telling.mailings import nobody_else
from server.office.tournaments import NoSuchTournament, Office
from server.supervisor import QuietLog, Supervisor, stop
from web.api.boards import LONGEST_MOVE_CHARS, MOST_GAMES

log = logging.getLogger("tablo.boards")

ADDRESSES_LOOK_SECONDS = 1.0
BETWEEN_ANSWERS_SECONDS = 3.0
"""After an answer, before the address is asked again."""
LONGEST_PAUSE_SECONDS = 60.0
"""Between two tries of an address that does not answer; each pause is twice the one before."""
LONGEST_ANSWER_OCTETS = 4 * 1024 * 1024
LONGEST_LOOK_SECONDS = 30.0
MOST_INDEXED_BOARDS = 400
CALLS_AT_ONCE = 4
"""Games of one round that are asked for at the same time."""
CLOUD_PAGE = re.compile(r"https?://view\.livechesscloud\.com/?#?(?P<event>[0-9a-fA-F-]{36})(?:[/#](?P<round>\d{1,2}))?")
CLOUD_ROUND = "https://1.pool.livechesscloud.com/get/{event}/round-{round}/index.json"
ROUND_IN_ADDRESS = re.compile(r"/round-(\d{1,2})/[^/]*$")


class BadAnswer(Noticed):
    """An address answered with something that cannot be used."""


@dataclass(slots=True)
class LastAnswers:
    """What an address and those below it said last, by address, with the marks of each."""

    caller: Caller
    known: dict[str, bytes] = field(default_factory=dict)
    marks: dict[str, Mapping[str, str]] = field(default_factory=dict)

    async def get(self, url: str) -> bytes:
        """What is there now. Raises BadAnswer, NotAllowed, Unreached."""
        asked = {"User-Agent": "Tablo", "Accept": "*/*", "Accept-Encoding": "identity", **self.marks.get(url, {})}
        async with self.caller.asked("GET", url, asked) as answer:
            if answer.status == HTTPStatus.NOT_MODIFIED and url in self.known:
                return self.known[url]
            if there := answer.headers.get("location", ""):
                raise self.trouble("boards-address-leads-away", there=there[:200])
            if answer.status != HTTPStatus.OK:
                raise self.trouble("boards-address-answered", status=answer.status)
            content = bytearray()
            async for chunk in answer.body:
                content += chunk
                if len(content) > LONGEST_ANSWER_OCTETS:
                    raise self.trouble("boards-address-too-large", megabytes=LONGEST_ANSWER_OCTETS // 1024**2)
            said = {
                "If-None-Match": answer.headers.get("etag"),
                "If-Modified-Since": answer.headers.get("last-modified"),
            }
            self.marks[url] = {name: value for name, value in said.items() if value}
            self.known[url] = bytes(content)
            return self.known[url]

    def forget(self) -> None:
        """What was said may not have been taken in."""
        self.known.clear()
        self.marks.clear()

    def trouble(self, code: str, **facts: object) -> BadAnswer:
        """One sentence for everything in a network of one's own: the page tells nobody what answers there."""
        return BadAnswer(notice("boards-address-nothing") if self.caller.nearby else notice(code, **facts))


TakeFromAddress: TypeAlias = Callable[[str, str, Sequence[PgnGame]], Awaitable[object]]
"""Tournament, source and games; returns when they are kept."""
ReadText: TypeAlias = Callable[[bytes], Sequence[PgnGame]]
"""The games of a PGN text; for a thread. Raises Refusal where it is too much."""


@dataclass(slots=True)
class BoardAddress:
    """An address of a tournament, and how it went when it was asked last."""

    url: str
    answers: LastAnswers
    games: Sequence[PgnGame] = ()
    """As it had them last."""
    news_at: datetime | None = None
    """The time at which it said something new last; None = not yet."""
    trouble: ServerNotice | None = None
    unreadable: Sequence[str] = ()
    """Names of files of games there that cannot be read."""
    pause: float = BETWEEN_ANSWERS_SECONDS
    again_at: float = 0.0
    asking: asyncio.Task[None] | None = None
    answered: bool = False
    """It has answered, or been silent, at least once."""

    async def ask(self, round: int, read: ReadText) -> Sequence[PgnGame]:
        """The games that are there now. Raises BadAnswer, NotAllowed, Unreached, the refusals of `read`."""
        index = index_address(self.url, round)
        if index:
            return self._fitting(await self._indexed(index))
        before = self.answers.known.get(self.url)
        content = await self.answers.get(self.url)
        if content == before:
            return self.games
        games = [game for game in await asyncio.to_thread(read, content) if game.tags]
        if content.strip() and not games:
            raise self.answers.trouble("boards-address-no-games")
        self.unreadable = []
        return self._fitting(games[:MOST_GAMES])

    def _fitting(self, games: Sequence[PgnGame]) -> Sequence[PgnGame]:
        """A stranger's server may say anything: what no game is stays out of the journal and is named."""
        endless = [game for game in games if _is_endless(game)]
        self.unreadable = [*self.unreadable, *(" ".join(game.key)[:80] for game in endless)]
        return [game for game in games if game not in endless] if endless else games

    async def _indexed(self, url: str) -> Sequence[PgnGame]:
        """The games of an index that have begun."""
        before = self.answers.known.get(url)
        content = await self.answers.get(url)
        try:
            index = round_index(content)
        except UnreadableRound:
            raise self.answers.trouble("boards-address-no-games") from None
        found = ROUND_IN_ADDRESS.search(url)
        one_round = IndexedRound(url, index, int(found[1]) if found else 0, self.answers, changed=content != before)
        games = await one_round.games()
        self.unreadable = one_round.unreadable
        return games


def _is_endless(game: PgnGame) -> bool:
    return any(too_long_in(game)) or any(len(move) > LONGEST_MOVE_CHARS for move in game.moves)


@dataclass(slots=True)
class IndexedRound:
    url: str
    index: RoundIndex
    round: int
    answers: LastAnswers
    changed: bool
    """The index is another one than before: games that are over are asked for once more."""
    unreadable: list[str] = field(default_factory=list)
    _calls: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(CALLS_AT_ONCE))

    async def games(self) -> list[PgnGame]:
        boards = range(1, min(len(self.index.pairings), MOST_INDEXED_BOARDS) + 1)
        found = await asyncio.gather(*map(self._game, boards), return_exceptions=True)
        for one in found:
            if isinstance(one, BaseException):
                raise one
        return [one for one in found if isinstance(one, PgnGame) and (one.moves or one.result)]

    async def _game(self, board: int) -> PgnGame | None:
        url = urljoin(self.url, f"game-{board}.json")
        over = self.index.pairings[board - 1].over
        content = self.answers.known.get(url)
        if content is None or self.changed or not over:
            try:
                async with self._calls:
                    content = await self.answers.get(url)
            except BadAnswer:
                if content is None:
                    return None
        try:
            return indexed_game(content, self.index, self.round, board)
        except UnreadableRound:
            self.unreadable.append(f"game-{board}.json")
            return None


def source_of_address(url: str) -> str:
    """As its games are kept: without what stands behind a question mark, which may be a secret."""
    return url.partition("?")[0]


def index_address(url: str, round: int) -> str:
    """The index of a round that is meant; empty = it is an address of a PGN file. `round` is the one being played."""
    if found := CLOUD_PAGE.match(url):
        return CLOUD_ROUND.format(event=found["event"], round=found["round"] or max(round, 1))
    return url if url.partition("?")[0].rpartition("/")[2] in INDEX_NAMES else ""


def _goes_on(summary: Summary) -> bool:
    return summary.overview.phase is not Phase.CLOSED and summary.shelf is CatalogueList.DESK


@dataclass(slots=True)
class BoardAddresses:
    office: Office
    take: TakeFromAddress
    read: ReadText
    mine: Callable[[str], Awaitable[bool]] = nobody_else
    """True if this process answers for the tournament of this name."""
    may_call: MayCall = anywhere
    background: Supervisor = field(default_factory=Supervisor)
    clock: Callable[[], float] = monotonic
    known: dict[tuple[str, str], BoardAddress] = field(default_factory=dict)
    """By tournament and address."""
    _wanted: dict[str, Sequence[str]] = field(default_factory=dict)
    """The addresses of the tournaments that have some."""
    _changed: set[str] = field(default_factory=set)
    """Tournaments that may have others by now."""
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def changed(self, slug: str) -> None:
        self._changed.add(slug)

    def of(self, slug: str) -> list[BoardAddress]:
        return [one for (tournament, _), one in self.known.items() if tournament == slug]

    async def work(self) -> None:
        await self.office.started()
        self._changed.update(self.office)
        try:
            while True:
                await self.look()
                await asyncio.sleep(ADDRESSES_LOOK_SECONDS)
        finally:
            await self.close()

    async def close(self) -> None:
        for one in self.known.values():
            await self._forget(one)

    async def look(self) -> None:
        """Ask those whose turn it is, and forget those that are looked up no more."""
        self._learn()
        wanted = [(slug, url) for slug, urls in self._wanted.items() for url in urls if await self.mine(slug)]
        for gone in self.known.keys() - set(wanted):
            await self._forget(self.known.pop(gone))
        for slug, url in wanted:
            one = self.known.get((slug, url)) or BoardAddress(url, LastAnswers(Caller(self.may_call)))
            self.known[slug, url] = one
            if one.asking is None and self.clock() >= one.again_at:
                one.asking = self.background.begin("board-address", partial(self._ask, slug, one))

    def _learn(self) -> None:
        """The catalogue is asked about tournaments that have changed, and not about all of them every second."""
        changed, self._changed = self._changed, set()
        for slug in changed:
            summary = self.office.catalogue.get(slug)
            self._wanted.pop(slug, None)
            if summary is None and slug in self.office:
                self._changed.add(slug)  # it is still being read
            if summary is not None and summary.board_addresses and _goes_on(summary):
                self._wanted[slug] = summary.board_addresses

    async def _forget(self, one: BoardAddress) -> None:
        if one.asking is not None:
            await stop([one.asking])
        await one.answers.caller.__aexit__()

    async def _ask(self, slug: str, one: BoardAddress) -> None:
        try:
            async with asyncio.timeout(LONGEST_LOOK_SECONDS):
                tournament = (await self.office.open(slug)).tournament
                games = await one.ask(tournament.paired, self.read)
            if games != one.games:
                await self.take(slug, source_of_address(one.url), games)
                one.games, one.news_at = games, datetime.now(UTC)
            one.trouble, one.pause = None, BETWEEN_ANSWERS_SECONDS
        except (BadAnswer, NotAllowed, Unreached, TimeoutError, Refusal, JournalTrouble) as error:
            one.trouble = self._trouble(slug, one, error)
            one.pause = min(2 * one.pause, LONGEST_PAUSE_SECONDS)
            one.answers.forget()
        except NoSuchTournament:
            one.pause = LONGEST_PAUSE_SECONDS
        finally:
            one.answered = True
            one.again_at, one.asking = self.clock() + one.pause, None

    def _trouble(self, slug: str, one: BoardAddress, error: Exception) -> ServerNotice:
        match error:
            case BadAnswer():
                return error.notice
            case NotAllowed():
                return notice("boards-address-not-called")
            case Unreached() | TimeoutError():
                return one.answers.trouble("boards-address-silent", why=str(error) or "…").notice
            case Refusal():
                return one.answers.trouble("boards-address-too-much").notice
        self._quiet.warn("games of an address are not kept", error, tournament=slug)
        return notice("boards-address-not-kept")
