"""Games read from files that another program writes: read when they change, and again while they are half written."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from domain.moves.pgn import PgnGame, pgn_games
from domain.moves.played import GameOnBoard, played
from domain.refusals import FileTooHeavy, FileTooSlow, Refusal
from server.live_boards.folder import files_of

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


ReadGames = Callable[[Path, Mapping[GameKey, GameOnBoard]], GamesRead]


def read_games(path: Path, known: Mapping[GameKey, GameOnBoard]) -> GamesRead:
    """The file as it is now; `known` are its games as they were read last. Work for a worker. Raises OSError."""
    games = pgn_games(decoded(path.read_bytes()))
    begun = {game.key: _played(game, known.get(game.key)) for game in games if game.complete or game.moves}
    return GamesRead(bool(games) and games[-1].complete, begun)


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
    missed: int = 0
    """Looks since it was there: another program may be putting a new one in its place."""
    games: dict[GameKey, GameOnBoard] = field(default_factory=dict)

    def look(self, read: ReadGames) -> bool:
        """Read the file if it has changed or was half written; whether its games are others now."""
        found = self.path.stat()
        stamp = found.st_mtime_ns, found.st_size
        if stamp == self.stamp and (self.whole or self.retries >= MOST_RETRIES):
            return False
        self.retries = self.retries + 1 if stamp == self.stamp else 0
        self.too_large = found.st_size > MOST_FILE_BYTES
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
        now = {**found.games} if self.whole else {**self.games, **found.games}
        changed = now != self.games
        self.games = now
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
