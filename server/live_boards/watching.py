"""The files of live boards that are watched: one place for each tournament, chosen at the desk.

The choice is kept in a file of this server, not in the journal: a path means nothing on another machine. Of several
machines one has the folder, and their desks ask it (`server/cluster/boards.py`). The games that are read go to the
journal (`server/office/games/kept.py`) and stay there when their file is gone.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import field
from pathlib import Path
from typing import Protocol

import msgspec

from domain.games.events import GameKey
from domain.moves.games import PgnGame, pgn_games
from domain.records import dataclass
from domain.refusals import FileTooHeavy, FileTooSlow, NoFolderOfBoards, NoGamesFile, OutsideTheFolderOfBoards, Refusal
from server.live_boards.livechess import INDEX_NAMES, files_of_round, read_round, with_its_place
from server.supervisor import QuietLog, Supervisor

# The folder that the operator has named: files of live boards are read from there and from nowhere else.

SUFFIX = ".pgn"
MOST_FILES = 2000
FROM_FOLDER = "folder"
"""The source of games that are read from files of this server."""


@dataclass(frozen=True, slots=True)
class BoardsFolder:
    root: Path | None
    """None: the operator has named none."""

    def allowed(self, typed: str) -> Path:
        """The file or folder that is meant, links followed.

        Raises NoFolderOfBoards, OutsideTheFolderOfBoards, NoGamesFile.
        """
        if self.root is None:
            raise NoFolderOfBoards
        root = self.root.resolve()
        try:
            path = (root / typed.strip()).resolve()
        except (OSError, ValueError, RuntimeError):
            raise NoGamesFile(typed) from None
        if path != root and root not in path.parents:
            raise OutsideTheFolderOfBoards(typed, str(root))
        if not (path.is_dir() or (path.is_file() and _of_games(path))):
            raise NoGamesFile(typed)
        return path

    def choices(self) -> list[str]:
        if self.root is None or not self.root.is_dir():
            return []
        root = self.root.resolve()
        files = files_of(root)
        folders = {file.parent for file in files}
        return sorted(str(path.relative_to(root)) for path in (*files, *folders))


def files_of(path: Path) -> list[Path]:
    """The file itself, or those of a folder and the folders in it, links that lead elsewhere left out.

    The files of games beside an index are read with the index. Raises OSError.
    """
    if not path.is_dir():
        path.stat()
        return [path]
    found = (file for file in sorted(path.rglob("*")) if _of_games(file) and file.is_file())
    inside = [file for file in found if path.resolve() in file.resolve().parents]
    return inside[:MOST_FILES]


def _of_games(path: Path) -> bool:
    return path.suffix.lower() == SUFFIX or path.name in INDEX_NAMES


# Games read from files that another program writes: read when they change, and again while they are half written.

MOST_FILE_BYTES = 4 * 1024 * 1024
LONGEST_LETTER_BYTES = 4
MOST_RETRIES = 10
"""Looks at a file that lacks something; then it is taken as it is, and read again when it changes."""

Stamp = tuple[int, int]
"""The time of the last change in nanoseconds, and the size in bytes."""


@dataclass(frozen=True, slots=True)
class GamesRead:
    """The games of a file that have begun."""

    whole: bool
    """The text ends behind a game."""
    games: Mapping[GameKey, PgnGame]
    unreadable: Sequence[str] = ()
    """Names of files, half written or of another shape, that say nothing new."""


ReadGames = Callable[[Path], GamesRead]


def read_games(path: Path) -> GamesRead:
    """The file as it is now. Work for a worker. Raises OSError."""
    games, whole, unreadable = _games_of(path)
    return GamesRead(whole, {game.key: game for game in games if game.begun}, unreadable)


def _games_of(path: Path) -> tuple[Sequence[PgnGame], bool, Sequence[str]]:
    """The games, whether the text is whole, and the files that are not. Raises OSError."""
    if path.name in INDEX_NAMES:
        round = read_round(path)
        return round.games, not round.unreadable, round.unreadable
    games = [with_its_place(game, path) for game in games_in(path.read_bytes())]
    return games, bool(games) and games[-1].complete, ()


def games_in(content: bytes) -> list[PgnGame]:
    """The games of a PGN text."""
    return pgn_games(decoded(content))


def _stamp(path: Path) -> Stamp:
    """Of an index that with the files of its games. Raises OSError."""
    found = [path.stat()]
    if path.name in INDEX_NAMES:
        found += [file.stat() for file in files_of_round(path).values()]
    return max(one.st_mtime_ns for one in found), sum(one.st_size for one in found)


@dataclass(slots=True)
class GamesFile:
    """A file and the games that were read from it last."""

    path: Path
    stamp: Stamp = (0, 0)
    whole: bool = True
    """The text ended behind a game, and no game that was there is missing."""
    retries: int = 0
    too_large: bool = False
    refused: Refusal | None = None
    """Why this state of the file could not be read; it is read again when it changes."""
    unreadable: list[str] = field(default_factory=list)
    """Names of files that lack something still after all the looks."""
    missed: int = 0
    """Looks since it was there: another program may be putting a new one in its place."""
    games: dict[GameKey, PgnGame] = field(default_factory=dict)

    def look(self, read: ReadGames) -> bool:
        """Read the file if it has changed or was half written; whether its games are others now."""
        stamp = _stamp(self.path)
        if stamp == self.stamp and (self.whole or self.retries >= MOST_RETRIES):
            return False
        self.retries = self.retries + 1 if stamp == self.stamp else 0
        self.too_large = stamp[1] > MOST_FILE_BYTES
        self.stamp = stamp
        self.refused = None
        try:
            return not self.too_large and self._take(read(self.path))
        except (FileTooHeavy, FileTooSlow) as refusal:
            self.refused, self.whole = refusal, True
            return True

    def _take(self, found: GamesRead) -> bool:
        """Keep what was known of games that a half written file does not have yet."""
        patient = self.retries < MOST_RETRIES
        self.whole = found.whole and not (patient and self.games.keys() - found.games.keys())
        unreadable = [] if patient else list(found.unreadable)
        now = {**found.games} if self.whole else {**self.games, **found.games}
        changed = (now, unreadable) != (self.games, self.unreadable)
        self.games, self.unreadable = now, unreadable
        return changed


@dataclass(slots=True)
class GamesPlace:
    """A file, or a folder with its files."""

    path: Path
    read: ReadGames = read_games
    files: dict[Path, GamesFile] = field(default_factory=dict)
    trouble: str = ""
    """The words of the system where the files cannot be read; empty = they can."""

    def look(self) -> bool:
        """Read what has changed; whether some game is another one now. Takes milliseconds: for a thread."""
        try:
            there = files_of(self.path)
        except OSError as error:
            return self._in_trouble(error)
        changed = self._take_stock(there)
        before, self.trouble = self.trouble, ""
        for file in self.files.values():
            if file.missed:
                continue
            try:
                changed = file.look(self.read) or changed
            except OSError as error:
                changed = self._in_trouble(error) or changed
        return changed or before != self.trouble

    def _take_stock(self, there: list[Path]) -> bool:
        """Note new files, and forget those that have been away for long; whether there are such."""
        for path, file in self.files.items():
            file.missed = 0 if path in there else file.missed + 1
        left = {path: file for path, file in self.files.items() if file.missed <= MOST_RETRIES}
        forgotten = len(left) < len(self.files)
        self.files = {**left, **{path: GamesFile(path) for path in there if path not in left}}
        return forgotten

    def _in_trouble(self, error: OSError) -> bool:
        """Note the trouble and keep the games; whether it is another trouble."""
        before, self.trouble = self.trouble, error.strerror or type(error).__name__
        return before != self.trouble

    @property
    def games(self) -> tuple[PgnGame, ...]:
        """Of a game that stands in several files the one with the most moves."""
        best: dict[GameKey, PgnGame] = {}
        for file in self.files.values():
            for key, one in file.games.items():
                if key not in best or len(one.moves) > len(best[key].moves):
                    best[key] = one
        return tuple(best.values())

    @property
    def refused(self) -> list[Refusal]:
        return [file.refused for file in self.files.values() if file.refused]

    @property
    def unreadable(self) -> list[str]:
        return [name for file in self.files.values() for name in file.unreadable]

    @property
    def too_large(self) -> list[str]:
        return [file.path.name for file in self.files.values() if file.too_large]


def decoded(content: bytes) -> str:
    """UTF-8, or the letters of old programs; a letter cut in two at the end is left out."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if error.end == len(content) and len(content) - error.start < LONGEST_LETTER_BYTES:
            return content[: error.start].decode("utf-8-sig")
        return content.decode("latin-1")


