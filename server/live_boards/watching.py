"""The files of live boards that are watched: one place for each tournament, chosen at the desk.

The choice is kept in a file of this server, not in the journal: a path means nothing on another machine. Of several
machines one has the folder, and tells the others what it reads (`server/cluster/boards.py`).
"""

import asyncio
import errno
import logging
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import field, replace
from pathlib import Path
from time import monotonic
from typing import Protocol

import msgspec

from domain.moves.games import GameOnBoard, PgnGame, pgn_games, played
from domain.records import dataclass
from domain.refusals import FileTooHeavy, FileTooSlow, NoFolderOfBoards, NoGamesFile, OutsideTheFolderOfBoards, Refusal
from server.live_boards.livechess import INDEX_NAMES, files_of_round, read_round, with_its_place
from server.supervisor import QuietLog, Supervisor

# The folder that the operator has named: files of live boards are read from there and from nowhere else.

SUFFIX = ".pgn"
MOST_FILES = 2000


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

GameKey = tuple[str, ...]
Stamp = tuple[int, int]
"""The time of the last change in nanoseconds, and the size in bytes."""


@dataclass(frozen=True, slots=True)
class GamesRead:
    """The games of a file that have begun."""

    whole: bool
    """The text ends behind a game."""
    games: Mapping[GameKey, GameOnBoard]
    unreadable: Sequence[str] = ()
    """Names of files, half written or of another shape, that say nothing new."""


ReadGames = Callable[[Path, Mapping[GameKey, GameOnBoard]], GamesRead]


def read_games(path: Path, known: Mapping[GameKey, GameOnBoard]) -> GamesRead:
    """The file as it is now; `known` are its games as they were read last. Work for a worker. Raises OSError."""
    games, whole, unreadable = _games_of(path)
    begun = {game.key: _played(game, known.get(game.key)) for game in games if game.complete or game.moves}
    return GamesRead(whole, begun, unreadable)


def _games_of(path: Path) -> tuple[Sequence[PgnGame], bool, Sequence[str]]:
    """The games, whether the text is whole, and the files that are not. Raises OSError."""
    if path.name in INDEX_NAMES:
        round = read_round(path)
        return round.games, not round.unreadable, round.unreadable
    games = [with_its_place(game, path) for game in pgn_games(decoded(path.read_bytes()))]
    return games, bool(games) and games[-1].complete, ()


def _stamp(path: Path) -> Stamp:
    """Of an index that with the files of its games. Raises OSError."""
    found = [path.stat()]
    if path.name in INDEX_NAMES:
        found += [file.stat() for file in files_of_round(path).values()]
    return max(one.st_mtime_ns for one in found), sum(one.st_size for one in found)


def _played(game: PgnGame, known: GameOnBoard | None) -> GameOnBoard:
    """A half written file may have fewer moves of a game than before: they stay."""
    if known is not None and not game.complete and game.moves == known.game.moves[: len(game.moves)]:
        return known
    return played(game, known)


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
    games: dict[GameKey, GameOnBoard] = field(default_factory=dict)

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
            return not self.too_large and self._take(read(self.path, self.games))
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
    def games(self) -> tuple[GameOnBoard, ...]:
        """Of a game that stands in several files the one with the most moves."""
        best: dict[GameKey, GameOnBoard] = {}
        for file in self.files.values():
            for key, one in file.games.items():
                if key not in best or one.read > best[key].read:
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


LATEST_WORD_SECONDS = 30.0
"""Seconds without a word of the machine that reads the files, after which the desk says so."""


def nobody(_slug: str) -> None:
    """Nobody is told."""


@dataclass(frozen=True, slots=True)
class GamesElsewhere:
    """A place whose files another machine reads, as it has told them last."""

    typed: str
    games: tuple[GameOnBoard, ...] = ()
    too_large: Sequence[str] = ()
    refused: Sequence[Refusal] = ()
    trouble_there: str = ""
    heard_at: float = field(default_factory=monotonic)

    @property
    def trouble(self) -> str:
        silent = monotonic() - self.heard_at > LATEST_WORD_SECONDS
        return os.strerror(errno.EHOSTDOWN) if silent else self.trouble_there


