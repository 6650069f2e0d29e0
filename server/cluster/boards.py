"""Live boards among several workers: the one that has the folder reads the files and tells the others the games."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import field

import msgspec
from nats.aio.msg import Msg

from domain.moves.games import PgnGame, played
from domain.records import dataclass
from domain.refusals import (
    FileKind,
    FileTooHeavy,
    FileTooSlow,
    NoFolderOfBoards,
    NoGamesFile,
    OutsideTheFolderOfBoards,
    Refusal,
)
from server.cluster.bus import Bus, NobodyThere, Unanswered, token_of
from server.cluster.worker import in_messages
from server.live_boards.watching import BoardWatch, GamesElsewhere
from server.supervisor import Work

FOLDER_SUBJECT = "boards-folder"
WANTED_SUBJECT = "boards-wanted"
RETOLD_SECONDS = 10.0
"""Whatever is watched is told again: a worker may have missed it."""
ARRIVING_SECONDS = 3.0
"""Seconds that the games of a place may take to arrive once it is watched."""


class UnreadFile(msgspec.Struct, frozen=True):
    file: str
    limit: int
    """Megabytes, or seconds."""
    slow: bool


class BoardGames(msgspec.Struct, frozen=True):
    """What is watched for a tournament, in as many messages as it takes."""

    slug: str
    revision: int
    watched: bool
    typed: str = ""
    trouble: str = ""
    too_large: Sequence[str] = ()
    unread: Sequence[UnreadFile] = ()
    part: int = 1
    parts: int = 1
    games: Sequence[bytes] = ()
    """Each in msgpack."""


class FolderAsked(msgspec.Struct, frozen=True):
    """A wish of a desk; without a tournament what can be watched at all."""

    slug: str = ""
    typed: str = ""
    leave: bool = False


class FolderAnswer(msgspec.Struct, frozen=True):
    folder: str = ""
    choices: Sequence[str] = ()
    refused: str = ""
    """The name of the refusal; empty = it is done."""


@dataclass(slots=True, eq=False)
class SharedBoards:
    bus: Bus
    watch: BoardWatch
    _told: "asyncio.Queue[str]" = field(default_factory=asyncio.Queue)
    _parts: dict[str, dict[int, BoardGames]] = field(default_factory=dict)
    _arrived: asyncio.Condition = field(default_factory=asyncio.Condition)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SharedBoards"]:
        async with AsyncExitStack() as stack:
            hearing = await self.bus.hear("boards.*", self._heard)
            stack.push_async_callback(hearing.unsubscribe)
            if self.watch.folder.root is None:
                self.watch.other, self.watch.revision = OtherFolder(self), 0
                await self.bus.tell(WANTED_SUBJECT, b"")
            else:
                asked = await self.bus.hear(FOLDER_SUBJECT, self._asked, queue="boards")
                stack.push_async_callback(asked.unsubscribe)
                new = await self.bus.hear(WANTED_SUBJECT, self._tell_all)
                stack.push_async_callback(new.unsubscribe)
                self.watch.told = self._told.put_nowait
                works: Mapping[str, Work] = {"boards-told": self._tell, "boards-told-again": self._tell_again}
                await stack.enter_async_context(self.bus.background.keeping(works))
            yield self

    # The machine that has the folder

    async def _tell_all(self, _message: Msg | None = None) -> None:
        for slug in self.watch.places:
            self._told.put_nowait(slug)

    async def _tell_again(self) -> None:
        while True:
            await self._tell_all()
            await asyncio.sleep(RETOLD_SECONDS)

    async def _tell(self) -> None:
        while True:
            await self.tell(await self._told.get())

    async def tell(self, slug: str) -> None:
        for message in await asyncio.to_thread(lambda: list(self._messages(slug))):
            await self.bus.tell(f"boards.{token_of(slug)}", message)

    def _messages(self, slug: str) -> Iterator[BoardGames]:
        place = self.watch.places.get(slug)
        if place is None:
            yield BoardGames(slug, self.watch.revision, watched=False)
            return
        about = BoardGames(
            slug,
            self.watch.revision,
            watched=True,
            typed=self.watch.typed.get(slug, ""),
            trouble=place.trouble,
            too_large=place.too_large,
            unread=[_said(one) for one in place.refused if isinstance(one, FileTooHeavy | FileTooSlow)],
        )
        parts = list(in_messages(msgspec.msgpack.encode(one.game) for one in place.games)) or [[]]
        for number, games in enumerate(parts, 1):
            yield msgspec.structs.replace(about, part=number, parts=len(parts), games=games)

    async def _asked(self, message: Msg) -> None:
        asked = msgspec.msgpack.decode(message.data, type=FolderAsked)
        folder, choices = await self.watch.offered()
        refused = ""
        try:
            if asked.leave:
                await self.watch.leave(asked.slug)
            elif asked.slug:
                await self.watch.watch(asked.slug, asked.typed)
        except (OutsideTheFolderOfBoards, NoGamesFile) as refusal:
            refused = type(refusal).__name__
        await self.bus.answer(message, FolderAnswer(folder, choices, refused))

    # The others

    async def _heard(self, message: Msg) -> None:
        told = msgspec.msgpack.decode(message.data, type=BoardGames)
        if told.slug in self.watch.places:
            return
        parts = self._parts.setdefault(told.slug, {})
        if told.part == 1:
            parts.clear()
        parts[told.part] = told
        if len(parts) < told.parts:
            return
        del self._parts[told.slug]
        there = await asyncio.to_thread(self._elsewhere, list(parts.values())) if told.watched else None
        self.watch.take(told.slug, there, told.revision)
        async with self._arrived:
            self._arrived.notify_all()

    def _elsewhere(self, parts: Sequence[BoardGames]) -> GamesElsewhere:
        about, known = parts[0], {one.game.key: one for one in self.watch.games(parts[0].slug)}
        games = (msgspec.msgpack.decode(game, type=PgnGame) for one in parts for game in one.games)
        return GamesElsewhere(
            about.typed,
            tuple(played(game, known.get(game.key)) for game in games),
            tuple(about.too_large),
            tuple(map(_refusal, about.unread)),
            about.trouble,
        )

    async def folder(self, asked: FolderAsked) -> FolderAnswer:
        """Raises NoFolderOfBoards, OutsideTheFolderOfBoards, NoGamesFile."""
        try:
            answer = await self.bus.ask(FOLDER_SUBJECT, asked, FolderAnswer)
        except (NobodyThere, Unanswered):
            raise NoFolderOfBoards from None
        if answer.refused == OutsideTheFolderOfBoards.__name__:
            raise OutsideTheFolderOfBoards(asked.typed, answer.folder)
        if answer.refused:
            raise NoGamesFile(asked.typed)
        return answer

    async def arrived(self, slug: str, typed: str) -> None:
        """Until what is watched now is known here, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(ARRIVING_SECONDS), self._arrived:
                await self._arrived.wait_for(lambda: self.watch.chosen(slug) == typed.strip())


@dataclass(frozen=True, slots=True)
class OtherFolder:
    """The folder of another machine, as the desk of this one uses it."""

    shared: SharedBoards

    async def offered(self) -> tuple[str, list[str]]:
        try:
            answer = await self.shared.folder(FolderAsked())
        except NoFolderOfBoards:
            return "", []
        return answer.folder, list(answer.choices)

    async def watch(self, slug: str, typed: str) -> None:
        await self.shared.folder(FolderAsked(slug, typed))
        await self.shared.arrived(slug, typed)

    async def leave(self, slug: str) -> None:
        await self.shared.folder(FolderAsked(slug, leave=True))
        await self.shared.arrived(slug, "")


def _said(refusal: FileTooHeavy | FileTooSlow) -> UnreadFile:
    if isinstance(refusal, FileTooSlow):
        return UnreadFile(refusal.file, refusal.seconds, slow=True)
    return UnreadFile(refusal.file, refusal.megabytes, slow=False)


def _refusal(unread: UnreadFile) -> Refusal:
    kind = FileTooSlow if unread.slow else FileTooHeavy
    return kind(unread.file, FileKind.GAMES, unread.limit)
