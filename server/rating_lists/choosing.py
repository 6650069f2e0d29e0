"""The place of a server's rating lists: files in its data directory, or the database that machines share."""

from pathlib import Path

from server.rating_lists.files import FileShelf
from server.rating_lists.shelf import Shelf

LISTS_FOLDER = "rating-lists"


def shelf_of(data: Path, database: str = "") -> Shelf:
    """A SQLite file named as the database belongs to one machine: its lists are files too.

    Only those who use PostgreSQL need its driver.
    """
    if database.startswith(("postgresql:", "postgres:")):
        from server.rating_lists.database import DatabaseShelf

        return DatabaseShelf(database)
    return FileShelf(lists_folder(data))


def lists_folder(data: Path) -> Path:
    """The folder of lists in files, and of uploads on their way."""
    return data / LISTS_FOLDER
