"""The folder that the operator has named: files of live boards are read from there and from nowhere else."""

from dataclasses import dataclass
from pathlib import Path

from domain.refusals import NoFolderOfBoards, NoGamesFile, OutsideTheFolderOfBoards

SUFFIX = ".pgn"
MOST_FILES = 200


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
        if not (path.is_dir() or (path.is_file() and path.suffix.lower() == SUFFIX)):
            raise NoGamesFile(typed)
        return path

    def choices(self) -> list[str]:
        """The files and folders that can be chosen, below the folder."""
        if self.root is None or not self.root.is_dir():
            return []
        root = self.root.resolve()
        files = files_of(root)
        folders = {file.parent for file in files}
        return sorted(str(path.relative_to(root)) for path in (*files, *folders))


def files_of(path: Path) -> list[Path]:
    """The PGN file itself, or those of a folder and the folders in it, links that lead elsewhere left out.

    Raises OSError.
    """
    if not path.is_dir():
        path.stat()
        return [path]
    found = (file for file in sorted(path.rglob("*")) if file.suffix.lower() == SUFFIX and file.is_file())
    inside = [file for file in found if path.resolve() in file.resolve().parents]
    return inside[:MOST_FILES]
