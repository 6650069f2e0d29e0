"""The files of live boards that are watched: one place for each tournament, chosen at the desk.

The choice is kept in a file of this server, not in the journal: a path means nothing on another machine.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from domain.moves.played import GameOnBoard
from domain.refusals import Refusal
from server.live_boards.folder import BoardsFolder
from server.live_boards.reading import GamesPlace, ReadGames, read_games
from server.supervisor import QuietLog, Supervisor

BETWEEN_LOOKS_SECONDS = 1.0
"""Between two looks at a file: no board is told more often."""
KEPT_AS = "live-boards.json"

log = logging.getLogger("tablo.boards")


def nobody(_slug: str) -> None:
    """Nobody is told."""


@dataclass(slots=True)
class BoardWatch:
    """The places that are watched. `changed` is told the tournament whose games are others now."""

    folder: BoardsFolder
    data: Path
    read: ReadGames = read_games
    changed: Callable[[str], None] = nobody
    pause: float = BETWEEN_LOOKS_SECONDS
    places: dict[str, GamesPlace] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    """By tournament, as it was chosen: below the folder."""
    revision: int = 0
    """Moves on whenever a game does."""
    background: Supervisor = field(default_factory=Supervisor)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def games(self, slug: str) -> tuple[GameOnBoard, ...]:
        place = self.places.get(slug)
        return place.games if place else ()

    def watches(self, slug: str) -> bool:
        return slug in self.places

    async def watch(self, slug: str, typed: str) -> None:
        """Watch this file or folder from now on; raises the refusals of `BoardsFolder.allowed`."""
        place = GamesPlace(await asyncio.to_thread(self.folder.allowed, typed), self.read)
        await asyncio.to_thread(place.look)
        self.places[slug], self.typed[slug] = place, typed.strip()
        await self._told(slug)

    async def leave(self, slug: str) -> None:
        """Watch nothing for this tournament any more."""
        if self.places.pop(slug, None) is not None:
            self.typed.pop(slug, None)
            await self._told(slug)

    async def _told(self, slug: str) -> None:
        self._moved(slug)
        await asyncio.to_thread(self._keep, dict(self.typed))

    def _moved(self, slug: str) -> None:
        self.revision += 1
        self.changed(slug)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["BoardWatch"]:
        await self._begin()
        async with self.background.keeping({"live-boards": self._look_again_and_again}):
            yield self

    async def _begin(self) -> None:
        """Go on with what was watched when the server stopped, as far as it may be watched now."""
        for slug, typed in (await asyncio.to_thread(self._kept)).items():
            try:
                self.places[slug] = GamesPlace(await asyncio.to_thread(self.folder.allowed, typed), self.read)
            except Refusal:
                log.warning("boards slug=%s path=%r not watched", slug, typed)
            else:
                self.typed[slug] = typed

    async def _look_again_and_again(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(self.pause)

    async def look(self) -> None:
        """One look at every place."""
        for slug, place in list(self.places.items()):
            try:
                moved = await asyncio.to_thread(place.look)
            except Exception as error:  # noqa: BLE001 the edge of a file: the others are looked at all the same
                self._quiet.warn("a file of live boards cannot be read", error, tournament=slug)
                continue
            if moved and self.places.get(slug) is place:
                self._moved(slug)

    def _kept(self) -> dict[str, str]:
        try:
            return msgspec.json.decode((self.data / KEPT_AS).read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("boards kept=%s unreadable: %s", KEPT_AS, error)
            return {}

    def _keep(self, typed: dict[str, str]) -> None:
        fresh = self.data / f"{KEPT_AS}.new"
        fresh.write_bytes(msgspec.json.encode(typed))
        fresh.replace(self.data / KEPT_AS)