BETWEEN_LOOKS_SECONDS = 1.0
"""Between two looks at a file: no board is told more often."""
KEPT_AS = "live-boards.json"

log = logging.getLogger("tablo.boards")


@dataclass(frozen=True, slots=True)
class WatchedPlace:
    """What a desk shows of the folder and of the place in it that is watched for a tournament."""

    folder: str = ""
    """Empty: no machine has one."""
    choices: Sequence[str] = ()
    chosen: str = ""
    """Empty: nothing is watched."""
    trouble: str = ""
    too_large: Sequence[str] = ()
    refused: Sequence[Refusal] = ()
    unreadable: Sequence[str] = ()


class OtherMachine(Protocol):
    """The machine that has the folder, where this one has none."""

    async def seen(self, slug: str) -> WatchedPlace:
        """As `BoardWatch.seen`."""

    async def watch(self, slug: str, typed: str) -> None:
        """As `BoardWatch.watch`."""

    async def leave(self, slug: str) -> None:
        """As `BoardWatch.leave`."""


TakeGames = Callable[[str, Sequence[PgnGame]], Awaitable[None]]
"""Told a tournament and all games that stand in its files."""


@dataclass(slots=True)
class BoardWatch:
    """The places that are watched, and `take` is told their games when these have changed."""

    folder: BoardsFolder
    data: Path
    take: TakeGames
    read: ReadGames = read_games
    places: dict[str, GamesPlace] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    """By tournament, as it was chosen: below the folder."""
    other: OtherMachine | None = None
    background: Supervisor = field(default_factory=Supervisor)
    _untold: set[str] = field(default_factory=set)
    """Tournaments whose games have changed and are not taken yet."""
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    async def seen(self, slug: str) -> WatchedPlace:
        if self.folder.root is None:
            return await self.other.seen(slug) if self.other is not None else WatchedPlace()
        choices, place = await asyncio.to_thread(self.folder.choices), self.places.get(slug)
        found = WatchedPlace(str(self.folder.root), choices, self.typed.get(slug, ""))
        if place is None:
            return found
        about = place.trouble, place.too_large, place.refused, place.unreadable
        return WatchedPlace(found.folder, choices, found.chosen, *about)

    async def watch(self, slug: str, typed: str) -> None:
        """Watch this file or folder from now on; raises the refusals of `BoardsFolder.allowed`."""
        if self.folder.root is None and self.other is not None:
            await self.other.watch(slug, typed)
            return
        place = GamesPlace(await asyncio.to_thread(self.folder.allowed, typed), self.read)
        self.places[slug], self.typed[slug] = place, typed.strip()
        await self._look(slug, place)
        await asyncio.to_thread(self._keep, dict(self.typed))

    async def leave(self, slug: str) -> None:
        """Watch nothing for this tournament any more; its games stay."""
        if self.folder.root is None and self.other is not None:
            await self.other.leave(slug)
        elif self.places.pop(slug, None) is not None:
            self.typed.pop(slug, None)
            await asyncio.to_thread(self._keep, dict(self.typed))

    @asynccontextmanager
    async def running(self) -> AsyncIterator["BoardWatch"]:
        async def work() -> None:
            while True:
                await self.look()
                await asyncio.sleep(BETWEEN_LOOKS_SECONDS)

        await self._begin()
        async with self.background.keeping({"live-boards": work}):
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

    async def look(self) -> None:
        for slug, place in list(self.places.items()):
            with self._quiet.going_on("a file of live boards cannot be read", tournament=slug):
                await self._look(slug, place)

    async def _look(self, slug: str, place: GamesPlace) -> None:
        """Games that could not be taken are told again at the next look."""
        if await asyncio.to_thread(place.look):
            self._untold.add(slug)
        if slug in self._untold and self.places.get(slug) is place:
            await self.take(slug, place.games)
            self._untold.discard(slug)

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
