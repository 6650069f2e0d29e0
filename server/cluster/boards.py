"""Live boards among several workers: one has the folder, and the desks of the others ask it.

The games that it reads go to the journal, as whatever a worker writes.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
from nats.aio.msg import Msg

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
from server.cluster.bus import Bus, NobodyThere, Unanswered
from server.live_boards.watching import BoardWatch, WatchedPlace

FOLDER_SUBJECT = "boards-folder"


class UnreadFile(msgspec.Struct, frozen=True):
    file: str
    limit: int
    """Megabytes, or seconds."""
    slow: bool


class FolderAsked(msgspec.Struct, frozen=True):
    """A wish of the desk of a tournament; with neither of the others it looks."""

    slug: str
    typed: str = ""
    leave: bool = False


class FolderAnswer(msgspec.Struct, frozen=True):
    folder: str
    choices: Sequence[str] = ()
    chosen: str = ""
    trouble: str = ""
    too_large: Sequence[str] = ()
    unread: Sequence[UnreadFile] = ()
    unreadable: Sequence[str] = ()
    refused: str = ""
    """The name of the refusal; empty = it is done."""


@dataclass(slots=True, eq=False)
class SharedBoards:
    bus: Bus
    watch: BoardWatch

    @asynccontextmanager
    async def running(self) -> AsyncIterator["SharedBoards"]:
        async with AsyncExitStack() as stack:
            if self.watch.folder.root is None:
                self.watch.other = OtherFolder(self.bus)
            else:
                asked = await self.bus.hear(FOLDER_SUBJECT, self._asked, queue="boards")
                stack.push_async_callback(asked.unsubscribe)
            yield self

    async def _asked(self, message: Msg) -> None:
        asked = msgspec.msgpack.decode(message.data, type=FolderAsked)
        refused = ""
        try:
            if asked.leave:
                await self.watch.leave(asked.slug)
            elif asked.typed:
                await self.watch.watch(asked.slug, asked.typed)
        except (OutsideTheFolderOfBoards, NoGamesFile) as refusal:
            refused = type(refusal).__name__
        found = await self.watch.seen(asked.slug)
        unread = [_said(one) for one in found.refused if isinstance(one, FileTooHeavy | FileTooSlow)]
        about = found.folder, found.choices, found.chosen, found.trouble, found.too_large, unread, found.unreadable
        await self.bus.answer(message, FolderAnswer(*about, refused))


@dataclass(frozen=True, slots=True)
class OtherFolder:
    """The folder of another machine, as the desk of this one uses it."""

    bus: Bus

    async def seen(self, slug: str) -> WatchedPlace:
        try:
            found = await self._answer(FolderAsked(slug))
        except NoFolderOfBoards:
            return WatchedPlace()
        unread = tuple(map(_refusal, found.unread))
        about = found.trouble, found.too_large, unread, found.unreadable
        return WatchedPlace(found.folder, found.choices, found.chosen, *about)

    async def watch(self, slug: str, typed: str) -> None:
        await self._answer(FolderAsked(slug, typed))

    async def leave(self, slug: str) -> None:
        await self._answer(FolderAsked(slug, leave=True))

    async def _answer(self, asked: FolderAsked) -> FolderAnswer:
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


def _said(refusal: FileTooHeavy | FileTooSlow) -> UnreadFile:
    if isinstance(refusal, FileTooSlow):
        return UnreadFile(refusal.file, refusal.seconds, slow=True)
    return UnreadFile(refusal.file, refusal.megabytes, slow=False)


def _refusal(unread: UnreadFile) -> Refusal:
    kind = FileTooSlow if unread.slow else FileTooHeavy
    return kind(unread.file, FileKind.GAMES, unread.limit)
