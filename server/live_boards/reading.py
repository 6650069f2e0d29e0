"""Games read from files that another program writes: read when they change, and again while they are half written."""

from dataclasses import dataclass, field
from pathlib import Path

from domain.moves.pgn import PgnGame, pgn_games
from domain.moves.played import GameOnBoard, played
from server.live_boards.folder import files_of

MOST_FILE_BYTES = 4 * 1024 * 1024
LONGEST_LETTER_BYTES = 4
MOST_RETRIES = 10
"""Looks at a file that lacks something; then it is taken as it is, and read again when it changes."""

Stamp = tuple[int, int]
"""The time of the last change in nanoseconds, and the size in bytes."""


@dataclass(slots=True)
class GamesFile:
    """A file and the games that were read from it last."""

    path: Path
    stamp: Stamp = (0, 0)
    whole: bool = True
    """The text ended behind a game, and no game that was there is missing."""
    retries: int = 0
    too_large: bool = False
    missed: int = 0
    """Looks since it was there: another program may be putting a new one in its place."""
    games: dict[tuple[str, ...], GameOnBoard] = field(default_factory=dict)

    def look(self) -> bool:
        """Read the file if it has changed or was half written; whether its games are others now."""
        found = self.path.stat()
        stamp = found.st_mtime_ns, found.st_size
        if stamp == self.stamp and (self.whole or self.retries >= MOST_RETRIES):
            return False
        self.retries = self.retries + 1 if stamp == self.stamp else 0
        self.too_large = found.st_size > MOST_FILE_BYTES
        self.stamp = stamp
        return not self.too_large and self._take(pgn_games(decoded(self.path.read_bytes())))

    def _take(self, games: list[PgnGame]) -> bool:
        """Keep what was known of games that a half written file does not have yet."""
        ended = bool(games) and games[-1].complete
        made = {game.key: self._played(game) for game in games if game.complete or game.moves}
        patient = self.retries < MOST_RETRIES
        self.whole = ended and not (patient and self.games.keys() - made.keys())
        now = made if self.whole else {**self.games, **made}
        changed = now != self.games
        self.games = now
        return changed

    def _played(self, game: PgnGame) -> GameOnBoard:
        known = self.games.get(game.key)
        if known is not None and not game.complete and game.moves == known.game.moves[: len(game.moves)]:
            return known
        return played(game, known)


@dataclass(slots=True)
class GamesPlace:
    """A file, or a folder with its files."""

    path: Path
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
                changed = file.look() or changed
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
        best: dict[tuple[str, ...], GameOnBoard] = {}
        for file in self.files.values():
            for key, one in file.games.items():
                if key not in best or one.read > best[key].read:
                    best[key] = one
        return tuple(best.values())

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