class OtherMachine(Protocol):
    """The machine that has the folder, where this one has none."""

    async def offered(self) -> tuple[str, list[str]]:
        """As `BoardWatch.offered`."""

    async def watch(self, slug: str, typed: str) -> None:
        """As `BoardWatch.watch`; its games are here then."""

    async def leave(self, slug: str) -> None:
        """As `BoardWatch.leave`."""


@dataclass(slots=True)
class BoardWatch:
    """The places that are watched. `changed` is told the tournament whose games are others now."""

    folder: BoardsFolder
    data: Path
    read: ReadGames = read_games
    changed: Callable[[str], None] = nobody
    places: dict[str, GamesPlace] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    """By tournament, as it was chosen: below the folder."""
    revision: int = field(default_factory=lambda: int(time.time() * 1000))
    """Moves on whenever a game does; begins beyond that of every process before. Of several machines it is that of the
    one that has the folder, so that another owner of a tournament goes on from there.
    """
    heard: dict[str, GamesElsewhere] = field(default_factory=dict)
    """By tournament, what another machine watches."""
    other: OtherMachine | None = None
    told: Callable[[str], None] = nobody
    """Told each tournament whose files are others now at this machine."""
    background: Supervisor = field(default_factory=Supervisor)
    _quiet: QuietLog = field(default_factory=lambda: QuietLog(log))

    def place(self, slug: str) -> GamesPlace | GamesElsewhere | None:
        return self.places.get(slug) or self.heard.get(slug)

    def games(self, slug: str) -> tuple[GameOnBoard, ...]:
        place = self.place(slug)
        return place.games if place else ()

    def watches(self, slug: str) -> bool:
        return self.place(slug) is not None

    def chosen(self, slug: str) -> str:
        return self.typed.get(slug, "") or (self.heard[slug].typed if slug in self.heard else "")

    async def offered(self) -> tuple[str, list[str]]:
        """The folder, empty = nobody has one, and what can be watched in it."""
        if self.folder.root is None and self.other is not None:
            return await self.other.offered()
        return str(self.folder.root or ""), await asyncio.to_thread(self.folder.choices)

    def take(self, slug: str, there: GamesElsewhere | None, revision: int) -> None:
        """Another machine has told what it watches; None = nothing any more."""
        before = self.heard.pop(slug, None)
        if there is not None:
            self.heard[slug] = there
        self.revision = max(self.revision, revision)
        if there is None:
            moved = before is not None
        else:
            moved = before is None or replace(before, heard_at=there.heard_at) != there
        if moved:
            self.changed(slug)

    async def watch(self, slug: str, typed: str) -> None:
        """Watch this file or folder from now on; raises the refusals of `BoardsFolder.allowed`."""
        if self.folder.root is None and self.other is not None:
            await self.other.watch(slug, typed)
            return
        place = GamesPlace(await asyncio.to_thread(self.folder.allowed, typed), self.read)
        await asyncio.to_thread(place.look)
        self.places[slug], self.typed[slug] = place, typed.strip()
        await self._told(slug)

    async def leave(self, slug: str) -> None:
        """Watch nothing for this tournament any more."""
        if self.folder.root is None and self.other is not None:
            await self.other.leave(slug)
            return
        if self.places.pop(slug, None) is not None:
            self.typed.pop(slug, None)
            await self._told(slug)

    async def _told(self, slug: str) -> None:
        self._moved(slug)
        await asyncio.to_thread(self._keep, dict(self.typed))

    def _moved(self, slug: str) -> None:
        self.revision += 1
        self.changed(slug)
        self.told(slug)

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
                if await asyncio.to_thread(place.look) and self.places.get(slug) is place:
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
